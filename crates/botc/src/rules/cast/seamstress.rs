//! The Seamstress chooses two other players, once per game, and learns whether they are on the same side.

use super::{Ability, Bearing, Due, Subject, When, others};
use crate::characters::Character;
use crate::rules::action::Action;
use crate::rules::choice_shape::{ChoiceShape, Pick};
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::registration::Verdict;
use crate::rules::statement::{Shape, Statement};

pub(crate) const ID: Character = Character::with_id("seamstress");

const MARKS: &[Kind] = &[Kind::token("no_ability", Lasts::Long).spent()];
const NO_ABILITY: Reminder = Reminder::declared(ID, MARKS, "no_ability");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("once in the game, may choose two others and is told whether they are on the same side"),
    when: When::EveryNight,
    due: Due::If(|state, seat| !state.marks.is_placed_by(NO_ABILITY, seat)),
    choice: ChoiceShape::TwoOrPass,
    asks: |state, seat| Pick::TwoOrPass(others(state, seat)),
    notes: |play, seat| {
        if matches!(play.chosen, Action::ChooseTwo(..)) {
            play.mark(NO_ABILITY, seat, seat);
        }
    },
    tells: Shape::Answer,
    about: Subject::SidesOfChosen,
    is_told: |state, _| matches!(state.chosen, Action::ChooseTwo(..)),
    judges: |state, _, statement| match (state.chosen, statement) {
        (Action::ChooseTwo(a, b), Statement::Answer(answer)) => {
            is_same(state.judge_evil(a), state.judge_evil(b)).answered(answer)
        }
        _ => Verdict::certainly(false),
    },
    marks: MARKS,
    ..Ability::with(Bearing::Nothing)
};

/// Whether two questions about different players have the same answer.
fn is_same(a: Verdict, b: Verdict) -> Verdict {
    let (neither, differ) = (a.answered(false).and(b.answered(false)), a.and(b.answered(false)));
    Verdict {
        may_be_true: a.and(b).may_be_true || neither.may_be_true,
        may_be_false: differ.may_be_true || b.and(a.answered(false)).may_be_true,
    }
}
