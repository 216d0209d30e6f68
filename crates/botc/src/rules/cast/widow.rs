//! The Widow sees the grimoire on her first night and poisons a player while she lives; one good player learns
//! that a Widow is in play.

use super::{Ability, Bearing, When};
use crate::characters::Character;
use crate::rules::choice_shape::{ChoiceShape, Pick};
use crate::rules::event::Phrase;
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::mutator::Mutator;
use crate::rules::registration::Verdict;
use crate::rules::ruling::{Answer, Candidates, Purpose, Question, Ruling};
use crate::rules::state::State;
use crate::rules::statement::{Shape, Statement};
use gaslamp_core::{Seat, Seats};

pub(crate) const ID: Character = Character::with_id("widow");

const MARKS: &[Kind] = &[
    Kind::token("poisoned", Lasts::Long).needing_source().impairing().spoken("widow_poisoned"),
    Kind::token("know", Lasts::Long).of_character(),
];
const POISONED: Reminder = Reminder::declared(ID, MARKS, "poisoned");
const KNOW: Reminder = Reminder::declared(ID, MARKS, "know");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some(
        "sees the grimoire and chooses a player, who is poisoned; a good player is told that a Widow is in play",
    ),
    when: When::FirstNight,
    learns_first: true,
    tells: Shape::Grimoire,
    // Nobody who keeps evil players from knowing each other lets them see it (jinx).
    is_told: |state, _| !state.is_evil_hidden(),
    judges: |_, _, statement| Verdict::certainly(statement == Statement::Grimoire),
    choice: ChoiceShape::One,
    asks: |state, _| Pick::One(state.all_seats()),
    // Chosen while she is impaired, the poison sleeps and comes when she is well (M1).
    notes: |play, seat| {
        if !play.works_as(seat, ID) {
            play.may_misfire(seat);
        }
        if let Some(chosen) = play.chosen_seat() {
            play.mark(POISONED, chosen, seat);
        }
    },
    informs: Some(let_know),
    // If she was not well, somebody learns of her in the first night at whose start she is.
    watches: Some(|play, seat| {
        if play.step == 0 && play.acted.is_empty() && play.is_holder(seat) {
            let_know(play, seat);
        }
    }),
    candidates: |state, ruling| Candidates { seats: good_players(state, ruling.by), or_nobody: false },
    ruled: |play, ruling, answer| {
        if let Answer::Player(chosen) = answer {
            tell(play, ruling.by, chosen);
        }
    },
    unbuilt_jinxes: &[
        Character::with_id("alchemist"),
        Character::with_id("heretic"),
        Character::with_id("magician"),
    ],
    marks: MARKS,
    ..Ability::with(Bearing::Neighbours)
};

/// Those who register as good.
fn good_players(state: &State, seat: Seat) -> Seats {
    super::others(state, seat).iter().filter(|&other| state.judge_evil(other).may_be_false).collect()
}

/// The Storyteller lets a good player know, once, if she has poisoned somebody and is well.
fn let_know(play: &mut Mutator<'_>, seat: Seat) {
    let has_poisoned = play.marks.is_placed_by(POISONED, seat);
    if !has_poisoned || !play.works_as(seat, ID) || play.marks.is_placed_by(KNOW, seat) {
        return;
    }
    let good = good_players(play, seat);
    match good.lowest() {
        None => {}
        Some(only) if good.len() == 1 => tell(play, seat, only),
        Some(_) => {
            let question = Question::Pick(Purpose::Target);
            play.ask_ruling(Ruling { ability: ID, by: seat, about: seat, question, cause: None });
        }
    }
}

fn tell(play: &mut Mutator<'_>, seat: Seat, chosen: Seat) {
    play.mark(KNOW, chosen, seat);
    play.say_to(chosen, Phrase::KnowsInPlay(ID));
}
