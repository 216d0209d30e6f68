//! Records: read, played again, and shown whole or as one seat may know them.

use std::borrow::Cow;

use gaslamp_core::bounds::shortened;
use gaslamp_core::notation::read_seat;
use gaslamp_core::number_format::plural;
use gaslamp_core::{Actor, Diagnostic, Notation, Run, Seat, record};
use serde_json::{Value, json};

use crate::diagnostic::{Input, Problems};
use crate::trace;
use crate::view::{self, Observe};

/// Which part of a record, and through whose eyes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Part {
    /// Show only what this seat may know.
    pub seat: Option<String>,
    /// Only so many actions, the deal included.
    pub at: Option<usize>,
}

/// Reads a record and replays it up to a step.
///
/// # Errors
/// What cannot be read, or which rule refuses it.
pub fn read<G: Notation>(input: &Input, at: Option<usize>) -> Result<Run<G>, Problems> {
    if input.text.trim().is_empty() {
        let fix =
            format!("a record begins with `game {} {}` and the fields of its set-up", G::NAME, G::VERSION);
        return Err(Diagnostic::new("input/empty", format!("{} is empty", input.name)).fix(fix).into());
    }
    let run: Run<G> = record::read(&input.text).map_err(|problems| input.problems(problems))?;
    match at {
        None => Ok(run),
        Some(at) => up_to(&run, at),
    }
}

/// A game, or only its first actions.
///
/// # Errors
/// That it has fewer.
pub fn part<G: Notation>(run: &Run<G>, at: Option<usize>) -> Result<Cow<'_, Run<G>>, Problems> {
    match at {
        None => Ok(Cow::Borrowed(run)),
        Some(at) => up_to(run, at).map(Cow::Owned),
    }
}

/// The first actions of a record.
///
/// # Errors
/// That it has fewer.
pub fn up_to<G: Notation>(run: &Run<G>, at: usize) -> Result<Run<G>, Problems> {
    let steps = run.record().actions.len();
    if at > steps {
        return Err(Problems::unreadable(
            "input/step",
            format!("the record has only {}, not {at}", plural(steps, "action")),
        ));
    }
    run.at(at).map_err(|error| Diagnostic::from(error.refusal).into())
}

/// The seat that somebody means: a player's name, `P3`, or a number, as [`read_seat`] reads it.
///
/// # Errors
/// That nobody sits there.
pub fn seat(text: &str, names: &[String]) -> Result<Seat, Problems> {
    let text = text.trim();
    read_seat(names, text).ok_or_else(|| {
        let problem = Diagnostic::new("input/seat", format!("nobody sits at `{}`", shortened(text)));
        problem.fix(format!("the players are {}; a number stands for a seat", names.join(", "))).into()
    })
}

/// Plays a record again and shows it, or what a seat may know of it.
///
/// # Errors
/// What cannot be read, or which rule refuses it.
pub fn replay<G: Notation>(input: &Input, part: &Part, observe: Observe<G>) -> Result<Value, Problems> {
    let run: Run<G> = read(input, part.at)?;
    Ok(match &part.seat {
        Some(text) => view::to_json(&run.view(seat(text, &G::names(&run.record().setup))?), observe),
        None => to_json(&run),
    })
}

/// All of a game: `setup`, `trace`, `state`, who is `to_act`, what is `legal` then, and the `outcome`.
#[must_use]
pub fn to_json<G: Notation>(run: &Run<G>) -> Value {
    let (state, names) = (run.state(), G::names(&run.record().setup));
    let outcome = state.outcome().map(|outcome| {
        let scores: Vec<i8> = (0..state.seats()).map(|index| outcome.score(Seat::new(index))).collect();
        json!({ "result": outcome.result, "scores": scores })
    });
    let to_act = state.to_act().map(|actor| match actor {
        Actor::Storyteller => "st".to_owned(),
        Actor::Seat(seat) => names[seat.index()].clone(),
    });
    let setup = G::write_setup(&run.record().setup).into_iter();
    let setup: serde_json::Map<String, Value> =
        setup.map(|(key, value)| (key.to_owned(), Value::String(value))).collect();
    let actor = state.to_act().and_then(Actor::seat).map(|seat| run.view(seat));
    json!({
        "game": G::NAME,
        "version": G::VERSION,
        "setup": setup,
        "steps": run.record().actions.len(),
        "trace": trace::entries(&run.trace()),
        "state": state.write_state(&names),
        "to_act": to_act,
        "legal": actor.map(|view| view::legal(&view)),
        "outcome": outcome,
    })
}

/// A game that was played, with its record as text, and how many of its actions a referee has judged.
#[must_use]
pub fn played<G: Notation>(run: &Run<G>, judged: Option<usize>, record: &str) -> Value {
    json!({ "result": result(run), "steps": run.record().actions.len(), "judged": judged, "record": record })
}

/// One of several games that were played.
#[must_use]
pub fn one_of_several<G: Notation>(run: &Run<G>, judged: Option<usize>) -> Value {
    json!({ "game": G::NAME, "result": result(run), "judged": judged, "record": record::write_line(run) })
}

/// Games that were played with the same random seed.
#[must_use]
pub fn several(seed: u64, games: &[Value]) -> Value {
    json!({ "seed": seed, "games": games })
}

/// How a game ended, if it did.
#[must_use]
pub fn result<G: Notation>(run: &Run<G>) -> &'static str {
    run.state().outcome().map_or("unfinished", |outcome| outcome.result)
}
