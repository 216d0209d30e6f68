//! The Noble learns on the first night three players, exactly one of whom is evil.

use super::{Ability, Bearing, When};
use crate::characters::Character;
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::registration::Verdict;
use crate::rules::state::State;
use crate::rules::statement::{Shape, Statement};
use gaslamp_core::Seats;

pub(crate) const ID: Character = Character::with_id("noble");

const MARKS: &[Kind] = &[Kind::token("know", Lasts::Long).of_character()];
const KNOW: Reminder = Reminder::declared(ID, MARKS, "know");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("is told three players, exactly one of them evil"),
    when: When::FirstNight,
    tells: Shape::Players { count: 3, may_be_told: false },
    judges: |state, _, statement| match statement {
        Statement::Players(players) => judge(state, players),
        _ => Verdict::certainly(false),
    },
    reminds: |play, seat, statement| super::remind_players(play, seat, statement, KNOW),
    marks: MARKS,
    ..Ability::with(Bearing::Nothing)
};

/// Whether exactly one of them registers as evil; each does so on their own.
fn judge(state: &State, players: Seats) -> Verdict {
    let (certain, perhaps) = state.evil_guises();
    let least = certain.and(players).len();
    let most = least + perhaps.and(players).len();
    Verdict { may_be_true: (least..=most).contains(&1), may_be_false: (least, most) != (1, 1) }
}
