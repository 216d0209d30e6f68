//! The Chef learns on the first night how many pairs of evil neighbours there are.

use super::{Ability, Bearing, Subject, When};
use crate::characters::Character;
use crate::rules::registration::{Verdict, neighbouring_pairs};
use crate::rules::state::State;
use crate::rules::statement::{NumberUpTo, Shape, Statement};
use gaslamp_core::Seats;

pub(crate) const ID: Character = Character::with_id("chef");

pub(crate) const ABILITY: Ability = Ability {
    when: When::FirstNight,
    tells: Shape::Number(NumberUpTo::Seats),
    about: Subject::NeighbouringPairs,
    judges: |state, _, statement| match statement {
        Statement::Number(number) => judge(state, number),
        _ => Verdict::certainly(false),
    },
    ..Ability::with(Bearing::Nothing)
};

/// Counts around the whole circle; each player registers one way for the whole count.
fn judge(state: &State, number: u8) -> Verdict {
    let (certain, perhaps) = state.evil_guises();
    let mut verdict = Verdict::NEITHER;
    let mut some = Seats::NONE;
    // Every subset of those who may register either way.
    loop {
        verdict = verdict.with(neighbouring_pairs(certain.or(some), state.size()) == number);
        some = Seats::from_bits(some.bits().wrapping_sub(perhaps.bits()) & perhaps.bits());
        if some.is_empty() {
            return verdict;
        }
    }
}
