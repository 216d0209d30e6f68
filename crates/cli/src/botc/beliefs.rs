//! What a seat of a recorded game could know and believe at a step.

use std::ffi::OsString;

use clap::Args;
use gaslamp_api::botc::beliefs::{Request, Split, beliefs};
use gaslamp_core::number_format::percent;
use gaslamp_deduce::botc::odds::{DRAWS, Nothing, Odds};
use gaslamp_deduce::botc::{PATTERNS, report};

use super::solve::watched;
use crate::failure::Failure;
use crate::input;
use crate::limits::Limits;
use crate::output::Output;

/// Whose beliefs, and when.
#[derive(Args, Debug)]
pub(crate) struct BeliefsArgs {
    /// A record: a file, the text itself, or - for standard input.
    record: OsString,
    /// Whose view: a player's name, or the number of a seat, 3 for P3 or the third player.
    #[arg(long, value_name = "NAME|N")]
    seat: String,
    /// After this many actions, counting the deal; the whole record by default.
    #[arg(long, value_name = "STEP")]
    at: Option<usize>,
    /// How far to believe a player's claims: certain, trusted (true if the player is good), a probability such as 0.7, or distrusted
    /// (ignored). May be given several times. By default, good players are honest nine times out of ten.
    #[arg(long, value_name = "NAME=TRUST")]
    trust: Vec<String>,
    /// Show how likely everybody is to be evil if this player is honest, and if not.
    #[arg(long, value_name = "NAME|N")]
    split: Option<String>,
    /// How many deals to draw when there are too many to examine them all.
    #[arg(long, value_name = "N", default_value_t = DRAWS, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=10_000_000))]
    draws: usize,
    /// How many patterns of worlds to examine before drawing worlds instead.
    #[arg(long, value_name = "N", default_value_t = PATTERNS)]
    patterns: usize,
    #[command(flatten)]
    limits: Limits,
}

pub(super) fn run(args: &BeliefsArgs, out: &mut Output) -> Result<(), Failure> {
    let input = input::read(&args.record)?;
    let request = Request {
        seat: args.seat.clone(),
        at: args.at,
        trust: args.trust.clone(),
        split: args.split.clone(),
        draws: args.draws,
        patterns: args.patterns,
    };
    // At most, worlds are drawn once to be counted and once to be weighed.
    let total = Some(2 * args.draws as u64);
    let believed = watched(&args.limits, out.json, total, |stop| beliefs(&input, &request, stop))?;
    if out.json {
        return out.answer(believed.answer());
    }
    out.line(&report::beliefs(&believed.beliefs))?;
    if let Some(split) = &believed.split {
        out.line(&split_table(&believed.view.names, split))?;
    }
    let problems = believed.problems();
    if problems.is_empty() { Ok(()) } else { Err(problems.into()) }
}

fn split_table(names: &[String], Split { on, honest, lying }: &Split) -> String {
    let on = &names[on.index()];
    let mut text = format!("Evil if {on} is honest, and if {on} lies\n");
    let share = |odds: &Result<Odds, Nothing>, index: usize| match odds {
        Ok(odds) => percent(odds.evil[index]),
        Err(Nothing { drawn: None }) => "no world".to_owned(),
        Err(_) => "not found".to_owned(),
    };
    for (index, name) in names.iter().enumerate() {
        text.push_str(&format!("  {name:<12} {:>9} {:>9}\n", share(honest, index), share(lying, index)));
    }
    text
}
