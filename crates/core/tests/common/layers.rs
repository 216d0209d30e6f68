//! Which module of a game may use which.
//!
//! Reads the sources of the crate under test and reports every line of `rules` that uses `notation`: notation
//! builds on the rules, never the reverse.

use std::fs;
use std::path::Path;

/// No file of the rules imports the notation.
pub(crate) fn rules_know_no_notation() {
    let mut files = 0;
    look_into(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules"), &mut files);
    assert!(files > 1, "the rules have files");
}

fn look_into(folder: &Path, files: &mut usize) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            look_into(&path, files);
            continue;
        }
        *files += 1;
        for (number, line) in fs::read_to_string(&path).expect("a source").lines().enumerate() {
            let is_import = line.contains("crate::notation") || line.contains("super::notation");
            assert!(!is_import, "{}:{}: {line}", path.display(), number + 1);
        }
    }
}
