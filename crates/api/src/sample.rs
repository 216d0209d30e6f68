//! Inputs that ship with the program.

use serde_json::{Value, json};

/// The names of all samples of a kind.
#[must_use]
pub fn list(names: &[&str]) -> Value {
    json!({ "samples": names })
}

/// One sample.
#[must_use]
pub fn one(name: &str, text: &str) -> Value {
    json!({ "sample": name, "text": text })
}
