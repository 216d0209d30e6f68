//! Datasets: what every seat has seen and done in many games, written as Parquet files. `gaslamp/dataset.py` is what people see, and reads.

use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use gaslamp_api::{Cause, Course, Problems, Stop, Stopped, Workers};
use gaslamp_dataset::{Dataset, Plan, Source, Written};
use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;

use crate::kind::raise;
use crate::simulation::{Games, Simulation};
use crate::work::Limits;

/// Where it goes, and how much of it.
struct Wanted {
    directory: PathBuf,
    seed: u64,
    games: u64,
    shard: NonZero<u64>,
    threads: Option<NonZero<usize>>,
}

/// What was played now, and what is there: games, files, games.
type Counts = (u64, u64, u64);

/// Plays the games that a directory lacks. `progress` is told how many of them are done, and of how many. Emits the games that were played
/// now, the files that were written now, and how many of the wanted games are there.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are the keywords of `gaslamp.dataset.write`")]
pub(crate) fn write_dataset(
    py: Python<'_>,
    simulation: &Bound<'_, Simulation>,
    directory: PathBuf,
    seed: u64,
    games: u64,
    shard: u64,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Counts> {
    let shard = NonZero::new(shard).ok_or_else(|| PyValueError::new_err("shard must be at least 1"))?;
    // The work is watched by one thread and done by others.
    let limits = Limits::new(None, Some(threads.unwrap_or(1).min(1)))?;
    let threads = threads.and_then(NonZero::new);
    let wanted = Wanted { directory, seed, games, shard, threads };
    let listener = Listener { progress, failure: Mutex::new(None) };
    let played = simulation.get().games();
    let written = limits.keep(py, |stop| match played {
        Games::Mafia(games) => write(games.as_ref(), &wanted, &listener, stop),
        Games::Botc(games) => write(games.as_ref(), &wanted, &listener, stop),
        Games::Lorcana(games) => write(games.as_ref(), &wanted, &listener, stop),
    })?;
    if let Some(failure) = listener.failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(failure);
    }
    let (counts, is_stopped) = written.map_err(|problems| raise(py, problems))?;
    // A handler of Ctrl-C may have raised nothing.
    if is_stopped { Err(PyKeyboardInterrupt::new_err("write it again to go on")) } else { Ok(counts) }
}

/// What is told how far the work is.
struct Listener {
    progress: Option<Py<PyAny>>,
    /// What it raised, which ends the work.
    failure: Mutex<Option<PyErr>>,
}

impl Listener {
    fn tell(&self, done: u64, games: u64, stop: &Stop) {
        let Some(progress) = &self.progress else { return };
        let told = Python::try_attach(|py| progress.call1(py, (done, games)).map(|_| ()));
        if let Some(Err(error)) = told {
            self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            stop.stop(Stopped { cause: Cause::Interrupted, words: "interrupted".to_owned() });
        }
    }
}

/// What is there now, and whether somebody did not want to wait for the rest.
fn write<S: Source>(
    source: &S,
    wanted: &Wanted,
    listener: &Listener,
    stop: &Stop,
) -> Result<(Counts, bool), Problems> {
    let Wanted { directory, seed, games, shard, threads } = wanted;
    let plan = Plan { dir: directory, seed: *seed, games: *games, shard: *shard };
    let dataset = Dataset::open(source, plan)?;
    let missing = games - dataset.kept()?;
    let workers = Workers::new("dataset/threads", *threads)?;
    let played = AtomicU64::new(0);
    let progress = |more| listener.tell(played.fetch_add(more, Relaxed) + more, missing, stop);
    let course = Course { workers: &workers, stop: &stop.flag(), progress: &progress };
    let Written { tally, shards, games: there } = dataset.play(&course)?;
    Ok(((tally.games, shards, there), there < *games))
}
