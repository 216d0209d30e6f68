//! Reading a grimoire from one line: the parts of an entry, and what may follow the seats.

use gaslamp_core::bounds::long_name;
use gaslamp_core::edit_distance::nearest;
use gaslamp_core::{Diagnostic, Span};

use crate::characters::{Character, CharacterSet, ReminderToken};
use crate::notation::grimoire_text::{
    GrimoireText, Known, Life, Owners, PlacedReminder, Player, ScriptNote, owned_token,
};

/// Reads a grimoire from one line.
///
/// # Errors
/// Everything in it that cannot be read.
pub fn read(text: &str) -> Result<GrimoireText, Vec<Diagnostic>> {
    let mut grimoire = GrimoireText::default();
    read_into(text, &mut grimoire)?;
    Ok(grimoire)
}

/// Reads a grimoire from one line into an existing value, reusing its memory.
///
/// # Errors
/// Everything in it that cannot be read; the value then holds what could be.
pub fn read_into(text: &str, grimoire: &mut GrimoireText) -> Result<(), Vec<Diagnostic>> {
    grimoire.script = None;
    (grimoire.bluffs, grimoire.fabled) = (CharacterSet::NONE, CharacterSet::NONE);
    if grimoire.players.capacity() == 0 {
        // The shortest entry is `A:?`.
        grimoire.players.reserve(GrimoireText::MOST.min(text.len() / 4));
    }
    let mut reader = Reader::new(text);
    reader.grimoire(grimoire);
    if reader.problems.is_empty() { Ok(()) } else { Err(reader.problems) }
}

/// The span of a seat in the text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SeatPlace {
    /// The whole entry.
    pub entry: Span,
    /// Its tokens, in order.
    pub tokens: Vec<Span>,
}

/// The spans of the seats of a grimoire; none if the text cannot be read as a line.
#[must_use]
pub fn places(text: &str) -> Option<Vec<SeatPlace>> {
    let mut reader = Reader::new(text);
    reader.places = Some(Vec::new());
    reader.grimoire(&mut GrimoireText::default());
    reader.places.filter(|_| reader.problems.is_empty())
}

/// Reads from left to right and collects problems.
pub(in crate::notation) struct Reader<'a> {
    pub(in crate::notation) text: &'a str,
    pub(in crate::notation) at: usize,
    pub(in crate::notation) problems: Vec<Diagnostic>,
    /// Tokens without an owner, which is determined once all seats are known: player, index among the tokens,
    /// span.
    bare: Vec<(usize, usize, Span)>,
    /// A bit for every name so far, so that most names need not be compared.
    names: u64,
    /// The number of unclosed parentheses in entries that could not be read.
    pub(super) unclosed: u8,
    /// The spans of the seats, if wanted.
    places: Option<Vec<SeatPlace>>,
}

impl<'a> Reader<'a> {
    pub(in crate::notation) fn new(text: &'a str) -> Self {
        Self { text, at: 0, problems: Vec::new(), bare: Vec::new(), names: 0, unclosed: 0, places: None }
    }

    /// Moves to a position, but not beyond the end of the text.
    pub(in crate::notation) fn enter(&mut self, text: &'a str, place: Span) {
        self.text = &text[..place.end];
        self.at = place.start;
    }

    /// Whether everything has been read.
    pub(in crate::notation) fn is_at_end(&self) -> bool {
        self.at == self.text.len()
    }

    fn grimoire(&mut self, grimoire: &mut GrimoireText) {
        self.skip_space();
        if !self.take(b'[') {
            let problem = Diagnostic::new("botc/grimoire/bracket", "a grimoire begins with `[`");
            self.problem(problem.fix("[Alice:chef Bob:imp …]"), self.here());
            return;
        }
        let open = Span::new(self.at - 1, self.at);
        let mut seated = 0;
        loop {
            self.skip_separators();
            match self.peek() {
                Some(b']') => break self.at += 1,
                None => break self.problem(unclosed("grimoire", ']'), open),
                Some(_) => {
                    if grimoire.players.len() == seated {
                        grimoire.players.push(Player::default());
                    }
                    self.player(&mut grimoire.players, seated);
                    seated += 1;
                }
            }
        }
        grimoire.players.truncate(seated);
        self.behind_the_seats(grimoire);
        self.own_bare_tokens(grimoire);
        if seated > GrimoireText::MOST {
            self.problem(too_many(seated), open);
        }
    }

