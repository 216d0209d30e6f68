//! Runs the binary in its own directory. Not every test file uses all of this.
#![allow(dead_code)]

use std::path::Path;
use std::process::Output;

use assert_cmd::Command;

/// Runs `gaslamp` in a directory.
pub(crate) fn gaslamp(dir: &Path, args: &[&str], input: &str) -> Output {
    let mut command = Command::cargo_bin("gaslamp").expect("the binary is built");
    command.current_dir(dir).args(args).write_stdin(input).output().expect("the binary runs")
}

/// Its standard output.
pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

/// Its standard error.
pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

/// Runs it, expects success, and returns what it prints.
pub(crate) fn done(dir: &Path, args: &[&str]) -> String {
    let output = gaslamp(dir, args, "");
    assert!(output.status.success(), "{args:?}: {}", stderr(&output));
    stdout(&output)
}

/// Runs it, and expects this exit code, this id and an unchanged directory.
pub(crate) fn refused(dir: &Path, args: &[&str], code: i32, id: &str) -> String {
    let before = listing(dir);
    let output = gaslamp(dir, args, "");
    assert_eq!(output.status.code(), Some(code), "{args:?}: {}", stderr(&output));
    assert!(stderr(&output).contains(&format!("error[{id}]")), "{args:?}: {}", stderr(&output));
    assert_eq!(listing(dir), before, "{args:?} changed something on disk");
    stderr(&output)
}

/// Every file below a directory, with its content or the target of a link.
pub(crate) fn listing(dir: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let mut open = vec![dir.to_path_buf()];
    while let Some(dir) = open.pop() {
        for entry in std::fs::read_dir(dir).expect("a directory").flatten() {
            let path = entry.path();
            let kind = entry.file_type().expect("a kind");
            let is_dir = kind.is_dir();
            let content = match kind {
                _ if is_dir => Vec::new(),
                _ if kind.is_symlink() => format!("{:?}", std::fs::read_link(&path)).into_bytes(),
                _ => std::fs::read(&path).expect("a file"),
            };
            found.push((path.display().to_string(), content));
            if is_dir {
                open.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Prints something for whoever looks at the output of a test.
#[allow(clippy::print_stdout)]
pub(crate) fn say(text: &str) {
    println!("{text}");
}
