//! Completions and man pages, made from the command line's own description.

use std::io::Write as _;
use std::path::Path;

use clap::CommandFactory as _;
use clap_complete::Shell;

use crate::args::Cli;
use crate::failure::Failure;
use crate::output::Output;

pub(crate) fn completions(shell: Shell, out: &mut Output) -> Result<(), Failure> {
    // The generator panics when it cannot write, so it writes into memory.
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "gaslamp", &mut text);
    Ok(out.write_all(&text)?)
}

pub(crate) fn man(dir: Option<&Path>, out: &mut Output) -> Result<(), Failure> {
    let command = Cli::command();
    match dir {
        Some(dir) => {
            std::fs::create_dir_all(dir)?;
            clap_mangen::generate_to(command, dir)?;
            Ok(out.line(&format!("man pages are in {}", dir.display()))?)
        }
        None => Ok(clap_mangen::Man::new(command).render(out)?),
    }
}
