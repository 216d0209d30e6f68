//! One game for learners, step by step. A table is restored from a pickle by taking the same ids again, since everything else follows
//! from its seed.

#![allow(clippy::needless_pass_by_value, reason = "arguments are made from Python objects for the call")]

use std::sync::{Mutex, PoisonError};

use gaslamp_core::{Diagnostic, Seat};
use gaslamp_learn::Turn;
use gaslamp_learn::erased::AnyTable;
use numpy::PyArray1;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::kind::{PyKind, raise};

/// Tokens and a mask.
type Observed<'py> = (Bound<'py, PyArray1<i16>>, Bound<'py, PyArray1<i8>>);

/// A game in progress.
#[pyclass(name = "Table", module = "gaslamp._gaslamp")]
pub(crate) struct PyTable {
    table: Mutex<Box<dyn AnyTable>>,
    kind: Py<PyKind>,
    /// The record that it was resumed from.
    base: Option<String>,
    /// What has been taken since.
    taken: Vec<u32>,
    has_agents: bool,
    actions: usize,
    seats: usize,
}

impl PyTable {
    fn table(&mut self) -> &mut dyn AnyTable {
        self.table.get_mut().unwrap_or_else(PoisonError::into_inner).as_mut()
    }

    fn seat(&self, seat: usize) -> PyResult<Seat> {
        if seat < self.seats {
            Ok(Seat::new(seat))
        } else {
            Err(PyIndexError::new_err(format!("there is no seat {seat}; seats are 0 to {}", self.seats - 1)))
        }
    }

    /// Does something that may take long where agents play, and then without the interpreter lock.
    fn work<T: Send>(&mut self, py: Python<'_>, work: impl FnOnce(&mut dyn AnyTable) -> T + Send) -> T {
        if self.has_agents {
            let table = self.table();
            py.detach(|| work(table))
        } else {
            work(self.table())
        }
    }
}

#[pymethods]
impl PyTable {
    #[new]
    #[pyo3(signature = (kind, seed=0, game=0))]
    fn new(py: Python<'_>, kind: Py<PyKind>, seed: u64, game: u64) -> PyResult<Self> {
        let own = kind.get();
        let table = py.detach(|| own.kind.table(seed, game)).map_err(|problem| raise(py, problem))?;
        let (has_agents, actions, seats) = (own.has_agents, own.kind.space().actions, own.kind.names().len());
        Ok(Self { table: Mutex::new(table), base: None, taken: Vec::new(), has_agents, actions, seats, kind })
    }

    /// Starts over with another game of a seed.
    #[pyo3(signature = (seed=0, game=0))]
    fn begin(&mut self, py: Python<'_>, seed: u64, game: u64) -> PyResult<()> {
        self.taken.clear();
        self.base = None;
        self.work(py, |table| table.begin(seed, game)).map_err(|problem| raise(py, problem))
    }

    /// Takes an id: an action, or one token of it; for chance, a place in its list.
    fn step(&mut self, py: Python<'_>, id: i64) -> PyResult<()> {
        let Ok(at) = usize::try_from(id) else {
            let message = format!("{id} is not an action; ids are below {}", self.actions);
            return Err(raise(py, Diagnostic::illegal("learn/action", message)));
        };
        self.work(py, |table| table.step(at)).map_err(|problem| raise(py, problem))?;
        self.taken.push(at as u32);
        Ok(())
    }

    /// Goes on with a record of a game of this kind.
    fn resume(&mut self, py: Python<'_>, record: &str) -> PyResult<()> {
        self.table().resume(record).map_err(|problems| raise(py, problems))?;
        self.base = Some(record.to_owned());
        self.taken.clear();
        Ok(())
    }

    /// The same game at another table; none where agents play.
    fn fork(&mut self, py: Python<'_>) -> Option<Self> {
        let table = self.table().fork()?;
        Some(Self {
            table: Mutex::new(table),
            kind: self.kind.clone_ref(py),
            base: self.base.clone(),
            taken: self.taken.clone(),
            has_agents: self.has_agents,
            actions: self.actions,
            seats: self.seats,
        })
    }

    /// Takes several ids, one after another; what a pickle is read with.
    fn take(&mut self, py: Python<'_>, ids: Vec<u32>) -> PyResult<()> {
        ids.into_iter().try_for_each(|id| self.step(py, id.into()))
    }

    /// The kind of game.
    #[getter]
    fn kind(&self, py: Python<'_>) -> Py<PyKind> {
        self.kind.clone_ref(py)
    }

    /// The seat of the learner whose turn it is; -1 once the game is over, -2 if it is left to the caller what chance does, -3 if the
    /// game was broken off because it does not come to an end.
    #[getter]
    fn turn(&mut self) -> i64 {
        match self.table().turn() {
            Turn::Seat(seat) => seat.index() as i64,
            Turn::Over => -1,
            Turn::Chance => -2,
            Turn::CutOff => -3,
        }
    }

    /// The seats of the learners; everybody before the deal.
    #[getter]
    fn learners(&mut self) -> Vec<usize> {
        self.table().learners().iter().map(Seat::index).collect()
    }

