//! What people do with the binary: play, look at the record, explore a tree, feed it nonsense.

use crate::common;

use assert_cmd::Command;
use tempfile::TempDir;

use common::{done, gaslamp, refused, stderr, stdout};

#[test]
fn a_game_is_played_recorded_and_shown() {
    let dir = TempDir::new().expect("a directory");
    let dir = dir.path();
    let shown = done(dir, &["mafia", "play", "--seats", "random", "--seed", "5", "--record", "game.txt"]);
    let record = std::fs::read_to_string(dir.join("game.txt")).expect("the record");
    assert!(shown.contains("Result: ") && shown.contains("The record is in game.txt"), "{shown}");
    assert_eq!(done(dir, &["mafia", "replay", "game.txt", "--as", "line"]), record);
    let rich = done(dir, &["mafia", "replay", "game.txt"]);
    let again = gaslamp(dir, &["mafia", "replay", "-", "--as", "line"], &rich);
    assert_eq!(stdout(&again), record, "the rich form reads back to the record");
    for form in ["mermaid", "plantuml", "ascii", "tokens", "table", "json", "line", "rich"] {
        assert!(!done(dir, &["mafia", "replay", "game.txt", "--as", form]).is_empty(), "{form}");
        assert!(
            !done(dir, &["mafia", "replay", "game.txt", "--seat", "3", "--as", form]).is_empty(),
            "{form}"
        );
    }
    let actions = record.matches('!').count() - "st!deals".matches('!').count();
    assert_eq!(
        done(dir, &["mafia", "encode", "game.txt"]).lines().count(),
        actions,
        "a line for each action"
    );
    let played = ["mafia", "play", "--seats", "random", "--seed", "6", "--record", "game.txt"];
    refused(dir, &played, 1, "output/exists");
    done(dir, &[&played[..], &["--force"]].concat());
    assert_ne!(std::fs::read_to_string(dir.join("game.txt")).expect("the record"), record);
}

#[test]
fn a_person_who_leaves_loses_nothing() {
    let dir = TempDir::new().expect("a directory");
    let args = [
        "mafia",
        "play",
        "--seats",
        "human,heuristic",
        "--seed",
        "0",
        "--arrangement",
        "42",
        "--record",
        "game.txt",
    ];
    let output = gaslamp(dir.path(), &args, "nonsense\nnominates->P5\n");
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("error[play/left]"), "{}", stderr(&output));
    let record = std::fs::read_to_string(dir.path().join("game.txt")).expect("the record");
    assert!(record.ends_with("<D1> P0!nominates->P5\n"), "{record}");
    assert!(!stdout(&output).contains("sheriff\n"), "the don is not told who is the sheriff");
    let scripted =
        ["mafia", "play", "--seats", "scripted:game.txt,random", "--seed", "0", "--arrangement", "42"];
    let output = gaslamp(dir.path(), &scripted, "");
    assert!(stdout(&output).contains("P0 nominates P5"), "{}", stdout(&output));
}

#[test]
fn simulations_count_the_same_on_any_number_of_threads() {
    let dir = TempDir::new().expect("a directory");
    let sim = |games, threads, agents: &[&str]| {
        let numbers = ["--json", "--games", games, "--seed", "7", "--threads", threads];
        let text = done(dir.path(), &[&["mafia", "sim"], &numbers[..], agents].concat());
        let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        ["games", "steps", "mean_steps", "red_wins", "black_wins", "draws", "red", "black"]
            .map(|key| value[key].clone())
    };
    let of_all = |name| ["--agents", name];
    for (games, agents) in [
        ("3000", &of_all("random")[..]),
        ("16", &of_all("reasoning")),
        ("30", &["--red", "random", "--black", "reasoning"]),
    ] {
        assert_eq!(sim(games, "1", agents), sim(games, "3", agents), "{agents:?}");
    }
    let [games, .., red_wins, black_wins, draws, red, black] = sim("3000", "2", &of_all("heuristic"));
    let count = |value: &serde_json::Value| value.as_u64().expect("a count");
    assert_eq!(count(&games), 3000);
    assert_eq!(count(&red_wins) + count(&black_wins) + count(&draws), count(&games));
    for (wins, side) in [(red_wins, red), (black_wins, black)] {
        assert_eq!((&side["wins"], &side["games"]), (&wins, &games));
        let [rate, low, high] = ["rate", "low", "high"].map(|key| side[key].as_f64().expect("a share"));
        assert!(low < rate && rate < high && high - low < 0.04, "{side}");
    }
}

