//! Table lines.

use gaslamp_core::{Game as _, Notation as _};
use gaslamp_mafia::notation::table::Table;
use gaslamp_mafia::{Rules, State};
use serde_json::{Map, Value, json};

use crate::diagnostic::{Input, Problems};
use crate::record::{self, Part};

/// The state at the end of a record, or that a table line describes.
///
/// # Errors
/// What cannot be read, or which rule refuses it.
pub fn read_state(input: &Input, at: Option<usize>) -> Result<State, Problems> {
    if !is_table(&input.text) {
        return Ok(*record::read::<State>(input, at)?.state());
    }
    if at.is_some() {
        return Err(Problems::unreadable(
            "input/step",
            "a table line is a single state; --at needs a record",
        ));
    }
    Table::read_state(&input.text).map_err(|problems| input.problems(problems))
}

/// A table begins with its seats in brackets; a trace in brackets begins with a phase.
fn is_table(text: &str) -> bool {
    let inner = text.trim_start().strip_prefix('[').and_then(|rest| rest.split_once(']'));
    inner.is_some_and(|(inner, _)| inner.contains(':'))
}

/// The table as it is written, or what a seat sees of it.
///
/// # Errors
/// That there is no such seat.
pub fn write(state: &State, seat: Option<&str>) -> Result<String, Problems> {
    let names = State::names(&Rules::default());
    Ok(match seat {
        Some(text) => State::write_visible_state(&names, &state.visible_state(record::seat(text, &names)?)),
        None => state.write_state(&names),
    })
}

/// A table with its facts, or what a seat sees of it.
///
/// # Errors
/// What cannot be read, or which rule refuses it.
pub fn table(input: &Input, part: &Part) -> Result<Value, Problems> {
    let state = read_state(input, part.at)?;
    let text = write(&state, part.seat.as_deref())?;
    if part.seat.is_some() {
        return Ok(json!({ "sight": text }));
    }
    let facts = state.facts(&State::names(&Rules::default())).into_iter();
    let facts: Map<String, Value> = facts.map(|(key, value)| (key, Value::String(value))).collect();
    Ok(json!({ "table": text, "facts": facts }))
}
