//! Who sits at the table of a grimoire or of a trace that somebody wrote down. Accepts what was read, emits a set-up that no rule has checked.

use gaslamp_botc::notation::grimoire_text::{GrimoireText, ScriptNote};
use gaslamp_botc::notation::trace_model::TraceModel;
use gaslamp_botc::rules::counts_for;
use gaslamp_botc::{Script, Setup};
use gaslamp_core::{Diagnostic, Fault};

use crate::failure::Failure;
use crate::input::Input;

/// The table of a grimoire, with this script unless it names its own.
pub(crate) fn of_sheet(sheet: &GrimoireText, script: &Script) -> Setup {
    let names = sheet.players.iter().map(|player| player.name.clone()).collect();
    let script = sheet.script.as_ref().map_or_else(|| script.clone(), ScriptNote::script);
    Setup { names, script, counts: None }
}

/// The table of a trace, of so many players if it does not name them all: whoever is not named sits behind those who are.
///
/// # Errors
/// What means nothing in the trace, or that no game has so many players.
pub(crate) fn of_model(
    model: &TraceModel,
    players: Option<usize>,
    script: &Script,
    input: &Input,
) -> Result<Setup, Failure> {
    readable(model, input)?;
    let seats = model.names.len().max(players.unwrap_or(0));
    let names = match counts_for(seats, None) {
        Ok(_) => with_placeholders(&model.names, seats),
        Err(problems) => {
            let fix = "--players says how many sit there, if the trace does not name them all";
            // Who names too few says nothing about the others.
            let fault = if seats < FEWEST { Fault::Unreadable } else { Fault::Illegal };
            let problems = problems.into_iter().map(|problem| Diagnostic { fault, ..problem.fix(fix) });
            return Err(input.failure(problems.collect()));
        }
    };
    Ok(Setup { names, script: script.clone(), counts: None })
}

/// Fewer do not play.
const FEWEST: usize = 5;

/// These names, and as many others as so many players need: P6 for the sixth, or the next that nobody has.
fn with_placeholders(named: &[String], players: usize) -> Vec<String> {
    let mut names = named.to_vec();
    let mut number = names.len();
    while names.len() < players {
        number += 1;
        let placeholder = format!("P{number}");
        if !names.iter().any(|name| name.eq_ignore_ascii_case(&placeholder)) {
            names.push(placeholder);
        }
    }
    names
}

/// Names, verbs, characters and tokens that mean nothing are no trace.
pub(crate) fn readable(model: &TraceModel, input: &Input) -> Result<(), Failure> {
    let unreadable = model.unreadable();
    if unreadable.is_empty() { Ok(()) } else { Err(input.failure(unreadable)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_names_that_nobody_has() {
        for (named, players, expected) in [
            (&["Ann", "Ben"][..], 5, &["Ann", "Ben", "P3", "P4", "P5"][..]),
            (&["P1", "P4"], 5, &["P1", "P4", "P3", "P5", "P6"]),
            (&["p5", "P4", "P3"], 5, &["p5", "P4", "P3", "P6", "P7"]),
            (&["P3", "P4"], 4, &["P3", "P4", "P5", "P6"]),
            (&["Ann", "Ben"], 2, &["Ann", "Ben"]),
            (&["Ann", "Ben"], 0, &["Ann", "Ben"]),
            (&[], 2, &["P1", "P2"]),
        ] {
            let named: Vec<String> = named.iter().copied().map(str::to_owned).collect();
            assert_eq!(with_placeholders(&named, players), expected, "{named:?}");
        }
    }
}
