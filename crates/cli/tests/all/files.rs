//! What is written where: existing files, links, pipes, devices, a full disk, and names that are not Unicode.
#![cfg(unix)]

use crate::common;

use std::ffi::OsStr;
use std::fs::{self, File};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{FileTypeExt as _, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use assert_cmd::cargo::CommandCargoExt as _;
use common::{done, listing, refused, stderr, stdout};
use tempfile::TempDir;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const GRIMOIRE: &str = "[Ann:chef Ben:monk Cy:empath Dee:poisoner Eve:imp]\n";

/// A directory with something for every verb to read.
fn desk() -> TempDir {
    let dir = TempDir::new().expect("a directory");
    let at = |name: &str| dir.path().join(name);
    fs::write(at("grimoire.txt"), GRIMOIRE).expect("a grimoire");
    for deck in ["bs01.txt", "rp01.txt"] {
        fs::copy(format!("{ROOT}/crates/lorcana/tests/data/decks/{deck}"), at(deck)).expect("a deck");
    }
    fs::copy(format!("{ROOT}/data/puzzles/five-roles.toml"), at("puzzle.toml")).expect("a puzzle");
    done(dir.path(), &["mafia", "play", "--seats", "random", "--seed", "0", "--record", "mafia.txt"]);
    let botc = ["botc", "play", "--players", "5", "--seats", "random", "--seed", "0", "--record", "botc.txt"];
    done(dir.path(), &botc);
    let duel =
        ["lorcana", "duel", "bs01.txt", "rp01.txt", "--seats", "greedy", "--allow-partial", "--seed", "0"];
    done(dir.path(), &[&duel[..], &["--record", "duel.txt"]].concat());
    done(dir.path(), &["mafia", "tree", "new", "--arrangement", "42"]);
    done(dir.path(), &["lorcana", "match", "bs01.txt", "rp01.txt"]);
    done(dir.path(), &["lorcana", "shuffle", "b013", "0123456.0123456.ab"]);
    dir
}

fn words(command: &str) -> Vec<&str> {
    command.split_whitespace().collect()
}

fn command(dir: &Path) -> Command {
    let mut command = Command::cargo_bin("gaslamp").expect("the binary is built");
    command.current_dir(dir).stdin(Stdio::null());
    command
}

/// Every verb that takes `-o`, with what it reads.
const WRITERS: [&str; 4] = [
    "botc render grimoire.txt --as line",
    "botc render grimoire.txt --as svg",
    "botc puzzle --from botc.txt",
    "lorcana draw b013/0123456.0123456.ab",
];

#[test]
fn an_answer_is_never_written_over_a_file_unless_told_to() {
    let desk = desk();
    let dir = desk.path();
    let read = |name: &str| fs::read_to_string(dir.join(name)).expect("a file");
    for verb in WRITERS {
        let printed = done(dir, &words(verb));
        let printed = printed.trim_end();
        fs::write(dir.join("old.txt"), "old").expect("a file");
        let _ = fs::remove_file(dir.join("link"));
        symlink("old.txt", dir.join("link")).expect("a link");
        for name in ["old.txt", "link", "grimoire.txt", "botc.txt", "./botc.txt"] {
            let told = refused(dir, &[&words(verb)[..], &["-o", name]].concat(), 1, "output/exists");
            assert!(told.contains("--force"), "{told}");
        }
        done(dir, &[&words(verb)[..], &["-o", "link", "--force"]].concat());
        assert!(dir.join("link").is_symlink(), "{verb}: a link stays one");
        assert_eq!(read("old.txt").trim_end(), printed, "{verb}");
        assert_eq!(done(dir, &[&words(verb)[..], &["-o", "new.txt"]].concat()), "new.txt\n");
        assert_eq!(read("new.txt").trim_end(), printed, "{verb}");
        fs::remove_file(dir.join("new.txt")).expect("it is removed");
        for name in ["-", "/dev/stdout", "/proc/self/fd/1"] {
            assert_eq!(done(dir, &[&words(verb)[..], &["-o", name]].concat()).trim_end(), printed, "{name}");
        }
        assert_eq!(done(dir, &[&words(verb)[..], &["-o", "/dev/null"]].concat()), "/dev/null\n");
        refused(dir, &[&words(verb)[..], &["-o", "/dev/full"]].concat(), 2, "output/file");
        refused(dir, &[&words(verb)[..], &["-o", "output", "--force"]].concat(), 2, "output/file");
        refused(dir, &[&words(verb)[..], &["-o", "nowhere/new.txt"]].concat(), 2, "output/file");
    }
    // Its own input is overwritten only with --force, and then completely.
    done(dir, &words("botc render grimoire.txt --as ascii -o grimoire.txt --force"));
    assert_eq!(done(dir, &words("botc render grimoire.txt --as line")), GRIMOIRE);
    let kind = fs::symlink_metadata("/dev/null").expect("it is there").file_type();
    assert!(kind.is_char_device(), "/dev/null is what it was");
}

/// Makes a named pipe, which only the tests need.
fn pipe(place: &Path) {
    assert!(Command::new("mkfifo").arg(place).status().expect("mkfifo runs").success());
}

#[test]
fn pipes_are_written_to_as_they_are() {
    let desk = desk();
    let dir = desk.path();
    pipe(&dir.join("pipe"));
    let play = "mafia play --seats random --seed 0 --record pipe";
    let record = fs::read_to_string(dir.join("mafia.txt")).expect("a record");
    for (verb, expected) in [("botc render grimoire.txt --as line -o pipe", GRIMOIRE), (play, &record)] {
        let writer = command(dir).args(words(verb)).stdout(Stdio::null()).spawn().expect("the binary runs");
        assert_eq!(fs::read_to_string(dir.join("pipe")).expect("what comes").trim_end(), expected.trim_end());
        assert!(writer.wait_with_output().expect("it ends").status.success());
        let kind = fs::symlink_metadata(dir.join("pipe")).expect("it is there").file_type();
        assert!(kind.is_fifo(), "{verb}");
    }
}

#[test]
fn records_follow_links_and_leave_devices_alone() {
    let desk = desk();
    let dir = desk.path();
    symlink("linked.txt", dir.join("link")).expect("a link");
    let play = |file, more: &[&'static str]| {
        [&["mafia", "play", "--seats", "random", "--seed", "0", "--record", file][..], more].concat()
    };
    let told = refused(dir, &play("link", &["--force"]), 2, "output/file");
    assert!(told.contains("a link to linked.txt"), "{told}");
    fs::write(dir.join("linked.txt"), "").expect("a file");
    refused(dir, &play("link", &[]), 1, "output/exists");
    done(dir, &play("link", &["--force"]));
    assert!(dir.join("link").is_symlink());
    assert_eq!(fs::read(dir.join("linked.txt")).expect("it"), fs::read(dir.join("mafia.txt")).expect("it"));
    done(dir, &play("/dev/null", &[]));
    assert!(fs::symlink_metadata("/dev/null").expect("it is there").file_type().is_char_device());
    refused(dir, &play("output", &["--force"]), 2, "output/file");
    refused(dir, &play("/dev/stdout", &[]), 2, "play/record");
}

#[test]
fn man_pages_are_written_whole_and_what_a_dead_process_left_is_removed() {
    let dir = TempDir::new().expect("a directory");
    let pages = dir.path().join("man/man1");
    for _ in 0..2 {
        done(dir.path(), &["man", "man/man1"]);
        let names: Vec<String> = listing(&pages).into_iter().map(|(name, _)| name).collect();
        assert!(names.iter().any(|name| name.ends_with("/gaslamp-botc-render.1")), "{names:?}");
        assert!(names.iter().all(|name| name.ends_with(".1") && name.contains("/gaslamp")), "{names:?}");
        fs::write(pages.join(".tmp-gaslamp-0000000000000001"), "half a pa").expect("a file");
    }
}

/// Every verb, and some that fail.
const VERBS: [&str; 46] = [
    "demo",
    "mafia play --seats random --seed 0",
    "mafia play --seats human --seed 0",
    "mafia sim --games 2",
    "mafia replay mafia.txt",
    "mafia replay nowhere.txt",
    "mafia tree new --arrangement 42",
    "mafia tree show output/mafia/deal-0042",
    "mafia tree ls output/mafia/deal-0042",
    "mafia tree step output/mafia/deal-0042 P0!passes",
    "mafia tree diff output/mafia/deal-0042 output/mafia/deal-0042",
    "mafia tree outcomes output/mafia/deal-0042",
    "mafia table mafia.txt --at 20",
    "mafia beliefs mafia.txt --seat 2 --at 40",
    "mafia tokens",
    "mafia encode P0!passes",
    "mafia encode P0!dances",
    "mafia decode 41 13 1 18 0",
    "mafia mask mafia.txt --at 1",
    "botc play --players 5 --seats random --seed 0",
    "botc sim --players 5 --games 2 --agents random",
    "botc replay botc.txt",
    "botc setup --players 7 --count",
    "botc check {chef}",
    "botc check grimoire.txt",
    "botc characters",
    "botc render grimoire.txt",
    "botc trace botc.txt",
    "botc solve puzzle.toml",
    "botc beliefs botc.txt --seat 1 --at 3",
    "botc puzzle --from botc.txt",
    "botc puzzle --from botc.txt -o /dev/null",
    "botc calibrate --games 1 --tellings 1",
    "botc tokens",
    "lorcana match bs01.txt rp01.txt",
    "lorcana shuffle b013 0123456.0123456.ab",
    "lorcana show b013 0123456.0123456.ab",
    "lorcana play b013 0123456.0123456.ab e35",
    "lorcana diff b013/0123456.0123456.ab b013/0123456.0123456.ab",
    "lorcana track p1.tipo_growing_son.a b013/0123456.0123456.ab",
    "lorcana draw b013/0123456.0123456.ab",
    "lorcana deck bs01.txt",
    "lorcana cards --set 1",
    "lorcana duel bs01.txt rp01.txt --seats greedy --allow-partial --seed 0",
    "lorcana sim bs01.txt rp01.txt --games 2 --allow-partial",
    "lorcana replay duel.txt",
];

/// Runs it with a standard output that is full.
fn with_full_output(dir: &Path, args: &[&str]) -> Output {
    let full = File::options().write(true).open("/dev/full").expect("it is there");
    command(dir).args(args).stdout(full).stderr(Stdio::piped()).output().expect("the binary runs")
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_output_is_told_by_every_verb() {
    let desk = desk();
    let texts = ["completions bash", "man", "--help", "--version", "botc --help", "mafia tokens"];
    let json = VERBS.iter().map(|verb| [&["--json"], &words(verb)[..]].concat());
    for args in json.chain(texts.iter().map(|verb| words(verb))) {
        let output = with_full_output(desk.path(), &args);
        let told = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {told}");
        assert_eq!(told.matches("No space left on device").count(), 1, "{args:?}: {told}");
    }
}

#[test]
fn who_stops_reading_is_told_nothing() {
    let desk = desk();
    for verb in ["lorcana cards", "--json lorcana cards"] {
        let mut reader = command(desk.path())
            .args(words(verb))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        drop(reader.stdout.take());
        let output = reader.wait_with_output().expect("it ends");
        assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""), "{verb}");
    }
}

