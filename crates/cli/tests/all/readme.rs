//! Runs the sessions in the README, the tour, the page about puzzles and the examples and compares the output. `GASLAMP_BLESS=1` rewrites them.

use crate::common;

use std::path::Path;

use common::{gaslamp, stderr, stdout};
use tempfile::TempDir;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// A directory with the sample decks, our own puzzles and games.
fn directory() -> TempDir {
    let dir = TempDir::new().expect("a directory");
    let from = ["crates/lorcana/tests/data/decks", "data/puzzles", "data/games", "examples"]
        .map(|dir| format!("{ROOT}/{dir}"));
    let entries = from.iter().flat_map(|from| std::fs::read_dir(Path::new(from)).expect("a directory"));
    for path in entries.map(|entry| entry.expect("a file").path()).filter(|path| path.is_file()) {
        let name = path.file_name().expect("a name");
        std::fs::copy(&path, dir.path().join(name)).expect("a copy");
    }
    dir
}

/// The output of the commands of a session, run one after the other.
fn happens(session: &str) -> String {
    let dir = directory();
    let commands = session.lines().filter_map(|line| line.strip_prefix("$ gaslamp "));
    let happened = commands.map(|command| {
        let output = gaslamp(dir.path(), &words(command), "");
        format!("$ gaslamp {command}\n{}{}", stdout(&output), without_progress(&stderr(&output)))
    });
    happened.collect::<Vec<_>>().join("\n")
}

/// What was said on standard error, except how long it took: a busy machine says more of that.
fn without_progress(said: &str) -> String {
    said.split_inclusive('\n').filter(|line| !line.trim_end().ends_with(" in use")).collect()
}

/// The words of a command; single quotes group words.
fn words(command: &str) -> Vec<&str> {
    let parts = command.split('\'').enumerate();
    parts
        .flat_map(|(at, part)| if at % 2 == 1 { vec![part] } else { part.split_whitespace().collect() })
        .collect()
}

#[test]
fn sessions_happen_as_the_pages_say() {
    ["README.md", "docs/tour.md", "docs/puzzles.md", "examples/README.md"].into_iter().for_each(check_page);
}

fn check_page(page: &str) {
    const BEGIN: &str = "```session\n";
    let file = format!("{ROOT}/{page}");
    let text = std::fs::read_to_string(&file).expect(page);
    let mut parts = text.split(BEGIN);
    let mut written = parts.next().expect("a beginning").to_owned();
    for part in parts {
        let (session, after) = part.split_once("```").expect("the end of a session");
        written += &format!("{BEGIN}{}```{after}", happens(session));
    }
    if std::env::var_os("GASLAMP_BLESS").is_some() {
        std::fs::write(file, written).expect(page);
    } else {
        assert_eq!(text, written);
    }
}
