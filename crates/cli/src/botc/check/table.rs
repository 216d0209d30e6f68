//! Whether a grimoire, a trace or both are legal. A trace of a whole game is played again by the engine; anything else is checked by constraints,
//! and the answer says which.

use gaslamp_botc::notation::any::{self, Written};
use gaslamp_botc::notation::grimoire_text::{GrimoireText, Life, Player, ScriptNote};
use gaslamp_botc::notation::line::{self, Naming};
use gaslamp_botc::notation::trace_input::TraceInput;
use gaslamp_botc::notation::trace_model::TraceModel;
use gaslamp_botc::{Script, Setup, State};
use gaslamp_core::{Diagnostic, Game as _, Notation as _, Run, record, trace};
use gaslamp_referee::sat::Check;

use super::deadline::Deadline;
use super::partial::{self, Asked, PartialArgs};
use super::verdict::{Sources, judge};
use crate::botc::seating;
use crate::botc::strangers::Judge;
use crate::failure::Failure;
use crate::input::Input;
use crate::output::Output;

/// What is checked.
pub(super) struct Table<'a> {
    /// A grimoire, a trace or both.
    pub(super) input: &'a Input,
    /// A trace in a file of its own.
    pub(super) trace: Option<&'a Input>,
    pub(super) script: &'a Script,
    /// How many sit there, if a trace does not name them all.
    pub(super) players: Option<usize>,
    /// How many nights the game may have lasted, if that is known.
    pub(super) nights: Option<usize>,
    /// What is asked of a grimoire that is known in parts.
    pub(super) partial: &'a PartialArgs,
    pub(super) deadline: Deadline<'a>,
}

pub(super) fn run(table: &Table<'_>, out: &mut Output) -> Result<(), Failure> {
    let parts = any::parts(&table.input.text);
    let sheet = parts.grimoire.map(|text| read_sheet(table.input, text)).transpose()?;
    let inside = parts.trace.map(|text| (table.input, text));
    let trace = inside.or_else(|| table.trace.map(|input| (input, input.text.clone())));
    match (sheet, trace) {
        (Some(sheet), None) => {
            let setup = setup_of(table, &sheet)?;
            let nights = table.nights.unwrap_or_else(|| enough_nights(&sheet));
            let Table { input, partial: args, deadline, .. } = *table;
            partial::check(&Asked { args, input, setup: &setup, sheet: &sheet, nights, deadline }, out)
        }
        (sheet, Some((input, text))) => {
            table.partial.refuse(if sheet.is_some() { "a grimoire with its trace" } else { "a trace" })?;
            check_trace(table, sheet.as_ref(), input, &text, out)
        }
        (None, None) => {
            Err(table.input.failure(vec![Diagnostic::new("input/empty", "there is nothing to check")]))
        }
    }
}

fn read_sheet(input: &Input, text: &str) -> Result<GrimoireText, Failure> {
    match any::read(text).map_err(|problems| input.failure(problems))? {
        Written::GrimoireText(sheet) => Ok(sheet),
        Written::Bag(_) | Written::Script(_) | Written::Game(_) => {
            let problem = Diagnostic::new("botc/check/kind", "this is neither a bag, a grimoire nor a trace");
            Err(problem.fix("[Ann:chef Ben:imp …], or <N1> Ann:poisoner!Ben(+poisoned) …").into())
        }
    }
}

/// Nobody needs more nights than these for a grimoire: each of the dead may have died on another day.
fn enough_nights(sheet: &GrimoireText) -> usize {
    2 + sheet.players.iter().filter(|player| player.life != Life::Alive).count()
}

fn setup_of(table: &Table<'_>, sheet: &GrimoireText) -> Result<Setup, Failure> {
    let setup = playable(seating::of_sheet(sheet, table.script))?;
    refuse(Judge::checker().strangers_of_sheet(sheet), table.input)?;
    setup.base_counts().map_err(|problems| table.input.failure(problems))?;
    Ok(setup)
}

