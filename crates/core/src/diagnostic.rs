//! What is wrong with an input: a stable id, words, a place in the text and, where there is one, the fix.
//!
//! Readers collect diagnostics instead of stopping at the first, so that every problem of an input is told
//! at once. Nothing here draws them; the binary does.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;

use crate::game::Refusal;

/// A place in a text, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Span {
    /// From `start` up to, but without, `end`.
    #[must_use]
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// The place as a range to slice a text with.
    #[must_use]
    pub const fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// Line and column of the beginning, both from 1, the column in characters.
    #[must_use]
    pub fn line_column(self, text: &str) -> (usize, usize) {
        let before = text.get(..self.start).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }
}

/// One thing that is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// A stable id, such as `game/turn/not-yours`.
    pub id: &'static str,
    /// What is wrong, for a person.
    pub message: String,
    /// Where, if it has a place.
    pub span: Option<Span>,
    /// What to do about it, where there is something.
    pub fix: Option<String>,
    /// Whether the input could be read at all.
    pub fault: Fault,
}

/// What kind of wrong it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It cannot be read.
    Unreadable,
    /// It can be read, and the rules say no.
    Illegal,
    /// It can be read, and nobody here can say: it needs what is not played here.
    Unsupported,
}

impl Diagnostic {
    /// Something that cannot be read, without place or fix.
    #[must_use]
    pub fn new(id: &'static str, message: impl Into<String>) -> Self {
        Self { id, message: message.into(), span: None, fix: None, fault: Fault::Unreadable }
    }

    /// Something that the rules refuse, without place or fix.
    #[must_use]
    pub fn illegal(id: &'static str, message: impl Into<String>) -> Self {
        Self { fault: Fault::Illegal, ..Self::new(id, message) }
    }

    /// Something that is not played here, so that the rules say neither yes nor no; without place or fix.
    #[must_use]
    pub fn unsupported(id: &'static str, message: impl Into<String>) -> Self {
        Self { fault: Fault::Unsupported, ..Self::new(id, message) }
    }

    /// The same, with a place, if there is one. A place that is already there stays: the one found first is
    /// the closest.
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

/// What is supported instead is told once: of problems that share such a fix the first keeps it.
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
