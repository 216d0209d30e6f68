//! Traces in any form, out in any other.

use std::ffi::OsString;

use clap::{Args, ValueEnum};
use gaslamp_botc::State;
use gaslamp_botc::notation::analysis::{self, Analysis, Bloc, Claimed, Nomination, SpokenLine, Voter};
use gaslamp_botc::notation::line::Naming;
use gaslamp_botc::notation::trace_input::TraceInput;
use gaslamp_botc::notation::trace_model::TraceModel;
use gaslamp_core::trace::{diagram, rich};
use gaslamp_core::{Diagnostic, Fault, Notation as _, record};
use gaslamp_referee::sat::context::Context;
use serde_json::{Value, json};

use super::context;
use crate::failure::Failure;
use crate::input::Input;
use crate::output::{Field, Output};

/// Which trace, and how to show it.
#[derive(Args, Debug)]
pub(crate) struct TraceArgs {
    /// A trace or a record, in either form: a file, the text itself, or -.
    trace: OsString,
    /// How to show it.
    #[arg(long = "as", value_name = "FORM", default_value = "rich")]
    form: TraceForm,
    /// Write the short names of tokens: ww:townsfolk.
    #[arg(long)]
    short: bool,
}

/// The forms of a trace.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TraceForm {
    /// The one-liner.
    Line,
    /// Sentences, with messages and notes.
    Rich,
    /// What was so when: who was sober and healthy when acting, which events triggered, tokens, roles, deaths.
    Context,
    /// A timeline, who said what to whom, votes and blocs, claims against the truth.
    Analysis,
    /// A Mermaid sequence diagram.
    Mermaid,
    /// A PlantUML sequence diagram.
    Plantuml,
    /// A ladder of plain characters.
    Ascii,
}

pub(super) fn run(args: &TraceArgs, out: &mut Output) -> Result<(), Failure> {
    let input = Input::read(&args.trace)?;
    if input.text.trim().is_empty() {
        let problem = Diagnostic::new("input/empty", format!("{} is empty", input.name));
        return Err(problem.fix("a trace is `<N1> Alice:poisoner!Bob(+poisoned) <D1> …`").into());
    }
    let mut account = TraceInput::read(&input.text).map_err(|problems| input.failure(problems))?;
    let model = account.model();
    let mut unreadable = std::mem::take(&mut account.unreadable);
    let mut doubts: Vec<Diagnostic> = account.does_not_replay.take().into_iter().map(not_replayed).collect();
    doubts.extend(model.problems.iter().cloned());
    let (mut answer, more) = show(args, &account, &model);
    doubts.extend(more);
    if args.form == TraceForm::Context {
        // What nobody knows is missing in what is derived.
        unreadable.extend(doubts.extract_if(.., |problem| problem.fault == Fault::Unreadable));
    }
    let doubts = input.failure(doubts);
    if out.json {
        answer.push(("problems", doubts.to_json().into()));
    } else {
        doubts.warn();
    }
    if !unreadable.is_empty() {
        print(&answer, out, true)?;
        return Err(input.failure(unreadable).beside(answer));
    }
    Ok(print(&answer, out, false)?)
}

fn not_replayed(problem: Diagnostic) -> Diagnostic {
    Diagnostic { message: format!("this is not a whole game by the rules: {}", problem.message), ..problem }
}

/// Prints an answer. Where a failure follows, programs are given its fields there.
fn print(answer: &[Field], out: &mut Output, fails: bool) -> std::io::Result<()> {
    match (out.json, fails) {
        (true, true) => Ok(()),
        (true, false) => out.object(answer.to_vec()),
        (false, _) => out.line(answer.first().and_then(|(_, text)| text.as_str()).unwrap_or_default()),
    }
}

/// The answer, its text first, and what is doubtful about it.
fn show(args: &TraceArgs, account: &TraceInput, model: &TraceModel) -> (Vec<Field>, Vec<Diagnostic>) {
    let naming = if args.short { Naming::Short } else { Naming::Long };
    let plain = model.plain(&account.trace, naming);
    let (names, named) = (&model.names, model.by_name(&plain));
    let text = match (args.form, &account.run) {
        (TraceForm::Line, Some(run)) => record::write_line(run),
        (TraceForm::Rich, Some(run)) => record::write_rich(run),
        (TraceForm::Line, None) => plain.to_string(),
        (TraceForm::Rich, None) => rich::write(&plain, State::DIALECT),
        (TraceForm::Mermaid, _) => diagram::mermaid(&named, names, State::DIALECT),
        (TraceForm::Plantuml, _) => diagram::plantuml(&named, names, State::DIALECT),
        (TraceForm::Ascii, _) => diagram::ascii(&named, names, State::DIALECT),
        (TraceForm::Context, _) => {
            let context = Context::of(account, model);
            return (context::answer(&context, naming), context.problems);
        }
        (TraceForm::Analysis, _) => {
            let analysis = Analysis::of(&named, model);
            let answer = vec![
                ("text", analysis::write(&analysis).into()),
                ("players", names.clone().into()),
                ("analysis", analysis_json(&analysis)),
            ];
            return (answer, Vec::new());
        }
    };
    let answer = vec![
        ("text", text.into()),
        ("players", names.clone().into()),
        ("replays", account.run.is_some().into()),
        ("trace", crate::replay::trace_json(&plain).into()),
    ];
    (answer, Vec::new())
}

fn analysis_json(analysis: &Analysis) -> Value {
    let name = |player: usize| analysis.names[player].as_str();
    let list = |players: &[usize]| players.iter().map(|&player| name(player)).collect::<Vec<_>>();
    let said = |said: &SpokenLine| {
        json!({
            "phase": said.phase.to_string(), "from": said.from, "to": said.to, "whisper": said.whisper,
            "text": said.text,
        })
    };
    let nomination = |nomination: &Nomination| {
        json!({
            "phase": nomination.phase.to_string(), "by": nomination.by.map(name), "nominee": name(nomination.nominee),
            "votes": list(&nomination.votes), "abstained": list(&nomination.abstained),
            "executed": nomination.executed, "reason": nomination.reason,
        })
    };
    let voter = |voter: &Voter| {
        json!({
            "player": name(voter.player), "nominated": voter.nominated, "was_nominated": voter.was_nominated,
            "votes": voter.votes, "abstained": voter.abstained, "for_executed": voter.for_executed,
            "for_own_side": voter.for_own_side,
        })
    };
    let bloc = |bloc: &Bloc| json!({ "players": list(&bloc.players), "together": bloc.together, "of": bloc.of, "evil": bloc.evil });
    let claim = |claim: &Claimed| {
        json!({
            "phase": claim.phase.to_string(), "player": name(claim.player), "claim": claim.text, "to": claim.to,
            "verdict": claim.verdict.name(),
        })
    };
    let moments = analysis.timeline.iter();
    json!({
        "timeline": moments.map(|moment| json!({ "phase": moment.phase.to_string(), "text": moment.text })).collect::<Vec<_>>(),
        "said": analysis.said.iter().map(said).collect::<Vec<_>>(),
        "nominations": analysis.nominations.iter().map(nomination).collect::<Vec<_>>(),
        "voters": analysis.voters.iter().map(voter).collect::<Vec<_>>(),
        "blocs": analysis.blocs.iter().map(bloc).collect::<Vec<_>>(),
        "claims": analysis.claims.iter().map(claim).collect::<Vec<_>>(),
    })
}
