//! The Sage, when a Demon kills him, learns two players of whom one is that Demon.

use super::{Ability, Bearing, Due, When};
use crate::characters::{Character, Team};
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::registration::Verdict;
use crate::rules::state::{Cause, State};
use crate::rules::statement::{Shape, Statement};
use gaslamp_core::{Seat, Seats};

pub(crate) const ID: Character = Character::with_id("sage");

const MARKS: &[Kind] = &[
    // The Demon here has killed the Sage tonight.
    Kind::note("killer", Lasts::Dawn).of_character(),
];
const KILLER: Reminder = Reminder::declared(ID, MARKS, "killer");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("if a Demon has killed him tonight, is told two players, one of whom is that Demon"),
    when: When::OtherNights,
    due: Due::DiedTonightAnd(|state, seat| state.marks.is_placed_by(KILLER, seat)),
    wakes_dead: true,
    tells: Shape::Players { count: 2, may_be_told: true },
    judges: |state, seat, statement| match statement {
        Statement::Players(players) => judge(state, seat, players),
        _ => Verdict::certainly(false),
    },
    hears_of_death: Some(|play, sage, death| {
        if let Cause::Demon { by } = death.cause
            && death.victim == sage
        {
            play.mark(KILLER, by, sage);
        }
    }),
    marks: MARKS,
    ..Ability::with(Bearing::Nothing)
};

/// The killer is right, whatever has become of him since, and so is anybody who registers as a Demon.
fn judge(state: &State, sage: Seat, players: Seats) -> Verdict {
    let killer = state.marks.placed_by(KILLER, sage);
    let is_right = |seat: Seat| {
        Verdict::certainly(killer == Some(seat)).or(state.judge_team(seat, Team::Demon))
    };
    players.iter().map(is_right).fold(Verdict::certainly(false), Verdict::or)
}
