//! The answer to one puzzle.

use std::time::{Duration, Instant};

use gaslamp_botc::Character;
use gaslamp_core::Diagnostic;
use gaslamp_core::number_format::{grouped, percent};
use gaslamp_deduce::botc::report;
use gaslamp_deduce::botc::{
    Case, Element, Extent, Holds, MOST_LISTED, Puzzle, Question, Reason, SeatShares, Solver, Survey,
    SurveyOptions, Watch, World, puzzle, shortage, why as reason_why,
};
use serde_json::{Value, json};

use super::course::{self, courses};
use super::{SolveArgs, question, watched};
use crate::failure::Failure;
use crate::input::Input;
use crate::output::{Field, Output};

/// Solves a puzzle and tells all about it.
pub(super) fn solve(
    args: &SolveArgs,
    input: &Input,
    puzzle: &Puzzle,
    pool: &rayon::ThreadPool,
    out: &mut Output,
) -> Result<(), Failure> {
    let case = &puzzle.case;
    let assumptions = questions(case, &args.what_if)?;
    let questions = questions(case, &args.ask)?;
    let start = Instant::now();
    let solver = Solver::new(case).map_err(|problems| input.failure(problems))?;
    let solver = solver.asked(&assumptions).asked(&questions);
    let options = SurveyOptions {
        assumptions: &assumptions,
        questions: &questions,
        keep: if args.expect { MOST_COMPARED } else { args.show },
        ..SurveyOptions::default()
    };
    let total = solver.supposed().map(|supposed| supposed as u64);
    let (survey, stopped) = watched(&args.limits, out.json, total, |watch| {
        // Whoever reads this may already press Ctrl-C.
        if !out.json {
            announce(args, &solver, out)?;
        }
        pool.install(|| Survey::of(&solver, &options, watch)).map_err(|problems| input.failure(problems))
    });
    let survey = survey?;
    let mut answer = fields(case, &survey, start.elapsed());
    let courses =
        if args.course { courses(case, &survey.worlds, &assumptions, args.show)? } else { Vec::new() };
    if let (true, Some(field)) = (args.course, answer.iter_mut().find(|(key, _)| *key == "solutions")) {
        field.1 = course::to_json(case, &survey.worlds, &courses);
    }
    let asked = args.ask.iter().zip(&survey.answers);
    answer.push(("warnings", input.failure(puzzle::ambiguities(case)).to_json().into()));
    answer.push(("asked", asked.clone().map(|(text, held)| held_json(text, held, &survey)).collect()));
    if !out.json {
        out.line(&report::write(case, &survey, args.show))?;
        if !courses.is_empty() {
            out.line(&course::words(case, &survey.worlds, &courses))?;
        }
        for (text, held) in asked {
            out.line(&format!("{text}: {}", held_words(held, &survey)))?;
        }
    }
    let failure = match (survey.extent, stopped) {
        (Extent::SoFar(_), Some(cause)) => Some(cause.failure(&args.limits, "there may be more worlds")),
        (Extent::NoneDrawn { .. }, Some(cause)) => {
            Some(cause.failure(&args.limits, "no world was found by then, which says nothing"))
        }
        (Extent::NoneDrawn { draws }, None) => {
            let message = format!("no world was found among {draws} draws, which says nothing");
            Some(Failure::usage("solve/nothing-found", message))
        }
        (Extent::About { .. }, Some(cause)) => {
            Some(cause.failure(&args.limits, "these are the worlds drawn by then"))
        }
        _ => failure(args, puzzle, &survey, pool),
    };
    match (out.json, failure) {
        (true, None) => Ok(out.object(answer)?),
        (true, Some(failure)) => Err(failure.beside(answer)),
        (false, None) => Ok(()),
        (false, Some(failure)) => Err(failure),
    }
}

/// More worlds than this are not compared with a recorded answer: nobody has recorded as many.
pub(super) const MOST_COMPARED: usize = 100_000;

/// So many questions are answered at once.
const MOST_QUESTIONS: usize = 64;

fn questions(case: &Case, texts: &[String]) -> Result<Vec<Question>, Failure> {
    if texts.len() > MOST_QUESTIONS {
        let message = format!("{} statements; at most {MOST_QUESTIONS} are taken at once", texts.len());
        return Err(Failure::usage("solve/statements", message));
    }
    texts.iter().map(|text| question(case, text)).collect()
}

