//! The Savant may visit the Storyteller each day and is told two statements: one is true, one is false.

use super::{Ability, Bearing};
use crate::characters::Character;
use crate::rules::day::{DayAbility, DayVerb, Often, OpenTo};
use crate::rules::statement::Shape;

pub(crate) const ID: Character = Character::with_id("savant");

pub(crate) const ABILITY: Ability =
    Ability { tells: Shape::Things, day: Some(&VISIT), ..Ability::with(Bearing::Neighbours) };

const VISIT: DayAbility = DayAbility {
    verb: DayVerb::Visit,
    open_to: OpenTo::Holder,
    often: Often::OnceADay,
    is_open: |_, _| true,
    acts: |play, seat, _| play.ask_telling(seat, ID),
};
