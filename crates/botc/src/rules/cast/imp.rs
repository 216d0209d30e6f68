//! The Imp kills each night but the first; if it kills itself, a Minion becomes the Imp.

use super::{Ability, Bearing};
use crate::characters::{Character, Team};
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::ruling::{Answer, Candidates};
use crate::rules::state::{Cause, State};
use gaslamp_core::{Seat, Seats};

pub(crate) const ID: Character = Character::with_id("imp");

const MARKS: &[Kind] = &[Kind::token("dead", Lasts::Dawn)];
const DEAD: Reminder = Reminder::declared(ID, MARKS, "dead");

pub(crate) const ABILITY: Ability = Ability {
    promotes_minions: true,
    passes_on: Some(|state, imp, cause| {
        let by_itself = matches!(cause, Cause::Demon { by } if by == imp);
        by_itself && state.chosen_seat() == Some(imp)
    }),
    candidates: |state, _| heirs(state),
    ruled: |play, ruling, answer| {
        if let Answer::Player(heir) = answer {
            if play.role(heir).team() != Team::Minion {
                play.misfire(ruling.by);
            }
            play.inherit(heir, ruling.about);
        }
    },
    ..Ability::killer(DEAD, MARKS, Bearing::LaterItsSeat)
};

/// A living Minion, or a player who registers as one; nobody only if there is no Minion.
fn heirs(state: &State) -> Candidates {
    let minions = state.minions().and(state.alive());
    let may_be = |seat: &Seat| state.judge_team(*seat, Team::Minion).may_be_true;
    let seats = state.alive().iter().filter(may_be).collect::<Seats>().or(minions);
    Candidates { seats, or_nobody: minions.is_empty() }
}
