//! The Saint: when he dies by execution, his team loses. The end of the game looks for him.

use super::{Ability, Bearing, Trigger};
use crate::characters::Character;

pub(crate) const ID: Character = Character::with_id("saint");

pub(crate) static ABILITY: Ability = Ability { bearing: Bearing::Until(Trigger::Executed), ..Ability::NONE };
