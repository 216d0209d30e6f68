//! The Clockmaker learns on the first night how many steps separate the Demon from the nearest Minion.

use super::{Ability, Bearing, When};
use crate::characters::Character;
use crate::rules::formula::nearest_minion;
use crate::rules::registration::Verdict;
use crate::rules::statement::{NumberUpTo, Shape, Statement};

pub(crate) const ID: Character = Character::with_id("clockmaker");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("is told how many steps the Demon sits from the nearest Minion"),
    when: When::FirstNight,
    tells: Shape::Number(NumberUpTo::Seats),
    judges: |state, _, statement| match statement {
        // Without a Minion or a Demon, the number is zero.
        Statement::Number(number) => {
            state.judge_tables(|table| nearest_minion(table, state.size()).unwrap_or(0) == number)
        }
        _ => Verdict::certainly(false),
    },
    ..Ability::with(Bearing::Nothing)
};
