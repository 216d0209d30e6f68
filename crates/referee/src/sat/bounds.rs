//! How large a question may be. Accepts nights and traces, refuses what is larger before a formula is built of it: that is no verdict.

use gaslamp_botc::notation::trace_model::{Act, TraceModel};
use gaslamp_botc::rules::phase::place;
use gaslamp_core::Diagnostic;

/// Nobody plays longer games, and the formula grows with every night.
const MOST_NIGHTS: usize = 99;

/// More events than a long game has, much talk included.
const MOST_EVENTS: usize = 20_000;

/// Twenty players nominate and vote four hundred and twenty times in an evening at most; every two of them are compared.
const MOST_POLLS: usize = 1_000;

/// Refuses more nights than there may be.
///
/// # Errors
/// That there are too many.
pub(super) fn nights(nights: usize) -> Result<(), Diagnostic> {
    if nights <= MOST_NIGHTS {
        return Ok(());
    }
    let message =
        format!("the checker looks at games of at most {MOST_NIGHTS} nights, and this would be {nights}");
    Err(Diagnostic::new("botc/check/nights", message).fix("--nights 99, or fewer"))
}

/// Refuses a trace that is too long.
///
/// # Errors
/// What of it is too long, and where.
pub(super) fn model(model: &TraceModel) -> Result<(), Diagnostic> {
    if let Some(event) = model.events.iter().find(|event| usize::from(place(event.phase).0) > MOST_NIGHTS) {
        let message = format!(
            "the checker looks at games of at most {MOST_NIGHTS} nights, and this is {}",
            event.phase
        );
        return Err(Diagnostic::new("botc/check/nights", message).at(event.span));
    }
    if let Some(event) = model.events.get(MOST_EVENTS) {
        let message = format!("the checker looks at no more than {MOST_EVENTS} events");
        return Err(Diagnostic::new("botc/check/events", message)
            .at(event.span)
            .fix("check a part of the trace"));
    }
    let is_poll = |act: &Act| matches!(act, Act::Nominates(_) | Act::Votes(_));
    for evening in model.events.chunk_by(|a, b| a.phase == b.phase) {
        if let Some(event) = evening.iter().filter(|event| is_poll(&event.act)).nth(MOST_POLLS) {
            let message =
                format!("the checker looks at no more than {MOST_POLLS} nominations and votes in an evening");
            return Err(Diagnostic::new("botc/check/polls", message).at(event.span));
        }
    }
    Ok(())
}
