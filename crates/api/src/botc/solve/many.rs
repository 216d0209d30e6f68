//! What became of many puzzles: of each, and of all together.
//!
//! One file without an answer leaves the whole without an answer; if all have one, a file without a world, or whose answer differs from
//! the recorded one, makes the whole a no.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use gaslamp_core::Diagnostic;
use gaslamp_core::number_format::plural;
use gaslamp_deduce::botc::{Extent, Puzzle, Survey, puzzle};
use serde_json::{Value, json};

use super::{differences, number};
use crate::answer::Field;
use crate::diagnostic::Problems;
use crate::stop::{Cause, Stopped};

/// How a puzzle went.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// Solved.
    Solved {
        /// How many worlds there are.
        worlds: u128,
        /// How the answer differs from the one recorded, if one is.
        differences: Vec<String>,
        /// Whether one is.
        is_recorded: bool,
        /// How many milliseconds it took.
        ms: f64,
    },
    /// It needs rules that are not supported; the reasons, without repetitions.
    Refused(BTreeSet<String>),
    /// No answer within the limits.
    Stopped(Stopped),
    /// It has too many worlds to count.
    Uncounted,
    /// It cannot be read.
    Unreadable(String),
}

/// Why there is no answer for a puzzle with too many worlds.
pub const UNCOUNTED: &str = "too many worlds to count";

impl Outcome {
    /// Of a puzzle whose worlds were looked at, with the answers to [`super::expected_statements`] if they are compared.
    #[must_use]
    pub fn of_survey(puzzle: &Puzzle, survey: &Survey, stopped: Option<Stopped>, ms: f64) -> Self {
        match (stopped, survey.extent) {
            (Some(stopped), _) if !survey.is_complete() => Self::Stopped(stopped),
            (_, Extent::All(worlds)) => {
                let differences = differences(puzzle, &survey.worlds, &survey.answers);
                Self::Solved { worlds, differences, is_recorded: puzzle.answer.is_some(), ms }
            }
            _ => Self::Uncounted,
        }
    }

    /// Of one that nobody here can solve, or nobody can read.
    #[must_use]
    pub fn unsolved(problems: &[Diagnostic]) -> Self {
        if puzzle::is_unsupported(problems) {
            return Self::Refused(problems.iter().map(|problem| problem.message.clone()).collect());
        }
        let words: Vec<&str> = problems.iter().map(|problem| problem.message.as_str()).collect();
        Self::Unreadable(words.join("; "))
    }

    /// The same for programs.
    #[must_use]
    pub fn to_json(&self, name: &str) -> Value {
        match self {
            Self::Solved { worlds, differences, is_recorded, ms } => json!({
                "file": name, "worlds": number(*worlds), "elapsed_ms": ms,
                "agrees": is_recorded.then_some(differences.is_empty()), "differences": differences,
            }),
            Self::Refused(why) => json!({ "file": name, "refused": joined(why) }),
            Self::Stopped(stopped) => json!({ "file": name, "stopped": stopped.words }),
            Self::Uncounted => json!({ "file": name, "stopped": UNCOUNTED }),
            Self::Unreadable(why) => json!({ "file": name, "unreadable": why }),
        }
    }
}

/// The reasons of a refusal in one line.
fn joined(why: &BTreeSet<String>) -> String {
    why.iter().map(String::as_str).collect::<Vec<_>>().join("; ")
}

/// Makes a diagnostic from its id and its message.
type Diagnose = fn(&'static str, String) -> Diagnostic;

/// What became of the puzzles so far.
#[derive(Clone, Debug, Default)]
pub struct Totals {
    /// Whether answers are compared with the recorded ones.
    pub expect: bool,
    /// How many answers are the recorded ones.
    pub agree: usize,
    /// How many are not.
    pub differ: usize,
    /// No world, although the file does not record that there is none.
    pub without_world: usize,
    /// How many need rules that are not played here.
    pub refused: usize,
    /// In how many puzzles each reason to refuse was found.
    reasons: BTreeMap<String, usize>,
    /// How many have no answer within the limits.
    pub stopped: usize,
    interrupted: Option<Stopped>,
    /// How many cannot be read.
    pub unreadable: usize,
    /// In milliseconds, ascending.
    times: Vec<f64>,
}

impl Totals {
    /// Nothing yet.
    #[must_use]
    pub fn new(expect: bool) -> Self {
        Self { expect, ..Self::default() }
    }

    /// Adds a puzzle.
    pub fn count(&mut self, outcome: &Outcome) {
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
            Outcome::Stopped(stopped) => {
                self.stopped += 1;
                if stopped.cause == Cause::Interrupted {
                    self.interrupted = Some(stopped.clone());
                }
            }
            Outcome::Uncounted => self.stopped += 1,
            Outcome::Unreadable(_) => self.unreadable += 1,
        }
    }

    /// Why the answer is no, or missing.
    #[must_use]
    pub fn problems(&self) -> Problems {
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
        match &self.interrupted {
            Some(stopped) => stopped.problems("the remaining files were not examined").and(problems),
            None => problems.into(),
        }
    }

    /// How many were solved.
    #[must_use]
    pub fn solved(&self) -> usize {
        self.times.len()
    }

    /// How many milliseconds the one in the middle took.
    #[must_use]
    pub fn median(&self) -> f64 {
        self.times.get(self.times.len() / 2).copied().unwrap_or_default()
    }

    /// How many milliseconds all took together.
    #[must_use]
    pub fn together(&self) -> f64 {
        // The sum of no numbers is -0.0.
        self.times.iter().sum::<f64>() + 0.0
    }

    /// The reasons to refuse and in how many puzzles each was found, those of most puzzles first.
    #[must_use]
    pub fn reasons(&self) -> Vec<(&str, usize)> {
        let mut reasons: Vec<(&str, usize)> =
            self.reasons.iter().map(|(reason, &files)| (reason.as_str(), files)).collect();
        reasons.sort_by_key(|&(_, files)| Reverse(files));
        reasons
    }

    /// The same for programs.
    #[must_use]
    pub fn fields(&self) -> Vec<Field> {
        let reasons: Vec<Value> = self
            .reasons()
            .into_iter()
            .map(|(reason, files)| json!({ "reason": reason, "files": files }))
            .collect();
        vec![
            ("solved", self.solved().into()),
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
}

fn puzzles(count: usize) -> String {
    plural(count, "puzzle")
}
