//! The Fortune Teller chooses two players each night and learns whether one is a Demon. One good player, the
//! red herring, registers as a Demon to them.

use super::{Ability, Bearing, When};
use crate::characters::{Character, Team};
use crate::rules::action::Action;
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::choice_shape::{ChoiceShape, Pick};
use crate::rules::registration::{Registration, Verdict};
use crate::rules::state::State;
use crate::rules::statement::{Shape, Statement};
use gaslamp_core::{Seat, Seats};

pub(crate) const ID: Character = Character::with_id("fortuneteller");

const MARKS: &[Kind] = &[Kind::token("red_herring", Lasts::Long).of_character()];
const RED_HERRING: Reminder = Reminder::declared(ID, MARKS, "red_herring");

pub(crate) const ABILITY: Ability = Ability {
    when: When::EveryNight,
    choice: ChoiceShape::Two,
    asks: |state, _| Pick::Two(state.all_seats()),
    tells: Shape::Answer,
    seeks: Some(Team::Demon),
    judges: |state, seat, statement| match (state.chosen, statement) {
        (Action::ChooseTwo(a, b), Statement::Answer(answer)) => {
            judge(state, seat, a).or(judge(state, seat, b)).answered(answer)
        }
        _ => Verdict::certainly(false),
    },
    marks: MARKS,
    prepares: herrings,
    starting_token: Some(RED_HERRING),
    ..Ability::with(Bearing::Nothing)
};

fn judge(state: &State, teller: Seat, seat: Seat) -> Verdict {
    let is_herring =
        state.registration != Registration::Fact && state.marks.placed_by(RED_HERRING, teller) == Some(seat);
    Verdict::certainly(is_herring).or(state.judge_team(seat, Team::Demon))
}

/// Any good player, including the Fortune Teller, or a Spy who registers as good; fixed for the game.
fn herrings(state: &State, teller: Seat) -> Seats {
    if state.marks.is_placed_by(RED_HERRING, teller) {
        return Seats::NONE;
    }
    let may_be = |seat: &Seat| {
        !state.is_evil(*seat) || state.role(*seat).team() == Team::Minion && state.guise(*seat).may_be_good
    };
    let is_demon = |seat: &Seat| state.role(*seat).team() == Team::Demon;
    state.all_seats().iter().filter(|seat| may_be(seat) && !is_demon(seat)).collect()
}
