//! The Investigator learns on the first night that one of two players is a certain Minion.

use super::{Ability, Bearing, When, judge_pair, remind_pair};
use crate::characters::{Character, Team};
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::statement::Shape;

pub(crate) const ID: Character = Character::with_id("investigator");

const MARKS: &[Kind] =
    &[Kind::token("minion", Lasts::Long).of_character(), Kind::token("wrong", Lasts::Long).of_character()];
const MINION: Reminder = Reminder::declared(ID, MARKS, "minion");
const WRONG: Reminder = Reminder::declared(ID, MARKS, "wrong");

pub(crate) const ABILITY: Ability = Ability {
    when: When::FirstNight,
    tells: Shape::Pair(Team::Minion),
    marks: MARKS,
    judges: judge_pair,
    reminds: |play, seat, statement| {
        remind_pair(play, seat, statement, MINION, WRONG);
    },
    ..Ability::with(Bearing::Nothing)
};
