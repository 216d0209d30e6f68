//! Deck statistics.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::Deck;
use crate::cards::{Card, Facts, Ink};

/// The statistics of a deck. Copies are counted, not lines; cards are listed once, in the order of the deck.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Summary {
    /// The number of cards.
    pub cards: usize,
    /// The number of cards of each ink; a dual-ink card counts for both.
    pub inks: Vec<(Ink, usize)>,
    /// The cards of each cost, from 0 to the highest.
    pub curve: Vec<OfCost>,
    /// The number of inkable cards.
    pub inkable: usize,
    /// The number of cards of each type.
    pub types: [(&'static str, usize); 4],
    /// How many of the actions are songs.
    pub songs: usize,
    /// The number of cards with each keyword, most frequent first.
    pub keywords: Vec<(&'static str, usize)>,
    /// Cards with an ability that is not known yet, with their copies.
    pub not_encoded: Vec<(Card, usize)>,
}

/// The cards of one cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OfCost {
    /// The number of cards.
    pub cards: usize,
    /// How many of them are inkable.
    pub inkable: usize,
}

/// A format of constructed play: which cards are allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Only recent sets.
    Core,
    /// All sets.
    Infinity,
}

impl Format {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Core, Self::Infinity];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Core => "Core",
            Self::Infinity => "Infinity",
        }
    }

    /// Whether it allows a card.
    #[must_use]
    pub const fn allows(self, card: Card) -> bool {
        match self {
            Self::Core => card.facts().core,
            Self::Infinity => card.facts().infinity,
        }
    }
}

impl Deck {
    /// The statistics of the deck.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let costs = self.facts().map(|(facts, _)| usize::from(facts.cost) + 1).max().unwrap_or_default();
        let mut curve = vec![OfCost::default(); costs];
        for (facts, count) in self.facts() {
            let of_cost = &mut curve[usize::from(facts.cost)];
            of_cost.cards += count;
            of_cost.inkable += if facts.inkable { count } else { 0 };
        }
        let inks = Ink::ALL.map(|ink| (ink, self.count(|facts| facts.inks.contains(ink))));
        let types = ["Character", "Action", "Item", "Location"];
        Summary {
            cards: self.size(),
            inks: inks.into_iter().filter(|&(_, count)| count > 0).collect(),
            curve,
            inkable: self.count(|facts| facts.inkable),
            types: types.map(|name| (name, self.count(|facts| facts.kind.name() == name))),
            songs: self.count(Facts::is_song),
            keywords: self.keywords(),
            not_encoded: self.with_copies(|card| !card.is_whole()),
        }
    }

    /// The cards that a format does not allow, with their copies.
    #[must_use]
    pub fn not_allowed(&self, format: Format) -> Vec<(Card, usize)> {
        self.with_copies(|card| !format.allows(card))
    }

    fn facts(&self) -> impl Iterator<Item = (&'static Facts, usize)> {
        self.lines.iter().map(|line| (line.card.facts(), usize::from(line.count)))
    }

    fn count(&self, is_counted: impl Fn(&Facts) -> bool) -> usize {
        self.facts().filter(|(facts, _)| is_counted(facts)).map(|(_, count)| count).sum()
    }

    fn keywords(&self) -> Vec<(&'static str, usize)> {
        let mut counts = HashMap::new();
        for (facts, count) in self.facts() {
            for keyword in facts.keywords {
                *counts.entry(keyword.name()).or_default() += count;
            }
        }
        let mut keywords: Vec<(&'static str, usize)> = counts.into_iter().collect();
        keywords.sort_unstable_by_key(|&(name, count)| (Reverse(count), name));
        keywords
    }

    /// The cards, each with its copies over all lines.
    fn with_copies(&self, is_wanted: impl Fn(Card) -> bool) -> Vec<(Card, usize)> {
        let mut cards: Vec<(Card, usize)> = Vec::new();
        let mut places = HashMap::new();
        for line in self.lines.iter().filter(|line| is_wanted(line.card)) {
            let place = *places.entry(line.card).or_insert(cards.len());
            match cards.get_mut(place) {
                Some((_, count)) => *count += usize::from(line.count),
                None => cards.push((line.card, line.count.into())),
            }
        }
        cards
    }
}

impl Summary {
    /// The average cost of a card; 0 if there are none.
    #[must_use]
    pub fn average_cost(&self) -> f64 {
        let total: usize = self.curve.iter().enumerate().map(|(cost, of_cost)| cost * of_cost.cards).sum();
        total as f64 / self.cards.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_are_counted_over_all_lines() {
        let lines = ["4 Tipo - Growing Son", "2 I2I", "1 Tipo - Growing Son", "3 Maximus - Palace Horse"];
        let deck = Deck::read(&lines.join("\n")).unwrap();
        let summary = deck.summary();
        assert_eq!((summary.cards, summary.inkable, summary.songs), (10, 10, 2));
        assert_eq!(summary.types, [("Character", 8), ("Action", 2), ("Item", 0), ("Location", 0)]);
        assert_eq!(summary.inks, [(Ink::Amber, 3), (Ink::Ruby, 2), (Ink::Sapphire, 5)]);
        assert_eq!(summary.keywords, [("Bodyguard", 3), ("Support", 3), ("Sing Together", 2)]);
        let curve: Vec<usize> = summary.curve.iter().map(|of_cost| of_cost.cards).collect();
        assert_eq!(curve, [0, 0, 5, 0, 0, 3, 0, 0, 0, 2]);
        assert_eq!(summary.average_cost(), 4.3);
        let told = |format| deck.not_allowed(format).into_iter().map(|(card, n)| (card.key(), n)).collect();
        let not_core: Vec<(&str, usize)> = told(Format::Core);
        assert_eq!(not_core, [("tipo_growing_son", 5), ("maximus_palace_horse", 3)]);
        assert!(told(Format::Infinity).is_empty());
    }

    #[test]
    fn a_deck_without_cards_has_a_summary() {
        let summary = Deck::default().summary();
        assert_eq!((summary.cards, summary.curve.len(), summary.average_cost()), (0, 0, 0.0));
    }
}