    /// Reads `*~~Name~~:character(tokens)*` into the player at `index`.
    fn player(&mut self, players: &mut [Player], index: usize) {
        let start = self.at;
        let (before, rest) = players.split_at_mut(index);
        let Some(player) = rest.first_mut() else { return };
        player.name.clear();
        player.tokens.clear();
        (player.character, player.life) = (Known::Nothing, Life::Alive);
        if let Some(places) = &mut self.places {
            places.push(SeatPlace::default());
        }
        let entry = self.entry(player, index);
        self.note_place(|place, at| place.entry = Span::new(start, at));
        match entry {
            Ok(name) => self.note_name(before, player, name),
            Err(problem) => {
                self.note(*problem);
                self.skip_entry(start, ']');
            }
        }
    }

    /// Updates the span of the seat being read, up to the current position.
    fn note_place(&mut self, note: impl FnOnce(&mut SeatPlace, usize)) {
        if let Some(place) = self.places.as_mut().and_then(|places| places.last_mut()) {
            note(place, self.at);
        }
    }

    /// Reads an entry and returns the span of its name.
    fn entry(&mut self, player: &mut Player, index: usize) -> Result<Span, Problem> {
        let start = self.at;
        let mut is_open = self.take(b'*');
        let is_dead = is_open;
        let is_spent = self.take_struck();
        let name = self.name(&mut player.name)?;
        if is_spent && !self.take_struck() {
            return Err(self.wrong("botc/grimoire/struck", "the closing `~~` after the name is missing"));
        }
        is_open = is_open && !self.take(b'*');
        if !self.take(b':') {
            let message = format!("`{}` has no character", player.name);
            let problem = Diagnostic::new("botc/grimoire/character", message);
            return Err(Box::new((
                problem.fix(format!("{0}:chef, or {0}:? if it is unknown", player.name)),
                name,
            )));
        }
        if is_dead && !is_open {
            is_open = self.take(b'*');
        }
        player.character = self.known()?;
        is_open = is_open && !self.take(b'*');
        if self.peek() == Some(b'(') {
            self.tokens(&mut player.tokens, index)?;
        }
        if is_open && !self.take(b'*') {
            let problem =
                Diagnostic::new("botc/grimoire/asterisk", "the closing asterisk of a dead player is missing");
            let entry = format!("{}*", self.text[start..self.at].trim_end());
            return Err(Box::new((problem.fix(entry), Span::new(start, start + 1))));
        }
        player.life = match (is_dead, is_spent) {
            (_, true) => Life::Spent,
            (true, false) => Life::Dead,
            (false, false) => Life::Alive,
        };
        match self.peek() {
            None | Some(b']' | b',' | b' ') => Ok(name),
            Some(_) if self.at_space() => Ok(name),
            Some(b'*') => {
                Err(self.wrong("botc/grimoire/asterisk", "this closing asterisk has no opening one"))
            }
            Some(_) => Err(self.wrong("botc/grimoire/entry", "the player's entry ends before this")),
        }
    }

    /// Reads a name, plain or in quotes, into `out` and returns its span.
    pub(in crate::notation) fn name(&mut self, out: &mut String) -> Result<Span, Problem> {
        if self.peek() == Some(b'"') {
            return self.quoted(out);
        }
        let span = self.word();
        if span.start == span.end {
            return Err(self.wrong("botc/grimoire/name", "a player's name is missing here"));
        }
        out.push_str(&self.text[span.range()]);
        Ok(span)
    }

    /// `?`, a character, or several in braces.
    pub(in crate::notation) fn known(&mut self) -> Result<Known, Problem> {
        if self.take(b'?') {
            return Ok(Known::Nothing);
        }
        if self.peek() != Some(b'{') {
            return self.character().map(Known::Is);
        }
        let open = self.here();
        let characters = self.bag(None)?;
        let mut all = characters.iter();
        match (all.next(), all.next()) {
            (None, _) => {
                let problem =
                    Diagnostic::new("botc/grimoire/possibilities", "there is no possible character here");
                Err(Box::new((problem.fix("write ? if nothing is known"), open)))
            }
            (Some(only), None) => Ok(Known::Is(only)),
            _ => Ok(Known::OneOf(characters)),
        }
    }

