//! The Mathematician learns each night how many players' abilities went wrong since dawn because of another's.

use super::{Ability, Bearing, When};
use crate::characters::Character;
use crate::rules::registration::{Registration, Verdict};
use crate::rules::state::State;
use crate::rules::statement::{NumberUpTo, Shape, Statement};
use gaslamp_core::{Seat, Seats};

pub(crate) const ID: Character = Character::with_id("mathematician");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("is told how many abilities went wrong since dawn"),
    when: When::EveryNight,
    tells: Shape::Number(NumberUpTo::Seats),
    judges: |state, seat, statement| match statement {
        Statement::Number(number) => judge(state, seat, number),
        _ => Verdict::certainly(false),
    },
    counts_misfires: true,
    standing_reminder: Some(("abnormal", |state, seat| {
        let is_counting = state.is_alive(seat) && state.has(seat, ID);
        if is_counting { state.misfires.of_others(seat)[0] } else { Seats::NONE }
    })),
    ..Ability::with(Bearing::Neighbours)
};

/// Whether some are counted is as the Storyteller likes; as little as how players register does that make a number false in fact.
/// Where it is not known what some were told, it may be so or otherwise.
fn judge(state: &State, seat: Seat, number: u8) -> Verdict {
    let [certain, perhaps, unknown] = state.misfires.of_others(seat).map(|seats| seats.len() as u8);
    let is_free = perhaps > 0 && state.registration == Registration::Free;
    let is_counted = |more: u8| (certain + more..=certain + more + perhaps).contains(&number);
    let mut counts = 0..=unknown;
    Verdict {
        may_be_true: counts.clone().any(is_counted),
        may_be_false: is_free || counts.any(|more| !is_counted(more)),
    }
}
