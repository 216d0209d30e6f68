//! The Philosopher gains the ability of a good character, once per game; a player who is that character
//! becomes drunk.

use super::{Ability, Bearing, When};
use crate::characters::{Character, CharacterSet};
use crate::rules::action::Action;
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::choice_shape::{ChoiceShape, Pick};
use crate::rules::mutator::Mutator;
use gaslamp_core::Seat;

pub(crate) const ID: Character = Character::with_id("philosopher");

const MARKS: &[Kind] = &[
    Kind::token("drunk", Lasts::Long).needing_source().impairing(),
    Kind::note("in_vain", Lasts::Long).of_character().gained_in_vain(),
];
const DRUNK: Reminder = Reminder::declared(ID, MARKS, "drunk");
const IN_VAIN: Reminder = Reminder::declared(ID, MARKS, "in_vain");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("once in the game, may choose a good character and gains its ability; whoever has it is drunk"),
    when: When::EveryNight,
    choice: ChoiceShape::CharacterOrPass,
    asks: |state, _| {
        // Not knowing one's own character is not an ability that could be gained.
        let is_gained = |character: &Character| super::of(*character).false_identity.is_none();
        let good = state.script.characters.and(CharacterSet::GOOD).without(ID);
        Pick::CharacterOrPass(good.iter().filter(is_gained).collect())
    },
    notes: |play, seat| {
        if let Action::ChooseCharacter(character) = play.chosen {
            if !play.works_as(seat, ID) {
                play.mark(IN_VAIN, seat, seat);
                play.misfire(seat);
            }
            play.exchange_ability(seat, ID, character);
        }
    },
    acts: |play, seat| {
        if let Action::ChooseCharacter(character) = play.chosen {
            for holder in play.all_seats().without(seat).iter() {
                if play.role(holder) == character {
                    play.mark(DRUNK, holder, seat);
                }
            }
        }
    },
    hears_of_change: Some(note_change),
    gains_abilities: true,
    marks: MARKS,
    ..Ability::with(Bearing::Neighbours)
};

/// A player has become another character: drunk if the Philosopher has that ability, and no longer drunk for
/// the old one.
fn note_change(play: &mut Mutator<'_>, thinker: Seat, changed: Seat) {
    play.unmark(|mark| mark.reminder == DRUNK && mark.on == changed);
    let role = play.role(changed);
    if play.is_alive(thinker) && play.has(thinker, role) {
        play.mark(DRUNK, changed, thinker);
    }
}
