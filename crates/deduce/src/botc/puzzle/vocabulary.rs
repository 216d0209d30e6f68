//! Every word that the reader knows, for the page that explains them (`docs/puzzles.md`) and its test.

use gaslamp_botc::Character;
use gaslamp_botc::notation::formula;
use gaslamp_botc::rules::is_playable;

use super::log::{NOBODY, NOBODY_DIED, NOBODY_EXECUTED, Verb};
use super::read::{KEYS, PLAYER_KEYS, SOLUTION_KEYS};
use super::says::{Form, NOT_IN_PLAY, Special};

/// The keys of the file, of a player and of a solution.
#[must_use]
pub fn keys() -> [&'static [&'static str]; 3] {
    [&KEYS, &PLAYER_KEYS, &SOLUTION_KEYS]
}

/// What follows the night or day in a line of the log and has a body after a colon.
#[must_use]
pub fn verbs() -> Vec<&'static str> {
    Verb::ALL.map(Verb::word).to_vec()
}

/// The lines of the log, and the bodies, that say that something did not happen.
#[must_use]
pub fn absences() -> Vec<&'static str> {
    [NOBODY_DIED.as_slice(), &NOBODY_EXECUTED, &NOBODY].concat()
}

/// What stands for a character in a line of `says` that is about something else, and what begins the bluffs.
#[must_use]
pub fn special_sayings() -> Vec<&'static str> {
    let mut words = Special::ALL.map(Special::word).to_vec();
    words.push(NOT_IN_PLAY);
    words
}

/// For each form of what follows the colon in a line of `says`, an example and the characters with that form.
#[must_use]
pub fn sayings() -> Vec<(&'static str, Vec<Character>)> {
    let mut forms: Vec<(&str, Vec<Character>)> = Vec::new();
    for character in Character::all().filter(|character| is_playable(*character)) {
        let Some(form) = Form::of(character) else { continue };
        match forms.iter_mut().find(|(example, _)| *example == form.example()) {
            Some((_, characters)) => characters.push(character),
            None => forms.push((form.example(), vec![character])),
        }
    }
    forms
}

/// The words of statements: those that begin one, and those that join them.
#[must_use]
pub fn statements() -> Vec<&'static str> {
    formula::words().chain(formula::CONNECTIVES).collect()
}
