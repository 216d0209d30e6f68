//! The Tea Lady: if both their living neighbours are good, the neighbours cannot die.

use super::{Ability, Bearing};
use crate::characters::Character;
use crate::rules::registration::Verdict;
use crate::rules::state::State;
use gaslamp_core::{Seat, Seats};

pub(crate) const ID: Character = Character::with_id("tealady");

pub(crate) const ABILITY: Ability = Ability {
    protects: Some(|state, lady, victim, _| {
        let is_guest = guests(state, lady).contains(victim) && state.works_as(lady, ID);
        if is_guest { are_good(state, lady) } else { Verdict::certainly(false) }
    }),
    standing_reminder: Some(("cannot_die", |state, lady| {
        let holds = state.works_as(lady, ID) && are_good(state, lady).is_certain();
        if holds { guests(state, lady) } else { Seats::NONE }
    })),
    ..Ability::with(Bearing::Neighbours)
};

fn guests(state: &State, lady: Seat) -> Seats {
    state.living_neighbours(lady).into_iter().flatten().collect()
}

/// Whether both neighbours register as good.
fn are_good(state: &State, lady: Seat) -> Verdict {
    let good = guests(state, lady).iter().map(|guest| state.judge_evil(guest).answered(false));
    good.fold(Verdict::certainly(true), Verdict::and)
}
