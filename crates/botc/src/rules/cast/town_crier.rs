//! The Town Crier learns each night but the first whether a Minion nominated today.

use super::{Ability, Bearing, When};
use crate::characters::{Character, Team};
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::mutator::Mutator;
use crate::rules::registration::{Registration, Verdict, is_of_team};
use crate::rules::state::State;
use crate::rules::statement::{Shape, Statement};
use gaslamp_core::{Seat, Seats};

pub(crate) const ID: Character = Character::with_id("towncrier");

const MARKS: &[Kind] = &[
    Kind::token("minion_nominated", Lasts::Dawn).of_character(),
    // The player here nominated today and was a Minion then.
    Kind::note("was_minion", Lasts::Dawn),
    // The player here nominated today and registered as a Minion then, or as none, as the Storyteller likes.
    Kind::note("seemed_minion", Lasts::Dawn),
];
const MINION_NOMINATED: Reminder = Reminder::declared(ID, MARKS, "minion_nominated");
const WAS_MINION: Reminder = Reminder::declared(ID, MARKS, "was_minion");
const SEEMED_MINION: Reminder = Reminder::declared(ID, MARKS, "seemed_minion");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("is told whether a Minion nominated today"),
    when: When::OtherNights,
    tells: Shape::Answer,
    judges: |state, _, statement| match statement {
        Statement::Answer(answer) => judge(state).answered(answer),
        _ => Verdict::certainly(false),
    },
    notes_nomination: Some(remember),
    standing_reminder: Some(("minions_not_nominated", |state, seat| {
        let is_before_first_day = state.is_night() && state.is_first_night();
        let is_there = state.has(seat, ID) && !is_before_first_day && state.marks.seats(WAS_MINION).is_empty();
        if is_there { Seats::only(seat) } else { Seats::NONE }
    })),
    marks: MARKS,
    ..Ability::with(Bearing::Nothing)
};

/// A Minion such as a Spy may have registered as none.
fn judge(state: &State) -> Verdict {
    let (were, seemed) = (state.marks.seats(WAS_MINION), state.marks.seats(SEEMED_MINION));
    if state.registration == Registration::Free {
        Verdict { may_be_true: !were.or(seemed).is_empty(), may_be_false: were.minus(seemed).is_empty() }
    } else {
        Verdict::certainly(!were.is_empty())
    }
}

/// What the nominator is at the moment of the nomination counts, whatever becomes of them until night.
fn remember(play: &mut Mutator<'_>, nominator: Seat) {
    let verdict = play.judge_team(nominator, Team::Minion);
    if verdict.may_be_true && verdict.may_be_false {
        play.mark(SEEMED_MINION, nominator, nominator);
    }
    if is_of_team(play.role(nominator), Team::Minion) {
        play.mark(WAS_MINION, nominator, nominator);
        for crier in play.alive().iter().filter(|&seat| play.has(seat, ID)).collect::<Seats>().iter() {
            play.mark(MINION_NOMINATED, crier, crier);
        }
    }
}
