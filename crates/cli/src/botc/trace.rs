//! Reads traces in any form and writes them in any other.

use std::ffi::OsString;

use clap::{Args, ValueEnum};
use gaslamp_api::botc::trace::{Form, show};
use gaslamp_botc::notation::line::Naming;

use crate::failure::{Failure, warn};
use crate::input;
use crate::output::Output;

/// Which trace, and how to show it.
#[derive(Args, Debug)]
pub(crate) struct TraceArgs {
    /// A trace or a record, in either form: a file, the text itself, or -.
    trace: OsString,
    /// How to show it.
    #[arg(long = "as", value_name = "FORM", default_value = "rich")]
    form: TraceForm,
    /// Use short names of reminder tokens: ww:townsfolk.
    #[arg(long)]
    short: bool,
}

/// The forms of a trace.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TraceForm {
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

impl From<TraceForm> for Form {
    fn from(form: TraceForm) -> Self {
        match form {
            TraceForm::Line => Self::Line,
            TraceForm::Rich => Self::Rich,
            TraceForm::Context => Self::Context,
            TraceForm::Analysis => Self::Analysis,
            TraceForm::Mermaid => Self::Mermaid,
            TraceForm::Plantuml => Self::Plantuml,
            TraceForm::Ascii => Self::Ascii,
        }
    }
}

pub(super) fn run(args: &TraceArgs, out: &mut Output) -> Result<(), Failure> {
    let naming = if args.short { Naming::Short } else { Naming::Long };
    let shown = show(&input::read(&args.trace)?, args.form.into(), naming)?;
    if out.json {
        return out.answer(shown.answer());
    }
    warn(&shown.doubts);
    out.line(&shown.text)?;
    if shown.unreadable.is_empty() { Ok(()) } else { Err(shown.unreadable.into()) }
}
