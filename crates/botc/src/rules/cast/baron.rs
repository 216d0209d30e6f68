//! The Baron adds two Outsiders; the set-up counts them.

use super::Ability;
use crate::characters::Character;

pub(crate) const ID: Character = Character::with_id("baron");

pub(crate) static ABILITY: Ability = Ability { is_setup_only: true, ..Ability::NONE };
