//! The texts of the rules, and the facts that a table adds to them. Accepts a table, emits texts for clingo: the base, the files of the
//! characters who are on the script, and what the engine's data says of those.

use std::fmt::Write as _;

use gaslamp_botc::rules::bag_space::base_counts;
use gaslamp_botc::rules::script::Step;
use gaslamp_botc::{Character, Script, Setup, Team};

use crate::asp::program::Failure;

const BASE: &[&str] = &[
    include_str!("../../../rules/botc/core.lp"),
    REGISTRATION,
    include_str!("../../../rules/botc/deed.lp"),
    include_str!("../../../rules/botc/night.lp"),
    include_str!("../../../rules/botc/statement.lp"),
    include_str!("../../../rules/botc/day.lp"),
    include_str!("../../../rules/botc/death.lp"),
    include_str!("../../../rules/botc/end.lp"),
    include_str!("../../../rules/botc/misfire.lp"),
];
/// It also says as what characters may count, which their files ask before anybody sits there.
const REGISTRATION: &str = include_str!("../../../rules/botc/registration.lp");
const SETUP: &str = include_str!("../../../rules/botc/setup.lp");
const TRANSITION: &str = include_str!("../../../rules/botc/transition.lp");
/// What is said or asked by day.
const FORMULA: &str = include_str!("../../../rules/botc/formula.lp");
const TRACE: &str = include_str!("../../../rules/botc/trace.lp");

/// The characters whose rules are stated, by id, each with its file of `rules/botc/cast`; `build.rs` lists them.
const CAST: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/botc_cast.rs"));

/// The four teams, in the order of counts.
const TEAMS: [Team; 4] = [Team::Townsfolk, Team::Outsider, Team::Minion, Team::Demon];

/// The place at which the Demon is told of its team, as the rules call it.
pub(super) const DEMON_INFO: &str = "demon_info";

/// The rules of single transitions at this table.
pub(super) fn of_transition(setup: &Setup) -> Result<Vec<String>, Failure> {
    Ok([of_game(setup)?, vec![TRANSITION.to_owned()]].concat())
}

/// The rules of whole traces, from the set-up on, at this table.
pub(super) fn of_trace(setup: &Setup) -> Result<Vec<String>, Failure> {
    let seats = setup.names.len();
    Ok([of_game(setup)?, vec![SETUP.to_owned(), counts(seats, setup.counts), TRACE.to_owned()]].concat())
}

/// The rules of set-ups, for this script and this number of seats, with the usual counts or others.
pub(super) fn of_setup(
    script: &Script,
    seats: usize,
    own_counts: Option<[usize; 4]>,
) -> Result<Vec<String>, Failure> {
    let base = [REGISTRATION.to_owned(), SETUP.to_owned()];
    Ok([cast(script)?, vec![table(script, seats), counts(seats, own_counts)], base.to_vec()].concat())
}

/// The rules of what is said or asked by day, for this script and this number of seats.
pub(super) fn of_formula(script: &Script, seats: usize) -> Result<Vec<String>, Failure> {
    Ok([cast(script)?, vec![table(script, seats), REGISTRATION.to_owned(), FORMULA.to_owned()]].concat())
}

fn of_game(setup: &Setup) -> Result<Vec<String>, Failure> {
    let base = BASE.iter().map(|text| (*text).to_owned()).collect();
    let facts = table(&setup.script, setup.names.len()) + &orders(&setup.script);
    Ok([base, cast(&setup.script)?, vec![facts]].concat())
}

/// Whether the referee states the rules of a character; scripts with any other are refused by its name.
#[must_use]
pub fn is_stated(character: Character) -> bool {
    file(character).is_some()
}

fn file(character: Character) -> Option<&'static str> {
    CAST.iter().find(|(id, _)| *id == character.facts().id).map(|(_, text)| *text)
}

/// The files of the characters of a script.
fn cast(script: &Script) -> Result<Vec<String>, Failure> {
    let text = |character: &Character| {
        let text = file(*character).ok_or_else(|| Failure::Unknown(format!("the {}", character.name())))?;
        Ok(text.to_owned())
    };
    script.characters().iter().map(text).collect()
}

/// How many play, who is on the script and of which team.
fn table(script: &Script, seats: usize) -> String {
    let mut text = format!("#const seats = {seats}.\n");
    for character in script.characters() {
        let id = character.facts().id;
        let _ = writeln!(text, "on_script({id}). team({id},{}).", character.team().name());
    }
    text
}

/// How many of each team play before characters change it; nothing if no game has that number of players.
fn counts(seats: usize, own: Option<[usize; 4]>) -> String {
    let mut text = String::new();
    let counts = own.or_else(|| base_counts(seats));
    for (team, count) in counts.into_iter().flat_map(|counts| TEAMS.into_iter().zip(counts)) {
        let _ = writeln!(text, "base({},{count}).", team.name());
    }
    text
}

/// The script's own order if it has one, and the global night order.
fn orders(script: &Script) -> String {
    let bare = Script::new("", script.characters().iter().copied());
    let mut text = String::new();
    for (is_other, night) in [(false, "first"), (true, "other")] {
        // Who has no place in the order of other nights is there for players who change in mid-game.
        let has_place = |step: &Step| match step {
            Step::Character(character) => !is_other || character.facts().other_night.is_some(),
            Step::MinionInfo | Step::DemonInfo => true,
        };
        let (global, late): (Vec<Step>, Vec<Step>) =
            bare.night_order(is_other).into_iter().partition(has_place);
        for (place, name) in (1..).zip(late.into_iter().filter_map(word)) {
            let _ = writeln!(text, "late({place},{name}).");
        }
        let own = script.own_order().and_then(|nights| nights[usize::from(is_other)].as_deref());
        let on_script = |step: &Step| match step {
            Step::Character(character) => script.characters().contains(character),
            Step::MinionInfo | Step::DemonInfo => true,
        };
        for (order, steps) in [("own", own.unwrap_or_default()), ("global", &global)] {
            let names = steps.iter().copied().filter(on_script).filter_map(word);
            for (place, name) in (1..).zip(names) {
                let _ = writeln!(text, "{order}({night},{place},{name}).");
            }
        }
    }
    text
}

/// What the rules call a place in the night; the Minions are told without anybody being asked.
pub(super) fn word(step: Step) -> Option<&'static str> {
    match step {
        Step::MinionInfo => None,
        Step::DemonInfo => Some(DEMON_INFO),
        Step::Character(character) => Some(character.facts().id),
    }
}
