//! The Shabaloth kills two players each night but the first; a dead player chosen the night before may come back
//! to life.

use super::{Ability, Bearing, Revives, When};
use crate::characters::Character;
use crate::rules::choice_shape::{ChoiceShape, Pick};
use crate::rules::marks::{Kind, Lasts, Mark, Reminder};
use crate::rules::ruling::{Answer, Candidates, Purpose, Question, Ruling};
use crate::rules::state::{Cause, State};
use gaslamp_core::{Seat, Seats};

pub(crate) const ID: Character = Character::with_id("shabaloth");

const MARKS: &[Kind] = &[
    Kind::token("dead", Lasts::Dawn),
    Kind::token("alive", Lasts::Dawn),
    // Chosen this night, sober and healthy; from dusk on, chosen last night.
    Kind::note("chosen", Lasts::Long).of_character().giving_chance(),
    Kind::note("swallowed", Lasts::Dawn).of_character(),
];
const DEAD: Reminder = Reminder::declared(ID, MARKS, "dead");
const ALIVE: Reminder = Reminder::declared(ID, MARKS, "alive");
const CHOSEN: Reminder = Reminder::declared(ID, MARKS, "chosen");
const SWALLOWED: Reminder = Reminder::declared(ID, MARKS, "swallowed");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("a dead player chosen last night may come back to life; then chooses two players, who die"),
    when: When::OtherNights,
    before_waking: Some(|play, by| {
        if !returnable(play, by).is_empty() {
            let question = Question::Pick(Purpose::Revival);
            play.ask_ruling(Ruling { ability: ID, by, about: by, question, cause: None });
        }
    }),
    candidates: |state, ruling| Candidates { seats: returnable(state, ruling.by), or_nobody: true },
    ruled: |play, ruling, answer| {
        if let Answer::Player(returned) = answer {
            play.revive(returned);
            play.mark(ALIVE, returned, ruling.by);
        }
        play.wake_now(ruling.by);
    },
    choice: ChoiceShape::TwoInOrder,
    asks: |state, _| Pick::TwoInOrder(state.all_seats()),
    acts: |play, by| {
        for chosen in play.chosen.chosen().iter() {
            play.mark(CHOSEN, chosen, by);
        }
        play.attack_chosen(by);
    },
    dusk_falls: Some(|play, by| {
        for swallowed in placed(play, CHOSEN, by).iter() {
            play.mark(SWALLOWED, swallowed, by);
        }
        play.unmark_own(CHOSEN, by);
    }),
    kills: Some(|by| Cause::Demon { by }),
    revives: Revives::Anybody,
    dead: Some(DEAD),
    marks: MARKS,
    ..Ability::with(Bearing::Neighbours)
};

/// Where the Shabaloth's marks of this kind are.
fn placed(state: &State, reminder: Reminder, by: Seat) -> Seats {
    let is_it = |mark: &&Mark| mark.reminder == reminder && mark.by == by;
    state.marks.iter().filter(is_it).map(|mark| mark.on).collect()
}

/// The dead players chosen last night, killed by that or dead before.
fn returnable(state: &State, by: Seat) -> Seats {
    placed(state, SWALLOWED, by).minus(state.alive())
}
