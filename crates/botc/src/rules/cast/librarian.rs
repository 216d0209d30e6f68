//! The Librarian learns on the first night that one of two players is a certain Outsider, or that there is none.

use super::{Ability, Bearing, When, judge_pair, remind_pair};
use crate::characters::{Character, Team};
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::registration::Verdict;
use crate::rules::state::State;
use crate::rules::statement::{Shape, Statement};

pub(crate) const ID: Character = Character::with_id("librarian");

const MARKS: &[Kind] =
    &[Kind::token("outsider", Lasts::Long).of_character(), Kind::token("wrong", Lasts::Long).of_character()];
const OUTSIDER: Reminder = Reminder::declared(ID, MARKS, "outsider");
const WRONG: Reminder = Reminder::declared(ID, MARKS, "wrong");

pub(crate) const ABILITY: Ability = Ability {
    when: When::FirstNight,
    tells: Shape::PairOrNobody(Team::Outsider),
    marks: MARKS,
    judges: |state, seat, statement| match statement {
        Statement::Nobody => judge_nobody(state),
        _ => judge_pair(state, seat, statement),
    },
    reminds: |play, seat, statement| {
        remind_pair(play, seat, statement, OUTSIDER, WRONG);
    },
    ..Ability::with(Bearing::Nothing)
};

/// Whether no player registers as an Outsider.
fn judge_nobody(state: &State) -> Verdict {
    let outsiders = state.all_seats().iter().map(|seat| state.judge_team(seat, Team::Outsider));
    outsiders.fold(Verdict::certainly(false), Verdict::or).answered(false)
}
