//! What is wrong, for programs: an id, words, a place in the input it belongs to, and the fix.
//!
//! Accepts diagnostics and the inputs that they are about, emits a JSON object for each: `id`, `message`, `place` (`file`, `line` and `column`
//! from 1, `start` and `end` in bytes; null if there is none) and `fix` (null if there is none).

use std::sync::Arc;

use gaslamp_core::{Diagnostic, Fault, Span, TokenError};
use serde_json::{Value, json};

/// The most problems in JSON.
const MOST: usize = 200;

/// Some editors write it at the beginning of a file.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// A text and what to call it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    /// A file's name, or what else people call it.
    pub name: String,
    /// All of it.
    pub text: String,
}

impl Input {
    /// A text of this name.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into() }
    }

    /// The text of a file.
    ///
    /// # Errors
    /// That it is no text.
    pub fn from_bytes(name: &str, mut bytes: Vec<u8>) -> Result<Self, Problems> {
        if bytes.starts_with(BYTE_ORDER_MARK) {
            bytes.drain(..BYTE_ORDER_MARK.len());
        }
        String::from_utf8(bytes).map(|text| Self::new(name, text)).map_err(|error| {
            // Invalid bytes are shown as the replacement character.
            let at = error.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(error.as_bytes());
            let problem = Diagnostic::new("input/utf-8", format!("{name} is not UTF-8 text"));
            let place = Span::new(at, at + char::REPLACEMENT_CHARACTER.len_utf8());
            Self::new(name, text).problems(vec![problem.at(place)])
        })
    }

    /// Problems in this input.
    #[must_use]
    pub fn problems(&self, diagnostics: Vec<Diagnostic>) -> Problems {
        let input = Arc::new(self.clone());
        let of_input = |diagnostic| Problem { input: Some(Arc::clone(&input)), diagnostic };
        Problems { list: diagnostics.into_iter().map(of_input).collect(), is_interrupted: false }
    }
}

/// One thing that is wrong, and the input it is wrong with, if it is one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// Where its place is to be looked for.
    pub input: Option<Arc<Input>>,
    /// What is wrong.
    pub diagnostic: Diagnostic,
}

impl Problem {
    /// The same for programs.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let Diagnostic { id, message, span, fix, .. } = &self.diagnostic;
        let place = self.input.as_ref().zip(*span).map(|(input, span)| {
            let (line, column) = span.line_column(&input.text);
            json!({ "file": input.name, "line": line, "column": column, "start": span.start, "end": span.end })
        });
        json!({ "id": id, "message": message, "place": place, "fix": fix })
    }
}

/// Everything that is wrong.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Problems {
    list: Vec<Problem>,
    is_interrupted: bool,
}

impl Problems {
    /// Something that the rules, or the state of things, refuse.
    #[must_use]
    pub fn illegal(id: &'static str, message: impl Into<String>) -> Self {
        Diagnostic::illegal(id, message).into()
    }

    /// A request that cannot be understood.
    #[must_use]
    pub fn unreadable(id: &'static str, message: impl Into<String>) -> Self {
        Diagnostic::new(id, message).into()
    }

    /// Somebody did not want to wait: whatever was found, it is neither a yes nor a no.
    #[must_use]
    pub fn interrupted(id: &'static str, message: impl Into<String>) -> Self {
        Self { is_interrupted: true, ..Self::unreadable(id, message) }
    }

    /// The same, and what else is wrong; a place that those have is in no input.
    #[must_use]
    pub fn and(self, more: Vec<Diagnostic>) -> Self {
        let more = more.into_iter().map(|problem| Diagnostic { span: None, ..problem });
        self.with(more.collect::<Vec<_>>().into())
    }

    /// The problems of both failures.
    #[must_use]
    pub fn with(mut self, other: Self) -> Self {
        self.list.extend(other.list);
        self.is_interrupted |= other.is_interrupted;
        self
    }

    /// Each of them.
    pub fn iter(&self) -> impl Iterator<Item = &Problem> {
        self.list.iter()
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Whether all could be read, and the rules say no.
    #[must_use]
    pub fn are_illegal(&self) -> bool {
        self.iter().all(|problem| problem.diagnostic.fault == Fault::Illegal)
    }

    /// Whether somebody did not want to wait.
    #[must_use]
    pub const fn is_interrupted(&self) -> bool {
        self.is_interrupted
    }

    /// The first of them, no more than a program can use.
    #[must_use]
    pub fn to_json(&self) -> Vec<Value> {
        self.iter().take(MOST).map(Problem::to_json).collect()
    }
}

impl From<Vec<Diagnostic>> for Problems {
    fn from(diagnostics: Vec<Diagnostic>) -> Self {
        let list = diagnostics.into_iter().map(|diagnostic| Problem { input: None, diagnostic }).collect();
        Self { list, is_interrupted: false }
    }
}

impl From<Diagnostic> for Problems {
    fn from(diagnostic: Diagnostic) -> Self {
        vec![diagnostic].into()
    }
}

impl From<TokenError> for Problems {
    fn from(error: TokenError) -> Self {
        Self::unreadable(error.id, format!("token {} (counted from 0): {}", error.at, error.message))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_has_its_place_in_its_own_input() {
        let input = Input::new("my.txt", "one\ntwo");
        let problem = Diagnostic::new("a/b", "what").at(Span::new(4, 7)).fix("this");
        let place = json!({ "file": "my.txt", "line": 2, "column": 1, "start": 4, "end": 7 });
        let expected = json!({ "id": "a/b", "message": "what", "place": place, "fix": "this" });
        let placed = input.problems(vec![problem.clone()]);
        assert_eq!(placed.to_json(), [expected]);
        // In another input that place means nothing.
        let both = placed.and(vec![problem]).to_json();
        assert_eq!(both[1]["place"], Value::Null);
    }

    #[test]
    fn programs_are_not_given_more_than_they_can_use() {
        let many: Problems = vec![Diagnostic::new("a", "b"); MOST + 3].into();
        let answer = crate::Answer::from(many).to_json();
        assert_eq!((answer["errors"].as_array().map(Vec::len), &answer["left_out"]), (Some(MOST), &json!(3)));
    }
}