#[test]
fn a_tree_is_explored_step_by_step() {
    let dir = TempDir::new().expect("a directory");
    let dir = dir.path();
    let root = done(dir, &["mafia", "tree", "new", "--arrangement", "42"]).trim().to_owned();
    assert_eq!(
        done(dir, &["mafia", "tree", "new", "--arrangement", "42"]).trim(),
        root,
        "beginning again is fine"
    );
    let listed = done(dir, &["mafia", "tree", "ls", &root]);
    let id = listed
        .lines()
        .find(|line| line.ends_with("P0!nominates->P5"))
        .and_then(|line| line.split_whitespace().next());
    let node =
        done(dir, &["mafia", "tree", "step", &root, id.expect("it is legal"), "P0!passes"]).trim().to_owned();
    let shown = done(dir, &["mafia", "tree", "show", &node]);
    assert!(shown.contains("speaker=P1 nominated=P5") && shown.contains("P1 is to act in D1"), "{shown}");
    let words = done(dir, &["mafia", "tree", "diff", &root, &node]);
    assert_eq!(words, "speaker: P0 -> P1\nnominated: P5 (appeared)\n");
    assert!(done(dir, &["mafia", "tree", "outcomes", &root]).contains("no finished game"));
    assert!(done(dir, &["mafia", "tree", "ls", &root]).contains("* "), "explored ones are marked");
    refused(dir, &["mafia", "tree", "step", &node, "P1!passes", "P1!passes"], 1, "record/wrong-actor");
    refused(dir, &["mafia", "tree", "step", &node, "P1!nominates->P5"], 1, "mafia/nominate/again");
    refused(dir, &["mafia", "tree", "step", &node, "e00"], 1, "tree/no-such-action");
    refused(dir, &["mafia", "tree", "show", &format!("{root}/../../x")], 2, "tree/path");
    refused(dir, &["mafia", "tree", "show", &format!("{root}/ZZ")], 2, "tree/path");
    refused(dir, &["mafia", "tree", "ls", "nowhere"], 2, "tree/no-tree");
    let damage = |text: &str| std::fs::write(dir.join(&root).join("record.txt"), text).expect("a file");
    damage("game mafia 1\n<D1> P0!dances\n");
    let told = refused(dir, &["mafia", "tree", "show", &root], 2, "record/verb");
    assert!(told.contains("record.txt:2:6"), "{told}");
    damage("");
    refused(dir, &["mafia", "tree", "ls", &root], 2, "record/header");
}

