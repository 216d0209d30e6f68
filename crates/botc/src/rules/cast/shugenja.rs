//! The Shugenja learns on the first night whether the nearest evil player sits clockwise or anticlockwise.

use super::{Ability, Bearing, When};
use crate::characters::Character;
use crate::rules::registration::{Registered, Registration, Verdict};
use crate::rules::state::State;
use crate::rules::statement::{Shape, Statement};
use gaslamp_core::Seat;

pub(crate) const ID: Character = Character::with_id("shugenja");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("is told whether the nearest evil player sits clockwise or anticlockwise"),
    when: When::FirstNight,
    tells: Shape::Direction,
    judges: |state, seat, statement| match statement {
        Statement::Clockwise(clockwise) => judge(state, seat, clockwise),
        _ => Verdict::certainly(false),
    },
    ..Ability::with(Bearing::Nothing)
};

/// Where neither way is shorter, what is told is arbitrary: it has no false form, so even an ability that
/// demands falsehood leaves it free (M2).
fn judge(state: &State, seat: Seat, clockwise: bool) -> Verdict {
    let is_nearer =
        |clockwise| state.judge_tables(|table| is_evil_nearer(table, state.size(), seat, clockwise));
    let (this_way, other_way) = (is_nearer(clockwise), is_nearer(!clockwise));
    let is_free = state.registration == Registration::Fact;
    Verdict {
        may_be_true: other_way.may_be_false,
        may_be_false: if is_free { this_way.may_be_false } else { other_way.may_be_true },
    }
}

/// Whether fewer steps lead to an evil player this way than the other.
fn is_evil_nearer(table: &Registered, size: usize, from: Seat, clockwise: bool) -> bool {
    let steps = |clockwise: bool| {
        (1..size).find(|&steps| {
            let offset = if clockwise { steps } else { size - steps };
            table.evil.contains(Seat::new((from.index() + offset) % size))
        })
    };
    match (steps(clockwise), steps(!clockwise)) {
        (Some(this_way), Some(other_way)) => this_way < other_way,
        // Whoever can be reached one way can be reached the other way too.
        _ => false,
    }
}
