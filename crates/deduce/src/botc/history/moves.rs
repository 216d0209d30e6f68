//! What was done on each of many ways that begin alike: a tree, whose leaves are where the ways have got to.
//!
//! Accepts [`Move`]s while the rules are run, emits the moves of one way. Nothing is kept where nobody asks for it.

use gaslamp_botc::rules::Action;

/// One thing that was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::botc) enum Move {
    /// Somebody, or the Storyteller, answered what was asked.
    Answered(Action),
    /// A Poisoner, or somebody like it, chose so that nothing changes.
    Harmless(Action),
    /// Somebody was told something: a bit for what the player says of it, none if nothing.
    Told(u64),
    /// A player heard something from the Storyteller by day: the visit with this number.
    Visited(usize),
    /// What the table saw by day: the happening with this number.
    Happened(usize),
    /// The day ended.
    Dusk,
}

/// Where a way has got to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::botc) struct Past(u32);

impl Past {
    /// Nothing has been done yet.
    pub(in crate::botc) const NOTHING: Self = Self(0);
}

/// One move of a way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::botc) struct Step {
    pub(in crate::botc) what: Move,
    /// What could have been answered as well without any difference.
    pub(in crate::botc) instead: Vec<Action>,
    before: Past,
    /// How many moves the way has, with this one.
    number: usize,
}

/// The moves of all ways.
#[derive(Debug, Default)]
pub(in crate::botc) struct Moves {
    steps: Vec<Step>,
}

impl Moves {
    /// One more move on a way.
    pub(in crate::botc) fn after(&mut self, before: Past, what: Move) -> Past {
        let number = self.length(before) + 1;
        self.steps.push(Step { what, instead: Vec::new(), before, number });
        Past(self.steps.len() as u32)
    }

    /// In place of a way's last move this could have been answered without any difference.
    pub(in crate::botc) fn instead(&mut self, of: Past, action: Action) {
        if let Some(step) = self.at_mut(of) {
            step.instead.push(action);
        }
    }

    /// How many moves a way has.
    pub(in crate::botc) fn length(&self, to: Past) -> usize {
        self.at(to).map_or(0, |step| step.number)
    }

    /// The moves of the way that has got here, in order.
    pub(in crate::botc) fn way(&self, to: Past) -> Vec<Step> {
        let mut way = Vec::new();
        let mut past = to;
        while let Some(step) = self.at(past) {
            way.push(step.clone());
            past = step.before;
        }
        way.reverse();
        way
    }

    fn at(&self, past: Past) -> Option<&Step> {
        self.steps.get((past.0 as usize).checked_sub(1)?)
    }

    fn at_mut(&mut self, past: Past) -> Option<&mut Step> {
        self.steps.get_mut((past.0 as usize).checked_sub(1)?)
    }
}
