//! The rule book as data: every `tests/catalogue/*.txt` is a list of cases, read and played by one driver, `common/catalogue.rs`, which
//! says how they are written.

use crate::driver;

use std::collections::BTreeSet;

use gaslamp_mafia::rules::REFUSALS;

use driver::{assert_all_hold, play_all};

#[test]
fn every_case_holds() {
    assert_all_hold(&play_all(&mut ()));
}

#[test]
fn every_refusal_is_provoked_and_has_its_own_id() {
    let provoked = play_all(&mut ()).provoked;
    let ids: Vec<&str> = REFUSALS.iter().map(|rule| rule.id).collect();
    let distinct: BTreeSet<String> = ids.iter().map(|&id| id.to_owned()).collect();
    assert_eq!(distinct.len(), ids.len(), "an id stands twice: {ids:?}");
    assert_eq!(provoked, distinct, "the rules that refuse something, and those of the catalogue");
    assert!(REFUSALS.iter().all(|rule| !rule.says.is_empty() && rule.id.starts_with("mafia/")));
}
