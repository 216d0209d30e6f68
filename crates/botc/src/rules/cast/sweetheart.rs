//! The Sweetheart: when they die, a player is drunk from then on.

use super::{Ability, Bearing};
use crate::characters::Character;
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::ruling::{Answer, Candidates, Purpose, Question, Ruling};

pub(crate) const ID: Character = Character::with_id("sweetheart");

/// Nothing ends it later, whatever becomes of the Sweetheart.
const MARKS: &[Kind] = &[Kind::token("drunk", Lasts::Long).impairing_for_good()];
const DRUNK: Reminder = Reminder::declared(ID, MARKS, "drunk");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("once she is dead, a player is drunk from now on"),
    hears_of_death: Some(|play, sweetheart, death| {
        if death.victim == sweetheart {
            play.use_ability(sweetheart, ID, |play| {
                let (by, question) = (sweetheart, Question::Pick(Purpose::Impairment));
                play.ask_ruling(Ruling { ability: ID, by, about: by, question, cause: None });
            });
        }
    }),
    candidates: |state, _| Candidates { seats: state.all_seats(), or_nobody: false },
    ruled: |play, ruling, answer| {
        if let Answer::Player(drunk) = answer {
            play.mark(DRUNK, drunk, ruling.by);
        }
    },
    marks: MARKS,
    ..Ability::with(Bearing::Neighbours)
};
