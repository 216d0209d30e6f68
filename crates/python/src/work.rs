//! What takes long: done without the interpreter lock, and ended by Ctrl-C or when its time is over.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use gaslamp_api::{Cause, Stop, Stopped};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

/// How often it is asked whether somebody has pressed Ctrl-C.
const TICK: Duration = Duration::from_millis(20);

/// More threads than any machine has processors.
const MOST_THREADS: usize = 256;

/// As much stack as the main thread of a program usually has.
const STACK: usize = 8 << 20;

/// How long something may take, and in how many threads.
pub(crate) struct Limits {
    seconds: Option<f64>,
    threads: usize,
}

impl Limits {
    /// Without a number of seconds there is no limit; without one of threads there are as many as processors.
    pub(crate) fn new(seconds: Option<f64>, threads: Option<usize>) -> PyResult<Self> {
        if seconds.is_some_and(|seconds| seconds.is_nan() || seconds < 0.0) {
            return Err(PyValueError::new_err("seconds must be a number from 0, or None for no limit"));
        }
        if threads == Some(0) {
            return Err(PyValueError::new_err(
                "threads must be at least 1, or None for as many as processors",
            ));
        }
        Ok(Self { seconds, threads: threads.unwrap_or(0).min(MOST_THREADS) })
    }

    /// Does something in threads of its own. They are made anew, since those of a parent do not live on in a forked process.
    pub(crate) fn keep<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&Stop) -> T + Send) -> PyResult<T> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).stack_size(STACK).build();
        let pool = pool.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        let stop = Stop::default();
        let (done, is_done) = channel();
        py.detach(move || {
            pool.in_place_scope(|scope| {
                let watched = &stop;
                scope.spawn(move |_| {
                    // Nobody is gone before the work is done.
                    let _ = done.send(work(watched));
                });
                self.wait(&stop, &is_done)
            })
        })
    }

    /// Waits for what is found. An exception, such as that of Ctrl-C, is raised once the work has ended.
    fn wait<T>(&self, stop: &Stop, is_done: &Receiver<T>) -> PyResult<T> {
        let start = Instant::now();
        let mut signals = Ok(());
        loop {
            match is_done.recv_timeout(TICK) {
                Ok(found) => return signals.map(|()| found),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err("the work has ended without an answer"));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Some(seconds) = self.seconds.filter(|seconds| start.elapsed().as_secs_f64() >= *seconds) {
                let words = format!("stopped after {seconds} seconds");
                stop.stop(Stopped { cause: Cause::OutOfTime, words });
            }
            if signals.is_ok() {
                signals = Python::try_attach(check_signals).unwrap_or(Ok(()));
            }
            if signals.is_err() {
                stop.stop(Stopped { cause: Cause::Interrupted, words: "interrupted".to_owned() });
            }
        }
    }
}

/// Lets Python handle a signal that has come.
fn check_signals(py: Python<'_>) -> PyResult<()> {
    py.check_signals()
}
