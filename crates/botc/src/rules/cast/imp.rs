//! The Imp kills each night but the first; killing itself, it lets a Minion become the Imp.

use super::{Ability, Bearing};
use crate::characters::Character;
use crate::rules::marks::Reminder;
use crate::rules::state::{Cause, State};
use gaslamp_core::Seat;

pub(crate) const ID: Character = Character::with_id("imp");

pub(crate) static ABILITY: Ability =
    Ability { bearing: Bearing::LaterItsSeat, ..Ability::killer(Reminder::ImpDead) };

/// Whether an Imp has died by choosing itself.
pub(crate) fn has_killed_itself(state: &State, dead: Seat, cause: Cause) -> bool {
    let by_itself = matches!(cause, Cause::Demon { by } if by == dead);
    by_itself && state.seems(dead, ID) && state.chosen_seat() == Some(dead)
}
