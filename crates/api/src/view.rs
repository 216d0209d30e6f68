//! What a seat may know, for programs.

use gaslamp_core::{Notation, Token, View};
use serde_json::{Value, json};

use crate::trace;

/// What learners read of a view: all tokens in order, and the whole observation as JSON.
pub type Observe<G> = fn(&View<G>) -> (Vec<Token>, Value);

/// Everything that a seat may know: `trace`, `visible_state`, what is `legal` for it, the `outcome` and the `observation`.
#[must_use]
pub fn to_json<G: Notation>(view: &View<G>, observe: Observe<G>) -> Value {
    let ended = view.ended.map(|(result, score)| json!({ "result": result, "score": score }));
    json!({
        "game": G::NAME,
        "version": G::VERSION,
        "seat": view.seat.index(),
        "trace": trace::entries(&view.trace()),
        "sight": G::write_visible_state(&view.names, &view.now),
        "legal": legal(view),
        "outcome": ended,
        "observation": observe(view).1,
    })
}

/// What is legal for the seat, in the notation.
#[must_use]
pub fn legal<G: Notation>(view: &View<G>) -> Vec<String> {
    view.legal.iter().map(|&choice| view.write_choice(choice)).collect()
}

/// Tokens by their names, with a space between.
#[must_use]
pub fn token_names(tokens: &[Token], vocabulary: &[&str]) -> String {
    let names = tokens.iter().filter_map(|&token| vocabulary.get(usize::from(token)).copied());
    names.collect::<Vec<_>>().join(" ")
}
