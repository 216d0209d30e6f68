//! The reader; the header of [`super`] says what it accepts.

use std::collections::{BTreeMap, BTreeSet};

use gaslamp_core::{Diagnostic, Seat, Span};

use super::{FILLED_DECK, FILLER, GROUP, ZONES};
use crate::cards::{Card, CardCopy, nearest};
use crate::deck::MOST_CARDS;
use crate::notation::terms;
use crate::rules::happening::Happening;
use crate::rules::piece::{CardId, PLAYERS, Piece, SEATS, player_name, player_named_in_any_case};
use crate::rules::position::{
    Cause, ComingDamage, EffectTarget, Frame, InSlot, LastKnown, LastingEffect, OnceATurn, Player, Position,
    Seen, Stage, Status, Trigger, Used, Zone,
};
use crate::text::quote;

/// For how many unknown names suggestions are made.
const MOST_SUGGESTED: usize = 50;

/// The first words of statements that are not about one player.
const SITUATION: [&str; 10] =
    ["turn", "bag", "past", "effect", "trigger", "frame", "left", "damage", "struck", "ask"];

/// The status of a card in parentheses; flags with `=` take a value.
const FLAGS: [&str; 11] = [
    "exerted",
    "ready",
    "drying",
    "dry",
    "facedown",
    "temporary",
    "damage=",
    "depth=",
    "used=",
    "at=",
    "of=",
];

/// Reads a board. The result is a claim: whether it follows the rules is checked elsewhere.
///
/// # Errors
/// Everything that cannot be read.
pub fn read(text: &str) -> Result<Position, Vec<Diagnostic>> {
    let mut reader = Reader::default();
    for statement in statements(text) {
        reader.statement(&statement);
    }
    let position = reader.position();
    if reader.problems.is_empty() { Ok(position) } else { Err(reader.problems) }
}

/// A part of the text and where it begins.
#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    start: usize,
}

impl<'a> Word<'a> {
    const fn span(self) -> Span {
        Span::new(self.start, self.start + self.text.len())
    }

    fn is(self, word: &str) -> bool {
        self.text.eq_ignore_ascii_case(word)
    }

    fn from(self, at: usize) -> Self {
        Self { text: &self.text[at..], start: self.start + at }
    }

    fn until(self, at: usize) -> Self {
        Self { text: &self.text[..at], ..self }
    }

    /// The same without surrounding blanks.
    fn trimmed(self) -> Self {
        let rest = self.from(self.text.len() - self.text.trim_start().len());
        rest.until(rest.text.trim_end().len())
    }

    /// The parts between separators.
    fn split(self, separator: impl Fn(char) -> bool) -> Vec<Self> {
        let mut parts = Vec::new();
        let mut begin = 0;
        for (at, c) in self.text.char_indices() {
            if separator(c) {
                parts.push(self.until(at).from(begin));
                begin = at + c.len_utf8();
            }
        }
        parts.push(self.from(begin));
        parts
    }

    /// The rest after a prefix, if the word begins with it, in any case.
    fn strip_prefix(self, prefix: &str) -> Option<Self> {
        let head = self.text.get(..prefix.len())?;
        head.eq_ignore_ascii_case(prefix).then(|| self.from(prefix.len()))
    }
}

/// The statements of a text, each with at least one word.
fn statements(text: &str) -> Vec<Vec<Word<'_>>> {
    let text = Word { text, start: 0 };
    let lines = text.split(|c| matches!(c, '\n' | '\r')).into_iter().map(without_comment);
    let statements = lines.flat_map(|line| line.split(|c| c == ';'));
    statements.map(words_of).filter(|words| !words.is_empty()).collect()
}

