//! What is asked of a puzzle, a grimoire or a record.

#![allow(clippy::needless_pass_by_value, reason = "arguments are made from Python objects for the call")]
#![allow(clippy::too_many_arguments, reason = "most of them are keywords")]

use std::path::Path;
use std::time::Instant;

use gaslamp_api::botc::check::{Request as CheckRequest, check as check_text, partial};
use gaslamp_api::botc::render::{self as rendered, Form};
use gaslamp_api::botc::solve::{self as puzzles, Asked, Options, read_beside, why_fields};
use gaslamp_api::record::Part;
use gaslamp_api::{Answer, Problems, Stop, botc, mafia};
use gaslamp_botc::notation::line::Naming;
use gaslamp_core::bounds::{LAST_PHASE, MOST_SEATS, MOST_TIMES};
use gaslamp_referee::sat::partial::Tokens;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::{Document, SeatName, Source, Texts, at_most, one_of, theme};
use crate::errors::{answered, refused};
use crate::json::to_python;
use crate::record::{Played, Record};
use crate::work::Limits;

/// As many draws as the binary allows.
const MOST_DRAWS: usize = 10_000_000;

/// Finds every world that fits a puzzle, what is certain, how likely the rest is, and why something is impossible.
///
/// ``puzzle`` is the text of a puzzle file, or its path. ``ask`` has statements that are to hold always, never or sometimes; ``what_if`` what
/// is assumed; ``why`` what is true in no world. ``show`` is how many worlds are shown (10 if not given), ``course`` adds one possible course
/// of the game to each, and ``expect`` compares with the answer that the file records. Returns what ``gaslamp botc solve --json`` prints; if no
/// world fits, that has ``errors``.
///
/// >>> puzzle = '''
/// ... id = "everybody-may-be-anybody"
/// ... hidden = ["Imp", "Scarlet Woman", "Washerwoman", "Investigator", "Empath"]
/// ... ends = "N1 begun"
/// ... player = [{ name = "Ann" }, { name = "Ben" }, { name = "Cy" }, { name = "Dan" }, { name = "Eve" }]
/// ... '''
/// >>> gaslamp.solve(puzzle, what_if="Ann=Imp")["worlds"]
/// 24
/// >>> gaslamp.solve(puzzle, ask=["Ben=Imp"])["asked"][0]["answer"]
/// 'sometimes'
#[pyfunction]
#[pyo3(signature = (
    puzzle, *, why = None, ask = Texts::default(), what_if = Texts::default(), show = None, course = false, expect = false,
    seconds = Some(60.0), threads = None,
))]
pub(crate) fn solve<'py>(
    py: Python<'py>,
    puzzle: Source,
    why: Option<String>,
    ask: Texts,
    what_if: Texts,
    show: Option<usize>,
    course: bool,
    expect: bool,
    seconds: Option<f64>,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    if (why.is_some() || !ask.0.is_empty()) && (show.is_some() || course || expect) {
        return Err(PyValueError::new_err("why and ask have no place for show, course or expect"));
    }
    if expect && !what_if.0.is_empty() {
        return Err(PyValueError::new_err("expect compares all worlds, so nothing can be assumed"));
    }
    let show = show.unwrap_or(Options::default().show);
    let options = Options { what_if: what_if.0, ask: ask.0, show, course, expect };
    let work = |stop: &Stop| solved(&puzzle, options, why.as_deref(), stop);
    let answer = Limits::new(seconds, threads)?.keep(py, work)?;
    answered(py, &answer.unwrap_or_else(Answer::from))
}

fn solved(source: &Source, options: Options, why: Option<&str>, stop: &Stop) -> Result<Answer, Problems> {
    let start = Instant::now();
    let puzzle = read_beside(&source.input, &|id| board_beside(source.path.as_deref()?, id))?;
    let (what_if, is_asked) = (options.what_if.clone(), !options.ask.is_empty());
    let mut answer = Answer::default();
    if why.is_none() || is_asked {
        let asked = Asked::new(&source.input, &puzzle, options)?;
        let survey = asked.survey(&asked.solver()?, stop)?;
        answer = asked.solved(survey, stop.stopped().cloned())?.answer(Some(start.elapsed()));
    }
    if let Some(what) = why {
        let reason = puzzles::why(&puzzle.case, &what_if, what, stop)?;
        answer.fields.extend(why_fields(&puzzle.case, what, &reason));
        if !is_asked {
            answer.fields.push(("what_if", what_if.into()));
        }
    }
    Ok(answer)
}

