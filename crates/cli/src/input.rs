//! Any input may be a file, the text itself, or `-` for standard input.

use std::ffi::OsStr;
use std::io::{self, Read as _};
use std::path::Path;

use gaslamp_api::Input;
use gaslamp_core::Diagnostic;

use crate::failure::Failure;
use crate::waiting;

/// Reads the input that the argument names. What looks like the name of a missing file is not taken for text. A file may have
/// any name that the system allows; a name that is not Unicode is shown lossily.
pub(crate) fn read(argument: impl AsRef<OsStr>) -> Result<Input, Failure> {
    read_or(argument.as_ref(), "give a file, the text itself in quotes, or - for standard input")
}

/// The same, where something else than an input could have been meant: what that may be is the fix.
pub(crate) fn read_or(argument: &OsStr, fix: &str) -> Result<Input, Failure> {
    let name = argument.to_string_lossy();
    let unreadable = |name: &str, error: &io::Error| {
        Failure::usage("input/unreadable", format!("cannot read {name}: {error}"))
    };
    if argument == "-" {
        let mut bytes = Vec::new();
        let name = "standard input";
        // Somebody may be typing.
        waiting::end();
        io::stdin().read_to_end(&mut bytes).map_err(|error| unreadable(name, &error))?;
        waiting::begin();
        return Ok(Input::from_bytes(name, bytes)?);
    }
    if Path::new(argument).exists() {
        let bytes = std::fs::read(argument).map_err(|error| unreadable(&name, &error))?;
        return Ok(Input::from_bytes(&name, bytes)?);
    }
    match argument.to_str() {
        Some(text) if is_text(text) => Ok(Input::new("the argument", text)),
        _ => {
            let message = format!("there is no file `{name}`, and it does not look like text either");
            Err(Diagnostic::new("input/no-file", message).fix(fix).into())
        }
    }
}

/// Whether an argument that names no file is text: it contains a character that is rare in file names.
fn is_text(argument: &str) -> bool {
    let is_sign = |c: char| matches!(c, '<' | '[' | '!' | '{') || c.is_whitespace();
    argument.is_empty() || argument.contains(is_sign)
}
