//! The answer to one puzzle.

use std::time::Duration;

use gaslamp_botc::Character;
use gaslamp_core::words::percent;
use gaslamp_core::{Diagnostic, Seat};
use gaslamp_deduce::botc::report;
use gaslamp_deduce::botc::{
    Case, Element, Puzzle, Question, Reason, Solver, World, Worlds, puzzle, shortage, why as reason_why,
};
use serde_json::{Value, json};

use super::{SolveArgs, question, solved};
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
    let ask = |text: &String| question(case, text);
    let assumptions = args.what_if.iter().map(ask).collect::<Result<Vec<_>, _>>()?;
    let questions = args.ask.iter().map(ask).collect::<Result<Vec<_>, _>>()?;
    let solver = Solver::new(case).map_err(|problems| input.failure(problems))?;
    let (worlds, elapsed) = solved(&solver, pool, &assumptions);
    let held =
        questions.iter().map(|question| held(&solver, pool, &assumptions, question)).collect::<Vec<_>>();
    let mut answer = fields(case, &worlds, elapsed);
    let asked = args.ask.iter().zip(&held);
    answer.push(("warnings", input.failure(puzzle::ambiguities(case)).to_json().into()));
    answer.push(("asked", asked.clone().map(|(text, held)| held.to_json(text)).collect()));
    if !out.json {
        if !args.what_if.is_empty() {
            out.line(&format!("Supposing {}:", args.what_if.join(" and ")))?;
        }
        out.line(&report::write(case, &worlds, args.show))?;
        for (text, held) in asked {
            out.line(&format!("{text}: {}", held.words()))?;
        }
    }
    let failure = failure(args, puzzle, &worlds, pool);
    match (out.json, failure) {
        (true, None) => Ok(out.object(answer)?),
        (true, Some(failure)) => Err(failure.beside(answer)),
        (false, None) => Ok(()),
        (false, Some(failure)) => Err(failure),
    }
}

/// Why the answer is a no: there is no world, or not those that were expected.
fn failure(args: &SolveArgs, puzzle: &Puzzle, worlds: &Worlds, pool: &rayon::ThreadPool) -> Option<Failure> {
    if !worlds.is_complete {
        return Some(Failure::no("solve/interrupted", "interrupted; there may be more worlds"));
    }
    if args.expect {
        let differences = super::all::differences(puzzle, worlds);
        return (!differences.is_empty()).then(|| Failure::no("solve/differs", differences.join("; ")));
    }
    if worlds.is_empty() {
        let clash = if args.what_if.is_empty() { clash(&puzzle.case, pool) } else { String::new() };
        return Some(Failure::no("solve/no-world", format!("no world fits what is known{clash}")));
    }
    None
}

/// Which things known cannot all be so.
fn clash(case: &Case, pool: &rayon::ThreadPool) -> String {
    match pool.install(|| reason_why(case, &Question::Any)) {
        Ok(Reason::Impossible(elements)) if elements.is_empty() => match shortage(case) {
            Some(words) => format!(": {words}"),
            None => "; without any one claim or event there would still be none".to_owned(),
        },
        Ok(Reason::Impossible(elements)) => {
            let lines: Vec<String> =
                elements.iter().map(|element| format!("\n  {}", element.words(case))).collect();
            format!("; these cannot all be so:{}", lines.concat())
        }
        _ => String::new(),
    }
}

/// In how many worlds something holds.
struct Held {
    always: usize,
    at_times: usize,
    worlds: usize,
}

fn held(solver: &Solver, pool: &rayon::ThreadPool, assumptions: &[Question], asked: &Question) -> Held {
    let holds = pool.install(|| {
        solver.holds_where(
            |world, end| assumptions.iter().all(|question| question.is_so(world, end)),
            |world, end| asked.is_so(world, end),
        )
    });
    Held { always: holds.always, at_times: holds.at_times, worlds: holds.worlds }
}

impl Held {
    fn verdict(&self) -> &'static str {
        match (self.always, self.at_times, self.worlds) {
            (_, _, 0) => "no world",
            (always, _, worlds) if always == worlds => "always",
            (_, 0, _) => "never",
            _ => "sometimes",
        }
    }

    fn share(&self) -> f64 {
        if self.worlds == 0 { 0.0 } else { self.always as f64 / self.worlds as f64 }
    }

    fn words(&self) -> String {
        let open = self.at_times - self.always;
        let depends = if open > 0 {
            format!(", and {open} where it depends on what was hidden")
        } else {
            String::new()
        };
        let (verdict, share) = (self.verdict(), percent(self.share()));
        format!("{verdict} ({share}: {} of {} worlds{depends})", self.always, self.worlds)
    }

    fn to_json(&self, text: &str) -> Value {
        json!({
            "statement": text, "answer": self.verdict(), "share": self.share(), "worlds": self.always,
            "worlds_at_times": self.at_times,
        })
    }
}

fn fields(case: &Case, worlds: &Worlds, elapsed: Duration) -> Vec<Field> {
    let names = case.names();
    let certain: Vec<String> = worlds.certain().iter().map(|fact| fact.words(&names)).collect();
    let seats = names.iter().enumerate().map(|(index, name)| seat_json(name, Seat::new(index), worlds));
    vec![
        ("worlds", worlds.len().into()),
        ("solutions", worlds.worlds.iter().map(world_json).collect()),
        ("seats", seats.collect()),
        ("certain", certain.into()),
        ("elapsed_ms", (elapsed.as_secs_f64() * 1e3).into()),
        ("complete", worlds.is_complete.into()),
        ("supposed", worlds.supposed.into()),
    ]
}

pub(super) fn world_json(world: &World) -> Value {
    let names = |roles: &[Character]| roles.iter().map(|role| role.name()).collect::<Vec<_>>();
    json!({ "start": names(&world.start), "end": names(&world.end) })
}

fn seat_json(name: &str, seat: Seat, worlds: &Worlds) -> Value {
    let total = worlds.len().max(1) as f64;
    let roles = worlds.roles(seat).into_iter();
    let roles: serde_json::Map<String, Value> =
        roles.map(|(role, count)| (role.name().to_owned(), (count as f64 / total).into())).collect();
    json!({ "name": name, "evil": worlds.share(|world| world.evil.contains(seat)), "roles": roles })
}

/// Says why something is in no world.
pub(super) fn why(case: &Case, what: &str, out: &mut Output) -> Result<(), Failure> {
    let asked = question(case, what)?;
    match reason_why(case, &asked).map_err(Failure::from)? {
        Reason::Possible(world) => {
            let sheet = report::sheet(case, &world);
            let line =
                gaslamp_botc::notation::line::write(&sheet, gaslamp_botc::notation::line::Naming::Long);
            if out.json {
                return Ok(
                    out.value(&json!({ "what": what, "possible": true, "world": world_json(&world) }))?
                );
            }
            out.line(&format!("{what} is possible, for example:\n  {line}"))?;
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
