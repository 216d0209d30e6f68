//! The Devil's Advocate chooses a living player each night, never the same one twice in a row, who survives an
//! execution the next day.

use super::{Ability, Bearing, When};
use crate::characters::Character;
use crate::rules::choice_shape::{ChoiceShape, Pick};
use crate::rules::marks::{Kind, Lasts, Reminder};

pub(crate) const ID: Character = Character::with_id("devilsadvocate");

const MARKS: &[Kind] = &[
    Kind::token("survives_execution", Lasts::Dusk).needing_source().saving_from_execution(),
    // Chosen last time, in vain or not.
    Kind::note("last", Lasts::Long).of_character(),
];
const SURVIVES_EXECUTION: Reminder = Reminder::declared(ID, MARKS, "survives_execution");
const LAST: Reminder = Reminder::declared(ID, MARKS, "last");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("chooses a living player, not last night's, who survives an execution tomorrow"),
    when: When::EveryNight,
    choice: ChoiceShape::One,
    asks: |state, seat| {
        let living = state.known_living();
        Pick::One(state.marks.placed_by(LAST, seat).map_or(living, |last| living.without(last)))
    },
    notes: |play, seat| {
        if let Some(client) = play.chosen_seat() {
            play.unmark_own(LAST, seat);
            play.mark(LAST, client, seat);
        }
    },
    acts: |play, seat| {
        if let Some(client) = play.chosen_seat() {
            play.mark(SURVIVES_EXECUTION, client, seat);
        }
    },
    marks: MARKS,
    ..Ability::with(Bearing::Neighbours)
};
