//! Bags and characters of a script.

use clap::Args;
use gaslamp_botc::notation::{read_counts, script};
use gaslamp_botc::rules::{default_names, is_playable};
use gaslamp_botc::{Bag, Character, Script, Setup, SetupSpace, Wishes};
use gaslamp_core::{Diagnostic, Rng};
use serde_json::{Map, Value, json};

use crate::failure::Failure;
use crate::input::Input;
use crate::output::Output;

/// Which bags.
#[derive(Args, Debug)]
pub(crate) struct SetupArgs {
    /// How many players, 5 to 15 (3 to 20 with --counts).
    #[arg(long, value_name = "N")]
    players: usize,
    /// Townsfolk, Outsiders, Minions and Demons, if not the usual ones: 3,0,1,1.
    #[arg(long, value_name = "T,O,M,D")]
    counts: Option<String>,
    /// tb, snv, bmr, or an official script JSON: a file, the text itself, or -.
    #[arg(long, default_value = "tb")]
    script: String,
    /// Count them.
    #[arg(long, conflicts_with = "sample")]
    count: bool,
    /// Draw so many, each bag equally likely.
    #[arg(long, value_name = "K", default_value_t = 1)]
    sample: usize,
    /// This character is in play; may be given several times.
    #[arg(long, value_name = "ROLE")]
    with: Vec<String>,
    /// This character is not; may be given several times.
    #[arg(long, value_name = "ROLE")]
    without: Vec<String>,
    /// Where chance begins.
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
}

pub(super) fn read_script(argument: &str) -> Result<Script, Failure> {
    if let Some(script) = Script::built_in(argument) {
        return Ok(script);
    }
    let input = Input::read(argument)?;
    script::read(&input.text).map_err(|problems| input.failure(problems))
}

/// Characters by any of their names; every one that is unknown is told.
fn read_characters(names: &[String]) -> Result<Vec<Character>, Vec<Diagnostic>> {
    let unknown = |name: &&String| Character::read(name).is_none();
    let problems: Vec<Diagnostic> = names
        .iter()
        .filter(unknown)
        .map(|name| Diagnostic::new("botc/character", format!("nobody is called `{name}`")))
        .collect();
    if problems.is_empty() {
        Ok(names.iter().filter_map(|name| Character::read(name)).collect())
    } else {
        Err(problems)
    }
}

/// More would not fit into memory as one list; lines of text are written as they are drawn.
const MOST_AS_JSON: usize = 1_000_000;

pub(super) fn setup(args: &SetupArgs, out: &mut Output) -> Result<(), Failure> {
    let script = read_script(&args.script)?;
    let wishes = Wishes { with: read_characters(&args.with)?, without: read_characters(&args.without)? };
    let space = match &args.counts {
        None => SetupSpace::new(&script, args.players, &wishes)?,
        Some(counts) => {
            let counts = Some(read_counts(counts)?);
            let table = Setup { script: script.clone(), names: default_names(args.players.min(100)), counts };
            SetupSpace::with_counts(&script, table.base_counts()?, &wishes)?
        }
    };
    if args.count {
        let (role_sets, bags) = (space.role_sets(), space.bags());
        return Ok(if out.json {
            out.value(&json!({ "role_sets": role_sets, "bags": bags }))
        } else {
            out.line(&format!("{role_sets} role sets, {bags} bags"))
        }?);
    }
    let mut rng = Rng::new(args.seed);
    let mut bags = (0..args.sample).filter_map(|_| space.sample(&mut rng));
    if out.json {
        if args.sample > MOST_AS_JSON {
            let message = format!("{MOST_AS_JSON} bags are the most in one JSON list");
            return Err(Failure::usage("botc/setup/sample", message));
        }
        return Ok(out.value(&Value::Array(bags.map(|bag| bag_json(&bag)).collect()))?);
    }
    Ok(bags.try_for_each(|bag| out.line(&bag.to_string()))?)
}

fn bag_json(bag: &Bag) -> Value {
    let roles: Vec<&str> = bag.roles.iter().map(|role| role.name()).collect();
    let tokens: Map<String, Value> =
        bag.tokens.iter().map(|(drawer, token)| (drawer.name().to_owned(), json!(token.name()))).collect();
    json!({ "roles": roles, "tokens": tokens })
}

pub(super) fn characters(argument: &str, out: &mut Output) -> Result<(), Failure> {
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