/// References to abilities contain `#` too, but never at the beginning of a word.
fn without_comment(line: Word<'_>) -> Word<'_> {
    let begins_word = |at: usize| line.text[..at].chars().next_back().is_none_or(|c| is_blank(c) || c == ';');
    let comment = line.text.match_indices('#').find(|&(at, _)| begins_word(at));
    comment.map_or(line, |(at, _)| line.until(at))
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

/// The words of a statement; blanks in parentheses do not end one.
fn words_of(statement: Word<'_>) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let (mut begin, mut is_inside) = (0, false);
    for (at, c) in statement.text.char_indices() {
        is_inside = (is_inside || c == '(') && c != ')';
        if is_blank(c) && !is_inside {
            words.push(statement.until(at).from(begin));
            begin = at + c.len_utf8();
        }
    }
    words.push(statement.from(begin).trimmed());
    words.retain(|word| !word.text.is_empty());
    words
}

/// A card as it was written.
struct Placed<'a> {
    owner: Seat,
    card: Card,
    copy: Option<u16>,
    status: Status,
    used: Vec<OnceATurn>,
    depth: Option<u8>,
    at: Option<Word<'a>>,
    of: Option<Word<'a>>,
    span: Option<Span>,
}

impl Placed<'_> {
    fn new(owner: Seat, card: Card, zone: Zone) -> Self {
        let status = Status { zone, ..Status::default() };
        Self {
            owner,
            card,
            copy: None,
            status,
            used: Vec::new(),
            depth: None,
            at: None,
            of: None,
            span: None,
        }
    }

    /// Whether it is at a location or under a card.
    const fn is_attached(&self) -> bool {
        self.at.is_some() || self.of.is_some() || self.depth.is_some()
    }
}

#[derive(Default)]
struct Reader<'a> {
    problems: Vec<Diagnostic>,
    placed: Vec<Placed<'a>>,
    has_deck: [bool; PLAYERS],
    players: [Player; PLAYERS],
    /// Statements that can be read only once all cards are known.
    later: Vec<Vec<Word<'a>>>,
}

impl<'a> Reader<'a> {
    fn problem(&mut self, id: &'static str, message: impl Into<String>, span: impl Into<Option<Span>>) {
        self.problems.push(Diagnostic::new(id, message).at(span));
    }

    fn statement(&mut self, words: &[Word<'a>]) {
        let [first, rest @ ..] = words else { return };
        if let Some(player) = player_named_in_any_case(first.text) {
            return self.player(player, *first, rest);
        }
        if SITUATION.iter().any(|word| first.is(word)) {
            return self.later.push(words.to_vec());
        }
        let message = format!("a line cannot begin with `{}`", quote(first.text));
        let problem = Diagnostic::new("lorcana/board/line", message).at(first.span());
        self.problems.push(problem.fix(format!("p1, p2, {}", SITUATION.join(", "))));
    }

    fn player(&mut self, owner: Seat, first: Word<'a>, rest: &[Word<'a>]) {
        let Some((what, cards)) = rest.split_first() else {
            return self.problem(
                "lorcana/board/player",
                "the line says nothing about the player",
                first.span(),
            );
        };
        let is_named = |&&(name, _): &&(&str, Zone)| what.is(name) || name == "ink" && what.is("inkwell");
        let Some(&(_, zone)) = ZONES.iter().find(is_named) else {
            return self.standing(owner, rest);
        };
        self.has_deck[owner.index()] |= zone == Zone::Deck;
        for &word in cards {
            if word.text.starts_with(|c: char| c.is_ascii_digit()) && is_count(word.text) {
                self.filler(owner, zone, word);
            } else {
                self.place(owner, zone, word);
            }
        }
    }

