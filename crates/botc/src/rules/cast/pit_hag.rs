//! The Pit-Hag turns a player into a character that is not in play; if that creates a Demon, deaths are
//! arbitrary that night.

use super::{Ability, Bearing, TurnsSides, When};
use crate::characters::{Character, CharacterSet, Team};
use crate::rules::action::Action;
use crate::rules::choice_shape::{ChoiceShape, Pick};
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::mutator::Mutator;
use crate::rules::ruling::{Answer, Candidates};
use crate::rules::state::Cause;
use gaslamp_core::Seat;

pub(crate) const ID: Character = Character::with_id("pithag");

const MARKS: &[Kind] = &[
    Kind::note("demon_made", Lasts::Dawn).making_deaths_arbitrary(),
    // An evil player made a character that changes sides cannot turn good by that (jinx).
    Kind::note("stays_evil", Lasts::Long).on_character().keeping_evil(),
];
const DEMON_MADE: Reminder = Reminder::declared(ID, MARKS, "demon_made");
const STAYS_EVIL: Reminder = Reminder::declared(ID, MARKS, "stays_evil");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("chooses a player and a character, which the player becomes unless it is in play"),
    when: When::OtherNights,
    choice: ChoiceShape::Naming,
    asks: |state, _| {
        let playable = CharacterSet::GOOD.or(CharacterSet::EVIL);
        Pick::Naming(state.all_seats(), state.script.characters.and(playable))
    },
    acts: |play, by| {
        if let Action::Name(target, character) = play.chosen {
            turn(play, by, target, character);
        }
    },
    candidates: |state, _| Candidates { seats: state.living, or_nobody: true },
    ruled: |play, ruling, answer| match answer {
        Answer::Player(victim) => play.die(victim, Cause::Ability { by: ruling.by }),
        _ => {
            play.unmark_own(DEMON_MADE, ruling.by);
            play.check_end(None);
        }
    },
    makes_characters: true,
    marks: MARKS,
    ..Ability::with(Bearing::Neighbours)
};

fn turn(play: &mut Mutator<'_>, by: Seat, target: Seat, character: Character) {
    if !play.has_room_for(character) || !play.can_become(character) {
        return;
    }
    play.transform(ID, by, target, character);
    if play.is_evil(target) && super::of(character).turns_sides == TurnsSides::Own {
        play.mark(STAYS_EVIL, target, by);
    }
    // Whoever makes themself a Demon has lost the ability by that.
    if character.team() == Team::Demon && target != by {
        play.mark(DEMON_MADE, by, by);
        play.take_back_deaths();
    }
    // Perhaps there is no Demon any more.
    play.look_for_end(None);
}
