//! The Evil Twin has a twin on the other side, and both know each other. If the good one of the two is executed, evil
//! wins; while both are alive, good cannot win.

use super::{Ability, Bearing, When};
use crate::characters::Character;
use crate::rules::event::Phrase;
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::mutator::Mutator;
use crate::rules::state::{Side, State};
use gaslamp_core::{Seat, Seats};

pub(crate) const ID: Character = Character::with_id("eviltwin");

const MARKS: &[Kind] = &[
    Kind::token("twin", Lasts::Long).needing_source(),
    // Another twin is needed, or both have yet to be told of each other.
    Kind::note("untold", Lasts::Long).needing_source(),
];
const TWIN: Reminder = Reminder::declared(ID, MARKS, "twin");
const UNTOLD: Reminder = Reminder::declared(ID, MARKS, "untold");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("learns who the twin is, who learns of the Evil Twin"),
    when: When::FirstNight,
    prepares: |state, seat| {
        if state.marks.is_placed_by(TWIN, seat) { Seats::NONE } else { other_side(state, seat) }
    },
    starting_token: Some(TWIN),
    informs: Some(inform),
    watches: Some(|play, seat| {
        if play.is_holder(seat) {
            look_after(play, seat);
        }
    }),
    loses_by_execution: Some(|state, seat, executed| {
        (good_one(state, seat) == Some(executed)).then_some(Side::Good)
    }),
    keeps_good_from_winning: Some(|state, seat| {
        let is_alive = |twin| state.is_alive(twin) && state.is_alive(seat);
        state.marks.placed_by(TWIN, seat).is_some_and(is_alive) && good_one(state, seat).is_some()
    }),
    marks: MARKS,
    ..Ability::with(Bearing::Neighbours)
};

fn other_side(state: &State, seat: Seat) -> Seats {
    let side = state.side(seat);
    state.all_seats().iter().filter(|&other| state.side(other) != side).collect()
}

/// The good one of the two, if they are on different sides.
fn good_one(state: &State, seat: Seat) -> Option<Seat> {
    let twin = state.marks.placed_by(TWIN, seat)?;
    match (state.side(seat), state.side(twin)) {
        (Side::Good, Side::Evil) => Some(seat),
        (Side::Evil, Side::Good) => Some(twin),
        _ => None,
    }
}

/// Each learns who the other is.
fn inform(play: &mut Mutator<'_>, seat: Seat) {
    if let Some(twin) = play.marks.placed_by(TWIN, seat) {
        let character = play.role(twin);
        play.say_to(seat, Phrase::Knows(twin, character));
        play.say_to(twin, Phrase::Knows(seat, ID));
    }
}

/// If both have come to one side, there is a new twin, and both are told.
fn look_after(play: &mut Mutator<'_>, seat: Seat) {
    if good_one(play, seat).is_some() {
        if play.marks.is_placed_by(UNTOLD, seat) {
            play.unmark_own(UNTOLD, seat);
            inform(play, seat);
        }
    } else if play.marks.is_placed_by(TWIN, seat) {
        play.unmark_own(TWIN, seat);
        play.mark(UNTOLD, seat, seat);
        play.unprepared = play.unprepared.with(seat);
    }
}
