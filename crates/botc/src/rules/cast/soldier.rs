//! The Soldier is safe from the Demon.

use super::{Ability, Bearing, Trigger};
use crate::characters::Character;

pub(crate) const ID: Character = Character::with_id("soldier");

pub(crate) const ABILITY: Ability =
    Ability { is_safe_from_demon: true, ..Ability::with(Bearing::Until(Trigger::Attacked)) };
