//! The Empath learns each night how many of the two nearest living neighbours are evil.

use super::{Ability, Bearing, Subject, When};
use crate::characters::Character;
use crate::rules::registration::Verdict;
use crate::rules::state::State;
use crate::rules::statement::{NumberUpTo, Shape, Statement};
use gaslamp_core::{Seat, Seats};

pub(crate) const ID: Character = Character::with_id("empath");

pub(crate) const ABILITY: Ability = Ability {
    when: When::EveryNight,
    tells: Shape::Number(NumberUpTo::Fixed(2)),
    about: Subject::LivingNeighbours,
    judges: |state, seat, statement| match statement {
        Statement::Number(number) => judge(state, seat, number),
        _ => Verdict::certainly(false),
    },
    ..Ability::with(Bearing::Nothing)
};

/// With only one living neighbour, that player is on both sides and counts once.
fn judge(state: &State, seat: Seat, number: u8) -> Verdict {
    let neighbours: Seats = state.living_neighbours(seat).into_iter().flatten().collect();
    let verdicts = || neighbours.iter().map(|neighbour| state.judge_evil(neighbour));
    let least = verdicts().filter(|verdict| verdict.is_certain()).count() as u8;
    let most = verdicts().filter(|verdict| verdict.may_be_true).count() as u8;
    Verdict { may_be_true: (least..=most).contains(&number), may_be_false: least != most || number != least }
}
