//! The Washerwoman learns on the first night that one of two players is a certain Townsfolk.

use super::{Ability, Bearing, When, judge_pair, remind_pair};
use crate::characters::{Character, Team};
use crate::rules::marks::Reminder;
use crate::rules::statement::Shape;

pub(crate) const ID: Character = Character::with_id("washerwoman");

pub(crate) static ABILITY: Ability = Ability {
    when: When::FirstNight,
    tells: |_, _| Shape::Pair(Team::Townsfolk),
    judges: judge_pair,
    reminds: |play, seat, statement| {
        remind_pair(play, seat, statement, Reminder::WasherwomanTownsfolk, Reminder::WasherwomanWrong);
    },
    bearing: Bearing::Nothing,
    ..Ability::NONE
};
