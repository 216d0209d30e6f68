//! Matchups and seeds: from two deck files and a seed to hands and decks, as the file format specifies.
//!
//! **Reads** two forms of seed. A *hand-spec* `xxxxxxx.xxxxxxx.xx` names the seven cards of each hand: a character
//! `0`–`9`, `a`–`z` stands for the n-th card line of that player's deck list and takes its lowest copy that is left;
//! the rest, in list order, is shuffled by a generator seeded with the whole seed, anew for each player. A *plain*
//! seed, any text without dots that can be the name of a directory, shuffles each whole deck, player 1's with
//! `<seed>_p1` and player 2's with `<seed>_p2`; the first seven cards are the hand.
//!
//! **Writes** the seed as it was read, since its letters are what the generator is seeded with, and decks as
//! `.dek` files: a card copy on each line, the top of the deck first.
//!
//! All of it is a pure function of its input; the generator is CPython's, so the results are the same as there.

mod python;

use std::collections::HashSet;
use std::fmt::{self, Write as _};

use gaslamp_core::{Diagnostic, Span};
use md5::{Digest as _, Md5};

pub use python::PythonRandom;

use crate::cards::CardCopy;
use crate::deck::Deck;
use crate::text::{lines, quote};

/// How many cards an opening hand has.
pub const HAND: usize = 7;
/// How many characters follow the hands of a hand-spec.
const SUFFIX: usize = 2;
/// How long a seed may be, since it is the name of a directory.
const LONGEST: usize = 200;

/// A seed of a valid form. Whether it fits two decks is checked when it is dealt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seed {
    text: String,
    /// The card lines that the two hands of a hand-spec are taken from.
    hands: Option<[[usize; HAND]; 2]>,
}

/// What one player begins with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deal {
    /// The hand: in the order of the hand-spec, or from the top of the deck.
    pub hand: Vec<CardCopy>,
    /// The rest of the deck, top card first.
    pub deck: Vec<CardCopy>,
}

/// The name of a matchup: the first four hex digits of md5 over the bytes of both deck files.
#[must_use]
pub fn matchup(deck1: &[u8], deck2: &[u8]) -> String {
    let mut hash = Md5::new();
    hash.update(deck1);
    hash.update(deck2);
    let mut name = String::with_capacity(32);
    for byte in hash.finalize().iter().take(2) {
        let _ = write!(name, "{byte:02x}");
    }
    name
}

impl Seed {
    /// Reads a seed.
    ///
    /// # Errors
    /// Everything that is wrong with its form.
    pub fn read(text: &str) -> Result<Self, Vec<Diagnostic>> {
        let problems = check_name(text);
        if !problems.is_empty() {
            return Err(problems);
        }
        let hands = if text.contains('.') { Some(read_hands(text)?) } else { None };
        Ok(Self { text: text.to_owned(), hands })
    }

    /// The seed as it was written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether it specifies the hands.
    #[must_use]
    pub const fn is_hand_spec(&self) -> bool {
        self.hands.is_some()
    }

    /// What both players begin with.
    ///
    /// # Errors
    /// Every deck that is too small or too large, and every character of a hand-spec whose line does not exist or has
    /// no copy left.
    pub fn deal(&self, decks: [&Deck; 2]) -> Result<[Deal; 2], Vec<Diagnostic>> {
        match [self.deal_one(0, decks[0]), self.deal_one(1, decks[1])] {
            [Ok(first), Ok(second)] => Ok([first, second]),
            dealt => Err(dealt.into_iter().filter_map(Result::err).flatten().collect()),
        }
    }

    fn deal_one(&self, player: usize, deck: &Deck) -> Result<Deal, Vec<Diagnostic>> {
        deck.check_hand(player, "lorcana/seed/small-deck").map_err(|problem| vec![problem])?;
        let lines = deck.copies().map_err(|problem| vec![problem])?;
        if let Some(hands) = self.hands {
            return self.deal_named(player, hands[player], &lines);
        }
        let mut cards = lines.concat();
        PythonRandom::from_text(&format!("{}_p{}", self.text, player + 1)).shuffle(&mut cards);
        let deck = cards.split_off(HAND);
        Ok(Deal { hand: cards, deck })
    }

