//! The Undertaker learns at night which character the player executed that day registers as.

use super::{Ability, Bearing, Due, Subject, When};
use crate::characters::Character;
use crate::rules::death::Death;
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::mutator::Mutator;
use crate::rules::registration::Verdict;
use crate::rules::state::Cause;
use crate::rules::statement::{Shape, Statement};
use gaslamp_core::Seat;

pub(crate) const ID: Character = Character::with_id("undertaker");

const MARKS: &[Kind] = &[Kind::token("died_today", Lasts::Dawn)];
const DIED_TODAY: Reminder = Reminder::declared(ID, MARKS, "died_today");

pub(crate) const ABILITY: Ability = Ability {
    when: When::OtherNights,
    due: Due::ExecutionKilled,
    about: Subject::Executed,
    tells: Shape::Is,
    judges: |state, _, statement| match (state.executed, statement) {
        (Some(executed), Statement::Is(character)) => state.judge_role(executed, character),
        _ => Verdict::certainly(false),
    },
    hears_of_death: Some(remember),
    marks: MARKS,
    ..Ability::with(Bearing::Nothing)
};

/// One token is enough for all Undertakers.
fn remember(play: &mut Mutator<'_>, undertaker: Seat, death: &Death) {
    let is_executed = death.cause == Cause::Execution && play.is_alive(undertaker);
    if is_executed && !play.marks.seats(DIED_TODAY).contains(death.victim) {
        play.mark(DIED_TODAY, death.victim, undertaker);
    }
}
