//! The Pit-Hag turns a player into a character that is not in play; if a Demon is made, deaths are arbitrary that night.

use super::{Ability, When};
use crate::characters::{Character, CharacterSet, Team};
use crate::rules::action::Action;
use crate::rules::marks::Reminder;
use crate::rules::pick::Pick;
use crate::rules::play::Play;
use crate::rules::state::{Ask, Ruling};
use gaslamp_core::Seat;

pub(crate) const ID: Character = Character::with_id("pithag");

pub(crate) static ABILITY: Ability = Ability {
    when: When::OtherNights,
    asks: |state, _| {
        let playable = CharacterSet::GOOD.or(CharacterSet::EVIL);
        Pick::Turn(state.seats_set(), state.sheet.characters.and(playable))
    },
    acts: |play, by| {
        if let Action::Turn(target, character) = play.chosen {
            turn(play, by, target, character);
        }
    },
    ..Ability::NONE
};

fn turn(play: &mut Play<'_>, by: Seat, target: Seat, character: Character) {
    let is_delusion = super::of(character).is_delusion;
    if play.in_play().contains(character) || is_delusion && play.tokens_to_show(character).is_empty() {
        return;
    }
    play.become_character(target, character);
    if is_delusion {
        play.ask = Ask::Ruling(Ruling::Delusion { seat: target });
    } else {
        play.tell_character(target);
    }
    if character.team() == Team::Demon {
        play.mark(Reminder::PitHagDemonMade, by, by);
    }
}

/// The Storyteller lets nobody more die.
pub(crate) fn end_deaths(play: &mut Play<'_>, by: Seat) {
    play.unmark_own(Reminder::PitHagDemonMade, by);
    play.check_end(None);
}
