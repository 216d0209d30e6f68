//! The Slayer shoots a player once a game, by day; a Demon dies of it.

use super::{Ability, Bearing, Trigger};
use crate::characters::{Character, Team};
use crate::rules::marks::Reminder;
use crate::rules::play::Play;
use crate::rules::state::{Ask, Cause, Ruling};
use gaslamp_core::Seat;

pub(crate) const ID: Character = Character::with_id("slayer");

pub(crate) static ABILITY: Ability = Ability { bearing: Bearing::Until(Trigger::Shoots), ..Ability::NONE };

/// Somebody has said "I shoot". A real Slayer's shot is spent even when drunk or poisoned.
pub(crate) fn shoot(play: &mut Play<'_>, by: Seat, target: Seat) {
    let is_spent = play.marks.is_placed_by(Reminder::SlayerNoAbility, by);
    if is_spent || !play.has(by, ID) || !play.is_alive(by) {
        return;
    }
    play.mark(Reminder::SlayerNoAbility, by, by);
    let demon = play.judge_team(target, Team::Demon);
    if !play.works(by) || !play.is_alive(target) {
        return;
    }
    if demon.is_certain() {
        hit(play, target);
    } else if demon.may_be_true {
        play.ask = Ask::Ruling(Ruling::Shot { target });
    }
}

/// The shot kills.
pub(crate) fn hit(play: &mut Play<'_>, target: Seat) {
    play.threaten(target, Cause::Shot);
}