#[test]
fn bad_input_is_refused_with_place_and_reason() {
    let dir = TempDir::new().expect("a directory");
    let dir = dir.path();
    std::fs::write(dir.join("empty.txt"), "").expect("a file");
    std::fs::write(dir.join("bytes.txt"), b"\xff\xfe\x00").expect("a file");
    std::fs::create_dir(dir.join("folder")).expect("a directory");
    let replay = |text: &str, code, id| refused(dir, &["mafia", "replay", text], code, id);
    replay("empty.txt", 2, "input/empty");
    replay("bytes.txt", 2, "input/utf-8");
    for (bytes, place) in [
        (&b"game mafia 1\n<SETUP> \xc3\xa9\xff!x"[..], "latin.txt:2:10"),
        (b"\xef\xbb\xbf\xff", "latin.txt:1:1"),
        (b"abc\xe2\x82", "latin.txt:1:4"),
    ] {
        std::fs::write(dir.join("latin.txt"), bytes).expect("a file");
        let told = replay("latin.txt", 2, "input/utf-8");
        assert!(told.contains(place), "{told}");
    }
    replay("folder", 2, "input/unreadable");
    replay("typo.txt", 2, "input/no-file");
    replay("game botc 2\n<SETUP>", 2, "record/other-game");
    replay("game mafia 9\n<SETUP>", 2, "record/version");
    replay("game mafia 1 tempo=3\n<SETUP>", 2, "mafia/rules/key");
    replay("game mafia 1 quiet_rounds=77\n<SETUP>", 1, "mafia/rules/quiet-rounds");
    replay(&format!("{DEALT} P0!nominates"), 2, "mafia/notation/action");
    replay(&format!("{DEALT} P0!nominates->P11"), 2, "mafia/notation/seat");
    let told = replay(&format!("{DEALT} P1!passes"), 1, "record/wrong-actor");
    assert!(told.contains("it is P0's turn") && told.contains("^^^^^^^^^"), "{told}");
    replay(&format!("{DEALT} P0!votes->P1"), 1, "mafia/phase/vote");
    replay(&DEALT.replace("<D1>", "<N1> P0!passes"), 1, "record/wrong-phase");
    replay(&format!("{DEALT} P0!passes <X1> P1!passes, P2!->"), 2, "trace/phase");
    refused(dir, &["mafia", "decode", "1", "50"], 2, "tokens/unknown");
    refused(dir, &["mafia", "decode", "1"], 2, "tokens/unfinished");
    refused(dir, &["mafia", "decode", "1", "23"], 2, "tokens/unexpected");
    refused(dir, &["mafia", "encode", "P0!nominates->Q"], 2, "mafia/notation/seat");
    refused(dir, &["mafia", "mask", DEALT, "--seat", "4"], 1, "mask/seat");
    refused(dir, &["mafia", "mask", DEALT, "--seat", "99"], 2, "input/seat");
    refused(
        dir,
        &["mafia", "encode", "st!deals->P0:don,P1:mafia,P2:mafia,P3:sheriff"],
        2,
        "mafia/notation/seat",
    );
    refused(dir, &["mafia", "encode", "Zed!passes"], 2, "mafia/notation/seat");
    refused(
        dir,
        &["mafia", "sim", "--rule", "quiet_rounds=2", "--rule", "quiet_rounds=3"],
        2,
        "mafia/rules/twice",
    );
    refused(dir, &["mafia", "mask", DEALT, "--prefix", "9"], 1, "tokens/not-legal");
    refused(dir, &["mafia", "table", "[P0:don] <D1>"], 2, "mafia/table/seats");
    refused(dir, &["mafia", "replay", DEALT, "--seat", "10"], 2, "input/seat");
    refused(dir, &["mafia", "replay", DEALT, "--at", "2"], 2, "input/step");
    refused(dir, &["mafia", "play", "--seats", "martian"], 2, "play/agent");
    refused(dir, &["mafia", "sim", "--agents", "human"], 2, "sim/agent");
    refused(dir, &["mafia", "tree", "new", "--arrangement", "2520"], 2, "mafia/deal/arrangement");
    refused(dir, &["mafia", "tree", "new", "--rule", "speed"], 2, "mafia/rules/value");
}

const DEALT: &str = "<SETUP> st!deals->P0:don,P1:mafia,P2:mafia,P3:sheriff <D1>";

#[test]
fn every_command_that_reads_also_reads_standard_input() {
    let dir = TempDir::new().expect("a directory");
    for (args, input) in [
        (&["mafia", "replay", "-"][..], DEALT),
        (&["mafia", "table", "-"], DEALT),
        (&["mafia", "table", "-", "--at", "1"], DEALT),
        (&["mafia", "mask", "-"], DEALT),
        (&["mafia", "encode", "-"], "P0!passes"),
        (&["mafia", "encode", "-"], "<D1>\n  P0 nominates P5\n"),
        (&["mafia", "decode", "-"], "1 18\n"),
        (&["botc", "characters", "--script", "-"], "[\"imp\"]"),
    ] {
        for input in [input.to_owned(), format!("\u{feff}{input}"), input.replace('\n', "\r\n")] {
            let output = gaslamp(dir.path(), args, &input);
            assert!(output.status.success(), "{args:?} {input:?}: {}", stderr(&output));
            assert!(!output.stdout.is_empty(), "{args:?}");
        }
    }
}

#[test]
fn people_share_a_terminal_and_may_err_as_often_as_they_like() {
    let dir = TempDir::new().expect("a directory");
    let typed = "nominates->P0\n".repeat(20) + "passes\npasses\nquit\n";
    let args = ["mafia", "play", "--seats", "human,human,human,random", "--seed", "0", "--arrangement", "9"];
    let output = gaslamp(dir.path(), &args, &typed);
    assert!(stderr(&output).contains("P2 has left the table"), "{}", stderr(&output));
    let output = gaslamp(dir.path(), &[&args[..], &["--json"]].concat(), &typed);
    let value: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("nothing but JSON");
    assert_eq!(value["errors"][0]["id"], "play/left");
}

