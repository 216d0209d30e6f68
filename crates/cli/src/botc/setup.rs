//! Bags and characters of a script.

use std::ffi::{OsStr, OsString};

use clap::Args;
use gaslamp_botc::notation::{read_counts, script};
use gaslamp_botc::rules::{DiverseBags, counts_for, is_playable};
use gaslamp_botc::{Bag, Character, Script, SetupSpace, Wishes};
use gaslamp_core::number_format::plural;
use gaslamp_core::{Diagnostic, Rng};
use serde_json::{Map, Value, json};

use super::bags::read_bags;
use crate::failure::Failure;
use crate::input::Input;
use crate::numbers;
use crate::output::Output;

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
    /// Draw this many bags, all bags being equally likely except with --different and its kin.
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
    /// Random seed.
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
}

pub(super) fn read_script(argument: &OsStr) -> Result<Script, Failure> {
    if let Some(script) = argument.to_str().and_then(Script::built_in) {
        return Ok(script);
    }
    let input = Input::read(argument)?;
    script::read(&input.text).map_err(|problems| input.failure(problems))
}

/// Characters by any of their names; every unknown one is reported.
fn read_characters(names: &[String]) -> Result<Vec<Character>, Vec<Diagnostic>> {
    let unknown = |name: &&String| Character::read(name).is_none();
    let problems: Vec<Diagnostic> = names
        .iter()
        .filter(unknown)
        .map(|name| Diagnostic::new("botc/character", format!("unknown character `{name}`")))
        .collect();
    if problems.is_empty() {
        Ok(names.iter().filter_map(|name| Character::read(name)).collect())
    } else {
        Err(problems)
    }
}

/// A longer JSON list would not fit into memory; lines of text are written as they are drawn.
const MOST_AS_JSON: usize = 1_000_000;

pub(super) fn setup(args: &SetupArgs, out: &mut Output) -> Result<(), Failure> {
    let script = read_script(&args.script)?;
    let wishes = Wishes { with: read_characters(&args.with)?, without: read_characters(&args.without)? };
    let space = match &args.counts {
        None => SetupSpace::new(&script, args.players, &wishes)?,
        Some(counts) => {
            let counts = counts_for(args.players, Some(read_counts(counts)?))?;
            SetupSpace::with_counts(&script, counts, &wishes)?
        }
    };
    if args.count {
        let (role_sets, bags) = (space.role_sets(), space.bags());
        return Ok(if out.json {
            out.value(&json!({ "role_sets": role_sets, "bags": bags }))
        } else {
            out.line(&format!("{}, {}", plural(role_sets, "role set"), plural(bags, "bag")))
        }?);
    }
    if args.different || args.at_least.is_some() || !args.different_from.is_empty() {
        return different(args, &space, out);
    }
    let mut rng = Rng::new(args.seed);
    let mut bags = (0..args.sample).filter_map(|_| space.sample(&mut rng));
    if out.json {
        if args.sample > MOST_AS_JSON {
            let message = format!("a JSON list has at most {MOST_AS_JSON} bags");
            return Err(Failure::usage("botc/setup/sample", message));
        }
        return Ok(out.value(&Value::Array(bags.map(|bag| bag_json(&bag)).collect()))?);
    }
    Ok(bags.try_for_each(|bag| out.line(&bag.to_string()))?)
}

/// The most bags to choose so that they differ, since each is chosen among many.
const MOST_DIFFERENT: usize = 1_000;

/// Draws bags far from each other and from the given ones: each is the farthest among all bags, or among many drawn ones.
fn different(args: &SetupArgs, space: &SetupSpace, out: &mut Output) -> Result<(), Failure> {
    if args.sample > MOST_DIFFERENT {
        let message = format!("at most {MOST_DIFFERENT} different bags can be drawn");
        return Err(Failure::usage("botc/setup/sample", message));
    }
    let known: Vec<Vec<Bag>> =
        args.different_from.iter().map(|argument| read_bags(argument)).collect::<Result<_, _>>()?;
    let known = known.concat();
    let mut search = DiverseBags::new(space, &known, &mut Rng::new(args.seed));
    let at_least = args.at_least.unwrap_or(1);
    let mut bags = Vec::new();
    while bags.len() < args.sample {
        let Some(bag) = search.take(at_least) else {
            return Err(too_near(&search, bags.len(), known.len(), at_least).into());
        };
        bags.push(bag);
    }
    let distances: Vec<Option<usize>> = (0..bags.len()).map(|index| nearest(&bags, index, &known)).collect();
    let told = bags.iter().zip(distances);
    if out.json {
        let entry = |(bag, distance)| {
            let mut entry = bag_json(bag);
            entry["distance"] = json!(distance);
            entry
        };
        return Ok(out.value(&Value::Array(told.map(entry).collect()))?);
    }
    for (bag, distance) in told {
        match distance {
            Some(distance) => out.line(&format!("{bag} # differs by {distance}"))?,
            None => out.line(&bag.to_string())?,
        }
    }
    Ok(())
}

/// By how many characters a bag differs from the nearest one.
fn nearest(bags: &[Bag], index: usize, known: &[Bag]) -> Option<usize> {
    let others = bags.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, bag)| bag);
    others.chain(known).map(|other| bags[index].distance(other)).min()
}

/// Why there is no further bag.
fn too_near(search: &DiverseBags, found: usize, known: usize, at_least: usize) -> Diagnostic {
    let farthest = search.farthest().unwrap_or(0);
    let sought = if search.is_exhaustive() {
        "no other bag".to_owned()
    } else {
        format!("none of {} drawn bags", search.candidates())
    };
    let from = match (known, found) {
        (_, 0) => format!("the bags given ({known})"),
        (0, _) => format!("the bags found so far ({found})"),
        _ => format!("the bags given ({known}) and found so far ({found})"),
    };
    let message =
        format!("{sought} differs by {at_least} or more from {from}; the farthest differs by {farthest}");
    let problem = Diagnostic::illegal("botc/setup/at-least", message);
    match (found, farthest) {
        (0, 0) => problem,
        (0, _) => problem.fix(format!("--at-least {farthest}")),
        (_, 0) => problem.fix(format!("--sample {found}")),
        _ => problem.fix(format!("--sample {found}, or --at-least {farthest}, or another --seed")),
    }
}

fn bag_json(bag: &Bag) -> Value {
    let roles: Vec<&str> = bag.roles.iter().map(|role| role.name()).collect();
    let tokens: Map<String, Value> =
        bag.tokens.iter().map(|(drawer, token)| (drawer.name().to_owned(), json!(token.name()))).collect();
    json!({ "roles": roles, "tokens": tokens })
}

pub(super) fn characters(argument: &OsStr, out: &mut Output) -> Result<(), Failure> {
    let script = read_script(argument)?;
    let entry = |character: &Character| {
        let facts = character.facts();
        json!({
            "id": facts.id,
            "name": facts.name,
            "team": facts.team.name(),
            "edition": facts.edition,
            "first_night": facts.first_night,
            "other_night": facts.other_night,
            "reminders": facts.reminders,
            "playable": is_playable(*character),
        })
    };
    if out.json {
        return Ok(out.value(&Value::Array(script.characters().iter().map(entry).collect()))?);
    }
    for character in script.characters() {
        let note = if is_playable(*character) { "" } else { "  (not playable yet)" };
        out.line(&format!("{:<10} {:<18} {character}{note}", character.team().name(), character.name()))?;
    }
    Ok(())
}
