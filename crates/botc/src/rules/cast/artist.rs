//! The Artist asks the Storyteller one question by day, once per game.

use super::{Ability, Bearing};
use crate::characters::Character;
use crate::rules::day::{DayAbility, DayVerb, Often, OpenTo, Use};
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::registration::{Registration, Verdict};
use crate::rules::statement::{Shape, Statement};

pub(crate) const ID: Character = Character::with_id("artist");

const MARKS: &[Kind] = &[Kind::token("no_ability", Lasts::Long).spent()];
const NO_ABILITY: Reminder = Reminder::declared(ID, MARKS, "no_ability");

pub(crate) const ABILITY: Ability = Ability {
    day: Some(&QUESTION),
    tells: Shape::Answer,
    judges: |state, _, statement| match statement {
        Statement::Answer(answer) if state.registration != Registration::Free => {
            Verdict::certainly(state.asked_in_fact == answer)
        }
        Statement::Answer(answer) => state.asked.answered(answer),
        _ => Verdict::certainly(false),
    },
    marks: MARKS,
    ..Ability::with(Bearing::Neighbours)
};

const QUESTION: DayAbility = DayAbility {
    verb: DayVerb::Ask,
    open_to: OpenTo::Holder,
    often: Often::WhileOpen,
    is_open: |state, seat| !state.marks.is_placed_by(NO_ABILITY, seat),
    acts: |play, seat, what| {
        if let Use::Ask(question) = what {
            play.asked = question.judge(play);
            play.asked_in_fact = play.holds_plainly(question);
            play.mark(NO_ABILITY, seat, seat);
            play.ask_telling(seat, ID);
        }
    },
};
