//! How long a check may take, and what is said when that was not long enough.

use gaslamp_referee::sat::Stop;

use crate::failure::Failure;
use crate::limits::{Cause, Halt, Limits};

/// The limits of a check, and what tells it to stop.
#[derive(Clone, Copy)]
pub(super) struct Deadline<'a> {
    pub(super) limits: &'a Limits,
    pub(super) halt: &'a Halt,
}

impl Deadline<'_> {
    pub(super) fn stop(&self) -> Stop {
        Stop::new(self.halt.flag())
    }

    /// That the check was stopped, what was not found out, and what would be easier.
    pub(super) fn failure(&self, left_out: &str, easier: &str) -> Failure {
        let cause = self.halt.cause().unwrap_or(Cause::OutOfTime);
        cause.failure(self.limits, &format!("{left_out}: try {easier}, or allow more"))
    }

    /// The cause in words, if it was stopped.
    pub(super) fn stopped(&self) -> Option<(Cause, String)> {
        let cause = self.halt.cause()?;
        Some((cause, cause.words(self.limits)))
    }
}