/// What can be said at once.
fn announce(args: &SolveArgs, solver: &Solver<'_>, out: &mut Output) -> Result<(), Failure> {
    if !args.what_if.is_empty() {
        out.line(&format!("Supposing {}:", args.what_if.join(" and ")))?;
    }
    if solver.supposed().is_none() {
        let kept = grouped(MOST_LISTED as u128);
        out.line(&format!("more than {kept} ways to seat the characters; equal ones are counted together"))?;
        out.flush()?;
    }
    Ok(())
}

/// Why the answer is a no: there is no world, or not those that were expected.
fn failure(args: &SolveArgs, puzzle: &Puzzle, survey: &Survey, pool: &rayon::ThreadPool) -> Option<Failure> {
    if args.expect && !survey.is_complete() {
        return Some(Failure::usage(
            "solve/not-compared",
            "not all worlds were looked at, so they are not compared",
        ));
    }
    if args.expect && puzzle.answer.is_some() {
        let differences = super::all::differences(puzzle, &survey.worlds);
        return (!differences.is_empty()).then(|| Failure::no("solve/differs", differences.join("; ")));
    }
    if survey.extent == Extent::All(0) {
        let clash = if args.what_if.is_empty() { clash(&puzzle.case, pool) } else { String::new() };
        return Some(Failure::no("solve/no-world", format!("no world fits what is known{clash}")));
    }
    None
}

/// Which things known cannot all be so.
fn clash(case: &Case, pool: &rayon::ThreadPool) -> String {
    match pool.install(|| reason_why(case, &Question::Any, &Watch::default())) {
        Ok(Some(Reason::Impossible(elements))) if elements.is_empty() => match shortage(case) {
            Some(words) => format!(": {words}"),
            None => "; without any one claim or event there would still be none".to_owned(),
        },
        Ok(Some(Reason::Impossible(elements))) => {
            let lines: Vec<String> =
                elements.iter().map(|element| format!("\n  {}", element.words(case))).collect();
            format!("; these cannot all be so:{}", lines.concat())
        }
        _ => String::new(),
    }
}

/// What can be said of a statement. As long as not all worlds were looked at, only a world that was found says anything.
fn verdict(held: &Holds, is_complete: bool) -> &'static str {
    let (is_somewhere, is_not_somewhere) = (held.at_times > 0, held.always < held.worlds);
    match (is_complete, is_somewhere, is_not_somewhere) {
        (true, false, false) => "no world",
        (true, true, false) => "always",
        (true, false, true) => "never",
        (_, true, true) => "sometimes",
        (false, true, false) => "not never",
        (false, false, true) => "not always",
        (false, false, false) => "unknown",
    }
}

fn held_words(held: &Holds, survey: &Survey) -> String {
    let open = held.at_times - held.always;
    let depends = if open > 0 {
        format!(", and {} where it depends on what was hidden", grouped(open))
    } else {
        String::new()
    };
    let so_far = match survey.extent {
        Extent::All(_) => "",
        Extent::SoFar(_) => " found so far",
        Extent::About { .. } | Extent::NoneDrawn { .. } => ", by those that were drawn",
    };
    let about =
        if held.error > 0.0 { format!(" ± {:.1} points", 100.0 * held.error) } else { String::new() };
    let (verdict, share) = (verdict(held, survey.is_complete()), percent(held.share()));
    let (always, worlds) = (grouped(held.always), grouped(held.worlds));
    format!("{verdict} ({share}{about}: {always} of {worlds} worlds{so_far}{depends})")
}

fn held_json(text: &str, held: &Holds, survey: &Survey) -> Value {
    json!({
        "statement": text, "answer": verdict(held, survey.is_complete()), "share": held.share(), "error": held.error, "worlds": number(held.always),
        "worlds_at_times": number(held.at_times), "of": number(held.worlds), "complete": survey.is_complete(),
    })
}

/// A number for programs: beyond what they count with exactly, about as large.
pub(super) fn number(count: u128) -> Value {
    u64::try_from(count).map_or_else(|_| (count as f64).into(), Into::into)
}

