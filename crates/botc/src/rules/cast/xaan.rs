//! The Xaan poisons all Townsfolk for a night and a day: in the night whose number is that of the Outsiders of the
//! set-up, of whom there may be any number.

use super::{Ability, Bearing, Due, SetupEffect, When};
use crate::characters::{Character, Team};
use crate::rules::marks::{Kind, Lasts, Reminder};
use gaslamp_core::Seats;

pub(crate) const ID: Character = Character::with_id("xaan");

const MARKS: &[Kind] = &[Kind::token("x", Lasts::Dusk).needing_source()];
const X: Reminder = Reminder::declared(ID, MARKS, "x");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("in the night with the number of the Outsiders at the start, all Townsfolk are poisoned until dusk"),
    when: When::EveryNight,
    due: Due::If(|state, _| state.number == u16::from(state.dealt_outsiders)),
    before_waking: Some(|play, seat| play.mark(X, seat, seat)),
    // Facts count, not registration (rule book of the cast, M3).
    impairs: Some(|state, seat| {
        if state.marks.is_placed_by(X, seat) { state.of_team(Team::Townsfolk) } else { Seats::NONE }
    }),
    setup: SetupEffect { frees_outsiders: true, ..SetupEffect::NONE },
    marks: MARKS,
    ..Ability::with(Bearing::Neighbours)
};
