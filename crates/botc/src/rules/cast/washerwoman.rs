//! The Washerwoman learns on the first night that one of two players is a certain Townsfolk.

use super::{Ability, Bearing, When, judge_pair, remind_pair};
use crate::characters::{Character, Team};
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::statement::Shape;

pub(crate) const ID: Character = Character::with_id("washerwoman");

const MARKS: &[Kind] =
    &[Kind::token("townsfolk", Lasts::Long).of_character(), Kind::token("wrong", Lasts::Long).of_character()];
const TOWNSFOLK: Reminder = Reminder::declared(ID, MARKS, "townsfolk");
const WRONG: Reminder = Reminder::declared(ID, MARKS, "wrong");

pub(crate) const ABILITY: Ability = Ability {
    when: When::FirstNight,
    tells: Shape::Pair(Team::Townsfolk),
    marks: MARKS,
    judges: judge_pair,
    reminds: |play, seat, statement| {
        remind_pair(play, seat, statement, TOWNSFOLK, WRONG);
    },
    ..Ability::with(Bearing::Nothing)
};
