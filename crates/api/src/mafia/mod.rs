//! Mafia.

pub mod beliefs;
pub mod sim;
pub mod table;
pub mod tokens;

use gaslamp_core::{Token, View};
use gaslamp_mafia::{State, encoding};
use serde_json::{Value, json};

use crate::diagnostic::{Input, Problems};
use crate::record::{self, Part};

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
