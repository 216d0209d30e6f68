//! The Marionette thinks they are a good character, but is a Minion.

use super::{FalseIdentity, Sketch};
use crate::characters::{Character, Team};

pub(super) const ID: Character = Character::with_id("marionette");

pub(super) const SKETCH: Sketch = Sketch {
    setup: None,
    false_identity: Some(FalseIdentity { shown: &[Team::Townsfolk, Team::Outsider], lives_the_token: true, token_changes_setup: false }),
};
