//! The Pukka poisons a player each night; the one poisoned before dies, then is healthy again.

use super::{Ability, When};
use crate::characters::Character;
use crate::rules::marks::Reminder;
use crate::rules::pick::Pick;
use gaslamp_core::Seats;

pub(crate) const ID: Character = Character::with_id("pukka");

pub(crate) static ABILITY: Ability = Ability {
    when: When::EveryNight,
    asks: |state, _| Pick::One(state.seats_set()),
    acts: |play, seat| {
        let Some(chosen) = play.chosen_seat() else { return };
        let dying = play.marks.placed_by(Reminder::PukkaPoisoned, seat);
        play.unmark_own(Reminder::PukkaPoisoned, seat);
        if !play.is_safe_from_demon(chosen) {
            play.mark(Reminder::PukkaPoisoned, chosen, seat);
        }
        if let Some(dying) = dying {
            // The poison works until death, and goes when the night goes on.
            play.mark(Reminder::PukkaDying, dying, seat);
            play.attacker = seat;
            play.attacks = Seats::only(dying);
        }
    },
    dead: Some(Reminder::PukkaDead),
    ..Ability::NONE
};
