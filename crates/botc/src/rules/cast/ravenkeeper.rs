//! The Ravenkeeper, dying at night, chooses a player and learns the character it registers as.

use super::{Ability, Bearing, When, judge_chosen};
use crate::characters::Character;
use crate::rules::pick::Pick;
use crate::rules::statement::Shape;

pub(crate) const ID: Character = Character::with_id("ravenkeeper");

pub(crate) static ABILITY: Ability = Ability {
    when: When::EveryNight,
    is_due: |state, seat| state.died_tonight.contains(seat),
    wakes_dead: true,
    asks: |state, _| Pick::One(state.seats_set()),
    tells: |_, _| Shape::Is,
    judges: judge_chosen,
    bearing: Bearing::Nothing,
    ..Ability::NONE
};
