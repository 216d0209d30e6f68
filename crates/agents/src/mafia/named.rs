//! The players of Mafia by their names.

use gaslamp_core::Rng;
use gaslamp_mafia::{Rules, State};

use super::{Heuristic, Reasoning};
use crate::random::Random;
use crate::{Named, Player, find, names_of};

/// Makes a player at a table with these rules.
type Make = fn(Rules, Rng) -> Player<State>;

const PLAYERS: &[Named<Make>] = &[
    ("random", |_, rng| Box::new(Random::new(rng))),
    ("heuristic", |_, rng| Box::new(Heuristic::new(rng))),
    ("reasoning", |rules, rng| Box::new(Reasoning::new(rules, rng))),
];

/// The names of all players that [`by_name`] makes.
#[must_use]
pub fn names() -> Vec<&'static str> {
    names_of(PLAYERS)
}

/// Makes the player of this name at a table with these rules.
#[must_use]
pub fn by_name(name: &str, rules: Rules, rng: Rng) -> Option<Player<State>> {
    find(PLAYERS, name).map(|make| make(rules, rng))
}
