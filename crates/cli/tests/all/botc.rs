//! What people do with Blood on the Clocktower: play, be the Storyteller, look at records, explore, feed it nonsense.

use crate::common;

use common::{done, gaslamp, refused, stderr, stdout};
use tempfile::TempDir;

#[test]
fn a_game_is_played_recorded_and_replayed() {
    let dir = TempDir::new().expect("a directory");
    let dir = dir.path();
    let played = done(
        dir,
        &[
            "botc",
            "play",
            "--players",
            "8",
            "--seats",
            "heuristic,random",
            "--record",
            "g.txt",
            "--seed",
            "5",
        ],
    );
    assert!(played.contains("Result: "), "{played}");
    let line = done(dir, &["botc", "replay", "g.txt", "--as", "line"]);
    let record = std::fs::read_to_string(dir.join("g.txt")).expect("the record");
    assert_eq!(line.trim(), record.trim(), "a record replays to itself");
    for form in ["rich", "mermaid", "plantuml", "ascii", "tokens", "table", "json"] {
        assert!(!done(dir, &["botc", "replay", "g.txt", "--as", form]).is_empty(), "{form}");
        assert!(!done(dir, &["botc", "replay", "g.txt", "--as", form, "--seat", "3"]).is_empty(), "{form}");
    }
    let view = done(dir, &["botc", "replay", "g.txt", "--seat", "3", "--json"]);
    let view: serde_json::Value = serde_json::from_str(&view).expect("JSON");
    assert!(view["observation"]["tokens"].as_array().is_some_and(|tokens| tokens.len() > 20));
    let again = done(
        dir,
        &["botc", "play", "--players", "8", "--seats", "heuristic,random", "--seed", "5", "--json"],
    );
    let again: serde_json::Value = serde_json::from_str(&again).expect("JSON");
    assert_eq!(again["record"].as_str().map(str::trim), Some(record.trim()), "the same seed, the same game");
}

#[test]
fn a_person_sits_down_errs_and_leaves_without_loss() {
    let dir = TempDir::new().expect("a directory");
    let dir = dir.path();
    let args =
        ["botc", "play", "--players", "5", "--seats", "human,random", "--seed", "2", "--record", "g.txt"];
    let output = gaslamp(dir, &args, "nonsense\nlist\nclaims(chef)\nreports(n1,empath,7)\npasses\nquit\n");
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("error[play/left]"), "{}", stderr(&output));
    let shown = stdout(&output);
    assert!(shown.contains("botc/talk/about"), "an impossible report is refused: {shown}");
    let record = std::fs::read_to_string(dir.join("g.txt")).expect("the record");
    assert!(record.contains("P1!claims(chef), P1!passes"), "{record}");
}

