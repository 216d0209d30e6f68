//! The Dreamer chooses another player each night and learns a good and an evil character, one of which is right.

use super::{Ability, Bearing, When, others};
use crate::characters::Character;
use crate::rules::choice_shape::{ChoiceShape, Pick};
use crate::rules::registration::Verdict;
use crate::rules::statement::{Shape, Statement};

pub(crate) const ID: Character = Character::with_id("dreamer");

pub(crate) const ABILITY: Ability = Ability {
    when: When::EveryNight,
    choice: ChoiceShape::One,
    asks: |state, seat| Pick::One(others(state, seat)),
    tells: Shape::OneOf,
    judges: |state, _, statement| match (state.chosen_seat(), statement) {
        (Some(chosen), Statement::OneOf(good, evil)) => {
            let characters = state.guise(chosen).characters;
            Verdict {
                may_be_true: characters.contains(good) || characters.contains(evil),
                may_be_false: !characters.without(good).without(evil).is_empty(),
            }
        }
        _ => Verdict::certainly(false),
    },
    ..Ability::with(Bearing::Neighbours)
};
