//! The Spy sees the grimoire each night, and may register as good, and as any Townsfolk or Outsider, even when dead.

use super::{Ability, Bearing, When};
use crate::characters::{Character, CharacterSet};
use crate::rules::registration::Verdict;
use crate::rules::statement::{Shape, Statement};

pub(crate) const ID: Character = Character::with_id("spy");

pub(crate) const ABILITY: Ability = Ability {
    when: When::EveryNight,
    tells: Shape::Grimoire,
    // Nobody who keeps evil players from knowing each other lets them see it (jinx).
    is_told: |state, _| !state.is_evil_hidden(),
    // Drunk or poisoned, the Spy may be shown nothing, but never a false grimoire.
    judges: |_, _, statement| Verdict::certainly(statement == Statement::Grimoire),
    registers_as: Some(CharacterSet::GOOD),
    ..Ability::with(Bearing::Seat)
};
