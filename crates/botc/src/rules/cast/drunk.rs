//! The Drunk believes to be a Townsfolk, and is not.

use super::{Ability, Bearing};
use crate::characters::Character;

pub(crate) const ID: Character = Character::with_id("drunk");

pub(crate) static ABILITY: Ability =
    Ability { is_delusion: true, bearing: Bearing::Nothing, ..Ability::NONE };
