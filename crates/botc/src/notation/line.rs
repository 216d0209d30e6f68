//! A grimoire on one line: `[Alice:chef *Bob:imp* *~~Cy~~:monk(drunk:is_the_drunk)* Dee:? Eve:{chef empath}]`.
//!
//! **Reads** seats with white space or commas between them; the dead between asterisks, which may stand around the name
//! alone; a name whose vote is spent struck through, with or without asterisks; characters by any of their names; tokens with their
//! owner, with its short name (`ww:townsfolk`) or bare; a Storyteller's own words and names that are no plain words in double
//! quotes. Behind the seats, in any order, `script{tb}`, `script{"Title" chef …}`, `bluffs{…}` and `fabled{…}`.
//!
//! **Writes** the seats with one space between them, tokens with their owner ([`Naming`]), and the rest only where
//! there is some.

use gaslamp_core::near::nearest;
use gaslamp_core::trace::line::is_word;
use gaslamp_core::{Diagnostic, Span};

use super::sheet::{Known, Life, Owners, Player, ScriptNote, Sheet, Token};
use crate::characters::{Character, CharacterSet, ReminderToken};

/// How the owners of tokens are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Naming {
    /// `washerwoman:townsfolk`.
    #[default]
    Long,
    /// `ww:townsfolk`.
    Short,
}

/// Writes a grimoire on one line.
#[must_use]
pub fn write(sheet: &Sheet, naming: Naming) -> String {
    let mut out = String::with_capacity(32 * sheet.players.len() + 2);
    write_into(sheet, naming, &mut out);
    out
}

/// Writes a grimoire on one line, behind what is there.
pub fn write_into(sheet: &Sheet, naming: Naming, out: &mut String) {
    out.push('[');
    for (index, player) in sheet.players.iter().enumerate() {
        if index > 0 {
            out.push(' ');
        }
        write_player(player, naming, out);
    }
    out.push(']');
    write_behind_the_seats(sheet, out);
}

/// ` script{…} bluffs{…} fabled{…}`: what there is of it, each behind a space.
pub(super) fn write_behind_the_seats(sheet: &Sheet, out: &mut String) {
    if let Some(script) = &sheet.script {
        write_script(script, out);
    }
    write_bag(" bluffs{", sheet.bluffs, out);
    write_bag(" fabled{", sheet.fabled, out);
}

fn write_player(player: &Player, naming: Naming, out: &mut String) {
    let is_dead = player.life != Life::Alive;
    let is_spent = player.life == Life::Spent;
    if is_dead {
        out.push('*');
    }
    if is_spent {
        out.push_str("~~");
    }
    write_name(&player.name, out);
    out.push_str(if is_spent { "~~:" } else { ":" });
    write_known(player.character, out);
    write_tokens(&player.tokens, naming, out);
    if is_dead {
        out.push('*');
    }
}

/// A name as it is, or in quotes if it is no plain word.
pub(super) fn write_name(name: &str, out: &mut String) {
    if is_word(name) { out.push_str(name) } else { write_quoted(name, out) }
}