    /// A character by any of its names, plain or in quotes.
    pub(in crate::notation) fn character(&mut self) -> Result<Character, Problem> {
        if self.peek() == Some(b'"') {
            let mut name = String::new();
            let span = self.quoted(&mut name)?;
            return Character::read(&name).ok_or_else(|| Box::new((unknown_character(&name), span)));
        }
        let span = self.word();
        let word = &self.text[span.range()];
        if word.is_empty() {
            return Err(self.wrong("botc/grimoire/character", "a character is missing here"));
        }
        Character::read(word).ok_or_else(|| Box::new((unknown_character(word), span)))
    }

    /// `{chef empath}`: characters, each counted once, and a title in quotes if `title` takes one.
    fn bag(&mut self, mut title: Option<&mut String>) -> Result<CharacterSet, Problem> {
        let open = self.here();
        self.at += 1;
        let mut characters = CharacterSet::NONE;
        loop {
            self.skip_separators();
            match (self.peek(), &mut title) {
                (Some(b'}'), _) => {
                    self.at += 1;
                    return Ok(characters);
                }
                (None | Some(b'[' | b']' | b'{' | b'(' | b')'), _) => {
                    self.at = open.start;
                    return Err(Box::new((unclosed("bag", '}'), open)));
                }
                (Some(b'"'), Some(title)) => {
                    title.clear();
                    self.quoted(title)?;
                }
                _ => {
                    let character = self.character();
                    if self.peek() == Some(b':') {
                        // That was the next player's name.
                        self.at = open.start;
                        return Err(Box::new((unclosed("bag", '}'), open)));
                    }
                    characters = characters.with(character?);
                }
            }
        }
    }

    /// Appends `(a:b,c,"note")` to the tokens of a player.
    pub(in crate::notation) fn tokens(
        &mut self,
        tokens: &mut Vec<PlacedReminder>,
        player: usize,
    ) -> Result<(), Problem> {
        let open = Span::new(self.at, self.at + 1);
        let (known_problems, known_bare) = (self.problems.len(), self.bare.len());
        self.at += 1;
        loop {
            self.skip_separators();
            match self.peek() {
                Some(b')') => {
                    self.at += 1;
                    return Ok(());
                }
                Some(b'"') => {
                    let mut note = String::new();
                    let span = self.quoted(&mut note)?;
                    self.note_place(|place, _| place.tokens.push(span));
                    tokens.push(PlacedReminder::Note(note));
                }
                None | Some(b'(' | b'[' | b']' | b'{' | b'}') => {
                    // What was taken for tokens may be the players after it.
                    self.problems.truncate(known_problems);
                    self.bare.truncate(known_bare);
                    self.at = open.start;
                    return Err(Box::new((unclosed("list of tokens", ')'), open)));
                }
                Some(_) => self.token(tokens, player)?,
            }
        }
    }

    fn token(&mut self, tokens: &mut Vec<PlacedReminder>, player: usize) -> Result<(), Problem> {
        let start = self.at;
        self.word();
        let has_owner = self.take(b':');
        if has_owner {
            self.word();
        }
        // The name of some tokens is a question mark.
        self.take(b'?');
        let span = Span::new(start, self.at);
        let text = &self.text[span.range()];
        if text.is_empty() {
            return Err(self.wrong("botc/token/unknown", "this is not a token"));
        }
        self.note_place(|place, _| place.tokens.push(span));
        if !has_owner {
            self.bare.push((player, tokens.len(), span));
            tokens.push(PlacedReminder::Note(String::new()));
            return Ok(());
        }
        match ReminderToken::find(text).map_or_else(|| owned_token(text), Ok) {
            Ok(token) => tokens.push(PlacedReminder::Reminder(token)),
            Err(problem) => self.problem(problem, span),
        }
        Ok(())
    }

    /// `script{…}`, `bluffs{…}` and `fabled{…}`.
    pub(in crate::notation) fn behind_the_seats(&mut self, grimoire: &mut GrimoireText) {
        loop {
            self.skip_separators();
            if self.at == self.text.len() {
                return;
            }
            if let Err(problem) = self.labelled(grimoire) {
                self.note(*problem);
                return;
            }
        }
    }

