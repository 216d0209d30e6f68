//! The page about traces names every verb with the sentence it has in the code.

use gaslamp_core::Notation as _;
use gaslamp_core::trace::VerbKind;
use gaslamp_mafia::State;

#[test]
fn the_page_about_traces_has_every_verb() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/traces.md"))
        .expect("the page");
    for verb in State::VERBS {
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
