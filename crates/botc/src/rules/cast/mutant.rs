//! The Mutant must not claim to be an Outsider, or else may be executed for that.

use super::{Ability, Bearing};
use crate::characters::{Character, Team};
use crate::rules::action::Claim;
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::mutator::Mutator;
use crate::rules::state::Between;
use gaslamp_core::Seat;

pub(crate) const ID: Character = Character::with_id("mutant");

const MARKS: &[Kind] = &[
    // Has claimed to be an Outsider today.
    Kind::note("broken", Lasts::Dusk).of_character(),
];
const BROKEN: Reminder = Reminder::declared(ID, MARKS, "broken");

pub(crate) const ABILITY: Ability = Ability {
    hears_of_claim: Some(|play, mutant, speaker, claim| {
        let is_outsider = matches!(claim, Claim::Role(role) if role.team() == Team::Outsider);
        if speaker == mutant && is_outsider {
            play.mark(BROKEN, mutant, mutant);
            ask(play, mutant);
        }
    }),
    between_acts: Some(|play, mutant, between| {
        if between == Between::Close && play.marks.is_placed_by(BROKEN, mutant) {
            ask(play, mutant);
        }
    }),
    may_claim: Some(|state, mutant, claim| match state.is_alive(mutant) {
        true => !state.works_as(mutant, ID) || claim.team() != Team::Outsider,
        false => claim == ID,
    }),
    marks: MARKS,
    ..Ability::with(Bearing::Neighbours)
};

/// The Storyteller may execute a living Mutant, if the ability works now.
fn ask(play: &mut Mutator<'_>, mutant: Seat) {
    if play.is_alive(mutant) {
        play.use_ability(mutant, ID, |play| play.ask_execution(ID, mutant, mutant));
    }
}
