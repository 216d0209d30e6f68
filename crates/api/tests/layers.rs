//! The room of the crate: it makes answers, and does no IO.

use std::fs;
use std::path::Path;

/// What reads, prints, or looks at a clock.
const FORBIDDEN: [&str; 9] = [
    "std::fs",
    "std::io",
    "std::env",
    "std::process",
    "std::net",
    "std::thread",
    "Instant",
    "SystemTime",
    "FileStore",
];

#[test]
fn the_api_does_no_io() {
    let mut files = 0;
    look_into(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
    assert!(files > 20, "the crate has files");
}

fn look_into(folder: &Path, files: &mut usize) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            look_into(&path, files);
            continue;
        }
        *files += 1;
        let text = fs::read_to_string(&path).expect("a source");
        let code = text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"));
        for (number, line) in code {
            let found = FORBIDDEN.iter().find(|word| line.contains(*word));
            assert_eq!(found, None, "{}:{}: {line}", path.display(), number + 1);
        }
    }
}
