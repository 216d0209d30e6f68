//! The Golem may nominate once per game; the nominee dies at once unless a Demon.

use super::{Ability, Bearing};
use crate::characters::{Character, Team};
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::mutator::Mutator;
use crate::rules::ruling::Answer;
use crate::rules::state::Cause;
use gaslamp_core::Seat;

pub(crate) const ID: Character = Character::with_id("golem");

const MARKS: &[Kind] = &[Kind::token("may_not_nominate", Lasts::Long).spent()];
const MAY_NOT_NOMINATE: Reminder = Reminder::declared(ID, MARKS, "may_not_nominate");

pub(crate) const ABILITY: Ability = Ability {
    may_nominate: Some(|state, seat| !state.marks.is_placed_by(MAY_NOT_NOMINATE, seat)),
    hears_of_nomination: Some(|play, seat, by, nominee| {
        if by == seat {
            nominate(play, seat, nominee);
        }
    }),
    ruled: |play, ruling, answer| {
        if answer == Answer::No {
            play.threaten(ruling.about, Cause::Ability { by: ruling.by });
        }
    },
    marks: MARKS,
    ..Ability::with(Bearing::Neighbours)
};

/// The nomination is spent even when drunk or poisoned.
fn nominate(play: &mut Mutator<'_>, by: Seat, nominee: Seat) {
    play.mark(MAY_NOT_NOMINATE, by, by);
    play.use_ability(by, ID, |play| {
        if !play.is_alive(nominee) {
            return;
        }
        if play.judge_team(nominee, Team::Demon).may_be_true {
            // The Storyteller is asked if it is not certain.
            play.registers_to(ID, by, nominee, Team::Demon);
        } else {
            play.threaten(nominee, Cause::Ability { by });
        }
    });
}
