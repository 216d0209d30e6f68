//! Processes that are killed while they write: what was there is either unchanged or completely replaced, and running the same
//! command again leaves nothing behind.
//!
//! If `strace` is installed they are killed at chosen system calls, spread evenly from the first to the last that changes anything
//! on disk; otherwise after a part of the time that they need. `GASLAMP_KILLS` sets how many; see `./x kills`.
#![cfg(target_os = "linux")]

use crate::common;

use std::fs;
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;
use common::{done, listing};
use tempfile::TempDir;

const GRIMOIRE: &str = "[Ann:chef Ben:monk Cy:empath Dee:poisoner Eve:imp]";

/// The calls that change something on disk, or end a step of doing so.
const CALLS: [&str; 13] = [
    "openat",
    "write",
    "fchmod",
    "fsync",
    "close",
    "flock",
    "rename",
    "linkat",
    "link",
    "unlink",
    "mkdir",
    "newfstatat",
    "statx",
];

/// Something that writes.
struct Scene {
    name: &'static str,
    /// What is there before.
    before: fn(&Path),
    /// The command that is killed.
    args: &'static [&'static str],
    /// The command that is run afterwards to check the result.
    again: &'static [&'static str],
    /// The files that may contain a part of their final content, and how that is recognised.
    may_grow: &'static [&'static str],
}

const SCENES: [Scene; 6] = [
    Scene {
        name: "a new file of -o",
        before: |_| {},
        args: &["botc", "render", GRIMOIRE, "--as", "svg", "-o", "new.svg"],
        again: &["botc", "render", GRIMOIRE, "--as", "svg", "-o", "new.svg", "--force"],
        may_grow: &[],
    },
    Scene {
        name: "an old file of -o",
        before: |dir| fs::write(dir.join("old.svg"), "old").expect("a file"),
        args: &["botc", "render", GRIMOIRE, "--as", "svg", "-o", "old.svg", "--force"],
        again: &["botc", "render", GRIMOIRE, "--as", "svg", "-o", "old.svg", "--force"],
        may_grow: &[],
    },
    Scene {
        name: "a record",
        before: |dir| fs::write(dir.join("game.txt"), "old").expect("a file"),
        args: &["mafia", "play", "--seats", "random", "--seed", "5", "--record", "game.txt", "--force"],
        again: &["mafia", "play", "--seats", "random", "--seed", "5", "--record", "game.txt", "--force"],
        may_grow: &["game.txt"],
    },
    Scene {
        name: "a dataset",
        before: |_| {},
        args: &["mafia", "sim", "--games", "5", "--shard", "3", "--threads", "1", "--dataset", "data"],
        again: &["mafia", "sim", "--games", "5", "--shard", "3", "--threads", "1", "--dataset", "data"],
        may_grow: &[],
    },
    Scene {
        name: "a new tree",
        before: |_| {},
        args: &["mafia", "tree", "new", "--arrangement", "42"],
        again: &["mafia", "tree", "new", "--arrangement", "42"],
        may_grow: &[],
    },
    Scene {
        name: "a tree",
        before: |dir| drop(done(dir, &["mafia", "tree", "new", "--arrangement", "42"])),
        args: &["mafia", "tree", "step", "output/mafia/deal-0042", "P0!nominates->P5", "P0!passes"],
        again: &["mafia", "tree", "step", "output/mafia/deal-0042", "P0!nominates->P5", "P0!passes"],
        may_grow: &[],
    },
];

