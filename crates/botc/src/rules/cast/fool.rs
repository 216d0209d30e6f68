//! The Fool does not die the first time they would.

use super::{Ability, Bearing};
use crate::characters::Character;
use crate::rules::marks::{Kind, Lasts, Reminder};

pub(crate) const ID: Character = Character::with_id("fool");

const MARKS: &[Kind] = &[Kind::token("no_ability", Lasts::Long).spent()];
const NO_ABILITY: Reminder = Reminder::declared(ID, MARKS, "no_ability");

pub(crate) const ABILITY: Ability = Ability {
    // Only what would really have killed spends the ability, and only if it works.
    escapes: Some(|play, fool, _| {
        let is_left = !play.marks.is_placed_by(NO_ABILITY, fool);
        if is_left {
            play.use_ability(fool, ID, |play| play.mark(NO_ABILITY, fool, fool));
        }
        is_left && play.works_as(fool, ID)
    }),
    marks: MARKS,
    ..Ability::with(Bearing::Neighbours)
};
