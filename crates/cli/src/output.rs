//! Where answers go: text or JSON to standard output, or a file that the user names. Nothing here panics when nobody reads the
//! output, and no text contains characters that would move a terminal's cursor.

use std::io::{self, BufWriter, IsTerminal as _, Stdout, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use gaslamp_api::{Answer, answer};
use gaslamp_core::Diagnostic;
use gaslamp_core::printable::{in_json, printable};
use gaslamp_files::{Refusal, Target};
use serde_json::Value;

use crate::colour;
use crate::failure::Failure;
use crate::waiting;

/// Standard output.
pub(crate) struct Output {
    /// Whether to print JSON.
    pub(crate) json: bool,
    /// `None` once a write has failed: that is reported once, and nothing is written after the gap.
    stdout: Option<BufWriter<Screen>>,
}

/// Standard output, which shows that nobody has to wait any more.
struct Screen(Stdout);

impl Write for Screen {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        waiting::end();
        self.0.write(text)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Output {
    pub(crate) fn new(json: bool) -> Self {
        Self { json, stdout: Some(BufWriter::new(Screen(io::stdout()))) }
    }

    /// Whether a write has failed.
    pub(crate) fn is_lost(&self) -> bool {
        self.stdout.is_none()
    }

    /// Prints one or more lines.
    pub(crate) fn line(&mut self, text: &str) -> io::Result<()> {
        let text = printable(text.trim_end_matches('\n'));
        self.write(|stdout| writeln!(stdout, "{text}"))
    }

    /// Prints a line that says what came of it all.
    pub(crate) fn verdict(&mut self, text: &str) -> io::Result<()> {
        let text = colour::verdict(&printable(text));
        self.write(|stdout| writeln!(stdout, "{text}"))
    }

    /// Prints generated text without escaping it.
    pub(crate) fn verbatim(&mut self, text: &[u8]) -> io::Result<()> {
        self.write(|stdout| stdout.write_all(text))
    }

    /// Prints a JSON value on one line.
    pub(crate) fn value(&mut self, value: &Value) -> io::Result<()> {
        let text = in_json(&value.to_string());
        self.write(|stdout| writeln!(stdout, "{text}"))
    }

    /// What was found, as one JSON object on one line; where something is wrong, that is told with it when the program ends.
    pub(crate) fn answer(&mut self, answer: Answer) -> Result<(), Failure> {
        if !answer.problems.is_empty() {
            return Err(answer.into());
        }
        Ok(self.value(&answer.to_json())?)
    }

    /// Shows what there is so far, if somebody sits at a terminal and waits for more.
    pub(crate) fn so_far(&mut self) -> io::Result<()> {
        if io::stdout().is_terminal() {
            self.flush()?;
            waiting::begin();
        }
        Ok(())
    }

    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.write(BufWriter::flush)
    }

    fn write(&mut self, write: impl FnOnce(&mut BufWriter<Screen>) -> io::Result<()>) -> io::Result<()> {
        let Some(stdout) = &mut self.stdout else { return Ok(()) };
        write(stdout).map_err(|error| {
            // Dropping the writer would try to flush again; `into_parts` avoids that.
            self.stdout.take().map(BufWriter::into_parts);
            io::Error::new(error.kind(), format!("cannot write to standard output: {error}"))
        })
    }
}

/// Where an answer goes.
#[derive(Args, Debug)]
pub(crate) struct OutputArgs {
    /// Write here instead of printing. Links are followed, pipes and devices are written to directly, and - is standard
    /// output.
    #[arg(long, short = 'o', value_name = "FILE")]
    output: Option<PathBuf>,
    /// Overwrite an existing file.
    #[arg(long, requires = "output")]
    force: bool,
}

impl OutputArgs {
    /// The named file, if there is one. Called before any work is done, so that an existing file is noticed at once.
    pub(crate) fn destination(&self) -> Result<Option<Destination<'_>>, Failure> {
        let file = self.output.as_deref().filter(|file| !is_standard_output(file));
        file.map(|file| Destination::new(file, self.force)).transpose()
    }
}

/// Whether a file is standard output.
pub(crate) fn is_standard_output(file: &Path) -> bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| file == Path::new(name))
}

/// A file that the user named.
#[derive(Debug)]
pub(crate) struct Destination<'a> {
    name: &'a Path,
    target: Target,
}

impl<'a> Destination<'a> {
    /// An existing file is kept unless the user says otherwise.
    pub(crate) fn new(name: &'a Path, force: bool) -> Result<Self, Failure> {
        let target = Target::new(name, force).map_err(|refusal| refused(name, &refusal))?;
        Ok(Self { name, target })
    }

    /// Its name, as shown to people.
    pub(crate) fn name(&self) -> String {
        self.name.display().to_string()
    }

    /// Whether it is a stream, which cannot be overwritten and receives everything in one go.
    pub(crate) fn is_stream(&self) -> bool {
        self.target.is_stream()
    }

    /// Writes a text in place of what was there before.
    pub(crate) fn write(&mut self, text: &str) -> Result<(), Failure> {
        self.target.write(&printable(text)).map_err(|refusal| refused(self.name, &refusal))
    }

    /// Writes an answer and prints where it is.
    pub(crate) fn save(mut self, text: &str, out: &mut Output) -> Result<(), Failure> {
        self.write(text)?;
        let place = self.name();
        Ok(if out.json { out.value(&answer::file(&place)) } else { out.line(&place) }?)
    }
}

fn refused(name: &Path, refusal: &Refusal) -> Failure {
    let message = format!("`{}` {refusal}", name.display());
    let problem = match refusal {
        Refusal::Exists => Diagnostic::illegal("output/exists", message),
        _ => Diagnostic::new("output/file", message),
    };
    match refusal.fix() {
        Some(fix) => problem.fix(fix).into(),
        None => problem.into(),
    }
}
