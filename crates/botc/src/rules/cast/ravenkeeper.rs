//! The Ravenkeeper, when dying at night, chooses a player and learns the character they register as.

use super::{Ability, Bearing, Due, When, judge_chosen};
use crate::characters::Character;
use crate::rules::choice_shape::{ChoiceShape, Pick};
use crate::rules::statement::Shape;

pub(crate) const ID: Character = Character::with_id("ravenkeeper");

pub(crate) const ABILITY: Ability = Ability {
    when: When::EveryNight,
    due: Due::DiedTonight,
    wakes_dead: true,
    choice: ChoiceShape::One,
    asks: |state, _| Pick::One(state.all_seats()),
    tells: Shape::Is,
    judges: judge_chosen,
    ..Ability::with(Bearing::Nothing)
};
