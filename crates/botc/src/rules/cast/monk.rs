//! The Monk keeps another player safe from the Demon, each night but the first.

use super::{Ability, Bearing, When, others};
use crate::characters::Character;
use crate::rules::marks::Reminder;
use crate::rules::pick::Pick;

pub(crate) const ID: Character = Character::with_id("monk");

pub(crate) static ABILITY: Ability = Ability {
    when: When::OtherNights,
    asks: |state, seat| Pick::One(others(state, seat)),
    acts: |play, seat| {
        if let Some(ward) = play.chosen_seat() {
            play.mark(Reminder::MonkSafe, ward, seat);
        }
    },
    bearing: Bearing::OnQuietNight,
    ..Ability::NONE
};
