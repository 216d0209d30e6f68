//! Inputs that ship with the binary, so that the first command needs no file: `sample:NAME` wherever such a text is read.

use std::ffi::OsStr;

use gaslamp_api::Input;
use gaslamp_api::sample as answer;
use gaslamp_core::Diagnostic;

use crate::failure::Failure;
use crate::input;
use crate::output::Output;

/// What an argument that names a sample begins with.
const PREFIX: &str = "sample:";

/// Texts of one kind, by name.
pub(crate) struct Samples {
    /// What they are.
    pub(crate) kind: &'static str,
    /// Their names and texts.
    pub(crate) all: &'static [(&'static str, &'static str)],
}

impl Samples {
    /// Reads an input, which may be a sample.
    pub(crate) fn read(&self, argument: &OsStr) -> Result<Input, Failure> {
        match argument.to_str().and_then(|argument| argument.strip_prefix(PREFIX)) {
            Some(name) => Ok(Input::new(format!("{PREFIX}{name}"), self.text(name)?)),
            None => input::read(argument),
        }
    }

    /// Prints a sample, or lists all of them if no name is given.
    pub(crate) fn show(&self, name: Option<&str>, out: &mut Output) -> Result<(), Failure> {
        let Some(name) = name else {
            let names: Vec<&str> = self.all.iter().map(|(name, _)| *name).collect();
            return Ok(if out.json {
                out.value(&answer::list(&names))
            } else {
                out.line(&names.join("\n"))
            }?);
        };
        let name = name.strip_prefix(PREFIX).unwrap_or(name);
        let text = self.text(name)?;
        Ok(if out.json { out.value(&answer::one(name, text)) } else { out.line(text) }?)
    }

    fn text(&self, name: &str) -> Result<&'static str, Failure> {
        let found = self.all.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, text)| *text).ok_or_else(|| {
            let names: Vec<&str> = self.all.iter().map(|(name, _)| *name).collect();
            Diagnostic::new("input/sample", format!("there is no sample {} `{name}`", self.kind))
                .fix(names.join(", "))
                .into()
        })
    }
}
