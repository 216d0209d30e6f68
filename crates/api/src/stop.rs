//! What tells a search to stop, and why it did.
//!
//! A search is given a [`Stop`] to look at. Whoever waits for it may look how far it is, and tell it to end with what it has: when time or memory
//! runs out, or when somebody does not want to wait any longer.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

use gaslamp_core::Diagnostic;
use gaslamp_deduce::botc::Watch;

use crate::diagnostic::Problems;

/// Why a search is told to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// Somebody does not want to wait.
    Interrupted,
    /// It took too long.
    OutOfTime,
    /// It took too much memory.
    OutOfMemory,
}

impl Cause {
    /// The id of the problem that this is.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Interrupted => "limit/interrupted",
            Self::OutOfTime => "limit/time",
            Self::OutOfMemory => "limit/memory",
        }
    }
}

/// That a search was told to stop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stopped {
    /// Why.
    pub cause: Cause,
    /// The same in words, such as "stopped after 60 seconds".
    pub words: String,
}

impl Stopped {
    /// What whoever was waiting is told, with what is missing in the answer.
    #[must_use]
    pub fn problems(&self, missing: &str) -> Problems {
        let message = format!("{}; {missing}", self.words);
        match self.cause {
            Cause::Interrupted => Problems::interrupted(self.cause.id(), message),
            Cause::OutOfTime | Cause::OutOfMemory => Diagnostic::new(self.cause.id(), message).into(),
        }
    }
}

/// What tells a search to stop, and whoever waits how far it is. The usual one never stops it.
#[derive(Debug, Default)]
pub struct Stop {
    watch: Watch,
    stopped: OnceLock<Stopped>,
}

impl Stop {
    /// Tells the search to end with what it has. The first cause is the one that is told.
    pub fn stop(&self, stopped: Stopped) {
        let _ = self.stopped.set(stopped);
        self.watch.stop.store(true, Relaxed);
    }

    /// Why the search was told to stop, if it was.
    #[must_use]
    pub fn stopped(&self) -> Option<&Stopped> {
        self.stopped.get()
    }

    /// How far a deduction is.
    #[must_use]
    pub const fn watch(&self) -> &Watch {
        &self.watch
    }

    /// The flag that a search polls.
    #[must_use]
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.watch.stop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_cause_is_the_one_that_is_told() {
        let stop = Stop::default();
        assert_eq!((stop.stopped(), stop.flag().load(Relaxed)), (None, false));
        for (cause, words) in [(Cause::OutOfMemory, "full"), (Cause::OutOfTime, "late")] {
            stop.stop(Stopped { cause, words: words.to_owned() });
        }
        let stopped = stop.stopped().expect("a cause");
        assert_eq!((stopped.cause, stop.flag().load(Relaxed)), (Cause::OutOfMemory, true));
        let error = &stopped.problems("no answer").to_json()[0];
        assert_eq!((&error["id"], &error["message"]), (&"limit/memory".into(), &"full; no answer".into()));
    }
}