#[test]
fn nobody_types_or_is_called_seventy_thousand_letters() {
    let dir = TempDir::new().expect("a directory");
    let long = "x".repeat(70_000);
    for typed in
        [format!("{long}\n"), format!("whisper {long} hello\n"), format!("why not nominate {long}\n")]
    {
        let output = gaslamp(dir.path(), &["mafia", "play", "--seed", "0"], &typed);
        let shown = stdout(&output);
        assert!(shown.contains("a line may have at most 10000 bytes") && !shown.contains(&long), "{typed}");
    }
    let names = format!("Ann,Ben,Cy,Dan,{long}");
    let told = refused(dir.path(), &["botc", "play", "--names", &names], 2, "botc/setup/name");
    assert!(told.len() < 1000, "{told}");
    let told = refused(dir.path(), &["mafia", "replay", DEALT, "--seat", &long], 2, "input/seat");
    assert!(told.len() < 1000, "{told}");
}

#[test]
fn a_record_that_cannot_be_saved_is_told_before_anybody_plays() {
    let dir = TempDir::new().expect("a directory");
    let args = ["mafia", "play", "--seats", "human,random", "--record", "nowhere/game.txt"];
    let output = gaslamp(dir.path(), &args, "");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("`nowhere/game.txt` cannot be written"), "{}", stderr(&output));
    gaslamp(dir.path(), &["mafia", "play", "--seed", "0", "--record", "game.txt"], "");
    let record = std::fs::read_to_string(dir.path().join("game.txt")).expect("the deal is saved");
    assert!(record.contains("st!deals->"), "{record}");
}

#[test]
fn reasons_messages_and_whispers_stay_where_they_belong() {
    let dir = TempDir::new().expect("a directory");
    let rich = "<SETUP>\n st!deals->P0:don,P1:mafia,P2:mafia,P3:sheriff\n<D1>\n P0 nominates P5 - reason: \"odd\"\n\
                MSG (D1): p0 -> p3 (whisper): \"psst\"\nMSG (D1): P0 -> P4: \"you there\"\nNOTE: he lies\n";
    let replay = |args: &[&str]| {
        let output = gaslamp(dir.path(), &[&["mafia", "replay", "-"], args].concat(), rich);
        assert!(output.status.success(), "{}", stderr(&output));
        stdout(&output)
    };
    let all = replay(&[]);
    for kept in ["P0 nominates P5 - reason: \"odd\"", "P0 -> P3 (whisper): \"psst\"", "NOTE: he lies"] {
        assert!(all.contains(kept), "{kept}: {all}");
    }
    let heard = |seat: &str| {
        ["psst", "you there", "he lies", "odd"].map(|text| replay(&["--seat", seat]).contains(text))
    };
    assert_eq!(heard("0"), [true, true, false, false]);
    assert_eq!(heard("3"), [true, true, false, false]);
    assert_eq!(heard("5"), [false, true, false, false]);
    assert!(replay(&["--json"]).contains("psst") && !replay(&["--json", "--seat", "5"]).contains("psst"));
    let wrong = |text: &str| stderr(&gaslamp(dir.path(), &["mafia", "replay", "-"], text));
    assert!(wrong(&rich.replace("MSG (D1): P0", "MSG (N7): P0")).contains("error[trace/message-phase]"));
    assert!(wrong(&rich.replace("P0 -> P4", "Mallory -> P4")).contains("error[record/name]"));
}

#[test]
fn large_broken_inputs_are_refused_in_time() {
    let dir = TempDir::new().expect("a directory");
    let many = 60_000;
    for text in [
        format!("{DEALT} {}", "P0!x( ".repeat(many)),
        format!("{DEALT} {}", "P0!x(\" ".repeat(many)),
        format!("<SETUP>\n{}", "foo bar\n".repeat(many)),
        "<".repeat(1_000_000),
        format!("{DEALT} {}", "P0!,,, ".repeat(many)),
        format!("game mafia 1 {}\n", "a=1 ".repeat(many)),
        format!("[P0:don] <D1> {}", "a=1 ".repeat(many)),
        format!("{DEALT} P0!tells->P1({}", "(".repeat(1_000_000)),
    ] {
        let mut command = Command::cargo_bin("gaslamp").expect("the binary is built");
        let command =
            command.current_dir(dir.path()).args(["mafia", "table", "-"]).write_stdin(text.as_str());
        // Far more than needed; quadratic work would take minutes.
        let output = command.timeout(std::time::Duration::from_secs(20)).output().expect("it runs");
        assert!(output.status.code().is_some_and(|code| code > 0), "{:?}…", &text[..90]);
        assert!(output.stderr.len() < 20_000, "{} bytes", output.stderr.len());
    }
}

