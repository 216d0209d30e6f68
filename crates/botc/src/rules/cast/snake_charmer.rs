//! The Snake Charmer chooses a living player each night; a Demon swaps characters and sides with them, and is
//! poisoned.

use super::{Ability, Bearing, TurnsSides, When};
use crate::characters::{Character, Team};
use crate::rules::choice_shape::{ChoiceShape, Pick};
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::mutator::Mutator;
use crate::rules::ruling::Answer;
use gaslamp_core::Seat;

pub(crate) const ID: Character = Character::with_id("snakecharmer");

const MARKS: &[Kind] = &[Kind::token("poisoned", Lasts::Long).impairing_for_good()];
const POISONED: Reminder = Reminder::declared(ID, MARKS, "poisoned");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("chooses a living player; if that is the Demon, the two swap characters and sides"),
    when: When::EveryNight,
    choice: ChoiceShape::One,
    asks: |state, _| Pick::One(state.known_living()),
    acts: |play, by| {
        if let Some(target) = play.chosen_seat().filter(|&target| play.is_alive(target))
            && play.registers_to(ID, by, target, Team::Demon)
        {
            charm(play, by, target);
        }
    },
    ruled: |play, ruling, answer| {
        if answer == Answer::Yes {
            charm(play, ruling.by, ruling.about);
        }
    },
    turns_sides: TurnsSides::Own,
    swaps_characters: true,
    marks: MARKS,
    ..Ability::with(Bearing::Neighbours)
};

/// The two swap.
fn charm(play: &mut Mutator<'_>, by: Seat, target: Seat) {
    let [mine, other] = [by, target].map(|seat| (play.role(seat), play.side(seat)));
    for (seat, (role, side)) in [(by, other), (target, mine)] {
        play.become_character(seat, role);
        play.turn(seat, side);
        play.tell_character(seat);
    }
    // The new Snake Charmer does not wake as one at this point of the night.
    play.acted = play.acted.with(target);
    if !play.marks.seats(POISONED).contains(target) {
        play.mark(POISONED, target, by);
    }
}
