//! The `gaslamp` binary: reads arguments, asks the libraries, prints what they say.
//!
//! Exit codes: 0 yes or done, 1 no (illegal, refused), 2 unreadable input or usage.

mod args;
mod botc;
mod demo;
mod failure;
mod input;
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

use std::io::Write as _;
use std::process::ExitCode;

use clap::Parser as _;

use args::{Cli, Command};
use failure::Failure;
use output::Output;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = Output::new(cli.json);
    let done = run(cli.command, &mut out);
    let done = done.and_then(|()| out.flush().map_err(Failure::from));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(&mut out),
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