    /// Takes the named hand out and shuffles the rest.
    fn deal_named(
        &self,
        player: usize,
        named: [usize; HAND],
        lines: &[Vec<CardCopy>],
    ) -> Result<Deal, Vec<Diagnostic>> {
        let mut taken = vec![0; lines.len()];
        let mut hand = Vec::with_capacity(HAND);
        let mut problems = Vec::new();
        for (place, line) in named.into_iter().enumerate() {
            match lines.get(line).map(|copies| copies.get(taken[line])) {
                Some(Some(&copy)) => {
                    taken[line] += 1;
                    hand.push(copy);
                }
                missing => problems.push(self.cannot_take(
                    player,
                    place,
                    missing.map(|_| lines[line].len()),
                    lines.len(),
                )),
            }
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let rest = lines.iter().zip(taken).flat_map(|(copies, taken)| &copies[taken..]);
        let mut deck: Vec<CardCopy> = rest.copied().collect();
        PythonRandom::from_text(&self.text).shuffle(&mut deck);
        Ok(Deal { hand, deck })
    }

    /// Why a character of a hand-spec takes no card: its line has only this many copies, or does not exist.
    fn cannot_take(&self, player: usize, place: usize, copies: Option<usize>, lines: usize) -> Diagnostic {
        let at = player * (HAND + 1) + place;
        let span = Span::new(at, at + 1);
        let (character, player) = (self.text.get(span.range()).unwrap_or_default(), player + 1);
        match copies {
            Some(copies) => {
                let copies = if copies == 1 { "1 copy".to_owned() } else { format!("{copies} copies") };
                let message = format!("line `{character}` of deck {player} has only {copies}");
                Diagnostic::illegal("lorcana/seed/no-copy-left", message).at(span)
            }
            None => {
                let message = format!("deck {player} has no line `{character}`");
                let last = last_line(lines)
                    .map_or_else(String::new, |last| format!("lines go from `0` to `{last}`"));
                Diagnostic::illegal("lorcana/seed/no-line", message).at(span).fix(last)
            }
        }
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

/// Writes a deck as a `.dek` file.
#[must_use]
pub fn write_dek(cards: &[CardCopy]) -> String {
    cards.iter().map(|card| format!("{card}\n")).collect()
}

/// Reads a `.dek` file: a card copy on each line; blank lines and comments after `//` or `#` are skipped.
///
/// # Errors
/// Every line that is not a copy of a card, and every copy that appears twice.
pub fn read_dek(text: &str) -> Result<Vec<CardCopy>, Vec<Diagnostic>> {
    let mut cards = Vec::new();
    let mut seen = HashSet::new();
    let mut problems = Vec::new();
    for (line, span) in lines(text) {
        let problem = match CardCopy::read(line) {
            Some(copy) if seen.insert(copy) => {
                cards.push(copy);
                continue;
            }
            Some(copy) => Diagnostic::new("lorcana/dek/twice", format!("{copy} appears twice")),
            None => Diagnostic::new("lorcana/dek/card", format!("`{}` is not a copy of a card", quote(line)))
                .fix("tipo_growing_son.a"),
        };
        problems.push(problem.at(span));
    }
    if problems.is_empty() { Ok(cards) } else { Err(problems) }
}

/// Whether a text can be the name of a directory on every system.
fn check_name(text: &str) -> Vec<Diagnostic> {
    let wrong = |message: String| Diagnostic::new("lorcana/seed/form", message);
    if text.is_empty() {
        return vec![wrong("the seed is empty".to_owned()).fix("0123456.0123456.ab, or a word")];
    }
    if text.len() > LONGEST {
        return vec![wrong(format!(
            "the seed has {} bytes; as the name of a directory it can have at most {LONGEST}",
            text.len()
        ))];
    }
    let forbidden = |c: char| c.is_control() || "/\\:*?\"<>|".contains(c);
    let found = text.char_indices().filter(|&(_, c)| forbidden(c));
    let told = found.map(|(at, c)| {
        wrong(format!("{c:?} cannot be part of a seed, which names a directory"))
            .at(Span::new(at, at + c.len_utf8()))
    });
    told.collect()
}

/// The card lines that a hand-spec names.
fn read_hands(text: &str) -> Result<[[usize; HAND]; 2], Vec<Diagnostic>> {
    let wrong = |message: String, span| {
        Diagnostic::new("lorcana/seed/form", message)
            .at(span)
            .fix("0123456.0123456.ab, or a word without dots")
    };
    let parts: Vec<&str> = text.split('.').collect();
    let lengths = [HAND, HAND, SUFFIX];
    if parts.len() != lengths.len() {
        let message = format!("a seed with dots has three parts, not {}", parts.len());
        return Err(vec![wrong(message, Span::new(0, text.len()))]);
    }
    let mut problems = Vec::new();
    let mut hands = [[0; HAND]; 2];
    let mut start = 0;
    for (part, length) in parts.iter().zip(lengths) {
        let count = part.chars().count();
        if count != length {
            let message = format!("this part must have {length} characters, but has {count}");
            problems.push(wrong(message, Span::new(start, start + part.len())));
        }
        for (at, c) in part.char_indices().filter(|&(_, c)| line_of(c).is_none()) {
            let span = Span::new(start + at, start + at + c.len_utf8());
            problems.push(wrong(format!("`{c}` is not one of 0-9 and a-z"), span));
        }
        start += part.len() + 1;
    }
    for (hand, part) in hands.iter_mut().zip(parts) {
        for (line, c) in hand.iter_mut().zip(part.chars()) {
            *line = line_of(c).unwrap_or_default();
        }
    }
    if problems.is_empty() { Ok(hands) } else { Err(problems) }
}

/// The index of the card line that a character stands for.
fn line_of(c: char) -> Option<usize> {
    let is_ours = c.is_ascii_digit() || c.is_ascii_lowercase();
    is_ours.then(|| c.to_digit(36)).flatten().map(|digit| digit as usize)
}

/// The character of the last line that can be specified.
fn last_line(lines: usize) -> Option<char> {
    char::from_digit(lines.clamp(1, 36) as u32 - 1, 36)
}
