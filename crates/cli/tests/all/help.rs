//! The help of every verb: it fits on a screen, begins with what the verb is for, and has examples that run as they stand.
#![cfg(unix)]

use crate::common;

use std::path::Path;
use std::time::Duration;

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin;
use common::{done, stderr, stdout};
use tempfile::TempDir;

/// The height and width of a screen.
const SCREEN: (usize, usize) = (41, 100);

/// How long an example may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// Help of one command: its words, and the text.
struct Page {
    words: Vec<String>,
    text: String,
}

impl Page {
    fn of(words: Vec<String>) -> Self {
        let mut command = Command::new(cargo_bin("gaslamp"));
        let shown = command.args(&words).arg("--help").env("COLUMNS", SCREEN.1.to_string()).output();
        Self { words, text: stdout(&shown.expect("the binary runs")) }
    }

    /// The help of every verb, a command before what is below it.
    fn all() -> Vec<Self> {
        let mut left = vec![Vec::new()];
        let mut pages = Vec::new();
        while let Some(words) = left.pop() {
            let page = Self::of(words);
            left.extend(page.below().into_iter().rev());
            pages.push(page);
        }
        pages
    }

    /// The commands that are listed below this one.
    fn below(&self) -> Vec<Vec<String>> {
        let listed = self.text.lines().skip_while(|line| *line != "Commands:").skip(1);
        let listed = listed.take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("   "));
        let names = listed.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
        names.map(|name| [self.words.as_slice(), &[name.to_owned()]].concat()).collect()
    }

    /// The examples: a line each, up to a remark about them.
    fn examples(&self) -> impl Iterator<Item = &str> {
        let lines = self.text.lines().map(|line| line.trim_start().trim_start_matches("Example: "));
        let examples = lines.filter(|line| line.starts_with("gaslamp "));
        examples.map(|line| line.split("  ").next().unwrap_or(line))
    }
}

#[test]
fn help_fits_on_a_screen_and_says_what_a_verb_is_for() {
    let pages = Page::all();
    assert!(pages.len() > 60, "{} verbs are found", pages.len());
    for page @ Page { words, text } in &pages {
        let (height, width) = SCREEN;
        assert!(text.lines().count() <= height, "{words:?} has {} lines:\n{text}", text.lines().count());
        let widest = text.lines().map(|line| line.chars().count()).max().unwrap_or_default();
        assert!(widest <= width, "{words:?} has a line of {widest} characters:\n{text}");
        let first = text.lines().next().unwrap_or_default();
        assert!(first.len() > 10 && !first.starts_with("Usage"), "{words:?} begins with {first:?}");
        let whole = format!("gaslamp {}", words.join(" "));
        let is_whole = |line: &str| line.is_empty() || line.trim_start().starts_with("gaslamp ");
        let lines: Vec<&str> = text.lines().chain([""]).collect();
        let wrapped = lines.windows(2).find(|pair| pair[0].starts_with("Example: ") && !is_whole(pair[1]));
        assert_eq!(wrapped, None, "{words:?} has an example that is too long to be copied");
        let own = page.examples().filter(|example| example.starts_with(whole.trim_end()));
        assert!(own.count() > 0, "{words:?} has no example of itself:\n{text}");
    }
}

/// A directory with what the examples name and no other example makes.
fn directory() -> TempDir {
    let dir = TempDir::new().expect("a directory");
    let completions = dir.path().join(".local/share/bash-completion/completions");
    std::fs::create_dir_all(completions).expect("a directory");
    dir
}

/// Lays a position into `my-position`, as somebody would who has one from elsewhere.
fn prepare_position(dir: &Path) {
    done(dir, &["lorcana", "match", "sample:bs01", "sample:rp01", "--out", "elsewhere"]);
    let node = done(dir, &["lorcana", "shuffle", "b013", "0123456.0123456.ab", "--out", "elsewhere"]);
    let position = dir.join("my-position");
    std::fs::create_dir(&position).expect("a directory");
    for entry in std::fs::read_dir(dir.join(node.trim())).expect("a directory").flatten() {
        let is_part =
            entry.file_name().to_str().is_some_and(|name| name.ends_with(".dot") || name.ends_with(".dek"));
        if is_part {
            std::fs::copy(entry.path(), position.join(entry.file_name())).expect("a copy");
        }
    }
}

/// Runs a line as a person would type it, with nothing more to type.
fn run(dir: &Path, line: &str) {
    let programs = cargo_bin("gaslamp").parent().expect("a directory").to_path_buf();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path =
        std::env::join_paths([programs].into_iter().chain(std::env::split_paths(&path))).expect("a path");
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).current_dir(dir).env("PATH", path).env("HOME", dir).timeout(PATIENCE);
    let output = shell.write_stdin("").output().unwrap_or_else(|error| panic!("`{line}`: {error}"));
    let said = stderr(&output);
    // A person whose input ends leaves a table politely.
    let has_left = output.status.code() == Some(1) && said.contains("error[play/left]");
    assert!(output.status.success() || has_left, "`{line}` ends with {:?}: {said}", output.status.code());
}

/// The examples of each first word share a directory; whatever writes a record comes before what reads it.
#[test]
fn every_example_runs() {
    let pages = Page::all();
    let families = pages.chunk_by(|a, b| !a.words.is_empty() && a.words.first() == b.words.first());
    for family in families {
        let dir = directory();
        if family.iter().any(|page| page.text.contains("my-position")) {
            prepare_position(dir.path());
        }
        let mut examples: Vec<&str> = Vec::new();
        for example in family.iter().flat_map(Page::examples) {
            if !examples.contains(&example) {
                examples.push(example);
            }
        }
        examples.sort_by_key(|example| !example.contains("--record"));
        examples.iter().for_each(|example| run(dir.path(), example));
    }
}
