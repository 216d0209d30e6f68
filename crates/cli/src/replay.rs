//! Shows a record: all of it, or what one seat may know.

use gaslamp_api::view::{self, Observe, token_names};
use gaslamp_core::trace::{Dialect, Trace, diagram, rich};
use gaslamp_core::{Notation, Run, Seat, Tokens, View, record};

use crate::args::{Form, RecordArgs};
use crate::failure::Failure;
use crate::input;
use crate::output::Output;

pub(crate) fn run<G: Notation + Tokens>(
    args: &RecordArgs,
    form: Form,
    observe: Observe<G>,
    out: &mut Output,
) -> Result<(), Failure> {
    let run: Run<G> = gaslamp_api::record::read(&input::read(&args.record)?, args.at)?;
    let names = G::names(&run.record().setup);
    let seat = args.seat.as_deref().map(|text| gaslamp_api::record::seat(text, &names)).transpose()?;
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
        Form::Json => out.value(&gaslamp_api::record::to_json(run)),
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
        Form::Json => out.value(&view::to_json(view, observe)),
        Form::Tokens => out.line(&token_names(&observe(view).0, G::VOCABULARY)),
        Form::Mermaid | Form::Plantuml | Form::Ascii => {
            out.line(&picture(&view.trace(), &view.names, form, G::DIALECT))
        }
    }
}

/// Turns lines into comments, which readers of the trace skip.
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
