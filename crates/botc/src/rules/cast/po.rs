//! The Po may kill each night but the first; having chosen nobody, it chooses three the next time.

use super::{Ability, When};
use crate::characters::Character;
use crate::rules::action::Action;
use crate::rules::marks::Reminder;
use crate::rules::pick::Pick;

pub(crate) const ID: Character = Character::with_id("po");

pub(crate) static ABILITY: Ability = Ability {
    when: When::OtherNights,
    asks: |state, seat| {
        let is_hungry = state.marks.is_placed_by(Reminder::PoThreeAttacks, seat);
        if is_hungry && state.size() >= 3 {
            Pick::Three(state.seats_set())
        } else {
            Pick::OneOrPass(state.seats_set())
        }
    },
    notes: |play, seat| {
        play.unmark_own(Reminder::PoThreeAttacks, seat);
        if play.chosen == Action::Pass {
            play.mark(Reminder::PoThreeAttacks, seat, seat);
        }
    },
    acts: |play, seat| {
        play.attacker = seat;
        play.attacks = play.chosen.chosen();
    },
    dead: Some(Reminder::PoDead),
    ..Ability::NONE
};
