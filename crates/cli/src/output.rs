//! Where answers go: text or JSON to standard output, and never a panic when nobody reads it.

use std::io::{self, BufWriter, Stdout, Write};

use serde_json::Value;

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
