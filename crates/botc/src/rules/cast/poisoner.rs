//! The Poisoner poisons a player each night, for that night and the next day.

use super::{Ability, Bearing, When};
use crate::characters::Character;
use crate::rules::marks::Reminder;
use crate::rules::pick::Pick;

pub(crate) const ID: Character = Character::with_id("poisoner");

pub(crate) static ABILITY: Ability = Ability {
    when: When::EveryNight,
    asks: |state, _| Pick::One(state.seats_set()),
    acts: |play, seat| {
        if let Some(victim) = play.chosen_seat() {
            play.mark(Reminder::PoisonerPoisoned, victim, seat);
        }
    },
    bearing: Bearing::Presence,
    ..Ability::NONE
};
