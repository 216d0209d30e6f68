//! The page about traces names every verb with the sentence it has in the code.

#[path = "../../../core/tests/common/verbs.rs"]
mod page;

use gaslamp_core::Notation as _;
use gaslamp_mafia::State;

#[test]
fn the_page_about_traces_has_every_verb() {
    page::check_page(State::DIALECT.verbs);
}
