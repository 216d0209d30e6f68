//! The page about traces against the verbs of a game.
//!
//! Accepts a game's verbs; every one that has a name stands in a row of `docs/traces.md` with its first sentence, and a
//! row that is missing is reported as it should be.

use gaslamp_core::trace::{Verb, VerbKind};

/// The page names every verb with the sentence it has in the code.
pub(crate) fn check_page(verbs: &[Verb]) {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/traces.md"))
        .expect("the page");
    for verb in verbs.iter().filter(|verb| !verb.name.is_empty()) {
        let sentence = verb.sentences[0].replace(['{', '}'], "*");
        let kind = match verb.kind {
            VerbKind::Action => "",
            VerbKind::Consequence | VerbKind::Telling => " (follows)",
            VerbKind::Aside => " (aside)",
        };
        let row = format!("| `{}` | {sentence}{kind} |", verb.name);
        assert!(page.contains(&row), "{row}");
    }
}
