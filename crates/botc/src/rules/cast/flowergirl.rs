//! The Flowergirl learns each night but the first whether a Demon voted today.

use super::{Ability, Bearing, When};
use crate::characters::{Character, Team};
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::mutator::Mutator;
use crate::rules::registration::{Registration, Verdict};
use crate::rules::state::State;
use crate::rules::statement::{Shape, Statement};
use gaslamp_core::{Seat, Seats};

pub(crate) const ID: Character = Character::with_id("flowergirl");

const MARKS: &[Kind] = &[
    Kind::token("demon_voted", Lasts::Dawn).of_character(),
    // The player here voted today and was a Demon then.
    Kind::note("was_demon", Lasts::Dawn),
    // The player here voted today and registered as a Demon then, or as none, as the Storyteller likes.
    Kind::note("seemed_demon", Lasts::Dawn),
];
const DEMON_VOTED: Reminder = Reminder::declared(ID, MARKS, "demon_voted");
const WAS_DEMON: Reminder = Reminder::declared(ID, MARKS, "was_demon");
const SEEMED_DEMON: Reminder = Reminder::declared(ID, MARKS, "seemed_demon");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("is told whether a Demon voted today"),
    when: When::OtherNights,
    tells: Shape::Answer,
    judges: |state, _, statement| match statement {
        Statement::Answer(answer) => judge(state).answered(answer),
        _ => Verdict::certainly(false),
    },
    notes_vote: Some(remember),
    standing_reminder: Some(("demon_not_voted", |state, seat| {
        let is_before_first_day = state.is_night() && state.is_first_night();
        let is_there = state.has(seat, ID) && !is_before_first_day && state.marks.seats(WAS_DEMON).is_empty();
        if is_there { Seats::only(seat) } else { Seats::NONE }
    })),
    marks: MARKS,
    ..Ability::with(Bearing::Nothing)
};

fn judge(state: &State) -> Verdict {
    let (were, seemed) = (state.marks.seats(WAS_DEMON), state.marks.seats(SEEMED_DEMON));
    if state.registration == Registration::Free {
        Verdict { may_be_true: !were.or(seemed).is_empty(), may_be_false: were.minus(seemed).is_empty() }
    } else {
        Verdict::certainly(!were.is_empty())
    }
}

/// What the voter is at the moment of the vote counts, whatever becomes of them until night.
fn remember(play: &mut Mutator<'_>, voter: Seat) {
    let verdict = play.judge_team(voter, Team::Demon);
    if verdict.may_be_true && verdict.may_be_false {
        play.mark(SEEMED_DEMON, voter, voter);
    }
    if play.is_demon(voter) {
        play.mark(WAS_DEMON, voter, voter);
        for girl in play.alive().iter().filter(|&seat| play.has(seat, ID)).collect::<Seats>().iter() {
            play.mark(DEMON_VOTED, girl, girl);
        }
    }
}
