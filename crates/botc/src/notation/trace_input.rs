//! Any trace a user has: of a whole game, which the rules replay, or of what is remembered of one.
//!
//! **Reads** records with their first line, traces of either form that begin with a deal, and any other
//! trace. Only a record must replay; a trace that does not is kept as it is, along with the reason.

use gaslamp_core::trace::{self, Trace};
use gaslamp_core::{Diagnostic, Game as _, Notation as _, Run, Span, record};

use super::grimoire_text::ScriptNote;
use super::trace_model::TraceModel;
use crate::rules::State;

/// A trace as it was read.
#[derive(Clone, Debug)]
pub struct TraceInput {
    /// The trace, completed with the consequences if it is a whole game.
    pub trace: Trace,
    /// The game, if the trace replays.
    pub run: Option<Run<State>>,
    /// Problems with events that could not be read; the rest is in the trace.
    pub unreadable: Vec<Diagnostic>,
    /// Why a trace that looks like a whole game does not replay.
    pub does_not_replay: Option<Diagnostic>,
}

impl TraceInput {
    /// Reads a trace.
    ///
    /// # Errors
    /// Everything that is wrong with a record with its first line.
    pub fn read(text: &str) -> Result<Self, Vec<Diagnostic>> {
        if record::has_first_line(text) {
            return record::read(text).map(|run| Self::of_run(run, text));
        }
        let reading = trace::read(&record::without_comments(text), State::DIALECT);
        let replayed = match first_line(&reading.trace).filter(|_| reading.problems.is_empty()) {
            Some(first) => replay(&first, text),
            None => Ok(None),
        };
        Ok(match replayed {
            Ok(Some(run)) => Self::of_run(run, text),
            Ok(None) => Self::of_trace(reading, None),
            Err(problem) => Self::of_trace(reading, Some(problem)),
        })
    }

    fn of_run(run: Run<State>, text: &str) -> Self {
        let trace = run.trace_at(&record::places::<State>(text));
        Self { trace, run: Some(run), unreadable: Vec::new(), does_not_replay: None }
    }

    fn of_trace(reading: trace::Reading, does_not_replay: Option<Diagnostic>) -> Self {
        Self { trace: reading.trace, run: None, unreadable: reading.problems, does_not_replay }
    }

    /// The model of the trace.
    #[must_use]
    pub fn model(&self) -> TraceModel {
        match &self.run {
            Some(run) => {
                let setup = &run.record().setup;
                TraceModel::read(&self.trace, &setup.names, Some(&ScriptNote::from(&setup.script)))
            }
            None => TraceModel::read(&self.trace, &[], None),
        }
    }
}

/// The first line of a record for a trace that begins with a deal.
fn first_line(trace: &Trace) -> Option<String> {
    let (_, deal) = trace.events().next().filter(|(_, event)| event.verb.as_deref() == Some("deals"))?;
    let names: Vec<&str> = deal.targets.iter().map(|target| target.name.name.as_str()).collect();
    Some(format!("game {} {} players={}\n", State::NAME, State::VERSION, names.join(",")))
}

/// Replays a trace; the reason if the rules refuse it.
fn replay(first_line: &str, text: &str) -> Result<Option<Run<State>>, Diagnostic> {
    let problems = match record::read(&format!("{first_line}{text}")) {
        Ok(run) => return Ok(Some(run)),
        Err(problems) => problems,
    };
    let Some(mut problem) = problems.into_iter().next() else { return Ok(None) };
    let before = first_line.len();
    let shifted =
        |span: Span| Some(Span::new(span.start.checked_sub(before)?, span.end.checked_sub(before)?));
    problem.span = problem.span.and_then(shifted);
    Err(problem)
}
