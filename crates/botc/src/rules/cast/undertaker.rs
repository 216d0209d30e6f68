//! The Undertaker learns at night who died by execution that day, as the character it registers as.

use super::{Ability, Bearing, When};
use crate::characters::Character;
use crate::rules::registration::Verdict;
use crate::rules::statement::{Shape, Statement};

pub(crate) const ID: Character = Character::with_id("undertaker");

pub(crate) static ABILITY: Ability = Ability {
    when: When::OtherNights,
    is_due: |state, _| state.execution_killed,
    tells: |_, _| Shape::Is,
    judges: |state, _, statement| match (state.executed, statement) {
        (Some(executed), Statement::Is(character)) => state.judge_role(executed, character),
        _ => Verdict::certainly(false),
    },
    bearing: Bearing::Nothing,
    ..Ability::NONE
};
