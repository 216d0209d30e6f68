//! The Prodigy, homebrew, chooses a player each night and is shown another: one of the same side if she is Solar,
//! of the other side if she is Lunar. There may be two, one of each kind; nobody knows which is which.

use super::{Ability, Bearing, SetupEffect, When};
use crate::characters::Character;
use crate::rules::choice_shape::{ChoiceShape, Pick};
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::registration::Verdict;
use crate::rules::state::State;
use crate::rules::statement::{Shape, Statement};
use gaslamp_core::{Seat, Seats};

pub(crate) const ID: Character = Character::with_id("prodigy");

// Whoever lacks it is Solar.
const MARKS: &[Kind] = &[Kind::token("lunar", Lasts::Long).of_bearer()];
const LUNAR: Reminder = Reminder::declared(ID, MARKS, "lunar");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("chooses a player and is shown another, of the same side if she is Solar, of the other if Lunar"),
    when: When::EveryNight,
    choice: ChoiceShape::One,
    asks: |state, _| Pick::One(state.all_seats()),
    tells: Shape::Players { count: 1, may_be_told: false },
    judges: |state, seat, statement| match (state.chosen_seat(), statement) {
        (Some(chosen), Statement::Players(players)) => {
            players.lowest().map_or(Verdict::NEITHER, |shown| judge(state, seat, chosen, shown))
        }
        _ => Verdict::certainly(false),
    },
    setup: SetupEffect { copies: 2, ..SetupEffect::NONE },
    prepares: lunar,
    may_lack_token: |state, seat| prodigies(state).without(seat).is_empty(),
    starting_token: Some(LUNAR),
    marks: MARKS,
    ..Ability::with(Bearing::Neighbours)
};

fn prodigies(state: &State) -> Seats {
    state.all_seats().iter().filter(|&seat| state.has(seat, ID)).collect()
}

/// Who may be Lunar: either of two, a lone one, or one who comes to a Solar one later.
fn lunar(state: &State, seat: Seat) -> Seats {
    let is_done = !state.marks.seats(LUNAR).and(prodigies(state)).is_empty();
    let others = prodigies(state).without(seat);
    let settled = others.minus(state.unprepared);
    if is_done { Seats::NONE } else { prodigies(state).minus(settled) }
}

/// Nobody is shown the player whom they chose.
fn judge(state: &State, seat: Seat, chosen: Seat, shown: Seat) -> Verdict {
    if shown == chosen {
        return Verdict::NEITHER;
    }
    let is_lunar = state.marks.seats(LUNAR).contains(seat);
    state.judge_tables(|table| (table.evil.contains(chosen) != table.evil.contains(shown)) == is_lunar)
}
