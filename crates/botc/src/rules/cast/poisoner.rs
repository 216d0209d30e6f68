//! The Poisoner poisons a player each night, for that night and the next day.

use super::{Ability, Bearing, Reach, When};
use crate::characters::Character;
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::choice_shape::{ChoiceShape, Pick};

pub(crate) const ID: Character = Character::with_id("poisoner");

const MARKS: &[Kind] = &[Kind::token("poisoned", Lasts::Dusk).needing_source().impairing()];
const POISONED: Reminder = Reminder::declared(ID, MARKS, "poisoned");

pub(crate) const ABILITY: Ability = Ability {
    when: When::EveryNight,
    choice: ChoiceShape::One,
    asks: |state, _| Pick::One(state.all_seats()),
    acts: |play, seat| {
        if let Some(victim) = play.chosen_seat() {
            play.mark(POISONED, victim, seat);
        }
    },
    reach: Reach::ImpairsUntilDusk,
    marks: MARKS,
    ..Ability::with(Bearing::Presence)
};
