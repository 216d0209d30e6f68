//! The moves of many branches with common beginnings: a tree whose leaves are the current ends of the branches.
//!
//! Accepts [`Move`]s while the rules are run, emits the moves of one branch.

use gaslamp_botc::rules::Action;

/// One move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::botc) enum Move {
    /// A player or the Storyteller answered the pending question.
    Answered(Action),
    /// A Poisoner, or a similar character, chose so that nothing changes.
    Harmless(Action),
    /// A player was told something: a bit for what the player reports of it, zero if nothing.
    Told(u64),
    /// A player heard something from the Storyteller during the day: the visit with this number.
    Visited(usize),
    /// What the table saw during the day: the event with this number.
    Happened(usize),
    /// The day ended.
    Dusk,
}

/// The end of a branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::botc) struct Past(u32);

impl Past {
    /// No moves yet.
    pub(in crate::botc) const NOTHING: Self = Self(0);
}

/// One move of a branch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::botc) struct Step {
    pub(in crate::botc) what: Move,
    /// Equivalent answers.
    pub(in crate::botc) instead: Vec<Action>,
    before: Past,
    /// The number of moves of the branch, including this one.
    number: usize,
}

/// The moves of all branches.
#[derive(Debug, Default)]
pub(in crate::botc) struct Moves {
    steps: Vec<Step>,
}

impl Moves {
    /// Adds a move to a branch.
    pub(in crate::botc) fn after(&mut self, before: Past, what: Move) -> Past {
        let number = self.length(before) + 1;
        self.steps.push(Step { what, instead: Vec::new(), before, number });
        Past(self.steps.len() as u32)
    }

    /// Adds an answer that is equivalent to the last move of a branch.
    pub(in crate::botc) fn instead(&mut self, of: Past, action: Action) {
        if let Some(step) = self.at_mut(of) {
            step.instead.push(action);
        }
    }

    /// The number of moves of a branch.
    pub(in crate::botc) fn length(&self, to: Past) -> usize {
        self.at(to).map_or(0, |step| step.number)
    }

    /// The moves of a branch, in order.
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
