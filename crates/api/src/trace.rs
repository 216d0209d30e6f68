//! Traces for programs.

use gaslamp_core::trace::{Annotation, Phase, Trace, What};
use serde_json::{Value, json};

/// Every entry of a trace with its phase: an event, a message, a note, or an aside.
#[must_use]
pub fn entries(trace: &Trace) -> Vec<Value> {
    let entry = |phase: Phase, what: &What| match what {
        What::Event(event) => {
            json!({ "phase": phase.to_string(), "event": event.to_string(), "remark": event.remark })
        }
        What::Annotation(Annotation::Message { from, to, whisper, text }) => json!({
            "phase": phase.to_string(), "message": text, "from": from, "to": to, "whisper": whisper,
        }),
        What::Annotation(Annotation::Remark { text, .. }) => {
            json!({ "phase": phase.to_string(), "note": text })
        }
        What::Annotation(Annotation::Aside(event)) => {
            json!({ "phase": phase.to_string(), "aside": event.to_string(), "remark": event.remark })
        }
    };
    let blocks = trace.blocks.iter();
    blocks.flat_map(|block| block.entries.iter().map(move |found| entry(block.phase, &found.what))).collect()
}
