//! The players and Storytellers of Blood on the Clocktower by their names.

use gaslamp_botc::State;
use gaslamp_core::Rng;

use super::{Heuristic, Reasoning, Storyteller};
use crate::chance::Chance;
use crate::random::Random;
use crate::{Keeper, Named, Player, find, names_of};

type MakePlayer = fn(Rng) -> Player<State>;
type MakeStoryteller = fn(Rng) -> Keeper<State>;

const PLAYERS: &[Named<MakePlayer>] = &[
    ("random", |rng| Box::new(Random::new(rng))),
    ("heuristic", |rng| Box::new(Heuristic::new(rng))),
    ("reasoning", |rng| Box::new(Reasoning::new(rng))),
];

const STORYTELLERS: &[Named<MakeStoryteller>] =
    &[("scripted", |rng| Box::new(Storyteller::new(rng))), ("random", |rng| Box::new(Chance::new(rng)))];

/// The names of all players that [`by_name`] makes.
#[must_use]
pub fn names() -> Vec<&'static str> {
    names_of(PLAYERS)
}

/// Makes the player of this name.
#[must_use]
pub fn by_name(name: &str, rng: Rng) -> Option<Player<State>> {
    find(PLAYERS, name).map(|make| make(rng))
}

/// The names of all Storytellers that [`storyteller_by_name`] makes.
#[must_use]
pub fn storyteller_names() -> Vec<&'static str> {
    names_of(STORYTELLERS)
}

/// Makes the Storyteller of this name.
#[must_use]
pub fn storyteller_by_name(name: &str, rng: Rng) -> Option<Keeper<State>> {
    find(STORYTELLERS, name).map(|make| make(rng))
}
