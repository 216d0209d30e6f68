//! The Cerenovus makes a player mad each night: whoever does not claim to be the character named, or claims to be
//! another, may be executed for that the next day.

use super::{Ability, Bearing, When};
use crate::characters::{Character, CharacterSet};
use crate::rules::action::{Action, Claim};
use crate::rules::choice_shape::{ChoiceShape, Pick};
use crate::rules::event::Phrase;
use crate::rules::marks::{Kind, Lasts, Mark, Reminder};
use crate::rules::mutator::Mutator;
use crate::rules::state::{Between, State};
use gaslamp_core::Seat;

pub(crate) const ID: Character = Character::with_id("cerenovus");

/// A player may be made mad about being this Minion too (jinx).
const GOBLIN: Character = Character::with_id("goblin");

const MARKS: &[Kind] = &[
    // The mark's character is the one to be mad about.
    Kind::token("mad", Lasts::Dusk).needing_source().maddening(),
    // Has claimed to be another character today.
    Kind::note("broken", Lasts::Dusk).needing_source(),
    // Has claimed to be that character today.
    Kind::note("obeyed", Lasts::Dusk).needing_source(),
];
const MAD: Reminder = Reminder::declared(ID, MARKS, "mad");
const BROKEN: Reminder = Reminder::declared(ID, MARKS, "broken");
const OBEYED: Reminder = Reminder::declared(ID, MARKS, "obeyed");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("chooses a player and a good character; the player is told to be mad about being that character"),
    when: When::EveryNight,
    choice: ChoiceShape::Naming,
    asks: |state, _| {
        Pick::Naming(state.all_seats(), state.script.characters.and(CharacterSet::GOOD.with(GOBLIN)))
    },
    acts: |play, by| {
        if let Action::Name(target, character) = play.chosen {
            play.mark_about(MAD, target, by, character);
            play.say_to(target, Phrase::Mad(character));
        }
    },
    hears_of_claim: Some(|play, by, speaker, claim| {
        if let (Some(mad), Claim::Role(role)) = (madness(play, by), claim)
            && mad.on == speaker
        {
            hear(play, mad, *role);
        }
    }),
    between_acts: Some(|play, by, between| {
        if let (Some(mad), Between::Close) = (madness(play, by), between) {
            let is_broken = play.marks.is_placed_by(BROKEN, by) || !play.marks.is_placed_by(OBEYED, by);
            if is_broken {
                ask(play, mad);
            }
        }
    }),
    marks: MARKS,
    ..Ability::with(Bearing::Neighbours)
};

/// The madness that a Cerenovus has caused.
fn madness(state: &State, by: Seat) -> Option<Mark> {
    state.marks.iter().find(|mark| mark.reminder == MAD && mark.by == by).copied()
}

/// A mad player has claimed to be this character.
fn hear(play: &mut Mutator<'_>, mad: Mark, role: Character) {
    if role == mad.character {
        play.mark(OBEYED, mad.on, mad.by);
    } else {
        play.mark(BROKEN, mad.on, mad.by);
        ask(play, mad);
    }
}

/// The Storyteller may execute a mad player, dead or alive, if the ability works now.
fn ask(play: &mut Mutator<'_>, mad: Mark) {
    if play.is_holder(mad.by) {
        play.use_ability(mad.by, ID, |play| play.ask_execution(ID, mad.by, mad.on));
    }
}
