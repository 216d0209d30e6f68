//! The Juggler guesses characters on the first day and learns that night how many guesses were right.

use super::{Ability, When};
use crate::characters::Character;
use crate::rules::marks::{Mark, Reminder};
use crate::rules::play::Play;
use crate::rules::registration::Verdict;
use crate::rules::state::State;
use crate::rules::statement::{Shape, Statement};
use gaslamp_core::Seat;

pub(crate) const ID: Character = Character::with_id("juggler");

pub(crate) static ABILITY: Ability = Ability {
    when: When::OtherNights,
    is_due: |state, seat| state.marks.is_placed_by(Reminder::JugglerGuess, seat),
    tells: |_, _| Shape::Number(5),
    judges: |state, seat, statement| match statement {
        Statement::Number(number) => judge(state, seat, number),
        _ => Verdict::certainly(false),
    },
    reminds: |play, seat, _| play.unmark_own(Reminder::JugglerGuess, seat),
    ..Ability::NONE
};

/// Guesses are about different players, so each is right or wrong by itself.
fn judge(state: &State, seat: Seat, number: u8) -> Verdict {
    let is_own = |mark: &&Mark| mark.reminder == Reminder::JugglerGuess && mark.by == seat;
    let verdicts = || state.marks.iter().filter(is_own).map(|mark| state.judge_role(mark.on, mark.character));
    let least = verdicts().filter(|verdict| verdict.is_certain()).count() as u8;
    let most = verdicts().filter(|verdict| verdict.may_be_true).count() as u8;
    Verdict { may_be_true: (least..=most).contains(&number), may_be_false: least != most || number != least }
}

/// Somebody has guessed. The Storyteller remembers the guesses of whoever seems to be a Juggler.
pub(crate) fn guess(play: &mut Play<'_>, by: Seat, guesses: &[(Seat, Character)]) {
    if play.seems(by, ID) && play.is_alive(by) {
        for &(seat, character) in guesses {
            play.mark_about(Reminder::JugglerGuess, seat, by, character);
        }
    }
}
