//! Showing a record: all of it, or what one seat may know.

use gaslamp_core::trace::{Trace, diagram, rich};
use gaslamp_core::{Actor, Notation, Run, Seat, Tokens, View, record};
use serde_json::{Value, json};

use crate::args::{Form, RecordArgs};
use crate::failure::Failure;
use crate::input::{read_run, read_seat};
use crate::output::Output;

/// What a game's learners see of a view, as JSON.
pub(crate) type Observe<G> = fn(&View<G>) -> Value;

pub(crate) fn run<G: Notation + Tokens>(
    args: &RecordArgs,
    form: Form,
    observe: Observe<G>,
    out: &mut Output,
) -> Result<(), Failure> {
    let run: Run<G> = read_run(&args.record, args.at)?;
    let seat = args.seat.map(|index| read_seat(index, run.state().seats())).transpose()?;
    let form = if out.json { Form::Json } else { form };
    match seat {
        Some(seat) => show_view(&run.view(seat), form, observe, out)?,
        None => show_all(&run, form, observe, out)?,
    }
    Ok(())
}

fn show_all<G: Notation + Tokens>(
    run: &Run<G>,
    form: Form,
    observe: Observe<G>,
    out: &mut Output,
) -> std::io::Result<()> {
    let names = G::names(&run.record().setup);
    match form {
        Form::Line => out.line(&record::write_line(run)),
        Form::Rich => out.line(&record::write_rich(run)),
        Form::Table => out.line(&run.state().write_state(&names)),
        Form::Json => out.value(&all_json(run, &names)),
        Form::Tokens => (0..run.state().seats()).try_for_each(|index| {
            let view = run.view(Seat::new(index));
            out.line(&format!("{}: {}", names[index], token_names(&observe(&view), G::VOCABULARY)))
        }),
        Form::Mermaid | Form::Plantuml | Form::Ascii => {
            out.line(&picture(&run.trace(), &names, form, G::VERBS))
        }
    }
}

fn show_view<G: Notation + Tokens>(
    view: &View<G>,
    form: Form,
    observe: Observe<G>,
    out: &mut Output,
) -> std::io::Result<()> {
    match form {
        Form::Line => out.line(&view.trace().to_string()),
        Form::Rich => {
            out.line(&rich::write(&view.trace(), G::VERBS))?;
            out.line(&format!("\n{}", G::write_sight(&view.names, &view.now)))
        }
        Form::Table => out.line(&G::write_sight(&view.names, &view.now)),
        Form::Json => out.value(&view_json(view, observe)),
        Form::Tokens => out.line(&token_names(&observe(view), G::VOCABULARY)),
        Form::Mermaid | Form::Plantuml | Form::Ascii => {
            out.line(&picture(&view.trace(), &view.names, form, G::VERBS))
        }
    }
}

fn picture(trace: &Trace, names: &[String], form: Form, verbs: &[gaslamp_core::trace::Verb]) -> String {
    match form {
        Form::Mermaid => diagram::mermaid(trace, names, verbs),
        Form::Plantuml => diagram::plantuml(trace, names, verbs),
        _ => diagram::ascii(trace, names, verbs),
    }
}

/// The token list of an observation, by name.
fn token_names(observation: &Value, vocabulary: &[&str]) -> String {
    let ids = observation["tokens"].as_array().into_iter().flatten();
    let names = ids.filter_map(|id| vocabulary.get(usize::try_from(id.as_u64()?).ok()?).copied());
    names.collect::<Vec<_>>().join(" ")
}

fn trace_json(trace: &Trace) -> Vec<Value> {
    trace
        .events()
        .map(|(phase, event)| json!({ "phase": phase.to_string(), "event": event.to_string() }))
        .collect()
}

fn all_json<G: Notation>(run: &Run<G>, names: &[String]) -> Value {
    let state = run.state();
    let outcome = state.outcome().map(|outcome| {
        let scores: Vec<i8> = (0..state.seats()).map(|index| outcome.score(Seat::new(index))).collect();
        json!({ "result": outcome.result, "scores": scores })
    });
    let to_act = state.to_act().map(|actor| match actor {
        Actor::Storyteller => "st".to_owned(),
        Actor::Seat(seat) => names[seat.index()].clone(),
    });
    json!({
        "game": G::NAME,
        "version": G::VERSION,
        "steps": run.record().actions.len(),
        "trace": trace_json(&run.trace()),
        "state": state.write_state(names),
        "to_act": to_act,
        "outcome": outcome,
    })
}

fn view_json<G: Notation>(view: &View<G>, observe: Observe<G>) -> Value {
    let legal: Vec<String> = view.legal.iter().map(|&choice| view.write_choice(choice)).collect();
    json!({
        "game": G::NAME,
        "version": G::VERSION,
        "seat": view.seat.index(),
        "trace": trace_json(&view.trace()),
        "sight": G::write_sight(&view.names, &view.now),
        "legal": legal,
        "observation": observe(view),
    })
}
