//! What people do with Lorcana: check decks, look at cards, feed it nonsense.

mod common;

use common::{done, gaslamp, refused, stderr, stdout};
use serde_json::Value;
use tempfile::TempDir;

const BS01: &str = include_str!("../../lorcana/tests/data/decks/bs01.txt");

#[test]
fn a_deck_is_read_from_a_file_an_argument_and_standard_input() {
    let dir = TempDir::new().expect("a directory");
    let dir = dir.path();
    std::fs::write(dir.join("deck.txt"), format!("\u{feff}{}", BS01.replace('\n', "\r\n"))).expect("a file");
    let shown = done(dir, &["lorcana", "deck", "deck.txt"]);
    assert!(shown.starts_with("Deck      60 cards, legal\n"), "{shown}");
    assert_eq!(done(dir, &["lorcana", "deck", BS01]), shown);
    assert_eq!(stdout(&gaslamp(dir, &["lorcana", "deck", "-"], BS01)), shown);
    let output = gaslamp(dir, &["lorcana", "deck", "-"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("error[input/empty]: standard input names no card"));
}

#[test]
fn what_is_wrong_with_a_deck_decides_the_exit_code() {
    let dir = TempDir::new().expect("a directory");
    for (from, to, code, id) in [
        ("4 Tipo - Growing Son", "5 Tipo - Growing Son", 1, "lorcana/deck/copies"),
        ("4 Tipo - Growing Son", "3 Tipo - Growing Son", 1, "lorcana/deck/too-small"),
        ("4 Tipo - Growing Son", "4 I2I", 1, "lorcana/deck/inks"),
        ("4 Tipo - Growing Son", "4 Hiram Flaversham - Toymaker", 1, "lorcana/deck/banned"),
        ("4 Tipo - Growing Son", "4 Vine Tendril", 1, "lorcana/deck/quest-card"),
        ("4 Tipo - Growing Son", "4 Tipo - Growing Sun", 2, "lorcana/deck/unknown-card"),
        ("4 Tipo - Growing Son", "0 Tipo - Growing Son", 2, "lorcana/deck/count"),
        ("4 Tipo - Growing Son", "4x", 2, "lorcana/deck/no-card"),
    ] {
        let list = BS01.replace(from, to);
        refused(dir.path(), &["lorcana", "deck", &list], code, id);
        let output = gaslamp(dir.path(), &["lorcana", "deck", "-", "--json"], &list);
        let answer: Value = serde_json::from_str(&stdout(&output)).expect("one JSON value");
        assert_eq!((output.status.code(), answer["errors"][0]["id"].as_str()), (Some(code), Some(id)));
        let legal = (code == 1).then_some(false);
        assert_eq!(answer["legal"].as_bool(), legal, "what can be read is summed up all the same");
    }
}

#[test]
fn all_cards_are_one_database() {
    let dir = TempDir::new().expect("a directory");
    let all: Value = serde_json::from_str(&done(dir.path(), &["lorcana", "cards", "--json"])).expect("JSON");
    let made: Value =
        serde_json::from_str(include_str!("../../lorcana/data/cards.json")).expect("the file of facts");
    assert_eq!(all["sets"], made["sets"]);
    let mut cards = all["cards"].as_array().expect("a list").clone();
    for card in &mut cards {
        let coverage = card.as_object_mut().and_then(|card| card.shift_remove("coverage"));
        assert!(coverage.is_some_and(|coverage| coverage == "whole" || coverage == "keywords"));
    }
    assert_eq!(Value::Array(cards), made["cards"]);
    let listed = done(dir.path(), &["lorcana", "cards"]);
    assert!(listed.lines().count() > 2785);
}

#[test]
fn no_text_moves_the_cursor() {
    let dir = TempDir::new().expect("a directory");
    let texts = r#"{"cards": [{"fullName": "I2I", "fullText": "red \u001b[31m and \r back"}]}"#;
    let shown = done(dir.path(), &["lorcana", "cards", "i2i", "--texts", texts]);
    assert!(shown.contains("| red") && !shown.contains(['\u{1b}', '\r']), "{shown:?}");
}
