//! The Tinker may die at any time, as the Storyteller likes.

use super::{Ability, Bearing, When};
use crate::characters::Character;
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::mutator::Mutator;
use crate::rules::ruling::{Question, Ruling};
use gaslamp_core::Seat;

pub(crate) const ID: Character = Character::with_id("tinker");

const MARKS: &[Kind] = &[Kind::token("dead", Lasts::Dawn)];
const DEAD: Reminder = Reminder::declared(ID, MARKS, "dead");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("may die"),
    when: When::OtherNights,
    storyteller_rules: Some(ask),
    between_acts: Some(|play, seat, _| {
        if play.is_alive(seat) {
            play.use_ability(seat, ID, |play| ask(play, seat));
        }
    }),
    dead: Some(DEAD),
    marks: MARKS,
    ..Ability::with(Bearing::Neighbours)
};

fn ask(play: &mut Mutator<'_>, seat: Seat) {
    let question = Question::Dies;
    play.ask_ruling(Ruling { ability: ID, by: seat, about: seat, question, cause: None });
}
