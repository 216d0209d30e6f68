//! The answer to one puzzle.

use std::time::Instant;

use gaslamp_api::botc::render::to_json;
use gaslamp_api::botc::solve::{self, Asked, Options, Solved, verdict, why_fields};
use gaslamp_api::{Answer, Input};
use gaslamp_core::number_format::{grouped, percent};
use gaslamp_deduce::botc::report;
use gaslamp_deduce::botc::{Case, Element, Extent, Holds, MOST_LISTED, Puzzle, Reason, Solver, Survey};

use super::{SolveArgs, course, watched};
use crate::failure::Failure;
use crate::output::{Destination, Output};

/// Answers what is asked of a puzzle: a report, a picture, or the answers to questions.
pub(super) fn tell(
    args: &SolveArgs,
    input: &Input,
    puzzle: &Puzzle,
    pool: &rayon::ThreadPool,
    file: Option<Destination<'_>>,
    out: &mut Output,
) -> Result<(), Failure> {
    let mut found = Found::default();
    if args.why.is_none() || !args.ask.is_empty() {
        found = solve(args, input, puzzle, pool, file.is_none(), out)?;
    }
    if let Some(what) = &args.why {
        why(args, &puzzle.case, what, pool, out.json, &mut found)?;
    }
    let Found { text, answer } = found;
    match file {
        Some(file) => file.save(&text, out)?,
        None if out.json && args.form.is_some() => out.value(&to_json(&text))?,
        None if out.json => return out.answer(answer),
        None => out.line(&text)?,
    }
    if answer.problems.is_empty() { Ok(()) } else { Err(answer.problems.into()) }
}

/// What was found, for people and for programs.
#[derive(Default)]
struct Found {
    text: String,
    answer: Answer,
}

/// Looks at all worlds.
fn solve(
    args: &SolveArgs,
    input: &Input,
    puzzle: &Puzzle,
    pool: &rayon::ThreadPool,
    is_printed: bool,
    out: &mut Output,
) -> Result<Found, Failure> {
    let SolveArgs { what_if, ask, course, expect, .. } = args;
    let (what_if, ask) = (what_if.clone(), ask.clone());
    let options = Options { what_if, ask, show: args.shown(), course: *course, expect: *expect };
    let asked = Asked::new(input, puzzle, options)?;
    let start = Instant::now();
    let solver = asked.solver()?;
    let total = solver.supposed().map(|supposed| supposed as u64);
    let (survey, stopped) = watched(&args.limits, out.json, total, |stop| {
        // From here on, Ctrl-C stops the search.
        if !out.json && is_printed && args.ask.is_empty() && args.form.is_none() {
            announce(&solver, out)?;
        }
        let survey = pool.install(|| asked.survey(&solver, stop))?;
        Ok::<_, Failure>((survey, stop.stopped().cloned()))
    })?;
    let elapsed = start.elapsed();
    let solved = asked.solved(survey, stopped)?;
    if args.form.is_some() {
        let text = pool.install(|| solved.picture(args.show, args.theme.into()))?;
        return Ok(Found { text, answer: Answer::default() });
    }
    if out.json {
        let answer = pool.install(|| solved.answer(Some(elapsed)));
        return Ok(Found { text: words(&puzzle.case, &solved, args), answer });
    }
    let problems = pool.install(|| solved.problems());
    Ok(Found { text: words(&puzzle.case, &solved, args), answer: problems.into() })
}

/// The report, or only the answers if something is asked.
fn words(case: &Case, solved: &Solved<'_>, args: &SolveArgs) -> String {
    let (survey, courses) = (&solved.survey, &solved.courses);
    if !args.ask.is_empty() {
        let assuming = assuming(args).map(|words| words + ", ").unwrap_or_default();
        let answers = args.ask.iter().zip(&survey.answers);
        return answers
            .map(|(text, held)| format!("{assuming}{text}: {}\n", held_words(held, survey)))
            .collect();
    }
    let mut text = assuming(args).map(|words| words + ":\n").unwrap_or_default();
    text += &report::write(case, survey, args.shown());
    if !courses.is_empty() {
        text += &course::words(case, &survey.worlds, courses);
    }
    text
}

/// What is assumed, if anything is.
fn assuming(args: &SolveArgs) -> Option<String> {
    (!args.what_if.is_empty()).then(|| format!("Assuming {}", args.what_if.join(" and ")))
}

/// Prints what is known before the search.
fn announce(solver: &Solver<'_>, out: &mut Output) -> Result<(), Failure> {
    if solver.supposed().is_none() {
        let kept = grouped(MOST_LISTED as u128);
        out.line(&format!("more than {kept} possible deals; equivalent ones are counted together"))?;
        out.flush()?;
    }
    Ok(())
}

fn held_words(held: &Holds, survey: &Survey) -> String {
    let open = held.at_times - held.always;
    let depends = if open > 0 {
        format!(", and {} in which it depends on what was hidden", grouped(open))
    } else {
        String::new()
    };
    let so_far = match survey.extent {
        Extent::All(_) => "",
        Extent::SoFar(_) => " found so far",
        Extent::About { .. } | Extent::NoneDrawn { .. } => " drawn",
    };
    let about =
        if held.error > 0.0 { format!(" ± {:.1} points", 100.0 * held.error) } else { String::new() };
    let (verdict, share) = (verdict(held, survey.is_complete()), percent(held.share()));
    let (always, worlds) = (grouped(held.always), grouped(held.worlds));
    let noun = if held.worlds == 1 { "world" } else { "worlds" };
    format!("{verdict} ({share}{about}: {always} of {worlds} {noun}{so_far}{depends})")
}

/// Adds why something is true in no world.
fn why(
    args: &SolveArgs,
    case: &Case,
    what: &str,
    pool: &rayon::ThreadPool,
    json: bool,
    found: &mut Found,
) -> Result<(), Failure> {
    let reason = watched(&args.limits, json, None, |stop| {
        pool.install(|| solve::why(case, &args.what_if, what, stop))
    })?;
    found.answer.fields.extend(why_fields(case, what, &reason));
    if args.ask.is_empty() {
        found.answer.fields.push(("what_if", args.what_if.clone().into()));
    }
    let assuming = assuming(args).map(|words| words + ", ").unwrap_or_default();
    found.text += &assuming;
    found.text += &match reason {
        Reason::Possible(world) => {
            format!("{what} is possible, for example:\n  {}\n", report::world_line(case, &world))
        }
        Reason::Impossible(elements) => impossible(case, what, &elements),
    };
    Ok(())
}

fn impossible(case: &Case, what: &str, elements: &[Element]) -> String {
    if elements.is_empty() {
        return format!("{what} is impossible: the public events, the claims and the set-up rule it out.");
    }
    let lines: Vec<String> =
        elements.iter().map(|element| format!("  - {}\n", element.words(case))).collect();
    let end = match elements.len() {
        1 => "Without that, and with all other claims and events, it would be possible.",
        _ => "Without any one of these, and with all other claims and events, it would be possible.",
    };
    format!("{what} is impossible because\n{}{end}", lines.concat())
}
