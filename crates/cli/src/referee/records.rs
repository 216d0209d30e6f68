//! A recorded game judged again: every action is heard by the engine and by the rules in ASP.

use gaslamp_agents::table::Objection;
use gaslamp_botc::State;
use gaslamp_core::{Game as _, Run};
use gaslamp_referee::asp::botc::Referee;
use serde_json::json;

use super::{Judged, Umpire};
use crate::failure::Failure;
use crate::input::{Input, read_run};
use crate::output::Output;

/// Judges a record of Blood on the Clocktower from its first action to its last.
pub(super) fn run(record: &str, out: &mut Output) -> Result<(), Failure> {
    let judged = judge(&read_run(&Input::read(record)?, None)?)?;
    if out.json {
        return Ok(out.value(&json!({ "legal": true, "judged": judged.actions }))?);
    }
    Ok(out.line(&format!("legal: {}", judged.words()))?)
}

/// How much was judged, if the engine and the rules agree on all of it.
pub(super) fn judge(run: &Run<State>) -> Result<Judged, Failure> {
    let record = run.record();
    let mut umpire = Umpire::new(Referee::new(&record.setup)?, true);
    for (step, &action) in record.actions.iter().enumerate() {
        let before =
            run.at(step).map_err(|error| Failure::no(error.refusal.rule.id, error.refusal.rule.says))?;
        let Some(actor) = before.state().to_act() else { break };
        match umpire.judge(&before, actor, action) {
            Ok(()) => {}
            Err(Objection::Refused(problem)) => return Err(problem.into()),
            Err(Objection::Stop) => break,
        }
    }
    umpire.finish()
}
