//! The Philosopher takes the ability of a good character, once a game; who is that character gets drunk.

use super::{Ability, When};
use crate::characters::{Character, CharacterSet};
use crate::rules::action::Action;
use crate::rules::marks::Reminder;
use crate::rules::pick::Pick;
use crate::rules::play::Play;
use gaslamp_core::Seat;

pub(crate) const ID: Character = Character::with_id("philosopher");

pub(crate) static ABILITY: Ability = Ability {
    when: When::EveryNight,
    asks: |state, _| {
        // Not knowing what one is is no ability that could be gained.
        let is_gained = |character: &Character| !super::of(*character).is_delusion;
        let good = state.sheet.characters.and(CharacterSet::GOOD).without(ID);
        Pick::CharacterOrPass(good.iter().filter(is_gained).collect())
    },
    notes: |play, seat| {
        if let Action::ChooseCharacter(character) = play.chosen {
            if !play.works(seat) {
                play.mark(Reminder::PhilosopherInVain, seat, seat);
            }
            play.gain_ability(seat, character);
        }
    },
    acts: |play, seat| {
        if let Action::ChooseCharacter(character) = play.chosen {
            for holder in play.seats_set().without(seat).iter() {
                if play.role(holder) == character {
                    play.mark(Reminder::PhilosopherDrunk, holder, seat);
                }
            }
        }
    },
    ..Ability::NONE
};

/// Somebody has become another character: drunk if a Philosopher has that ability, and no longer so for the old one.
pub(crate) fn note_change(play: &mut Play<'_>, seat: Seat) {
    play.unmark(|mark| mark.reminder == Reminder::PhilosopherDrunk && mark.on == seat);
    let (role, others) = (play.role(seat), play.alive().without(seat));
    let thinker = others.iter().find(|&other| play.role(other) == ID && play.has(other, role));
    if let Some(thinker) = thinker {
        play.mark(Reminder::PhilosopherDrunk, seat, thinker);
    }
}
