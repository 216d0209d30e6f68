//! The abilities of cards beyond keywords, as far as they are encoded: facts in our own form, no rules text.
//!
//! A card is played completely if all its abilities are here or it has none; see [`is_whole`].

mod actions;
mod characters;
mod coverage;
mod items;
mod locations;
mod replacements;
mod sample_decks;
mod shapes;
mod songs;

pub use coverage::Coverage;

use super::ability::Ability;
use crate::cards::{Card, Kind, USUAL_COPIES};

/// A card with its abilities, in their printed order; abilities it only grants to others come last.
type Entry = (Card, &'static [Ability]);

const TABLES: &[&[Entry]] = &[
    sample_decks::CARDS,
    characters::CARDS,
    actions::CARDS,
    songs::CARDS,
    items::CARDS,
    locations::CARDS,
    replacements::CARDS,
];

/// How many cards there are.
const CARDS: usize = Card::COUNT;

static BY_CARD: [&[Ability]; CARDS] = by_card();

const fn by_card() -> [&'static [Ability]; CARDS] {
    let mut by_card: [&[Ability]; CARDS] = [&[]; CARDS];
    let mut table = 0;
    while table < TABLES.len() {
        let mut at = 0;
        while at < TABLES[table].len() {
            let (card, abilities) = TABLES[table][at];
            assert!(by_card[card.index()].is_empty(), "a card has two entries");
            by_card[card.index()] = abilities;
            at += 1;
        }
        table += 1;
    }
    by_card
}

/// The encoded abilities of a card.
#[must_use]
pub fn of(card: Card) -> &'static [Ability] {
    BY_CARD[card.index()]
}

/// Whether a card is played completely: everything it does beyond keywords is encoded.
#[must_use]
pub fn is_whole(card: Card) -> bool {
    let facts = card.facts();
    // Abilities about deck building are facts of the card, not abilities of the engine.
    let of_decks = u8::from(facts.most_copies != Some(USUAL_COPIES)) + u8::from(facts.any_ink.is_some());
    facts.abilities.total() <= of_decks || !of(card).is_empty()
}

/// All cards whose abilities are encoded.
pub fn encoded() -> impl Iterator<Item = Card> {
    TABLES.iter().flat_map(|table| table.iter()).map(|(card, _)| *card)
}

/// Whether an ability is the card's own, not one it only grants to others.
#[must_use]
pub const fn is_printed(ability: &Ability) -> bool {
    !matches!(ability, Ability::Granted(_))
}

/// Whether a card does nothing beyond what its type does.
#[must_use]
pub fn is_plain(card: Card) -> bool {
    card.facts().abilities.total() == 0 && card.facts().kind != Kind::Action
}
