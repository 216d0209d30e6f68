//! The Courtier names a character, once per game: a player with it is drunk for three nights and days.

use super::{Ability, Bearing, Due, When};
use crate::characters::{Character, CharacterSet};
use crate::rules::action::Action;
use crate::rules::choice_shape::{ChoiceShape, Pick};
use crate::rules::marks::{Kind, Lasts, Mark, Reminder};
use crate::rules::mutator::Mutator;
use crate::rules::ruling::{Answer, Candidates, Guess, Purpose, Question, Ruling};
use crate::rules::state::State;
use gaslamp_core::{Seat, Seats};

pub(crate) const ID: Character = Character::with_id("courtier");

const MARKS: &[Kind] = &[
    Kind::token("drunk_3", Lasts::Long).needing_source().on_character().impairing(),
    Kind::token("drunk_2", Lasts::Long).needing_source().on_character().impairing(),
    Kind::token("drunk_1", Lasts::Dusk).needing_source().on_character().impairing(),
    Kind::token("no_ability", Lasts::Long).spent(),
];
const DRUNK_3: Reminder = Reminder::declared(ID, MARKS, "drunk_3");
const DRUNK_2: Reminder = Reminder::declared(ID, MARKS, "drunk_2");
const DRUNK_1: Reminder = Reminder::declared(ID, MARKS, "drunk_1");
const NO_ABILITY: Reminder = Reminder::declared(ID, MARKS, "no_ability");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("once in the game, may choose a character; whoever has it is drunk for three nights and days"),
    when: When::EveryNight,
    due: Due::If(|state, seat| !state.marks.is_placed_by(NO_ABILITY, seat)),
    choice: ChoiceShape::CharacterOrPass,
    asks: |state, _| {
        let playable = CharacterSet::GOOD.or(CharacterSet::EVIL);
        Pick::CharacterOrPass(state.script.characters.and(playable))
    },
    chosen_players: Some(|state, _| named(state)),
    notes: |play, seat| {
        if matches!(play.chosen, Action::ChooseCharacter(_)) {
            play.mark(NO_ABILITY, seat, seat);
        }
    },
    acts: |play, by| {
        if let Action::ChooseCharacter(character) = play.chosen {
            look_for(play, by, character);
        }
    },
    candidates: |state, _| match state.chosen {
        Action::ChooseCharacter(character) => holders(state, character),
        _ => Candidates::NONE,
    },
    ruled: |play, ruling, answer| match answer {
        Answer::Yes => play.mark(DRUNK_3, ruling.about, ruling.by),
        Answer::Player(drunk) => {
            note_pick(play, ruling.by, Some(drunk));
            play.mark(DRUNK_3, drunk, ruling.by);
        }
        Answer::Nobody => note_pick(play, ruling.by, None),
        Answer::No | Answer::Token(_) => {}
    },
    dusk_falls: Some(|play, by| {
        next_day(play, by, DRUNK_2, DRUNK_1);
        next_day(play, by, DRUNK_3, DRUNK_2);
    }),
    marks: MARKS,
    ..Ability::with(Bearing::Neighbours)
};

/// The players whose character is named now.
fn named(state: &State) -> Seats {
    match state.chosen {
        Action::ChooseCharacter(character) => {
            state.all_seats().iter().filter(|&seat| state.role(seat) == character).collect()
        }
        _ => Seats::NONE,
    }
}

/// The Storyteller has picked somebody of several: it went wrong if that is not the character in fact.
fn note_pick(play: &mut Mutator<'_>, by: Seat, picked: Option<Seat>) {
    let named = named(play);
    if picked.map_or(!named.is_empty(), |picked| !named.contains(picked)) {
        play.misfire(by);
    }
}

/// Whoever may register as this character, dead or alive.
fn holders(state: &State, character: Character) -> Candidates {
    let judged = |seat| state.judge_role(seat, character);
    let seats: Seats = state.all_seats().iter().filter(|&seat| judged(seat).may_be_true).collect();
    Candidates { seats, or_nobody: !seats.iter().any(|seat| judged(seat).is_certain()) }
}

/// One player with the character is drunk; if there are several, the Storyteller picks one.
fn look_for(play: &mut Mutator<'_>, by: Seat, character: Character) {
    let found = holders(play, character).seats;
    let Some(about) = found.lowest() else { return };
    if found.len() > 1 {
        let question = Question::Pick(Purpose::Target);
        play.ask_ruling(Ruling { ability: ID, by, about: by, question, cause: None });
    } else if play.is_taken_for(ID, by, about, Guess::Character(character)) {
        play.mark(DRUNK_3, about, by);
    }
}

/// A token gives way to the next one, without a moment of soberness in between.
fn next_day(play: &mut Mutator<'_>, by: Seat, old: Reminder, new: Reminder) {
    let is_old = |mark: &Mark| mark.reminder == old && mark.by == by;
    if let Some(drunk) = play.marks.placed_by(old, by) {
        play.mark(new, drunk, by);
        play.unmark(is_old);
    }
}
