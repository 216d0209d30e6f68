//! Who sits at the table of a grimoire or of a trace that somebody wrote down. Accepts what was read, emits a set-up that no rule has checked.

use gaslamp_botc::notation::sheet::{ScriptNote, Sheet};
use gaslamp_botc::notation::story::Story;
use gaslamp_botc::{Script, Setup};

use crate::failure::Failure;
use crate::input::Input;

/// The table of a grimoire, with this script unless it names its own.
pub(crate) fn of_sheet(sheet: &Sheet, script: &Script) -> Setup {
    let names = sheet.players.iter().map(|player| player.name.clone()).collect();
    let script = sheet.script.as_ref().map_or_else(|| script.clone(), ScriptNote::script);
    Setup { names, script, counts: None }
}

/// The table of a trace, of so many players if it does not name them all: whoever is not named sits behind those who are.
///
/// # Errors
/// What means nothing in the trace, or that no game has so many players.
pub(crate) fn of_story(
    story: &Story,
    players: Option<usize>,
    script: &Script,
    input: &Input,
) -> Result<Setup, Failure> {
    readable(story, input)?;
    let named = story.names.iter().cloned();
    let unnamed = (named.len()..players.unwrap_or(0)).map(|seat| format!("P{}", seat + 1));
    let setup = Setup { names: named.chain(unnamed).collect(), script: script.clone(), counts: None };
    match setup.base_counts() {
        Ok(_) => Ok(setup),
        Err(problems) => {
            let fix = "--players says how many sit there, if the trace does not name them all";
            Err(input.failure(problems.into_iter().map(|problem| problem.fix(fix)).collect()))
        }
    }
}

/// Names, verbs, characters and tokens that mean nothing are no trace.
pub(crate) fn readable(story: &Story, input: &Input) -> Result<(), Failure> {
    let unreadable = story.unreadable();
    if unreadable.is_empty() { Ok(()) } else { Err(input.failure(unreadable)) }
}
