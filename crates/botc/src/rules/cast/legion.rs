//! Legion: most players are Legion, the others are good. Each night but the first a player may die. Whoever only evil
//! players vote for is not executed. Legion registers as a Minion, too.

use super::{Ability, Bearing, Dealing, Due, MinionChange, SetupEffect, When};
use crate::characters::{Character, Team};
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::ruling::{Answer, Candidates, Purpose, Question, Ruling};
use crate::rules::state::{SEATS, Side, State};
use gaslamp_core::{Seat, Seats};

pub(crate) const ID: Character = Character::with_id("legion");

const MARKS: &[Kind] = &[
    Kind::token("dead", Lasts::Dawn),
    // The Storyteller has decided for all of them.
    Kind::note("decided", Lasts::Dawn),
];
const DEAD: Reminder = Reminder::declared(ID, MARKS, "dead");
const DECIDED: Reminder = Reminder::declared(ID, MARKS, "decided");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("the Storyteller may let a player die"),
    when: When::OtherNights,
    // One death for all of them together.
    due: Due::If(|state, seat| {
        state.marks.seats(DECIDED).is_empty() && working(state).lowest() == Some(seat)
    }),
    storyteller_rules: Some(|play, by| {
        play.mark(DECIDED, by, by);
        let question = Question::Pick(Purpose::Death);
        play.ask_ruling(Ruling { ability: ID, by, about: by, question, cause: None });
    }),
    candidates: |state, _| Candidates { seats: state.living, or_nobody: true },
    ruled: |play, ruling, answer| {
        if let Answer::Player(victim) = answer {
            play.attack(ruling.by, victim);
        }
    },
    also_of_team: Some(Team::Minion),
    voids_votes: Some(|state, _, voters| voters.minus(state.evil).is_empty()),
    wins_when: Some(|state, _| {
        let good = state.alive().minus(state.evil).len();
        (good < usize::from(state.script.house.fewest_good)).then_some(Side::Evil)
    }),
    setup: SetupEffect {
        copies: SEATS,
        dealing: Dealing::ToMost,
        minions: MinionChange::NoneInBag,
        frees_outsiders: true,
        ..SetupEffect::NONE
    },
    unbuilt_jinxes: &[
        Character::with_id("engineer"),
        Character::with_id("hatter"),
        Character::with_id("minstrel"),
        Character::with_id("politician"),
        Character::with_id("preacher"),
        Character::with_id("summoner"),
        Character::with_id("zealot"),
    ],
    // Nobody becomes Legion later.
    may_enter: Some(|_| false),
    dead: Some(DEAD),
    marks: MARKS,
    ..Ability::with(Bearing::Neighbours)
};

fn working(state: &State) -> Seats {
    state.holders().iter().filter(|&seat: &Seat| state.has(seat, ID) && state.works_as(seat, ID)).collect()
}
