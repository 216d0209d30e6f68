//! The Juggler guesses characters on the first day and learns that night how many guesses were right.

use super::{Ability, Bearing, Due, When};
use crate::characters::Character;
use crate::rules::day::{DayAbility, DayVerb, Often, OpenTo, Use};
use crate::rules::marks::{Kind, Lasts, Mark, Reminder};
use crate::rules::mutator::Mutator;
use crate::rules::registration::Verdict;
use crate::rules::state::State;
use crate::rules::statement::{NumberUpTo, Shape, Statement};
use gaslamp_core::Seat;

pub(crate) const ID: Character = Character::with_id("juggler");

const MARKS: &[Kind] = &[
    // A guess to be counted tonight; the mark's character is the one guessed.
    Kind::note("guess", Lasts::Dawn).of_character(),
    // What the player guessed at was at that moment.
    Kind::note("was", Lasts::Dawn).of_character(),
];
const GUESS: Reminder = Reminder::declared(ID, MARKS, "guess");
const WAS: Reminder = Reminder::declared(ID, MARKS, "was");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("in the night after the guesses, is told how many of them are right"),
    when: When::OtherNights,
    due: Due::If(|state, seat| state.marks.is_placed_by(GUESS, seat)),
    tells: Shape::Number(NumberUpTo::Fixed(5)),
    judges: |state, seat, statement| match statement {
        Statement::Number(number) => judge(state, seat, number),
        _ => Verdict::certainly(false),
    },
    reminds: |play, seat, _| {
        play.unmark_own(GUESS, seat);
        play.unmark_own(WAS, seat);
    },
    day: Some(&GUESSES),
    marks: MARKS,
    ..Ability::with(Bearing::Neighbours)
};

/// Anyone may on the first day; later, only a player who has become a Juggler since.
const GUESSES: DayAbility = DayAbility {
    verb: DayVerb::Guess,
    open_to: OpenTo::Everybody,
    often: Often::OnceAGame,
    is_open: |state, seat| state.number == 1 || state.fresh.contains(seat) && state.seems(seat, ID),
    acts: |play, by, what| {
        if let Use::Guess(guesses) = what {
            remember(play, by, guesses);
        }
    },
};

/// Guesses are about different players, so each is right or wrong on its own.
fn judge(state: &State, seat: Seat, number: u8) -> Verdict {
    let is_own = |mark: &&Mark| mark.reminder == GUESS && mark.by == seat;
    let verdicts = || state.marks.iter().filter(is_own).map(|guess| judge_guess(state, guess));
    let least = verdicts().filter(|verdict| verdict.is_certain()).count() as u8;
    let most = verdicts().filter(|verdict| verdict.may_be_true).count() as u8;
    Verdict { may_be_true: (least..=most).contains(&number), may_be_false: least != most || number != least }
}

/// A guess is right or wrong as of the moment when it was made; how players register is a matter of the telling.
fn judge_guess(state: &State, guess: &Mark) -> Verdict {
    let is_it = |mark: &&Mark| mark.reminder == WAS && mark.by == guess.by && mark.on == guess.on;
    match state.marks.iter().find(is_it) {
        Some(was) if was.character != state.role(guess.on) => {
            Verdict::certainly(was.character == guess.character)
        }
        _ => state.judge_role(guess.on, guess.character),
    }
}

/// The Storyteller remembers the guesses of anyone who seems to be a Juggler.
fn remember(play: &mut Mutator<'_>, by: Seat, guesses: &[(Seat, Character)]) {
    if play.is_alive(by) {
        for &(seat, character) in guesses {
            play.mark_about(GUESS, seat, by, character);
            play.mark_about(WAS, seat, by, play.role(seat));
        }
    }
}
