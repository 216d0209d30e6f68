//! The Knight learns on the first night two players who are not the Demon.

use super::{Ability, Bearing, When};
use crate::characters::{Character, Team};
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::registration::Verdict;
use crate::rules::statement::{Shape, Statement};

pub(crate) const ID: Character = Character::with_id("knight");

const MARKS: &[Kind] = &[Kind::token("know", Lasts::Long).of_character()];
const KNOW: Reminder = Reminder::declared(ID, MARKS, "know");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("is told two players, neither of them a Demon"),
    when: When::FirstNight,
    tells: Shape::Players { count: 2, may_be_told: false },
    judges: |state, _, statement| match statement {
        Statement::Players(players) => {
            let harmless = players.iter().map(|seat| state.judge_team(seat, Team::Demon).answered(false));
            harmless.fold(Verdict::certainly(true), Verdict::and)
        }
        _ => Verdict::certainly(false),
    },
    reminds: |play, seat, statement| super::remind_players(play, seat, statement, KNOW),
    marks: MARKS,
    ..Ability::with(Bearing::Nothing)
};
