//! The Artist asks the Storyteller one question, once a game, by day.

use super::Ability;
use crate::characters::Character;
use crate::rules::registration::Verdict;
use crate::rules::statement::{Shape, Statement};

pub(crate) const ID: Character = Character::with_id("artist");

pub(crate) static ABILITY: Ability = Ability {
    tells: |_, _| Shape::Answer,
    judges: |state, _, statement| match statement {
        Statement::Answer(answer) => state.question.answered(answer),
        _ => Verdict::certainly(false),
    },
    ..Ability::NONE
};
