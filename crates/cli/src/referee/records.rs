//! A record, a trace or a grimoire before the referee. Every action of a record is heard by the engine and by the rules in ASP; where the deal
//! or much else is not told, the rules say whether it can be at all.

use std::ffi::OsStr;

use gaslamp_agents::table::Objection;
use gaslamp_api::Input;
use gaslamp_api::botc::seating;
use gaslamp_api::botc::strangers::Judge;
use gaslamp_botc::notation::any::{self, Written};
use gaslamp_botc::notation::grimoire_text::ScriptNote;
use gaslamp_botc::notation::trace_input::TraceInput;
use gaslamp_botc::notation::trace_model::TraceModel;
use gaslamp_botc::{Script, Setup, State};
use gaslamp_core::record::{self, Replayed, Stopped};
use gaslamp_core::trace::{self, Trace};
use gaslamp_core::{Diagnostic, Game as _, Notation as _, Refusal, Run, Span};
use gaslamp_referee::asp::botc::Referee;
use gaslamp_referee::asp::botc::trace::{Inquiry, Reading};

use super::inquiry::Asked;
use super::{Judged, RefereeGuard, inquiry};
use crate::failure::Failure;
use crate::input;
use crate::output::Output;

pub(super) fn run(record: &OsStr, asked: &Asked<'_>, out: &mut Output) -> Result<(), Failure> {
    let input = input::read(record)?;
    let text = &record::without_comments(&input.text);
    if text.trim().is_empty() {
        let problem = Diagnostic::new("input/empty", format!("{} is empty", input.name));
        let fix = "a record begins with `game botc 2 players=Ann,Ben,…`, a trace with a phase such as `<N1>`, a grimoire with `[`";
        return Err(problem.fix(fix).into());
    }
    if record::has_first_line(text) {
        let replayed = record::read_as_far::<State>(text).map_err(|problems| input.problems(problems))?;
        return hear_record(&input, &replayed, asked, out);
    }
    let parts = any::parts(text);
    match (parts.grimoire, parts.trace) {
        (Some(grimoire), Some(trace)) => return hear_both(&input, grimoire, &trace, asked, out),
        (Some(_), None) => return hear_grimoire(&input, asked, out),
        (None, _) => {}
    }
    let account = TraceInput::read(text).map_err(|problems| input.problems(problems))?;
    if !account.unreadable.is_empty() {
        return Err(input.problems(account.unreadable).into());
    }
    match &account.run {
        Some(run) => hear_run(run, out),
        None => hear_model(&input, &account.model(), asked, out),
    }
}

fn hear_both(
    input: &Input,
    text: &str,
    trace: &str,
    asked: &Asked<'_>,
    out: &mut Output,
) -> Result<(), Failure> {
    let Written::GrimoireText(grimoire) = any::read(text).map_err(|problems| input.problems(problems))?
    else {
        return Err(neither());
    };
    let reading = trace::read(trace, State::DIALECT);
    if !reading.problems.is_empty() {
        return Err(input.problems(reading.problems).into());
    }
    let setup = seating::of_grimoire(&grimoire, &trouble_brewing());
    let model = TraceModel::read(&reading.trace, &setup.names, Some(&ScriptNote::from(&setup.script)));
    seating::readable(&model, input)?;
    let judge = Judge::referee(&setup.script);
    refuse([judge.strangers_of_grimoire(&grimoire), judge.strangers_of_model(&model)].concat(), input)?;
    let inquiry = Inquiry::of_both(&setup, &model, &grimoire)?;
    inquiry::answer(input, &setup, inquiry, Reading::Parts, asked, out)
}

/// A record: with its deal every action is judged, without it the rules say from which deals it may have come.
fn hear_record(
    input: &Input,
    replayed: &Replayed<State>,
    asked: &Asked<'_>,
    out: &mut Output,
) -> Result<(), Failure> {
    let Some(stopped) = &replayed.stopped else { return hear_run(&replayed.run, out) };
    let setup = &replayed.run.record().setup;
    if !is_dealt(&replayed.trace) {
        let model = TraceModel::read(&replayed.trace, &setup.names, Some(&ScriptNote::from(&setup.script)));
        refuse(Judge::referee(&setup.script).strangers_of_model(&model), input)?;
        return inquiry::answer_undealt(input, setup, &model, asked, out);
    }
    judge(&replayed.run)?;
    let mut problems = objections(&replayed.run, stopped)?;
    if asked.args.explain {
        let told = up_to(&replayed.trace, stopped.problem.span);
        let model = TraceModel::read(&told, &setup.names, Some(&ScriptNote::from(&setup.script)));
        problems.extend(inquiry::clash_in(setup, &model, asked)?);
    }
    Err(input.problems(problems).into())
}

