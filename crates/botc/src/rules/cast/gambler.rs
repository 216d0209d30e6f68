//! The Gambler guesses a player's character each night but the first, and dies of a wrong guess.

use super::{Ability, Bearing, When};
use crate::characters::{Character, CharacterSet};
use crate::rules::action::Action;
use crate::rules::choice_shape::{ChoiceShape, Pick};
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::mutator::Mutator;
use crate::rules::ruling::{Answer, Guess};
use crate::rules::state::Cause;
use gaslamp_core::Seat;

pub(crate) const ID: Character = Character::with_id("gambler");

const MARKS: &[Kind] = &[Kind::token("dead", Lasts::Dawn)];
const DEAD: Reminder = Reminder::declared(ID, MARKS, "dead");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("guesses a player's character, and dies if that is wrong"),
    when: When::OtherNights,
    choice: ChoiceShape::Naming,
    asks: |state, _| {
        let playable = CharacterSet::GOOD.or(CharacterSet::EVIL);
        Pick::Naming(state.all_seats(), state.script.characters.and(playable))
    },
    acts: |play, by| {
        if let Action::Name(target, character) = play.chosen {
            let guess = Guess::Character(character);
            let may_be_right = play.judge_guess(target, guess).may_be_true;
            if !may_be_right {
                lose(play, by);
            }
            // Where that is open, the Storyteller is asked.
            play.is_taken_for(ID, by, target, guess);
        }
    },
    ruled: |play, ruling, answer| {
        if answer == Answer::No {
            lose(play, ruling.by);
        }
    },
    marks: MARKS,
    dead: Some(DEAD),
    ..Ability::with(Bearing::Neighbours)
};

/// The guess was wrong.
fn lose(play: &mut Mutator<'_>, by: Seat) {
    play.threaten(by, Cause::Ability { by });
}
