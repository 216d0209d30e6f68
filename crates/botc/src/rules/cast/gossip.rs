//! The Gossip makes a statement each day; if it is true, a player dies that night.

use super::{Ability, Bearing, Due, When};
use crate::characters::Character;
use crate::rules::day::{DayAbility, DayVerb, Often, OpenTo, Use};
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::mutator::Mutator;
use crate::rules::registration::Verdict;
use crate::rules::ruling::{Answer, Candidates, Purpose, Question, Ruling};
use crate::rules::state::Cause;
use gaslamp_core::Seat;

pub(crate) const ID: Character = Character::with_id("gossip");

const MARKS: &[Kind] = &[
    Kind::token("dead", Lasts::Dawn),
    // The statement made today is true.
    Kind::note("true", Lasts::Dawn).of_character(),
    // The statement made today is true or false, as the Storyteller decides.
    Kind::note("maybe", Lasts::Dawn).of_character(),
];
const DEAD: Reminder = Reminder::declared(ID, MARKS, "dead");
const TRUE: Reminder = Reminder::declared(ID, MARKS, "true");
const MAYBE: Reminder = Reminder::declared(ID, MARKS, "maybe");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("if today's statement was true, the Storyteller lets a player die"),
    when: When::OtherNights,
    due: Due::If(|state, seat| [TRUE, MAYBE].iter().any(|&said| state.marks.is_placed_by(said, seat))),
    storyteller_rules: Some(|play, by| {
        let question = Question::Pick(Purpose::Death);
        play.ask_ruling(Ruling { ability: ID, by, about: by, question, cause: None });
    }),
    candidates: |state, ruling| Candidates {
        seats: state.living,
        or_nobody: !state.marks.is_placed_by(TRUE, ruling.by),
    },
    ruled: |play, ruling, answer| {
        if let Answer::Player(victim) = answer {
            play.threaten(victim, Cause::Ability { by: ruling.by });
        }
    },
    day: Some(&STATEMENT),
    dead: Some(DEAD),
    marks: MARKS,
    ..Ability::with(Bearing::Neighbours)
};

const STATEMENT: DayAbility = DayAbility {
    verb: DayVerb::Gossip,
    open_to: OpenTo::Everybody,
    often: Often::OnceADay,
    is_open: |_, _| true,
    acts: |play, by, what| {
        if let Use::Gossip(statement) = what {
            speak(play, by, statement.judge(play));
        }
    },
};

/// The Storyteller remembers a real Gossip's statement unless it is false. Whether the Gossip is impaired matters at
/// night alone.
fn speak(play: &mut Mutator<'_>, by: Seat, verdict: Verdict) {
    if play.has(by, ID) && play.is_alive(by) && verdict.may_be_true {
        play.mark(if verdict.may_be_false { MAYBE } else { TRUE }, by, by);
    }
}
