//! The Chambermaid chooses two living players each night and learns how many of them wake for their own ability.

use super::{Ability, Bearing, Due, When};
use crate::characters::Character;
use crate::rules::choice_shape::{ChoiceShape, Pick};
use crate::rules::registration::Verdict;
use crate::rules::state::State;
use crate::rules::statement::{NumberUpTo, Shape, Statement};
use gaslamp_core::{Seat, Seats};

pub(crate) const ID: Character = Character::with_id("chambermaid");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("chooses two other living players; is told how many of them wake tonight for their own ability"),
    when: When::EveryNight,
    due: Due::If(|state, seat| guests(state, seat).len() >= 2),
    choice: ChoiceShape::Two,
    asks: |state, seat| Pick::Two(guests(state, seat)),
    tells: Shape::Number(NumberUpTo::Fixed(2)),
    judges: |state, _, statement| match statement {
        Statement::Number(number) => {
            let chosen = state.chosen.chosen();
            let awake = chosen.iter().filter(|&guest| state.wakes_tonight(guest)).count();
            Verdict::certainly(usize::from(number) == awake)
        }
        _ => Verdict::certainly(false),
    },
    ..Ability::with(Bearing::Neighbours)
};

/// Whom she may choose.
fn guests(state: &State, seat: Seat) -> Seats {
    state.known_living().without(seat)
}