fn fields(case: &Case, survey: &Survey, elapsed: Duration) -> Vec<Field> {
    let names = case.names();
    let certain: Vec<String> = survey.certain.iter().map(|fact| fact.words(&names)).collect();
    let (count, error, drawn) = match survey.extent {
        Extent::All(count) | Extent::SoFar(count) => (count, 0.0, None),
        Extent::About { worlds, error, drawn } => (worlds.round() as u128, error, Some(drawn.draws)),
        Extent::NoneDrawn { draws } => (0, 0.0, Some(draws)),
    };
    let seats = names.iter().zip(&survey.seats).map(|(name, shares)| seat_json(name, shares));
    vec![
        (
            "worlds",
            if matches!(survey.extent, Extent::NoneDrawn { .. }) { Value::Null } else { number(count) },
        ),
        ("worlds_error", error.into()),
        ("drawn", drawn.into()),
        ("solutions", survey.worlds.iter().map(world_json).collect()),
        ("solutions_left_out", number(count.saturating_sub(survey.worlds.len() as u128))),
        ("seats", seats.collect()),
        ("shares_of", shares_of(survey).into()),
        ("certain", certain.into()),
        ("elapsed_ms", (elapsed.as_secs_f64() * 1e3).into()),
        ("complete", survey.is_complete().into()),
        ("supposed", survey.supposed.map(number).into()),
    ]
}

/// Of which worlds shares are told.
const fn shares_of(survey: &Survey) -> &'static str {
    match survey.extent {
        Extent::All(_) => "all worlds",
        Extent::SoFar(_) => "worlds found so far",
        Extent::About { .. } | Extent::NoneDrawn { .. } => "worlds that were drawn",
    }
}

pub(super) fn world_json(world: &World) -> Value {
    let names = |roles: &[Character]| roles.iter().map(|role| role.name()).collect::<Vec<_>>();
    json!({ "start": names(&world.start), "end": names(&world.end) })
}

fn seat_json(name: &str, shares: &SeatShares) -> Value {
    let roles: serde_json::Map<String, Value> =
        shares.roles.iter().map(|(role, share)| (role.name().to_owned(), (*share).into())).collect();
    json!({ "name": name, "evil": shares.evil, "error": shares.error, "roles": roles })
}

/// Says why something is in no world.
pub(super) fn why(
    args: &SolveArgs,
    case: &Case,
    what: &str,
    pool: &rayon::ThreadPool,
    out: &mut Output,
) -> Result<(), Failure> {
    let asked = question(case, what)?;
    let (reason, stopped) =
        watched(&args.limits, out.json, None, |watch| pool.install(|| reason_why(case, &asked, watch)));
    let reason = match (reason.map_err(Failure::from)?, stopped) {
        (Some(reason), _) => reason,
        (None, Some(cause)) => return Err(cause.failure(&args.limits, "no reason was found by then")),
        (None, None) => return Err(Failure::usage("solve/stopped", "stopped before a reason was found")),
    };
    match reason {
        Reason::Possible(world) => {
            if out.json {
                let answer = json!({ "what": what, "possible": true, "world": world_json(&world) });
                return Ok(out.value(&answer)?);
            }
            out.line(&format!("{what} is possible, for example:\n  {}", report::world_line(case, &world)))?;
        }
        Reason::Impossible(elements) => {
            let words: Vec<String> = elements.iter().map(|element| element.words(case)).collect();
            if out.json {
                return Ok(out.value(&json!({ "what": what, "possible": false, "because": words }))?);
            }
            out.line(&impossible(what, &elements, &words))?;
        }
    }
    Ok(())
}

fn impossible(what: &str, elements: &[Element], words: &[String]) -> String {
    if elements.is_empty() {
        return format!(
            "{what} is impossible: what the table saw, the claims and the set-up leave no room for it."
        );
    }
    let lines: Vec<String> = words.iter().map(|words| format!("  - {words}\n")).collect();
    let end = match elements.len() {
        1 => "Given all other claims and events, without that it would be possible.",
        _ => "Given all other claims and events, without any one of these it would be possible.",
    };
    format!("{what} is impossible, because\n{}{end}", lines.concat())
}

/// A problem of a case that the rules engine cannot play, for lists.
pub(super) fn first_words(problems: &[Diagnostic]) -> String {
    problems.iter().map(|problem| problem.message.as_str()).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_all_worlds_together_say_always_or_never() {
        // In so many of so many worlds, whether those are all, and what can be said.
        let table = [
            (3, 3, true, "always"),
            (0, 3, true, "never"),
            (1, 3, true, "sometimes"),
            (0, 0, true, "no world"),
            (3, 3, false, "not never"),
            (0, 3, false, "not always"),
            (1, 3, false, "sometimes"),
            (0, 0, false, "unknown"),
        ];
        for (always, worlds, is_complete, expected) in table {
            let held = Holds { always, at_times: always, worlds, error: 0.0 };
            assert_eq!(verdict(&held, is_complete), expected, "{always} of {worlds}");
        }
    }
}
