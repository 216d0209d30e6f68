//! Seats that are played by programs: whole games of all three games, and programs that lose their seats.

use std::path::Path;
use std::time::{Duration, Instant};

use assert_cmd::Command;

const AGENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/agent.py");
const DECKS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../lorcana/tests/data/decks");

fn gaslamp(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gaslamp"));
    command.args(arguments);
    command
}

/// Plays a game; what was shown, and what was said on standard error.
fn play(arguments: &[&str]) -> (String, String) {
    let done = gaslamp(arguments).assert().success();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&done.get_output().stdout), text(&done.get_output().stderr))
}

#[test]
#[expect(clippy::print_stderr, reason = "what was not tried is said")]
fn a_short_program_plays_all_three_games() {
    if Command::new("python3").arg("--version").ok().is_err() {
        eprintln!("python3 is missing, so the example in Python does not play");
        return;
    }
    let agent = format!("exec:python3 '{AGENT}'");
    let lines = std::fs::read_to_string(AGENT).expect("the example");
    assert!(lines.lines().count() <= 20, "an example of twenty lines");
    let decks = [Path::new(DECKS).join("bs01.txt"), Path::new(DECKS).join("rp01.txt")];
    let [first, second] = decks.each_ref().map(|deck| deck.to_str().expect("a plain path"));
    for game in [
        vec!["botc", "play", "--players", "7", "--storyteller", "scripted", "--seed", "3", "--seats", &agent],
        vec!["mafia", "play", "--seed", "3", "--seats", &agent],
        vec!["lorcana", "duel", first, second, "--allow-partial", "--seed", "3", "--seats", &agent],
    ] {
        let (shown, complaints) = play(&game);
        assert!(shown.contains("\nResult: "), "{game:?}: {shown}");
        assert_eq!(complaints, "", "{game:?}");
    }
}

/// What a program does, and why it loses its seat.
const LOSERS: &[(&str, &str)] = &[
    ("sleep 100", "no answer within 1 s"),
    ("true", "it has ended"),
    ("sh -c 'read l; echo nonsense; read l'", "its answer is no JSON"),
    ("sh -c 'while read l; do echo {}; done'", "none or several of"),
    (r#"sh -c 'while read l; do echo "{\"choice\":9999}"; done'"#, "choice 9999 is not in the list"),
    (r#"sh -c 'while read l; do echo "{\"choice\":-1}"; done'"#, "choice -1 is not in the list"),
    (r#"sh -c 'while read l; do echo "{\"say\":\"hm\"}"; done'"#, "10 answers in a row"),
    (r#"sh -c 'while read l; do echo "{\"say\":\"hm\",\"to\":\"Zoe\"}"; done'"#, "nobody here is called"),
    (r"sh -c read\ l\;echo\ a\,b\;read\ l", "its answer is no JSON"),
    (r#"sh -c 'while read l; do echo "{\"action\":\"P1!flies\"}"; done'"#, "10 answers in a row"),
    (r"sh -c 'read l; printf \\377\\n; read l'", "cannot be read"),
    ("sh -c 'head -c 3000000 /dev/zero | tr \\\\0 x; sleep 9'", "more than 1048576 bytes"),
];

#[test]
fn whoever_is_late_gone_or_confused_loses_the_seat_and_the_game_goes_on() {
    let other = play(&["mafia", "play", "--seed", "3", "--seats", "exec:true,heuristic"]).0;
    for (program, reason) in LOSERS {
        let seats = format!("exec:{program},heuristic");
        let start = Instant::now();
        let (shown, complaints) = play(&["mafia", "play", "--seed", "3", "--seats", &seats, "--limit", "1"]);
        assert!(start.elapsed() < Duration::from_secs(8), "{program}");
        assert!(complaints.contains(reason), "{program}: {complaints}");
        assert_eq!(complaints.lines().count(), 1, "{complaints}");
        let is_talkative = program.contains("hm");
        assert!(is_talkative || shown == other, "the stand-in does not depend on what went wrong: {program}");
    }
}

#[test]
fn what_cannot_be_run_is_refused_before_the_game() {
    for seats in ["exec:no-such-program-here", "exec:", "exec:'unfinished"] {
        let refused = gaslamp(&["mafia", "play", "--seats", seats]).assert().code(2);
        let said = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
        assert!(said.starts_with("error[play/program]: cannot run"), "{said}");
    }
    gaslamp(&["mafia", "sim", "--agents", "exec:true", "--games", "2"]).assert().code(2);
}
