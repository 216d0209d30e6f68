//! The Saint: if they die by execution, their team loses.

use super::{Ability, Bearing, Trigger};
use crate::characters::Character;
use crate::rules::state::Cause;

pub(crate) const ID: Character = Character::with_id("saint");

pub(crate) const ABILITY: Ability = Ability {
    loses_by_death: Some(|state, saint, cause| {
        let loses = cause == Cause::Execution && state.works_as(saint, ID);
        loses.then(|| state.side(saint))
    }),
    ..Ability::with(Bearing::Until(Trigger::Executed))
};
