//! The Minstrel: when a Minion dies by execution, everybody else is drunk until dusk of the next day.

use super::{Ability, Bearing};
use crate::characters::{Character, Team};
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::mutator::Mutator;
use crate::rules::ruling::Answer;
use crate::rules::state::{Cause, State};
use gaslamp_core::{Seat, Seats};

pub(crate) const ID: Character = Character::with_id("minstrel");

const MARKS: &[Kind] = &[
    Kind::token("everyone_is_drunk", Lasts::Long).needing_source(),
    // It began today, so that the coming dusk is not the one that ends it.
    Kind::note("since_today", Lasts::Dawn).needing_source(),
];
const EVERYONE_IS_DRUNK: Reminder = Reminder::declared(ID, MARKS, "everyone_is_drunk");
const SINCE_TODAY: Reminder = Reminder::declared(ID, MARKS, "since_today");

pub(crate) const ABILITY: Ability = Ability {
    hears_of_death: Some(|play, minstrel, death| {
        if death.cause == Cause::Execution && play.is_holder(minstrel) {
            let dead = death.victim;
            play.use_ability(minstrel, ID, |play| {
                if play.registers_to(ID, minstrel, dead, Team::Minion) {
                    sing(play, minstrel);
                }
            });
        }
    }),
    ruled: |play, ruling, answer| {
        if answer == Answer::Yes {
            sing(play, ruling.by);
        }
    },
    impairs: Some(listeners),
    dusk_falls: Some(|play, minstrel| {
        if !play.marks.is_placed_by(SINCE_TODAY, minstrel) {
            play.unmark_own(EVERYONE_IS_DRUNK, minstrel);
            play.look_around();
        }
    }),
    marks: MARKS,
    ..Ability::with(Bearing::Neighbours)
};

/// Everybody else is drunk from now on.
fn sing(play: &mut Mutator<'_>, minstrel: Seat) {
    play.mark(EVERYONE_IS_DRUNK, minstrel, minstrel);
    play.mark(SINCE_TODAY, minstrel, minstrel);
    play.look_around();
}

/// Whom he makes drunk now.
fn listeners(state: &State, minstrel: Seat) -> Seats {
    let is_singing = state.marks.is_placed_by(EVERYONE_IS_DRUNK, minstrel);
    if is_singing { super::others(state, minstrel) } else { Seats::NONE }
}
