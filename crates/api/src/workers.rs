//! Threads for long work, and what whoever waits for it brings.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::diagnostic::Problems;

/// The stack of a thread. While it waits for a part of one game, such as weighing worlds, it may start another on top of it.
const STACK: usize = 64 << 20;

/// The most threads that are started.
const MOST: usize = 256;

/// Threads that wait for work; they may be given many units, one after the other.
#[derive(Debug)]
pub struct Workers(rayon::ThreadPool);

impl Workers {
    /// So many threads, or one for every core.
    ///
    /// # Errors
    /// That the system has no threads left, under this id.
    pub fn new(id: &'static str, threads: Option<NonZero<usize>>) -> Result<Self, Problems> {
        let threads = threads.map_or(0, |threads| threads.get().min(MOST));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build();
        pool.map(Self).map_err(|error| Problems::unreadable(id, error.to_string()))
    }

    /// How many threads there are.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.0.current_num_threads()
    }

    pub(crate) fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        self.0.install(work)
    }
}

/// Who works, what ends the work early, and who hears how far it is.
#[derive(Clone, Copy)]
pub struct Course<'a> {
    /// Who works.
    pub workers: &'a Workers,
    /// Set by whoever does not want to wait: the work ends with what it has.
    pub stop: &'a AtomicBool,
    /// Told how many more games are done, from any thread.
    pub progress: &'a (dyn Fn(u64) + Sync),
}

impl Course<'_> {
    /// Whether somebody does not want to wait.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }
}
