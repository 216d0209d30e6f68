//! The Savant may visit the Storyteller each day and is told two things: one is true, one is false.

use super::Ability;
use crate::characters::Character;
use crate::rules::formula::Formula;
use crate::rules::registration::must_be_false;
use crate::rules::state::State;
use crate::rules::statement::Shape;
use gaslamp_core::Seat;

pub(crate) const ID: Character = Character::with_id("savant");

pub(crate) static ABILITY: Ability = Ability { tells: |_, _| Shape::Things, ..Ability::NONE };

/// Whether these two things may be told. Players register one way for both: it is one use of the ability.
pub(crate) fn may_be_told(state: &State, savant: Seat, a: &Formula, b: &Formula) -> bool {
    if must_be_false(state, savant) {
        return state.judge_tables(|table| !a.holds(state, table) && !b.holds(state, table)).may_be_true;
    }
    let one_is_true = || state.judge_tables(|table| a.holds(state, table) != b.holds(state, table));
    !state.works(savant) || one_is_true().may_be_true
}
