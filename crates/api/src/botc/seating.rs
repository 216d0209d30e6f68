//! Who sits at the table of a grimoire or trace that somebody wrote down. Accepts what was read, emits a set-up that no rule has checked.

use gaslamp_botc::notation::grimoire_text::{GrimoireText, ScriptNote};
use gaslamp_botc::notation::trace_model::TraceModel;
use gaslamp_botc::rules::counts_for;
use gaslamp_botc::{Script, Setup};
use gaslamp_core::{Diagnostic, Fault};

use crate::diagnostic::{Input, Problems};

/// The table of a grimoire, with this script unless it names its own.
pub fn of_grimoire(grimoire: &GrimoireText, script: &Script) -> Setup {
    let names = grimoire.players.iter().map(|player| player.name.clone()).collect();
    let script = grimoire.script.as_ref().map_or_else(|| script.clone(), ScriptNote::script);
    Setup { names, script, counts: None }
}

/// The table of a trace. If it does not name all `players`, unnamed ones sit after the named.
///
/// # Errors
/// What is meaningless in the trace, or that no game has that many players.
pub fn of_model(
    model: &TraceModel,
    players: Option<usize>,
    script: &Script,
    input: &Input,
) -> Result<Setup, Problems> {
    readable(model, input)?;
    let seats = model.names.len().max(players.unwrap_or(0));
    let names = match counts_for(seats, None) {
        Ok(_) => with_placeholders(&model.names, seats),
        Err(problems) => {
            let fix = "give --players if the trace does not name all players";
            // A trace that names too few players does not rule out others.
            let fault = if seats < FEWEST { Fault::Unreadable } else { Fault::Illegal };
            let problems = problems.into_iter().map(|problem| Diagnostic { fault, ..problem.fix(fix) });
            return Err(input.problems(problems.collect()));
        }
    };
    Ok(Setup { names, script: script.clone(), counts: None })
}

/// The fewest players of a game.
const FEWEST: usize = 5;

/// These names, and placeholders up to the number of players: P6 for the sixth, or the next one that is free.
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

/// Refuses names, verbs, characters and reminder tokens that mean nothing.
pub fn readable(model: &TraceModel, input: &Input) -> Result<(), Problems> {
    let unreadable = model.unreadable();
    if unreadable.is_empty() { Ok(()) } else { Err(input.problems(unreadable)) }
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
