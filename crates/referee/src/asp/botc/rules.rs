//! The texts of the rules, and what a script adds to them. Accepts a script, emits texts for clingo.

use std::fmt::Write as _;

use gaslamp_botc::rules::script::Step;
use gaslamp_botc::{Character, Script};

use crate::asp::program::Failure;

const BASE: &[&str] = &[
    include_str!("../../../rules/botc/core.lp"),
    include_str!("../../../rules/botc/deed.lp"),
    include_str!("../../../rules/botc/night.lp"),
    include_str!("../../../rules/botc/statement.lp"),
    include_str!("../../../rules/botc/day.lp"),
    include_str!("../../../rules/botc/death.lp"),
    include_str!("../../../rules/botc/end.lp"),
];
const TEAMS: &str = include_str!("../../../rules/botc/tb/script.lp");
const SETUP: &str = include_str!("../../../rules/botc/setup.lp");
const TRANSITION: &str = include_str!("../../../rules/botc/transition.lp");
const TRACE: &str = include_str!("../../../rules/botc/trace.lp");
const PRINTED_ORDER: &str = include_str!("../../../rules/botc/tb/printed_order.lp");
const SHEET_ORDER: &str = include_str!("../../../rules/botc/tb/sheet_order.lp");

macro_rules! cast {
    ($($id:ident)*) => {
        /// The characters whose rules are stated, each in a file of its own.
        const CAST: &[(&str, &str)] = &[
            $((stringify!($id), include_str!(concat!("../../../rules/botc/tb/", stringify!($id), ".lp"))),)*
        ];
    };
}

cast! {
    washerwoman librarian investigator chef empath fortuneteller undertaker monk ravenkeeper virgin slayer soldier mayor
    butler drunk recluse saint poisoner spy scarletwoman baron imp
}

/// The stages of the game, for each of which the rules of transitions are ground.
const STAGES: &[&str] = &[
    "now(setup).",
    "now(night). first.",
    "now(night). first. asks(tell).",
    "now(night).",
    "now(talk).",
    "now(evening).",
];

/// The rules of single transitions for every stage, for this script and so many seats.
pub(super) fn of_transition(script: &Script, seats: usize) -> Result<Vec<Vec<String>>, Failure> {
    let texts = [of_game(script, seats)?, vec![TRANSITION.to_owned()]].concat();
    let of_stage = |stage: &&str| [texts.clone(), vec![(*stage).to_owned()]].concat();
    Ok(STAGES.iter().map(of_stage).collect())
}

/// The rules of whole traces, from the set-up on, for this script and so many seats.
pub(super) fn of_trace(script: &Script, seats: usize) -> Result<Vec<String>, Failure> {
    Ok([of_game(script, seats)?, vec![SETUP.to_owned(), TRACE.to_owned()]].concat())
}

fn of_game(script: &Script, seats: usize) -> Result<Vec<String>, Failure> {
    let mut texts: Vec<String> = BASE.iter().map(|text| (*text).to_owned()).collect();
    texts.extend(CAST.iter().map(|(_, text)| (*text).to_owned()));
    texts.push(table(script, seats)?);
    texts.extend(order(script));
    Ok(texts)
}

/// The rules of set-ups, for this script and so many seats.
pub(super) fn of_setup(script: &Script, seats: usize) -> Result<Vec<String>, Failure> {
    // Of the characters' rules only these are about the set-up.
    let is_of_setup = |id: &str| ["baron", "drunk"].contains(&id);
    let texts = CAST.iter().filter(|(id, _)| is_of_setup(id)).map(|(_, text)| (*text).to_owned());
    Ok(texts.chain([SETUP.to_owned(), table(script, seats)?]).collect())
}

/// The names of the characters whose rules are stated.
pub(super) fn cast() -> impl Iterator<Item = &'static str> {
    CAST.iter().map(|(id, _)| *id)
}

/// How many play, the characters and who of them is on the script.
fn table(script: &Script, seats: usize) -> Result<String, Failure> {
    let is_stated = |character: &&Character| CAST.iter().any(|(id, _)| *id == character.facts().id);
    if let Some(unknown) = script.characters().iter().find(|character| !is_stated(character)) {
        return Err(Failure::Unknown(format!("the {}", unknown.name())));
    }
    let mut text = format!("#const seats = {seats}.\n{TEAMS}");
    for character in script.characters() {
        let _ = writeln!(text, "on_script({}).", character.facts().id);
    }
    Ok(text)
}

/// The script's own order if it has one, and that of the global sheet.
fn order(script: &Script) -> Vec<String> {
    let printed = Script::built_in("tb").and_then(|printed| printed.own_order().cloned());
    let own = match script.own_order() {
        None => String::new(),
        Some(own) if Some(own) == printed.as_ref() => PRINTED_ORDER.to_owned(),
        Some(own) => {
            let mut text = String::new();
            for (night, steps) in ["first", "other"].iter().zip(own) {
                let names = steps.iter().flatten().filter_map(|step| match step {
                    // The Minions are told without anybody being asked.
                    Step::MinionInfo => None,
                    Step::DemonInfo => Some("demon_info"),
                    Step::Character(character) => {
                        script.characters().contains(character).then_some(character.facts().id)
                    }
                });
                for (place, name) in (1..).zip(names) {
                    let _ = writeln!(text, "own({night},{place},{name}).");
                }
            }
            text
        }
    };
    vec![SHEET_ORDER.to_owned(), own]
}
