//! Set-ups as the fields of a record's first line, from what people write: scripts, players' names, deck lists.

#![allow(clippy::needless_pass_by_value, reason = "arguments are made from Python objects for the call")]

use gaslamp_api::botc::setup::read_script;
use gaslamp_api::{Input, Problems};
use gaslamp_core::{Diagnostic, Notation};
use gaslamp_lorcana::Deck;
use gaslamp_lorcana::deck::SAMPLES;
use pyo3::prelude::*;

use crate::kind::raise;

/// The fields of a set-up, by name.
type Fields = Vec<(&'static str, String)>;

/// A legal deck all of whose cards do what they say.
fn deck(input: &Input) -> Result<Deck, Problems> {
    let text = match input.text.trim().strip_prefix("sample:") {
        Some(name) => sample(name)?,
        None => &input.text,
    };
    let input = Input::new(&input.name, text);
    let listing = gaslamp_api::lorcana::deck::read(&input)?;
    let deck = listing.check().map_err(|problems| input.problems(problems))?.deck().clone();
    let unknown: Vec<String> = deck.summary().not_encoded.iter().map(|(card, _)| card.to_string()).collect();
    if unknown.is_empty() {
        return Ok(deck);
    }
    let message = format!("these cards have an ability that is not known yet: {}", unknown.join("; "));
    Err(Diagnostic::unsupported("lorcana/deck/partial", message).into())
}

fn sample(name: &str) -> Result<&'static str, Problems> {
    let text = SAMPLES.iter().find(|(known, _)| *known == name).map(|(_, text)| *text);
    text.ok_or_else(|| {
        let names: Vec<&str> = SAMPLES.iter().map(|(name, _)| *name).collect();
        Diagnostic::new("input/sample", format!("there is no sample `{name}`")).fix(names.join(", ")).into()
    })
}

/// Fields of a record's first line that say the same as a text: `script` of botc in the official JSON; `deck1` and `deck2` of lorcana as
/// deck lists, names of samples, or fields already.
#[pyfunction]
pub(crate) fn setup_fields(py: Python<'_>, game: &str, name: &str, text: &str) -> PyResult<Fields> {
    let fields = match (game, name) {
        ("botc", "script") => script_fields(text),
        ("lorcana", "deck1") => deck_field("deck1", text),
        ("lorcana", "deck2") => deck_field("deck2", text),
        _ => {
            let message = format!("a set-up of {game} has no {name} that could be a text");
            Err(Diagnostic::new("learn/setup", message).into())
        }
    };
    fields.map_err(|problems| raise(py, problems))
}

fn script_fields(text: &str) -> Result<Fields, Problems> {
    let script = read_script(&Input::new("the script", text))?;
    let setup = gaslamp_botc::Setup { script, ..gaslamp_botc::Setup::trouble_brewing(5) };
    let mut fields = gaslamp_botc::State::write_setup(&setup);
    fields.retain(|(key, _)| *key != "players");
    // A script that is the usual one has no field.
    if fields.is_empty() {
        fields.push(("script", "tb".to_owned()));
    }
    Ok(fields)
}

fn deck_field(name: &'static str, text: &str) -> Result<Fields, Problems> {
    // No line of a deck list has a `*`.
    if text.contains('*') && !text.contains('\n') {
        return Ok(vec![(name, text.to_owned())]);
    }
    let deck = deck(&Input::new(name, text))?;
    let setup = gaslamp_lorcana::Setup::Fresh { decks: [deck.clone(), deck] };
    let mut fields = gaslamp_lorcana::State::write_setup(&setup);
    fields.retain(|(key, _)| *key == name);
    Ok(fields)
}
