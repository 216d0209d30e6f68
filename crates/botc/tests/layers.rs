//! The layers of the crate: the rules know nothing about notation.

#[path = "../../core/tests/common/layers.rs"]
mod layers;

#[test]
fn the_rules_import_no_notation() {
    layers::rules_know_no_notation();
}
