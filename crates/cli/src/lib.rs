//! The `gaslamp` binary: reads arguments, calls the libraries, prints their answers. It is a library only so that tests can
//! ask whether a command line parses without starting a process.
//!
//! Exit codes: 0 yes or done; 1 no (illegal, refused); 2 unreadable, unsupported or no answer within the limits; 130
//! interrupted.

mod args;
mod botc;
mod colour;
mod dataset;
mod demo;
mod failure;
mod help;
mod input;
mod interruption;
mod keyboard;
mod limits;
mod lorcana;
mod mafia;
mod numbers;
mod output;
mod play;
mod program;
mod progress;
mod referee;
mod replay;
mod sample;
mod seed;
mod shell;
mod sim;
mod tokens;
mod tree;
mod waiting;

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::FromArgMatches as _;

use args::{Cli, Command};
use colour::When;
use failure::Failure;
use gaslamp_core::printable::printable;
use output::Output;

/// Runs the command line.
#[must_use]
pub fn main() -> ExitCode {
    let cli = match parse(std::env::args_os()) {
        Ok(cli) => cli,
        Err(answer) => {
            When::asked_for(&std::env::args_os().collect::<Vec<_>>()).obey();
            return tell(&answer);
        }
    };
    cli.color.obey();
    let mut out = Output::new(cli.json);
    waiting::begin();
    let done = run(cli.command, &mut out);
    let done = done.and_then(|()| out.flush().map_err(Failure::from));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(&mut out),
    }
}

fn parse(words: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> Result<Cli, clap::Error> {
    Cli::from_arg_matches(&help::command().try_get_matches_from(words)?)
}

/// Prints help, or what is wrong with the arguments, which may contain unprintable characters.
fn tell(answer: &clap::Error) -> ExitCode {
    if answer.use_stderr() {
        let text = colour::problems(&printable(&answer.render().to_string()));
        let _ = io::stderr().write_all(text.as_bytes());
        return ExitCode::from(2);
    }
    match answer.print().and_then(|()| io::stdout().flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => Failure::from(error).report(&mut Output::new(false)),
    }
}

/// Why a command line is not run: it does not parse, or only asks for help.
#[derive(Debug)]
pub struct NotUnderstood {
    /// The exit code.
    pub code: i32,
    /// The message.
    pub words: String,
}

/// Whether a command line, beginning with the name of the program, parses. Nothing is run.
///
/// # Errors
/// Why not, in the binary's words.
pub fn understand<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<(), NotUnderstood> {
    match parse(words) {
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