    /// `lore 3 inked 1 tokens 2 altered 1`.
    fn standing(&mut self, owner: Seat, mut rest: &[Word<'a>]) {
        while let [what, after @ ..] = rest {
            let player = &mut self.players[owner.index()];
            let field = match what.text.to_ascii_lowercase().as_str() {
                "lore" => &mut player.lore,
                "inked" => &mut player.inked,
                "tokens" => &mut player.ink_tokens,
                "altered" => &mut player.altered,
                _ => {
                    let message = format!("`{}` is not a property of a player", quote(what.text));
                    let problem = Diagnostic::new("lorcana/board/player", message).at(what.span());
                    return self.problems.push(
                        problem.fix("lore, inked, tokens, altered, hand, play, under, ink, discard or deck"),
                    );
                }
            };
            let Some((number, next)) = after.split_first() else {
                let message = format!("a number is missing after `{}`", what.text);
                return self.problem("lorcana/board/number", message, what.span());
            };
            match number.text.parse() {
                Ok(number) => *field = number,
                Err(_) => self.problem("lorcana/board/number", no_number(*number), number.span()),
            }
            rest = next;
        }
    }

    fn unknown_card(&mut self, word: Word<'a>) {
        let message = format!("unknown card `{}`", quote(word.text));
        let mut problem = Diagnostic::new("lorcana/board/unknown-card", message).at(word.span());
        let is_suggested = self.problems.len() < MOST_SUGGESTED;
        if let Some(near) = nearest(word.text, 1).first().filter(|_| is_suggested) {
            problem = problem.fix(format!("`{}`", near.key()));
        }
        self.problems.push(problem);
    }

    /// `6`, or `6/4` in the inkwell.
    fn filler(&mut self, owner: Seat, zone: Zone, word: Word<'a>) {
        let (all, ready) =
            word.text.split_once('/').map_or((word.text, None), |(all, ready)| (all, Some(ready)));
        let Some(all) = all.parse().ok().filter(|&all: &usize| all <= MOST_CARDS) else {
            return self.problem("lorcana/board/number", no_number(word), word.span());
        };
        let ready = match ready.map(str::parse) {
            None => all,
            Some(Ok(ready)) if ready <= all && zone == Zone::Inkwell => ready,
            Some(_) => return self.problem("lorcana/board/number", no_number(word), word.span()),
        };
        if self.placed.len() + all > PLAYERS * MOST_CARDS {
            return self.problem("lorcana/board/too-many", "there are too many cards", word.span());
        }
        for place in 0..all {
            let mut placed = Placed::new(owner, FILLER, zone);
            placed.status.exerted = place >= ready;
            placed.span = Some(word.span());
            self.placed.push(placed);
        }
    }

    /// `key.a(exerted,damage=2)`.
    fn place(&mut self, owner: Seat, zone: Zone, word: Word<'a>) {
        let (name, flags) = match word.text.find('(') {
            Some(at) => (word.until(at), Some(word.from(at + 1))),
            None => (word, None),
        };
        if self.placed.len() >= PLAYERS * MOST_CARDS {
            return self.problem("lorcana/board/too-many", "there are too many cards", word.span());
        }
        let Some((card, copy)) = read_card(name.text) else {
            return self.unknown_card(name);
        };
        let mut placed = Placed::new(owner, card, zone);
        (placed.copy, placed.span) = (copy, Some(name.span()));
        if let Some(flags) = flags {
            match flags.text.strip_suffix(')') {
                Some(inside) => self.flags(flags.until(inside.len()), &mut placed),
                None => {
                    self.problem(
                        "lorcana/board/parenthesis",
                        "this parenthesis is never closed",
                        flags.span(),
                    );
                }
            }
        }
        self.placed.push(placed);
    }

    fn flags(&mut self, inside: Word<'a>, placed: &mut Placed<'a>) {
        for flag in split_flags(inside) {
            if self.flag(flag, placed).is_none() {
                let message = format!("`{}` is not a property of a card", quote(flag.text));
                let problem = Diagnostic::new("lorcana/board/flag", message).at(flag.span());
                self.problems.push(problem.fix(format!("one of {}", FLAGS.join(", "))));
            }
        }
    }

    fn flag(&mut self, flag: Word<'a>, placed: &mut Placed<'a>) -> Option<()> {
        let status = &mut placed.status;
        match flag.text.to_ascii_lowercase().as_str() {
            "exerted" => status.exerted = true,
            "drying" => status.drying = true,
            "ready" | "dry" => {}
            "facedown" => status.facedown = true,
            "temporary" => status.temporary = true,
            _ => {
                if let Some(number) = flag.strip_prefix("damage=") {
                    status.damage = number.text.parse().ok()?;
                } else if let Some(number) = flag.strip_prefix("depth=") {
                    placed.depth = Some(number.text.parse().ok()?);
                } else if let Some(card) = flag.strip_prefix("at=") {
                    placed.at = Some(card);
                } else if let Some(card) = flag.strip_prefix("of=") {
                    placed.of = Some(card);
                } else {
                    let used = flag.strip_prefix("used=")?.text.to_ascii_lowercase().replace('+', " ");
                    placed.used = terms::read_used(&used, placed.card).ok()?;
                }
            }
        }
        Some(())
    }

    /// The position that has been read, as far as it could be.
    fn position(&mut self) -> Position {
        for seat in SEATS {
            if !self.has_deck[seat.index()] {
                self.placed.extend((0..FILLED_DECK).map(|_| Placed::new(seat, FILLER, Zone::Deck)));
            }
        }
        let pieces = self.pieces();
        let mut sorted = pieces.clone();
        sorted.sort_unstable();
        let mut position = Position::new(sorted.into());
        (position.turn, position.stage, position.players) =
            (1, Stage::Main, std::mem::take(&mut self.players));
        let all = std::mem::take(&mut self.placed);
        for (placed, piece) in all.iter().zip(&pieces) {
            Self::put(&mut position, placed, *piece);
        }
        for (placed, piece) in all.iter().zip(&pieces).filter(|(placed, _)| placed.is_attached()) {
            self.attach(&mut position, placed, *piece);
        }
        position.decks.iter_mut().for_each(|deck| deck.reverse());
        position.used.sort_unstable();
        let mut bag_of = None;
        for words in std::mem::take(&mut self.later) {
            self.situation(&mut position, &mut bag_of, &words);
        }
        position.bag_of = bag_of.unwrap_or(position.active);
        position
    }

    /// The copy of each card, in the order of reading. Copies that are named are taken first; a copy that is named
    /// twice is dropped.
    fn pieces(&mut self) -> Vec<Piece> {
        let mut used = BTreeSet::new();
        let mut twice = Vec::new();
        self.placed.retain(|placed| {
            let Some(copy) = placed.copy else { return true };
            let piece = Piece { owner: placed.owner, copy: CardCopy { card: placed.card, copy } };
            let is_new = used.insert(piece);
            if !is_new {
                twice.push((piece, placed.span));
            }
            is_new
        });
        for (piece, span) in twice {
            self.problem("lorcana/board/twice", format!("{piece} cannot be in two places"), span);
        }
        let mut lowest: BTreeMap<(Seat, Card), u16> = BTreeMap::new();
        let mut pieces = Vec::with_capacity(self.placed.len());
        for &Placed { owner, card, copy, .. } in &self.placed {
            let next = lowest.entry((owner, card)).or_default();
            let piece = |copy| Piece { owner, copy: CardCopy { card, copy } };
            let copy = copy.unwrap_or_else(|| {
                while used.contains(&piece(*next)) {
                    *next += 1;
                }
                *next += 1;
                *next - 1
            });
            pieces.push(piece(copy));
        }
        pieces
    }

    /// Sets the status of a card, except for the cards it is at and under.
    fn put(position: &mut Position, placed: &Placed<'a>, piece: Piece) {
        let Ok(index) = position.pieces.binary_search(&piece) else { return };
        position.cards[index] = placed.status;
        let card = CardId::new(index);
        position.used.extend(placed.used.iter().map(|&ability| Used { card, ability }));
        if placed.status.zone == Zone::Deck {
            position.decks[placed.owner.index()].push(CardId::new(index));
        }
    }

    /// Sets the location of a card, the card it is under, and its depth.
    fn attach(&mut self, position: &mut Position, placed: &Placed<'a>, piece: Piece) {
        let Ok(index) = position.pieces.binary_search(&piece) else { return };
        let place = placed.at.and_then(|word| self.card(position, word, Some(placed.owner)));
        let top = placed.of.and_then(|word| self.card(position, word, Some(placed.owner)));
        let depth = placed.depth.unwrap_or_else(|| top.map_or(0, |top| next_depth(position, top)));
        let status = &mut position.cards[index];
        (status.location, status.under, status.depth) = (place, top, depth);
    }

    /// A card of this board, which may be named without player and copy.
    fn card(&mut self, position: &Position, word: Word<'a>, owner: Option<Seat>) -> Option<CardId> {
        let named = SEATS.into_iter().find_map(|seat| {
            let rest = word.strip_prefix(player_name(seat))?.strip_prefix(".")?;
            Some((Some(seat), rest))
        });
        let (owner, name) = named.unwrap_or((owner, word));
        let Some((card, copy)) = read_card(name.text) else {
            self.unknown_card(name);
            return None;
        };
        let fits = |piece: &Piece| {
            piece.card() == card
                && owner.is_none_or(|owner| owner == piece.owner)
                && copy.is_none_or(|copy| copy == piece.copy.copy)
        };
        let found: Vec<CardId> = (0..position.pieces.len())
            .filter(|&index| fits(&position.pieces[index]))
            .map(CardId::new)
            .collect();
        let first =
            found.iter().min_by_key(|id| (position.cards[id.index()].zone != Zone::Play, **id)).copied();
        let owner_of = |id: &CardId| position.pieces[id.index()].owner;
        if first.is_none() {
            let message = format!("`{}` is not on this board", quote(word.text));
            self.problem("lorcana/board/not-here", message, word.span());
        } else if found.iter().any(|id| Some(owner_of(id)) != first.as_ref().map(owner_of)) {
            let message = format!("both players have `{}`", quote(word.text));
            let problem = Diagnostic::new("lorcana/board/whose", message).at(word.span());
            self.problems.push(problem.fix("write p1. or p2. before it"));
            return None;
        }
        first
    }

    /// The statements that are not about one player: the turn and what is going on.
    fn situation(&mut self, position: &mut Position, bag_of: &mut Option<Seat>, words: &[Word<'a>]) {
        let [first, rest @ ..] = words else { return };
        match first.text.to_ascii_lowercase().as_str() {
            "turn" => self.turn(position, *first, rest),
            "bag" => {
                let player = self.parts(*first, rest, &[]).and_then(|parts| self.one(&parts, ""));
                *bag_of = player.and_then(|word| self.seat(word)).or(*bag_of);
            }
            "past" => {
                let past = self.past(position, *first, rest);
                position.history.extend(past);
            }
            "effect" => {
                let effect = self.effect(position, *first, rest);
                position.effects.extend(effect);
            }
            "trigger" => {
                let trigger = self.trigger(position, *first, rest);
                position.bag.extend(trigger);
            }
            "frame" => {
                let frame = self.frame(position, *first, rest);
                position.frames.extend(frame);
            }
            "left" => {
                let known = self.last_known(position, *first, rest);
                position.left.extend(known);
                position.left.sort_by_key(|known| known.card);
            }
            "damage" => {
                let damage = self.coming(position, *first, rest);
                position.coming.extend(damage);
            }
            "struck" => {
                let struck = rest.iter().filter_map(|&word| self.card(position, word, None));
                position.struck = struck.collect();
                position.struck.sort_unstable();
            }
            _ => {
                position.pending =
                    self.spelled(position, *first, rest, terms::read_pending).or(position.pending);
            }
        }
    }

    /// `5 p1 main`.
    fn turn(&mut self, position: &mut Position, first: Word<'a>, rest: &[Word<'a>]) {
        let [number, player, stage @ ..] = rest else {
            let problem = Diagnostic::new("lorcana/board/turn", "the turn is incomplete").at(first.span());
            return self.problems.push(problem.fix("such as `turn 1 p1 main`"));
        };
        position.turn = self.number(*number).unwrap_or(position.turn);
        position.active = self.seat(*player).unwrap_or(position.active);
        if !stage.is_empty() {
            position.stage =
                self.spelled(position, first, stage, terms::read_stage).unwrap_or(position.stage);
        }
    }

    /// Terms of `super::terms` whose words after the first are cards, which are written out in full.
    fn spelled<T>(
        &mut self,
        position: &Position,
        first: Word<'a>,
        words: &[Word<'a>],
        read: fn(&str, &[Piece]) -> Result<T, Diagnostic>,
    ) -> Option<T> {
        let mut text = words.first().map_or_else(String::new, |word| word.text.to_ascii_lowercase());
        for &word in words.iter().skip(1) {
            text.push(' ');
            if word.text.bytes().all(|byte| byte.is_ascii_digit()) {
                text += word.text;
            } else {
                let card = self.card(position, word, None)?;
                text += &terms::piece_name(card, &position.pieces);
            }
        }
        let place = words.first().map_or(first.span(), |word| {
            Span::new(word.start, words.last().map_or(word.start, |last| last.span().end))
        });
        read(&text, &position.pieces).map_err(|problem| self.problems.push(problem.at(place))).ok()
    }

    /// `played p1 card p1.x.a other p1.y.a number 1`.
    fn past(&mut self, position: &Position, first: Word<'a>, rest: &[Word<'a>]) -> Option<Happening> {
        let parts = self.parts(first, rest, &["card", "other", "number"])?;
        let [what, player] = parts.all("") else {
            let place = parts.all("").get(2).map_or(first.span(), |word| word.span());
            let problem = Diagnostic::new("lorcana/board/part", "an event and a player are needed first");
            self.problems.push(problem.at(place).fix("such as `past played p1`"));
            return None;
        };
        let kind = self.read(*what, terms::read_what);
        let player = self.seat(*player);
        let card = self.maybe_card(position, &parts, "card");
        let other = self.maybe_card(position, &parts, "other");
        let number = self.number_of(&parts, "number");
        Some(Happening { what: kind?, player: player?, card: card?, other: other?, number: number? })
    }

    /// `resist+1 on p1.x.a by p1.y.a until end-of-turn about p2.z.a`.
    fn effect(&mut self, position: &Position, first: Word<'a>, rest: &[Word<'a>]) -> Option<LastingEffect> {
        let parts = self.parts(first, rest, &["on", "by", "until", "about"])?;
        let modifier = self.word(&parts, "", terms::read_modifier);
        let on = self.one(&parts, "on").and_then(|word| match player_named_in_any_case(word.text) {
            Some(seat) => Some(EffectTarget::Player(seat)),
            None if word.is(GROUP) => Some(EffectTarget::Group),
            None => self.card(position, word, None).map(EffectTarget::Card),
        });
        let source = self.one(&parts, "by").and_then(|word| self.card(position, word, None));
        let until = self.word(&parts, "until", terms::read_until);
        let about = self.maybe_card(position, &parts, "about");
        Some(LastingEffect { source: source?, on: on?, modifier: modifier?, until: until?, about: about? })
    }

