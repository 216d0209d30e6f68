//! Any legal action, each entry of the list equally likely.

use gaslamp_core::{Game, Reply, Rng, View};

use crate::Agent;

/// A player without a plan.
#[derive(Clone, Debug)]
pub struct Random {
    rng: Rng,
}

impl Random {
    /// A player that draws from this generator.
    #[must_use]
    pub fn new(rng: Rng) -> Self {
        Self { rng }
    }
}

impl<G: Game> Agent<G> for Random {
    fn decide(&mut self, view: &View<G>) -> Reply<G> {
        self.rng.pick(&view.legal).map_or(Reply::Leave, |&choice| Reply::Choice(choice))
    }
}
