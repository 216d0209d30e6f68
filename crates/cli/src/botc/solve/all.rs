//! Every puzzle in some directories: a line for each file, then the totals.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Instant;

use gaslamp_core::Diagnostic;
use gaslamp_deduce::botc::{Extent, Puzzle, Solver, Survey, SurveyOptions, World, puzzle};
use serde_json::{Value, json};

use super::answer::{MOST_COMPARED, first_words, number};
use super::totals::Totals;
use super::{SolveArgs, watched};
use crate::failure::Failure;
use crate::input::Input;
use crate::limits::Cause;
use crate::output::Output;

/// The result for one file.
pub(super) enum Outcome {
    /// Solved; how the answer differs from the recorded one, if there is one.
    Solved { worlds: u128, differences: Vec<String>, is_recorded: bool, ms: f64 },
    /// It needs rules that are not supported; the reasons, without repetitions.
    Refused(BTreeSet<String>),
    /// No answer within the limits.
    Stopped(Cause),
    /// It has too many worlds to count.
    Uncounted,
    /// It cannot be read.
    Unreadable(String),
}

/// Why there is no answer for a puzzle with too many worlds.
const UNCOUNTED: &str = "too many worlds to count";

pub(super) fn run(args: &SolveArgs, pool: &rayon::ThreadPool, out: &mut Output) -> Result<(), Failure> {
    let mut totals = Totals::new(args.expect);
    for file in files(&args.all)? {
        let outcome = solve(&file, args, pool, out.json);
        tell(&file, &outcome, args, out)?;
        totals.count(&outcome);
        if matches!(outcome, Outcome::Stopped(Cause::Interrupted)) {
            break;
        }
    }
    let failure = totals.failure(&args.limits);
    match (out.json, failure) {
        (true, None) => Ok(out.object(totals.fields())?),
        // JSON has the totals and the errors in one object.
        (true, Some(failure)) => Err(failure.beside(totals.fields())),
        (false, failure) => {
            out.line(&totals.words())?;
            failure.map_or(Ok(()), Err)
        }
    }
}

/// The puzzle files in directories, sorted by name.
fn files(dirs: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for dir in dirs {
        let unreadable = |error: std::io::Error| {
            Failure::usage("solve/directory", format!("cannot read `{}`: {error}", dir.display()))
        };
        let mut found = Vec::new();
        for entry in std::fs::read_dir(dir).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            if path.extension().is_some_and(|ending| ending == "toml") {
                found.push(path);
            }
        }
        if found.is_empty() {
            let message = format!("`{}` has no puzzle files (*.toml)", dir.display());
            return Err(Failure::usage("solve/directory", message));
        }
        found.sort();
        files.extend(found);
    }
    Ok(files)
}

fn solve(file: &Path, args: &SolveArgs, pool: &rayon::ThreadPool, json: bool) -> Outcome {
    let Ok(input) = Input::read(file) else { return Outcome::Unreadable("not text".to_owned()) };
    let puzzle = match puzzle::read(&input.text) {
        Ok(puzzle) => puzzle,
        Err(problems) => return unsolved(&problems),
    };
    input.failure(puzzle::ambiguities(&puzzle.case)).warn();
    let start = Instant::now();
    let options = SurveyOptions { keep: MOST_COMPARED, ..SurveyOptions::default() };
    let (survey, stopped) = watched(&args.limits, json, None, |watch| {
        pool.install(|| Survey::of(&Solver::new(&puzzle.case)?, &options, watch))
    });
    match (survey, stopped) {
        (Err(problems), _) => unsolved(&problems),
        (Ok(survey), Some(cause)) if !survey.is_complete() => Outcome::Stopped(cause),
        (Ok(survey), _) => {
            let ms = start.elapsed().as_secs_f64() * 1e3;
            let Extent::All(worlds) = survey.extent else { return Outcome::Uncounted };
            let differences = differences(&puzzle, &survey.worlds);
            Outcome::Solved { worlds, differences, is_recorded: puzzle.answer.is_some(), ms }
        }
    }
}

/// Whether the problems mean unsupported rules or an unreadable file.
fn unsolved(problems: &[Diagnostic]) -> Outcome {
    if puzzle::is_unsupported(problems) {
        return Outcome::Refused(problems.iter().map(|problem| problem.message.clone()).collect());
    }
    Outcome::Unreadable(first_words(problems))
}

fn joined(why: &BTreeSet<String>) -> String {
    why.iter().map(String::as_str).collect::<Vec<_>>().join("; ")
}

/// How the worlds differ from those that the puzzle records; empty if it records none.
pub(super) fn differences(puzzle: &Puzzle, worlds: &[World]) -> Vec<String> {
    let Some(expected) = &puzzle.answer else { return Vec::new() };
    let is_it = |world: &World, expected: &gaslamp_deduce::botc::Expected| {
        world.start == expected.start && expected.end.as_ref().is_none_or(|end| *end == world.end)
    };
    let mut differences = Vec::new();
    for expected in expected {
        if !worlds.iter().any(|world| is_it(world, expected)) {
            differences.push(format!("missing {}", roles(&expected.start)));
        }
    }
    for world in worlds {
        if !expected.iter().any(|expected| is_it(world, expected)) {
            differences.push(format!("found {}", roles(&world.start)));
        }
    }
    differences
}

fn roles(roles: &[gaslamp_botc::Character]) -> String {
    roles.iter().map(|role| role.name()).collect::<Vec<_>>().join(", ")
}

fn tell(file: &Path, outcome: &Outcome, args: &SolveArgs, out: &mut Output) -> Result<(), Failure> {
    let expect = args.expect;
    let name = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    if out.json {
        return Ok(out.value(&outcome.to_json(&name, args))?);
    }
    let text = match outcome {
        Outcome::Solved { worlds, differences, is_recorded, ms } => {
            let count = format!("{worlds} world{}", if *worlds == 1 { "" } else { "s" });
            let verdict = match (expect, is_recorded, differences.is_empty()) {
                (false, ..) => "solved   ",
                (true, false, _) => "unknown  ",
                (true, true, true) => "agrees   ",
                (true, true, false) => "DIFFERS  ",
            };
            let why = if expect { differences.join("; ") } else { String::new() };
            format!("{verdict} {name}: {count}, {ms:.2} ms {why}")
        }
        Outcome::Refused(why) => format!("refused   {name}: {}", joined(why)),
        Outcome::Stopped(cause) => format!("no answer {name}: {}", cause.words(&args.limits)),
        Outcome::Uncounted => format!("no answer {name}: {UNCOUNTED}"),
        Outcome::Unreadable(why) => format!("unreadable {name}: {why}"),
    };
    Ok(out.line(text.trim_end())?)
}

impl Outcome {
    fn to_json(&self, name: &str, args: &SolveArgs) -> Value {
        match self {
            Self::Solved { worlds, differences, is_recorded, ms } => json!({
                "file": name, "worlds": number(*worlds), "elapsed_ms": ms,
                "agrees": is_recorded.then_some(differences.is_empty()), "differences": differences,
            }),
            Self::Refused(why) => json!({ "file": name, "refused": joined(why) }),
            Self::Stopped(cause) => json!({ "file": name, "stopped": cause.words(&args.limits) }),
            Self::Uncounted => json!({ "file": name, "stopped": UNCOUNTED }),
            Self::Unreadable(why) => json!({ "file": name, "unreadable": why }),
        }
    }
}
