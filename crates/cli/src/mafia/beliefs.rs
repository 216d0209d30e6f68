//! What a seat of a recorded game could know and believe at a step.

use std::ffi::OsString;

use clap::Args;
use gaslamp_api::mafia::beliefs::{Believed, Request, beliefs};
use gaslamp_core::Seat;
use gaslamp_core::number_format::{bar, percent};
use gaslamp_deduce::mafia::Odds;
use gaslamp_mafia::Colour;
use gaslamp_mafia::rules::Role;

use crate::failure::Failure;
use crate::input;
use crate::output::Output;

/// Whose beliefs, and when.
#[derive(Args, Debug)]
pub(crate) struct BeliefsArgs {
    /// A record: a file, the text itself, or - for standard input.
    record: OsString,
    /// Whose view: a player's name, or the number of a seat, 3 for P3.
    #[arg(long, value_name = "NAME|N")]
    seat: String,
    /// After this many actions, counting the deal; the whole record by default.
    #[arg(long, value_name = "STEP")]
    at: Option<usize>,
    /// Weigh only what others say, each statement being true independently with this probability; by default, everything said and
    /// done is weighed by how people play.
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..=100))]
    trust: Option<u8>,
}

pub(super) fn run(args: &BeliefsArgs, out: &mut Output) -> Result<(), Failure> {
    let request = Request { seat: args.seat.clone(), at: args.at, trust: args.trust };
    let found = beliefs(&input::read(&args.record)?, &request)?;
    if out.json {
        return Ok(out.value(&found.to_json())?);
    }
    let seat = found.name(found.seat());
    out.line(&format!("{} of 2520 deals fit what {seat} has seen", found.worlds.count()))?;
    for fact in found.certain() {
        out.line(&format!("  certain: {fact}"))?;
    }
    for contradiction in found.contradictions() {
        out.line(&format!("  {contradiction}"))?;
    }
    let weighed = args.trust.map_or("weighed by how people play".to_owned(), |trust| {
        format!("weighed: each statement by others is true with a probability of {trust} %, independently")
    });
    for (title, odds) in [("counted", &found.counted), (&weighed, &found.weighed)] {
        match odds {
            Some(odds) => out.line(&format!("\n{title}\n{}", table(&found, odds)))?,
            None => out.line(&format!("\n{title}: no deal fits everything that was said"))?,
        }
    }
    Ok(())
}

fn table(found: &Believed, odds: &Odds) -> String {
    let rows = (0..gaslamp_mafia::SEATS).map(Seat::new).map(|seat| {
        let black = odds.colour(seat, Colour::Black);
        let bar = bar(black);
        let [sheriff, don] = [Role::Sheriff, Role::Don].map(|role| percent(odds.role(seat, role)));
        format!(
            "  {:<4} black {:>5} {bar}  sheriff {sheriff:>5}  don {don:>5}\n",
            found.name(seat),
            percent(black)
        )
    });
    rows.collect()
}
