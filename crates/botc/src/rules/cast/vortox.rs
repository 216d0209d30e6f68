//! The Vortox kills each night but the first; Townsfolk learn only what is false; evil wins when nobody is executed.

use super::Ability;
use crate::characters::Character;
use crate::rules::marks::Reminder;
use crate::rules::state::{Side, State};

pub(crate) const ID: Character = Character::with_id("vortox");

pub(crate) static ABILITY: Ability = Ability {
    at_dusk: Some(|state, seat| (state.executed.is_none() && state.works(seat)).then_some(Side::Evil)),
    ..Ability::killer(Reminder::VortoxDead)
};

/// Whether a living, sober Vortox makes all that Townsfolk learn false.
pub(crate) fn reigns(state: &State) -> bool {
    state.alive().iter().any(|seat| state.is_active(seat, ID))
}
