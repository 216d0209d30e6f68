//! The Soldier is safe from the Demon.

use super::Ability;
use crate::characters::Character;
use crate::rules::registration::Verdict;
use crate::rules::state::Cause;

pub(crate) const ID: Character = Character::with_id("soldier");

pub(crate) static ABILITY: Ability = Ability {
    protects: Some(|state, guard, victim, cause| {
        let is_attack = matches!(cause, Cause::Demon { .. });
        Verdict::certainly(is_attack && guard == victim && state.works(guard))
    }),
    ..Ability::NONE
};
