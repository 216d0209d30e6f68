//! The Virgin: whoever nominates her first is executed at once, if it is a Townsfolk.

use super::{Ability, Bearing, Trigger};
use crate::characters::{Character, Team};
use crate::rules::marks::Reminder;
use crate::rules::play::Play;
use crate::rules::state::{Ask, Ruling};
use gaslamp_core::Seat;

pub(crate) const ID: Character = Character::with_id("virgin");

pub(crate) static ABILITY: Ability =
    Ability { nominated: Some(nominated), bearing: Bearing::Until(Trigger::Nominated), ..Ability::NONE };

/// The first nomination spends the ability, whether it works or not.
fn nominated(play: &mut Play<'_>, virgin: Seat) {
    let is_spent = play.marks.is_placed_by(Reminder::VirginNoAbility, virgin);
    if is_spent || !play.has(virgin, ID) || !play.is_alive(virgin) {
        return;
    }
    play.mark(Reminder::VirginNoAbility, virgin, virgin);
    let nominator = play.judge_team(play.nominator, Team::Townsfolk);
    if !play.works(virgin) {
        return;
    }
    if nominator.is_certain() {
        play.execute_nominator();
    } else if nominator.may_be_true {
        play.ask = Ask::Ruling(Ruling::Townsfolk);
    }
}
