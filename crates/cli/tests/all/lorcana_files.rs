//! The files of the graph format: matchups, seeds, trees, and what people do to them.

use crate::common;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use common::{done, gaslamp, refused, stderr};
use serde_json::Value;
use tempfile::TempDir;

const BS01: &str = include_str!("../../../lorcana/tests/data/decks/bs01.txt");
const RP01: &str = include_str!("../../../lorcana/tests/data/decks/rp01.txt");
const SEED: &str = "0123456.0123456.ab";
const ROOT: &str = "output/b013/0123456.0123456.ab";

/// A directory with the sample decks, their matchup and a seed.
fn dealt(seed: &str) -> TempDir {
    let dir = TempDir::new().expect("a directory");
    std::fs::write(dir.path().join("bs01.txt"), BS01).expect("a deck");
    std::fs::write(dir.path().join("rp01.txt"), RP01).expect("a deck");
    assert_eq!(done(dir.path(), &["lorcana", "match", "bs01.txt", "rp01.txt"]), "output/b013\n");
    let place = done(dir.path(), &["lorcana", "shuffle", "b013", seed]);
    assert_eq!(place, format!("output/b013/{seed}\n"));
    dir
}

fn show(dir: &Path, node: &str) -> Value {
    serde_json::from_str(&done(dir, &["lorcana", "show", "b013", node, "--json"])).expect("JSON")
}

fn ids(node: &Value) -> Vec<String> {
    let children = node["children"].as_array().expect("children");
    children.iter().map(|child| child["id"].as_str().expect("an id").to_owned()).collect()
}

fn edit(dir: &Path, file: &str, change: impl Fn(String) -> String) {
    let file = dir.join(file);
    let text = std::fs::read_to_string(&file).expect("a file");
    let changed = change(text.clone());
    assert_ne!(changed, text, "the edit changes something");
    std::fs::write(file, changed).expect("a file");
}

#[test]
fn a_seed_has_the_files_and_actions_of_the_format() {
    let dir = dealt(SEED);
    let dir = dir.path();
    let found = ids(&show(dir, SEED));
    assert_eq!(found, ["e35", "i64", "i56", "i45", "ic0", "i49", "i05", "i44"]);
    assert!(found.iter().all(|id| dir.join(ROOT).join(id).is_dir()), "directories are made ahead");
    for (file, lines) in [("deck1.dek", 53), ("deck2.dek", 53)] {
        let text = std::fs::read_to_string(dir.join(ROOT).join(file)).expect("a deck");
        assert_eq!(text.lines().count(), lines);
    }
    let dot = std::fs::read_to_string(dir.join(ROOT).join("game.dot")).expect("a graph");
    for line in [
        "game [type=\"Game\", turn=\"1\"",
        "p1 [type=\"Player\", lore=\"0\", ink_drops=\"1\"",
        "game -> p1 [label=\"CURRENT_TURN\"];",
        "\"z.p1.ink\" [type=\"Zone\", kind=\"inkwell\"];",
        "\"p1.tipo_growing_son.a\" -> \"z.p1.hand\" [label=\"IN\"];",
        "\"p1.tipo_growing_son.a\" -> \"z.p1.ink\" [label=\"CAN_INK\"];",
        "p1 -> game [label=\"CAN_PASS\"];",
    ] {
        assert!(dot.contains(line), "{line}\n{dot}");
    }
    // What is there already is left as it is.
    let before = common::listing(dir);
    done(dir, &["lorcana", "match", "bs01.txt", "rp01.txt"]);
    done(dir, &["lorcana", "shuffle", "b013", SEED]);
    assert_eq!(common::listing(dir), before);
}

#[test]
fn colliding_actions_lead_to_different_places() {
    let dir = dealt("4fff012.0123456.ab");
    let dir = dir.path();
    let found = ids(&show(dir, "4fff012.0123456.ab"));
    let colliding: Vec<&String> = found.iter().filter(|id| id.starts_with("i49")).collect();
    let [one, other] = colliding.as_slice() else { panic!("two actions begin with i49: {found:?}") };
    assert!(one.len() == 4 && other.len() == 4 && one != other);
    refused(dir, &["lorcana", "play", "b013", "4fff012.0123456.ab", "i49"], 2, "tree/ambiguous-id");
    for id in [one, other] {
        done(dir, &["lorcana", "play", "b013", "4fff012.0123456.ab", id]);
    }
    let node = |id: &str| format!("b013/4fff012.0123456.ab/{id}");
    let changes = done(dir, &["lorcana", "diff", &node(one), &node(other)]);
    assert_eq!(changes.matches("inkwell").count(), 2, "{changes}");
}

