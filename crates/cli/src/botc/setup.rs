//! Bags and characters of a script.

use std::ffi::{OsStr, OsString};

use clap::Args;
use gaslamp_api::botc::{bags, setup as answer};
use gaslamp_botc::{Bag, Script, SetupSpace};
use gaslamp_core::Rng;
use gaslamp_core::number_format::plural;

use crate::failure::Failure;
use crate::output::Output;
use crate::seed::Seed;
use crate::{input, numbers};

/// Which bags, and how many.
#[derive(Args, Debug)]
pub(crate) struct SetupArgs {
    /// Number of players, 5 to 15 (3 to 20 with --counts).
    #[arg(long, value_name = "N", value_parser = numbers::seats())]
    players: usize,
    /// Numbers of Townsfolk, Outsiders, Minions and Demons, if not the usual ones: 3,0,1,1.
    #[arg(long, value_name = "T,O,M,D")]
    counts: Option<String>,
    /// tb, snv, bmr, or an official script JSON: a file, the text itself, or -.
    #[arg(long, default_value = "tb")]
    script: OsString,
    /// Count the bags instead of drawing some.
    #[arg(long, conflicts_with = "sample")]
    count: bool,
    /// Draw this many bags, all equally likely unless they must differ.
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = numbers::times())]
    sample: usize,
    /// Draw bags that differ from each other as much as possible. Each is the farthest from those before it, among all bags or,
    /// where there are more than 200000, among 50000 drawn ones.
    #[arg(long, conflicts_with = "count")]
    different: bool,
    /// Draw bags that differ from each other and from these as much as possible. Bags, grimoires and records of games, one per
    /// line or block: a file, the text itself, or -; may be given several times.
    #[arg(long, value_name = "FILE", conflicts_with = "count")]
    different_from: Vec<OsString>,
    /// Draw only bags that differ from each other and from those of --different-from by at least this many characters.
    #[arg(long, value_name = "D", conflicts_with = "count", value_parser = numbers::times())]
    at_least: Option<usize>,
    /// Draw or count only bags with this character; may be given several times.
    #[arg(long, value_name = "ROLE")]
    with: Vec<String>,
    /// Draw or count only bags without this character; may be given several times.
    #[arg(long, value_name = "ROLE")]
    without: Vec<String>,
    /// Random seed; a fresh one by default, which is told.
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
}

pub(crate) fn read_script(argument: &OsStr) -> Result<Script, Failure> {
    if let Some(script) = argument.to_str().and_then(Script::built_in) {
        return Ok(script);
    }
    let fix = "tb, snv, bmr, or an official script JSON: a file, the text itself in quotes, or -";
    Ok(answer::read_script(&input::read_or(argument, fix)?)?)
}

pub(super) fn setup(args: &SetupArgs, out: &mut Output) -> Result<(), Failure> {
    let script = read_script(&args.script)?;
    let SetupArgs { players, counts, with, without, .. } = args;
    let request = answer::Request {
        players: *players,
        counts: counts.clone(),
        with: with.clone(),
        without: without.clone(),
    };
    let space = answer::space(&script, &request)?;
    if args.count {
        let (role_sets, bags) = (space.role_sets(), space.bags());
        return Ok(if out.json {
            out.value(&answer::count(&space))
        } else {
            out.line(&format!("{}, {}", plural(role_sets, "role set"), plural(bags, "bag")))
        }?);
    }
    let seed = Seed::new(args.seed);
    if args.different || args.at_least.is_some() || !args.different_from.is_empty() {
        return different(args, &space, seed, out);
    }
    seed.tell();
    if out.json {
        return Ok(out.value(&answer::sample(&space, args.sample, seed.number)?)?);
    }
    // Lines are written as they are drawn, so there may be any number of them.
    let mut rng = Rng::new(seed.number);
    let mut bags = (0..args.sample).filter_map(|_| space.sample(&mut rng));
    Ok(bags.try_for_each(|bag| out.line(&bag.to_string()))?)
}

/// Draws bags far from each other and from those that are known.
fn different(args: &SetupArgs, space: &SetupSpace, seed: Seed, out: &mut Output) -> Result<(), Failure> {
    let known: Vec<Vec<Bag>> =
        args.different_from.iter().map(|argument| read_bags(argument)).collect::<Result<_, _>>()?;
    let wanted = answer::Different {
        bags: args.sample,
        known: known.concat(),
        at_least: args.at_least.unwrap_or(1),
        seed: seed.number,
    };
    let bags = answer::different(space, &wanted)?;
    seed.tell();
    if out.json {
        return Ok(out.value(&answer::different_json(&bags))?);
    }
    for (bag, distance) in bags {
        match distance {
            Some(distance) => out.line(&format!("{bag} # differs by {distance}"))?,
            None => out.line(&bag.to_string())?,
        }
    }
    Ok(())
}

fn read_bags(argument: &OsStr) -> Result<Vec<Bag>, Failure> {
    Ok(bags::read_bags(&input::read(argument)?)?)
}
