//! What the tests share: the sample decks, random play, texts with changes.

#![allow(dead_code, reason = "every test file uses a part of it")]

use gaslamp_core::{Actions, Choice, Contents, Game as _, Rng};
use gaslamp_lorcana::{Card, Deck, Seed, Setup, State};
use proptest::sample::Index;

pub(crate) const BS01: &str = include_str!("../data/decks/bs01.txt");
pub(crate) const RP01: &str = include_str!("../data/decks/rp01.txt");

pub(crate) fn decks() -> [Deck; 2] {
    [BS01, RP01].map(|text| Deck::read(text).expect("a readable deck"))
}

/// The sample decks as a seed deals them.
pub(crate) fn dealt(seed: &str) -> Setup {
    Setup::Dealt { decks: decks(), seed: Seed::read(seed).expect("a seed") }
}

/// How many games a test plays: so many, or `GASLAMP_SEEDS`.
pub(crate) fn games(usual: u64) -> u64 {
    std::env::var("GASLAMP_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(usual)
}

/// Decks of any cards, for what the sample decks do not do; few cards are expensive or single.
pub(crate) fn any_decks(rng: &mut Rng) -> [Deck; 2] {
    [(); 2].map(|()| {
        let mut lines = String::new();
        while lines.lines().count() < 30 {
            let cards: Vec<Card> = Card::all().collect();
            let card = *rng.pick(&cards).expect("a card");
            if card.facts().cost <= 5 {
                // A card with Shift needs another of the same name.
                let same = cards.iter().filter(|other| other.facts().name == card.facts().name);
                same.take(3).for_each(|card| lines.push_str(&format!("2 {}\n", card.full_name())));
            }
        }
        Deck::read(&lines).expect("a readable deck")
    })
}

/// Takes a random action; returns whether there was any.
pub(crate) fn act(state: &mut State, rng: &mut Rng) -> bool {
    let mut legal = Actions::<State>::new();
    state.legal(&mut legal);
    let Some(&choice) = rng.pick(&legal) else { return false };
    let mut contents = Contents::default();
    let action = match choice {
        Choice::Action(action) => action,
        Choice::Open(open) => state.sample(open, rng, &mut contents),
    };
    state.apply(action, &contents, &mut |_, _| {}).expect("a listed action");
    true
}

/// A text in which, at some places, some characters are left out and a piece is inserted.
pub(crate) fn changed(text: &str, changes: Vec<(Index, usize, String)>) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for (at, left_out, piece) in changes {
        let at = at.index(chars.len() + 1);
        let end = (at + left_out).min(chars.len());
        chars.splice(at..end, piece.chars());
    }
    chars.into_iter().collect()
}