fn write_quoted(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        if matches!(c, '"' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out.push('"');
}

/// `?`, `chef` or `{chef empath}`.
pub(super) fn write_known(known: Known, out: &mut String) {
    match known {
        Known::Nothing => out.push('?'),
        Known::Is(character) => out.push_str(character.word()),
        Known::OneOf(characters) => {
            out.push('{');
            write_characters(characters, out);
            out.push('}');
        }
    }
}

fn write_characters(characters: CharacterSet, out: &mut String) {
    for (index, character) in characters.iter().enumerate() {
        if index > 0 {
            out.push(' ');
        }
        out.push_str(character.word());
    }
}

/// `(monk:safe,"note")`, or nothing where there is none.
pub(super) fn write_tokens(tokens: &[Token], naming: Naming, out: &mut String) {
    for (index, token) in tokens.iter().enumerate() {
        out.push(if index == 0 { '(' } else { ',' });
        write_token(token, naming, out);
    }
    if !tokens.is_empty() {
        out.push(')');
    }
}

/// `washerwoman:townsfolk`, or the Storyteller's own words in quotes.
pub(super) fn write_token(token: &Token, naming: Naming, out: &mut String) {
    match token {
        Token::Note(text) => write_quoted(text, out),
        Token::Reminder(token) => {
            let owner = token.owner();
            out.push_str(if naming == Naming::Short { owner.short_word() } else { owner.word() });
            out.push(':');
            out.push_str(token.word());
        }
    }
}

fn write_script(script: &ScriptNote, out: &mut String) {
    out.push_str(" script{");
    match script.short_name() {
        Some(short) => out.push_str(short),
        None => {
            write_quoted(&script.title, out);
            out.push(' ');
            write_characters(script.characters, out);
        }
    }
    out.push('}');
}

fn write_bag(open: &str, characters: CharacterSet, out: &mut String) {
    if !characters.is_empty() {
        out.push_str(open);
        write_characters(characters, out);
        out.push('}');
    }
}

/// Reads a grimoire from one line.
///
/// # Errors
/// Everything in it that cannot be read.
pub fn read(text: &str) -> Result<Sheet, Vec<Diagnostic>> {
    let mut sheet = Sheet::default();
    read_into(text, &mut sheet)?;
    Ok(sheet)
}

/// Reads a grimoire from one line into a sheet that may hold another one, so that its memory is used again.
///
/// # Errors
/// Everything in it that cannot be read; the sheet then holds what could be.
pub fn read_into(text: &str, sheet: &mut Sheet) -> Result<(), Vec<Diagnostic>> {
    sheet.script = None;
    (sheet.bluffs, sheet.fabled) = (CharacterSet::NONE, CharacterSet::NONE);
    let mut reader = Reader::new(text);
    reader.grimoire(sheet);
    if reader.problems.is_empty() { Ok(()) } else { Err(reader.problems) }
}

/// Reads from left to right and notes what is wrong.
pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    pub(super) problems: Vec<Diagnostic>,
    /// Tokens without an owner, which can be told when all seats are known: player, place among the tokens, place in
    /// the text.
    bare: Vec<(usize, usize, Span)>,
    /// A bit for every name so far, so that most names need not be compared.
    names: u64,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0, problems: Vec::new(), bare: Vec::new(), names: 0 }
    }

    /// Goes to a place of the text; nothing is read beyond its end.
    pub(super) fn enter(&mut self, text: &'a str, place: Span) {
        self.text = &text[..place.end];
        self.at = place.start;
    }

    /// Whether everything is read.
    pub(super) fn is_at_end(&self) -> bool {
        self.at == self.text.len()
    }

    fn grimoire(&mut self, sheet: &mut Sheet) {
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
                    if sheet.players.len() == seated {
                        sheet.players.push(Player::default());
                    }
                    self.player(&mut sheet.players, seated);
                    seated += 1;
                }
            }
        }
        sheet.players.truncate(seated);
        self.behind_the_seats(sheet);
        self.own_bare_tokens(sheet);
        if seated > Sheet::MOST {
            self.problem(too_many(seated), open);
        }
    }

    /// `*~~Name~~:character(tokens)*` into the place at `index`.
    fn player(&mut self, players: &mut [Player], index: usize) {
        let start = self.at;
        let (before, rest) = players.split_at_mut(index);
        let Some(player) = rest.first_mut() else { return };
        player.name.clear();
        player.tokens.clear();
        (player.character, player.life) = (Known::Nothing, Life::Alive);
        match self.entry(player, index) {
            Ok(name) => self.note_name(before, player, name),
            Err(problem) => {
                self.note(*problem);
                self.skip_entry(start, ']');
            }
        }
    }

    /// Reads an entry; the place of its name.
    fn entry(&mut self, player: &mut Player, index: usize) -> Result<Span, Problem> {
        let start = self.at;
        let mut is_open = self.take(b'*');
        let is_dead = is_open;
        let is_spent = self.take_struck();
        let name = self.name(&mut player.name)?;
        if is_spent && !self.take_struck() {
            return Err(self.wrong("botc/grimoire/struck", "the name is struck through up to a second `~~`"));
        }
        is_open = is_open && !self.take(b'*');
        if !self.take(b':') {
            let message = format!("`{}` has no character", player.name);
            let problem = Diagnostic::new("botc/grimoire/character", message);
            return Err(Box::new((
                problem.fix(format!("{0}:chef, or {0}:? if it is not known", player.name)),
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
                Diagnostic::new("botc/grimoire/asterisk", "the asterisk of the dead does not close");
            let entry = format!("{}*", self.text[start..self.at].trim_end());
            return Err(Box::new((problem.fix(entry), Span::new(start, start + 1))));
        }
        player.life = match (is_dead, is_spent) {
            (_, true) => Life::Spent,
            (true, false) => Life::Dead,
            (false, false) => Life::Alive,
        };
        match self.peek() {
            None | Some(b']' | b',') => Ok(name),
            Some(byte) if byte.is_ascii_whitespace() => Ok(name),
            Some(_) if self.at_space() => Ok(name),
            Some(b'*') => {
                Err(self.wrong("botc/grimoire/asterisk", "an asterisk closes here that nobody opened"))
            }
            Some(_) => Err(self.wrong("botc/grimoire/entry", "the player's entry ends before this")),
        }
    }

    /// A name, plain or in quotes, into `out`; its place.
    pub(super) fn name(&mut self, out: &mut String) -> Result<Span, Problem> {
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
    pub(super) fn known(&mut self) -> Result<Known, Problem> {
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
                let problem = Diagnostic::new("botc/grimoire/possibilities", "nobody is possible here");
                Err(Box::new((problem.fix("? if nothing is known"), open)))
            }
            (Some(only), None) => Ok(Known::Is(only)),
            _ => Ok(Known::OneOf(characters)),
        }
    }

    pub(super) fn character(&mut self) -> Result<Character, Problem> {
        let span = self.word();
        let word = &self.text[span.range()];
        if word.is_empty() {
            return Err(self.wrong("botc/grimoire/character", "a character is missing here"));
        }
        Character::read(word).ok_or_else(|| Box::new((unknown_character(word), span)))
    }

    /// `{chef empath}`: characters, each counted once, and a title in quotes where `title` takes one.
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

    /// `(a:b,c,"note")` onto the tokens of a player.
    pub(super) fn tokens(&mut self, tokens: &mut Vec<Token>, player: usize) -> Result<(), Problem> {
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
                    self.quoted(&mut note)?;
                    tokens.push(Token::Note(note));
                }
                None | Some(b'(' | b'[' | b']' | b'{' | b'}') => {
                    // What was taken for tokens may be the players behind.
                    self.problems.truncate(known_problems);
                    self.bare.truncate(known_bare);
                    self.at = open.start;
                    return Err(Box::new((unclosed("list of tokens", ')'), open)));
                }
                Some(_) => self.token(tokens, player)?,
            }
        }
    }

    fn token(&mut self, tokens: &mut Vec<Token>, player: usize) -> Result<(), Problem> {
        let start = self.at;
        let owner = self.word();
        if !self.take(b':') {
            // Some tokens have a question mark for a name.
            self.take(b'?');
            if self.at == start {
                return Err(self.wrong("botc/token/unknown", "this is no token"));
            }
            self.bare.push((player, tokens.len(), Span::new(start, self.at)));
            tokens.push(Token::Note(String::new()));
            return Ok(());
        }
        let name = self.word();
        self.take(b'?');
        let name = Span::new(name.start, self.at);
        let (owner_text, name_text) = (&self.text[owner.range()], &self.text[name.range()]);
        let known = Character::read(owner_text).and_then(|owner| ReminderToken::read(owner, name_text));
        match known {
            Some(token) => tokens.push(Token::Reminder(token)),
            None => {
                let whole = Span::new(start, self.at);
                let owners = Owners::new(CharacterSet::NONE, None);
                let problem = owners.token(&self.text[whole.range()]).err();
                self.problems.extend(problem.map(|problem| problem.at(whole)));
            }
        }
        Ok(())
    }

    /// `script{…}`, `bluffs{…}` and `fabled{…}`.
    pub(super) fn behind_the_seats(&mut self, sheet: &mut Sheet) {
        loop {
            self.skip_separators();
            if self.at == self.text.len() {
                return;
            }
            if let Err(problem) = self.labelled(sheet) {
                self.note(*problem);
                return;
            }
        }
    }

    fn labelled(&mut self, sheet: &mut Sheet) -> Result<(), Problem> {
        let label = self.word();
        let bag = |reader: &mut Self| match reader.peek() {
            Some(b'{') => reader.bag(None),
            _ => Err(reader.wrong("botc/grimoire/bag", "characters in braces are missing here")),
        };
        match &self.text[label.range()] {
            "bluffs" => sheet.bluffs = bag(self)?,
            "fabled" | "loric" => sheet.fabled = sheet.fabled.or(bag(self)?),
            "script" if self.peek() == Some(b'{') => sheet.script = Some(self.script()?),
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

    /// Finds the owners of the tokens that were written without one.
    pub(super) fn own_bare_tokens(&mut self, sheet: &mut Sheet) {
        let owners = || Owners::new(sheet.characters(), sheet.script.as_ref());
        for (player, place, token) in self.owned_bare_tokens(owners) {
            let room = sheet.players.get_mut(player).and_then(|player| player.tokens.get_mut(place));
            room.into_iter().for_each(|room| *room = Token::Reminder(token));
        }
    }

    /// The tokens that were written without an owner: player, place among the tokens, token. Owners are looked for only
    /// where there are some.
    pub(super) fn owned_bare_tokens(
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

    pub(super) fn note_name(&mut self, before: &[Player], player: &Player, span: Span) {
        let bytes = player.name.as_bytes();
        let ends = [bytes.first(), bytes.last()].map(|byte| usize::from(byte.copied().unwrap_or(0)));
        let bit = 1 << ((ends[0] + 5 * ends[1] + 11 * bytes.len()) % 64);
        if self.names & bit != 0 && before.iter().any(|known| known.name == player.name) {
            let message = format!("two players are called `{}`", player.name);
            self.problem(Diagnostic::new("botc/grimoire/name-twice", message), span);
        }
        self.names |= bit;
    }

    /// A text in quotes into `out`; its place, quotes included.
    fn quoted(&mut self, out: &mut String) -> Result<Span, Problem> {
        let start = self.at;
        let mut is_escaped = false;
        for (offset, c) in self.text[start + 1..].char_indices() {
            let span = Span::new(start, start + 1 + offset + c.len_utf8());
            match c {
                _ if c.is_control() => {
                    let problem =
                        Diagnostic::new("botc/grimoire/quotes", "a text in quotes has no control characters");
                    return Err(Box::new((problem, span)));
                }
                _ if is_escaped => {
                    is_escaped = false;
                    out.push(c);
                }
                '\\' => is_escaped = true,
                '"' => {
                    self.at = span.end;
                    return Ok(span);
                }
                _ => out.push(c),
            }
        }
        Err(Box::new((unclosed("text in quotes", '"'), Span::new(start, start + 1))))
    }

    /// The letters up to something that has a meaning.
    #[inline]
    fn word(&mut self) -> Span {
        let start = self.at;
        let bytes = self.text.as_bytes();
        let mut at = start;
        while at < bytes.len() && IS_PLAIN[usize::from(bytes[at])] {
            at += 1;
        }
        self.at = at;
        if at < bytes.len() && !bytes[at].is_ascii() {
            self.rest_of_word();
        }
        Span::new(start, self.at)
    }

    /// Goes on to the end of a word that is not of ASCII alone.
    #[cold]
    fn rest_of_word(&mut self) {
        let is_plain = |c: char| match u8::try_from(c) {
            Ok(byte) if byte.is_ascii() => IS_PLAIN[usize::from(byte)],
            _ => !c.is_whitespace() && !c.is_control(),
        };
        let rest = &self.text[self.at..];
        self.at += rest.find(|c| !is_plain(c)).unwrap_or(rest.len());
    }

    fn next_char(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    pub(super) fn take(&mut self, byte: u8) -> bool {
        let is_there = self.peek() == Some(byte);
        self.at += usize::from(is_there);
        is_there
    }

    pub(super) fn take_struck(&mut self) -> bool {
        let is_there = self.text.as_bytes()[self.at..].starts_with(b"~~");
        self.at += 2 * usize::from(is_there);
        is_there
    }

    pub(super) fn at_space(&self) -> bool {
        self.next_char().is_some_and(char::is_whitespace)
    }

    pub(super) fn skip_space(&mut self) {
        self.at = self.text.len() - self.text[self.at..].trim_start().len();
    }

    #[inline]
    pub(super) fn skip_separators(&mut self) {
        while matches!(self.peek(), Some(b' ' | b',')) {
            self.at += 1;
        }
        if self.peek().is_some_and(|byte| byte.is_ascii_whitespace() || byte >= 128) {
            let is_separator = |c: char| c.is_whitespace() || c == ',';
            self.at = self.text.len() - self.text[self.at..].trim_start_matches(is_separator).len();
        }
    }

    /// Goes on behind an entry that could not be read: at the next white space outside its parentheses, or at the first one
    /// if they do not close; at the bracket that closes the whole, too.
    pub(super) fn skip_entry(&mut self, start: usize, close: char) {
        let rest = &self.text[self.at.max(start)..];
        let from = self.at.max(start);
        let mut depth = 0_usize;
        let mut first = None;
        for (offset, c) in rest.char_indices() {
            match c {
                '(' | '{' => depth += 1,
                _ if c.is_whitespace() || c == close => {
                    first = first.or(Some(from + offset));
                    if depth == 0 {
                        self.at = from + offset;
                        return;
                    }
                    depth -= usize::from(c == '}');
                }
                ')' | '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        self.at = first.unwrap_or(self.text.len());
    }

    /// The character that stands here.
    pub(super) fn here(&self) -> Span {
        Span::new(self.at, self.at + self.next_char().map_or(0, char::len_utf8))
    }

    pub(super) fn wrong(&self, id: &'static str, message: &str) -> Problem {
        Box::new((Diagnostic::new(id, message), self.here()))
    }

    pub(super) fn note(&mut self, (problem, span): (Diagnostic, Span)) {
        self.problem(problem, span);
    }

    pub(super) fn problem(&mut self, problem: Diagnostic, span: Span) {
        self.problems.push(problem.at(span));
    }
}

/// What is wrong and where; boxed, since almost always there is none.
pub(super) type Problem = Box<(Diagnostic, Span)>;

/// More players than a table has.
pub(super) fn too_many(players: usize) -> Diagnostic {
    let message = format!("{players} players are more than a table has, which is {}", Sheet::MOST);
    Diagnostic::new("botc/grimoire/seats", message)
}

/// Something that is open to the end.
pub(super) fn unclosed(what: &str, with: char) -> Diagnostic {
    Diagnostic::new("botc/grimoire/unclosed", format!("this {what} is not closed with `{with}`"))
}

/// A name that no character has, and whom it may mean.
pub(super) fn unknown_character(word: &str) -> Diagnostic {
    let problem = Diagnostic::new("botc/grimoire/character", format!("nobody is called `{word}`"));
    let lower = word.to_lowercase();
    match nearest(&lower, Character::all().map(Character::word)) {
        Some(near) => problem.fix(near),
        None => problem,
    }
}

/// Which bytes of ASCII mean nothing but themselves.
const IS_PLAIN: [bool; 256] = {
    let mut plain = [false; 256];
    let mut byte = b'!';
    while byte < 127 {
        plain[byte as usize] = !matches!(
            byte,
            b'[' | b']' | b'{' | b'}' | b'(' | b')' | b'*' | b'~' | b':' | b',' | b'"' | b'?'
        );
        byte += 1;
    }
    plain
};

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, written: &str) {
        let sheet = read(text).unwrap_or_else(|problems| panic!("{text}: {problems:?}"));
        assert_eq!(write(&sheet, Naming::Long), written, "{text}");
        assert_eq!(read(written).as_ref(), Ok(&sheet), "{text}");
        assert_eq!(read(&write(&sheet, Naming::Short)), Ok(sheet), "{text}");
    }

    #[test]
    fn what_is_written_one_way_is_read_and_written_the_same() {
        for text in [
            "[]",
            "[Alice:baron Bob:imp Charlie:butler]",
            "[Alice:baron(washerwoman:townsfolk,poisoner:poisoned) Bob:imp Charlie:butler(drunk:is_the_drunk)]",
            "[Alice:baron(poisoner:poisoned) *Bob:imp* Charlie:butler(drunk:is_the_drunk)]",
            "[Alice:baron *~~Bob~~:imp* Charlie:butler(drunk:is_the_drunk)]",
            "[Alice:baron *Bob:imp* *~~Charlie~~:butler(drunk:is_the_drunk)* Dave:washerwoman *~~Eve~~:poisoner*]",
            "[*Alice:baron* *~~Bob~~:imp* *Charlie:butler* *~~Dave~~:washerwoman*]",
            "[Alice:? *Bob:{chef empath}* Zoë:amnesiac(amnesiac:?)]",
            r#"["Mary Ann":chef("mad, \"very\" (2)") "":imp]"#,
            "[Ann:imp] script{snv} bluffs{artist clockmaker mutant} fabled{angel}",
            r#"[Ann:imp] script{"Ours: {1}" chef imp}"#,
        ] {
            check(text, text);
        }
    }

    #[test]
    fn much_is_read_that_is_not_written() {
        let table = [
            (" [ Alice:Baron,\n Bob:IMP ] ", "[Alice:baron Bob:imp]"),
            ("[*Bob*:imp]", "[*Bob:imp*]"),
            ("[*~~Bob~~*:*imp*]", "[*~~Bob~~:imp*]"),
            ("[~~Bob~~:imp]", "[*~~Bob~~:imp*]"),
            ("[*Bob:imp*(poisoned)]", "[*Bob:imp(poisoner:poisoned)*]"),
            ("[Bob:fortuneteller() Cy:{imp}]", "[Bob:fortune_teller Cy:imp]"),
            (
                "[Bob:ww(ww:townsfolk, lib:wrong  dr:is_the_drunk)]",
                "[Bob:washerwoman(washerwoman:townsfolk,librarian:wrong,drunk:is_the_drunk)]",
            ),
            (
                "[Bob:librarian(wrong) Cy:imp(drunk)]",
                "[Bob:librarian(librarian:wrong) Cy:imp(drunk:is_the_drunk)]",
            ),
            ("[Bob:pukka(poisoned)]", "[Bob:pukka(pukka:poisoned)]"),
            ("[Bob:?(grandchild)] script{bmr}", "[Bob:?(grandmother:grandchild)] script{bmr}"),
        ];
        for (text, written) in table {
            check(text, written);
        }
    }

    #[test]
    fn every_problem_is_told_with_its_place() {
        let table: &[(&str, &[(&str, &str)])] = &[
            ("", &[("botc/grimoire/bracket", "")]),
            ("Alice:chef", &[("botc/grimoire/bracket", "A")]),
            ("[Alice:chef", &[("botc/grimoire/unclosed", "[")]),
            (
                "[Alice Bob:chf :imp]",
                &[
                    ("botc/grimoire/character", "Alice"),
                    ("botc/grimoire/character", "chf"),
                    ("botc/grimoire/name", ":"),
                ],
            ),
            (
                "[*Bob:imp Cy:chef* Dee:chef()()]",
                &[
                    ("botc/grimoire/asterisk", "*"),
                    ("botc/grimoire/asterisk", "*"),
                    ("botc/grimoire/entry", "("),
                ],
            ),
            (
                "[Al:virgin(no_ability) Bo:slayer(x:y,monk:z,nope)]",
                &[
                    ("botc/token/owner", "x:y"),
                    ("botc/token/unknown", "monk:z"),
                    ("botc/token/ambiguous", "no_ability"),
                    ("botc/token/unknown", "nope"),
                ],
            ),
            ("[Al:virgin(monk:safe Bo:imp]", &[("botc/grimoire/unclosed", "(")]),
            ("[Al:virgin(poisoned Bo:{chef imp}]", &[("botc/grimoire/unclosed", "(")]),
            (
                "[Al:virgin(poisoned Bo]",
                &[("botc/grimoire/unclosed", "("), ("botc/grimoire/character", "Bo")],
            ),
            (
                "[Al:imp Al:chef ~~Bo:imp \"C:imp]",
                &[
                    ("botc/grimoire/name-twice", "Al"),
                    ("botc/grimoire/struck", ":"),
                    ("botc/grimoire/unclosed", "\""),
                ],
            ),
            (
                "[Al:{} Bo:{chef Cy:imp]",
                &[("botc/grimoire/possibilities", "{"), ("botc/grimoire/unclosed", "{")],
            ),
            ("[A\u{80}l:imp]", &[("botc/grimoire/character", "A")]),
            ("[Al:imp] and more", &[("botc/grimoire/more", "and more")]),
        ];
        for (text, problems) in table {
            let found = read(text).expect_err(text);
            let found: Vec<(&str, &str)> = found
                .iter()
                .map(|problem| (problem.id, &text[problem.span.expect("a place").range()]))
                .collect();
            assert_eq!(&found, problems, "{text}");
        }
    }
}
