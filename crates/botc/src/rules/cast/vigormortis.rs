//! The Vigormortis kills each night but the first. Minions whom it kills keep their abilities, and each of them poisons
//! the nearest Townsfolk on one side.

use super::{Ability, Bearing, SetupEffect};
use crate::characters::{Character, Team};
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::mutator::Mutator;
use crate::rules::ruling::{Answer, Candidates, Purpose, Question, Ruling};
use crate::rules::state::State;
use gaslamp_core::{Seat, Seats};

pub(crate) const ID: Character = Character::with_id("vigormortis");

const MARKS: &[Kind] = &[
    Kind::token("dead", Lasts::Dawn),
    Kind::token("has_ability", Lasts::Long).needing_source().keeping_ability(),
    // On which side of the player here the nearest Townsfolk is poisoned.
    Kind::note("anticlockwise", Lasts::Long).needing_source(),
    Kind::note("clockwise", Lasts::Long).needing_source(),
];
const DEAD: Reminder = Reminder::declared(ID, MARKS, "dead");
const HAS_ABILITY: Reminder = Reminder::declared(ID, MARKS, "has_ability");
const WAYS: [Reminder; 2] =
    [Reminder::declared(ID, MARKS, "anticlockwise"), Reminder::declared(ID, MARKS, "clockwise")];

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("chooses a player, who dies; a Minion keeps the ability, and a Townsfolk nearby is poisoned"),
    on_kill: Some(|play, by, victim| {
        if play.registers_to(ID, by, victim, Team::Minion) {
            keep(play, by, victim);
        }
    }),
    candidates: |state, ruling| Candidates {
        seats: state.townsfolk_beside(ruling.about).into_iter().flatten().collect(),
        or_nobody: false,
    },
    ruled: |play, ruling, answer| match answer {
        Answer::Yes => keep(play, ruling.by, ruling.about),
        Answer::Player(poisoned) => poison(play, ruling.by, ruling.about, poisoned),
        _ => {}
    },
    // Whoever is no Minion any more keeps nothing.
    hears_of_change: Some(|play, by, changed| {
        if play.role(changed).team() != Team::Minion {
            let is_kept = |reminder| reminder == HAS_ABILITY || WAYS.contains(&reminder);
            play.unmark(|mark| mark.by == by && mark.on == changed && is_kept(mark.reminder));
            play.look_around();
        }
    }),
    impairs: Some(poisoned_by),
    standing_reminder: Some(("poisoned", |state, seat| {
        if state.works_as(seat, ID) { poisoned_by(state, seat) } else { Seats::NONE }
    })),
    setup: SetupEffect::outsiders(&[-1]),
    ..Ability::killer(DEAD, MARKS, Bearing::Neighbours)
};

/// A dead Minion keeps the ability, and the Storyteller picks on which side a Townsfolk is poisoned.
fn keep(play: &mut Mutator<'_>, by: Seat, minion: Seat) {
    play.mark(HAS_ABILITY, minion, by);
    match play.townsfolk_beside(minion) {
        [Some(a), Some(b)] if a != b => {
            let question = Question::Pick(Purpose::Impairment);
            play.ask_ruling(Ruling { ability: ID, by, about: minion, question, cause: None });
        }
        [Some(only), _] => poison(play, by, minion, only),
        _ => {}
    }
}

/// From now on the nearest Townsfolk on that side is poisoned.
fn poison(play: &mut Mutator<'_>, by: Seat, minion: Seat, poisoned: Seat) {
    let nearest = play.townsfolk_beside(minion);
    if let Some(at) = nearest.iter().position(|&seat| seat == Some(poisoned)) {
        play.mark(WAYS[at], minion, by);
        play.look_around();
    }
}

/// Whom the Minions killed by this Vigormortis poison.
fn poisoned_by(state: &State, by: Seat) -> Seats {
    let poisons = |way: usize| {
        let kept = state.marks.iter().filter(move |mark| mark.by == by && mark.reminder == WAYS[way]);
        kept.filter_map(move |mark| state.townsfolk_beside(mark.on)[way])
    };
    poisons(0).chain(poisons(1)).collect()
}
