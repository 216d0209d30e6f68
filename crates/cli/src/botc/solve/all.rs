//! Every puzzle in some directories: a line for each file, then the totals.

use std::path::{Path, PathBuf};
use std::time::Instant;

use gaslamp_api::botc::solve::{MOST_COMPARED, Outcome, Totals, UNCOUNTED, expected_statements};
use gaslamp_api::{Answer, Cause};
use gaslamp_core::number_format::plural;
use gaslamp_deduce::botc::{Solver, Survey, SurveyOptions, puzzle};

use super::{SolveArgs, board_beside, watched};
use crate::failure::{Failure, warn};
use crate::input;
use crate::output::Output;

/// The most reasons for refusals shown as text; JSON has all.
const MOST_REASONS: usize = 20;

pub(super) fn run(args: &SolveArgs, pool: &rayon::ThreadPool, out: &mut Output) -> Result<(), Failure> {
    let mut totals = Totals::new(args.expect);
    for file in files(&args.all)? {
        let outcome = solve(&file, args, pool, out.json);
        tell(&file, &outcome, args, out)?;
        totals.count(&outcome);
        if matches!(&outcome, Outcome::Stopped(stopped) if stopped.cause == Cause::Interrupted) {
            break;
        }
    }
    if out.json {
        return out.answer(Answer { fields: totals.fields(), problems: totals.problems() });
    }
    out.line(&words(&totals))?;
    let problems = totals.problems();
    if problems.is_empty() { Ok(()) } else { Err(problems.into()) }
}

fn words(totals: &Totals) -> String {
    let Totals { agree, differ, refused, stopped, unreadable, .. } = totals;
    let compared = if totals.expect { format!(" ({agree} agree, {differ} differ)") } else { String::new() };
    let (solved, median, together) = (totals.solved(), totals.median(), totals.together());
    let mut lines = vec![format!(
        "{solved} solved{compared}, {refused} refused, {stopped} without an answer, {unreadable} unreadable; median {median:.2} ms, total {together:.1} ms"
    )];
    let reasons = totals.reasons();
    if !reasons.is_empty() {
        lines.push("Reasons for refusals, with the number of files".to_owned());
    }
    lines.extend(reasons.iter().take(MOST_REASONS).map(|(reason, files)| format!("  {files:>3}  {reason}")));
    if reasons.len() > MOST_REASONS {
        lines.push(format!("  … and {}", plural(reasons.len() - MOST_REASONS, "more reason")));
    }
    lines.join("\n")
}

/// The puzzle files in directories and below them, sorted by path.
fn files(dirs: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for dir in dirs {
        let mut found = Vec::new();
        find(dir, &mut found)?;
        if found.is_empty() {
            let message = format!("`{}` has no puzzle files (*.toml)", dir.display());
            return Err(Failure::usage("solve/directory", message));
        }
        found.sort();
        files.extend(found);
    }
    Ok(files)
}

/// Adds the puzzle files in a directory and below it. Links to directories are not followed: they may lead in a circle.
fn find(dir: &Path, found: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let unreadable = |error: std::io::Error| {
        Failure::usage("solve/directory", format!("cannot read `{}`: {error}", dir.display()))
    };
    for entry in std::fs::read_dir(dir).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let path = entry.path();
        if entry.file_type().map_err(unreadable)?.is_dir() {
            find(&path, found)?;
        } else if path.extension().is_some_and(|ending| ending == "toml") {
            found.push(path);
        }
    }
    Ok(())
}

fn solve(file: &Path, args: &SolveArgs, pool: &rayon::ThreadPool, json: bool) -> Outcome {
    let Ok(input) = input::read(file) else { return Outcome::Unreadable("not text".to_owned()) };
    let puzzle = match puzzle::read_beside(&input.text, &|id| board_beside(file, id)) {
        Ok(puzzle) => puzzle,
        Err(problems) => return Outcome::unsolved(&problems),
    };
    warn(&input.problems(puzzle::ambiguities(&puzzle.case)));
    let start = Instant::now();
    let questions = if args.expect { expected_statements(&puzzle) } else { Vec::new() };
    let options = SurveyOptions { keep: MOST_COMPARED, questions: &questions, ..SurveyOptions::default() };
    let (survey, stopped) = watched(&args.limits, json, None, |stop| {
        let survey = pool
            .install(|| Survey::of(&Solver::new(&puzzle.case)?.asked(&questions)?, &options, stop.watch()));
        (survey, stop.stopped().cloned())
    });
    match survey {
        Err(problems) => Outcome::unsolved(&problems),
        Ok(survey) => Outcome::of_survey(&puzzle, &survey, stopped, start.elapsed().as_secs_f64() * 1e3),
    }
}

fn tell(file: &Path, outcome: &Outcome, args: &SolveArgs, out: &mut Output) -> Result<(), Failure> {
    let expect = args.expect;
    let name = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    if out.json {
        return Ok(out.value(&outcome.to_json(&name))?);
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
        Outcome::Refused(why) => {
            format!("refused   {name}: {}", why.iter().map(String::as_str).collect::<Vec<_>>().join("; "))
        }
        Outcome::Stopped(stopped) => format!("no answer {name}: {}", stopped.words),
        Outcome::Uncounted => format!("no answer {name}: {UNCOUNTED}"),
        Outcome::Unreadable(why) => format!("unreadable {name}: {why}"),
    };
    Ok(out.line(text.trim_end())?)
}