/// What a trace tells up to a place in its text.
fn up_to(trace: &Trace, last: Option<Span>) -> Trace {
    let end = last.map_or(usize::MAX, |span| span.end);
    let mut told = Trace::default();
    for block in &trace.blocks {
        for entry in block.entries.iter().filter(|entry| entry.span.end <= end) {
            told.push(block.phase, entry.what.clone(), entry.span);
        }
    }
    told
}

fn is_dealt(trace: &Trace) -> bool {
    trace.events().any(|(_, event)| event.verb.as_deref() == Some("deals"))
}

/// A game that the engine has played: the rules judge every action of it.
fn hear_run(run: &Run<State>, out: &mut Output) -> Result<(), Failure> {
    let judged = judge(run)?;
    if out.json {
        return Ok(out.value(&gaslamp_api::botc::referee::judged(judged.actions))?);
    }
    Ok(out.line(&format!("legal: {}", judged.words()))?)
}

/// How much was judged, if the engine and the rules agree on all of it.
fn judge(run: &Run<State>) -> Result<Judged, Failure> {
    let record = run.record();
    let mut guard = RefereeGuard::new(Referee::new(&record.setup)?, true);
    let mut before = run.at(0).map_err(|error| refused(&error.refusal))?;
    for &action in &record.actions {
        let Some(actor) = before.state().to_act() else { break };
        match guard.judge(&before, actor, action) {
            Ok(()) => before.apply(action).map_err(|refusal| refused(&refusal))?,
            Err(Objection::Refused(problem)) => return Err(problem.into()),
            Err(Objection::Stop) => break,
        }
    }
    guard.finish()
}

fn refused(refusal: &Refusal) -> Failure {
    Failure::no(refusal.rule.id, refusal.rule.says)
}

/// What the engine stops at, as both see it.
fn objections(run: &Run<State>, stopped: &Stopped) -> Result<Vec<Diagnostic>, Failure> {
    let names = State::names(&run.record().setup);
    let mut contents = run.record().contents.clone();
    let engine = stopped.problem.clone();
    let by = stopped.event.actor.as_ref().map_or("st", |name| name.name.as_str());
    let actor = State::read_actor(&names, by);
    let action = State::read_action(&names, &stopped.event, &mut contents);
    let (Some(actor), Ok(action)) = (actor, action) else { return Ok(vec![engine]) };
    let mut guard = RefereeGuard::new(Referee::new(&run.record().setup)?, false);
    let referee = guard.objection_to(run, &contents, actor, action)?.unwrap_or_else(|| {
        let message = "the rules in ASP allow it here; the text has it in another phase";
        Diagnostic::illegal("referee/legal", message)
    });
    Ok(vec![engine.clone(), referee.at(engine.span)])
}

/// A trace that is not a whole game: much may be left out of it.
fn hear_model(input: &Input, model: &TraceModel, asked: &Asked<'_>, out: &mut Output) -> Result<(), Failure> {
    let setup = seating::of_model(model, asked.args.players, &trouble_brewing(), input)?;
    refuse(Judge::referee(&setup.script).strangers_of_model(model), input)?;
    let inquiry = Inquiry::of_model(&setup, model, Reading::Parts)?;
    inquiry::answer(input, &setup, inquiry, Reading::Parts, asked, out)
}

fn hear_grimoire(input: &Input, asked: &Asked<'_>, out: &mut Output) -> Result<(), Failure> {
    let grimoire = match any::read(&input.text).map_err(|problems| input.problems(problems))? {
        Written::GrimoireText(grimoire) => grimoire,
        Written::Game(run) => return hear_run(&run, out),
        Written::Bag(_) | Written::Script(_) => return Err(neither()),
    };
    let setup = seating::of_grimoire(&grimoire, &trouble_brewing());
    refuse(Judge::referee(&setup.script).strangers_of_grimoire(&grimoire), input)?;
    let inquiry = Inquiry::of_grimoire(&setup, &grimoire)?;
    inquiry::answer(input, &setup, inquiry, Reading::Parts, asked, out)
}

/// Where the rules do not know somebody or something, they say neither yes nor no.
fn refuse(strangers: Vec<Diagnostic>, input: &Input) -> Result<(), Failure> {
    if strangers.is_empty() { Ok(()) } else { Err(input.problems(strangers).into()) }
}

fn neither() -> Failure {
    let problem = Diagnostic::new("referee/what", "this is neither a record, a trace nor a grimoire");
    problem.fix("[Ann:chef Ben:imp …], or <N1> Ann:poisoner!Ben(+poisoned) …").into()
}

fn trouble_brewing() -> Script {
    Setup::trouble_brewing(0).script
}
