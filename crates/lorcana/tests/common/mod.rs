//! What the tests share: the sample decks, random play, texts with changes.

#![allow(dead_code, reason = "every test file uses a part of it")]

use gaslamp_core::{Actions, Choice, Contents, Game as _, Rng};
use gaslamp_lorcana::{Deck, Seed, Setup, State};
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
