//! The Baron adds two Outsiders to the set-up.

use super::{Ability, Bearing, SetupEffect};
use crate::characters::Character;

pub(crate) const ID: Character = Character::with_id("baron");

pub(crate) const ABILITY: Ability = Ability {
    setup: SetupEffect::outsiders(&[2]),
    is_setup_only: true,
    ..Ability::with(Bearing::Nothing)
};
