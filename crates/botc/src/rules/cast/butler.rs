//! The Butler chooses a master each night; his vote counts only when the master votes too.

use super::{Ability, Bearing, When, others};
use crate::characters::Character;
use crate::rules::marks::Reminder;
use crate::rules::pick::Pick;

pub(crate) const ID: Character = Character::with_id("butler");

pub(crate) static ABILITY: Ability = Ability {
    when: When::EveryNight,
    asks: |state, seat| Pick::One(others(state, seat)),
    notes: |play, seat| {
        if let Some(master) = play.chosen_seat() {
            play.unmark_own(Reminder::ButlerMaster, seat);
            play.mark(Reminder::ButlerMaster, master, seat);
        }
    },
    vote_counts: Some(|state, seat| {
        let master = state.marks.placed_by(Reminder::ButlerMaster, seat);
        let is_bound = state.is_active(seat, ID);
        !is_bound || master.is_some_and(|master| state.hands.contains(master))
    }),
    bearing: Bearing::Nothing,
    ..Ability::NONE
};
