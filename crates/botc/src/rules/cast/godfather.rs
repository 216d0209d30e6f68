//! The Godfather removes or adds an Outsider.

use super::{SetupEffect, Sketch};
use crate::characters::Character;

pub(super) const ID: Character = Character::with_id("godfather");

pub(super) const SKETCH: Sketch =
    Sketch { setup: Some(SetupEffect::outsiders(&[-1, 1])), false_identity: None };
