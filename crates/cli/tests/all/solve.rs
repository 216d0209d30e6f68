//! Puzzles through the binary.

use crate::common;

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
fn directories_below_are_solved_too() {
    let dir = TempDir::new().expect("a directory");
    let below = dir.path().join("boards").join("easy");
    std::fs::create_dir_all(&below).expect("directories");
    for place in [dir.path(), &below] {
        std::fs::copy(file("five-roles.toml"), place.join("five.toml")).expect("a file");
    }
    let text = done(dir.path(), &["botc", "solve", "--all", ".", "--expect", "--json"]);
    assert_eq!(json(text.lines().last().expect("totals"))["solved"], 2);
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

/// A puzzle that no world fits: the Washerwoman is told two things in one night.
fn told_twice() -> String {
    let text = std::fs::read_to_string(file("five-washerwoman.toml")).expect("a file");
    text.replace("Bob, Charlie = Empath", "Bob, Charlie = Empath\", \"N1 Washerwoman: Bob, Eve = Chef")
}

#[test]
fn where_no_world_fits_the_clash_is_shown() {
    let dir = TempDir::new().expect("a directory");
    std::fs::write(dir.path().join("twice.toml"), told_twice()).expect("a file");
    let output = gaslamp(dir.path(), &["botc", "solve", "twice.toml"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("these contradict each other"), "{}", stderr(&output));
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
    let text = std::fs::read_to_string(&made).expect("a file").replace("\"Imp\", ", "\"Lleech\", ");
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

/// A file without an answer counts neither as done nor as a no, and outweighs both.
#[test]
fn a_directory_is_answered_only_if_every_file_is() {
    let solved = std::fs::read_to_string(file("made-8-5.toml")).expect("a file");
    let unplayed = |name: &str| solved.replace("\"Imp\", ", &format!("\"{name}\", "));
    let files = [
        ("solved", solved.clone()),
        ("other", unplayed("Lleech")),
        ("another", unplayed("Lleech")),
        ("third", unplayed("Al-Hadikhia")),
        ("broken", "id = ".to_owned()),
        ("none", told_twice()),
    ];
    let table: &[(&[&str], i32, &[&str])] = &[
        (&["solved"], 0, &[]),
        (&["none", "solved"], 1, &["solve/no-world"]),
        (&["other", "solved"], 2, &["solve/refused"]),
        (&["another", "other", "solved", "third"], 2, &["solve/refused"]),
        (&["none", "other"], 2, &["solve/refused", "solve/no-world"]),
        (&["broken", "none", "other"], 2, &["solve/unreadable", "solve/refused", "solve/no-world"]),
    ];
    for (names, code, ids) in table {
        let dir = TempDir::new().expect("a directory");
        for (name, text) in files.iter().filter(|(name, _)| names.contains(name)) {
            std::fs::write(dir.path().join(format!("{name}.toml")), text).expect("a file");
        }
        let output = gaslamp(dir.path(), &["botc", "solve", "--all", ".", "--json"], "");
        assert_eq!(output.status.code(), Some(*code), "{names:?}: {}", stdout(&output));
        let totals = json(stdout(&output).lines().last().expect("totals"));
        let errors = totals["errors"].as_array().into_iter().flatten();
        let told: Vec<&str> = errors.filter_map(|error| error["id"].as_str()).collect();
        assert_eq!(&told, ids, "{names:?}: {totals}");
    }
}

#[test]
fn refusals_are_summed_up_by_reason() {
    let dir = TempDir::new().expect("a directory");
    let text = std::fs::read_to_string(file("made-8-5.toml")).expect("a file");
    for (name, role) in [("a", "Lleech"), ("b", "Lleech"), ("c", "Al-Hadikhia")] {
        let text = text.replace("\"Imp\", ", &format!("\"{role}\", "));
        std::fs::write(dir.path().join(format!("{name}.toml")), text).expect("a file");
    }
    let output = gaslamp(dir.path(), &["botc", "solve", "--all", "."], "");
    assert_eq!(output.status.code(), Some(2));
    let told = stdout(&output);
    let (_, summary) = told
        .split_once("0 solved, 3 refused, 0 without an answer, 0 unreadable; median 0.00 ms, total 0.0 ms")
        .expect("totals");
    let reasons: Vec<&str> = summary.lines().skip(2).map(str::trim).collect();
    assert_eq!(reasons, ["2  the Lleech is not supported", "1  the Al-Hadikhia is not supported"], "{told}");
    let wanted = "error[solve/refused]: not answered because they need unsupported rules: 3 puzzles";
    assert!(stderr(&output).contains(wanted), "{}", stderr(&output));
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
        stderr(&told).contains("1 Demon must be in play, but none is claimed or hidden"),
        "{}",
        stderr(&told)
    );
    assert!(!stderr(&told).contains("contradict each other"), "{}", stderr(&told));
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

/// A table of eight at which nobody says anything and much has happened.
fn open_board(ends: &str, log: &str) -> String {
    let hidden: Vec<String> =
        ["Imp", "Poisoner", "Spy", "Scarlet Woman", "Baron", "Butler", "Drunk", "Recluse", "Saint"]
            .into_iter()
            .chain([
                "Washerwoman",
                "Librarian",
                "Investigator",
                "Chef",
                "Empath",
                "Fortune Teller",
                "Undertaker",
            ])
            .chain(["Monk", "Ravenkeeper", "Virgin", "Slayer", "Soldier", "Mayor"])
            .map(|role| format!("{role:?}"))
            .collect();
    let players: String = (1..=8).map(|number| format!("[[player]]\nname = \"P{number}\"\n")).collect();
    let hidden = hidden.join(", ");
    format!("id = \"open\"\nhidden = [{hidden}]\nends = \"{ends}\"\nlog = [{log}]\n{players}")
}

const QUIET_LOG: &str = r#""D1 executed: P3", "N2 died: P5""#;

/// A puzzle that takes long, even when counted.
const LOUD_LOG: &str = r#""D1 nominated: P1 -> P2", "D1 nominated: P4 -> P6", "D1 nominated: P7 -> P1", "D1 shot: P8 -> P4, survived", "D1 shot: P2 -> P3, survived", "D2 nominated: P2 -> P8", "D2 nominated: P3 -> P4", "D2 shot: P1 -> P5, survived""#;

#[test]
fn worlds_that_nobody_could_list_are_counted() {
    let dir = TempDir::new().expect("a directory");
    std::fs::write(dir.path().join("open.toml"), open_board("N2", QUIET_LOG)).expect("a file");
    let answer = json(&done(dir.path(), &["botc", "solve", "open.toml", "--json"]));
    assert_eq!((&answer["worlds"], &answer["supposed"]), (&584_084_160.into(), &668_828_160.into()));
    assert_eq!(answer["solutions"].as_array().map(Vec::len), Some(10));
    assert_eq!(answer["solutions_left_out"], 584_084_150);
    let asked = json(&done(dir.path(), &["botc", "solve", "open.toml", "--ask", "evil(P3)", "--json"]));
    assert_eq!((&asked["complete"], &asked["asked"][0]["answer"]), (&true.into(), &"sometimes".into()));
    assert_eq!(asked["asked"][0]["share"], answer["seats"][2]["evil"]);
    assert!(asked.get("solutions").is_none(), "only what is asked is answered: {asked}");
}

#[test]
fn what_was_stopped_calls_nothing_certain() {
    let dir = TempDir::new().expect("a directory");
    std::fs::write(dir.path().join("open.toml"), open_board("N3", LOUD_LOG)).expect("a file");
    let solve = ["botc", "solve", "open.toml", "--limit", "0.05"];
    let asked = [&solve[..], &["--ask", "evil(P1) or not evil(P1)"]].concat();
    for args in [&solve[..], &asked] {
        let output = gaslamp(dir.path(), args, "");
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        let told = stderr(&output);
        assert!(told.contains("error[limit/time]: stopped after 0.05 seconds"), "{told}");
        let text = stdout(&output);
        assert!(!text.contains("Certain") && !text.contains("always") && text.contains("so far"), "{text}");
        let answer = json(&stdout(&gaslamp(dir.path(), &[args, &["--json"]].concat(), "")));
        assert_eq!((&answer["complete"], &answer["errors"][0]["id"]), (&false.into(), &"limit/time".into()));
        assert_ne!(answer["asked"][0]["answer"], "always");
    }
    let answer = json(&stdout(&gaslamp(dir.path(), &[&solve[..], &["--json"]].concat(), "")));
    assert_eq!(answer["certain"], Value::Array(Vec::new()));
    assert_eq!(answer["shares_of"], "worlds found so far");
}

#[cfg(unix)]
#[test]
fn an_interruption_is_no_answer() {
    use std::io::{BufRead as _, BufReader};
    use std::process::{Command, Stdio};

    let dir = TempDir::new().expect("a directory");
    std::fs::write(dir.path().join("open.toml"), open_board("N3", LOUD_LOG)).expect("a file");
    let mut child = Command::new(env!("CARGO_BIN_EXE_gaslamp"))
        .current_dir(dir.path())
        .args(["botc", "solve", "open.toml"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary");
    let mut first = String::new();
    let mut reader = BufReader::new(child.stdout.take().expect("its output"));
    reader.read_line(&mut first).expect("a line");
    assert!(first.contains("more than 200,000 possible deals"), "{first}");
    let is_told = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(is_told.is_ok_and(|status| status.success()));
    let output = child.wait_with_output().expect("an end");
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    assert!(stderr(&output).contains("limit/interrupted"), "{}", stderr(&output));
}

/// Assumptions hold for questions and reasons alike: with them, one is the other.
#[test]
fn what_if_comes_before_ask_and_why() {
    let dir = TempDir::new().expect("a directory");
    let barber = file("small-barber.toml");
    let solve =
        |args: &[&str]| json(&done(dir.path(), &[&["botc", "solve", &barber, "--json"], args].concat()));
    let free = solve(&["--ask", "Eve=Imp", "--why", "Eve=Imp"]);
    assert_eq!((&free["asked"][0]["answer"], &free["possible"]), (&"sometimes".into(), &true.into()));
    let bound =
        solve(&["--what-if", "Dee=Imp", "--ask", "Eve=Imp", "--ask", "evil(Eve)", "--why", "Eve=Imp"]);
    assert_eq!((&bound["asked"][0]["answer"], &bound["possible"]), (&"never".into(), &false.into()));
    assert_eq!((&bound["asked"][1]["answer"], &bound["what_if"][0]), (&"always".into(), &"Dee=Imp".into()));
    let text = done(dir.path(), &["botc", "solve", &barber, "--ask", "Eve=Imp", "--ask", "evil(Eve)"]);
    assert_eq!(text.lines().count(), 2, "{text}");
}

#[test]
fn the_table_is_drawn_with_shares_or_world_by_world() {
    let dir = TempDir::new().expect("a directory");
    let clockmaker = file("small-clockmaker.toml");
    let draw =
        |args: &[&str]| done(dir.path(), &[&["botc", "solve", &clockmaker, "--as", "svg"], args].concat());
    let shares = draw(&["--theme", "light"]);
    assert!(shares.starts_with("<svg ") && shares.contains("6 worlds fit what is known"), "{shares}");
    // Ann is certain, and Dee is evil in two of the six worlds.
    assert!(
        shares.contains(">evil 0 % · Demon 0 %</text>") && shares.contains(">evil 33 % · Demon 17 %</text>")
    );
    let worlds = draw(&["--show", "4"]);
    assert_eq!(worlds.matches("<g class=\"world\">").count(), 4);
    assert!(worlds.contains(">world 4 of 6</text>") && !worlds.contains("world 5 of 6"));
    assert_eq!(draw(&["--show", "4", "-o", "worlds.svg"]).trim(), "worlds.svg");
    assert_eq!(std::fs::read_to_string(dir.path().join("worlds.svg")).expect("a picture"), worlds);
    std::fs::write(dir.path().join("twice.toml"), told_twice()).expect("a file");
    refused(dir.path(), &["botc", "solve", "twice.toml", "--as", "svg"], 1, "solve/no-world");
}

/// The template is refused claim by claim, and solved once it is filled in.
#[test]
fn a_new_puzzle_is_filled_in_and_solved() {
    let dir = TempDir::new().expect("a directory");
    done(dir.path(), &["botc", "puzzle", "--new", "--players", "7", "-o", "my.toml"]);
    let output = gaslamp(dir.path(), &["botc", "solve", "my.toml"], "");
    assert_eq!(output.status.code(), Some(2));
    let told = stderr(&output);
    assert_eq!(told.matches("is still to be filled in").count(), 7, "{told}");
    let mut text = std::fs::read_to_string(dir.path().join("my.toml")).expect("a file");
    for claim in ["Chef", "Empath", "Monk", "Virgin", "Slayer", "Soldier", "Mayor"] {
        text = text.replacen("claim = \"\"", &format!("claim = \"{claim}\""), 1);
    }
    std::fs::write(dir.path().join("filled.toml"), text.replacen("says = []", "says = [\"N1 Chef: 1\"]", 1))
        .expect("a file");
    let answer = json(&done(dir.path(), &["botc", "solve", "filled.toml", "--json"]));
    assert_eq!(answer["complete"], true);
}

#[test]
fn whoever_asks_for_help_is_told_where_puzzle_files_are_explained() {
    let dir = TempDir::new().expect("a directory");
    done(dir.path(), &["man", "pages"]);
    for verb in ["solve", "puzzle"] {
        let help = done(dir.path(), &["botc", verb, "--help"]);
        let page =
            std::fs::read_to_string(dir.path().join(format!("pages/gaslamp-botc-{verb}.1"))).expect("a page");
        assert!(help.contains("docs/puzzles.md") && page.contains("docs/puzzles.md"), "{help}\n{page}");
    }
}
