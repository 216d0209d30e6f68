//! Mafia.

pub mod beliefs;
pub mod table;
pub mod tokens;

use gaslamp_core::{Token, View};
use gaslamp_mafia::{State, encoding};
use serde_json::{Value, json};

use crate::answer::Field;
use crate::diagnostic::{Input, Problems};
use crate::record::{self, Part};
use crate::sim::Won;

/// A record played again: all of it, or what a seat may know.
///
/// # Errors
/// What cannot be read, or which rule refuses it.
pub fn replay(input: &Input, part: &Part) -> Result<Value, Problems> {
    record::replay::<State>(input, part, observe)
}

/// What learners see of a view.
#[must_use]
pub fn observe(view: &View<State>) -> (Vec<Token>, Value) {
    let seen = encoding::observe(view);
    let value = json!({
        "tokens": seen.tokens,
        "public_tokens": seen.public_tokens,
        "private_tokens": seen.private_tokens,
        "legal_mask": seen.legal_mask.map(|mask| tokens::mask_rows(&mask)),
    });
    (seen.tokens, value)
}

/// What a simulation tells beside its counts.
#[must_use]
pub fn sim(red: Won, black: Won) -> Vec<Field> {
    vec![("red", red.to_json()), ("black", black.to_json())]
}
