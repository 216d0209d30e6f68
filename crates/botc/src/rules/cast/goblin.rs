//! The Goblin: if they say so publicly when nominated and are executed that day, their team wins.

use super::{Ability, Bearing};
use crate::characters::Character;
use crate::rules::action::Claim;
use crate::rules::marks::{Kind, Lasts, Reminder};

pub(crate) const ID: Character = Character::with_id("goblin");

const MARKS: &[Kind] = &[Kind::token("claimed", Lasts::Dusk).of_character()];
const CLAIMED: Reminder = Reminder::declared(ID, MARKS, "claimed");

pub(crate) const ABILITY: Ability = Ability {
    lets_nominees_speak: true,
    // Whether the Goblin is sober matters at the execution only.
    hears_of_claim: Some(|play, seat, speaker, claim| {
        let is_own = speaker == seat && play.is_nominee_speaking && *claim == Claim::Role(ID);
        if is_own && play.has(seat, ID) && play.is_holder(seat) {
            play.mark(CLAIMED, seat, seat);
        }
    }),
    loses_by_execution: Some(|state, seat, executed| {
        let has_won = executed == seat && state.marks.is_placed_by(CLAIMED, seat);
        has_won.then(|| state.side(seat).other())
    }),
    unbuilt_jinxes: &[Character::with_id("plaguedoctor")],
    marks: MARKS,
    ..Ability::with(Bearing::Neighbours)
};
