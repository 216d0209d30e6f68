//! The Sailor chooses a living player each night: one of the two is drunk until dusk. A sober Sailor cannot die.

use super::{Ability, Bearing, When};
use crate::characters::Character;
use crate::rules::choice_shape::{ChoiceShape, Pick};
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::registration::Verdict;
use crate::rules::ruling::{Answer, Candidates, Purpose, Question, Ruling};
use gaslamp_core::Seats;

pub(crate) const ID: Character = Character::with_id("sailor");

const MARKS: &[Kind] = &[Kind::token("drunk", Lasts::Dusk).needing_source().impairing()];
const DRUNK: Reminder = Reminder::declared(ID, MARKS, "drunk");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("chooses a living player; one of the two is drunk"),
    when: When::EveryNight,
    choice: ChoiceShape::One,
    asks: |state, _| Pick::One(state.known_living()),
    acts: |play, by| match play.chosen_seat() {
        Some(own) if own == by => play.mark(DRUNK, by, by),
        Some(about) => {
            let question = Question::Pick(Purpose::Impairment);
            play.ask_ruling(Ruling { ability: ID, by, about, question, cause: None });
        }
        None => {}
    },
    candidates: |_, ruling| {
        Candidates { seats: Seats::only(ruling.by).with(ruling.about), or_nobody: false }
    },
    ruled: |play, ruling, answer| {
        if let Answer::Player(drunk) = answer {
            play.mark(DRUNK, drunk, ruling.by);
        }
    },
    protects: Some(|state, sailor, victim, _| Verdict::certainly(victim == sailor && state.works_as(sailor, ID))),
    marks: MARKS,
    ..Ability::with(Bearing::Neighbours)
};
