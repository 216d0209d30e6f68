//! Blood on the Clocktower.

pub mod bags;
pub mod beliefs;
pub mod calibrate;
pub mod check;
mod context;
pub mod puzzle;
pub mod referee;
pub mod render;
pub mod seating;
pub mod setup;
pub mod solve;
pub mod strangers;
pub mod trace;

use gaslamp_botc::{State, encoding};
use gaslamp_core::{Token, Tokens as _, View};
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
        "legal_mask": seen.legal_mask.map(|mask| mask.to_json()),
    });
    (seen.tokens, value)
}

/// All tokens that learners read, by their ids.
#[must_use]
pub fn tokens() -> Value {
    json!({ "version": encoding::VERSION, "tokens": State::VOCABULARY })
}

/// What a simulation tells beside its counts.
#[must_use]
pub fn sim(good: Won, evil: Won) -> Vec<Field> {
    vec![("good", good.to_json()), ("evil", evil.to_json())]
}
