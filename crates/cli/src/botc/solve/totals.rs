//! What became of many puzzles together: a line of numbers, why files were refused, and the exit code.
//!
//! A file that was not answered makes the whole no answer, whatever the others say; if all were answered, one without a world or with
//! another answer than its own makes the whole a no.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use gaslamp_core::Diagnostic;
use serde_json::{Value, json};

use super::all::Outcome;
use crate::failure::Failure;
use crate::limits::{Cause, Limits};
use crate::output::Field;

/// Makes a problem of its id and its words.
type Diagnose = fn(&'static str, String) -> Diagnostic;

/// How many reasons of refusals a person is shown; programs are given all.
const MOST_REASONS: usize = 20;

/// What became of the files so far.
#[derive(Default)]
pub(super) struct Totals {
    /// Whether answers are compared with those that are recorded.
    expect: bool,
    agree: usize,
    differ: usize,
    /// No world, and nobody has recorded that there is none.
    without_world: usize,
    refused: usize,
    /// In how many files each reason to refuse was found.
    reasons: BTreeMap<String, usize>,
    stopped: usize,
    is_interrupted: bool,
    unreadable: usize,
    /// In milliseconds, ascending.
    times: Vec<f64>,
}

impl Totals {
    pub(super) fn new(expect: bool) -> Self {
        Self { expect, ..Self::default() }
    }

    pub(super) fn count(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::Solved { worlds, differences, is_recorded, ms } => {
                let place = self.times.partition_point(|time| time <= ms);
                self.times.insert(place, *ms);
                self.differ += usize::from(!differences.is_empty());
                self.agree += usize::from(*is_recorded && differences.is_empty());
                self.without_world += usize::from(*worlds == 0 && !(self.expect && *is_recorded));
            }
            Outcome::Refused(why) => {
                self.refused += 1;
                for reason in why {
                    *self.reasons.entry(reason.clone()).or_default() += 1;
                }
            }
            Outcome::Stopped(cause) => {
                self.stopped += 1;
                self.is_interrupted |= *cause == Cause::Interrupted;
            }
            Outcome::Uncounted => self.stopped += 1,
            Outcome::Unreadable(_) => self.unreadable += 1,
        }
    }

    /// Why the answer is a no, or was not found.
    pub(super) fn failure(&self, limits: &Limits) -> Option<Failure> {
        let unplayed = "not answered, since they need rules that are not played here";
        let differ = if self.expect { self.differ } else { 0 };
        let table: [(usize, Diagnose, &'static str, &str); 5] = [
            (self.unreadable, Diagnostic::new, "solve/unreadable", "cannot be read"),
            (self.stopped, Diagnostic::new, "solve/stopped", "no answer within the limits"),
            (self.refused, Diagnostic::unsupported, "solve/refused", unplayed),
            (differ, Diagnostic::illegal, "solve/differs", "another answer than the recorded one"),
            (self.without_world, Diagnostic::illegal, "solve/no-world", "no world fits what is known"),
        ];
        let problems: Vec<Diagnostic> = table
            .into_iter()
            .filter(|&(count, ..)| count > 0)
            .map(|(count, diagnose, id, what)| diagnose(id, format!("{what}: {}", puzzles(count))))
            .collect();
        if self.is_interrupted {
            let interrupted = Cause::Interrupted.failure(limits, "the files that follow were not looked at");
            return Some(interrupted.and(problems));
        }
        (!problems.is_empty()).then(|| problems.into())
    }

    fn median(&self) -> f64 {
        self.times.get(self.times.len() / 2).copied().unwrap_or_default()
    }

    fn together(&self) -> f64 {
        self.times.iter().sum()
    }

    /// The reasons to refuse, those of most files first.
    fn reasons(&self) -> Vec<(&str, usize)> {
        let mut reasons: Vec<(&str, usize)> =
            self.reasons.iter().map(|(reason, &files)| (reason.as_str(), files)).collect();
        reasons.sort_by_key(|&(_, files)| Reverse(files));
        reasons
    }

    pub(super) fn fields(&self) -> Vec<Field> {
        let reasons: Vec<Value> = self
            .reasons()
            .into_iter()
            .map(|(reason, files)| json!({ "reason": reason, "files": files }))
            .collect();
        vec![
            ("solved", self.times.len().into()),
            ("agree", self.agree.into()),
            ("differ", self.differ.into()),
            ("without_world", self.without_world.into()),
            ("refused", self.refused.into()),
            ("refused_because", reasons.into()),
            ("stopped", self.stopped.into()),
            ("unreadable", self.unreadable.into()),
            ("median_ms", self.median().into()),
            ("total_ms", self.together().into()),
        ]
    }

    pub(super) fn words(&self) -> String {
        let compared = if self.expect {
            format!(" ({} agree, {} differ)", self.agree, self.differ)
        } else {
            String::new()
        };
        let (solved, median, together) = (self.times.len(), self.median(), self.together());
        let mut lines = vec![format!(
            "{solved} solved{compared}, {} refused, {} without an answer, {} unreadable; median {median:.2} ms, together {together:.1} ms",
            self.refused, self.stopped, self.unreadable
        )];
        let reasons = self.reasons();
        if !reasons.is_empty() {
            lines.push("Refused, and in how many files".to_owned());
        }
        lines.extend(
            reasons.iter().take(MOST_REASONS).map(|(reason, files)| format!("  {files:>3}  {reason}")),
        );
        if reasons.len() > MOST_REASONS {
            lines.push(format!("  … and {} more reasons", reasons.len() - MOST_REASONS));
        }
        lines.join("\n")
    }
}

fn puzzles(count: usize) -> String {
    format!("{count} puzzle{}", if count == 1 { "" } else { "s" })
}
