//! What a puzzle adds to the rules, for itself alone: house rules, how bags are filled, and other boards that its players speak of.

use gaslamp_botc::rules::{Formula, HouseRules};
use gaslamp_core::Diagnostic;

use super::case::Case;

/// What a case adds to the rules.
#[derive(Clone, PartialEq, Debug)]
pub struct Variant {
    /// What changes while the game is played.
    pub house: HouseRules,
    /// Whether some good character is held by several players, and any of them may repeat.
    pub some_good_role_repeats: bool,
    /// How many players may have a Demon that most players have; any majority if empty.
    pub majorities: Vec<usize>,
    /// The other board that players of this one speak of.
    pub linked: Option<Box<Linked>>,
    /// What players of another board say they were told about this one, with the days: bits are numbered in this order.
    pub asked_elsewhere: Vec<(u16, Formula)>,
}

/// Another board.
#[derive(Clone, PartialEq, Debug)]
pub struct Linked {
    /// Its name.
    pub id: String,
    /// What is known of it.
    pub case: Case,
}

impl Default for Variant {
    fn default() -> Self {
        Self {
            house: HouseRules::NONE,
            some_good_role_repeats: false,
            majorities: Vec::new(),
            linked: None,
            asked_elsewhere: Vec::new(),
        }
    }
}

impl Variant {
    /// Refuses what only a search of all deals one by one can judge.
    ///
    /// # Errors
    /// There are too many deals for that.
    pub(super) fn check_countable(&self) -> Result<(), Vec<Diagnostic>> {
        let is_plain = self.linked.is_none() && !self.some_good_role_repeats && self.majorities.is_empty();
        if is_plain {
            return Ok(());
        }
        let message = "there are too many deals to judge the special rules of this puzzle";
        Err(vec![
            Diagnostic::unsupported("deduce/case/too-many", message)
                .fix("fewer hidden characters, or more claims"),
        ])
    }
}

/// What one run of a board demands of another board, and what it offers; a bit for every statement.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Links {
    /// Statements about the other board that must be true there, and that must be false.
    pub(super) must_be_true: u32,
    pub(super) must_be_false: u32,
    /// Statements made elsewhere about this board that may be true here, and that may be false.
    pub(super) may_be_true: u32,
    pub(super) may_be_false: u32,
}

impl Links {
    /// The most statements about another board.
    pub(super) const MOST: usize = 32;

    /// Notes a judgement of a statement that was made elsewhere.
    pub(super) const fn judge(&mut self, at: usize, may_be_true: bool, may_be_false: bool) {
        self.may_be_true |= (may_be_true as u32) << at;
        self.may_be_false |= (may_be_false as u32) << at;
    }

    /// Whether each of two runs offers what the other demands. What was not judged by the end of a board binds nobody.
    pub(super) const fn fits(&self, other: &Self) -> bool {
        self.is_met_by(other) && other.is_met_by(self)
    }

    const fn is_met_by(&self, other: &Self) -> bool {
        let judged = other.may_be_true | other.may_be_false;
        self.must_be_true & judged & !other.may_be_true == 0
            && self.must_be_false & judged & !other.may_be_false == 0
    }
}
