//! The Hermit has the abilities of all other Outsiders of the script at once.

use super::{Ability, Bearing};
use crate::characters::{Character, Team};

pub(crate) const ID: Character = Character::with_id("hermit");

pub(crate) const ABILITY: Ability =
    Ability { unites: Some(Team::Outsider), ..Ability::with(Bearing::Neighbours) };