/// The text of the board with this name whose file stands beside that of a puzzle.
fn board_beside(puzzle: &Path, id: &str) -> Option<String> {
    // It is the name of a file there, and no path to anywhere else.
    let is_name = Path::new(id).file_name().is_some_and(|name| name == id);
    if is_name { std::fs::read_to_string(puzzle.with_file_name(format!("{id}.toml"))).ok() } else { None }
}

/// Checks whether a bag, a grimoire or a trace is legal, or a grimoire with the trace that led to it.
///
/// Of a grimoire that is known in parts, the answer has what may be at each seat; ``count`` counts the completions, ``sample`` draws some.
/// ``tokens`` is ``as-written`` or ``at-least``. Returns what ``gaslamp botc check --json`` prints: ``legal``, and ``errors`` if it is not.
///
/// >>> gaslamp.check("{chef monk empath virgin(drunk) saint baron imp}", players=7)["legal"]
/// True
/// >>> gaslamp.check("{chef monk empath saint imp}")["legal"]
/// False
#[pyfunction]
#[pyo3(signature = (
    text, trace = None, *, script = Document::usual_script(), nights = None, players = None, counts = None, tokens = None, count = false,
    sample = None, seed = 0, cases = 20_000, seconds = Some(60.0),
))]
pub(crate) fn check<'py>(
    py: Python<'py>,
    text: Source,
    trace: Option<Source>,
    script: Document,
    nights: Option<usize>,
    players: Option<usize>,
    counts: Option<String>,
    tokens: Option<&str>,
    count: bool,
    sample: Option<usize>,
    seed: u64,
    cases: usize,
    seconds: Option<f64>,
) -> PyResult<Bound<'py, PyAny>> {
    let tokens_known = [("as-written", Tokens::AsWritten), ("at-least", Tokens::AtLeast)];
    let options = partial::Options {
        tokens: tokens.map(|word| one_of("tokens", word, &tokens_known)).transpose()?,
        count,
        sample,
        most: partial::MOST,
        seed,
        cases: at_most("cases", cases, MOST_TIMES as usize)?,
    };
    let request = CheckRequest {
        trace: trace.map(|source| source.input),
        nights: nights.map(|nights| at_most("nights", nights, LAST_PHASE.into())).transpose()?,
        players: players.map(|players| at_most("players", players, MOST_SEATS)).transpose()?,
        counts,
        partial: options,
        ..CheckRequest::new(script.script().map_err(|problems| refused(py, problems))?)
    };
    let answer = Limits::new(seconds, None)?.keep(py, |stop| check_text(&text.input, &request, stop))?;
    answered(py, &answer)
}

/// What a seat of a recorded game could know and believe after ``at`` actions.
///
/// In Blood on the Clocktower, ``trust`` is a dict of how far players' claims are believed (``"certain"``, ``"trusted"``, ``"distrusted"`` or a
/// probability), and ``split`` shows the odds if that player is honest, and if not. In Mafia, ``trust`` is a percentage with which every
/// statement is true; without it, everything said and done is weighed. Returns what ``gaslamp GAME beliefs --json`` prints.
///
/// >>> record = gaslamp.Record.parse("game mafia 1\n<SETUP> st!deals->P2:sheriff,P3:mafia,P8:mafia,P9:don")
/// >>> gaslamp.beliefs(record, "P2")["certain"]
/// ['P2 is sheriff']
#[pyfunction]
#[pyo3(signature = (
    record, seat, at = None, *, trust = None, split = None, draws = None, patterns = None, seconds = Some(60.0), threads = None,
))]
pub(crate) fn beliefs<'py>(
    py: Python<'py>,
    record: &Bound<'py, PyAny>,
    seat: SeatName,
    at: Option<usize>,
    trust: Option<Bound<'py, PyAny>>,
    split: Option<SeatName>,
    draws: Option<usize>,
    patterns: Option<usize>,
    seconds: Option<f64>,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let limits = Limits::new(seconds, threads)?;
    let read;
    let played = match record.cast::<Record>() {
        Ok(record) => &record.get().played,
        Err(_) => {
            let source: Source = record.extract()?;
            read =
                py.detach(|| Played::read(&source.input, None)).map_err(|problems| refused(py, problems))?;
            &read
        }
    };
    let answer = match played {
        Played::Botc(run) => {
            let mut request = botc::beliefs::Request::new(seat.0);
            request.at = at;
            request.trust = trust.as_ref().map(trusts).transpose()?.unwrap_or_default();
            request.split = split.map(|SeatName(split)| split);
            if let Some(draws) = draws {
                request.draws = at_most("draws", draws.max(1), MOST_DRAWS)?;
            }
            request.patterns = patterns.unwrap_or(request.patterns);
            limits.keep(py, |stop| Ok(botc::beliefs::of_run(run, &request, stop)?.answer()))?
        }
        Played::Mafia(_) if split.is_some() || draws.is_some() || patterns.is_some() => {
            return Err(PyValueError::new_err("split, draws and patterns are for Blood on the Clocktower"));
        }
        Played::Mafia(run) => {
            let trust = trust.map(|trust| percent(&trust)).transpose()?;
            let request = mafia::beliefs::Request { seat: seat.0, at, trust };
            let believed = limits.keep(py, |_| Ok(mafia::beliefs::of_run(run, &request)?.to_json()))?;
            return believed
                .map_err(|problems| refused(py, problems))
                .and_then(|value| to_python(py, &value));
        }
        Played::Lorcana(_) => Err(Problems::unreadable("beliefs/game", "there are no beliefs about Lorcana")),
    };
    answered(py, &answer.unwrap_or_else(Answer::from))
}

