//! The Recluse may register as evil, and as any Minion or Demon, even when dead.

use super::{Ability, Bearing};
use crate::characters::{Character, CharacterSet};

pub(crate) const ID: Character = Character::with_id("recluse");

pub(crate) static ABILITY: Ability =
    Ability { pretends: Some(CharacterSet::EVIL), bearing: Bearing::Seat, ..Ability::NONE };
