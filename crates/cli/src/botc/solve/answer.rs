//! The answer to one puzzle.

use std::time::Instant;

use gaslamp_api::Input;
use gaslamp_api::botc::solve::{self, Asked, Options, Solved, verdict, why_json};
use gaslamp_core::number_format::{grouped, percent};
use gaslamp_deduce::botc::report;
use gaslamp_deduce::botc::{Case, Element, Extent, Holds, MOST_LISTED, Puzzle, Reason, Solver, Survey};

use super::{SolveArgs, course, watched};
use crate::failure::Failure;
use crate::output::Output;

/// Solves a puzzle and prints the answer.
pub(super) fn solve(
    args: &SolveArgs,
    input: &Input,
    puzzle: &Puzzle,
    pool: &rayon::ThreadPool,
    out: &mut Output,
) -> Result<(), Failure> {
    let SolveArgs { what_if, ask, show, course, expect, .. } = args;
    let (what_if, ask) = (what_if.clone(), ask.clone());
    let options = Options { what_if, ask, show: *show, course: *course, expect: *expect };
    let asked = Asked::new(input, puzzle, options)?;
    let start = Instant::now();
    let solver = asked.solver()?;
    let total = solver.supposed().map(|supposed| supposed as u64);
    let (survey, stopped) = watched(&args.limits, out.json, total, |stop| {
        // From here on, Ctrl-C stops the search.
        if !out.json {
            announce(args, &solver, out)?;
        }
        let survey = pool.install(|| asked.survey(&solver, stop))?;
        Ok::<_, Failure>((survey, stop.stopped().cloned()))
    })?;
    let elapsed = start.elapsed();
    let solved = asked.solved(survey, stopped)?;
    if out.json {
        return out.answer(pool.install(|| solved.answer(Some(elapsed))));
    }
    tell(&puzzle.case, &solved, args, out)?;
    let problems = pool.install(|| solved.problems());
    if problems.is_empty() { Ok(()) } else { Err(problems.into()) }
}

fn tell(case: &Case, solved: &Solved<'_>, args: &SolveArgs, out: &mut Output) -> Result<(), Failure> {
    let (survey, courses) = (&solved.survey, &solved.courses);
    out.line(&report::write(case, survey, args.show))?;
    if !courses.is_empty() {
        out.line(&course::words(case, &survey.worlds, courses))?;
    }
    for (text, held) in args.ask.iter().zip(&survey.answers) {
        out.line(&format!("{text}: {}", held_words(held, survey)))?;
    }
    Ok(())
}

/// Prints what is known before the search.
fn announce(args: &SolveArgs, solver: &Solver<'_>, out: &mut Output) -> Result<(), Failure> {
    if !args.what_if.is_empty() {
        out.line(&format!("Assuming {}:", args.what_if.join(" and ")))?;
    }
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
    format!("{verdict} ({share}{about}: {always} of {worlds} worlds{so_far}{depends})")
}

/// Prints why something is true in no world.
pub(super) fn why(
    args: &SolveArgs,
    case: &Case,
    what: &str,
    pool: &rayon::ThreadPool,
    out: &mut Output,
) -> Result<(), Failure> {
    let reason = watched(&args.limits, out.json, None, |stop| pool.install(|| solve::why(case, what, stop)))?;
    if out.json {
        return Ok(out.value(&why_json(case, what, &reason))?);
    }
    Ok(match reason {
        Reason::Possible(world) => {
            out.line(&format!("{what} is possible, for example:\n  {}", report::world_line(case, &world)))
        }
        Reason::Impossible(elements) => out.line(&impossible(case, what, &elements)),
    }?)
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
