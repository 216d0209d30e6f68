//! The Baron adds two Outsiders; the set-up counts them.

use super::{Ability, Bearing};
use crate::characters::Character;

pub(crate) const ID: Character = Character::with_id("baron");

pub(crate) static ABILITY: Ability =
    Ability { is_setup_only: true, bearing: Bearing::Nothing, ..Ability::NONE };
