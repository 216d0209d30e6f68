//! The Damsel: all Minions know that a Damsel is in play, and if one of them publicly says who it is, the Damsel's
//! team loses. Only the first guess of a Minion counts.

use super::{Ability, Bearing, When, spy, widow};
use crate::characters::{Character, Team};
use crate::rules::day::{DayAbility, DayVerb, Often, OpenTo, Use};
use crate::rules::event::Phrase;
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::mutator::Mutator;
use crate::rules::state::State;
use gaslamp_core::{Seat, Seats};

pub(crate) const ID: Character = Character::with_id("damsel");

const MARKS: &[Kind] = &[
    Kind::token("guess_used", Lasts::Long).spent(),
    // A character that poisons her has been in play.
    Kind::note("jinxed", Lasts::Long).of_character(),
];
const GUESS_USED: Reminder = Reminder::declared(ID, MARKS, "guess_used");
const JINXED: Reminder = Reminder::declared(ID, MARKS, "jinxed");

pub(crate) const ABILITY: Ability = Ability {
    confides_in_evil: true,
    at_night: Some("all Minions are told that a Damsel is in play"),
    when: When::FirstNight,
    before_waking: Some(|play, _| {
        for minion in play.minions().iter() {
            play.say_to(minion, Phrase::KnowsInPlay(ID));
        }
    }),
    day: Some(&UNMASKING),
    hears_of_use: Some(|play, damsel, speaker, what| {
        if let Use::Unmask(suspect) = what
            && play.role(speaker).team() == Team::Minion
        {
            hear_guess(play, damsel, suspect);
        }
    }),
    // Whoever sees the grimoire would find her too easily (jinxes).
    impairs: Some(|state, damsel| {
        let is_jinxed = is_grimoire_seen(state) || state.marks.is_placed_by(JINXED, damsel);
        if is_jinxed && state.role(damsel) == ID { Seats::only(damsel) } else { Seats::NONE }
    }),
    watches: Some(|play, damsel| {
        if is_grimoire_seen(play) && play.has(damsel, ID) {
            play.mark(JINXED, damsel, damsel);
        }
    }),
    unbuilt_jinxes: &[Character::with_id("huntsman"), Character::with_id("pithag")],
    marks: MARKS,
    ..Ability::with(Bearing::Neighbours)
};

/// Anybody may say so, and what others than Minions say is nothing.
const UNMASKING: DayAbility = DayAbility {
    verb: DayVerb::Unmask,
    open_to: OpenTo::Everybody,
    often: Often::OnceAGame,
    is_open: |_, _| true,
    acts: |_, _, _| {},
};

fn is_grimoire_seen(state: &State) -> bool {
    [spy::ID, widow::ID].iter().any(|&seer| state.in_play().contains(seer))
}

/// The first guess of all Minions is spent even when she is drunk or poisoned.
fn hear_guess(play: &mut Mutator<'_>, damsel: Seat, suspect: Seat) {
    if play.marks.is_placed_by(GUESS_USED, damsel) || !play.has(damsel, ID) {
        return;
    }
    play.mark(GUESS_USED, damsel, damsel);
    if suspect == damsel && play.is_holder(damsel) {
        play.use_ability(damsel, ID, |play| play.look_for_end(Some(play.side(damsel))));
    }
}
