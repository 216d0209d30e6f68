//! Reads traces in any form and writes them in any other.

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
use crate::answer::{Answer, Field};
use crate::diagnostic::{Input, Problems};
use crate::trace::entries;

/// The forms of a trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// One line.
    Line,
    /// Sentences, with messages and notes.
    Rich,
    /// What held when: who was sober and healthy when acting, which events triggered, reminder tokens, roles, deaths.
    Context,
    /// A timeline, who said what to whom, votes and voting blocs, and claims compared with the truth.
    Analysis,
    /// A Mermaid sequence diagram.
    Mermaid,
    /// A PlantUML sequence diagram.
    Plantuml,
    /// A sequence diagram in plain text.
    Ascii,
}

/// A trace that was read.
#[derive(Clone, Debug)]
pub struct Shown {
    /// It in the form that was asked for.
    pub text: String,
    fields: Vec<Field>,
    /// What is doubtful about it.
    pub doubts: Problems,
    /// What of it cannot be read.
    pub unreadable: Problems,
}

/// Shows a trace or a record.
///
/// # Errors
/// That it is no trace at all.
pub fn show(input: &Input, form: Form, naming: Naming) -> Result<Shown, Problems> {
    if input.text.trim().is_empty() {
        let problem = Diagnostic::new("input/empty", format!("{} is empty", input.name));
        return Err(problem.fix("a trace is `<N1> Alice:poisoner!Bob(+poisoned) <D1> …`").into());
    }
    let mut account = TraceInput::read(&input.text).map_err(|problems| input.problems(problems))?;
    let model = account.model();
    let mut unreadable = std::mem::take(&mut account.unreadable);
    let mut doubts: Vec<Diagnostic> = account.does_not_replay.take().into_iter().map(not_replayed).collect();
    doubts.extend(model.problems.iter().cloned());
    let Written { text, fields, problems } = write(form, naming, &account, &model);
    doubts.extend(problems);
    if form == Form::Context {
        // What is unknown is missing from what is derived.
        unreadable.extend(doubts.extract_if(.., |problem| problem.fault == Fault::Unreadable));
    }
    Ok(Shown { text, fields, doubts: input.problems(doubts), unreadable: input.problems(unreadable) })
}

impl Shown {
    /// The same for programs.
    #[must_use]
    pub fn answer(&self) -> Answer {
        let mut fields: Vec<Field> = vec![("text", self.text.as_str().into())];
        fields.extend(self.fields.iter().cloned());
        fields.push(("problems", self.doubts.to_json().into()));
        Answer { fields, problems: self.unreadable.clone() }
    }
}

fn not_replayed(problem: Diagnostic) -> Diagnostic {
    Diagnostic { message: format!("this is not a complete legal game: {}", problem.message), ..problem }
}

/// A trace in some form, what programs are told beside the text, and what is doubtful.
struct Written {
    text: String,
    fields: Vec<Field>,
    problems: Vec<Diagnostic>,
}

fn write(form: Form, naming: Naming, account: &TraceInput, model: &TraceModel) -> Written {
    let plain = model.plain(&account.trace, naming);
    let (names, named) = (&model.names, model.by_name(&plain));
    let text = match (form, &account.run) {
        (Form::Line, Some(run)) => record::write_line(run),
        (Form::Rich, Some(run)) => record::write_rich(run),
        (Form::Line, None) => plain.to_string(),
        (Form::Rich, None) => rich::write(&plain, State::DIALECT),
        (Form::Mermaid, _) => diagram::mermaid(&named, names, State::DIALECT),
        (Form::Plantuml, _) => diagram::plantuml(&named, names, State::DIALECT),
        (Form::Ascii, _) => diagram::ascii(&named, names, State::DIALECT),
        (Form::Context, _) => {
            let context = Context::of(account, model);
            let text = gaslamp_referee::sat::context::write(&context, naming);
            return Written { text, fields: context::fields(&context), problems: context.problems };
        }
        (Form::Analysis, _) => {
            let analysis = Analysis::of(&named, model);
            let fields = vec![("players", names.clone().into()), ("analysis", analysis_json(&analysis))];
            return Written { text: analysis::write(&analysis), fields, problems: Vec::new() };
        }
    };
    let fields = vec![
        ("players", names.clone().into()),
        ("replays", account.run.is_some().into()),
        ("trace", entries(&plain).into()),
    ];
    Written { text, fields, problems: Vec::new() }
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
