//! The Politician may change sides when the game is over. Who has won otherwise is not affected, so the
//! rules leave that to the table.

use super::{Ability, Bearing};
use crate::characters::Character;

pub(crate) const ID: Character = Character::with_id("politician");

pub(crate) const ABILITY: Ability =
    Ability { may_claim: Some(|_, _, _| true), ..Ability::with(Bearing::Nothing) };
