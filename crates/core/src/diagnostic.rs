//! What is wrong with an input: a stable id, a message, a place in the text and, where there is one, a fix.
//!
//! Readers collect diagnostics instead of stopping at the first, so every problem of an input is reported at
//! once. They are rendered by the binary, not here.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;

use crate::game::Refusal;

/// A place in a text, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last one.
    pub end: usize,
}

impl Span {
    /// From `start` up to but excluding `end`.
    #[must_use]
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// The span as a range for slicing a text.
    #[must_use]
    pub const fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// Line and column of the start, both counted from 1; the column is in characters.
    #[must_use]
    pub fn line_column(self, text: &str) -> (usize, usize) {
        let before = text.get(..self.start).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }
}

/// One problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// A stable id, such as `game/turn/not-yours`.
    pub id: &'static str,
    /// The message.
    pub message: String,
    /// Where it is in the text, if it has a place.
    pub span: Option<Span>,
    /// How to fix it, if that is known.
    pub fix: Option<String>,
    /// What kind of problem it is.
    pub fault: Fault,
}

/// The kinds of problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It cannot be read.
    Unreadable,
    /// It can be read, but the rules refuse it.
    Illegal,
    /// It can be read, but it needs something that is not implemented, so the rules say neither yes nor no.
    Unsupported,
}

impl Diagnostic {
    /// A problem of input that cannot be read, without place or fix.
    #[must_use]
    pub fn new(id: &'static str, message: impl Into<String>) -> Self {
        Self { id, message: message.into(), span: None, fix: None, fault: Fault::Unreadable }
    }

    /// A problem of input that the rules refuse, without place or fix.
    #[must_use]
    pub fn illegal(id: &'static str, message: impl Into<String>) -> Self {
        Self { fault: Fault::Illegal, ..Self::new(id, message) }
    }

    /// A problem of input that needs something not implemented, without place or fix.
    #[must_use]
    pub fn unsupported(id: &'static str, message: impl Into<String>) -> Self {
        Self { fault: Fault::Unsupported, ..Self::new(id, message) }
    }

    /// The same with a place, if there is one. A place that was set before stays: the one found first is the
    /// closest.
    #[must_use]
    pub fn at(mut self, span: impl Into<Option<Span>>) -> Self {
        self.span = self.span.or(span.into());
        self
    }

    /// The same, with a fix.
    #[must_use]
    pub fn fix(mut self, fix: impl Into<String>) -> Self {
        self.fix = Some(fix.into());
        self
    }
}

impl From<Refusal> for Diagnostic {
    fn from(refusal: Refusal) -> Self {
        Self::illegal(refusal.rule.id, refusal.rule.says)
    }
}

/// Lists of what is supported are told once: of several problems with the same such fix, only the first keeps
/// it.
pub fn tell_support_once(problems: &mut [Diagnostic]) {
    let mut told = BTreeSet::new();
    for problem in problems.iter_mut().filter(|problem| problem.fault == Fault::Unsupported) {
        problem.fix = problem.fix.take().filter(|fix| told.insert(fix.clone()));
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.message, self.id)
    }
}

impl std::error::Error for Diagnostic {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_in_lines_and_characters() {
        let text = "ab\nçd!";
        let at = |start| Span::new(start, start + 1).line_column(text);
        assert_eq!([at(0), at(1), at(3), at(6), at(99)], [(1, 1), (1, 2), (2, 1), (2, 3), (2, 4)]);
    }
}
