//! Many games, counted, in units whose tallies add up: on one machine or on many.

#![allow(clippy::needless_pass_by_value, reason = "arguments are made from Python objects for the call")]

use std::num::NonZero;
use std::sync::Mutex;

use gaslamp_api::botc::calibrate;
use gaslamp_api::sim::{self, Range, Score, Sink, Tally};
use gaslamp_api::{Course, Problems, Stop, Workers, botc, lorcana, mafia};
use gaslamp_core::{Diagnostic, Notation, notation::Field};
use gaslamp_deduce::botc::calibrate::{Calibration, Part, Ranking, Sample, Variant};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use serde::Serialize;
use serde_json::Value;

use crate::arguments::{Document, one_of};
use crate::errors::refused;
use crate::json::{from_python, to_python};
use crate::work::Limits;

/// Games of one set-up between agents.
#[pyclass(frozen, name = "Simulation", module = "gaslamp._gaslamp")]
pub(crate) struct Simulation {
    games: Games,
    made_of: MadeOf,
}

/// What it was made of, to make it again from a pickle.
#[derive(Clone)]
struct MadeOf {
    game: String,
    setup: Vec<(String, String)>,
    /// The agents of both sides, then the Storyteller.
    agents: (String, String, String),
    has_talk: bool,
}

/// What plays them.
pub(crate) enum Games {
    Mafia(Box<mafia::sim::Simulation>),
    Botc(Box<botc::sim::Simulation>),
    Lorcana(Box<lorcana::sim::Simulation>),
}

impl MadeOf {
    fn games(&self) -> Result<Games, Problems> {
        let (first, second, storyteller) = self.agents.clone();
        match self.game.as_str() {
            "mafia" => {
                let rules = self.setup::<gaslamp_mafia::State>()?;
                let options = mafia::sim::Options { rules, red: first, black: second };
                mafia::sim::Simulation::new(options).map(Box::new).map(Games::Mafia)
            }
            "botc" => {
                let setup = self.setup::<gaslamp_botc::State>()?;
                let options = botc::sim::Options {
                    setup,
                    good: first,
                    evil: second,
                    storyteller,
                    has_talk: self.has_talk,
                };
                botc::sim::Simulation::new(options).map(Box::new).map(Games::Botc)
            }
            "lorcana" => {
                let setup = self.setup::<gaslamp_lorcana::State>()?;
                let options = lorcana::sim::Options { setup, agents: [first, second] };
                lorcana::sim::Simulation::new(options).map(Box::new).map(Games::Lorcana)
            }
            other => {
                let problem = Diagnostic::new("learn/game", format!("unknown game `{other}`"));
                Err(problem.fix("mafia, botc or lorcana").into())
            }
        }
    }

    fn setup<G: Notation>(&self) -> Result<G::Setup, Problems> {
        let fields: Vec<Field<'_>> =
            self.setup.iter().map(|(key, value)| Field { key, value, span: None }).collect();
        Ok(G::read_setup(&fields)?)
    }
}

/// The same in Python.
type Played<'py> = (Bound<'py, PyAny>, Records);

/// Records of games, by their numbers.
type Records = Vec<(u64, String)>;

/// What a unit has come to: its tally, and the records of its games if they are wanted.
type Unit = (Value, Records);

impl Games {
    fn unit(&self, range: Range, course: &Course<'_>, has_records: bool) -> Result<Unit, Problems> {
        let records = Mutex::new(Vec::new());
        let keep = |game: u64, record: &str| -> Result<(), Problems> {
            records.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((game, record.to_owned()));
            Ok(())
        };
        let sink: Option<&Sink<'_>> = if has_records { Some(&keep) } else { None };
        let tally = match self {
            Self::Mafia(games) => games.unit(range, course, sink)?.to_json(),
            Self::Botc(games) => games.unit(range, course, sink)?.to_json(),
            Self::Lorcana(games) => games.unit(range, course, sink)?.to_json(),
        };
        let mut records = records.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        records.sort_unstable_by_key(|(game, _)| *game);
        Ok((tally, records))
    }
}

