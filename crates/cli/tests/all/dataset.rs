//! `sim --dataset`: files that do not depend on how they were played, going on after Ctrl-C, and what is refused.
#![cfg(feature = "parquet")]

use crate::common;

use std::path::Path;

use common::{done, refused, stdout};
use tempfile::TempDir;

const REASONING: [&str; 10] =
    ["mafia", "sim", "--agents", "reasoning", "--games", "500", "--shard", "20", "--dataset", "data"];

/// The files of a dataset, by name.
fn files(dir: &Path) -> Vec<(String, Vec<u8>)> {
    let data = dir.join("data");
    let prefix = format!("{}/", data.display());
    let own = |(name, bytes): (String, Vec<u8>)| (name.trim_start_matches(&prefix).to_owned(), bytes);
    common::listing(&data).into_iter().map(own).collect()
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let games = [
        "mafia sim --agents heuristic --games 100 --shard 70",
        "botc sim --players 5 --talk --games 30 --shard 20 --seed 3",
        "lorcana sim sample:bs01 sample:rp01 --agents greedy --games 4 --shard 3",
    ];
    for game in games {
        let words: Vec<&str> = game.split(' ').collect();
        let [one, three] = ["1", "3"].map(|threads| {
            let dir = TempDir::new().expect("a directory");
            done(dir.path(), &[words.as_slice(), &["--threads", threads, "--dataset", "data"]].concat());
            files(dir.path())
        });
        assert_eq!(one.len(), 3, "{game:?}");
        assert!(one == three, "{game:?}");
    }
}

#[test]
fn the_same_command_goes_on() {
    let dir = TempDir::new().expect("a directory");
    let sim = |games: &'static str| ["mafia", "sim", "--games", games, "--shard", "10", "--dataset", "data"];
    let words = |games| done(dir.path(), &sim(games));
    assert!(words("15").contains("data has 15 of 15 games: 15 games now in 2 files\n"));
    let before = files(dir.path());
    assert_eq!(words("15"), "data has 15 of 15 games: 0 games now in 0 files\n");
    assert!(files(dir.path()) == before);
    let output = done(dir.path(), &[sim("25").as_slice(), &["--json"]].concat());
    assert!(output.contains(r#""dataset":{"directory":"data","games":25,"files_written":2}"#), "{output}");
    assert!(output.contains(r#"{"games":10,"#), "{output}");
    assert!(files(dir.path()).iter().filter(|file| before.contains(file)).count() == before.len());
}

#[test]
fn another_dataset_is_refused() {
    let dir = TempDir::new().expect("a directory");
    let sim = ["mafia", "sim", "--games", "5", "--dataset", "data"];
    done(dir.path(), &sim);
    for (more, told) in [
        (["--seed", "8"], "its seed is `0`, not `8`"),
        (["--shard", "7"], "its shard is `1000`, not `7`"),
        (["--red", "heuristic"], "its agents.red is `random`, not `heuristic`"),
        (["--rule", "unanimous_kill=true"], "its setup.unanimous_kill is nothing, not `true`"),
    ] {
        let text = refused(dir.path(), &[sim.as_slice(), &more].concat(), 2, "dataset/other");
        assert!(text.contains(told), "{text}");
    }
    let botc = ["botc", "sim", "--players", "5", "--games", "5", "--dataset", "data"];
    assert!(refused(dir.path(), &botc, 2, "dataset/other").contains("its game is `mafia`, not `botc`"));
    std::fs::write(dir.path().join("notes.txt"), "mine").expect("a file");
    refused(dir.path(), &["mafia", "sim", "--games", "5", "--dataset", "."], 2, "dataset/directory");
    for wrong in [["--shard", "0"].as_slice(), &["--records", "records"]] {
        let output = common::gaslamp(dir.path(), &[sim.as_slice(), wrong].concat(), "");
        assert_eq!(output.status.code(), Some(2), "{wrong:?}: {}", stdout(&output));
    }
}

/// Ctrl-C leaves complete files, and the same command makes the rest of them.
#[cfg(unix)]
#[test]
fn an_interrupted_dataset_is_finished_later() {
    use std::process::{Command, Stdio};
    use std::time::Duration;

    let [whole, parts] = [(); 2].map(|()| TempDir::new().expect("a directory"));
    done(whole.path(), &REASONING);
    let child = Command::new(env!("CARGO_BIN_EXE_gaslamp"))
        .current_dir(parts.path())
        .args(REASONING)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary");
    // A file is a small part of the work.
    while !parts.path().join("data/games-00000020-00000039.parquet").exists() {
        std::thread::sleep(Duration::from_millis(1));
    }
    let is_told = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(is_told.is_ok_and(|status| status.success()));
    let output = child.wait_with_output().expect("an end");
    assert_eq!(output.status.code(), Some(130), "{}", common::stderr(&output));
    assert!(common::stderr(&output).contains("repeat the command to go on"), "{}", common::stderr(&output));
    let (all, there) = (files(whole.path()), files(parts.path()));
    assert!(there.len() >= 3 && there.len() < all.len(), "{} files", there.len());
    assert!(there.iter().all(|file| all.contains(file)), "what is there is whole");
    done(parts.path(), &REASONING);
    assert!(files(parts.path()) == all);
}
