//! The No Dashii kills each night but the first; the nearest Townsfolk on either side are poisoned.

use super::{Ability, Bearing};
use crate::characters::Character;
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::state::State;
use gaslamp_core::{Seat, Seats};

pub(crate) const ID: Character = Character::with_id("nodashii");

const MARKS: &[Kind] = &[Kind::token("dead", Lasts::Dawn)];
const DEAD: Reminder = Reminder::declared(ID, MARKS, "dead");

pub(crate) const ABILITY: Ability = Ability {
    impairs: Some(nearest_townsfolk),
    standing_reminder: Some(("poisoned", |state, seat| {
        if state.works_as(seat, ID) { nearest_townsfolk(state, seat) } else { Seats::NONE }
    })),
    ..Ability::killer(DEAD, MARKS, Bearing::Neighbours)
};

/// The nearest true Townsfolk on either side, including dead ones; others are skipped.
fn nearest_townsfolk(state: &State, seat: Seat) -> Seats {
    state.townsfolk_beside(seat).into_iter().flatten().collect()
}
