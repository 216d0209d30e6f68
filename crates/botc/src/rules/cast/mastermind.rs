//! The Mastermind: if the Demon's execution would end the game, one more day is played; the side of the player
//! executed on it loses, and without an execution good wins.

use super::{Ability, Bearing};
use crate::characters::Character;
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::state::{Cause, State};
use gaslamp_core::Seat;

pub(crate) const ID: Character = Character::with_id("mastermind");

const MARKS: &[Kind] = &[
    // On the Demon who killed the Mastermind and lets the dead keep their abilities.
    Kind::note("kept_by", Lasts::Long).of_character(),
];
const KEPT_BY: Reminder = Reminder::declared(ID, MARKS, "kept_by");

pub(crate) const ABILITY: Ability = Ability {
    adds_day: Some(|state, seat| state.is_holder(seat) || outlasts_keeper(state, seat)),
    hears_of_death: Some(|play, seat, death| {
        if let Cause::Demon { by } = death.cause
            && death.victim == seat
            && play.keeps_ability(seat)
        {
            play.mark(KEPT_BY, by, seat);
        }
    }),
    marks: MARKS,
    ..Ability::with(Bearing::Neighbours)
};

/// Whether a dead Mastermind kept the ability because of a Demon who is dead now, and still has it (jinx).
fn outlasts_keeper(state: &State, seat: Seat) -> bool {
    state.marks.placed_by(KEPT_BY, seat).is_some_and(|keeper| !state.is_alive(keeper))
}
