//! The Mayor's team wins if three players are alive at dusk and nobody was executed; at night, another player
//! may die instead.

use super::{Ability, Bearing};
use crate::characters::Character;
use crate::rules::ruling::{Answer, Candidates, Purpose, Question, Ruling};
use crate::rules::state::Stage;

pub(crate) const ID: Character = Character::with_id("mayor");

pub(crate) const ABILITY: Ability = Ability {
    replaces_own_death: Some(|play, mayor, cause| {
        let is_asked = play.stage == Stage::Night && play.is_active(mayor, ID);
        if is_asked {
            let question = Question::Pick(Purpose::StruckInstead);
            play.ask_ruling(Ruling { ability: ID, by: mayor, about: mayor, question, cause: Some(cause) });
        }
        is_asked
    }),
    candidates: |state, _| Candidates { seats: state.living, or_nobody: false },
    ruled: |play, ruling, answer| {
        let (Answer::Player(victim), Some(cause)) = (answer, ruling.cause) else { return };
        if victim == ruling.about {
            play.fall(victim, cause);
        } else {
            play.note_thwarted(cause);
            // The other player may be protected.
            play.threaten(victim, cause);
        }
    },
    at_dusk: Some(|state, seat| {
        let wins = state.alive().len() == 3
            && state.living.contains(seat)
            && state.executed.is_none()
            && state.works_as(seat, ID);
        wins.then(|| state.side(seat))
    }),
    ..Ability::with(Bearing::LaterItsSeat)
};
