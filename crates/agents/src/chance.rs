//! A random Storyteller or dealer: one of the choices, drawn by the odds of the rules.

use gaslamp_core::{Actions, Game, Reply, Rng, Run};

use crate::StorytellerAgent;

/// A Storyteller without a plan.
#[derive(Clone, Debug)]
pub struct Chance {
    rng: Rng,
}

impl Chance {
    /// A Storyteller that draws from this generator.
    #[must_use]
    pub fn new(rng: Rng) -> Self {
        Self { rng }
    }
}

impl<G: Game> StorytellerAgent<G> for Chance {
    fn decide(&mut self, run: &Run<G>, legal: &Actions<G>) -> Reply<G> {
        let total = legal.iter().map(|&choice| run.state().weight(choice)).sum();
        let mut drawn = self.rng.below(total);
        for &choice in legal {
            let weight = run.state().weight(choice);
            if drawn < weight {
                return Reply::Choice(choice);
            }
            drawn -= weight;
        }
        Reply::Leave
    }
}
