//! The Mayor wins when three live at dusk and nobody was executed; at night another player may die instead.

use super::{Ability, Bearing};
use crate::characters::Character;
use crate::rules::play::Play;
use crate::rules::state::Cause;
use gaslamp_core::Seat;

pub(crate) const ID: Character = Character::with_id("mayor");

pub(crate) static ABILITY: Ability = Ability {
    at_dusk: Some(|state, seat| {
        let wins = state.alive().len() == 3
            && state.living.contains(seat)
            && state.executed.is_none()
            && state.works(seat);
        wins.then(|| state.side(seat))
    }),
    bearing: Bearing::LaterItsSeat,
    ..Ability::NONE
};

/// The Storyteller has decided who dies when the Mayor would. Another player may be protected.
pub(crate) fn bounce(play: &mut Play<'_>, mayor: Seat, victim: Seat, cause: Cause) {
    if victim == mayor {
        play.fall(mayor, cause);
    } else {
        play.threaten(victim, cause);
    }
}
