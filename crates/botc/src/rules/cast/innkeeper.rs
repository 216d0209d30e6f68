//! The Innkeeper chooses two players each night but the first: neither can die tonight, but one of them is
//! drunk until dusk.

use super::{Ability, Bearing, When};
use crate::characters::Character;
use crate::rules::choice_shape::{ChoiceShape, Pick};
use crate::rules::marks::{Kind, Lasts, Mark, Reminder};
use crate::rules::ruling::{Answer, Candidates, Purpose, Question, Ruling};

pub(crate) const ID: Character = Character::with_id("innkeeper");

const MARKS: &[Kind] = &[
    // A drunk Innkeeper keeps nobody safe: tokens that keep somebody alive sleep with their source.
    Kind::token("safe", Lasts::Dawn).needing_source().keeping_alive(),
    Kind::token("drunk", Lasts::Dusk).needing_source().impairing(),
];
const SAFE: Reminder = Reminder::declared(ID, MARKS, "safe");
const DRUNK: Reminder = Reminder::declared(ID, MARKS, "drunk");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("chooses two players, who cannot die tonight; one of them is drunk"),
    when: When::OtherNights,
    choice: ChoiceShape::Two,
    asks: |state, _| Pick::Two(state.all_seats()),
    acts: |play, by| {
        for guest in play.chosen.chosen().iter() {
            play.mark(SAFE, guest, by);
        }
        let question = Question::Pick(Purpose::Impairment);
        play.ask_ruling(Ruling { ability: ID, by, about: by, question, cause: None });
    },
    candidates: |state, ruling| {
        let is_guest = |mark: &&Mark| mark.reminder == SAFE && mark.by == ruling.by;
        let seats = state.marks.iter().filter(is_guest).map(|mark| mark.on).collect();
        Candidates { seats, or_nobody: false }
    },
    ruled: |play, ruling, answer| {
        if let Answer::Player(drunk) = answer {
            play.mark(DRUNK, drunk, ruling.by);
        }
    },
    marks: MARKS,
    ..Ability::with(Bearing::Neighbours)
};
