//! The Scarlet Woman becomes the Demon when it dies and five or more lived. The death of a Demon looks for her.

use super::{Ability, Bearing};
use crate::characters::Character;

pub(crate) const ID: Character = Character::with_id("scarletwoman");

pub(crate) static ABILITY: Ability = Ability { bearing: Bearing::LaterItsSeat, ..Ability::NONE };