/// The checker knows the characters of Trouble Brewing; a script with others is refused.
fn playable(setup: Setup) -> Result<Setup, Failure> {
    let strangers = Judge::checker().strangers_of_script(&setup.script);
    if strangers.is_empty() { Ok(setup) } else { Err(strangers.into()) }
}

fn refuse(strangers: Vec<Diagnostic>, input: &Input) -> Result<(), Failure> {
    if strangers.is_empty() { Ok(()) } else { Err(input.failure(strangers)) }
}

fn check_trace(
    table: &Table<'_>,
    sheet: Option<&GrimoireText>,
    input: &Input,
    text: &str,
    out: &mut Output,
) -> Result<(), Failure> {
    let account = TraceInput::read(text).map_err(|problems| input.failure(problems))?;
    if !account.unreadable.is_empty() {
        return Err(input.failure(account.unreadable));
    }
    if let Some(run) = &account.run {
        return check_run(input, sheet, run, out);
    }
    let reading = trace::read(&record::without_comments(text), State::DIALECT);
    let setup = match sheet {
        Some(sheet) => setup_of(table, sheet)?,
        None => playable(seating::of_model(&account.model(), table.players, table.script, input)?)?,
    };
    let model = TraceModel::read(&reading.trace, &setup.names, Some(&ScriptNote::from(&setup.script)));
    seating::readable(&model, input)?;
    refuse(Judge::checker().strangers_of_story(&model), input)?;
    let check = Check::of_model(&setup, &model, sheet, &table.deadline.stop());
    let check = check.map_err(|problem| input.failure(vec![problem]))?;
    let sources = Sources { grimoire: table.input, trace: input };
    judge(&sources, check, table.deadline, out)
}

/// A whole game, which the engine has played: a grimoire beside it must be the one that it ends with.
fn check_run(
    input: &Input,
    sheet: Option<&GrimoireText>,
    run: &Run<State>,
    out: &mut Output,
) -> Result<(), Failure> {
    let names = &run.record().setup.names;
    let actual = GrimoireText::of_state(names, run.state());
    let differs = |sheet: &GrimoireText| -> Vec<Diagnostic> {
        let pairs = sheet.players.iter().zip(&actual.players).filter(|(said, is)| !alike(said, is));
        let differing = pairs.map(|(said, is)| {
            let shown = |player: &Player| {
                let one = GrimoireText { players: vec![player.clone()], ..GrimoireText::default() };
                line::write(&one, Naming::Long)
            };
            let message = format!("the grimoire shows {}, the game ends with {}", shown(said), shown(is));
            Diagnostic::illegal("botc/check/another-end", message)
        });
        differing.collect()
    };
    let mut problems = sheet.map(differs).unwrap_or_default();
    if sheet.is_some_and(|sheet| sheet.players.len() != actual.players.len()) {
        problems.push(Diagnostic::illegal(
            "botc/check/another-end",
            "the grimoire has other seats than the game",
        ));
    }
    if !problems.is_empty() {
        return Err(input.failure(problems));
    }
    let actions = run.record().actions.len();
    if out.json {
        return Ok(out.object(vec![
            ("legal", true.into()),
            ("by", "engine".into()),
            ("actions", actions.into()),
        ])?);
    }
    let phase = run.state().phase();
    Ok(out.line(&format!("legal: the engine plays all {actions} actions, up to {phase}"))?)
}

/// The same player with the same tokens, in any order.
fn alike(a: &Player, b: &Player) -> bool {
    let words = |player: &Player| {
        let mut words: Vec<String> = player.tokens.iter().map(|token| format!("{token:?}")).collect();
        words.sort_unstable();
        words
    };
    a.name.eq_ignore_ascii_case(&b.name)
        && a.character == b.character
        && a.life == b.life
        && words(a) == words(b)
}
