//! A player guided by beliefs: how likely everybody is to be the Demon, weighed over the worlds that fit what was seen and said.
//!
//! Good players tell what they know, execute the likeliest Demon, and investigate where they would learn most; evil ones talk,
//! kill and nominate so that the table looks elsewhere. See [`belief`] for how worlds are weighed, [`good`] and [`evil`] for what
//! follows from it, [`bluff`] for what evil players say. If no world fits, or if there are too many to weigh, the rules of thumb
//! of [`super::Heuristic`] decide instead.

mod belief;
mod bluff;
mod evil;
mod good;

use gaslamp_botc::State;
use gaslamp_botc::rules::Side;
use gaslamp_core::{Reply, Rng, Seat, Seats, View};

use self::belief::Beliefs;
use self::bluff::Tale;
use super::heuristic::Mind;
use super::memory::Memory;
use crate::Agent;

/// A player who weighs worlds.
#[derive(Clone, Debug)]
pub struct Reasoning {
    rng: Rng,
    memory: Memory,
    beliefs: Beliefs,
    tale: Tale,
}

impl Reasoning {
    /// A player that breaks ties and invents stories with this generator.
    #[must_use]
    pub fn new(rng: Rng) -> Self {
        Self { rng, memory: Memory::default(), beliefs: Beliefs::default(), tale: Tale::default() }
    }
}

impl Agent<State> for Reasoning {
    fn decide(&mut self, view: &View<State>) -> Reply<State> {
        let mut mind = Mind::new(view, &mut self.memory, &mut self.rng);
        let wish = if view.now.side == Some(Side::Evil) {
            evil::decide(&mut mind, &mut self.beliefs, &mut self.tale)
        } else {
            good::decide(&mut mind, &mut self.beliefs)
        };
        mind.reply(wish)
    }
}

/// The seat with the highest value.
fn best(seats: Seats, value: impl Fn(Seat) -> f64) -> Option<Seat> {
    seats.iter().max_by(|&a, &b| value(a).total_cmp(&value(b)))
}
