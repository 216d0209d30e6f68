//! The No Dashii kills each night but the first; the nearest Townsfolk on either side are poisoned.

use super::{Ability, Bearing};
use crate::characters::{Character, Team};
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::state::State;
use gaslamp_core::{Seat, Seats};

pub(crate) const ID: Character = Character::with_id("nodashii");

const MARKS: &[Kind] = &[Kind::token("dead", Lasts::Dawn)];
const DEAD: Reminder = Reminder::declared(ID, MARKS, "dead");

pub(crate) const ABILITY: Ability = Ability {
    impairs: Some(nearest_townsfolk),
    standing_reminder: Some(("poisoned", |state, seat| {
        if state.works(seat) { nearest_townsfolk(state, seat) } else { Seats::NONE }
    })),
    ..Ability::killer(DEAD, MARKS, Bearing::Neighbours)
};

/// The nearest true Townsfolk on either side, including dead ones; others are skipped.
fn nearest_townsfolk(state: &State, seat: Seat) -> Seats {
    let size = state.size();
    let is_townsfolk = |other: &Seat| state.role(*other).team() == Team::Townsfolk;
    let clockwise = (1..size).map(|offset| Seat::new((seat.index() + offset) % size)).find(is_townsfolk);
    let back = (1..size).map(|offset| Seat::new((seat.index() + size - offset) % size)).find(is_townsfolk);
    clockwise.into_iter().chain(back).collect()
}
