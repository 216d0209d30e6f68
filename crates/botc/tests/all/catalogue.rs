//! The rule book as data: every `tests/catalogue/*.txt` is a list of small situations, read and played by one driver,
//! `common/catalogue.rs`, which says how they are written.

use crate::driver;

use std::fmt::Write as _;

use gaslamp_botc::Character;
use gaslamp_botc::rules::Phrase;
use gaslamp_core::Seat;

use driver::{Case, cases, files};

#[test]
fn every_case_of_the_catalogue_holds() {
    let mut problems = String::new();
    let (mut count, mut claims) = (0, 0);
    for file in files() {
        let text = std::fs::read_to_string(&file).expect("a readable file");
        for (title, lines) in cases(&text) {
            let mut case = Case::new(());
            let result = lines.iter().try_for_each(|(number, line)| {
                case.line(line).map_err(|message| format!("line {number}: {line}\n  {message}"))
            });
            count += 1;
            claims += case.claims;
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            if let Err(message) = result {
                let _ = writeln!(problems, "{name}: {title}\n  {message}\n");
            } else if case.claims == 0 {
                let _ = writeln!(problems, "{name}: {title}\n  claims nothing\n");
            }
        }
    }
    assert!(problems.is_empty(), "\n{problems}");
    assert!(claims >= count, "{count} cases, {claims} claims");
}

/// A character without a case of its own is a rule without a test.
#[test]
fn every_playable_character_has_cases() {
    let texts: String =
        files().iter().map(|file| std::fs::read_to_string(file).expect("a readable file")).collect();
    let missing: Vec<String> = Character::all()
        .filter(|character| gaslamp_botc::rules::is_playable(*character))
        .map(|character| character.to_string())
        .filter(|name| !texts.contains(&format!("# {name}\n")))
        .collect();
    assert!(missing.is_empty(), "no section `# name` for {missing:?}");
}

/// The driver itself: it notices a claim that does not hold.
#[test]
fn a_false_claim_fails() {
    let mut case = Case::new(());
    for line in ["deal Ann:chef Ben:monk Cy:soldier Dee:poisoner Eve:imp", "to Dee", "alive Ann"] {
        case.line(line).unwrap_or_else(|message| panic!("{line}: {message}"));
    }
    for line in ["to st", "dead Ann", "role Ann imp", "outcome good", "legal Dee!passes", "tokens Ann chef:x"]
    {
        assert!(case.line(line).is_err(), "{line}");
    }
    let seen = case.run.as_ref().expect("a run").view(Seat::new(0)).seen;
    assert!(seen.iter().any(|(_, event)| matches!(event.phrase, Phrase::YouAre(..))));
}
