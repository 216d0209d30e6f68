//! The core knows no game: none of its sources mentions anything that only one game has.

use std::fs;
use std::path::Path;

/// Names of games, and words that only one game has a use for.
const STRANGE: [&str; 38] = [
    "mafia",
    "botc",
    "lorcana",
    "clocktower",
    "trouble brewing",
    "sheriff",
    "don",
    "citizen",
    "night",
    "nights",
    "evening",
    "dawn",
    "dusk",
    "grimoire",
    "madness",
    "master",
    "demon",
    "minion",
    "townsfolk",
    "outsider",
    "imp",
    "poisoner",
    "poisoned",
    "washerwoman",
    "fortune_teller",
    "butler",
    "virgin",
    "slayer",
    "drunk",
    "nominates",
    "nomination",
    "executes",
    "execution",
    "ink",
    "lore",
    "quest",
    "glimmer",
    "inkwell",
];

#[test]
fn the_core_has_no_word_of_one_game() {
    let mut files = 0;
    look_into(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
    assert!(files > 20, "the core has files");
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
            let spaced: String = line
                .to_lowercase()
                .chars()
                .map(|c| if c.is_alphanumeric() || c == '_' { c } else { ' ' })
                .collect();
            let spaced = format!(" {} ", spaced.split_whitespace().collect::<Vec<_>>().join(" "));
            for word in STRANGE {
                assert!(!spaced.contains(&format!(" {word} ")), "{}:{}: {line}", path.display(), number + 1);
            }
        }
    }
}
