//! Table lines on the command line.

use gaslamp_core::{Game as _, Notation as _};
use gaslamp_mafia::notation::table::Table;
use gaslamp_mafia::{Rules, SEATS, State};
use serde_json::{Map, Value, json};

use crate::args::RecordArgs;
use crate::failure::Failure;
use crate::input::{Input, read_run, read_seat};
use crate::output::Output;

/// The state that a record leads to, or that a table line describes.
pub(super) fn read_state(args: &RecordArgs) -> Result<State, Failure> {
    let input = Input::read(&args.record)?;
    if !is_table(&input.text) {
        return Ok(*read_run::<State>(&input, args.at)?.state());
    }
    if args.at.is_some() {
        return Err(Failure::usage("input/step", "a table line is one state; --at is for records"));
    }
    Table::read_state(&input.text).map_err(|problems| input.failure(problems))
}

/// A table begins with its seats in brackets; a trace in brackets begins with a phase.
fn is_table(text: &str) -> bool {
    let inner = text.trim_start().strip_prefix('[').and_then(|rest| rest.split_once(']'));
    inner.is_some_and(|(inner, _)| inner.contains(':'))
}

pub(super) fn run(args: &RecordArgs, out: &mut Output) -> Result<(), Failure> {
    let state = read_state(args)?;
    let names = State::names(&Rules::default());
    let text = match args.seat {
        Some(index) => State::write_visible_state(&names, &state.visible_state(read_seat(index, SEATS)?)),
        None => state.write_state(&names),
    };
    if out.json {
        if args.seat.is_some() {
            return Ok(out.value(&json!({ "visible_state": text }))?);
        }
        let facts = state.facts(&names).into_iter().map(|(key, value)| (key, Value::String(value)));
        return Ok(out.value(&json!({ "table": text, "facts": facts.collect::<Map<_, _>>() }))?);
    }
    Ok(out.line(&text)?)
}
