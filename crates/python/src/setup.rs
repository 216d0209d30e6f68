//! Parts of a set-up in the forms that people have them in, as fields of a record's first line.

use gaslamp_api::botc::setup::read_script;
use gaslamp_api::lorcana::deck;
use gaslamp_api::{Input, Problems};
use gaslamp_core::{Diagnostic, Notation as _};
use gaslamp_lorcana::deck::{Deck, SAMPLES};
use pyo3::prelude::*;

use crate::errors::refused;

/// What samples of decks begin with.
const SAMPLE: &str = "sample:";

/// Fields of a record's first line that say the same as a text: `script` of botc in the official JSON; `deck1` and `deck2` of lorcana as
/// deck lists, names of samples, or fields already.
#[pyfunction]
pub(crate) fn setup_fields(
    py: Python<'_>,
    game: &str,
    name: &str,
    text: &str,
) -> PyResult<Vec<(&'static str, String)>> {
    let fields = match (game, name) {
        ("botc", "script") => script(text),
        ("lorcana", "deck1" | "deck2") => cards(name, text),
        _ => {
            let message = format!("a set-up of {game} has no {name} that could be a text");
            Err(Diagnostic::new("learn/setup", message).into())
        }
    };
    fields.map_err(|problems| refused(py, problems))
}

fn script(text: &str) -> Result<Vec<(&'static str, String)>, Problems> {
    let script = read_script(&Input::new("the script", text))?;
    let setup = gaslamp_botc::Setup { script, ..gaslamp_botc::Setup::trouble_brewing(5) };
    let mut fields = gaslamp_botc::State::write_setup(&setup);
    fields.retain(|(key, _)| *key != "players");
    // A built-in script that is the default has no field.
    if fields.is_empty() {
        fields.push(("script", "tb".to_owned()));
    }
    Ok(fields)
}

fn cards(name: &str, text: &str) -> Result<Vec<(&'static str, String)>, Problems> {
    // No line of a deck list has a `*`.
    if text.contains('*') && !text.contains('\n') {
        return Ok(vec![(if name == "deck1" { "deck1" } else { "deck2" }, text.to_owned())]);
    }
    let list = match text.strip_prefix(SAMPLE) {
        Some(sample) => {
            let found = SAMPLES.iter().find(|(name, _)| *name == sample);
            found.map(|(_, list)| *list).ok_or_else(|| unknown(sample))?
        }
        None => text,
    };
    let input = Input::new(name, list);
    let deck: Deck = deck::read(&input)?.readable().map_err(|problems| input.problems(problems))?;
    let setup = gaslamp_lorcana::Setup::Fresh { decks: [deck.clone(), deck] };
    let mut fields = gaslamp_lorcana::State::write_setup(&setup);
    fields.retain(|(key, _)| *key == name);
    Ok(fields)
}

fn unknown(sample: &str) -> Problems {
    let names: Vec<&str> = SAMPLES.iter().map(|(name, _)| *name).collect();
    Diagnostic::new("lorcana/deck/sample", format!("there is no sample `{sample}`"))
        .fix(names.join(", "))
        .into()
}
