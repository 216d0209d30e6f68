//! Where answers go: text or JSON to standard output, and never a panic when nobody reads it.

use std::io::{self, BufWriter, Stdout, Write};
use std::path::Path;

use serde_json::{Value, json};

use crate::failure::Failure;

/// One field of a JSON object.
pub(crate) type Field = (&'static str, Value);

/// Standard output.
pub(crate) struct Output {
    /// Whether programs read it.
    pub(crate) json: bool,
    stdout: BufWriter<Stdout>,
}

impl Output {
    pub(crate) fn new(json: bool) -> Self {
        Self { json, stdout: BufWriter::new(io::stdout()) }
    }

    /// A line, or several.
    pub(crate) fn line(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.stdout, "{}", text.trim_end_matches('\n'))
    }

    /// One JSON value on one line.
    pub(crate) fn value(&mut self, value: &Value) -> io::Result<()> {
        writeln!(self.stdout, "{value}")
    }

    /// One JSON object of these fields on one line.
    pub(crate) fn object(&mut self, fields: Vec<Field>) -> io::Result<()> {
        self.value(&fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stdout.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stdout.flush()
    }
}

/// Writes an answer to a file and says where.
pub(crate) fn save(file: &Path, text: &str, out: &mut Output) -> Result<(), Failure> {
    std::fs::write(file, text).map_err(|error| {
        Failure::usage("output/file", format!("`{}` cannot be written: {error}", file.display()))
    })?;
    let place = file.display().to_string();
    Ok(if out.json { out.value(&json!({ "file": place })) } else { out.line(&place) }?)
}
