//! The Professor chooses a dead player at night, once per game: a Townsfolk comes back to life.

use super::{Ability, Bearing, Due, Revives, When};
use crate::characters::{Character, Team};
use crate::rules::choice_shape::{ChoiceShape, Pick};
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::mutator::Mutator;
use crate::rules::ruling::Answer;
use gaslamp_core::Seat;

pub(crate) const ID: Character = Character::with_id("professor");

const MARKS: &[Kind] =
    &[Kind::token("alive", Lasts::Dawn), Kind::token("no_ability", Lasts::Long).spent()];
const ALIVE: Reminder = Reminder::declared(ID, MARKS, "alive");
const NO_ABILITY: Reminder = Reminder::declared(ID, MARKS, "no_ability");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("once in the game, may choose a dead player; a Townsfolk comes back to life"),
    when: When::OtherNights,
    due: Due::If(|state, seat| {
        let is_spent = state.marks.is_placed_by(NO_ABILITY, seat);
        !is_spent && state.known_living() != state.all_seats()
    }),
    choice: ChoiceShape::OneOrPass,
    asks: |state, _| Pick::OneOrPass(state.all_seats().minus(state.known_living())),
    notes: |play, seat| {
        if play.chosen_seat().is_some() {
            play.mark(NO_ABILITY, seat, seat);
        }
    },
    acts: |play, by| {
        if let Some(target) = play.chosen_seat()
            && play.registers_to(ID, by, target, Team::Townsfolk)
        {
            resurrect(play, by, target);
        }
    },
    ruled: |play, ruling, answer| {
        if answer == Answer::Yes {
            resurrect(play, ruling.by, ruling.about);
        }
    },
    revives: Revives::KnownDead,
    marks: MARKS,
    ..Ability::with(Bearing::Neighbours)
};

fn resurrect(play: &mut Mutator<'_>, by: Seat, target: Seat) {
    if !play.is_alive(target) {
        play.revive(target);
        play.mark(ALIVE, target, by);
    }
}
