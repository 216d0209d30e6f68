//! A record, a trace or a grimoire before the referee. Every action of a record is heard by the engine and by the rules in ASP; where the deal
//! or much else is not told, the rules say whether it can be at all.

use gaslamp_botc::notation::account::Account;
use gaslamp_botc::notation::any::{self, Written};
use gaslamp_botc::notation::sheet::ScriptNote;
use gaslamp_botc::notation::story::Story;
use gaslamp_botc::{Setup, State};
use gaslamp_core::record::{self, Replayed, Stopped};
use gaslamp_core::trace::{Phase, Trace};
use gaslamp_core::{Actor, Contents, Diagnostic, Game as _, Notation as _, Run};
use gaslamp_referee::asp::botc::trace::{Inquiry, Reading};
use serde_json::json;

use super::clingo::failed;
use super::{RefereeArgs, Umpire, inquiry};
use crate::args::Referee;
use crate::failure::Failure;
use crate::input::Input;
use crate::output::Output;

pub(super) fn run(record: &str, args: &RefereeArgs, out: &mut Output) -> Result<(), Failure> {
    let input = Input::read(record)?;
    let text = &record::without_comments(&input.text);
    if text.trim().is_empty() {
        let problem = Diagnostic::new("input/empty", format!("{} is empty", input.name));
        let fix = "a record begins with `game botc 2 players=Ann,Ben,…`, a trace with a phase such as `<N1>`, a grimoire with `[`";
        return Err(problem.fix(fix).into());
    }
    if record::has_first_line(text) {
        let replayed = record::read_as_far::<State>(text).map_err(|problems| input.failure(problems))?;
        return hear_record(&input, &replayed, args, out);
    }
    if !begins_like_a_trace(text) {
        return hear_grimoire(&input, args, out);
    }
    let account = Account::read(text).map_err(|problems| input.failure(problems))?;
    if !account.unreadable.is_empty() {
        return Err(input.failure(account.unreadable));
    }
    match &account.run {
        Some(run) => hear_run(run, out),
        None => hear_story(&input, &account.story(), args, out),
    }
}

fn begins_like_a_trace(text: &str) -> bool {
    let begin = text.trim_start();
    let label = begin.strip_prefix('[').and_then(|rest| rest.split_once(']')).map(|(label, _)| label);
    begin.starts_with('<')
        || label.is_some_and(|label| Phase::read(label).is_some())
        || begin.contains('!') && !begin.starts_with(['[', '{'])
}

/// A record: with its deal every action is judged, without it the rules say from which deals it may have come.
fn hear_record(
    input: &Input,
    replayed: &Replayed<State>,
    args: &RefereeArgs,
    out: &mut Output,
) -> Result<(), Failure> {
    let Some(stopped) = &replayed.stopped else { return hear_run(&replayed.run, out) };
    let setup = &replayed.run.record().setup;
    if !is_dealt(&replayed.trace) {
        let story = Story::read(&replayed.trace, &setup.names, Some(&ScriptNote::from(&setup.script)));
        let inquiry = Inquiry::of_story(setup, &story, Reading::Whole).map_err(|failure| failed(&failure))?;
        return inquiry::answer(input, setup, inquiry, Reading::Whole, args, out);
    }
    judge(&replayed.run)?;
    refuse(input, &replayed.run, stopped)
}

fn is_dealt(trace: &Trace) -> bool {
    trace.events().any(|(_, event)| event.verb.as_deref() == Some("deals"))
}

/// A game that the engine has played: the rules judge every action of it.
fn hear_run(run: &Run<State>, out: &mut Output) -> Result<(), Failure> {
    let judged = judge(run)?;
    if out.json {
        return Ok(out.value(&json!({ "legal": true, "judged": judged.actions }))?);
    }
    Ok(out.line(&format!("legal: {}", judged.words()))?)
}

