//! The Marionette thinks they are a good character, but is a Minion who sits beside the Demon. The Demon knows
//! who the Marionette is; the other Minions do not.

use super::{Ability, Bearing, FalseIdentity, Seating, SetupEffect};
use crate::characters::{Character, Team};
use crate::rules::event::Phrase;

pub(crate) const ID: Character = Character::with_id("marionette");

pub(crate) const ABILITY: Ability = Ability {
    confides_in_evil: true,
    at_night: Some("the Demon is told who the Marionette is"),
    // Its player is not woken for this, and does not have an ability that could be impaired.
    informs: Some(|play, seat| {
        for demon in play.demons().and(play.alive()).iter() {
            play.say_to(demon, Phrase::Knows(seat, ID));
        }
    }),
    setup: SetupEffect { seating: Seating::BesideDemon, ..SetupEffect::NONE },
    // The bag holds a good character more instead of the Marionette, and that is counted.
    false_identity: Some(FalseIdentity {
        shown: &[Team::Townsfolk, Team::Outsider],
        lives_the_token: true,
        token_changes_setup: true,
        is_drunk: false,
    }),
    ..Ability::with(Bearing::Neighbours)
};
