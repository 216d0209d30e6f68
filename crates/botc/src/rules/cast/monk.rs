//! The Monk protects another player from the Demon, each night but the first.

use super::{Ability, Bearing, When, others};
use crate::characters::Character;
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::choice_shape::{ChoiceShape, Pick};

pub(crate) const ID: Character = Character::with_id("monk");

const MARKS: &[Kind] = &[Kind::token("safe", Lasts::Dawn).needing_source().keeping_safe()];
const SAFE: Reminder = Reminder::declared(ID, MARKS, "safe");

pub(crate) const ABILITY: Ability = Ability {
    when: When::OtherNights,
    choice: ChoiceShape::One,
    asks: |state, seat| Pick::One(others(state, seat)),
    acts: |play, seat| {
        if let Some(ward) = play.chosen_seat() {
            play.mark(SAFE, ward, seat);
        }
    },
    marks: MARKS,
    ..Ability::with(Bearing::OnQuietNight)
};
