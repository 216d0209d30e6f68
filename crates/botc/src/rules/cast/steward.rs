//! The Steward learns on the first night one good player.

use super::{Ability, Bearing, When};
use crate::characters::Character;
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::registration::Verdict;
use crate::rules::statement::{Shape, Statement};

pub(crate) const ID: Character = Character::with_id("steward");

const MARKS: &[Kind] = &[Kind::token("know", Lasts::Long).of_character()];
const KNOW: Reminder = Reminder::declared(ID, MARKS, "know");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("is told a good player"),
    when: When::FirstNight,
    tells: Shape::Players { count: 1, may_be_told: false },
    judges: |state, _, statement| match statement {
        Statement::Players(players) => {
            let good = players.iter().map(|seat| state.judge_evil(seat).answered(false));
            good.fold(Verdict::certainly(true), Verdict::and)
        }
        _ => Verdict::certainly(false),
    },
    reminds: |play, seat, statement| super::remind_players(play, seat, statement, KNOW),
    marks: MARKS,
    ..Ability::with(Bearing::Nothing)
};