    fn labelled(&mut self, grimoire: &mut GrimoireText) -> Result<(), Problem> {
        let label = self.word();
        let bag = |reader: &mut Self| match reader.peek() {
            Some(b'{') => reader.bag(None),
            _ => Err(reader.wrong("botc/grimoire/bag", "characters in braces are missing here")),
        };
        match &self.text[label.range()] {
            "bluffs" => grimoire.bluffs = bag(self)?,
            "fabled" | "loric" => grimoire.fabled = grimoire.fabled.or(bag(self)?),
            "script" if self.peek() == Some(b'{') => grimoire.script = Some(self.script()?),
            _ => {
                let rest = Span::new(label.start, self.text.trim_end().len());
                let problem = Diagnostic::new("botc/grimoire/more", "the grimoire ends before this");
                let problem = problem.fix("script{tb}, bluffs{chef monk mayor} or fabled{angel} may follow");
                return Err(Box::new((problem, rest)));
            }
        }
        Ok(())
    }

    fn script(&mut self) -> Result<ScriptNote, Problem> {
        let start = self.at;
        let rest = &self.text[start + 1..];
        let short = rest.split('}').next().map(str::trim).unwrap_or_default();
        if let Some(script) = ScriptNote::built_in(short) {
            self.at = start + 1 + rest.find('}').map_or(rest.len(), |end| end + 1);
            return Ok(script);
        }
        let mut title = String::new();
        let characters = self.bag(Some(&mut title))?;
        Ok(ScriptNote { title, characters })
    }

    /// Finds the owners of the tokens written without one.
    pub(in crate::notation) fn own_bare_tokens(&mut self, grimoire: &mut GrimoireText) {
        let owners = || Owners::new(grimoire.characters(), grimoire.script.as_ref());
        for (player, place, token) in self.owned_bare_tokens(owners) {
            let room = grimoire.players.get_mut(player).and_then(|player| player.tokens.get_mut(place));
            room.into_iter().for_each(|room| *room = PlacedReminder::Reminder(token));
        }
    }

    /// The tokens written without an owner: player, index among the tokens, token. Owners are only looked up
    /// if there are any.
    pub(in crate::notation) fn owned_bare_tokens(
        &mut self,
        owners: impl FnOnce() -> Owners,
    ) -> Vec<(usize, usize, ReminderToken)> {
        let mut owned = Vec::new();
        if self.bare.is_empty() {
            return owned;
        }
        let owners = owners();
        for (player, place, span) in std::mem::take(&mut self.bare) {
            match owners.token(&self.text[span.range()]) {
                Ok(token) => owned.push((player, place, token)),
                Err(problem) => self.problem(problem, span),
            }
        }
        owned
    }

    pub(in crate::notation) fn note_name(&mut self, before: &[Player], player: &Player, span: Span) {
        if let Some(problem) = long_name("botc/grimoire/name", &player.name) {
            self.problem(problem, span);
        }
        let bytes = player.name.as_bytes();
        let ends = [bytes.first(), bytes.last()].map(|byte| usize::from(byte.copied().unwrap_or(0)));
        let bit = 1 << ((ends[0] + 5 * ends[1] + 11 * bytes.len()) % 64);
        if self.names & bit != 0 && before.iter().any(|known| known.name == player.name) {
            let message = format!("two players are called `{}`", player.name);
            self.problem(Diagnostic::new("botc/grimoire/name-twice", message), span);
        }
        self.names |= bit;
    }
}

/// A problem and its span; boxed, since it is rare.
pub(in crate::notation) type Problem = Box<(Diagnostic, Span)>;

/// More players than a table can have.
pub(in crate::notation) fn too_many(players: usize) -> Diagnostic {
    let message = format!("{players} players are too many; a table has at most {}", GrimoireText::MOST);
    Diagnostic::new("botc/grimoire/seats", message)
}

/// Something that is never closed.
pub(in crate::notation) fn unclosed(what: &str, with: char) -> Diagnostic {
    Diagnostic::new("botc/grimoire/unclosed", format!("this {what} is not closed with `{with}`"))
}

/// A name that no character has, with a suggestion.
pub(in crate::notation) fn unknown_character(word: &str) -> Diagnostic {
    let problem = Diagnostic::new("botc/grimoire/character", format!("unknown character `{word}`"));
    let lower = word.to_lowercase();
    match nearest(&lower, Character::all().map(Character::word)) {
        Some(near) => problem.fix(near),
        None => problem,
    }
}
