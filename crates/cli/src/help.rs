//! Help that fits on a screen: what a command is for, its options in a line or two each, and then its examples. Man pages say more.

use clap::{Arg, ArgAction, Command, CommandFactory as _};

use crate::args::Cli;

/// The command line, with short help.
pub(crate) fn command() -> Command {
    short(Cli::command())
}

/// `-h` and `--help` are the same; whatever is said beyond the first paragraph comes last.
fn short(command: Command) -> Command {
    let more = command.get_long_about().map(ToString::to_string).unwrap_or_default();
    let more = more.split_once("\n\n").map_or("", |(_, more)| more).to_owned();
    let last = command.get_after_help().map(ToString::to_string);
    let parts: Vec<String> = [more].into_iter().chain(last).filter(|part| !part.is_empty()).collect();
    let help = Arg::new("help").short('h').long("help").action(ArgAction::HelpShort).help("Print help");
    let command = command.mut_subcommands(short).disable_help_flag(true).arg(help);
    if parts.is_empty() { command } else { command.after_help(parts.join("\n\n")) }
}
