//! Thousands of games for learners, stepped together into numpy arrays.

#![allow(clippy::needless_pass_by_value, reason = "arguments are made from Python objects for the call")]

use std::process;
use std::sync::{Mutex, PoisonError};

use gaslamp_core::Diagnostic;
use gaslamp_learn::Arrays;
use gaslamp_learn::erased::AnyBatch;
use numpy::{PyArray1, PyArrayMethods as _, PyReadwriteArray1};
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::kind::{PyKind, raise, seat_of};

/// Thousands of games that are stepped together, into arrays that stay the same.
#[pyclass(name = "Batch", module = "gaslamp._gaslamp")]
pub(crate) struct PyBatch {
    batch: Mutex<Box<dyn AnyBatch>>,
    arrays: Shown,
    games: usize,
    /// The process that has its threads, if there are any: those of a parent do not live on in a forked one.
    process: Option<u32>,
}

/// The arrays, each flat.
struct Shown {
    masks: Py<PyArray1<u8>>,
    seats: Py<PyArray1<i8>>,
    rewards: Py<PyArray1<f32>>,
    done: Py<PyArray1<u8>>,
    cut_off: Py<PyArray1<u8>>,
    games: Py<PyArray1<u64>>,
    tokens: Py<PyArray1<i16>>,
    lengths: Py<PyArray1<i32>>,
    present: Py<PyArray1<i16>>,
}

/// An array of the right length that nobody else uses at the moment.
fn writable<'py, T: numpy::Element>(
    py: Python<'py>,
    array: &Py<PyArray1<T>>,
) -> PyResult<PyReadwriteArray1<'py, T>> {
    let array = array.bind(py).try_readwrite();
    array
        .map_err(|error| PyRuntimeError::new_err(format!("an array of the batch cannot be written: {error}")))
}

impl PyBatch {
    fn check_process(&self) -> PyResult<()> {
        if self.process.is_some_and(|own| own != process::id()) {
            let message = "this batch was made before the process forked, and its threads are gone; make it in the child, or with threads=1";
            return Err(PyRuntimeError::new_err(message));
        }
        Ok(())
    }

    /// Does something with the arrays, without the interpreter lock.
    fn write(
        &mut self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn AnyBatch, Arrays<'_>) -> Result<(), Diagnostic> + Send,
    ) -> PyResult<()> {
        self.check_process()?;
        let mut masks = writable(py, &self.arrays.masks)?;
        let mut seats = writable(py, &self.arrays.seats)?;
        let mut rewards = writable(py, &self.arrays.rewards)?;
        let mut done = writable(py, &self.arrays.done)?;
        let mut cut_off = writable(py, &self.arrays.cut_off)?;
        let mut games = writable(py, &self.arrays.games)?;
        let mut tokens = writable(py, &self.arrays.tokens)?;
        let mut lengths = writable(py, &self.arrays.lengths)?;
        let mut present = writable(py, &self.arrays.present)?;
        let arrays = Arrays {
            masks: masks.as_slice_mut()?,
            seats: seats.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            done: done.as_slice_mut()?,
            cut_off: cut_off.as_slice_mut()?,
            games: games.as_slice_mut()?,
            tokens: tokens.as_slice_mut()?,
            lengths: lengths.as_slice_mut()?,
            present: present.as_slice_mut()?,
        };
        let batch = self.batch.get_mut().unwrap_or_else(PoisonError::into_inner).as_mut();
        py.detach(|| work(batch, arrays)).map_err(|problem| raise(py, problem))
    }
}

