//! A recorded game judged again: every action is heard by the engine and by the rules in ASP.

use gaslamp_botc::State;
use gaslamp_core::Game as _;
use serde_json::json;

use super::Umpire;
use crate::args::Referee;
use crate::failure::Failure;
use crate::input::{Input, read_run};
use crate::output::Output;

/// Judges a record of Blood on the Clocktower from its first action to its last.
pub(super) fn run(record: &str, out: &mut Output) -> Result<(), Failure> {
    let run = read_run::<State>(&Input::read(record)?, None)?;
    let record = run.record();
    let Some(mut umpire) = super::botc(Referee::Both, &record.setup)? else { return Ok(()) };
    for (step, &action) in record.actions.iter().enumerate() {
        let before =
            run.at(step).map_err(|error| Failure::no(error.refusal.rule.id, error.refusal.rule.says))?;
        let Some(actor) = before.state().to_act() else { break };
        if umpire.judge(&before, actor, action).is_err() {
            break;
        }
    }
    let judged = Umpire::finish(umpire)?;
    if out.json {
        return Ok(out.value(&json!({ "legal": true, "judged": judged.actions }))?);
    }
    Ok(out.line(&format!("legal: {}", judged.words()))?)
}
