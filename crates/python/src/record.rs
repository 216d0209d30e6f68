//! Records of all games: read once, then shown in any form, whole or as one seat may know them.

#![allow(clippy::needless_pass_by_value, reason = "arguments are made from Python objects for the call")]

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::PathBuf;

use gaslamp_api::botc::render::{Options, render_game};
use gaslamp_api::form::{self, Form};
use gaslamp_api::record::{self, Part};
use gaslamp_api::view::{self, Observe};
use gaslamp_api::{Input, Problems, botc, lorcana, mafia};
use gaslamp_core::number_format::plural;
use gaslamp_core::record::{has_first_line, without_comments};
use gaslamp_core::svg::Theme;
use gaslamp_core::{Diagnostic, Notation, Run, Token, Tokens, View};
use pyo3::prelude::*;
use pyo3::types::PyType;
use serde_json::Value;

use crate::arguments::{SeatName, one_of, read};
use crate::errors::refused;
use crate::json::to_python;

/// How a record can be written.
const FORMS: &[(&str, Form)] = &[
    ("line", Form::Line),
    ("rich", Form::Rich),
    ("table", Form::Table),
    ("tokens", Form::Tokens),
    ("ascii", Form::Ascii),
    ("mermaid", Form::Mermaid),
    ("plantuml", Form::Plantuml),
];

/// Those that are diagrams.
const DIAGRAMS: &[(&str, Form)] =
    &[("ascii", Form::Ascii), ("mermaid", Form::Mermaid), ("plantuml", Form::Plantuml)];

/// A record that has been played again.
#[derive(Clone)]
pub(crate) enum Played {
    Botc(Box<Run<gaslamp_botc::State>>),
    Mafia(Box<Run<gaslamp_mafia::State>>),
    Lorcana(Box<Run<gaslamp_lorcana::State>>),
}

/// The same for the run of whatever game it is.
macro_rules! of_any_game {
    ($played:expr, $run:ident => $result:expr) => {
        match $played {
            Played::Botc($run) => $result,
            Played::Mafia($run) => $result,
            Played::Lorcana($run) => $result,
        }
    };
}

/// A game of which a record can be.
pub(crate) trait Recorded: Notation + Tokens {
    const OBSERVE: Observe<Self>;

    fn played(run: Run<Self>) -> Played;
}

impl Recorded for gaslamp_botc::State {
    const OBSERVE: Observe<Self> = botc::observe;

    fn played(run: Run<Self>) -> Played {
        Played::Botc(Box::new(run))
    }
}

impl Recorded for gaslamp_mafia::State {
    const OBSERVE: Observe<Self> = mafia::observe;

    fn played(run: Run<Self>) -> Played {
        Played::Mafia(Box::new(run))
    }
}

impl Recorded for gaslamp_lorcana::State {
    const OBSERVE: Observe<Self> = lorcana::observe;

    fn played(run: Run<Self>) -> Played {
        Played::Lorcana(Box::new(run))
    }
}

impl Played {
    /// Reads a record of the game that is named, or else of the one that its first line names.
    pub(crate) fn read(input: &Input, game: Option<&str>) -> Result<Self, Problems> {
        let text = without_comments(&input.text);
        let first_line = has_first_line(&text).then(|| text.split_whitespace().nth(1)).flatten();
        match game.or(first_line) {
            Some("botc") => played_again::<gaslamp_botc::State>(input),
            Some("mafia") => played_again::<gaslamp_mafia::State>(input),
            Some("lorcana") => played_again::<gaslamp_lorcana::State>(input),
            other => {
                let message = match other {
                    Some(name) => format!("there is no game `{}`", gaslamp_core::bounds::shortened(name)),
                    None => format!("{} does not say of which game it is the record", input.name),
                };
                let problem = Diagnostic::new("input/game", message);
                Err(problem
                    .fix("a first line such as `game mafia 1`; the games are botc, mafia and lorcana")
                    .into())
            }
        }
    }

