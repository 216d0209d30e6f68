//! The Atheist: the Storyteller may break the rules. Nobody is ever dealt it here, since there are no rules to play by;
//! somebody may claim to be it, or have its token without being it.

use super::{Ability, Bearing, Dealing, SetupEffect};
use crate::characters::Character;

pub(crate) const ID: Character = Character::with_id("atheist");

pub(crate) const ABILITY: Ability = Ability {
    setup: SetupEffect { copies: 0, dealing: Dealing::Never, ..SetupEffect::NONE },
    ..Ability::with(Bearing::Nothing)
};
