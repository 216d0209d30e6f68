//! Games that both statements of the rules judge.

#![cfg(feature = "clingo")]

mod common;

use common::{done, gaslamp, stderr};
use tempfile::TempDir;

fn played(arguments: &[&str]) -> serde_json::Value {
    let dir = TempDir::new().expect("a directory");
    serde_json::from_str(&done(dir.path(), arguments)).expect("JSON")
}

#[test]
fn every_action_of_a_refereed_game_is_judged() {
    for referee in ["clingo", "both"] {
        let args =
            ["botc", "play", "--players", "6", "--seats", "random", "--seed", "3", "--json", "--referee"];
        let game = played(&[&args[..], &[referee]].concat());
        assert_eq!(game["judged"], game["steps"], "{referee}");
        let args = ["mafia", "play", "--seats", "random", "--seed", "3", "--json", "--referee"];
        let game = played(&[&args[..], &[referee]].concat());
        // The deal of Mafia is made before anybody sits down.
        assert_eq!(game["judged"].as_u64().map(|judged| judged + 1), game["steps"].as_u64(), "{referee}");
    }
    let alone = played(&["botc", "play", "--players", "6", "--seats", "random", "--seed", "3", "--json"]);
    assert_eq!(alone["judged"], serde_json::Value::Null);
}

#[test]
fn a_referee_refuses_a_person_in_words() {
    let dir = TempDir::new().expect("a directory");
    let args =
        ["botc", "play", "--players", "5", "--seats", "human,random", "--referee", "clingo", "--seed", "2"];
    let output = gaslamp(dir.path(), &args, "nominates->P2\nquit\n");
    assert_eq!(output.status.code(), Some(1));
    let shown = common::stdout(&output);
    assert!(
        shown.contains("nominations come after the talk (nominate_evening)"),
        "{shown}{}",
        stderr(&output)
    );
}

#[test]
fn a_record_is_judged_again() {
    let dir = TempDir::new().expect("a directory");
    let dir = dir.path();
    done(
        dir,
        &["botc", "play", "--players", "7", "--seats", "heuristic", "--record", "g.txt", "--seed", "4"],
    );
    let record = std::fs::read_to_string(dir.join("g.txt")).expect("a record");
    // A dispute is written down as comments before the record.
    std::fs::write(dir.join("d.txt"), format!("# Disputed: P1!passes\n# The engine allows it\n{record}"))
        .expect("a file");
    for file in ["g.txt", "d.txt"] {
        let judged: serde_json::Value =
            serde_json::from_str(&done(dir, &["botc", "referee", file, "--json"])).expect("JSON");
        assert!(judged["legal"] == true && judged["judged"].as_u64() > Some(50), "{file}: {judged}");
    }
}