    fn game(&self) -> &'static str {
        fn name<G: Notation>(_: &Run<G>) -> &'static str {
            G::NAME
        }
        of_any_game!(self, run => name(run))
    }

    fn names(&self) -> Vec<String> {
        of_any_game!(self, run => names(run))
    }

    fn steps(&self) -> usize {
        of_any_game!(self, run => run.record().actions.len())
    }

    fn result(&self) -> &'static str {
        of_any_game!(self, run => record::result(run))
    }

    fn up_to(&self, at: usize) -> Result<Self, Problems> {
        of_any_game!(self, run => record::up_to(run, at).map(Recorded::played))
    }

    fn to_json(&self) -> Value {
        of_any_game!(self, run => record::to_json(run))
    }

    fn view(&self, seat: &str, at: Option<usize>) -> Result<Value, Problems> {
        fn shown<G: Recorded>(run: &Run<G>, seat: &str, at: Option<usize>) -> Result<Value, Problems> {
            Ok(view::to_json(&seen(run, seat, at)?, G::OBSERVE))
        }
        of_any_game!(self, run => shown(run, seat, at))
    }

    fn tokens(&self, seat: &str, at: Option<usize>) -> Result<Vec<Token>, Problems> {
        fn observed<G: Recorded>(
            run: &Run<G>,
            seat: &str,
            at: Option<usize>,
        ) -> Result<Vec<Token>, Problems> {
            Ok((G::OBSERVE)(&seen(run, seat, at)?).0)
        }
        of_any_game!(self, run => observed(run, seat, at))
    }

    fn text(&self, form: Form, part: &Part) -> Result<String, Problems> {
        fn written<G: Recorded>(run: &Run<G>, form: Form, part: &Part) -> Result<String, Problems> {
            Ok(match &part.seat {
                Some(seat) => form::write_view(&seen(run, seat, part.at)?, form, G::OBSERVE),
                None => form::write(&*record::part(run, part.at)?, form, G::OBSERVE),
            })
        }
        of_any_game!(self, run => written(run, form, part))
    }

    /// All that has been written down: what is equal in this is equal.
    fn written(&self) -> String {
        of_any_game!(self, run => gaslamp_core::record::write_rich(run))
    }

    /// The table as a picture, if there are pictures of this game's.
    pub(crate) fn picture(&self, options: &Options) -> Option<Result<String, Problems>> {
        match self {
            Self::Botc(run) => Some(render_game(run, options)),
            Self::Lorcana(run) => {
                let Part { seat, at } = &options.part;
                let board = |run: Cow<'_, _>| lorcana::board(&run, seat.as_deref(), options.theme);
                Some(record::part(run, *at).and_then(board))
            }
            Self::Mafia(_) => None,
        }
    }
}

fn played_again<G: Recorded>(input: &Input) -> Result<Played, Problems> {
    record::read(input, None).map(G::played)
}

fn names<G: Notation>(run: &Run<G>) -> Vec<String> {
    G::names(&run.record().setup)
}

/// What a seat may know after so many actions.
fn seen<G: Notation>(run: &Run<G>, seat: &str, at: Option<usize>) -> Result<View<G>, Problems> {
    let run = record::part(run, at)?;
    Ok(run.view(record::seat(seat, &names(&run))?))
}

/// The record of a game: a set-up and the actions that followed.
///
/// It has been played by the rules when it was read, so whatever can be asked of it is known.
/// A seat is a player's name or a number: 3 is ``P3`` where all players are called so, elsewhere the third player.
/// ``at`` counts actions, the deal included.
///
/// >>> record = gaslamp.Record.parse("game mafia 1\n<SETUP> st!deals->P2:sheriff,P3:mafia,P8:mafia,P9:don")
/// >>> record
/// <gaslamp.Record of mafia: 1 action, unfinished>
/// >>> record.view("P2")["legal"]
/// []
/// >>> record.replay(0).steps
/// 0
#[pyclass(frozen, module = "gaslamp")]
pub(crate) struct Record {
    pub(crate) played: Played,
}

#[pymethods]
impl Record {
    /// Reads the text of a record; which game it is of stands in its first line, unless it is told.
    #[classmethod]
    #[pyo3(signature = (text, game = None))]
    fn parse(class: &Bound<'_, PyType>, text: &str, game: Option<&str>) -> PyResult<Self> {
        Self::of_input(class.py(), &Input::new("the argument", text), game)
    }

    /// Reads a file that holds a record.
    #[classmethod]
    #[pyo3(signature = (path, game = None))]
    fn load(class: &Bound<'_, PyType>, path: PathBuf, game: Option<&str>) -> PyResult<Self> {
        Self::of_input(class.py(), &read(class.py(), &path)?, game)
    }

