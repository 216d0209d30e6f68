//! Whether what somebody wrote down is legal.
//!
//! Accepts a bag ([`bag`]); says yes, or no with every rule that is broken. Whatever else it recognises it refuses by name.

mod bag;

use clap::Args;
use gaslamp_botc::notation::any::{self, Written};
use gaslamp_core::Diagnostic;

use super::setup::read_script;
use crate::failure::Failure;
use crate::input::Input;
use crate::output::Output;

/// What is to be checked, and for which table.
#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    /// A bag: a file, the text itself, or -. A Drunk is written as the token that was drawn, chef(drunk), or as drunk where that is not known.
    text: String,
    /// How many play, 5 to 15 (3 to 20 with --counts), if not as many as there are characters in the bag.
    #[arg(long, value_name = "N")]
    players: Option<usize>,
    /// Townsfolk, Outsiders, Minions and Demons before characters change them, if not the usual ones: 3,0,1,1.
    #[arg(long, value_name = "T,O,M,D")]
    counts: Option<String>,
    /// tb, snv, bmr, or an official script JSON: a file, the text itself, or -.
    #[arg(long, default_value = "tb")]
    script: String,
}

pub(super) fn run(args: &CheckArgs, out: &mut Output) -> Result<(), Failure> {
    let script = read_script(&args.script)?;
    let input = Input::read(&args.text)?;
    let written = any::read(&input.text).map_err(|problems| input.failure(problems))?;
    let kind = match written {
        Written::Bag(_) => return bag::check(args, &script, &input, out),
        Written::Sheet(_) => "a grimoire",
        Written::Script(_) => "a script",
        Written::Game(_) => "the trace of a game",
    };
    let problem = Diagnostic::new("botc/check/kind", format!("this is {kind}; only bags are checked"));
    Err(problem.fix("{chef monk virgin poisoner imp}").into())
}
