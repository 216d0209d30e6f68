//! The Nightwatchman chooses a player at night, once per game, who learns who the Nightwatchman is.

use super::{Ability, Bearing, Due, When};
use crate::characters::Character;
use crate::rules::choice_shape::{ChoiceShape, Pick};
use crate::rules::event::Phrase;
use crate::rules::marks::{Kind, Lasts, Reminder};

pub(crate) const ID: Character = Character::with_id("nightwatchman");

const MARKS: &[Kind] = &[Kind::token("no_ability", Lasts::Long).spent()];
const NO_ABILITY: Reminder = Reminder::declared(ID, MARKS, "no_ability");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("once in the game, may choose a player, who is told who the Nightwatchman is"),
    when: When::EveryNight,
    due: Due::If(|state, seat| !state.marks.is_placed_by(NO_ABILITY, seat)),
    choice: ChoiceShape::OneOrPass,
    asks: |state, _| Pick::OneOrPass(state.all_seats()),
    notes: |play, seat| {
        if play.chosen_seat().is_some() {
            play.mark(NO_ABILITY, seat, seat);
            // Nobody is told, which leaves no trace on the table.
            if !play.works_as(seat, ID) {
                play.misfire(seat);
            }
        }
    },
    acts: |play, seat| {
        if let Some(chosen) = play.chosen_seat() {
            play.say_to(chosen, Phrase::Knows(seat, ID));
        }
    },
    marks: MARKS,
    ..Ability::with(Bearing::Neighbours)
};
