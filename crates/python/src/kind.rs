//! Kinds of game for learners: a set-up, who plays, and what is kept of the games.

#![allow(clippy::needless_pass_by_value, reason = "arguments are made from Python objects for the call")]

use std::sync::Arc;

use gaslamp_api::Problems;
use gaslamp_core::notation::Field;
use gaslamp_core::{Diagnostic, Notation, Seat};
use gaslamp_learn::erased::AnyKind;
use gaslamp_learn::{Kind, Learnable, Options, Players};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors::refused;

/// A kind of game: its set-up, who plays, and what is kept of its games.
#[pyclass(frozen, name = "Kind", module = "gaslamp._gaslamp")]
pub(crate) struct PyKind {
    pub(crate) kind: Arc<dyn AnyKind>,
    /// What it was made of, to make it again from a pickle.
    made_of: MadeOf,
    pub(crate) has_agents: bool,
}

#[derive(Clone)]
struct MadeOf {
    game: String,
    setup: Vec<(String, String)>,
    sides: Vec<(String, String)>,
    seats: Vec<(usize, String)>,
    storyteller: Option<String>,
    /// Tokens, record, talk, chance.
    keeps: (bool, bool, bool, bool),
}

/// Raises what is wrong.
pub(crate) fn raise(py: Python<'_>, problems: impl Into<Problems>) -> PyErr {
    refused(py, problems.into())
}

impl MadeOf {
    fn kind(&self) -> Result<Arc<dyn AnyKind>, Problems> {
        match self.game.as_str() {
            "mafia" => self.kind_of::<gaslamp_mafia::State>(),
            "botc" => self.kind_of::<gaslamp_botc::State>(),
            "lorcana" => self.kind_of::<gaslamp_lorcana::State>(),
            other => {
                let problem = Diagnostic::new("learn/game", format!("unknown game `{other}`"));
                Err(problem.fix("mafia, botc or lorcana").into())
            }
        }
    }

    fn kind_of<G: Learnable>(&self) -> Result<Arc<dyn AnyKind>, Problems> {
        let field = |(key, value)| Field { key, value, span: None };
        let fields: Vec<Field<'_>> =
            self.setup.iter().map(|(key, value)| field((key.as_str(), value.as_str()))).collect();
        let setup = <G as Notation>::read_setup(&fields)?;
        let (has_tokens, has_record, has_talk, has_chance) = self.keeps;
        let players = Players {
            sides: self
                .sides
                .iter()
                .map(|(side, name)| Ok((side_of::<G>(side)?, name.clone())))
                .collect::<Result<_, Problems>>()?,
            seats: self
                .seats
                .iter()
                .map(|(seat, name)| Ok((seat_of(*seat)?, name.clone())))
                .collect::<Result<_, Problems>>()?,
            storyteller: self.storyteller.clone(),
        };
        let options = Options { players, has_tokens, has_record, has_talk, has_chance };
        Ok(Arc::new(Arc::new(Kind::<G>::new(setup, options)?)))
    }
}

fn side_of<G: Learnable>(name: &str) -> Result<&'static str, Problems> {
    let side = G::SIDES.iter().find(|side| **side == name).copied();
    side.ok_or_else(|| {
        let problem = Diagnostic::new("learn/side", format!("there is no side `{name}` in {}", G::NAME));
        problem.fix(G::SIDES.join(", ")).into()
    })
}

/// More seats than any table has.
const MOST_SEATS: usize = 20;

pub(crate) fn seat_of(index: usize) -> Result<Seat, Problems> {
    if index < MOST_SEATS {
        Ok(Seat::new(index))
    } else {
        Err(Diagnostic::new("learn/seat", format!("there is no seat {index}")).into())
    }
}

#[pymethods]
impl PyKind {
    #[new]
    #[pyo3(signature = (game, setup, sides=Vec::new(), seats=Vec::new(), storyteller=None, keeps=(true, true, false, false)))]
    fn new(
        py: Python<'_>,
        game: String,
        setup: Vec<(String, String)>,
        sides: Vec<(String, String)>,
        seats: Vec<(usize, String)>,
        storyteller: Option<String>,
        keeps: (bool, bool, bool, bool),
    ) -> PyResult<Self> {
        let has_agents = !(sides.is_empty() && seats.is_empty() && storyteller.is_none());
        let made_of = MadeOf { game, setup, sides, seats, storyteller, keeps };
        let kind = made_of.kind().map_err(|problems| raise(py, problems))?;
        Ok(Self { kind, made_of, has_agents })
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.kind.space().game
    }

    /// The names of the players, by seat.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.kind.names()
    }

    /// The fields of the set-up, as the first line of a record has them.
    #[getter]
    fn setup(&self) -> Vec<(&'static str, String)> {
        self.kind.fields()
    }

    /// The sides of the game.
    #[getter]
    fn sides(&self) -> Vec<&'static str> {
        self.kind.space().sides.to_vec()
    }

    /// The vocabulary; the place of a word is its token.
    #[getter]
    fn vocabulary(&self) -> Vec<&'static str> {
        self.kind.space().vocabulary.to_vec()
    }

    /// The version of the vocabulary.
    #[getter]
    fn encoding(&self) -> u32 {
        self.kind.space().encoding
    }

    /// The number of ids of actions.
    #[getter]
    fn actions(&self) -> usize {
        self.kind.space().actions
    }

    /// The number of tokens of the past that are shown unless somebody asks for another number.
    #[getter]
    fn history(&self) -> usize {
        self.kind.space().history
    }

    /// The number of tokens of the present that are shown.
    #[getter]
    fn present(&self) -> usize {
        self.kind.space().present
    }

    /// The token that fills what is not written.
    #[getter]
    fn padding(&self) -> u16 {
        self.kind.space().padding()
    }

    /// What an id means: an action in the notation, or a token.
    fn action_name(&self, id: usize) -> PyResult<String> {
        let name = self.kind.action_name(id);
        name.ok_or_else(|| PyIndexError::new_err(format!("ids are below {}", self.kind.space().actions)))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let MadeOf { game, setup, sides, seats, storyteller, keeps } = slf.get().made_of.clone();
        let arguments = (game, setup, sides, seats, storyteller, keeps).into_pyobject(slf.py())?;
        Ok((slf.get_type().into_any(), arguments))
    }
}
