//! The worlds found, and what they have in common: certain facts, shares.

use std::collections::BTreeMap;

use gaslamp_botc::Character;
use gaslamp_core::{Seat, Seats};

use super::knowledge::{Fact, Knowledge};

/// Everybody's role, at the beginning and at the end. Runs that differ only in hidden choices are one world.
#[derive(Clone, Debug)]
pub struct World {
    /// Everybody's role when the game began.
    pub start: Vec<Character>,
    /// Everybody's role at the end of what is known.
    pub end: Vec<Character>,
    /// Who is evil at the end.
    pub evil: Seats,
}

impl World {
    fn key(&self) -> (&[Character], &[Character]) {
        (&self.start, &self.end)
    }
}

impl PartialEq for World {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for World {}

impl PartialOrd for World {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for World {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.key().cmp(&other.key())
    }
}

/// The worlds of a case, each once, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Worlds {
    /// The worlds.
    pub worlds: Vec<World>,
    /// How many deals the set-up rules and the claims allow.
    pub supposed: usize,
    /// Whether these are all worlds.
    pub is_complete: bool,
}

impl Worlds {
    pub(super) fn new(found: impl IntoIterator<Item = World>, supposed: usize, is_complete: bool) -> Self {
        let mut worlds: Vec<World> = found.into_iter().collect();
        worlds.sort();
        worlds.dedup_by(|other, first| {
            let is_same = other == first;
            if is_same {
                // Sides that depend on hidden choices are not certain.
                first.evil = first.evil.and(other.evil);
            }
            is_same
        });
        Self { worlds, supposed, is_complete }
    }

    /// The number of worlds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.worlds.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.worlds.is_empty()
    }

    /// The share of worlds for which `is_so` holds; `None` if there is no world.
    #[must_use]
    pub fn share(&self, is_so: impl Fn(&World) -> bool) -> f64 {
        let count = self.worlds.iter().filter(|world| is_so(world)).count();
        if self.is_empty() { 0.0 } else { count as f64 / self.len() as f64 }
    }

    /// In how many worlds a seat began as which character, the most frequent first.
    #[must_use]
    pub fn roles(&self, seat: Seat) -> Vec<(Character, usize)> {
        let mut counts: BTreeMap<Character, usize> = BTreeMap::new();
        for world in &self.worlds {
            *counts.entry(world.start[seat.index()]).or_default() += 1;
        }
        let mut counts: Vec<_> = counts.into_iter().collect();
        counts.sort_by_key(|&(character, count)| (std::cmp::Reverse(count), character));
        counts
    }

    /// What holds in every world, without facts implied by others; empty if there is no world.
    #[must_use]
    pub fn certain(&self) -> Vec<Fact> {
        let size = self.worlds.first().map_or(0, |world| world.start.len());
        let mut knowledge = Knowledge::new(size);
        self.worlds.iter().for_each(|world| knowledge.add_world(world));
        knowledge.facts()
    }
}