    /// The game: ``botc``, ``mafia`` or ``lorcana``.
    #[getter]
    fn game(&self) -> &'static str {
        self.played.game()
    }

    /// What the players are called, by seats.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.played.names()
    }

    /// How many actions were taken, the deal included.
    #[getter]
    fn steps(&self) -> usize {
        self.played.steps()
    }

    /// How the game has ended, or ``unfinished``.
    #[getter]
    fn result(&self) -> &'static str {
        self.played.result()
    }

    /// All of the game, as ``replay --json`` prints it.
    fn to_json<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &py.detach(|| self.played.to_json()))
    }

    /// What a seat may know, as ``replay --seat SEAT --json`` prints it.
    #[pyo3(signature = (seat, at = None))]
    fn view<'py>(&self, py: Python<'py>, seat: SeatName, at: Option<usize>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.ask(py, |played| played.view(&seat.0, at))?)
    }

    /// The tokens that a learner at a seat reads.
    #[pyo3(signature = (seat, at = None))]
    fn tokens(&self, py: Python<'_>, seat: SeatName, at: Option<usize>) -> PyResult<Vec<Token>> {
        self.ask(py, |played| played.tokens(&seat.0, at))
    }

    /// The record as a text, or what a seat may know of it: ``line`` and ``rich`` can be read again; ``table`` is the position,
    /// ``tokens`` are the names of tokens, and ``ascii``, ``mermaid`` and ``plantuml`` are diagrams.
    #[pyo3(signature = (form = "rich", *, seat = None, at = None))]
    fn text(
        &self,
        py: Python<'_>,
        form: &str,
        seat: Option<SeatName>,
        at: Option<usize>,
    ) -> PyResult<String> {
        self.write(py, one_of("form", form, FORMS)?, seat, at)
    }

    /// Who acts upon whom, as a diagram: ``ascii``, ``mermaid`` or ``plantuml``.
    #[pyo3(signature = (form = "ascii", *, seat = None, at = None))]
    fn diagram(
        &self,
        py: Python<'_>,
        form: &str,
        seat: Option<SeatName>,
        at: Option<usize>,
    ) -> PyResult<String> {
        self.write(py, one_of("form", form, DIAGRAMS)?, seat, at)
    }

    /// The record of the first ``at`` actions.
    fn replay(&self, py: Python<'_>, at: usize) -> PyResult<Self> {
        self.ask(py, |played| played.up_to(at)).map(|played| Self { played })
    }

    fn __repr__(&self) -> String {
        let played = &self.played;
        format!(
            "<gaslamp.Record of {}: {}, {}>",
            played.game(),
            plural(played.steps(), "action"),
            played.result()
        )
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.played.game() == other.played.game() && self.played.written() == other.played.written()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.played.written().hash(&mut hasher);
        hasher.finish()
    }

    /// A record is kept as its text, which every version can read.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Self>().getattr("parse")?, (self.played.written(),)))
    }

    /// The table as a picture, for notebooks; None for games without pictures.
    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let options =
            Options { form: Some(botc::render::Form::Svg), theme: Theme::Auto, ..Options::default() };
        let picture = py.detach(|| self.played.picture(&options)).transpose();
        picture.map_err(|problems| refused(py, problems))
    }

    /// What happened, for notebooks; None for games with pictures.
    fn _repr_html_(&self) -> Option<String> {
        let is_drawn = !matches!(self.played, Played::Mafia(_));
        (!is_drawn).then(|| format!("<pre>{}</pre>", escaped(&self.played.written())))
    }
}

impl Record {
    fn of_input(py: Python<'_>, input: &Input, game: Option<&str>) -> PyResult<Self> {
        match py.detach(|| Played::read(input, game)) {
            Ok(played) => Ok(Self { played }),
            Err(problems) => Err(refused(py, problems)),
        }
    }

    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        question: impl FnOnce(&Played) -> Result<T, Problems> + Send,
    ) -> PyResult<T> {
        py.detach(|| question(&self.played)).map_err(|problems| refused(py, problems))
    }

    fn write(
        &self,
        py: Python<'_>,
        form: Form,
        seat: Option<SeatName>,
        at: Option<usize>,
    ) -> PyResult<String> {
        let part = Part { seat: seat.map(|SeatName(seat)| seat), at };
        self.ask(py, |played| played.text(form, &part))
    }
}

/// A text in HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
