//! Test files: texts kept for comparison, and catalogues in folders.
//!
//! Accepts paths relative to the crate under test, and texts as generated now. A text that differs from its
//! file is reported by the first differing line; `GASLAMP_BLESS=1` writes the file instead.

#![allow(dead_code, reason = "every test file uses a part of it")]

use std::fs;
use std::path::{Path, PathBuf};

fn from_crate(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Compares a text with its file; `GASLAMP_BLESS=1` writes the file instead.
pub(crate) fn agrees_with_file(path: &str, text: &str) {
    let file = from_crate(path);
    if std::env::var_os("GASLAMP_BLESS").is_some() {
        fs::write(&file, text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        return;
    }
    let kept = fs::read_to_string(&file)
        .unwrap_or_else(|error| panic!("{}: {error}; GASLAMP_BLESS=1 writes it", file.display()));
    if kept == text {
        return;
    }
    let [kept, made] = [&kept, text].map(|text| text.split_inclusive('\n'));
    let same = kept.clone().zip(made.clone()).take_while(|(kept, made)| kept == made).count();
    let [kept, made] = [kept, made]
        .map(|mut lines| lines.nth(same).map_or("the end".to_owned(), |line| format!("{line:?}")));
    panic!("{path} line {}:\n  kept {kept}\n  made {made}\nGASLAMP_BLESS=1 rewrites it", same + 1);
}

/// The files in a folder, by name.
pub(crate) fn files_in(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(from_crate(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    files
}
