//! The Legionary, homebrew, learns each night how many living evil players sit between her and the next living
//! Legionary, clockwise. There may be up to three.

use super::{Ability, Bearing, SetupEffect, When};
use crate::characters::Character;
use crate::rules::registration::{Registered, Verdict};
use crate::rules::state::State;
use crate::rules::statement::{NumberUpTo, Shape, Statement};
use gaslamp_core::Seat;

pub(crate) const ID: Character = Character::with_id("legionary");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("is told how many living evil players sit clockwise between her and the next living Legionary"),
    when: When::EveryNight,
    tells: Shape::Number(NumberUpTo::Seats),
    judges: |state, seat, statement| match statement {
        Statement::Number(number) => state.judge_tables(|table| evil_ahead(state, seat, table) == number),
        _ => Verdict::certainly(false),
    },
    setup: SetupEffect { copies: 3, ..SetupEffect::NONE },
    ..Ability::with(Bearing::Neighbours)
};

/// A lone Legionary counts everybody else.
fn evil_ahead(state: &State, seat: Seat, table: &Registered) -> u8 {
    let size = state.size();
    let legionaries = table.holders(ID, size).and(state.living);
    let ahead = (1..size).map(|step| Seat::new((seat.index() + step) % size));
    let between = ahead.take_while(|next| !legionaries.contains(*next));
    between.filter(|next| state.living.contains(*next) && table.evil.contains(*next)).count() as u8
}
