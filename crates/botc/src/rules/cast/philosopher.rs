//! The Philosopher takes the ability of a good character, once a game; who is that character gets drunk.

use super::{Ability, When};
use crate::characters::{Character, CharacterSet};
use crate::rules::action::Action;
use crate::rules::marks::Reminder;
use crate::rules::pick::Pick;

pub(crate) const ID: Character = Character::with_id("philosopher");

pub(crate) static ABILITY: Ability = Ability {
    when: When::EveryNight,
    asks: |state, _| {
        let good = state.sheet.characters.and(CharacterSet::GOOD);
        Pick::CharacterOrPass(good.without(ID))
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
