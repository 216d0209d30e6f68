//! The Riot kills nobody at night. For the third day all Minions become Riots; on that day nominees die at once
//! and nominate the next, without a vote, until all Riots are dead or two players are left.

use super::{Ability, Bearing, When};
use crate::characters::{Character, Team};
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::mutator::Mutator;
use crate::rules::ruling::{Answer, Candidates, Question};
use gaslamp_core::Seat;

pub(crate) const ID: Character = Character::with_id("riot");

const MARKS: &[Kind] =
    &[Kind::token("day_2", Lasts::Dusk).of_character(), Kind::token("day_3", Lasts::Dusk).of_character()];
const DAY_2: Reminder = Reminder::declared(ID, MARKS, "day_2");
const DAY_3: Reminder = Reminder::declared(ID, MARKS, "day_3");

/// The day of the riot, and the night before it.
const DAY: u16 = 3;

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("is not woken; in the third night all Minions become Riots and are told"),
    when: When::OtherNights,
    without_waking: Some(|play, seat| match play.number {
        2 => play.mark(DAY_2, seat, seat),
        DAY => play.mark(DAY_3, seat, seat),
        _ => {}
    }),
    before_waking: Some(|play, seat| {
        if play.number == DAY {
            gather(play, seat);
        }
    }),
    kills_nominees: Some(|state, _| state.number == DAY),
    promotes_minions: true,
    candidates: |state, _| Candidates { seats: state.living, or_nobody: false },
    ruled: |play, ruling, answer| match (ruling.question, answer) {
        (Question::Registers(_), Answer::Yes) => join(play, ruling.by, ruling.about),
        (Question::Pick(_), Answer::Player(nominator)) => play.must_nominate = Some(nominator),
        _ => {}
    },
    unbuilt_jinxes: &[
        Character::with_id("atheist"),
        Character::with_id("banshee"),
        Character::with_id("exorcist"),
        Character::with_id("farmer"),
        Character::with_id("grandmother"),
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

/// All who register as Minions become Riots.
fn gather(play: &mut Mutator<'_>, seat: Seat) {
    for other in super::others(play, seat).iter() {
        if play.registers_to(ID, seat, other, Team::Minion) {
            join(play, seat, other);
        }
    }
}

fn join(play: &mut Mutator<'_>, by: Seat, seat: Seat) {
    play.transform(ID, by, seat, ID);
    play.acted = play.acted.with(seat);
}
