//! The Exorcist chooses a player each night but the first, not the same one twice in a row: a Demon learns who the
//! Exorcist is and is not woken tonight.

use super::{Ability, Bearing, When};
use crate::characters::{Character, Team};
use crate::rules::choice_shape::{ChoiceShape, Pick};
use crate::rules::event::Phrase;
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::mutator::Mutator;
use crate::rules::ruling::Answer;
use gaslamp_core::{Seat, Seats};

pub(crate) const ID: Character = Character::with_id("exorcist");

const MARKS: &[Kind] = &[
    Kind::token("chosen", Lasts::Dawn).needing_source().letting_sleep(),
    // The last choice, in vain or not.
    Kind::note("last", Lasts::Long).of_character(),
];
const CHOSEN: Reminder = Reminder::declared(ID, MARKS, "chosen");
const LAST: Reminder = Reminder::declared(ID, MARKS, "last");

pub(crate) const ABILITY: Ability = Ability {
    confides_in_evil: true,
    at_night: Some("chooses a player, not the one of last night; if that is the Demon, it is not woken tonight"),
    when: When::OtherNights,
    choice: ChoiceShape::One,
    asks: |state, seat| {
        let last = state.marks.placed_by(LAST, seat).map_or(Seats::NONE, Seats::only);
        Pick::One(state.all_seats().minus(last))
    },
    notes: |play, seat| {
        play.unmark_own(LAST, seat);
        if let Some(chosen) = play.chosen_seat() {
            play.mark(LAST, chosen, seat);
        }
    },
    acts: |play, by| {
        if let Some(target) = play.chosen_seat()
            && play.registers_to(ID, by, target, Team::Demon)
        {
            exorcise(play, by, target);
        }
    },
    ruled: |play, ruling, answer| {
        if answer == Answer::Yes {
            exorcise(play, ruling.by, ruling.about);
        }
    },
    marks: MARKS,
    ..Ability::with(Bearing::Neighbours)
};

fn exorcise(play: &mut Mutator<'_>, by: Seat, target: Seat) {
    play.mark(CHOSEN, target, by);
    play.say_to(target, Phrase::Knows(by, ID));
}
