//! The Puzzlemaster: a player is drunk from the set-up on. Once per game the Puzzlemaster may tell the Storyteller
//! who that is, and learns who the Demon is if right, somebody else if wrong.

use super::{Ability, Bearing};
use crate::characters::{Character, Team};
use crate::rules::day::{DayAbility, DayVerb, Often, OpenTo, Use};
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::registration::Verdict;
use crate::rules::state::State;
use crate::rules::statement::{Shape, Statement};
use gaslamp_core::{Seat, Seats};

pub(crate) const ID: Character = Character::with_id("puzzlemaster");

const MARKS: &[Kind] = &[
    // It outlasts the Puzzlemaster's death.
    Kind::token("drunk", Lasts::Long).impairing().of_character().spoken_of_placer("puzzle_drunk"),
    Kind::token("guess_used", Lasts::Long).spent(),
    // Named today to the Storyteller.
    Kind::note("suspected", Lasts::Dusk).of_character(),
];
const DRUNK: Reminder = Reminder::declared(ID, MARKS, "drunk");
const GUESS_USED: Reminder = Reminder::declared(ID, MARKS, "guess_used");
const SUSPECTED: Reminder = Reminder::declared(ID, MARKS, "suspected");

pub(crate) const ABILITY: Ability = Ability {
    prepares: |state, seat| {
        let is_prepared = state.marks.is_placed_by(DRUNK, seat);
        if is_prepared { Seats::NONE } else { super::others(state, seat) }
    },
    starting_token: Some(DRUNK),
    day: Some(&GUESS),
    tells: Shape::Players { count: 1, may_be_told: true },
    judges: |state, seat, statement| match statement {
        Statement::Players(players) => judge(state, seat, players),
        _ => Verdict::certainly(false),
    },
    marks: MARKS,
    ..Ability::with(Bearing::Neighbours)
};

const GUESS: DayAbility = DayAbility {
    verb: DayVerb::Suspect,
    open_to: OpenTo::Holder,
    often: Often::WhileOpen,
    is_open: |state, seat| !state.marks.is_placed_by(GUESS_USED, seat),
    acts: |play, seat, what| {
        if let Use::Suspect(suspect) = what {
            play.mark(GUESS_USED, seat, seat);
            play.mark(SUSPECTED, suspect, seat);
            play.ask_telling(seat, ID);
        }
    },
};

/// A right guess is answered with a Demon, a wrong one with somebody who is none.
fn judge(state: &State, seat: Seat, told: Seats) -> Verdict {
    let is_right = state.marks.placed_by(SUSPECTED, seat) == state.marks.placed_by(DRUNK, seat);
    let demons = told.iter().map(|told| state.judge_team(told, Team::Demon).answered(is_right));
    demons.fold(Verdict::certainly(true), Verdict::and)
}
