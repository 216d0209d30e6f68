//! What a program is given: a JSON object of named fields, and what is wrong, if anything is.

use serde_json::{Value, json};

use crate::diagnostic::Problems;

/// One field of a JSON object.
pub type Field = (&'static str, Value);

/// An object of these fields, in this order.
#[must_use]
pub fn object(fields: impl IntoIterator<Item = Field>) -> Value {
    fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Where an answer was written instead.
#[must_use]
pub fn file(place: &str) -> Value {
    json!({ "file": place })
}

/// What was found, and what is wrong: either may be empty, and what was found stands also beside a no.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// What was found.
    pub fields: Vec<Field>,
    /// What is wrong; nothing, if all went well.
    pub problems: Problems,
}

impl Answer {
    /// One object: the fields and, if something is wrong, `errors` and how many more were `left_out`.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let mut fields = self.fields.clone();
        if !self.problems.is_empty() {
            let errors = self.problems.to_json();
            let left_out = self.problems.len() - errors.len();
            fields.extend([("errors", errors.into()), ("left_out", left_out.into())]);
        }
        object(fields)
    }
}

impl From<Vec<Field>> for Answer {
    fn from(fields: Vec<Field>) -> Self {
        Self { fields, problems: Problems::default() }
    }
}

impl From<Problems> for Answer {
    fn from(problems: Problems) -> Self {
        Self { fields: Vec::new(), problems }
    }
}
