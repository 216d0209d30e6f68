//! What went wrong, and how it is reported: the place in the text, the rule, the fix, the exit code.

use std::io;
use std::process::ExitCode;

use gaslamp_api::{Answer, Input, Problems};
use gaslamp_core::Diagnostic;
use gaslamp_core::printable::printable;

use crate::colour;
use crate::limits::INTERRUPTED;
use crate::output::Output;
use crate::waiting;

/// Why a command did not do what was asked.
#[derive(Debug, Default)]
pub(crate) struct Failure {
    /// What is wrong, and what can be said all the same: programs are given one object with both.
    answer: Answer,
    /// Whether nobody reads our output any more, so that nothing is reported.
    silent: bool,
}

impl Failure {
    /// The problems as programs are given them.
    #[cfg(all(test, feature = "clingo"))]
    pub(crate) fn problems_json(&self) -> Vec<serde_json::Value> {
        self.answer.problems.to_json()
    }

    /// Problems of an input.
    pub(crate) fn of_input(name: &str, text: &str, problems: Vec<Diagnostic>) -> Self {
        Input::new(name, text).problems(problems).into()
    }

    /// Adds problems that are not in this input; any span they have is dropped.
    pub(crate) fn and(mut self, more: Vec<Diagnostic>) -> Self {
        self.answer.problems = self.answer.problems.and(more);
        self
    }

    /// The problems of both failures.
    pub(crate) fn with(mut self, other: Self) -> Self {
        self.answer.problems = self.answer.problems.with(other.answer.problems);
        self
    }

    /// The answer is no: a rule or the current state forbids it.
    pub(crate) fn no(id: &'static str, message: impl Into<String>) -> Self {
        Diagnostic::illegal(id, message).into()
    }

    /// The request is invalid or cannot be served.
    pub(crate) fn usage(id: &'static str, message: impl Into<String>) -> Self {
        Diagnostic::new(id, message).into()
    }

    /// The user pressed Ctrl-C.
    pub(crate) fn interrupted(id: &'static str, message: impl Into<String>) -> Self {
        Problems::interrupted(id, message).into()
    }

    /// What is wrong, without what can be said all the same.
    pub(crate) fn into_problems(self) -> Problems {
        self.answer.problems
    }

    /// What is wrong.
    #[cfg(all(test, feature = "clingo"))]
    pub(crate) const fn problems(&self) -> &Problems {
        &self.answer.problems
    }

    /// Reports the problems and returns the exit code. If JSON cannot be written to standard output, text goes to standard error.
    pub(crate) fn report(&self, out: &mut Output) -> ExitCode {
        if self.silent {
            return ExitCode::SUCCESS;
        }
        let problems = &self.answer.problems;
        let answered =
            if out.json { out.value(&self.answer.to_json()) } else { Ok(()) }.and_then(|()| out.flush());
        if !out.json || out.is_lost() {
            tell(Tone::Error, problems);
        }
        if let Err(error) = answered.map_err(Self::from) {
            tell(Tone::Error, &error.answer.problems);
        }
        if problems.is_interrupted() {
            return ExitCode::from(INTERRUPTED);
        }
        ExitCode::from(if problems.are_illegal() && !out.is_lost() { 1 } else { 2 })
    }
}

/// Says problems as warnings, where answers do not go: what was asked for is done all the same.
pub(crate) fn warn(problems: &Problems) {
    tell(Tone::Warning, problems);
}

fn tell(tone: Tone, problems: &Problems) {
    waiting::aside(&colour::problems(&printable(&problems.to_text(tone.name()))));
}

impl From<Diagnostic> for Failure {
    fn from(problem: Diagnostic) -> Self {
        vec![problem].into()
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        let mut failure = Self::usage("io", error.to_string());
        failure.silent = error.kind() == io::ErrorKind::BrokenPipe;
        failure
    }
}

impl From<Vec<Diagnostic>> for Failure {
    fn from(problems: Vec<Diagnostic>) -> Self {
        Problems::from(problems).into()
    }
}

impl From<Problems> for Failure {
    fn from(problems: Problems) -> Self {
        Answer::from(problems).into()
    }
}

impl From<Answer> for Failure {
    fn from(answer: Answer) -> Self {
        Self { answer, silent: false }
    }
}

/// The severity under which a problem is reported.
#[derive(Clone, Copy)]
enum Tone {
    Error,
    Warning,
}

impl Tone {
    const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

/// Prints a warning on standard error.
pub(crate) fn warn_about(text: &str) {
    waiting::aside(&colour::problems(&format!("warning: {}\n", printable(text))));
}
