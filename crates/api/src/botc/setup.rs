//! Bags and characters of a script.

use gaslamp_botc::notation::{read_counts, script};
use gaslamp_botc::rules::{DiverseBags, counts_for, playable_instead};
use gaslamp_botc::{Bag, Character, Script, SetupSpace, Wishes};
use gaslamp_core::{Diagnostic, Rng};
use serde_json::{Map, Value, json};

use crate::diagnostic::{Input, Problems};

/// A script in the official JSON.
///
/// # Errors
/// What cannot be read.
pub fn read_script(input: &Input) -> Result<Script, Problems> {
    script::read(&input.text).map_err(|problems| input.problems(problems))
}

/// Which bags, and how many.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Request {
    /// How many play.
    pub players: usize,
    /// Townsfolk, Outsiders, Minions and Demons, if not the usual ones: `3,0,1,1`.
    pub counts: Option<String>,
    /// These characters are in play.
    pub with: Vec<String>,
    /// These are not.
    pub without: Vec<String>,
}

/// All legal bags.
///
/// # Errors
/// Who is unknown, or why there is no such bag.
pub fn space(script: &Script, request: &Request) -> Result<SetupSpace, Problems> {
    let Request { players, counts, with, without } = request;
    let wishes = Wishes { with: read_characters(with)?, without: read_characters(without)? };
    Ok(match counts {
        None => SetupSpace::new(script, *players, &wishes)?,
        Some(counts) => {
            let counts = counts_for(*players, Some(read_counts(counts)?))?;
            SetupSpace::with_counts(script, counts, &wishes)?
        }
    })
}

/// Characters by any of their names; every unknown one is reported.
fn read_characters(names: &[String]) -> Result<Vec<Character>, Vec<Diagnostic>> {
    let unknown = |name: &&String| Character::read(name).is_none();
    let problems: Vec<Diagnostic> = names
        .iter()
        .filter(unknown)
        .map(|name| {
            let problem = Diagnostic::new("botc/character", format!("unknown character `{name}`"));
            problem.fix(playable_instead(name))
        })
        .collect();
    if problems.is_empty() {
        Ok(names.iter().filter_map(|name| Character::read(name)).collect())
    } else {
        Err(problems)
    }
}

/// How many bags there are.
#[must_use]
pub fn count(space: &SetupSpace) -> Value {
    json!({ "role_sets": space.role_sets(), "bags": space.bags() })
}

/// More would not fit into memory as one list.
const MOST: usize = 1_000_000;

/// Bags that are drawn, each equally likely.
///
/// # Errors
/// That these are too many for one list.
pub fn sample(space: &SetupSpace, bags: usize, seed: u64) -> Result<Value, Problems> {
    if bags > MOST {
        let message = format!("a JSON list holds at most {MOST} bags");
        return Err(Problems::unreadable("botc/setup/sample", message));
    }
    let mut rng = Rng::new(seed);
    Ok((0..bags).filter_map(|_| space.sample(&mut rng)).map(|bag| bag_json(&bag)).collect())
}

/// The most bags to choose so that they differ, since each is chosen among many.
const MOST_DIFFERENT: usize = 1_000;

/// Bags that are to be far from each other, and from those that are known.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Different {
    /// How many.
    pub bags: usize,
    /// Those that are known.
    pub known: Vec<Bag>,
    /// By how many characters each differs from every other at least.
    pub at_least: usize,
    /// The random seed.
    pub seed: u64,
}

/// A bag, and by how many characters it differs from the nearest other.
pub type Distant = (Bag, Option<usize>);

/// Draws bags far from each other and from the given ones: each is the farthest among all bags, or among many drawn ones.
///
/// # Errors
/// Why there are not so many.
pub fn different(space: &SetupSpace, wanted: &Different) -> Result<Vec<Distant>, Problems> {
    if wanted.bags > MOST_DIFFERENT {
        let message = format!("at most {MOST_DIFFERENT} different bags can be drawn");
        return Err(Problems::unreadable("botc/setup/sample", message));
    }
    let Different { known, at_least, .. } = wanted;
    let mut search = DiverseBags::new(space, known, &mut Rng::new(wanted.seed));
    let mut bags = Vec::new();
    while bags.len() < wanted.bags {
        let Some(bag) = search.take(*at_least) else {
            return Err(too_near(&search, bags.len(), known.len(), *at_least).into());
        };
        bags.push(bag);
    }
    let distances: Vec<Option<usize>> = (0..bags.len()).map(|index| nearest(&bags, index, known)).collect();
    Ok(bags.into_iter().zip(distances).collect())
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

/// Such bags for programs.
#[must_use]
pub fn different_json(bags: &[Distant]) -> Value {
    let entry = |(bag, distance): &Distant| {
        let mut entry = bag_json(bag);
        entry["distance"] = json!(distance);
        entry
    };
    bags.iter().map(entry).collect()
}

fn bag_json(bag: &Bag) -> Value {
    let roles: Vec<&str> = bag.roles.iter().map(|role| role.name()).collect();
    let tokens: Map<String, Value> =
        bag.tokens.iter().map(|(drawer, token)| (drawer.name().to_owned(), json!(token.name()))).collect();
    json!({ "roles": roles, "tokens": tokens })
}