/// How far each player is believed, as the binary writes it.
fn trusts(trust: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    let dict = trust.cast::<PyDict>()?;
    let line = |(name, trust): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        let SeatName(name) = name.extract()?;
        Ok(format!("{name}={}", trust.str()?.to_str()?))
    };
    dict.iter().map(line).collect()
}

fn percent(trust: &Bound<'_, PyAny>) -> PyResult<u8> {
    let percent: usize = trust.extract()?;
    Ok(at_most("trust", percent, 100)? as u8)
}

/// Writes a grimoire, a bag, a script or the table of a record in another form.
///
/// ``grimoire`` is a text in any form, a file, a Town Square state or an official script as Python objects, or a :class:`Record`, of which
/// ``seat`` and ``at`` choose a part. ``form`` is ``line``, ``ascii``, ``svg``, ``html``, ``json`` or ``script``, ``ascii`` if not given; JSON
/// is returned as Python objects, anything else as a ``str``.
///
/// >>> gaslamp.render("[Ann:imp Ben:chef]", "line")
/// '[Ann:imp Ben:chef]'
/// >>> gaslamp.render("[Ann:imp Ben:chef]", "json")["players"][0]["name"]
/// 'Ann'
#[pyfunction]
#[pyo3(signature = (
    grimoire, form = None, *, layout = None, columns = false, short = false, public = false, seat = None, at = None,
    theme = "auto",
))]
pub(crate) fn render<'py>(
    py: Python<'py>,
    grimoire: &Bound<'py, PyAny>,
    form: Option<&str>,
    layout: Option<String>,
    columns: bool,
    short: bool,
    public: bool,
    seat: Option<SeatName>,
    at: Option<usize>,
    theme: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let forms = [
        ("line", Form::Line),
        ("ascii", Form::Ascii),
        ("svg", Form::Svg),
        ("html", Form::Html),
        ("json", Form::Json),
        ("script", Form::Script),
    ];
    if public && seat.is_some() {
        return Err(PyValueError::new_err("public shows what everybody sees, so there is no seat"));
    }
    let options = rendered::Options {
        form: form.map(|word| one_of("form", word, &forms)).transpose()?,
        usual: Form::Ascii,
        layout,
        columns,
        naming: if short { Naming::Short } else { Naming::Long },
        is_public: public,
        part: Part { seat: seat.map(|SeatName(seat)| seat), at },
        theme: self::theme(theme)?,
    };
    let text = match grimoire.cast::<Record>() {
        Ok(record) => picture(py, &record.get().played, &options)?,
        Err(_) => {
            let Document(input) = grimoire.extract()?;
            py.detach(|| rendered::render(&input, &options))
        }
    };
    let text = text.map_err(|problems| refused(py, problems))?;
    // A script is JSON also where no form is asked for.
    let is_json = !matches!(options.form, Some(Form::Line | Form::Ascii | Form::Svg | Form::Html));
    match serde_json::from_str(&text) {
        Ok(value) if is_json => to_python(py, &value),
        _ => Ok(text.into_pyobject(py)?.into_any()),
    }
}

/// The table of a recorded game; of Lorcana there are only pictures.
fn picture(
    py: Python<'_>,
    played: &Played,
    options: &rendered::Options,
) -> PyResult<Result<String, Problems>> {
    let is_drawn = match played {
        Played::Botc(_) => true,
        Played::Mafia(_) => false,
        Played::Lorcana(_) => options.form == Some(Form::Svg) && !options.is_public,
    };
    match py.detach(|| played.picture(options)) {
        Some(picture) if is_drawn => Ok(picture),
        _ => Err(PyValueError::new_err(
            "records are rendered for botc, and for lorcana as svg; Record.text has other forms",
        )),
    }
}
