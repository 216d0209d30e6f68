//! The Librarian learns on the first night that one of two players is a certain Outsider, or that there is none.

use super::{Ability, Bearing, When, judge_pair, remind_pair};
use crate::characters::{Character, Team};
use crate::rules::marks::Reminder;
use crate::rules::registration::Verdict;
use crate::rules::state::State;
use crate::rules::statement::{Shape, Statement};

pub(crate) const ID: Character = Character::with_id("librarian");

pub(crate) static ABILITY: Ability = Ability {
    when: When::FirstNight,
    tells: |_, _| Shape::PairOrNobody(Team::Outsider),
    judges: |state, seat, statement| match statement {
        Statement::Nobody => judge_nobody(state),
        _ => judge_pair(state, seat, statement),
    },
    reminds: |play, seat, statement| {
        remind_pair(play, seat, statement, Reminder::LibrarianOutsider, Reminder::LibrarianWrong);
    },
    bearing: Bearing::Nothing,
    ..Ability::NONE
};

/// Whether no player registers as an Outsider.
fn judge_nobody(state: &State) -> Verdict {
    let outsiders = state.seats_set().iter().map(|seat| state.judge_team(seat, Team::Outsider));
    outsiders.fold(Verdict::certainly(false), Verdict::or).answered(false)
}
