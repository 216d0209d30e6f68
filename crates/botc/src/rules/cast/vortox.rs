//! The Vortox kills each night but the first; Townsfolk learn only false information; evil wins if nobody is
//! executed.

use super::{Ability, Bearing};
use crate::characters::{Character, Team};
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::state::Side;

pub(crate) const ID: Character = Character::with_id("vortox");

const MARKS: &[Kind] = &[Kind::token("dead", Lasts::Dawn)];
const DEAD: Reminder = Reminder::declared(ID, MARKS, "dead");

pub(crate) const ABILITY: Ability = Ability {
    falsifies: Some(|state, vortox, told| {
        state.role(told).team() == Team::Townsfolk && state.is_active(vortox, ID)
    }),
    at_dusk: Some(|state, seat| (state.executed.is_none() && state.works_as(seat, ID)).then_some(Side::Evil)),
    ..Ability::killer(DEAD, MARKS, Bearing::Neighbours)
};
