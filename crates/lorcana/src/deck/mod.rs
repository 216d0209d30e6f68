//! Deck lists: which cards, how many of each, in which order.
//!
//! **Reads** a line for each card: `4 Name - Version`, `4x Name - Version`, `Name - Version x4`, `4 Name, Version`,
//! `4 the_key`, or the name alone for one copy. The set and number of a printing after the name, `(1) 64` or
//! `(64/204)`, and titles such as `Characters (20)` are skipped. Case, punctuation, accents, spaces, blank lines, a byte order mark and the kind of
//! line ends do not matter; `#` and `//` begin a comment anywhere. Every line that cannot be read is reported with
//! its place and the nearest names (for the first 200 of them), and the rest is kept.
//!
//! **Writes** `4 Name - Version` lines in the order of the list, each with a line end. A card may have several
//! lines; order and lines matter, since seeds count lines.
//!
//! A [`Deck`] is what somebody wrote down; [`Deck::check`] turns it into a [`LegalDeck`] or reports every rule of
//! constructed play (1.10) that it breaks.

mod check;
mod read;
mod summary;

use std::collections::HashMap;
use std::fmt;

use gaslamp_core::number_format::plural;
use gaslamp_core::{Diagnostic, Span};

pub use check::{FEWEST_CARDS, MOST_INKS};
pub use read::read;
pub use summary::{Format, OfCost, Summary};

use crate::cards::{Card, CardCopy};
use crate::seed::HAND;

/// How many copies one line may have.
pub const MOST_ON_A_LINE: u16 = 999;
/// How many cards a deck may have. The rules set no limit; memory does.
pub const MOST_CARDS: usize = 9_999;

macro_rules! samples {
    ($($name:literal),*) => {
        &[$(($name, include_str!(concat!("../../tests/data/decks/", $name, ".txt")))),*]
    };
}

/// Legal decks of cards that do all they say, by name.
pub const SAMPLES: &[(&str, &str)] = samples!(
    "bs01",
    "rp01",
    "amber-amethyst",
    "amber-emerald",
    "amber-ruby",
    "amethyst-ruby",
    "amethyst-sapphire",
    "amethyst-steel",
    "emerald-sapphire",
    "emerald-steel",
    "ruby-sapphire",
    "ruby-steel"
);

/// A deck list. Anybody can build one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Deck {
    /// The lines, in order.
    pub lines: Vec<Line>,
}

/// One line of a deck list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    count: u16,
    card: Card,
}

/// A deck that is legal in constructed play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegalDeck(Deck);

/// What was read: the deck, the places of its lines, and what could not be read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Listing {
    /// The lines that could be read.
    pub deck: Deck,
    /// The place of each line in the text.
    pub spans: Vec<Span>,
    /// What could not be read.
    pub problems: Vec<Diagnostic>,
}

impl Line {
    /// This many copies of a card: from 1 to [`MOST_ON_A_LINE`].
    #[must_use]
    pub fn new(count: u16, card: Card) -> Option<Self> {
        (1..=MOST_ON_A_LINE).contains(&count).then_some(Self { count, card })
    }

    /// How many copies.
    #[must_use]
    pub const fn count(self) -> u16 {
        self.count
    }

    /// The card.
    #[must_use]
    pub const fn card(self) -> Card {
        self.card
    }
}

impl Deck {
    /// Reads a deck list.
    ///
    /// # Errors
    /// Every line that cannot be read.
    pub fn read(text: &str) -> Result<Self, Vec<Diagnostic>> {
        read(text).readable()
    }

    /// How many cards it has.
    #[must_use]
    pub fn size(&self) -> usize {
        self.lines.iter().map(|line| usize::from(line.count)).sum()
    }

    /// An error if it has fewer cards than an opening hand.
    pub(crate) fn check_hand(&self, player: usize, id: &'static str) -> Result<(), Diagnostic> {
        if self.size() >= HAND {
            return Ok(());
        }
        let (number, cards) = (player + 1, plural(self.size(), "card"));
        Err(Diagnostic::illegal(
            id,
            format!("player {number}'s deck has {cards}, fewer than an opening hand"),
        ))
    }

    /// The copies of each line, in order. Letters continue if a card is on several lines.
    ///
    /// # Errors
    /// If the deck has more than [`MOST_CARDS`].
    pub fn copies(&self) -> Result<Vec<Vec<CardCopy>>, Diagnostic> {
        self.check_most()?;
        let mut lines: Vec<Vec<CardCopy>> = Vec::with_capacity(self.lines.len());
        let mut next = HashMap::<Card, u16>::new();
        for line in &self.lines {
            let first = next.entry(line.card).or_default();
            let copies = *first..*first + line.count;
            *first = copies.end;
            lines.push(copies.map(|copy| CardCopy { card: line.card, copy }).collect());
        }
        Ok(lines)
    }

    /// Turns it into a legal deck.
    ///
    /// # Errors
    /// Every rule it breaks, without places.
    pub fn check(self) -> Result<LegalDeck, Vec<Diagnostic>> {
        let problems = self.breaches(&[]);
        if problems.is_empty() { Ok(LegalDeck(self)) } else { Err(problems) }
    }
}

impl LegalDeck {
    /// Reads a deck list and checks it.
    ///
    /// # Errors
    /// Every line that cannot be read and every rule that the others break.
    pub fn read(text: &str) -> Result<Self, Vec<Diagnostic>> {
        read(text).check()
    }

    /// The list.
    #[must_use]
    pub const fn deck(&self) -> &Deck {
        &self.0
    }
}

impl Listing {
    /// The deck, if all of it could be read.
    ///
    /// # Errors
    /// Every line that cannot be read.
    pub fn readable(self) -> Result<Deck, Vec<Diagnostic>> {
        if self.problems.is_empty() { Ok(self.deck) } else { Err(self.problems) }
    }

    /// The deck, if all of it could be read and it is legal.
    ///
    /// # Errors
    /// Every line that cannot be read and every rule that the others break. Missing cards are reported only if every
    /// line could be read.
    pub fn check(self) -> Result<LegalDeck, Vec<Diagnostic>> {
        let Self { deck, spans, mut problems } = self;
        let is_whole = problems.is_empty();
        let breaches = deck.breaches(&spans);
        problems.extend(breaches.into_iter().filter(|breach| is_whole || breach.id != check::TOO_SMALL));
        problems.sort_by_key(|problem| problem.span.map_or(usize::MAX, |span| span.start));
        if problems.is_empty() { Ok(LegalDeck(deck)) } else { Err(problems) }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.count, self.card)
    }
}

impl fmt::Display for Deck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}
