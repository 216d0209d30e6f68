//! Whether what somebody wrote down is legal.
//!
//! Accepts a bag ([`bag`]), a grimoire, a trace, or a grimoire and its trace ([`table`]); says yes, or no with every rule that is broken.
//! Of a grimoire that is known in parts it says what the rest may be ([`partial`]). Whatever else it recognises it refuses by name ([`super::strangers`]),
//! and it gives up on what takes too long ([`deadline`]).

mod bag;
mod deadline;
mod partial;
mod table;
mod verdict;

use std::ffi::OsString;

use clap::Args;
use gaslamp_botc::Script;
use gaslamp_botc::notation::any::{self, Written};

use self::deadline::Deadline;
use self::partial::PartialArgs;
use self::table::Table;
use super::setup::read_script;
use crate::failure::Failure;
use crate::input::Input;
use crate::limits::Limits;
use crate::numbers;
use crate::output::Output;

/// What is to be checked, and for which table.
#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    /// A bag, a grimoire, a trace, or a grimoire with its trace below a blank line: a file, the text itself, or -. In a bag a Drunk is written as the token that was drawn, chef(drunk), or as drunk where that is not known.
    text: OsString,
    /// The trace that led to the grimoire, in a file of its own.
    #[arg(long, value_name = "FILE")]
    trace: Option<OsString>,
    /// The most nights that the game may have lasted; if not given, enough for the dead to have died in.
    #[arg(long, value_name = "N", value_parser = numbers::nights())]
    nights: Option<usize>,
    /// The number of players, 5 to 15 (3 to 20 with --counts), if it is not the number of characters in the bag.
    #[arg(long, value_name = "N", value_parser = numbers::seats())]
    players: Option<usize>,
    /// Numbers of Townsfolk, Outsiders, Minions and Demons before characters change them, if not the usual ones: 3,0,1,1.
    #[arg(long, value_name = "T,O,M,D")]
    counts: Option<String>,
    /// tb, snv, bmr, or an official script JSON: a file, the text itself, or -.
    #[arg(long, default_value = "tb")]
    script: OsString,
    #[command(flatten)]
    partial: PartialArgs,
    #[command(flatten)]
    limits: Limits,
}

pub(super) fn run(args: &CheckArgs, out: &mut Output) -> Result<(), Failure> {
    let script = read_script(&args.script)?;
    let input = Input::read(&args.text)?;
    let trace = args.trace.as_deref().map(Input::read).transpose()?;
    let (limits, is_json) = (&args.limits, out.json);
    limits.keep(is_json, |halt| check(args, &script, &input, trace.as_ref(), Deadline { limits, halt }, out))
}

fn check(
    args: &CheckArgs,
    script: &Script,
    input: &Input,
    trace: Option<&Input>,
    deadline: Deadline<'_>,
    out: &mut Output,
) -> Result<(), Failure> {
    let is_bag = any::parts(&input.text).trace.is_none()
        && matches!(any::read(&input.text).map_err(|problems| input.failure(problems))?, Written::Bag(_));
    if is_bag {
        args.partial.refuse("a bag")?;
        return bag::check(args, script, input, out);
    }
    let CheckArgs { players, nights, partial, .. } = args;
    let table = Table { input, trace, script, players: *players, nights: *nights, partial, deadline };
    table::run(&table, out)
}
