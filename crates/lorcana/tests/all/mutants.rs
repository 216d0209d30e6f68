//! Whether the scenarios notice when a card says something slightly different: `./x mutants` changes one word or number of what a
//! compiled card says and plays its scenarios, for every card that has some.

use std::collections::BTreeMap;
use std::process::{Command, Stdio};

use gaslamp_lorcana::Card;
use serde_json::Value;

/// Words that are put in each other's places.
const SWAPPED: &[(&str, &str)] = &[
    ("You", "EachOpponent"),
    ("ChosenOpponent", "You"),
    ("EachPlayer", "You"),
    ("Yours", "Opposing"),
    ("Character", "Item"),
    ("Location", "Item"),
    ("Action", "Item"),
    ("Song", "Item"),
    ("This", "Subject"),
    ("Subject", "This"),
    ("ThisTurn", "UntilYourNextTurn"),
    ("Strength", "Lore"),
    ("Willpower", "Strength"),
    ("Hand", "Discard"),
    ("Bottom", "Top"),
    ("Top", "Bottom"),
    ("Exert", "BanishThis"),
    ("Quest", "Challenge"),
    ("Evasive", "Rush"),
    ("YourTurn", "OpponentsTurn"),
];

/// Tests without which a filter lets more through.
const LEFT_OUT: &[&str] = &["Other", "Damaged", "Exerted", "Yours", "Opposing", "Here"];

/// The places of a tree, each as the way to it.
fn places(value: &Value, way: &mut Vec<String>, out: &mut Vec<Vec<String>>) {
    out.push(way.clone());
    let mut go = |step: String, inner: &Value| {
        way.push(step);
        places(inner, way, out);
        way.pop();
    };
    match value {
        Value::Array(all) => all.iter().enumerate().for_each(|(at, inner)| go(at.to_string(), inner)),
        Value::Object(all) => all.iter().for_each(|(key, inner)| go(key.clone(), inner)),
        _ => {}
    }
}

fn at<'a>(value: &'a mut Value, way: &[String]) -> Option<&'a mut Value> {
    way.iter().try_fold(value, |value, step| match value {
        Value::Array(all) => all.get_mut(step.parse::<usize>().ok()?),
        Value::Object(all) => all.get_mut(step),
        _ => None,
    })
}

/// What a card says with one change, each readable, with the change in words.
fn mutants(says: &Value) -> BTreeMap<String, String> {
    let mut ways = Vec::new();
    places(says, &mut Vec::new(), &mut ways);
    let mut found = BTreeMap::new();
    for way in ways {
        // Which slot or time it is said in other places, too, so that a change is no sentence.
        let is_bookkeeping = way.last().is_some_and(|key| matches!(key.as_str(), "slot" | "Slot" | "times"));
        let mut changed = says.clone();
        let Some(place) = at(&mut changed, &way) else { continue };
        let told = place.to_string();
        let new = match &*place {
            Value::Number(n) if !is_bookkeeping => {
                n.as_i64().map(|n| Value::from(if n == 0 { 2 } else { n + n.signum() }))
            }
            Value::String(word) => {
                SWAPPED.iter().find(|(old, _)| old == word).map(|(_, new)| Value::from(*new))
            }
            Value::Array(tests) => {
                let place = tests.iter().position(|test| LEFT_OUT.iter().any(|word| test == word));
                place.map(|place| {
                    let mut tests = tests.clone();
                    tests.remove(place);
                    Value::Array(tests)
                })
            }
            _ => None,
        };
        if let Some(new) = new {
            let message = format!("{} {told} is {new}", way.join("."));
            *place = new;
            if serde_json::from_value::<Vec<gaslamp_lorcana::language::Ability>>(changed.clone()).is_ok() {
                found.insert(message, changed.to_string());
            }
        }
    }
    found
}

/// Whether the scenarios of a card hold although it says this.
fn pass(card: Card, says: &str) -> bool {
    let table = std::env::temp_dir().join(format!("gaslamp-mutant-{}.tsv", std::process::id()));
    std::fs::write(&table, format!("{}\t0\t{says}\n", card.key())).expect("a temporary file");
    let this = std::env::current_exe().expect("this program");
    let mut run = Command::new(this);
    run.args(["--exact", "catalogue::every_scenario_holds"]);
    run.env("GASLAMP_ABILITIES", &table).env("GASLAMP_CARD", card.key()).env_remove("GASLAMP_MUTANTS");
    run.stdout(Stdio::null()).stderr(Stdio::null());
    let passes = run.status().expect("a run of the scenarios").success();
    let _ = std::fs::remove_file(table);
    passes
}

/// `GASLAMP_MUTANTS=10` tries every tenth card that has scenarios; without it, a single card shows that changes are noticed at all.
#[test]
#[expect(clippy::print_stderr, reason = "what was not noticed is said")]
fn changes_of_what_a_card_says_are_noticed() {
    let every = std::env::var("GASLAMP_MUTANTS").ok().and_then(|number| number.parse::<usize>().ok());
    let tried: Vec<Card> = Card::all().filter(|card| card.is_tried() && !card.is_plain()).collect();
    let cards: Vec<Card> = match every {
        Some(every) => tried.into_iter().step_by(every.max(1)).collect(),
        None => tried.into_iter().filter(|card| card.key() == "genie_powers_unleashed").collect(),
    };
    let (mut all, mut kept, mut complete) = (0, 0, 0);
    for &card in &cards {
        let says = serde_json::to_value(card.says()).expect("what it says");
        let mut unnoticed = Vec::new();
        for (message, changed) in mutants(&says) {
            all += 1;
            if pass(card, &changed) {
                unnoticed.push(message);
            }
        }
        kept += unnoticed.len();
        complete += usize::from(unnoticed.is_empty());
        if every.is_some() {
            unnoticed.iter().for_each(|message| eprintln!("{}: {message}", card.key()));
        }
    }
    eprintln!("{all} changes of {} cards, {kept} not noticed; of {complete} cards all are", cards.len());
    assert!(all > 0 && kept * 2 < all, "of {all} changes {kept} are not noticed");
}
