//! The Oracle learns each night but the first how many dead players are evil.

use super::{Ability, Bearing, When};
use crate::characters::Character;
use crate::rules::registration::Verdict;
use crate::rules::state::State;
use crate::rules::statement::{NumberUpTo, Shape, Statement};

pub(crate) const ID: Character = Character::with_id("oracle");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("is told how many of the dead are evil"),
    when: When::OtherNights,
    tells: Shape::Number(NumberUpTo::Seats),
    judges: |state, _, statement| match statement {
        Statement::Number(number) => judge(state, number),
        _ => Verdict::certainly(false),
    },
    ..Ability::with(Bearing::Nothing)
};

/// Whoever seems dead counts, and so does whoever died tonight.
fn judge(state: &State, number: u8) -> Verdict {
    let dead = state.all_seats().minus(state.living);
    let verdicts = || dead.iter().map(|seat| state.judge_evil(seat));
    let least = verdicts().filter(|verdict| verdict.is_certain()).count() as u8;
    let most = verdicts().filter(|verdict| verdict.may_be_true).count() as u8;
    Verdict { may_be_true: (least..=most).contains(&number), may_be_false: least != most || number != least }
}
