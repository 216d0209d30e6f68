//! The forms in which a record, or what a seat may know of it, is written.

use gaslamp_core::trace::{Dialect, Trace, diagram, rich};
use gaslamp_core::{Notation, Run, Seat, Tokens, View, record};

use crate::view::{Observe, token_names};

/// How a record is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// One line, which can be replayed.
    Line,
    /// Sentences, with consequences and notes.
    Rich,
    /// A Mermaid sequence diagram.
    Mermaid,
    /// A PlantUML sequence diagram.
    Plantuml,
    /// A sequence diagram in plain text.
    Ascii,
    /// The tokens that a learner at a seat reads.
    Tokens,
    /// The final state, in the game's own notation.
    Table,
}

/// All of a game.
#[must_use]
pub fn write<G: Notation + Tokens>(run: &Run<G>, form: Form, observe: Observe<G>) -> String {
    let names = G::names(&run.record().setup);
    match form {
        Form::Line => record::write_line(run),
        Form::Rich => record::write_rich(run),
        Form::Table => run.state().write_state(&names),
        Form::Tokens => {
            let line = |(index, name): (usize, &String)| {
                let view = run.view(Seat::new(index));
                format!("{name}: {}\n", token_names(&observe(&view).0, G::VOCABULARY))
            };
            names.iter().enumerate().map(line).collect()
        }
        Form::Mermaid | Form::Plantuml | Form::Ascii => picture(&run.trace(), &names, form, G::DIALECT),
    }
}

/// What a seat may know.
#[must_use]
pub fn write_view<G: Notation + Tokens>(view: &View<G>, form: Form, observe: Observe<G>) -> String {
    let table = || G::write_visible_state(&view.names, &view.now);
    match form {
        Form::Line => view.trace().to_string(),
        Form::Rich => {
            let trace = rich::write(&view.trace(), G::DIALECT);
            format!("{}\n\n{}\n", trace.trim_end_matches('\n'), as_comment(&table()))
        }
        Form::Table => table(),
        Form::Tokens => token_names(&observe(view).0, G::VOCABULARY),
        Form::Mermaid | Form::Plantuml | Form::Ascii => picture(&view.trace(), &view.names, form, G::DIALECT),
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
