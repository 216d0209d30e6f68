//! The Village Idiot chooses a player each night and learns whether that player is good or evil. There may be up
//! to three; if there are several, one of them is drunk.

use super::{Ability, Bearing, SetupEffect, When};
use crate::characters::Character;
use crate::rules::choice_shape::{ChoiceShape, Pick};
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::registration::Verdict;
use crate::rules::state::{Side, Stage, State};
use crate::rules::statement::{Shape, Statement};
use gaslamp_core::{Seat, Seats};

pub(crate) const ID: Character = Character::with_id("villageidiot");

const MARKS: &[Kind] =
    &[Kind::token("drunk", Lasts::Long).impairing_for_good().of_bearer().spoken("drunk_idiot")];
const DRUNK: Reminder = Reminder::declared(ID, MARKS, "drunk");

pub(crate) const ABILITY: Ability = Ability {
    when: When::EveryNight,
    choice: ChoiceShape::One,
    asks: |state, _| Pick::One(state.all_seats()),
    tells: Shape::Side,
    judges: |state, _, statement| match (state.chosen_seat(), statement) {
        (Some(chosen), Statement::Side(side)) => state.judge_evil(chosen).answered(side == Side::Evil),
        _ => Verdict::certainly(false),
    },
    setup: SetupEffect { copies: 3, ..SetupEffect::NONE },
    prepares: drinkers,
    starting_token: Some(DRUNK),
    marks: MARKS,
    ..Ability::with(Bearing::Neighbours)
};

/// Any one of several; what belongs to the set-up is not done again later (rule book of the cast, M6).
fn drinkers(state: &State, _: Seat) -> Seats {
    let idiots: Seats = state.all_seats().iter().filter(|&seat| state.has(seat, ID)).collect();
    let is_done = state.stage != Stage::Setup || !state.marks.seats(DRUNK).is_empty();
    if is_done || idiots.len() < 2 { Seats::NONE } else { idiots }
}