#[test]
fn lines_of_play_are_explored_compared_and_drawn() {
    let dir = dealt(SEED);
    let dir = dir.path();
    let play = |actions: &[&str]| done(dir, &[&["lorcana", "play", "b013", SEED], actions].concat());
    assert_eq!(play(&["i49", "e35"]), format!("{ROOT}/i49/e35\n"));
    assert_eq!(play(&["i49", "p1!plays->p1.mulan_disguised_soldier.a"]), format!("{ROOT}/i49/p4b\n"));
    refused(dir, &["lorcana", "play", "b013", SEED, "e35", "i49"], 1, "tree/no-such-action");
    refused(
        dir,
        &["lorcana", "play", "b013", SEED, "p1!quests->p1.tipo_growing_son.a"],
        1,
        "lorcana/not-in-play",
    );
    let changes = done(dir, &["lorcana", "diff", &format!("b013/{SEED}"), &format!("{ROOT}/i49/game.dot")]);
    assert!(changes.contains("p1's Jasmine - Resourceful Infiltrator (a): hand -> inkwell"), "{changes}");
    let path = format!("b013/{SEED}");
    let track = done(dir, &["lorcana", "track", "Mulan - Disguised Soldier", &path]);
    let moved = "p1's Mulan - Disguised Soldier (a): hand → play, drying  (p1 plays p1's Mulan - Disguised Soldier (a))";
    assert!(track.contains(moved), "{track}");
    let ids = done(dir, &["lorcana", "track", "Mulan - Disguised Soldier", &path, "--json"]);
    assert!(ids.contains("p1!plays->p1.mulan_disguised_soldier.a") && !ids.contains("Disguised"), "{ids}");
    refused(dir, &["lorcana", "track", "Mulan - Disguised Sailor", &path], 2, "lorcana/track/card");
    for kind in [&[][..], &["--graph"], &["--tree"], &["--seat", "p2"], &["--theme", "dark"]] {
        let svg = done(dir, &[&["lorcana", "draw", &path], kind].concat());
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{kind:?}");
    }
    let seen = done(dir, &["lorcana", "draw", &path, "--seat", "2"]);
    assert!(!seen.contains("Mulan"), "the other hand is hidden");
    let tree = done(dir, &["lorcana", "tree", "ls", &format!("{ROOT}/i49")]);
    assert!(tree.contains("* e35") && tree.contains("* p4b"), "{tree}");
}

#[test]
fn edited_files_are_played_on_or_refused_with_their_place() {
    let dir = dealt(SEED);
    let dir = dir.path();
    let game = format!("{ROOT}/game.dot");
    // As tools rewrite it: other order, other quoting, more attributes.
    edit(dir, &game, |text| {
        let mut lines: Vec<&str> = text.lines().filter(|line| line.contains('[')).collect();
        lines.reverse();
        let body = lines.join("\n").replace("label=\"IN\"", "label=IN, pos=\"1,2\"");
        format!("digraph lorcana {{\n/* redrawn */ graph [bb=\"0,0,1,1\"];\n{body}\n}}\n")
    });
    assert_eq!(ids(&show(dir, SEED)).len(), 8);
    // What somebody wrote is what is played on.
    edit(dir, &game, |text| text.replace("lore=\"0\"", "lore=\"19\""));
    let after = done(dir, &["lorcana", "play", "b013", SEED, "i49"]);
    let state = std::fs::read_to_string(dir.join(after.trim()).join("game.dot")).expect("a graph");
    assert!(state.contains("lore=\"19\""));
    let place = |text: &str| text.contains("game.dot:") || text.contains("deck1.dek:");
    for (file, from, to, code, id) in [
        ("game.dot", "lore=\"19\"", "lore=\"25\"", 1, "lorcana/position/won"),
        ("game.dot", "card_id=\"1113\"", "card_id=\"7\"", 2, "lorcana/dot/card-id"),
        ("game.dot", "-> \"z.p1.hand\"", "-> \"z.p1.sleeve\"", 2, "lorcana/dot/zone"),
        ("game.dot", "damage=\"0\"", "damage=\"3\"", 1, "lorcana/position/status"),
        ("deck1.dek", "jasmine_steady_strategist.c", "jasmine_steady_strategist.a", 2, "lorcana/dot/twice"),
        ("deck1.dek", "jasmine_steady_strategist.c", "jasmin.c", 2, "lorcana/dek/card"),
    ] {
        let file = format!("{ROOT}/{file}");
        let before = std::fs::read_to_string(dir.join(&file)).expect("a file");
        edit(dir, &file, |text| text.replacen(from, to, 1));
        let output = gaslamp(dir, &["lorcana", "play", "b013", SEED, "e35"], "");
        let told = stderr(&output);
        assert!(told.contains(&format!("error[{id}]")) && place(&told), "{from} -> {to}: {told}");
        assert_eq!(output.status.code(), Some(code), "{told}");
        std::fs::write(dir.join(&file), before).expect("a file");
    }
    std::fs::remove_file(dir.join(ROOT).join("deck2.dek")).expect("a file");
    refused(dir, &["lorcana", "play", "b013", SEED, "e35"], 2, "tree/damaged");
}

