//! Checks the page about traces against the verbs of a game.
//!
//! Every verb with a name has a row in `docs/traces.md` with its first sentence; a missing row is reported as
//! it should be.

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
