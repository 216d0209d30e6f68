//! People at a terminal: whole games typed line by line through a pseudo-terminal, with fixed seeds.
#![cfg(unix)]

use std::path::Path;
use std::process::Command;

use assert_cmd::cargo::cargo_bin;
use rexpect::ReadUntil;
use rexpect::process::wait::WaitStatus;
use rexpect::reader::Options;
use rexpect::session::{PtySession, spawn_with_options};
use tempfile::TempDir;

/// How long a person waits for an answer.
const PATIENCE: u64 = 12_000;

/// What everybody is asked with.
const PROMPT: &str = "your action> ";

/// A person at a terminal, and everything they have seen.
struct Person {
    terminal: PtySession,
    seen: String,
}

impl Person {
    fn sits_down(dir: &Path, args: &[&str]) -> Self {
        let mut command = Command::new(cargo_bin("gaslamp"));
        command.current_dir(dir).args(args).env("TERM", "xterm").env("NO_COLOR", "1");
        let options = Options::new().timeout_ms(Some(PATIENCE)).strip_ansi_escape_codes(true);
        let terminal = spawn_with_options(command, options).expect("a terminal");
        Self { terminal, seen: String::new() }
    }

    /// Waits for a prompt, and returns what is shown before it; nothing if the program has ended.
    fn asked(&mut self, prompt: &str) -> Option<String> {
        let ways = vec![ReadUntil::String(prompt.to_owned()), ReadUntil::EOF];
        let (before, found) = self.terminal.exp_any(ways).expect("an answer in time");
        self.seen.push_str(&before);
        self.seen.push_str(&found);
        found.ends_with(prompt).then_some(before)
    }

    fn types(&mut self, line: &str) {
        self.terminal.send_line(line).expect("somebody reads");
    }

    /// Types a line and returns the answer, up to the next time somebody is asked for an action.
    fn says(&mut self, line: &str) -> String {
        self.types(line);
        self.asked(PROMPT).unwrap_or_else(|| panic!("the game ends after `{line}`:\n{}", self.seen))
    }

    /// The exit code, once the program has ended.
    fn leaves(mut self) -> (i32, String) {
        while self.asked(PROMPT).is_some() {}
        match self.terminal.process().wait() {
            Ok(WaitStatus::Exited(_, code)) => (code, self.seen),
            other => panic!("{other:?}:\n{}", self.seen),
        }
    }
}

fn contains(text: &str, words: &str) {
    assert!(text.contains(words), "no `{words}` in:\n{text}");
}
