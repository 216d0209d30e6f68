//! What went wrong, and how it is reported: the place in the text, the rule, the fix, the exit code.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::sync::Arc;

use gaslamp_core::printable::printable;
use gaslamp_core::{Diagnostic, Fault, TokenError};
use serde_json::{Value, json};

use crate::limits::INTERRUPTED;
use crate::output::{Field, Output};

/// The most problems shown as text.
const MOST_AS_TEXT: usize = 20;

/// The most problems in JSON.
const MOST_AS_JSON: usize = 200;

/// Why a command did not do what was asked.
#[derive(Debug, Default)]
pub(crate) struct Failure {
    /// Every problem, with the input it is in, if it is in one.
    problems: Vec<(Option<Arc<Source>>, Diagnostic)>,
    /// Fields of a partial answer: with `--json` they share one object with the errors.
    answer: Vec<Field>,
    /// Whether nobody reads our output any more, so that nothing is reported.
    silent: bool,
    /// Whether somebody pressed Ctrl-C: whatever was found is neither a yes nor a no.
    is_interrupted: bool,
}

/// An input: its name and its text.
#[derive(Debug)]
struct Source {
    name: String,
    text: String,
}

impl Failure {
    /// Problems of an input.
    pub(crate) fn of_input(name: &str, text: &str, problems: Vec<Diagnostic>) -> Self {
        let source = Arc::new(Source { name: name.to_owned(), text: text.to_owned() });
        let problems = problems.into_iter().map(|problem| (Some(Arc::clone(&source)), problem)).collect();
        Self { problems, ..Self::default() }
    }

    /// Adds problems that are not in this input; any span they have is dropped.
    pub(crate) fn and(self, more: Vec<Diagnostic>) -> Self {
        self.with(
            more.into_iter().map(|problem| Diagnostic { span: None, ..problem }).collect::<Vec<_>>().into(),
        )
    }

    /// The problems of both failures.
    pub(crate) fn with(mut self, other: Self) -> Self {
        self.problems.extend(other.problems);
        self
    }

    /// Adds the fields of a partial answer for programs.
    pub(crate) fn beside(self, answer: Vec<Field>) -> Self {
        Self { answer, ..self }
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
        Self { is_interrupted: true, ..Self::usage(id, message) }
    }

    /// Prints the problems as warnings on standard error; the request is carried out regardless.
    pub(crate) fn warn(&self) {
        self.tell(Tone::Warning);
    }

    /// The problems as JSON.
    pub(crate) fn to_json(&self) -> Vec<Value> {
        let shown = self.problems.iter().take(MOST_AS_JSON);
        shown.map(|(source, problem)| as_json(source.as_deref(), problem)).collect()
    }

    fn tell(&self, tone: Tone) {
        let shown = self.problems.iter().take(MOST_AS_TEXT);
        let mut text: String =
            shown.map(|(source, problem)| as_text(tone, source.as_deref(), problem)).collect();
        if self.problems.len() > MOST_AS_TEXT {
            let _ = writeln!(text, "… and {} more", self.problems.len() - MOST_AS_TEXT);
        }
        let _ = io::stderr().write_all(printable(&text).as_bytes());
    }

    /// Reports the problems and returns the exit code. If JSON cannot be written to standard output, text goes to standard error.
    pub(crate) fn report(&self, out: &mut Output) -> ExitCode {
        if self.silent {
            return ExitCode::SUCCESS;
        }
        let answered = if out.json { self.answer(out) } else { Ok(()) }.and_then(|()| out.flush());
        if !out.json || out.is_lost() {
            self.tell(Tone::Error);
        }
        if let Err(error) = answered.map_err(Self::from) {
            error.tell(Tone::Error);
        }
        if self.is_interrupted {
            return ExitCode::from(INTERRUPTED);
        }
        let illegal = self.problems.iter().all(|(_, problem)| problem.fault == Fault::Illegal);
        ExitCode::from(if illegal && !out.is_lost() { 1 } else { 2 })
    }

    /// Reports as JSON.
    fn answer(&self, out: &mut Output) -> io::Result<()> {
        let errors = self.to_json();
        let left_out = self.problems.len() - errors.len();
        let mut answer = self.answer.clone();
        answer.extend([("errors", errors.into()), ("left_out", left_out.into())]);
        out.object(answer)
    }
}

fn as_json(source: Option<&Source>, problem: &Diagnostic) -> Value {
    let place = source.zip(problem.span).map(|(source, span)| {
        let (line, column) = span.line_column(&source.text);
        json!({ "file": source.name, "line": line, "column": column, "start": span.start, "end": span.end })
    });
    json!({ "id": problem.id, "message": problem.message, "place": place, "fix": problem.fix })
}

fn as_text(tone: Tone, source: Option<&Source>, problem: &Diagnostic) -> String {
    let mut out = format!("{}[{}]: {}\n", tone.name(), problem.id, problem.message);
    match (source, problem.span) {
        (Some(source), Some(span)) => underline(&mut out, &source.name, &source.text, span),
        (Some(source), None) => {
            let _ = writeln!(out, "  --> {}", source.name);
        }
        (None, _) => {}
    }
    if let Some(fix) = &problem.fix {
        let _ = writeln!(out, "  = fix: {fix}");
    }
    out
}

/// The line with the place underlined; a long line is cut around the place.
fn underline(out: &mut String, name: &str, text: &str, span: gaslamp_core::Span) {
    const CONTEXT: usize = 40;
    let (line, column) = span.line_column(text);
    let whole: Vec<char> = text.lines().nth(line - 1).unwrap_or_default().chars().collect();
    let marked = text.get(span.range()).and_then(|part| part.lines().next()).unwrap_or_default();
    let length = marked.chars().count().clamp(1, 2 * CONTEXT);
    let from = (column - 1).saturating_sub(CONTEXT);
    let to = (column - 1 + length + CONTEXT).min(whole.len()).max(from);
    // Escaped characters are wider, so the three parts are escaped separately.
    let shown = |from: usize, to: usize| {
        let part: String =
            whole.iter().take(to).skip(from).map(|&c| if c == '\t' { ' ' } else { c }).collect();
        printable(&part).into_owned()
    };
    let (start, end) = (column - 1, column - 1 + length);
    let before = format!("{}{}", if from > 0 { "…" } else { "" }, shown(from, start));
    let place = shown(start, end);
    let after = format!("{}{}", shown(end, to), if to < whole.len() { "…" } else { "" });
    let pad = " ".repeat(before.chars().count());
    let gutter = " ".repeat(line.to_string().len());
    let _ = writeln!(out, "{gutter} --> {name}:{line}:{column}");
    let _ = writeln!(out, "{line} | {before}{place}{after}");
    let _ = writeln!(out, "{gutter} | {pad}{}", "^".repeat(place.chars().count().max(length)));
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

impl From<TokenError> for Failure {
    fn from(error: TokenError) -> Self {
        Self::usage(error.id, format!("token {} (counted from 0): {}", error.at, error.message))
    }
}

impl From<Vec<Diagnostic>> for Failure {
    fn from(problems: Vec<Diagnostic>) -> Self {
        let problems = problems.into_iter().map(|problem| (None, problem)).collect();
        Self { problems, ..Self::default() }
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
    let _ = writeln!(io::stderr(), "warning: {}", printable(text));
}
