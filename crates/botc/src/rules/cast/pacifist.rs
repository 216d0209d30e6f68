//! The Pacifist: good players who are executed live if the Storyteller likes.

use super::{Ability, Bearing};
use crate::characters::Character;
use crate::rules::state::Cause;

pub(crate) const ID: Character = Character::with_id("pacifist");

pub(crate) const ABILITY: Ability = Ability {
    may_spare: Some(|state, pacifist, victim, cause| {
        let may_be_good = state.judge_evil(victim).may_be_false;
        cause == Cause::Execution && may_be_good && state.works_as(pacifist, ID)
    }),
    ..Ability::with(Bearing::Neighbours)
};
