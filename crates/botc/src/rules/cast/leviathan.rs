//! The Leviathan, of which everybody knows, kills nobody. Evil wins when a second good player is executed, and
//! at dusk of the fifth day.

use super::{Ability, Bearing, When};
use crate::characters::Character;
use crate::rules::event::Phrase;
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::mutator::Mutator;
use crate::rules::state::Side;
use gaslamp_core::Seat;

pub(crate) const ID: Character = Character::with_id("leviathan");

const MARKS: &[Kind] = &[
    Kind::token("day_1", Lasts::Dusk).of_character(),
    Kind::token("day_2", Lasts::Dusk).of_character(),
    Kind::token("day_3", Lasts::Dusk).of_character(),
    Kind::token("day_4", Lasts::Dusk).of_character(),
    Kind::token("day_5", Lasts::Dusk).of_character(),
    // It stays for whoever succeeds the Leviathan.
    Kind::token("good_player_executed", Lasts::Long),
    // Everybody has been told.
    Kind::note("announced", Lasts::Long).of_character(),
];
const DAYS: [Reminder; 5] = [
    Reminder::declared(ID, MARKS, "day_1"),
    Reminder::declared(ID, MARKS, "day_2"),
    Reminder::declared(ID, MARKS, "day_3"),
    Reminder::declared(ID, MARKS, "day_4"),
    Reminder::declared(ID, MARKS, "day_5"),
];
const GOOD_PLAYER_EXECUTED: Reminder = Reminder::declared(ID, MARKS, "good_player_executed");
const ANNOUNCED: Reminder = Reminder::declared(ID, MARKS, "announced");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("is not woken; everybody is told that it is in play"),
    when: When::EveryNight,
    without_waking: Some(count_days),
    loses_by_execution: Some(|state, _, executed| {
        let is_second = !state.marks.seats(GOOD_PLAYER_EXECUTED).is_empty();
        (is_second && !state.is_evil(executed)).then_some(Side::Good)
    }),
    dusk_falls: Some(|play, seat| {
        if let Some(executed) = play.executed.filter(|&executed| !play.is_evil(executed)) {
            play.mark(GOOD_PLAYER_EXECUTED, executed, seat);
        }
    }),
    at_dusk: Some(|state, seat| {
        let is_last_day = usize::from(state.number) >= DAYS.len();
        (is_last_day && state.works_as(seat, ID)).then_some(Side::Evil)
    }),
    may_enter: Some(|state| usize::from(state.number) <= DAYS.len()),
    unbuilt_jinxes: &[
        Character::with_id("banshee"),
        Character::with_id("exorcist"),
        Character::with_id("farmer"),
        Character::with_id("grandmother"),
        Character::with_id("hatter"),
        Character::with_id("innkeeper"),
        Character::with_id("king"),
        Character::with_id("mayor"),
        Character::with_id("monk"),
        Character::with_id("ravenkeeper"),
        Character::with_id("sage"),
        Character::with_id("soldier"),
    ],
    marks: MARKS,
    ..Ability::with(Bearing::Neighbours)
};

/// The Storyteller announces it once and puts down the token of the coming day.
fn count_days(play: &mut Mutator<'_>, seat: Seat) {
    if !play.marks.is_placed_by(ANNOUNCED, seat) {
        play.mark(ANNOUNCED, seat, seat);
        play.say_to_all(Phrase::KnowsInPlay(ID), None);
    }
    if let Some(&day) = DAYS.get(usize::from(play.number).saturating_sub(1)) {
        play.mark(day, seat, seat);
    }
}
