//! Datasets: what every seat has seen and done in many games, written as Parquet files. `gaslamp/dataset.py` is what people see, and reads.

use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use gaslamp_api::{Cause, Course, Problems, Stop, Stopped, Workers, botc, lorcana, mafia};
use gaslamp_core::notation::Field;
use gaslamp_core::{Diagnostic, Notation};
use gaslamp_dataset::{Dataset, Plan, Source, Written};
use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;

use crate::kind::raise;
use crate::work::Limits;

/// What is played, and by whom.
struct Asked {
    setup: Vec<(String, String)>,
    agents: Vec<(String, String)>,
    storyteller: String,
    has_talk: bool,
}

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
    game: &str,
    setup: Vec<(String, String)>,
    agents: Vec<(String, String)>,
    storyteller: String,
    talk: bool,
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
    let asked = Asked { setup, agents, storyteller, has_talk: talk };
    let wanted = Wanted { directory, seed, games, shard, threads };
    let listener = Listener { progress, failure: Mutex::new(None) };
    let written = limits.keep(py, |stop| match game {
        "mafia" => write(&mafia_of(&asked)?, &wanted, &listener, stop),
        "botc" => write(&botc_of(&asked)?, &wanted, &listener, stop),
        "lorcana" => write(&lorcana_of(&asked)?, &wanted, &listener, stop),
        other => {
            let problem = Diagnostic::new("learn/game", format!("unknown game `{other}`"));
            Err(problem.fix("mafia, botc or lorcana").into())
        }
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

fn setup<G: Notation>(fields: &[(String, String)]) -> Result<G::Setup, Problems> {
    let fields: Vec<Field<'_>> = fields.iter().map(|(key, value)| Field { key, value, span: None }).collect();
    Ok(G::read_setup(&fields)?)
}

/// The agents of both sides; whoever is not named is random.
fn sides<G: gaslamp_learn::Learnable>(agents: &[(String, String)]) -> Result<[String; 2], Problems> {
    let mut named = [(); 2].map(|()| "random".to_owned());
    for (side, name) in agents {
        let Some(at) = G::SIDES.iter().position(|known| known == side) else {
            let problem = Diagnostic::new("learn/side", format!("there is no side `{side}` in {}", G::NAME));
            return Err(problem.fix(G::SIDES.join(", ")).into());
        };
        named[at].clone_from(name);
    }
    Ok(named)
}

/// Refuses what only games with a Storyteller have.
fn check_has_no_storyteller(asked: &Asked, game: &str) -> Result<(), Problems> {
    if asked.storyteller != "random" || asked.has_talk {
        let message = format!("{game} has no Storyteller, and players always talk as they like");
        return Err(Diagnostic::new("sim/storyteller", message).into());
    }
    Ok(())
}

fn mafia_of(asked: &Asked) -> Result<mafia::sim::Simulation, Problems> {
    check_has_no_storyteller(asked, "mafia")?;
    let [red, black] = sides::<gaslamp_mafia::State>(&asked.agents)?;
    let rules = setup::<gaslamp_mafia::State>(&asked.setup)?;
    mafia::sim::Simulation::new(mafia::sim::Options { rules, red, black })
}

fn botc_of(asked: &Asked) -> Result<botc::sim::Simulation, Problems> {
    let [good, evil] = sides::<gaslamp_botc::State>(&asked.agents)?;
    botc::sim::Simulation::new(botc::sim::Options {
        setup: setup::<gaslamp_botc::State>(&asked.setup)?,
        good,
        evil,
        storyteller: asked.storyteller.clone(),
        has_talk: asked.has_talk,
    })
}

fn lorcana_of(asked: &Asked) -> Result<lorcana::sim::Simulation, Problems> {
    check_has_no_storyteller(asked, "lorcana")?;
    let agents = sides::<gaslamp_lorcana::State>(&asked.agents)?;
    let setup = setup::<gaslamp_lorcana::State>(&asked.setup)?;
    lorcana::sim::Simulation::new(lorcana::sim::Options { setup, agents })
}