#[test]
fn a_terminal_is_not_given_control_characters() {
    let dir = TempDir::new().expect("a directory");
    let output = gaslamp(dir.path(), &["mafia", "replay", "-"], "<D1> P0!\u{1b}[31mred");
    assert!(!stderr(&output).contains('\u{1b}'), "{:?}", stderr(&output));
}

#[test]
fn errors_are_json_where_json_was_asked_for() {
    let dir = TempDir::new().expect("a directory");
    let output = gaslamp(dir.path(), &["mafia", "replay", "<D1> what", "--json"], "");
    assert_eq!(output.status.code(), Some(2));
    let value: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    assert_eq!(value["errors"][0]["id"], "trace/event");
    assert_eq!(value["errors"][0]["place"]["column"], 6);
}

#[test]
fn nobody_reading_is_no_error() {
    for args in [
        &["mafia", "play", "--seats", "random", "--seed", "0"][..],
        &["completions", "bash"],
        &["man"],
        &["mafia", "tokens"],
    ] {
        no_error_without_a_reader(args);
    }
}

fn no_error_without_a_reader(args: &[&str]) {
    let binary = assert_cmd::cargo::cargo_bin("gaslamp");
    let mut child = std::process::Command::new(binary)
        .args(args)
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the binary runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), String::new()));
}

#[test]
fn the_vocabulary_has_fifty_tokens() {
    let dir = TempDir::new().expect("a directory");
    let tokens: serde_json::Value =
        serde_json::from_str(&done(dir.path(), &["mafia", "tokens", "--json"])).expect("JSON");
    assert_eq!(tokens.as_array().map(Vec::len), Some(50));
    assert_eq!(tokens[49], serde_json::json!({ "id": 49, "name": "<NIGHT_4>" }));
}

#[test]
fn help_completions_and_man_pages_are_there() {
    let dir = TempDir::new().expect("a directory");
    assert!(done(dir.path(), &["mafia", "replay", "--help"]).contains("Example"));
    assert!(done(dir.path(), &["completions", "zsh"]).contains("_gaslamp"));
    assert!(done(dir.path(), &["man"]).contains(".TH gaslamp"));
    done(dir.path(), &["man", "pages"]);
    assert!(dir.path().join("pages/gaslamp-mafia-tree-step.1").exists());
    assert!(done(dir.path(), &["demo"]).contains("replays to the same state"));
}

#[test]
fn simulated_games_leave_their_records() {
    let dir = TempDir::new().expect("a directory");
    let dir = dir.path();
    for sim in [
        &["botc", "sim", "--players", "7"][..],
        &["botc", "sim", "--players", "7", "--agents", "heuristic", "--storyteller", "scripted"],
        &["mafia", "sim"],
        &["mafia", "sim", "--agents", "heuristic"],
    ] {
        let place = sim.join("-");
        let command = [sim, &["--games", "6", "--seed", "1", "--json"]].concat();
        let counts = |text: &str| text.split("\"steps_per_s").next().map(str::to_owned);
        let with_records = [&command[..], &["--records", &place]].concat();
        assert_eq!(counts(&done(dir, &with_records)), counts(&done(dir, &command)), "the same games");
        let names: Vec<_> = (0..6).map(|game| dir.join(&place).join(format!("{game:08}.txt"))).collect();
        for name in &names {
            let shown = done(dir, &[sim[0], "replay", name.to_str().expect("a plain name"), "--json"]);
            assert!(shown.contains("\"outcome\":{\"result\""), "{shown}");
        }
        refused(dir, &[sim, &["--games", "2", "--records", &place]].concat(), 1, "output/exists");
        done(dir, &[&with_records[..], &["--force"]].concat());
    }
}

#[test]
fn the_tokens_of_every_action_read_back() {
    let dir = TempDir::new().expect("a directory");
    let dir = dir.path();
    for (game, start) in [
        ("botc", &["play", "--players", "9", "--seats", "heuristic"][..]),
        ("mafia", &["play", "--seats", "heuristic"]),
        ("lorcana", &["duel", "sample:bs01", "sample:rp01", "--seats", "greedy"]),
    ] {
        done(dir, &[&[game], start, &["--seed", "2", "--record", game]].concat());
        let tokens = done(dir, &[game, "encode", game]);
        std::fs::write(dir.join("tokens"), &tokens).expect("a file");
        let events = done(dir, &[game, "decode", "tokens"]);
        assert_eq!(events.lines().count(), tokens.lines().count(), "{game}");
    }
}