#[test]
fn what_is_said_and_whispered_is_kept_and_reaches_whom_it_should() {
    let dir = TempDir::new().expect("a directory");
    let dir = dir.path();
    let args =
        ["botc", "play", "--players", "5", "--seats", "human,random", "--seed", "2", "--record", "g.txt"];
    let typed = "say I am \"new\" here\nwhisper P3 meet me\nwhisper Zoe hello\npasses\nquit\n";
    let output = gaslamp(dir, &args, typed);
    assert!(stdout(&output).contains("nobody at this table is called `Zoe`"), "{}", stdout(&output));
    let heard = |seat| done(dir, &["botc", "replay", "g.txt", "--seat", seat]);
    assert!(heard("P3").contains("P1 -> P3 (whisper): \"meet me\""), "{}", heard("P3"));
    assert!(heard("4").contains(r#"P1 -> ALL: "I am \"new\" here""#) && !heard("4").contains("meet me"));
}

#[test]
fn a_person_may_keep_the_game() {
    let dir = TempDir::new().expect("a directory");
    let args = [
        "botc",
        "play",
        "--players",
        "5",
        "--seats",
        "random",
        "--storyteller",
        "human",
        "--seed",
        "0",
        "--record",
        "g.txt",
    ];
    let deal = "deals->P1:chef,P2:imp,P3:empath,P4:poisoner,P5:monk(drunk:is_the_drunk)\n\
                deals->P1:chef,P2:imp,P3:empath,P4:poisoner,P5:soldier\n";
    let output = gaslamp(dir.path(), &args, deal);
    assert!(stdout(&output).contains("botc/deal/outsiders"), "{}", stdout(&output));
    assert!(stderr(&output).contains("the Storyteller has left"), "{}", stderr(&output));
    let record = std::fs::read_to_string(dir.path().join("g.txt")).expect("the record");
    assert!(record.contains("P5:soldier <N1> P4!chooses->"), "{record}");
}

#[test]
fn simulations_count_the_same_on_any_number_of_threads() {
    let dir = TempDir::new().expect("a directory");
    let sim = |more: &[&str]| {
        let args = [&["botc", "sim", "--players", "9", "--seed", "7", "--json"], more].concat();
        let value: serde_json::Value = serde_json::from_str(&done(dir.path(), &args)).expect("JSON");
        ["games", "steps", "mean_steps", "good_wins", "evil_wins"].map(|key| value[key].clone())
    };
    let count = |value: &serde_json::Value| value.as_u64().expect("a count");
    assert_eq!(sim(&["--games", "3000", "--threads", "1"]), sim(&["--games", "3000", "--threads", "3"]));
    let [games, .., good, evil] =
        sim(&["--games", "60", "--agents", "heuristic", "--storyteller", "scripted", "--threads", "2"]);
    assert_eq!((count(&good) + count(&evil), count(&games)), (60, 60));
    let sides = ["--games", "2", "--good", "reasoning", "--evil", "heuristic", "--storyteller", "scripted"];
    let on = |threads| sim(&[&sides[..], &["--threads", threads]].concat());
    assert_eq!(on("1"), on("2"));
    assert_ne!(sim(&["--games", "20", "--talk"])[1], sim(&["--games", "20"])[1], "talk takes steps");
    refused(dir.path(), &["botc", "sim", "--players", "9", "--agents", "human"], 2, "sim/agent");
    refused(dir.path(), &["botc", "sim", "--players", "9", "--storyteller", "nobody"], 2, "play/storyteller");
}

#[test]
fn a_tree_is_explored_step_by_step() {
    let dir = TempDir::new().expect("a directory");
    let dir = dir.path();
    let root = done(dir, &["botc", "tree", "new", "--players", "6", "--seed", "4"]).trim().to_owned();
    let mut node = root.clone();
    // The first of every list, until the first player may speak.
    while !done(dir, &["botc", "tree", "show", &node]).contains("P1 is to act in D1") {
        let listed = done(dir, &["botc", "tree", "ls", &node]);
        let first = listed.lines().next().expect("something is legal");
        let id = first.split_whitespace().next().expect("an id");
        node = done(dir, &["botc", "tree", "step", &node, id]).trim().to_owned();
    }
    let claimed = done(dir, &["botc", "tree", "step", &node, "P1!claims(soldier)"]);
    let shown = done(dir, &["botc", "tree", "show", claimed.trim()]);
    assert!(shown.contains("is to act in"), "{shown}");
    assert!(!done(dir, &["botc", "tree", "diff", &root, &node]).contains("no differences"));
    refused(dir, &["botc", "tree", "step", &node, "P6!passes"], 1, "record/wrong-actor");
}

#[test]
fn what_is_too_much_to_list_is_shown_with_an_example() {
    let dir = TempDir::new().expect("a directory");
    let dir = dir.path();
    let script = r#"["lunatic","savant","artist","gossip","chef","empath","soldier","poisoner","imp"]"#;
    let args =
        ["botc", "tree", "new", "--players", "7", "--counts", "4,1,1,1", "--script", script, "--seed", "1"];
    let root = done(dir, &args).trim().to_owned();
    let listed = done(dir, &["botc", "tree", "ls", &root]);
    let example = listed.lines().find_map(|line| line.split_once("such as ")).expect("an open choice").1;
    assert!(example.starts_with("st!tells->"), "{listed}");
    done(dir, &["botc", "tree", "step", &root, example]);
}

#[test]
fn seats_that_follow_a_record_play_it_again() {
    let dir = TempDir::new().expect("a directory");
    let dir = dir.path();
    let play = |seats: &str, record: &str| {
        let args = ["botc", "play", "--players", "7", "--seats", seats, "--seed", "3", "--record", record];
        gaslamp(dir, &args, "");
        std::fs::read_to_string(dir.join(record)).expect("the record")
    };
    let first = play("heuristic", "a.txt");
    assert!(first.contains("!claims("), "heuristic players say who they are");
    assert_eq!(play("scripted:a.txt", "b.txt"), first);
}

#[test]
fn everything_that_is_wrong_is_told_at_once() {
    let dir = TempDir::new().expect("a directory");
    let dir = dir.path();
    let args = [
        "botc",
        "play",
        "--names",
        "Ann,ann,Chef,2,Eve",
        "--script",
        r#"["imp","gremlin",7]"#,
        "--counts",
        "1,2",
    ];
    let told = refused(dir, &args, 2, "botc/script/unknown");
    for id in ["botc/script/item", "botc/setup/counts", "botc/setup/name-twice", "botc/setup/name"] {
        assert!(told.contains(&format!("error[{id}]")), "{id}: {told}");
    }
    let unplayed = r#"["alchemist","ogre","vizier","wizard","lleech"]"#;
    let told = refused(dir, &["botc", "play", "--script", unplayed], 2, "botc/script/unsupported");
    assert!(told.contains("the Vizier") && told.contains("the Wizard"), "each by name: {told}");
    assert_eq!(
        told.matches("playable characters of this team: ").count(),
        4,
        "what is played instead, for each team: {told}"
    );
    refused(dir, &["botc", "sim", "--players", "4"], 1, "botc/setup/players");
    refused(dir, &["botc", "sim", "--players", "32"], 1, "botc/setup/players");
    refused(dir, &["botc", "sim", "--players", "5", "--counts", "2,0,1,1"], 1, "botc/setup/counts");
    let told =
        refused(dir, &["botc", "sim", "--players", "21", "--counts", "4,0,1,0"], 1, "botc/setup/demon");
    assert!(told.contains("botc/setup/counts") && told.contains("botc/setup/players"), "{told}");
    refused(dir, &["botc", "sim", "--names", "Ann,Ben,Cy,Dee,All"], 1, "botc/setup/name");
    let order = r#"[{"id":"_meta","otherNight":["imp","imp","gremlin",5]},"imp","chef"]"#;
    let told = refused(dir, &["botc", "sim", "--script", order], 2, "botc/script/order");
    assert!(told.contains("gremlin") && told.contains("`5`"), "{told}");
    let told = refused(dir, &["botc", "replay", ""], 2, "input/empty");
    assert!(told.contains("`game botc 2`"), "{told}");
    refused(dir, &["botc", "replay", "<D1> P1!passes"], 2, "botc/setup/players");
    let game = "game botc 2 players=5\n<SETUP> st!deals->P1:chef,P2:imp,P3:monk,P4:poisoner,P5:soldier <N1> ";
    for (events, code, id) in [
        ("P4!chooses->P1 <D1> P1!passes", 1, "record/wrong-actor"),
        ("P4!chooses->P1, st!tells->P1(9)", 1, "botc/tell/inadmissible"),
        ("P4!chooses->P1, st!tells->P2(1)", 1, "botc/tell/whom"),
        ("P4!chooses->P1,P2", 1, "botc/choose/shape"),
        ("P4!chooses->P9", 2, "botc/notation/name"),
        ("P4!chooses->P1, st!tells->P1(1) <D1> P1!nominates->P2", 1, "botc/not-now"),
        ("P4!chooses->P1, st!tells->P1(1) <D1> P1!claims(gremlin)", 2, "botc/notation/character"),
        ("P4!chooses->P1, st!tells->P1(1) <D1> P1!gossips(\"evil(P2)\")", 1, "botc/gossip/again"),
        ("P4!dances", 2, "record/verb"),
    ] {
        let told = refused(dir, &["botc", "replay", &format!("{game}{events}")], code, id);
        assert!(told.contains("^"), "the place is shown: {told}");
    }
    for broken in
        ["game botc 2", "game botc 7 players=5", "game mafia 1 players=5", "game botc 2 players=5 x"]
    {
        assert_eq!(gaslamp(dir, &["botc", "replay", broken], "").status.code(), Some(2), "{broken}");
    }
}

/// Oversized input is refused where it is read, with a short message.
#[test]
fn nothing_is_too_large_to_be_refused() {
    let dir = TempDir::new().expect("a directory");
    let dir = dir.path();
    let long = "x".repeat(70_000);
    let names = format!("Ann,Ben,Cy,Dee,{long}");
    let many: String = (0..16_400).map(|number| format!("a{number}!passes ")).collect();
    std::fs::write(dir.join("many.txt"), format!("<D1> {many}")).expect("a file");
    let grimoire = format!("[Ann:chef {long}:imp]");
    let state = format!(r#"{{"players": [{{"name": "{long}", "role": "imp"}}]}}"#);
    let puzzle = format!("id = \"x\"\nends = \"N1\"\n[[player]]\nname = \"{long}\"\n");
    let table: &[(&[&str], &str)] = &[
        (&["play", "--names", &names, "--seats", "human,random"], "botc/setup/name"),
        (&["trace", "many.txt", "--as", "ascii"], "trace/participants"),
        (&["trace", "many.txt", "--as", "mermaid"], "trace/participants"),
        (&["trace", &format!("<D1> {long}!passes"), "--as", "ascii"], "trace/name"),
        (&["trace", "<D60000> Ann!passes"], "trace/phase"),
        (&["render", &grimoire], "botc/grimoire/name"),
        (&["render", &state, "--as", "line"], "botc/grimoire/name"),
        (&["solve", &puzzle], "deduce/puzzle/name"),
        (&["solve", "id = \"x\"\nends = \"N65535\"\n[[player]]\nname = \"Ann\"\n"], "deduce/puzzle/phase"),
    ];
    for (args, id) in table {
        let told = refused(dir, &[&["botc"], *args].concat(), 2, id);
        assert!(told.len() < 10_000 && told.contains("= fix: "), "{id}: {told}");
    }
    let bag = "{chef monk virgin poisoner imp}";
    let trace = "<N1> Ann:poisoner!Ben(+poisoned)";
    let numbers: &[(&[&str], &str)] = &[
        (&["check", bag], "--players"),
        (&["check", trace], "--players"),
        (&["check", "[Ann:chef Ben:poisoner Cy:empath Dan:imp *Eve:soldier*]"], "--nights"),
        (&["referee", trace], "--players"),
        (&["referee", trace], "--setups"),
        (&["puzzle"], "--players"),
        (&["puzzle"], "--games"),
        (&["play"], "--players"),
        (&["sim"], "--players"),
        (&["sim"], "--games"),
        (&["calibrate"], "--games"),
        (&["setup"], "--players"),
        (&["setup", "--players", "7"], "--sample"),
    ];
    for (args, option) in numbers {
        for number in ["18446744073709551615", "18446744073709551616", "-1", "1e9"] {
            let option_and_number = format!("{option}={number}");
            let args = [&["botc"], *args, &[&option_and_number]].concat();
            let output = gaslamp(dir, &args, "");
            assert_eq!(output.status.code(), Some(2), "{args:?}: {}", stderr(&output));
            assert!(stderr(&output).contains(option), "{args:?}: {}", stderr(&output));
        }
    }
}