/// A name with a byte that is not Unicode and one that is not a letter.
const ODD_NAME: &[u8] = b"odd\xff\x1b[31m.txt";

#[test]
fn names_of_files_need_not_be_text() {
    let desk = desk();
    let dir = desk.path();
    let odd = OsStr::from_bytes(ODD_NAME);
    // The file to copy, and a verb that reads the copy, `@`.
    let table = [
        ("mafia.txt", "mafia replay @"),
        ("mafia.txt", "mafia table @ --at 20"),
        ("mafia.txt", "mafia beliefs @ --seat 2 --at 40"),
        ("mafia.txt", "mafia encode @"),
        ("mafia.txt", "mafia mask @ --at 1"),
        ("botc.txt", "botc replay @"),
        ("botc.txt", "botc trace @"),
        ("botc.txt", "botc beliefs @ --seat 1 --at 3"),
        ("botc.txt", "botc puzzle --from @"),
        ("grimoire.txt", "botc render @"),
        ("grimoire.txt", "botc check @"),
        ("grimoire.txt", "botc setup --players 5 --different-from @ --seed 0"),
        ("puzzle.toml", "botc solve @"),
        ("bs01.txt", "lorcana deck @"),
        ("bs01.txt", "lorcana match @ rp01.txt"),
        ("bs01.txt", "lorcana sim @ rp01.txt --games 2 --allow-partial"),
        ("duel.txt", "lorcana replay @"),
    ];
    let run = |verb: &str| {
        let args = words(verb).into_iter().map(|word| if word == "@" { odd } else { OsStr::new(word) });
        command(dir).args(args).output().expect("the binary runs")
    };
    for (file, verb) in table {
        fs::copy(dir.join(file), dir.join(odd)).expect("a copy");
        let output = run(verb);
        assert!(output.status.success(), "{verb}: {}", stderr(&output));
        fs::write(dir.join(odd), "\u{1b}[2J<D1> ?!").expect("a file");
        let output = run(verb);
        assert!(!output.status.success(), "{verb}");
        assert!(stderr(&output).contains("odd\u{fffd}\\u{1b}[31m.txt"), "{verb}: {}", stderr(&output));
        fs::remove_file(dir.join(odd)).expect("it is removed");
        assert!(stderr(&run(verb)).contains("odd\u{fffd}\\u{1b}[31m.txt"), "{verb}");
    }
    // Agents, records and trees.
    fs::copy(dir.join("mafia.txt"), dir.join(odd)).expect("a copy");
    let seats = [&b"scripted:"[..], ODD_NAME, b",random"].concat();
    let seats = OsStr::from_bytes(&seats);
    let output =
        command(dir).args(["mafia", "play", "--seed", "0", "--seats"]).arg(seats).output().expect("it runs");
    assert!(stdout(&output).contains("Result: "), "{}", stderr(&output));
    fs::remove_file(dir.join(odd)).expect("it is removed");
    let output = command(dir)
        .args(["mafia", "play", "--seats", "random", "--seed", "0", "--record"])
        .arg(odd)
        .output()
        .expect("it runs");
    assert!(stdout(&output).contains("The record is in odd\u{fffd}\\u{1b}[31m.txt"), "{}", stderr(&output));
    assert_eq!(fs::read(dir.join(odd)).expect("it"), fs::read(dir.join("mafia.txt")).expect("it"));
    let output = command(dir).args(["mafia", "tree", "new", "--out"]).arg(odd).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2), "a file is no directory");
}

#[cfg(not(feature = "parquet"))]
#[test]
fn without_parquet_there_are_no_datasets() {
    let dir = TempDir::new().expect("a directory");
    let args = ["mafia", "sim", "--games", "2", "--dataset", "data"];
    assert!(refused(dir.path(), &args, 2, "dataset/without").contains("--features parquet"));
}
