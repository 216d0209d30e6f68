//! A player that decides by its own beliefs and those of the public.
//!
//! Accepts views and replies with actions. Beliefs are the deals that fit its view, weighed by how people play
//! (`gaslamp_deduce::mafia`); a red plays by its own beliefs, a black by those of somebody who knows only what is public. What each team
//! does with them is in `red` and `black`.

use gaslamp_core::{Choice, Reply, Rng, Seats, View};
use gaslamp_mafia::{Action, Colour, Rules, State};

use super::belief_tracker::BeliefTracker;
use super::memory::Memory;
use super::{black, is_legal, red};
use crate::Agent;

/// A player that weighs possible deals.
#[derive(Clone, Debug)]
pub struct Reasoning {
    rules: Rules,
    rng: Rng,
    memory: Memory,
    beliefs: Option<BeliefTracker>,
}

impl Reasoning {
    /// A player at a table with these rules, that breaks ties with this generator.
    #[must_use]
    pub fn new(rules: Rules, rng: Rng) -> Self {
        Self { rules, rng, memory: Memory::default(), beliefs: None }
    }
}

impl Agent<State> for Reasoning {
    fn decide(&mut self, view: &View<State>) -> Reply<State> {
        let is_black = view.now.role.is_some_and(|role| role.colour() == Colour::Black);
        let begin = if is_black { BeliefTracker::public } else { BeliefTracker::own };
        let beliefs = self.beliefs.get_or_insert_with(|| begin(self.rules, view));
        beliefs.follow(view);
        self.memory.follow(view);
        let rules = self.rules;
        let mut decision = Decision { rules, view, memory: &self.memory, beliefs, rng: &mut self.rng };
        let preferences =
            if is_black { black::preferences(&mut decision) } else { red::preferences(&mut decision) };
        let action =
            preferences.into_iter().find(|&preference| is_legal(view, preference)).unwrap_or(Action::EndTurn);
        Reply::Choice(Choice::Action(action))
    }
}

/// Everything that a decision is based on.
pub(super) struct Decision<'a> {
    pub(super) rules: Rules,
    pub(super) view: &'a View<State>,
    pub(super) memory: &'a Memory,
    pub(super) beliefs: &'a BeliefTracker,
    pub(super) rng: &'a mut Rng,
}

impl Decision<'_> {
    /// The other living players.
    pub(super) fn others(&self) -> Seats {
        self.view.now.living.without(self.view.seat)
    }

    /// Who has been nominated.
    pub(super) fn nominees(&self) -> Seats {
        self.view.now.nominees.set()
    }

    /// Who claims to be the sheriff.
    pub(super) fn claimants(&self) -> Seats {
        self.memory.sheriffs.set()
    }
}
