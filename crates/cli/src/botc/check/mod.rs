//! Whether what somebody wrote down is legal: a bag, a grimoire, a trace, or a grimoire and its trace. Of a grimoire that is known in parts,
//! what the rest may be ([`partial`]).

mod partial;

use std::ffi::OsString;

use clap::Args;
use gaslamp_api::botc::check::{self, Checked, Request};
use gaslamp_api::{Input, Problems, Stop};
use gaslamp_core::number_format::counted;

use self::partial::PartialArgs;
use super::setup::read_script;
use crate::failure::{Failure, warn};
use crate::limits::Limits;
use crate::output::Output;
use crate::{input, numbers};

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
    let input = input::read(&args.text)?;
    let request = Request {
        trace: args.trace.as_deref().map(input::read).transpose()?,
        nights: args.nights,
        players: args.players,
        counts: args.counts.clone(),
        partial: args.partial.options(out.json),
        ..Request::new(script)
    };
    args.limits.keep(out.json, |stop| check(&input, &request, stop, out))
}

/// The verdict if the constraints allow it.
const LEGAL: &str = "legal: by the constraints, some game leads to this";

fn check(input: &Input, request: &Request, stop: &Stop, out: &mut Output) -> Result<(), Failure> {
    let checked = check::read(input, request, stop)?;
    match checked {
        Checked::Grimoire(mut grimoire) if out.json => {
            let progress = partial::progress();
            let answer = grimoire.answer(|cases| progress.set_position(cases as u64));
            progress.finish_and_clear();
            out.answer(answer)
        }
        checked if out.json => out.answer(checked.answer()),
        Checked::Grimoire(mut grimoire) => partial::tell(&mut grimoire, &request.partial, out),
        Checked::Bag(judged) => {
            none(judged.problems())?;
            Ok(out.verdict(&format!("legal: {}", judged.words()))?)
        }
        Checked::Game { actions, phase } => Ok(out.verdict(&format!(
            "legal: the engine plays all of it, {}, up to {phase}",
            counted(actions, "action", "actions")
        ))?),
        Checked::Ruled(ruling) => {
            warn(&ruling.unjudged);
            none(ruling.answer.problems)?;
            Ok(out.verdict(LEGAL)?)
        }
    }
}

/// Nothing, if nothing is wrong.
fn none(problems: Problems) -> Result<(), Failure> {
    if problems.is_empty() { Ok(()) } else { Err(problems.into()) }
}
