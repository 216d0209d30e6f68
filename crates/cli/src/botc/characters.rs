//! The characters, and what can be done with each.

use std::ffi::OsStr;

use gaslamp_api::botc::coverage::{self, Support, in_order};
use gaslamp_botc::{Character, Script};

use super::setup::read_script;
use crate::failure::Failure;
use crate::output::Output;

/// The columns, as wide as their titles.
const COLUMNS: [&str; 4] = ["set-up", "play", "deduction", "referee"];

/// Lists the characters of a script, or all that are published.
pub(super) fn list(script: Option<&OsStr>, out: &mut Output) -> Result<(), Failure> {
    let characters = match script {
        Some(script) => in_order(read_script(script)?.characters().iter().copied()),
        None => in_order(Character::all()),
    };
    if out.json {
        return Ok(out.value(&coverage::characters(&characters, is_refereed))?);
    }
    out.line(&format!("{:<24}{}", "", COLUMNS.join("  ")))?;
    let mut heading = None;
    for &character in &characters {
        let group = (character.team(), character.facts().edition);
        if heading.replace(group) != Some(group) {
            out.line(&format!("{}, {}", character.team().title(), edition(group.1)))?;
        }
        out.line(&row(character))?;
    }
    for (at, title) in COLUMNS.iter().enumerate() {
        let counted = characters.iter().filter(|one| Support::of(**one, is_refereed).kinds()[at].1).count();
        out.line(&format!("{title}: {counted} of {}", characters.len()))?;
    }
    if cfg!(not(feature = "clingo")) {
        out.line("This binary was built without clingo, so it has no referee.")?;
    }
    Ok(())
}

fn row(character: Character) -> String {
    let support = Support::of(character, is_refereed).kinds();
    let cells = COLUMNS.iter().zip(support).map(|(title, (_, is_so))| {
        let mark = if is_so { "yes" } else { "-" };
        format!("{mark:<width$}", width = title.len() + 2)
    });
    format!("  {:<22}{}", character.name(), cells.collect::<String>()).trim_end().to_owned()
}

/// The title of an edition.
fn edition(short: &'static str) -> &'static str {
    let title = Script::BUILT_IN.iter().find(|(known, _)| *known == short).map(|(_, title)| *title);
    title.unwrap_or("in no base edition")
}

#[cfg(feature = "clingo")]
fn is_refereed(character: Character) -> bool {
    gaslamp_referee::asp::botc::is_stated(character)
}

#[cfg(not(feature = "clingo"))]
fn is_refereed(_: Character) -> bool {
    false
}