/// Waits for work that is done in these threads; what Ctrl-C interrupts is lost.
fn wait<T: Send>(
    py: Python<'_>,
    threads: Option<usize>,
    work: impl FnOnce(&Course<'_>) -> Result<T, Problems> + Send,
) -> PyResult<T> {
    // Checks the number of threads, and waits in one of its own.
    Limits::new(None, threads)?;
    let done = Limits::new(None, Some(1))?.keep(py, |stop: &Stop| {
        let workers = Workers::new("sim/threads", threads.and_then(NonZero::new))?;
        work(&Course { workers: &workers, stop: &stop.flag(), progress: &|_| {} })
    })?;
    done.map_err(|problems| refused(py, problems))
}

impl Simulation {
    pub(crate) const fn games(&self) -> &Games {
        &self.games
    }
}

#[pymethods]
impl Simulation {
    #[new]
    #[pyo3(signature = (game, setup, agents, talk=false))]
    fn new(
        py: Python<'_>,
        game: String,
        setup: Vec<(String, String)>,
        agents: (String, String, String),
        talk: bool,
    ) -> PyResult<Self> {
        let made_of = MadeOf { game, setup, agents, has_talk: talk };
        let games = made_of.games().map_err(|problems| refused(py, problems))?;
        Ok(Self { games, made_of })
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &str {
        &self.made_of.game
    }

    /// Plays these games of a seed. Emits their tally, a dict of integers, and the records of the games, by number, if they are wanted.
    #[pyo3(signature = (seed, first, games, threads=None, records=false))]
    fn unit<'py>(
        &self,
        py: Python<'py>,
        seed: u64,
        first: u64,
        games: u64,
        threads: Option<usize>,
        records: bool,
    ) -> PyResult<Played<'py>> {
        let range = Range { seed, first, games };
        let (tally, records) = wait(py, threads, |course| self.games.unit(range, course, records))?;
        Ok((to_python(py, &tally)?, records))
    }

    /// What the games of these tallies have come to, as `sim --json` tells it.
    #[pyo3(signature = (tallies, seed, threads, seconds))]
    fn answer<'py>(
        &self,
        py: Python<'py>,
        tallies: Vec<Bound<'py, PyAny>>,
        seed: u64,
        threads: usize,
        seconds: f64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let tallies = tallies.iter().map(from_python).collect::<PyResult<Vec<Value>>>()?;
        let played = sim::Played { seed, threads, seconds };
        let answer = match &self.games {
            Games::Mafia(_) => sum::<mafia::sim::Sides>(&tallies, &played),
            Games::Botc(_) => sum::<botc::sim::Sides>(&tallies, &played),
            Games::Lorcana(_) => sum::<lorcana::sim::Games>(&tallies, &played),
        };
        to_python(py, &answer.map_err(|problems| refused(py, problems))?)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let MadeOf { game, setup, agents, has_talk } = slf.get().made_of.clone();
        let arguments = (game, setup, agents, has_talk).into_pyobject(slf.py())?;
        Ok((slf.get_type().into_any(), arguments))
    }
}

fn sum<S: Score>(tallies: &[Value], played: &sim::Played) -> Result<Value, Problems> {
    let mut sum = Tally::<S>::default();
    for tally in tallies {
        sum.merge(&Tally::from_json(tally)?);
    }
    Ok(gaslamp_api::answer::object(sum.answer(played)))
}

const VARIANTS: [(&str, Variant); 2] = [("i", Variant::Quiet), ("ii", Variant::Inventive)];

/// What came of some games of an experiment that says how good the odds are: `a` or `b`.
#[pyfunction]
#[pyo3(signature = (script, experiment, variant, seed, first, games, tellings, threads=None))]
#[expect(clippy::too_many_arguments, reason = "the options of the experiments")]
pub(crate) fn calibration_part<'py>(
    py: Python<'py>,
    script: Document,
    experiment: &str,
    variant: &str,
    seed: u64,
    first: u64,
    games: usize,
    tellings: usize,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let script = script.script().map_err(|problems| refused(py, problems))?;
    let variant = one_of("variant", variant, &VARIANTS)?;
    let is_a = one_of("experiment", experiment, &[("a", true), ("b", false)])?;
    let sample = Sample { first, games, tellings, seed };
    let part = wait(py, threads, |course| {
        Ok(if is_a {
            calibrate::part_to_json(&calibrate::told(&script, sample, variant, course)?)
        } else {
            calibrate::part_to_json(&calibrate::ranked(&script, sample, variant, course)?)
        })
    })?;
    to_python(py, &part)
}

/// What parts of both experiments have come to, as `calibrate --json` tells it; an experiment without parts is left out.
#[pyfunction]
pub(crate) fn calibration_answer<'py>(
    py: Python<'py>,
    variant: &str,
    told: Vec<Bound<'py, PyAny>>,
    ranked: Vec<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    one_of("variant", variant, &VARIANTS)?;
    let told = whole(py, &told, calibrate::told_from_json)?.map(|part| Calibration::of(&part));
    let ranked = whole(py, &ranked, calibrate::ranked_from_json)?.map(|part| Ranking::of(&part));
    to_python(py, &calibrate::to_json(variant, told.as_ref(), ranked.as_ref()))
}

/// All parts together; none if there is no part.
fn whole<T: Serialize>(
    py: Python<'_>,
    parts: &[Bound<'_, PyAny>],
    read: fn(&Value) -> Result<Part<T>, Problems>,
) -> PyResult<Option<Part<T>>> {
    let mut whole: Option<Part<T>> = None;
    for part in parts {
        let part = read(&from_python(part)?).map_err(|problems| refused(py, problems))?;
        match &mut whole {
            None => whole = Some(part),
            Some(whole) => whole.merge(part).map_err(|problem| refused(py, problem.into()))?,
        }
    }
    Ok(whole)
}
