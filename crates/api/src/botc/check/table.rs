//! Whether a grimoire, a trace or both are legal. A trace of a whole game is played again by the engine; anything else is checked by constraints,
//! and the answer says which.

use gaslamp_botc::notation::any::{self, Written};
use gaslamp_botc::notation::grimoire_text::{GrimoireText, Life, Player, ScriptNote};
use gaslamp_botc::notation::line::{self, Naming};
use gaslamp_botc::notation::trace_input::TraceInput;
use gaslamp_botc::notation::trace_model::TraceModel;
use gaslamp_botc::{Setup, State};
use gaslamp_core::{Diagnostic, Game as _, Notation as _, Run, record, trace};
use gaslamp_referee::sat::{Check, Stop as SatStop};

use super::partial::Grimoire;
use super::verdict::{Sources, judge};
use super::{Checked, Request};
use crate::botc::seating;
use crate::botc::strangers::Judge;
use crate::diagnostic::{Input, Problems};
use crate::stop::Stop;

pub(super) fn read<'a>(
    input: &'a Input,
    request: &'a Request,
    stop: &'a Stop,
) -> Result<Checked<'a>, Problems> {
    let parts = any::parts(&input.text);
    let grimoire = parts.grimoire.map(|text| read_grimoire(input, text)).transpose()?;
    let inside = parts.trace.map(|text| (input, text));
    let trace = inside.or_else(|| request.trace.as_ref().map(|trace| (trace, trace.text.clone())));
    match (grimoire, trace) {
        (Some(grimoire), None) => {
            let setup = setup_of(input, request, &grimoire)?;
            let nights = request.nights.unwrap_or_else(|| enough_nights(&grimoire));
            Grimoire::check(input, &request.partial, setup, grimoire, nights, stop)
        }
        (grimoire, Some((trace, text))) => {
            request.partial.refuse(if grimoire.is_some() {
                "a grimoire with its trace"
            } else {
                "a trace"
            })?;
            let sources = Sources { grimoire: input, trace };
            check_trace(&sources, request, grimoire.as_ref(), &text, stop)
        }
        (None, None) => {
            Err(input.problems(vec![Diagnostic::new("input/empty", "there is nothing to check")]))
        }
    }
}

fn read_grimoire(input: &Input, text: &str) -> Result<GrimoireText, Problems> {
    match any::read(text).map_err(|problems| input.problems(problems))? {
        Written::GrimoireText(grimoire) => Ok(grimoire),
        Written::Bag(_) | Written::Script(_) | Written::Game(_) => {
            let problem = Diagnostic::new("botc/check/kind", "this is neither a bag, a grimoire nor a trace");
            Err(problem.fix("[Ann:chef Ben:imp …], or <N1> Ann:poisoner!Ben(+poisoned) …").into())
        }
    }
}

/// Nobody needs more nights than these for a grimoire: each of the dead may have died on another day.
fn enough_nights(grimoire: &GrimoireText) -> usize {
    2 + grimoire.players.iter().filter(|player| player.life != Life::Alive).count()
}

fn setup_of(input: &Input, request: &Request, grimoire: &GrimoireText) -> Result<Setup, Problems> {
    let setup = playable(seating::of_grimoire(grimoire, &request.script))?;
    refuse(Judge::checker().strangers_of_grimoire(grimoire), input)?;
    setup.base_counts().map_err(|problems| input.problems(problems))?;
    Ok(setup)
}

/// The checker knows the characters of Trouble Brewing; a script with others is refused.
fn playable(setup: Setup) -> Result<Setup, Problems> {
    let strangers = Judge::checker().strangers_of_script(&setup.script);
    if strangers.is_empty() { Ok(setup) } else { Err(strangers.into()) }
}

fn refuse(strangers: Vec<Diagnostic>, input: &Input) -> Result<(), Problems> {
    if strangers.is_empty() { Ok(()) } else { Err(input.problems(strangers)) }
}

fn check_trace<'a>(
    sources: &Sources<'_>,
    request: &Request,
    grimoire: Option<&GrimoireText>,
    text: &str,
    stop: &Stop,
) -> Result<Checked<'a>, Problems> {
    let input = sources.trace;
    let account = TraceInput::read(text).map_err(|problems| input.problems(problems))?;
    if !account.unreadable.is_empty() {
        return Err(input.problems(account.unreadable));
    }
    if let Some(run) = &account.run {
        return check_run(input, grimoire, run);
    }
    let reading = trace::read(&record::without_comments(text), State::DIALECT);
    let setup = match grimoire {
        Some(grimoire) => setup_of(sources.grimoire, request, grimoire)?,
        None => playable(seating::of_model(&account.model(), request.players, &request.script, input)?)?,
    };
    let model = TraceModel::read(&reading.trace, &setup.names, Some(&ScriptNote::from(&setup.script)));
    seating::readable(&model, input)?;
    refuse(Judge::checker().strangers_of_model(&model), input)?;
    let check = Check::of_model(&setup, &model, grimoire, &SatStop::new(stop.flag()));
    let check = check.map_err(|problem| input.problems(vec![problem]))?;
    Ok(Checked::Ruled(judge(sources, check, stop)))
}

/// A whole game, which the engine has played: a grimoire beside it must be the one that it ends with.
fn check_run<'a>(
    input: &Input,
    grimoire: Option<&GrimoireText>,
    run: &Run<State>,
) -> Result<Checked<'a>, Problems> {
    let names = &run.record().setup.names;
    let actual = GrimoireText::of_state(names, run.state());
    let differs = |grimoire: &GrimoireText| -> Vec<Diagnostic> {
        let pairs = grimoire.players.iter().zip(&actual.players).filter(|(said, is)| !alike(said, is));
        let differing = pairs.map(|(said, is)| {
            let shown = |player: &Player| {
                let one = GrimoireText { players: vec![player.clone()], ..GrimoireText::default() };
                line::write(&one, Naming::Long)
            };
            let message = format!("the grimoire shows {}, but the game ends with {}", shown(said), shown(is));
            Diagnostic::illegal("botc/check/another-end", message)
        });
        differing.collect()
    };
    let mut problems = grimoire.map(differs).unwrap_or_default();
    if grimoire.is_some_and(|grimoire| grimoire.players.len() != actual.players.len()) {
        problems.push(Diagnostic::illegal(
            "botc/check/another-end",
            "the grimoire and the game have different numbers of seats",
        ));
    }
    if !problems.is_empty() {
        return Err(input.problems(problems));
    }
    Ok(Checked::Game { actions: run.record().actions.len(), phase: run.state().phase() })
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