#[pymethods]
impl PyBatch {
    /// The arrays are flat and have, in this order: masks, seats, rewards, done, cut_off, games, tokens, lengths, present.
    #[new]
    #[expect(clippy::too_many_arguments, reason = "one array for each thing that is shown")]
    fn new(
        py: Python<'_>,
        kind: &Bound<'_, PyKind>,
        seed: u64,
        threads: usize,
        history: usize,
        masks: Py<PyArray1<u8>>,
        seats: Py<PyArray1<i8>>,
        rewards: Py<PyArray1<f32>>,
        done: Py<PyArray1<u8>>,
        cut_off: Py<PyArray1<u8>>,
        games: Py<PyArray1<u64>>,
        tokens: Py<PyArray1<i16>>,
        lengths: Py<PyArray1<i32>>,
        present: Py<PyArray1<i16>>,
    ) -> PyResult<Self> {
        let own = kind.get();
        let count = seats.bind(py).len()?;
        let batch = py.detach(|| own.kind.batch(count, seed, threads, history));
        let batch = batch.map_err(|problem| raise(py, problem))?;
        let shape = batch.shape();
        let arrays = Shown { masks, seats, rewards, done, cut_off, games, tokens, lengths, present };
        let lengths = [
            (arrays.masks.bind(py).len()?, shape.actions),
            (arrays.rewards.bind(py).len()?, shape.seats),
            (arrays.done.bind(py).len()?, 1),
            (arrays.cut_off.bind(py).len()?, 1),
            (arrays.games.bind(py).len()?, 1),
            (arrays.tokens.bind(py).len()?, shape.seats * shape.history),
            (arrays.lengths.bind(py).len()?, shape.seats),
            (arrays.present.bind(py).len()?, shape.present),
        ];
        if lengths.iter().any(|(length, width)| *length != count * width) {
            return Err(PyValueError::new_err("the arrays of a batch have other sizes"));
        }
        let process = (threads != 1).then(process::id);
        let mut made = Self { batch: Mutex::new(batch), arrays, games: count, process };
        made.reset(py, seed)?;
        Ok(made)
    }

    /// Begins with the first games of a seed.
    fn reset(&mut self, py: Python<'_>, seed: u64) -> PyResult<()> {
        self.write(py, |batch, arrays| batch.reset(seed, arrays))
    }

    /// Takes one id for every game.
    fn step(&mut self, py: Python<'_>, ids: &Bound<'_, PyArray1<i32>>) -> PyResult<()> {
        let ids = ids.try_readonly().map_err(|error| PyTypeError::new_err(error.to_string()))?;
        let ids = ids.as_slice()?;
        self.write(py, |batch, arrays| batch.step(ids, arrays))
    }

    /// Draws a legal id for every game, all equally likely.
    fn sample(&mut self, ids: &Bound<'_, PyArray1<i32>>) -> PyResult<()> {
        let mut ids = ids.try_readwrite().map_err(|error| PyTypeError::new_err(error.to_string()))?;
        let ids = ids.as_slice_mut()?;
        if ids.len() != self.games {
            return Err(PyValueError::new_err(format!("{} actions for {} games", ids.len(), self.games)));
        }
        self.batch.get_mut().unwrap_or_else(PoisonError::into_inner).sample(ids);
        Ok(())
    }

    /// The record of a game as one line; None if records are not kept.
    fn record(&mut self, game: usize) -> PyResult<Option<String>> {
        self.check_game(game)?;
        Ok(self.batch.get_mut().unwrap_or_else(PoisonError::into_inner).record(game))
    }

    /// What a player of a game is now, for whoever may see everything.
    fn role(&mut self, game: usize, seat: usize) -> PyResult<Option<String>> {
        self.check_game(game)?;
        let seat = seat_of(seat).map_err(|_| PyIndexError::new_err(format!("there is no seat {seat}")))?;
        Ok(self.batch.get_mut().unwrap_or_else(PoisonError::into_inner).role(game, seat))
    }
}

impl PyBatch {
    fn check_game(&self, game: usize) -> PyResult<()> {
        if game < self.games {
            Ok(())
        } else {
            Err(PyIndexError::new_err(format!("there is no game {game}; games are 0 to {}", self.games - 1)))
        }
    }
}
