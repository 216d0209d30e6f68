//! The Drunk thinks they are a Townsfolk, but is not.

use super::{Ability, Bearing, FalseIdentity};
use crate::characters::{Character, Team};

pub(crate) const ID: Character = Character::with_id("drunk");

pub(crate) const ABILITY: Ability = Ability {
    false_identity: Some(FalseIdentity {
        shown: &[Team::Townsfolk],
        lives_the_token: true,
        token_changes_setup: false,
        is_drunk: true,
    }),
    ..Ability::with(Bearing::Nothing)
};
