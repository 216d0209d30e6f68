//! The layers of the crate: the rules know nothing of how the game is written down.

#[path = "../../../core/tests/common/layers.rs"]
mod sources;

#[test]
fn the_rules_import_no_notation() {
    sources::rules_know_no_notation();
}