/// Where a process is killed.
#[derive(Clone, Debug)]
enum Moment {
    /// When it makes this call for the nth time.
    Call(&'static str, usize),
    After(Duration),
}

fn has_strace() -> bool {
    let tried = Command::new("strace").args(["-o", "/dev/null", "true"]).stderr(Stdio::null()).status();
    tried.is_ok_and(|status| status.success())
}

fn prepared(scene: &Scene) -> TempDir {
    let dir = TempDir::new().expect("a directory");
    (scene.before)(dir.path());
    dir
}

/// The files below a directory, by their names in it; so that directories can be compared.
fn files(dir: &Path) -> Vec<(String, Vec<u8>)> {
    let prefix = format!("{}/", dir.display());
    let inside = |(name, bytes): (String, Vec<u8>)| (name.trim_start_matches(&prefix).to_owned(), bytes);
    listing(dir).into_iter().map(inside).collect()
}

/// Every call of a run that may be its last, in order, from the first that leaves something on disk.
fn all_calls(scene: &Scene) -> Vec<Moment> {
    let dir = prepared(scene);
    let log = TempDir::new().expect("a directory");
    let log = log.path().join("calls");
    let traced = format!("trace={}", CALLS.map(|call| format!("?{call}")).join(","));
    let mut strace = Command::new("strace");
    strace.arg("-o").arg(&log).args(["-s", "200", "-e", &traced]).arg(cargo_bin("gaslamp")).args(scene.args);
    let status = strace.current_dir(dir.path()).stdout(Stdio::null()).status().expect("strace runs");
    assert!(status.success(), "{}", scene.name);
    let mut counts = [0; CALLS.len()];
    let mut moments = Vec::new();
    let mut has_begun = false;
    for line in fs::read_to_string(log).expect("a log").lines() {
        let Some(at) = CALLS.iter().position(|call| line.starts_with(&format!("{call}("))) else { continue };
        counts[at] += 1;
        has_begun |= line.contains(".tmp-gaslamp-") || line.starts_with("mkdir(");
        if has_begun {
            moments.push(Moment::Call(CALLS[at], counts[at]));
        }
    }
    moments
}

/// Parts of the time that a run needs.
fn all_times(scene: &Scene, parts: u32) -> Vec<Moment> {
    let dir = prepared(scene);
    let start = Instant::now();
    done(dir.path(), scene.args);
    let whole = start.elapsed();
    (0..parts).map(|part| Moment::After(whole * part / parts)).collect()
}

/// This many of these, evenly spread.
fn spread(moments: &[Moment], count: usize) -> Vec<Moment> {
    let count = count.min(moments.len());
    (0..count).map(|index| moments[index * moments.len() / count].clone()).collect()
}

/// Runs a scene until it is killed; whether it was.
fn kill(scene: &Scene, dir: &Path, moment: &Moment) -> bool {
    let gaslamp = cargo_bin("gaslamp");
    let mut command = match moment {
        Moment::Call(call, number) => {
            let mut strace = Command::new("strace");
            let inject = format!("inject={call}:signal=KILL:when={number}");
            strace.args(["-o", "/dev/null", "-e", &format!("trace={call}"), "-e", &inject]).arg(gaslamp);
            strace
        }
        Moment::After(_) => Command::new(gaslamp),
    };
    let command = command.args(scene.args).current_dir(dir).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().expect("it runs");
    if let Moment::After(time) = moment {
        std::thread::sleep(*time);
        child.kill().expect("it can be killed");
    }
    child.wait().expect("it ends").signal() == Some(9)
}

/// Checks that every file is as before or as afterwards, and that nothing is missing.
fn check(
    scene: &Scene,
    before: &[(String, Vec<u8>)],
    after: &[(String, Vec<u8>)],
    dir: &Path,
    moment: &Moment,
) {
    let now = files(dir);
    let place = format!("{}, killed at {moment:?}", scene.name);
    let find = |list: &[(String, Vec<u8>)], name: &String| {
        list.iter().find(|(found, _)| found == name).map(|(_, bytes)| bytes.clone())
    };
    for (name, _) in before {
        assert!(find(&now, name).is_some(), "{place}: {name} is gone");
    }
    for (name, bytes) in now.iter().filter(|(name, _)| !name.contains(".tmp-gaslamp-")) {
        let (old, new) = (find(before, name), find(after, name));
        let is_part = || {
            let text = bytes.strip_suffix(b"\n").unwrap_or(bytes);
            let grows = scene.may_grow.contains(&name.as_str());
            grows && !text.is_empty() && new.as_ref().is_some_and(|new| new.starts_with(text))
        };
        let is_whole = old.as_ref() == Some(bytes) || new.as_ref() == Some(bytes) || is_part();
        assert!(is_whole, "{place}: {name} holds {:?}", String::from_utf8_lossy(bytes));
    }
    let strays = now.iter().filter(|(name, _)| name.contains(".tmp-gaslamp-")).count();
    assert!(strays <= 1, "{place}: {strays} unfinished files");
    done(dir, scene.again);
    assert_eq!(files(dir), after, "{place}, then done again");
}

#[test]
fn nothing_that_was_there_is_lost_when_a_writer_is_killed() {
    let wanted = std::env::var("GASLAMP_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(25_usize);
    let with_strace = has_strace();
    let mut kills = 0;
    for (index, scene) in SCENES.iter().enumerate() {
        // What does not fit into a short scene is left to the others.
        let each = wanted.saturating_sub(kills).div_ceil(SCENES.len() - index).max(1);
        let dir = prepared(scene);
        let before = files(dir.path());
        done(dir.path(), scene.args);
        let after = files(dir.path());
        let moments = if with_strace { all_calls(scene) } else { all_times(scene, each as u32) };
        let chosen = spread(&moments, each);
        let (mut killed, mut strays) = (0, 0);
        for moment in &chosen {
            let dir = prepared(scene);
            killed += usize::from(kill(scene, dir.path(), moment));
            strays += files(dir.path()).iter().filter(|(name, _)| name.contains(".tmp-gaslamp-")).count();
            check(scene, &before, &after, dir.path(), moment);
        }
        assert!(!with_strace || killed == chosen.len(), "{}: not all were killed", scene.name);
        let how = if with_strace { "at system calls" } else { "by the clock, since there is no strace" };
        let (name, possible) = (scene.name, moments.len());
        common::say(&format!(
            "{name}: {killed} killed {how} ({possible} possible), {strays} left a file, all made good"
        ));
        kills += killed;
    }
    assert!(kills > 0, "nobody was killed");
    common::say(&format!("{kills} kills, nothing lost"));
}
