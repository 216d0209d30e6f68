//! The rules of constructed decks (rule book, 1.10).

use std::collections::HashMap;

use gaslamp_core::number_format::plural;
use gaslamp_core::{Diagnostic, Span};

use super::{Deck, Line, MOST_CARDS};
use crate::cards::{Card, Facts, Ink, Inks, Kind};

/// The fewest cards that a deck may have.
pub const FEWEST_CARDS: usize = 60;
/// The most inks that a deck may have.
pub const MOST_INKS: usize = 2;

/// The one breach that may be due to lines that could not be read.
pub(super) const TOO_SMALL: &str = "lorcana/deck/too-small";

impl Deck {
    /// Every rule that the deck breaks; the place is given for as many lines as there are spans.
    pub(super) fn breaches(&self, spans: &[Span]) -> Vec<Diagnostic> {
        let mut breaches = Vec::new();
        let size = self.size();
        if size < FEWEST_CARDS {
            let message =
                format!("the deck has {}; at least {FEWEST_CARDS} are needed", plural(size, "card"));
            breaches
                .push(Diagnostic::illegal(TOO_SMALL, message).fix(format!("{} more", FEWEST_CARDS - size)));
        }
        breaches.extend(self.check_most().err().map(|breach| breach.at(spans.last().copied())));
        breaches.extend(self.check_inks(spans));
        breaches.extend(self.check_copies(spans));
        breaches.extend(self.check_allowed(spans));
        breaches
    }

    /// Whether it is small enough to be dealt.
    pub(super) fn check_most(&self) -> Result<(), Diagnostic> {
        let size = self.size();
        if size <= MOST_CARDS {
            return Ok(());
        }
        let message = format!("the deck has {size} cards; more than {MOST_CARDS} cannot be dealt");
        Err(Diagnostic::illegal("lorcana/deck/too-large", message))
    }

    /// The lines whose inks count, with their indices: another card may allow some cards of any ink.
    fn counted(&self) -> impl Iterator<Item = (usize, &Line)> {
        let freeing: Vec<Card> =
            self.lines.iter().map(|line| line.card).filter(|c| c.facts().any_ink.is_some()).collect();
        let is_free =
            move |card: Card| freeing.iter().any(|&by| by != card && frees(by.facts(), card.facts()));
        self.lines.iter().enumerate().filter(move |(_, line)| !is_free(line.card))
    }

    /// A dual-ink card counts as both inks.
    fn check_inks(&self, spans: &[Span]) -> Option<Diagnostic> {
        let mut inks = Inks::default();
        let mut cards: HashMap<Ink, usize> = HashMap::new();
        let mut third = None;
        for (at, line) in self.counted() {
            let facts = line.card.facts();
            inks = inks.union(facts.inks);
            if inks.len() > MOST_INKS && third.is_none() {
                third = Some(at);
            }
            for ink in facts.inks.iter() {
                *cards.entry(ink).or_default() += usize::from(line.count);
            }
        }
        let third = third?;
        let list: Vec<String> = inks.iter().map(|ink| format!("{} ({})", ink.name(), cards[&ink])).collect();
        let message =
            format!("the deck has {} inks, {}; at most {MOST_INKS} are allowed", inks.len(), list.join(", "));
        Some(Diagnostic::illegal("lorcana/deck/inks", message).at(spans.get(third).copied()))
    }

    /// Copies are counted by full name over all lines, and reported on the line that exceeds the limit.
    fn check_copies(&self, spans: &[Span]) -> Vec<Diagnostic> {
        let mut copies: HashMap<Card, (usize, Option<usize>)> = HashMap::new();
        for (at, line) in self.lines.iter().enumerate() {
            let (count, passed) = copies.entry(line.card).or_default();
            *count += usize::from(line.count);
            if line.card.facts().most_copies.is_some_and(|most| *count > usize::from(most))
                && passed.is_none()
            {
                *passed = Some(at);
            }
        }
        let mut passed: Vec<_> =
            copies.into_iter().filter_map(|(card, (n, at))| Some((at?, card, n))).collect();
        passed.sort_unstable();
        let told = passed.into_iter().map(|(at, card, count)| {
            let most = card.facts().most_copies.unwrap_or(u16::MAX);
            let message = format!("the deck has {count} copies of {card}; at most {most} are allowed");
            Diagnostic::illegal("lorcana/deck/copies", message)
                .at(spans.get(at).copied())
                .fix(format!("{most} {card}"))
        });
        told.collect()
    }

    /// Cards of a quest have no ink; other cards that no format allows are banned.
    fn check_allowed(&self, spans: &[Span]) -> Vec<Diagnostic> {
        let mut breaches = Vec::new();
        for (at, line) in self.lines.iter().enumerate() {
            let (card, facts) = (line.card, line.card.facts());
            let (id, message) = if facts.inks.is_empty() {
                ("lorcana/deck/quest-card", format!("{card} is a quest card and cannot be in a deck"))
            } else if !facts.core && !facts.infinity {
                ("lorcana/deck/banned", format!("{card} is banned"))
            } else {
                continue;
            };
            breaches.push(Diagnostic::illegal(id, message).at(spans.get(at).copied()));
        }
        breaches
    }
}

/// Whether one card allows another to be of any ink.
fn frees(by: &Facts, facts: &Facts) -> bool {
    matches!(facts.kind, Kind::Character { .. })
        && by.any_ink.is_some_and(|classification| facts.is(classification))
}
