//! Puzzles through the binary.

mod common;

use std::path::PathBuf;

use common::{done, gaslamp, refused, stderr, stdout};
use serde_json::Value;
use tempfile::TempDir;

fn puzzles() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/puzzles"))
}

fn file(name: &str) -> String {
    puzzles().join(name).display().to_string()
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn an_answer_is_the_same_on_any_number_of_threads() {
    let dir = TempDir::new().expect("a directory");
    let answer = |threads: &str| {
        let text = done(
            dir.path(),
            &["botc", "solve", &file("five-washerwoman.toml"), "--threads", threads, "--json"],
        );
        let mut value = json(&text);
        assert!(value["elapsed_ms"].as_f64().is_some_and(|elapsed| elapsed > 0.0));
        value["elapsed_ms"] = Value::Null;
        value
    };
    let one = answer("1");
    assert_eq!(one, answer("2"));
    assert_eq!(one["worlds"], one["solutions"].as_array().expect("a list").len());
    assert_eq!(one["seats"][0]["name"], "Alice");
    assert_eq!(one["seats"][0]["roles"]["Drunk"].as_f64().map(|share| (share * 100.0).round()), Some(25.0));
    assert_eq!(one["certain"][0], "Alice is good");
}

#[test]
fn a_directory_is_solved_file_by_file() {
    let dir = TempDir::new().expect("a directory");
    let puzzles = puzzles().display().to_string();
    let text = done(dir.path(), &["botc", "solve", "--all", &puzzles, "--expect", "--json"]);
    let lines: Vec<Value> = text.lines().map(json).collect();
    let totals = lines.last().expect("totals");
    assert_eq!(totals["solved"], lines.len() - 1);
    assert_eq!((&totals["differ"], &totals["unreadable"]), (&0.into(), &0.into()));
    assert!(totals["median_ms"].as_f64().is_some());
}

#[test]
fn another_answer_is_a_difference() {
    let dir = TempDir::new().expect("a directory");
    let text = std::fs::read_to_string(file("made-8-5.toml")).expect("a file");
    let (before, _) = text.split_once("[[solution]]").expect("an answer");
    std::fs::write(dir.path().join("none.toml"), format!("no_world = true\n{before}")).expect("a file");
    refused(dir.path(), &["botc", "solve", "none.toml", "--expect"], 1, "solve/differs");
    refused(dir.path(), &["botc", "solve", "--all", ".", "--expect"], 1, "solve/differs");
    let output = gaslamp(dir.path(), &["botc", "solve", "--all", ".", "--expect", "--json"], "");
    let totals = json(stdout(&output).lines().last().expect("totals"));
    assert_eq!((&totals["differ"], &totals["errors"][0]["id"]), (&1.into(), &"solve/differs".into()));
}

#[test]
fn where_no_world_fits_the_clash_is_shown() {
    let dir = TempDir::new().expect("a directory");
    let text = std::fs::read_to_string(file("five-washerwoman.toml")).expect("a file");
    let text =
        text.replace("Bob, Charlie = Empath", "Bob, Charlie = Empath\", \"N1 Washerwoman: Bob, Eve = Chef");
    std::fs::write(dir.path().join("twice.toml"), text).expect("a file");
    let output = gaslamp(dir.path(), &["botc", "solve", "twice.toml"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("these cannot all be so"), "{}", stderr(&output));
    let output = gaslamp(dir.path(), &["botc", "solve", "twice.toml", "--json"], "");
    let value = json(&stdout(&output));
    assert_eq!((&value["worlds"], &value["errors"][0]["id"]), (&0.into(), &"solve/no-world".into()));
}

#[test]
fn what_cannot_be_read_or_played_is_told() {
    let dir = TempDir::new().expect("a directory");
    let made = file("made-8-5.toml");
    std::fs::write(dir.path().join("empty.toml"), "").expect("a file");
    std::fs::write(dir.path().join("broken.toml"), "id = ").expect("a file");
    let text = std::fs::read_to_string(&made).expect("a file").replace("\"Imp\", ", "\"Leviathan\", ");
    std::fs::write(dir.path().join("other.toml"), text).expect("a file");
    for (args, code, id) in [
        (&["empty.toml"][..], 2, "input/empty"),
        (&["broken.toml"], 2, "deduce/puzzle/toml"),
        (&["other.toml"], 2, "deduce/puzzle/unsupported"),
        (&["--all", "nowhere"], 2, "solve/directory"),
        (&[&made, "--why", "Nobody=Imp"], 2, "deduce/question/player"),
        (&[&made, "--why", "P1=Imb"], 2, "deduce/question/role"),
        (&[&made, "--ask", "evil(P1"], 2, "botc/notation/statement"),
    ] {
        let args = [&["botc", "solve"], args].concat();
        refused(dir.path(), &args, code, id);
    }
}

#[test]
fn a_puzzle_is_made_and_solved() {
    let dir = TempDir::new().expect("a directory");
    done(dir.path(), &["botc", "puzzle", "--players", "6", "--seed", "1", "-o", "mine.toml"]);
    done(dir.path(), &["botc", "solve", "mine.toml", "--expect"]);
    refused(dir.path(), &["botc", "puzzle", "--players", "4"], 1, "botc/setup/players");
    refused(dir.path(), &["botc", "puzzle", "--players", "9", "--games", "1"], 1, "puzzle/none");
}

#[test]
fn calibration_is_the_same_on_any_number_of_threads() {
    let dir = TempDir::new().expect("a directory");
    let measure = |threads: &str| {
        done(
            dir.path(),
            &[
                "botc",
                "calibrate",
                "--games",
                "1",
                "--tellings",
                "2",
                "--seed",
                "3",
                "--threads",
                threads,
                "--json",
            ],
        )
    };
    assert_eq!(measure("1"), measure("2"));
}

#[test]
fn nobody_is_shown_an_empty_list_of_reasons() {
    let dir = TempDir::new().expect("a directory");
    let text = std::fs::read_to_string(file("five-washerwoman.toml")).expect("a file");
    let hidden = text.lines().find(|line| line.starts_with("hidden")).expect("a key");
    let solve = |name: &str, text: &str, args: &[&str]| {
        std::fs::write(dir.path().join(name), text).expect("a file");
        gaslamp(dir.path(), &[&["botc", "solve", name], args].concat(), "")
    };
    let told = solve("missing.toml", &text.replace(hidden, ""), &[]);
    assert_eq!(told.status.code(), Some(2), "{}", stderr(&told));
    assert!(stderr(&told).contains("error[deduce/puzzle/missing]: `hidden` is missing"), "{}", stderr(&told));
    let told = solve("short.toml", &text.replace(hidden, "hidden = [\"Drunk\"]"), &[]);
    assert_eq!(told.status.code(), Some(1), "{}", stderr(&told));
    assert!(
        stderr(&told).contains("1 Demon must be in play, and none is claimed or hidden"),
        "{}",
        stderr(&told)
    );
    assert!(!stderr(&told).contains("cannot all be so"), "{}", stderr(&told));
}

#[test]
fn what_can_be_read_in_two_ways_is_told() {
    let dir = TempDir::new().expect("a directory");
    let players =
        [("Ann", "Chef"), ("Ben", "Monk"), ("Cat", "Virgin"), ("Tom", "Washerwoman"), ("Eve", "Mayor")];
    let players =
        players.map(|(name, claim)| format!("[[player]]\nname = \"{name}\"\nclaim = \"{claim}\"\n"));
    let text = format!(
        "id = \"x\"\nhidden = [\"Imp\", \"Scarlet Woman\"]\nends = \"D1\"\nlog = [\"D1 nominated: Tom -> Cat\", \"D1 executed: Tom\"]\n{}",
        players.concat()
    );
    std::fs::write(dir.path().join("virgin.toml"), text).expect("a file");
    let told = gaslamp(dir.path(), &["botc", "solve", "virgin.toml"], "");
    assert!(
        stderr(&told).starts_with("warning[deduce/puzzle/ambiguous]: this is read as an execution by vote"),
        "{}",
        stderr(&told)
    );
    let told = gaslamp(dir.path(), &["botc", "solve", "virgin.toml", "--json"], "");
    let warning = &json(&stdout(&told))["warnings"][0];
    assert_eq!((&warning["id"], &warning["place"]["line"]), (&"deduce/puzzle/ambiguous".into(), &4.into()));
}