fn judge(run: &Run<State>) -> Result<super::Judged, Failure> {
    let record = run.record();
    let Some(mut umpire) = super::botc(Referee::Both, &record.setup)? else {
        return Err(Failure::usage("referee/none", "there is no referee"));
    };
    for (step, &action) in record.actions.iter().enumerate() {
        let before =
            run.at(step).map_err(|error| Failure::no(error.refusal.rule.id, error.refusal.rule.says))?;
        let Some(actor) = before.state().to_act() else { break };
        if umpire.judge(&before, actor, action).is_err() {
            break;
        }
    }
    Umpire::finish(umpire)
}

/// What the engine stops at, as the rules see it.
fn refuse(input: &Input, run: &Run<State>, stopped: &Stopped) -> Result<(), Failure> {
    let names = State::names(&run.record().setup);
    let mut contents: Contents<_> = run.record().contents.clone();
    let engine = stopped.problem.clone();
    let actor = stopped
        .event
        .actor
        .as_ref()
        .map_or(Some(Actor::Storyteller), |name| State::read_actor(&names, &name.name));
    let action = State::read_action(&names, &stopped.event, &mut contents);
    let (Some(actor), Ok(action)) = (actor, action) else { return Err(input.failure(vec![engine])) };
    let Some(mut umpire) = super::botc(Referee::Clingo, &run.record().setup)? else {
        return Err(input.failure(vec![engine]));
    };
    let referee = umpire.objection_to(run, &contents, actor, action)?;
    match referee {
        Some(referee) => Err(input.failure(vec![engine.clone(), referee.at(engine.span)])),
        None => {
            let message = "the rules in ASP have nothing against it: the text tells it in another place than the game comes to it";
            Err(input
                .failure(vec![engine.clone(), Diagnostic::illegal("referee/legal", message).at(engine.span)]))
        }
    }
}

/// A trace that is not a whole game: much may be left out of it.
fn hear_story(input: &Input, story: &Story, args: &RefereeArgs, out: &mut Output) -> Result<(), Failure> {
    let unreadable: Vec<Diagnostic> =
        story.problems.iter().filter(|problem| UNREADABLE.contains(&problem.id)).cloned().collect();
    if !unreadable.is_empty() {
        let told = unreadable
            .into_iter()
            .map(|problem| Diagnostic { fault: gaslamp_core::Fault::Unreadable, ..problem });
        return Err(input.failure(told.collect()));
    }
    let setup = Setup { names: story.names.clone(), ..Setup::trouble_brewing(story.names.len()) };
    let inquiry = Inquiry::of_story(&setup, story, Reading::Parts).map_err(|failure| failed(&failure))?;
    inquiry::answer(input, &setup, inquiry, Reading::Parts, args, out)
}

/// What of a story means nothing at all.
const UNREADABLE: [&str; 5] = [
    "botc/trace/name",
    "botc/trace/verb",
    "botc/grimoire/character",
    "botc/grimoire/token",
    "botc/trace/actor-ambiguous",
];

fn hear_grimoire(input: &Input, args: &RefereeArgs, out: &mut Output) -> Result<(), Failure> {
    let sheet = match any::read(&input.text).map_err(|problems| input.failure(problems))? {
        Written::Sheet(sheet) => sheet,
        Written::Game(run) => return hear_run(&run, out),
        Written::Bag(_) | Written::Script(_) => {
            let problem = Diagnostic::new("referee/what", "this is neither a record, a trace nor a grimoire");
            return Err(problem.fix("[Ann:chef Ben:imp …], or <N1> Ann:poisoner!Ben(+poisoned) …").into());
        }
    };
    let names: Vec<String> = sheet.players.iter().map(|player| player.name.clone()).collect();
    let mut setup = Setup { names, ..Setup::trouble_brewing(sheet.players.len()) };
    if let Some(note) = &sheet.script {
        setup.script = note.script();
    }
    let inquiry = Inquiry::of_sheet(&setup, &sheet).map_err(|failure| failed(&failure))?;
    inquiry::answer(input, &setup, inquiry, Reading::Parts, args, out)
}