    /// What an ability remembers of an event: `subject p1.x.a other p2.z.a player p2 number 3 at 12 about p2.z.a`.
    fn cause(&mut self, position: &Position, parts: &Parts<'a>) -> Option<Cause> {
        let [subject, other, about] =
            ["subject", "other", "about"].map(|name| self.maybe_card(position, parts, name));
        let player = if parts.has("player") {
            self.one(parts, "player").and_then(|word| self.seat(word)).map(Some)
        } else {
            Some(None)
        };
        let (number, at) = (self.number_of(parts, "number"), self.number_of(parts, "at"));
        Some(Cause {
            subject: subject?,
            other: other?,
            player: player?,
            number: number?,
            at: at?,
            about: about?,
        })
    }

    /// `p1 by p1.y.a code y#0` and the event.
    fn trigger(&mut self, position: &Position, first: Word<'a>, rest: &[Word<'a>]) -> Option<Trigger> {
        const PARTS: [&str; 8] = ["by", "code", "subject", "other", "player", "number", "at", "about"];
        let parts = self.parts(first, rest, &PARTS)?;
        let by = self.one(&parts, "").and_then(|word| self.seat(word));
        let source = self.one(&parts, "by").and_then(|word| self.card(position, word, None));
        let ability = self.word(&parts, "code", terms::read_ability);
        let cause = self.cause(position, &parts);
        Some(Trigger { controller: by?, source: source?, ability: ability?, cause: cause? })
    }

    /// The same and `step 2 slots 0:p1.x.a those p1.x.a named x result -2 loops 3 1 tries 5 failed 1 accepted done 1
    /// left p2.z.a`.
    fn frame(&mut self, position: &Position, first: Word<'a>, rest: &[Word<'a>]) -> Option<Frame> {
        const PARTS: [&str; 18] = [
            "by",
            "code",
            "step",
            "subject",
            "other",
            "player",
            "at",
            "slots",
            "those",
            "named",
            "result",
            "loops",
            "tries",
            "failed",
            "accepted",
            "to-bottom",
            "done",
            "left",
        ];
        let parts = self.parts(first, rest, &PARTS)?;
        let by = self.one(&parts, "").and_then(|word| self.seat(word));
        let source = self.one(&parts, "by").and_then(|word| self.card(position, word, None));
        let ability = self.word(&parts, "code", terms::read_ability);
        let step = self.number_of(&parts, "step");
        let cause = self.cause(position, &parts);
        let slots: Vec<Option<InSlot>> =
            parts.all("slots").iter().map(|&word| self.slot(position, word)).collect();
        let [those, left] = ["those", "left"].map(|name| self.cards(position, &parts, name));
        let named = self.named(&parts);
        let result = self.number_of(&parts, "result");
        let loops: Vec<Option<u8>> = parts.all("loops").iter().map(|&word| self.number(word)).collect();
        let [tries, failed] = ["tries", "failed"].map(|name| self.number_of(&parts, name));
        let accepted = self.flag_of(&parts, "accepted");
        let to_bottom = self.flag_of(&parts, "to-bottom");
        let done = self.number_of(&parts, "done");
        let Cause { subject, other, player, at, .. } = cause?;
        Some(Frame {
            controller: by?,
            source: source?,
            ability: ability?,
            step: step?,
            subject,
            other,
            player,
            at,
            slots: slots.into_iter().collect::<Option<_>>()?,
            those: those?,
            named: named?,
            result: result?,
            loops: loops.into_iter().collect::<Option<_>>()?,
            tries: tries?,
            failed: failed?,
            accepted: accepted?,
            to_bottom: to_bottom?,
            done: done?,
            left: left?,
        })
    }

    /// `1:p2.z.a:moved:owner`.
    fn slot(&mut self, position: &Position, word: Word<'a>) -> Option<InSlot> {
        let Some(at) = word.text.find(':') else {
            let message = format!("`{}` is not a slot and a card", quote(word.text));
            let problem = Diagnostic::new("lorcana/board/slot", message).at(word.span());
            self.problems.push(problem.fix("such as 0:p1.tipo_growing_son.a"));
            return None;
        };
        let mut rest = word.from(at + 1);
        let (mut moved, mut seen) = (false, Seen::Open);
        while let Some(at) = rest.text.rfind(':') {
            let flag = rest.from(at + 1);
            if flag.is("moved") {
                moved = true;
            } else {
                seen = self.read(flag, terms::read_seen)?;
            }
            rest = rest.until(at);
        }
        let (slot, card) = (self.number(word.until(at)), self.card(position, rest, None));
        Some(InSlot { slot: slot?, card: card?, moved, seen })
    }

    /// The card whose name was named.
    #[allow(clippy::option_option)]
    fn named(&mut self, parts: &Parts<'a>) -> Option<Option<Card>> {
        if !parts.has("named") {
            return Some(None);
        }
        let word = self.one(parts, "named")?;
        let card = Card::read(word.text);
        if card.is_none() {
            self.unknown_card(word);
        }
        card.map(Some)
    }

    /// `p1.x.a strength 3 willpower 4 lore 1 damage 2 under 1`.
    fn last_known(&mut self, position: &Position, first: Word<'a>, rest: &[Word<'a>]) -> Option<LastKnown> {
        let parts = self.parts(first, rest, &["strength", "willpower", "lore", "damage", "under"])?;
        let card = self.one(&parts, "").and_then(|word| self.card(position, word, None));
        let strength = self.one(&parts, "strength").and_then(|word| self.number(word));
        let [willpower, lore] = ["willpower", "lore"].map(|name| self.number_of(&parts, name));
        let [damage, under] = ["damage", "under"].map(|name| self.number_of(&parts, name));
        Some(LastKnown {
            card: card?,
            strength: strength?,
            willpower: willpower?,
            lore: lore?,
            damage: damage?,
            under: under?,
        })
    }

    /// `dealt 2 on p1.x.a by p2.y.a past p1.z.a`.
    fn coming(&mut self, position: &Position, first: Word<'a>, rest: &[Word<'a>]) -> Option<ComingDamage> {
        let parts = self.parts(first, rest, &["dealt", "put", "on", "by", "past"])?;
        let dealt = parts.all("put").is_empty();
        let by = self.one(&parts, if dealt { "dealt" } else { "put" }).and_then(|word| self.number(word));
        let card = self.one(&parts, "on").and_then(|word| self.card(position, word, None));
        let source = self.one(&parts, "by").and_then(|word| self.card(position, word, None));
        let mut past = self.cards(position, &parts, "past")?;
        past.sort_unstable();
        Some(ComingDamage { card: card?, by: by?, dealt, source: source?, past })
    }

    /// The words of a statement, each list after the name of its part; words before the first name have none.
    fn parts(&mut self, first: Word<'a>, rest: &[Word<'a>], names: &[&'static str]) -> Option<Parts<'a>> {
        let mut parts = Parts { first, lists: vec![("", Vec::new())] };
        for &word in rest {
            if let Some(name) = names.iter().find(|name| word.is(name)) {
                if parts.lists.iter().any(|(known, _)| known == name) {
                    self.problem("lorcana/board/part", format!("`{name}` is given twice"), word.span());
                    return None;
                }
                parts.lists.push((name, Vec::new()));
            } else if let Some((_, list)) = parts.lists.last_mut() {
                list.push(word);
            }
        }
        Some(parts)
    }

    /// The only word of a part.
    fn one(&mut self, parts: &Parts<'a>, name: &str) -> Option<Word<'a>> {
        if let [word] = parts.all(name) {
            return Some(*word);
        }
        let place = parts.all(name).get(1).map_or(parts.first.span(), |word| word.span());
        let what = if name.is_empty() { "the beginning" } else { name };
        let message = format!("exactly one word is needed for {what} of `{}`", parts.first.text);
        self.problem("lorcana/board/part", message, place);
        None
    }

    /// The only word of a part, read by a function of [`terms`].
    fn word<T>(
        &mut self,
        parts: &Parts<'a>,
        name: &str,
        read: fn(&str) -> Result<T, Diagnostic>,
    ) -> Option<T> {
        let word = self.one(parts, name)?;
        self.read(word, read)
    }

    /// A word, in any case, read by a function of [`terms`].
    fn read<T>(&mut self, word: Word<'a>, read: fn(&str) -> Result<T, Diagnostic>) -> Option<T> {
        let result = read(&word.text.to_lowercase());
        result.map_err(|problem| self.problems.push(problem.at(word.span()))).ok()
    }

    /// The card of an optional part.
    #[allow(clippy::option_option)]
    fn maybe_card(&mut self, position: &Position, parts: &Parts<'a>, name: &str) -> Option<Option<CardId>> {
        if !parts.has(name) {
            return Some(None);
        }
        let word = self.one(parts, name)?;
        self.card(position, word, None).map(Some)
    }

    /// The cards of a part, in order.
    fn cards(&mut self, position: &Position, parts: &Parts<'a>, name: &str) -> Option<Vec<CardId>> {
        let cards: Vec<Option<CardId>> =
            parts.all(name).iter().map(|&word| self.card(position, word, None)).collect();
        cards.into_iter().collect()
    }

    /// The number of an optional part; otherwise 0.
    fn number_of<T: std::str::FromStr + Default>(&mut self, parts: &Parts<'a>, name: &str) -> Option<T> {
        if !parts.has(name) {
            return Some(T::default());
        }
        let word = self.one(parts, name)?;
        self.number(word)
    }

    /// Whether a part is there that says nothing more.
    fn flag_of(&mut self, parts: &Parts<'a>, name: &str) -> Option<bool> {
        if let [word, ..] = parts.all(name) {
            self.problem("lorcana/board/part", format!("nothing can follow `{name}`"), word.span());
            return None;
        }
        Some(parts.has(name))
    }

    fn seat(&mut self, word: Word<'a>) -> Option<Seat> {
        let seat = player_named_in_any_case(word.text);
        if seat.is_none() {
            let message = format!("`{}` is not a player", quote(word.text));
            let problem = Diagnostic::new("lorcana/board/who", message).at(word.span());
            self.problems.push(problem.fix("p1 or p2"));
        }
        seat
    }

    fn number<T: std::str::FromStr>(&mut self, word: Word<'a>) -> Option<T> {
        let number = word.text.parse().ok();
        if number.is_none() {
            self.problem("lorcana/board/number", no_number(word), word.span());
        }
        number
    }
}

/// The parts of a line.
struct Parts<'a> {
    first: Word<'a>,
    lists: Vec<(&'static str, Vec<Word<'a>>)>,
}