/// A child that was explored before its parent was edited is not taken for what follows now.
#[test]
fn what_no_longer_follows_is_told() {
    let dir = dealt(SEED);
    let dir = dir.path();
    done(dir, &["lorcana", "play", "b013", SEED, "i64", "e35"]);
    edit(dir, &format!("{ROOT}/game.dot"), |text| text.replacen("lore=\"0\"", "lore=\"10\"", 1));
    refused(dir, &["lorcana", "play", "b013", SEED, "i64"], 1, "tree/does-not-follow");
    refused(dir, &["lorcana", "play", "b013", SEED, "i64", "e35"], 1, "tree/does-not-follow");
    done(dir, &["lorcana", "play", "b013", SEED, "i49"]);
    done(dir, &["lorcana", "play", "b013", &format!("{SEED}/i64"), "e35"]);
    std::fs::remove_dir_all(dir.join(ROOT).join("i64")).expect("a directory");
    done(dir, &["lorcana", "play", "b013", SEED, "i64"]);
}

/// Three files from elsewhere are enough to play on.
#[test]
fn a_graph_with_its_decks_becomes_a_tree() {
    let dir = dealt(SEED);
    let dir = dir.path();
    done(dir, &["lorcana", "play", "b013", SEED, "i49", "p4b"]);
    std::fs::create_dir(dir.join("lone")).expect("a directory");
    for file in ["game.dot", "deck1.dek", "deck2.dek"] {
        let from = dir.join(ROOT).join("i49/p4b").join(file);
        std::fs::copy(from, dir.join("lone").join(file)).expect("a copy");
    }
    refused(dir, &["lorcana", "tree", "step", "lone", "xd3"], 2, "tree/no-tree");
    assert_eq!(done(dir, &["lorcana", "adopt", "lone"]), "lone\n");
    assert!(dir.join("lone/xd3").is_dir());
    assert_eq!(done(dir, &["lorcana", "tree", "step", "lone", "xd3"]), "lone/xd3\n");
    let same = done(dir, &["lorcana", "play", "b013", SEED, "i49", "p4b", "xd3"]);
    assert_eq!(done(dir, &["lorcana", "diff", "lone/xd3", same.trim()]), "no differences\n");
    refused(dir, &["lorcana", "adopt", "nowhere"], 2, "input/no-file");
}

#[test]
fn what_cannot_be_dealt_or_found_is_refused() {
    let dir = dealt(SEED);
    let dir = dir.path();
    for (args, code, id) in [
        (&["shuffle", "b013", "012345z.0123456.ab"][..], 1, "lorcana/seed/no-line"),
        (&["shuffle", "b013", "2220123.0123456.ab"], 1, "lorcana/seed/no-copy-left"),
        (&["shuffle", "b013", "0123.45"], 2, "lorcana/seed/form"),
        (&["shuffle", "b014", SEED], 2, "lorcana/match/none"),
        (&["show", "../b013"], 2, "lorcana/match/none"),
        (&["show", "b013", "other"], 2, "lorcana/seed/not-dealt"),
        (&["show", "b013", "0123456.0123456.ab/../.."], 2, "tree/path"),
        (&["play", "b013", SEED, "i99"], 1, "tree/no-such-action"),
        (&["diff", "nowhere", ROOT], 2, "tree/no-tree"),
        (&["match", "4 Tipo - Growing Sun\n", "rp01.txt"], 2, "lorcana/deck/unknown-card"),
        (&["match", "# nothing\n", "rp01.txt"], 2, "input/empty"),
    ] {
        refused(dir, &[&["lorcana"], args].concat(), code, id);
    }
}

/// Processes are killed in the middle of exploring; the tree opens and goes on.
#[test]
fn a_killed_process_leaves_a_tree_that_goes_on() {
    let dir = dealt(SEED);
    let dir = dir.path();
    let binary = assert_cmd::cargo::cargo_bin("gaslamp");
    let mut path = SEED.to_owned();
    for round in 0..25_u64 {
        let node = show(dir, &path);
        let found = ids(&node);
        let Some(id) = found.get(round as usize * 7 % found.len().max(1)) else { break };
        let mut child = Command::new(&binary)
            .args(["lorcana", "play", "b013", &path, id])
            .current_dir(dir)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary runs");
        std::thread::sleep(Duration::from_micros(round * 300));
        // It may be through already.
        let _ = child.kill();
        child.wait().expect("it is over");
        assert_eq!(show(dir, &path)["children"].as_array().map(Vec::len), Some(found.len()));
        done(dir, &["lorcana", "play", "b013", &path, id]);
        path = format!("{path}/{id}");
    }
    assert!(path.matches('/').count() > 10, "{path}");
}
