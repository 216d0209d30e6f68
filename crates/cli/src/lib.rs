//! What the `gaslamp` binary does: reads arguments, asks the libraries, prints what they say. A library only so that tests can
//! ask whether it understands a command line without starting it.
//!
//! Exit codes: 0 yes or done, 1 no (illegal, refused), 2 unreadable, unsupported or no answer within the limits, 130
//! interrupted.

mod args;
mod botc;
mod demo;
mod failure;
mod input;
mod limits;
mod lorcana;
mod mafia;
mod numbers;
mod output;
mod play;
mod progress;
mod referee;
mod replay;
mod shell;
mod sim;
mod tree;

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::Parser as _;

use args::{Cli, Command};
use failure::Failure;
use gaslamp_core::printable::printable;
use output::Output;

/// Does what the command line says.
#[must_use]
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(answer) => return tell(&answer),
    };
    let mut out = Output::new(cli.json);
    let done = run(cli.command, &mut out);
    let done = done.and_then(|()| out.flush().map_err(Failure::from));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(&mut out),
    }
}

/// Prints help, or what is wrong with the arguments; those may hold anything.
fn tell(answer: &clap::Error) -> ExitCode {
    if answer.use_stderr() {
        let _ = io::stderr().write_all(printable(&answer.render().to_string()).as_bytes());
        return ExitCode::from(2);
    }
    match answer.print().and_then(|()| io::stdout().flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => Failure::from(error).report(&mut Output::new(false)),
    }
}

/// Why a command line is not carried out: it cannot be understood, or asks for help alone.
#[derive(Debug)]
pub struct NotUnderstood {
    /// The exit code.
    pub code: i32,
    /// What is said about it.
    pub words: String,
}

/// Whether a command line, the name of the program first, can be understood. Nothing is done.
///
/// # Errors
/// Why not, as the binary would say it.
pub fn understand<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<(), NotUnderstood> {
    match Cli::try_parse_from(words) {
        Ok(_) => Ok(()),
        Err(error) => Err(NotUnderstood { code: error.exit_code(), words: error.to_string() }),
    }
}

fn run(command: Command, out: &mut Output) -> Result<(), Failure> {
    match command {
        Command::Demo { seed } => demo::run(seed, out),
        Command::Botc { verb } => botc::run(&verb, out),
        Command::Mafia { verb } => mafia::run(verb, out),
        Command::Lorcana { verb } => lorcana::run(&verb, out),
        Command::Completions { shell } => shell::completions(shell, out),
        Command::Man { dir } => shell::man(dir.as_deref(), out),
    }
}
