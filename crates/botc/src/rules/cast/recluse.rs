//! The Recluse may register as evil, and as any Minion or Demon, even when dead.

use super::{Ability, Bearing};
use crate::characters::{Character, CharacterSet};

pub(crate) const ID: Character = Character::with_id("recluse");

pub(crate) const ABILITY: Ability =
    Ability { registers_as: Some(CharacterSet::EVIL), ..Ability::with(Bearing::Seat) };
