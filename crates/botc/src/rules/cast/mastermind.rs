//! The Mastermind: if the Demon's execution would end the game, one more day is played; the side of the player
//! executed on it loses, and without an execution good wins.

use super::{Ability, Bearing};
use crate::characters::Character;

pub(crate) const ID: Character = Character::with_id("mastermind");

pub(crate) const ABILITY: Ability = Ability { adds_day: true, ..Ability::with(Bearing::Neighbours) };
