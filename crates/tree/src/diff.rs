//! Two states compared fact by fact. **Accepts** their facts, **emits** what changed, appeared or is gone.

use std::fmt;

use gaslamp_core::{Notation, Run};

/// A named fact.
type Fact = (String, String);

/// A fact that differs between two states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// Its name.
    pub name: String,
    /// Its old value; none if it has appeared.
    pub before: Option<String>,
    /// Its new value; none if it is gone.
    pub after: Option<String>,
}

/// What is different in the second of two games, in words.
#[must_use]
pub fn diff<G: Notation>(before: &Run<G>, after: &Run<G>) -> Vec<Change> {
    let facts = |run: &Run<G>| run.state().facts(&G::names(&run.record().setup));
    changes(&facts(before), &facts(after))
}

/// The differences, in the order of the facts of the first state; new facts come last. Facts with the same
/// name are compared in order.
fn changes(before: &[Fact], after: &[Fact]) -> Vec<Change> {
    let mut unmatched: Vec<&Fact> = after.iter().collect();
    let mut changes = Vec::new();
    for (name, value) in before {
        let at = unmatched.iter().position(|(other, _)| other == name);
        let now = at.map(|at| unmatched.remove(at).1.clone());
        if now.as_ref() != Some(value) {
            changes.push(Change { name: name.clone(), before: Some(value.clone()), after: now });
        }
    }
    changes.extend(unmatched.into_iter().map(|(name, value)| Change {
        name: name.clone(),
        before: None,
        after: Some(value.clone()),
    }));
    changes
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        match (&self.before, &self.after) {
            (Some(before), Some(after)) => write!(f, "{name}: {before} -> {after}"),
            (None, Some(after)) => write!(f, "{name}: {after} (appeared)"),
            (Some(before), None) => write!(f, "{name}: {before} (gone)"),
            (None, None) => write!(f, "{name}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_told_in_words() {
        let facts = |facts: &[(&str, &str)]| -> Vec<Fact> {
            facts.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
        };
        let before = facts(&[("P5", "citizen, in"), ("phase", "D1"), ("vote", "P1"), ("vote", "P2")]);
        let after = facts(&[("words", "P5"), ("P5", "citizen, out"), ("phase", "D1"), ("vote", "P1")]);
        let told: Vec<String> = changes(&before, &after).iter().map(Change::to_string).collect();
        assert_eq!(told, ["P5: citizen, in -> citizen, out", "vote: P2 (gone)", "words: P5 (appeared)"]);
        assert_eq!(changes(&after, &after), []);
    }
}
