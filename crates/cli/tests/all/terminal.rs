//! Whatever a record, a name or a message contains, nothing reaches a terminal that moves its cursor, changes its colours or reverses
//! the direction of writing; and what is written reads back.

use crate::common;

use std::path::Path;

use common::{done, gaslamp, stderr, stdout};
use gaslamp_core::printable::is_unseen;
use serde_json::Value;
use tempfile::TempDir;

/// Colours, the title of a window, a bell, DEL, a C1 control, line ends of three kinds, directions of writing.
const EVIL: &str =
    "a\u{1b}[31mred\u{1b}]0;title\u{7}\u{8}b\u{7f}\u{9b}2J\rc\u{85}d\u{2028}e\u{202e}f\u{2066}g";

/// The same, escaped.
const SHOWN: &str = r"a\u{1b}[31mred\u{1b}]0;title\u{7}\u{8}b\u{7f}\u{9b}2J";

fn check(what: &str, text: &str) {
    let found = text.chars().find(|&c| is_unseen(c) && !matches!(c, '\n' | '\t'));
    assert_eq!(found, None, "{what}: {text:?}");
}

/// Runs it and looks at both of its outputs.
fn run(dir: &Path, args: &[&str], input: &str) -> (bool, String) {
    let output = gaslamp(dir, args, input);
    check(&format!("{args:?}"), &(stdout(&output) + &stderr(&output)));
    (output.status.success(), stdout(&output) + &stderr(&output))
}

fn records() -> [(&'static str, String); 3] {
    let talk = |from: &str, to: &str| {
        format!("MSG (D1): {from} -> {to} (whisper): \"{EVIL}\"\nNOTE: {EVIL}\n  {from} passes - {EVIL}\n")
    };
    let deal = "the dealer deals P0 (don), P2 (mafia), P4 (mafia), P7 (sheriff)";
    [
        ("mafia", format!("game mafia 1\n\n<SETUP>\n  {deal}\n\n<D1>\n{}", talk("P0", "P3"))),
        (
            "botc",
            format!(
                "game botc 2 players=Ann,Ben,Cy,Dee,Eve title=\"{}\"\n<SETUP>\nNOTE: {EVIL}\n",
                EVIL.replace('\r', "")
            ),
        ),
        ("botc", format!("<D1>\nMSG (D1): Ann -> ALL: \"{EVIL}\"\nSTORYTELLER: {EVIL}\n")),
    ]
}

#[test]
fn no_form_of_a_record_passes_control_characters_on() {
    let dir = TempDir::new().expect("a directory");
    for (game, record) in records() {
        std::fs::write(dir.path().join("r.txt"), &record).expect("a file");
        let verb = if record.starts_with("game ") { "replay" } else { "trace" };
        let forms: &[&str] = match verb {
            "replay" => &["line", "rich", "mermaid", "plantuml", "ascii", "table", "tokens", "json"],
            _ => &["line", "rich", "analysis", "mermaid", "plantuml", "ascii"],
        };
        for form in forms {
            for more in [&[][..], &["--json"]] {
                let args = [&[game, verb, "r.txt", "--as", form][..], more].concat();
                let (is_done, text) = run(dir.path(), &args, "");
                assert!(is_done, "{args:?}: {text}");
            }
        }
        let rich = run(dir.path(), &[game, verb, "r.txt", "--as", "rich"], "").1;
        assert!(rich.contains(SHOWN), "{rich}");
        let as_json = |text: &str| -> Value {
            serde_json::from_str(&stdout(&gaslamp(dir.path(), &[game, verb, "-", "--json"], text)))
                .expect("JSON")
        };
        assert_eq!(as_json(&rich), as_json(&record), "the rich form reads back");
        let ladder = run(dir.path(), &[game, verb, "r.txt", "--as", "ascii"], "").1;
        assert!(ladder.contains(SHOWN), "{ladder}");
    }
}

#[test]
fn what_people_type_is_shown_and_kept_escaped() {
    let dir = TempDir::new().expect("a directory");
    let typed =
        format!("say {0}\n{0}\nwhisper {0} x\nwhisper P3 {0}\nlist\npasses\n", EVIL.replace('\r', ""));
    for more in [&[][..], &["--json"]] {
        let args = [
            "mafia",
            "play",
            "--seats",
            "human,random",
            "--seed",
            "0",
            "--arrangement",
            "42",
            "--record",
            "r.txt",
            "--force",
        ];
        run(dir.path(), &[&args[..], more].concat(), &typed);
        let record = std::fs::read_to_string(dir.path().join("r.txt")).expect("a record");
        check("the record", &record);
        assert!(record.contains(SHOWN), "{record}");
        assert_eq!(done(dir.path(), &["mafia", "replay", "r.txt"]), record);
    }
}

#[test]
fn nothing_that_is_wrong_is_shown_as_it_is() {
    let dir = TempDir::new().expect("a directory");
    let file = format!("{}.txt", EVIL.replace(['[', ']', ';'], "."));
    std::fs::write(dir.path().join(&file), EVIL).expect("a file");
    let grimoire = format!("[Ann:imp \"Be{EVIL}\":chef]");
    let townsquare = serde_json::json!({ "players": [{ "name": EVIL, "role": "imp", "reminders": [] }], "edition": { "name": EVIL } });
    let (townsquare, bag) = (townsquare.to_string(), format!("{{chef {EVIL}}}"));
    let trace = format!("<N1> st!tells->Ann(\"{EVIL}\"), Ann!{EVIL}");
    let script =
        serde_json::json!([{ "id": "_meta", "name": EVIL, "author": EVIL }, "chef", "imp"]).to_string();
    let table: [&[&str]; 19] = [
        &[EVIL],
        &["mafia", EVIL],
        &["mafia", "replay", EVIL],
        &["mafia", "replay", &file],
        &["mafia", "tree", "show", &file],
        &["mafia", "play", "--seats", EVIL],
        &["mafia", "play", "--rule", EVIL],
        &["mafia", "decode", EVIL],
        &["botc", "render", &grimoire],
        &["botc", "render", &townsquare],
        &["botc", "render", &townsquare, "--as", "line"],
        &["botc", "render", &townsquare, "--as", "svg"],
        &["botc", "render", &townsquare, "--as", "json"],
        &["botc", "render", &script, "--as", "ascii"],
        &["botc", "check", &bag],
        &["botc", "trace", &trace],
        &["botc", "solve", EVIL],
        &["lorcana", "deck", EVIL],
        &["lorcana", "show", EVIL, EVIL],
    ];
    for args in table {
        for more in [&[][..], &["--json"]] {
            run(dir.path(), &[args, more].concat(), "");
        }
    }
    let line = run(dir.path(), &["botc", "render", &townsquare, "--as", "line"], "").1;
    let (is_done, again) = run(dir.path(), &["botc", "render", "-", "--as", "line"], &line);
    assert!(is_done && again == line, "{again}");
}
