//! Completions and man pages, generated from the definition of the command line.

use std::io;
use std::path::Path;

use clap::{Command, CommandFactory as _};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::args::Cli;
use crate::failure::Failure;
use crate::output::Output;

pub(crate) fn completions(shell: Shell, out: &mut Output) -> Result<(), Failure> {
    // The generator panics when it cannot write, so it writes into memory.
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "gaslamp", &mut text);
    Ok(out.verbatim(&text)?)
}

pub(crate) fn man(dir: Option<&Path>, out: &mut Output) -> Result<(), Failure> {
    let Some(dir) = dir else { return Ok(out.verbatim(&page(Cli::command())?.1)?) };
    let mut command = Cli::command().disable_help_subcommand(true);
    command.build();
    write_pages(&command, dir).map_err(|error| {
        Failure::usage("output/file", format!("cannot write man pages to `{}`: {error}", dir.display()))
    })?;
    Ok(out.line(&format!("wrote man pages to {}", dir.display()))?)
}

/// Writes the pages of a command and its subcommands; existing pages are replaced.
fn write_pages(command: &Command, dir: &Path) -> io::Result<()> {
    gaslamp_files::create_dir_all(dir)?;
    gaslamp_files::tidy(dir);
    let mut left = vec![command];
    while let Some(command) = left.pop() {
        left.extend(command.get_subcommands().filter(|below| !below.is_hide_set()));
        let (name, text) = page(command.clone())?;
        gaslamp_files::replace(&dir.join(name), &text)?;
    }
    Ok(())
}

/// The page of a command, and its file name.
fn page(command: Command) -> io::Result<(String, Vec<u8>)> {
    let page = Man::new(command);
    let mut text = Vec::new();
    page.render(&mut text)?;
    Ok((page.get_filename(), text))
}