impl<'a> Parts<'a> {
    fn has(&self, name: &str) -> bool {
        self.lists.iter().any(|(known, _)| *known == name)
    }

    fn all(&self, name: &str) -> &[Word<'a>] {
        self.lists.iter().find(|(known, _)| *known == name).map_or(&[], |(_, list)| list)
    }
}

/// The place just below the top of a stack.
fn next_depth(position: &Position, top: CardId) -> u8 {
    let stack = position.cards.iter().filter(|status| status.under == Some(top));
    stack.map(|status| status.depth).max().unwrap_or(0).saturating_add(1)
}

/// Splits what is in parentheses at commas and blanks; keys of cards may contain commas too.
fn split_flags(inside: Word<'_>) -> Vec<Word<'_>> {
    let mut flags: Vec<Word<'_>> = Vec::new();
    for part in inside.split(|c| c == ',' || is_blank(c)) {
        let is_flag = FLAGS.iter().any(|flag| part.strip_prefix(flag).is_some());
        match flags.last_mut() {
            Some(before) if !is_flag && part.start == before.span().end + 1 && takes_card(*before) => {
                *before = inside.until(part.span().end - inside.start).from(before.start - inside.start);
            }
            _ if part.text.is_empty() => {}
            _ => flags.push(part),
        }
    }
    flags
}

fn takes_card(flag: Word<'_>) -> bool {
    ["at=", "of=", "used="].iter().any(|name| flag.strip_prefix(name).is_some())
}

/// The card that a word names, and the copy, if given.
fn read_card(word: &str) -> Option<(Card, Option<u16>)> {
    if let Some(CardCopy { card, copy }) =
        CardCopy::read(word).or_else(|| CardCopy::read(&word.to_lowercase()))
    {
        return Some((card, Some(copy)));
    }
    Card::read(word).map(|card| (card, None))
}

fn is_count(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'/')
}

fn no_number(word: Word<'_>) -> String {
    format!("`{}` is not a valid number here", quote(word.text))
}
