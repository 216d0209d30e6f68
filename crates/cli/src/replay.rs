//! Showing a record: all of it, or what one seat may know.

use gaslamp_core::trace::{Annotation, Dialect, Phase, Trace, What, diagram, rich};
use gaslamp_core::{Actor, Notation, Run, Seat, Token, Tokens, View, record};
use serde_json::{Value, json};

use crate::args::{Form, RecordArgs};
use crate::failure::Failure;
use crate::input::{Input, read_run, read_seat};
use crate::output::Output;

/// What a game's learners see of a view: all tokens in order, and the whole observation as JSON.
pub(crate) type Observe<G> = fn(&View<G>) -> (Vec<Token>, Value);

pub(crate) fn run<G: Notation + Tokens>(
    args: &RecordArgs,
    form: Form,
    observe: Observe<G>,
    out: &mut Output,
) -> Result<(), Failure> {
    let run: Run<G> = read_run(&Input::read(&args.record)?, args.at)?;
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
            out.line(&format!("{}: {}", names[index], token_names(&observe(&view).0, G::VOCABULARY)))
        }),
        Form::Mermaid | Form::Plantuml | Form::Ascii => {
            out.line(&picture(&run.trace(), &names, form, G::DIALECT))
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
            out.line(&rich::write(&view.trace(), G::DIALECT))?;
            out.line(&format!("\n{}", as_comment(&G::write_visible_state(&view.names, &view.now))))
        }
        Form::Table => out.line(&G::write_visible_state(&view.names, &view.now)),
        Form::Json => out.value(&view_json(view, observe)),
        Form::Tokens => out.line(&token_names(&observe(view).0, G::VOCABULARY)),
        Form::Mermaid | Form::Plantuml | Form::Ascii => {
            out.line(&picture(&view.trace(), &view.names, form, G::DIALECT))
        }
    }
}

/// Lines that whoever reads the trace back passes over.
fn as_comment(text: &str) -> String {
    text.lines().map(|line| format!("# {line}")).collect::<Vec<_>>().join("\n")
}

fn picture(trace: &Trace, names: &[String], form: Form, dialect: &Dialect) -> String {
    match form {
        Form::Mermaid => diagram::mermaid(trace, names, dialect),
        Form::Plantuml => diagram::plantuml(trace, names, dialect),
        _ => diagram::ascii(trace, names, dialect),
    }
}

fn token_names(tokens: &[Token], vocabulary: &[&str]) -> String {
    let names = tokens.iter().filter_map(|&token| vocabulary.get(usize::from(token)).copied());
    names.collect::<Vec<_>>().join(" ")
}

pub(crate) fn trace_json(trace: &Trace) -> Vec<Value> {
    let entry = |phase: Phase, what: &What| match what {
        What::Event(event) => {
            json!({ "phase": phase.to_string(), "event": event.to_string(), "remark": event.remark })
        }
        What::Annotation(Annotation::Message { from, to, whisper, text }) => json!({
            "phase": phase.to_string(), "message": text, "from": from, "to": to, "whisper": whisper,
        }),
        What::Annotation(Annotation::Remark { text, .. }) => {
            json!({ "phase": phase.to_string(), "note": text })
        }
        What::Annotation(Annotation::Aside(event)) => {
            json!({ "phase": phase.to_string(), "aside": event.to_string(), "remark": event.remark })
        }
    };
    let blocks = trace.blocks.iter();
    blocks.flat_map(|block| block.entries.iter().map(move |found| entry(block.phase, &found.what))).collect()
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
    let setup = G::write_setup(&run.record().setup).into_iter();
    let setup: serde_json::Map<String, Value> =
        setup.map(|(key, value)| (key.to_owned(), Value::String(value))).collect();
    let actor = state.to_act().and_then(Actor::seat).map(|seat| run.view(seat));
    let legal = actor.map(|view| legal_json(&view));
    json!({
        "game": G::NAME,
        "version": G::VERSION,
        "setup": setup,
        "steps": run.record().actions.len(),
        "trace": trace_json(&run.trace()),
        "state": state.write_state(names),
        "to_act": to_act,
        "legal": legal,
        "outcome": outcome,
    })
}

fn view_json<G: Notation>(view: &View<G>, observe: Observe<G>) -> Value {
    let ended = view.ended.map(|(result, score)| json!({ "result": result, "score": score }));
    json!({
        "game": G::NAME,
        "version": G::VERSION,
        "seat": view.seat.index(),
        "trace": trace_json(&view.trace()),
        "visible_state": G::write_visible_state(&view.names, &view.now),
        "legal": legal_json(view),
        "outcome": ended,
        "observation": observe(view).1,
    })
}

fn legal_json<G: Notation>(view: &View<G>) -> Vec<String> {
    view.legal.iter().map(|&choice| view.write_choice(choice)).collect()
}
