//! The players of Lorcana by their names.

use gaslamp_core::Rng;
use gaslamp_lorcana::State;

use super::Greedy;
use crate::random::Random;
use crate::{Named, Player, find, names_of};

type Make = fn(Rng) -> Player<State>;

const PLAYERS: &[Named<Make>] =
    &[("random", |rng| Box::new(Random::new(rng))), ("greedy", |_| Box::new(Greedy))];

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
