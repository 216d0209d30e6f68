//! The Soldier is safe from the Demon.

use super::{Ability, Bearing};
use crate::characters::Character;

pub(crate) const ID: Character = Character::with_id("soldier");

pub(crate) static ABILITY: Ability =
    Ability { is_safe_from_demon: true, bearing: Bearing::LaterItsSeat, ..Ability::NONE };
