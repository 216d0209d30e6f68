//! The totals over many puzzles: a line of numbers, why files were refused, and the exit code.
//!
//! One file without an answer leaves the whole without an answer; if all have one, a file without a world, or whose answer differs from
//! the recorded one, makes the whole a no.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use gaslamp_core::Diagnostic;
use gaslamp_core::number_format::plural;
use serde_json::{Value, json};

use super::all::Outcome;
use crate::failure::Failure;
use crate::limits::{Cause, Limits};
use crate::output::Field;

/// Makes a diagnostic from its id and its message.
type Diagnose = fn(&'static str, String) -> Diagnostic;

/// The most reasons for refusals shown as text; JSON has all.
const MOST_REASONS: usize = 20;

/// The totals so far.
#[derive(Default)]
pub(super) struct Totals {
    /// Whether answers are compared with the recorded ones.
    expect: bool,
    agree: usize,
    differ: usize,
    /// No world, although the file does not record that there is none.
    without_world: usize,
    refused: usize,
    /// In how many files each reason for a refusal occurred.
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

    /// Why the answer is no, or missing.
    pub(super) fn failure(&self, limits: &Limits) -> Option<Failure> {
        let unplayed = "not answered because they need unsupported rules";
        let differ = if self.expect { self.differ } else { 0 };
        let table: [(usize, Diagnose, &'static str, &str); 5] = [
            (self.unreadable, Diagnostic::new, "solve/unreadable", "cannot be read"),
            (self.stopped, Diagnostic::new, "solve/stopped", "no answer within the limits"),
            (self.refused, Diagnostic::unsupported, "solve/refused", unplayed),
            (differ, Diagnostic::illegal, "solve/differs", "the answer differs from the recorded one"),
            (self.without_world, Diagnostic::illegal, "solve/no-world", "no world fits what is known"),
        ];
        let problems: Vec<Diagnostic> = table
            .into_iter()
            .filter(|&(count, ..)| count > 0)
            .map(|(count, diagnose, id, what)| diagnose(id, format!("{what}: {}", puzzles(count))))
            .collect();
        if self.is_interrupted {
            let interrupted = Cause::Interrupted.failure(limits, "the remaining files were not examined");
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

    /// The reasons for refusals, the most frequent first.
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
            "{solved} solved{compared}, {} refused, {} without an answer, {} unreadable; median {median:.2} ms, total {together:.1} ms",
            self.refused, self.stopped, self.unreadable
        )];
        let reasons = self.reasons();
        if !reasons.is_empty() {
            lines.push("Reasons for refusals, with the number of files".to_owned());
        }
        lines.extend(
            reasons.iter().take(MOST_REASONS).map(|(reason, files)| format!("  {files:>3}  {reason}")),
        );
        if reasons.len() > MOST_REASONS {
            lines.push(format!("  … and {}", plural(reasons.len() - MOST_REASONS, "more reason")));
        }
        lines.join("\n")
    }
}

fn puzzles(count: usize) -> String {
    plural(count, "puzzle")
}