    /// The random seed and the number of the game.
    #[getter]
    fn seeds(&mut self) -> (u64, u64) {
        self.table().seeds()
    }

    /// The number of actions so far, including those of chance.
    #[getter]
    fn steps(&mut self) -> u32 {
        self.table().steps()
    }

    /// How the game ended; None before.
    #[getter]
    fn result(&mut self) -> Option<&'static str> {
        self.table().outcome().map(|outcome| outcome.result)
    }

    /// The scores by seat: 1, -1 or 0; all 0 before the end.
    #[getter]
    fn scores(&mut self) -> Vec<i8> {
        let outcome = self.table().outcome();
        let score = |seat| outcome.map_or(0, |outcome| outcome.score(Seat::new(seat)));
        (0..self.seats).map(score).collect()
    }

    /// The legal ids.
    fn legal(&mut self) -> Vec<usize> {
        self.table().legal()
    }

    /// The legal actions in words.
    fn actions(&mut self) -> Vec<String> {
        self.table().actions()
    }

    /// What chance may do, and how likely each is.
    fn chances(&mut self) -> Vec<(String, f64)> {
        self.table().chances()
    }

    /// 1 for every legal id and 0 for every other.
    fn mask<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let mut mask = vec![0; self.actions];
        self.table().mask(&mut mask);
        Ok(PyArray1::from_iter(py, mask.into_iter().map(|cell| cell as i8)))
    }

    /// Everything that a seat has seen, and has written of an action.
    fn tokens<'py>(&mut self, py: Python<'py>, seat: usize) -> PyResult<Bound<'py, PyArray1<i16>>> {
        let seat = self.seat(seat)?;
        let (seen, written) = self.table().sequence(seat);
        let tokens: Vec<i16> = seen.iter().chain(written).map(|token| *token as i16).collect();
        Ok(PyArray1::from_vec(py, tokens))
    }

    /// The latest tokens that a seat has seen, padded at the end, and what it may do: nothing but the id `idle` if it is not to act.
    fn observe<'py>(
        &mut self,
        py: Python<'py>,
        seat: usize,
        history: usize,
        padding: i16,
        idle: usize,
    ) -> PyResult<Observed<'py>> {
        let seat = self.seat(seat)?;
        let actions = self.actions;
        let table = self.table();
        let (seen, written) = table.sequence(seat);
        let skipped = (seen.len() + written.len()).saturating_sub(history);
        let mut tokens = vec![padding; history];
        let kept = seen.iter().skip(skipped).chain(written.iter().skip(skipped.saturating_sub(seen.len())));
        tokens.iter_mut().zip(kept).for_each(|(cell, token)| *cell = *token as i16);
        let mut mask = vec![0; actions];
        if table.turn() == Turn::Seat(seat) {
            table.mask(&mut mask);
        } else if let Some(cell) = mask.get_mut(idle) {
            *cell = 1;
        }
        let mask = mask.into_iter().map(|cell| cell as i8).collect();
        Ok((PyArray1::from_vec(py, tokens), PyArray1::from_vec(py, mask)))
    }

    /// The tokens of the present as a seat sees it, padded at the end to this length.
    fn present<'py>(
        &mut self,
        py: Python<'py>,
        seat: usize,
        length: usize,
        padding: i16,
    ) -> PyResult<Bound<'py, PyArray1<i16>>> {
        let seat = self.seat(seat)?;
        let mut present = Vec::new();
        self.table().present(seat, &mut present);
        let mut tokens = vec![padding; length];
        tokens.iter_mut().zip(present).for_each(|(cell, token)| *cell = token as i16);
        Ok(PyArray1::from_vec(py, tokens))
    }

    /// The record as one line; None if it is not kept.
    fn record(&mut self) -> Option<String> {
        self.table().record()
    }

    /// What a player is now, for whoever may see everything.
    fn role(&mut self, seat: usize) -> PyResult<String> {
        let seat = self.seat(seat)?;
        Ok(self.table().role(seat))
    }

    /// The side of a player now, for whoever may see everything; None before the deal.
    fn side(&mut self, seat: usize) -> PyResult<Option<&'static str>> {
        let seat = self.seat(seat)?;
        Ok(self.table().side(seat))
    }

    /// The whole table for people who may see everything.
    fn text(&mut self) -> String {
        self.table().text()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let mut table = slf.borrow_mut();
        let (seed, game) = table.table().seeds();
        let restore = slf.py().import("gaslamp._gaslamp")?.getattr("restore_table")?;
        let state = (table.kind.clone_ref(slf.py()), seed, game, table.base.clone(), table.taken.clone());
        Ok((restore, state.into_pyobject(slf.py())?))
    }
}

/// A table from a pickle.
#[pyfunction]
pub(crate) fn restore_table(
    py: Python<'_>,
    kind: Py<PyKind>,
    seed: u64,
    game: u64,
    base: Option<&str>,
    taken: Vec<u32>,
) -> PyResult<PyTable> {
    let mut table = PyTable::new(py, kind, seed, game)?;
    if let Some(record) = base {
        table.resume(py, record)?;
    }
    table.take(py, taken)?;
    Ok(table)
}
