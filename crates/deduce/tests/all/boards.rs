//! Puzzles with recorded answers: our own, and published ones if they are available.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use gaslamp_deduce::botc::{Expected, Puzzle, Question, Solver, Survey, SurveyOptions, Watch, puzzle};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn files(dir: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(dir).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|end| end == "toml"))
        .collect();
    files.sort();
    files
}

/// The files that are supported.
fn supported(dir: &Path) -> Vec<(String, Puzzle)> {
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a file");
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let beside = |id: &str| std::fs::read_to_string(path.with_file_name(format!("{id}.toml"))).ok();
        match puzzle::read_beside(&text, &beside) {
            Ok(puzzle) => Some((name, puzzle)),
            Err(problems) => {
                assert!(puzzle::is_unsupported(&problems), "{name}: {problems:#?}");
                None
            }
        }
    };
    files(dir).into_iter().filter_map(read).collect()
}

/// Whether the worlds found are the recorded ones, and what is to hold in all of them does.
fn agrees(puzzle: &Puzzle) -> bool {
    let Some(expected) = &puzzle.answer else { return true };
    let questions: Vec<Question> = puzzle.also.iter().cloned().map(Question::Holds).collect();
    let solver = Solver::new(&puzzle.case).and_then(|solver| solver.asked(&questions)).expect("a case");
    let options = SurveyOptions { questions: &questions, keep: usize::MAX, ..SurveyOptions::default() };
    let survey = Survey::of(&solver, &options, &Watch::default()).expect("an answer");
    if survey.answers.iter().any(|held| held.always < held.worlds) {
        return false;
    }
    let found = survey.worlds;
    let is_it = |expected: &Expected, index: usize| {
        let world = &found[index];
        world.start == expected.start && expected.end.as_ref().is_none_or(|end| *end == world.end)
    };
    found.len() == expected.len()
        && (0..found.len()).all(|index| expected.iter().any(|expected| is_it(expected, index)))
}

#[test]
fn our_own_puzzles_have_the_recorded_answers() {
    let puzzles = supported(&root().join("data/puzzles"));
    assert!(puzzles.iter().filter(|(_, puzzle)| puzzle.answer.is_some()).count() >= 6);
    for (name, puzzle) in puzzles {
        assert!(agrees(&puzzle), "{name}");
    }
}

/// Each is about one rule, worked out by hand from the rule book; its note says which.
#[test]
fn boards_about_single_rules_have_the_recorded_answers() {
    let puzzles = supported(&root().join("crates/deduce/tests/rule_boards"));
    assert!(puzzles.len() >= 200, "{} boards", puzzles.len());
    let differ: Vec<String> =
        puzzles.into_iter().filter(|(_, puzzle)| !agrees(puzzle)).map(|(name, _)| name).collect();
    assert!(differ.is_empty(), "{differ:?}");
}

/// The published puzzles are not part of the project; if they are next to it, they are solved.
#[test]
fn published_puzzles_have_the_recorded_answers_but_for_the_known_differences() {
    let shared = root().join("../shared/data/puzzles");
    if !shared.exists() {
        return;
    }
    let puzzles = [shared.join("boards"), shared.join("rules")].map(|dir| supported(&dir)).concat();
    assert!(puzzles.len() >= 122, "{} puzzles", puzzles.len());
    let differ: BTreeSet<String> =
        puzzles.into_iter().filter(|(_, puzzle)| !agrees(puzzle)).map(|(name, _)| name).collect();
    let list = std::fs::read_to_string(root().join("data/puzzles/DIFFERENCES.md")).expect("a list");
    let rows = list.lines().filter_map(|line| line.strip_prefix("| ")?.split(" |").next());
    let known: BTreeSet<String> = rows.filter(|name| *name != "puzzle").map(str::to_owned).collect();
    assert_eq!(differ, known);
}
