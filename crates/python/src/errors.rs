//! Problems as exceptions; `gaslamp.errors` has their classes.
//!
//! What can be answered is returned, also if it is a no and has `errors` beside the facts. What cannot be answered is raised: `Illegal` if the
//! rules say no, `Unfinished` if time ran out, `Unreadable` otherwise.

use gaslamp_api::{Answer, Problems};
use gaslamp_core::printable::printable;
use pyo3::prelude::*;
use serde_json::Value;

use crate::json::to_python;

/// What the ids of problems begin with if there was too little time.
const LIMIT: &str = "limit/";

/// An answer, or what is raised in place of one.
pub(crate) fn answered<'py>(py: Python<'py>, answer: &Answer) -> PyResult<Bound<'py, PyAny>> {
    let problems = &answer.problems;
    if problems.is_empty() || (problems.are_illegal() && !answer.fields.is_empty()) {
        return to_python(py, &answer.to_json());
    }
    Err(unanswered(py, answer).unwrap_or_else(|error| error))
}

/// The exception for problems without an answer.
pub(crate) fn refused(py: Python<'_>, problems: Problems) -> PyErr {
    unanswered(py, &problems.into()).unwrap_or_else(|error| error)
}

fn unanswered(py: Python<'_>, answer: &Answer) -> PyResult<PyErr> {
    let problems = &answer.problems;
    let class = if problems.iter().any(|problem| problem.diagnostic.id.starts_with(LIMIT)) {
        "Unfinished"
    } else if problems.are_illegal() {
        "Illegal"
    } else {
        "Unreadable"
    };
    let text = problems.to_text("error");
    let message = printable(text.trim_end());
    let list = to_python(py, &Value::Array(problems.to_json()))?;
    let class = py.import("gaslamp.errors")?.getattr(class)?;
    Ok(PyErr::from_value(class.call1((message, list, to_python(py, &answer.to_json())?))?))
}
