//! A summary of a trace for people: a timeline, who said what to whom, who voted with whom, and what players
//! claimed compared with what they were.
//!
//! **Accepts** a trace and its [`TraceModel`]; **emits** an [`Analysis`], which is plain data, and its text ([`write()`]).

mod claims;
mod votes;
mod write;

use gaslamp_core::trace::{Annotation, Event, Phase, Trace, What, rich};

pub use claims::{Claimed, Verdict};
pub use votes::{Bloc, Nomination, Voter};
pub use write::write;

use super::trace::DIALECT;
use super::trace_model::{Act, TraceModel};

/// A summary of a trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Analysis {
    /// The players.
    pub names: Vec<String>,
    /// The events in order; votes are listed with their nomination.
    pub timeline: Vec<Moment>,
    /// The messages, in order.
    pub said: Vec<SpokenLine>,
    /// The nominations with their votes, in order.
    pub nominations: Vec<Nomination>,
    /// How each player voted.
    pub voters: Vec<Voter>,
    /// Players who voted alike.
    pub blocs: Vec<Bloc>,
    /// Who claimed what, and whether it was true.
    pub claims: Vec<Claimed>,
}

/// One line of a timeline.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moment {
    /// The phase.
    pub phase: Phase,
    /// What happened, in words.
    pub text: String,
}

/// A message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpokenLine {
    /// The phase.
    pub phase: Phase,
    /// The speaker.
    pub from: String,
    /// The addressee; everyone if none.
    pub to: Option<String>,
    /// Whether only the addressee heard it.
    pub whisper: bool,
    /// The text.
    pub text: String,
}

impl Analysis {
    /// Analyses a trace.
    #[must_use]
    pub fn of(trace: &Trace, model: &TraceModel) -> Self {
        let said = said(trace);
        let nominations = votes::nominations(model);
        Self {
            names: model.names.clone(),
            timeline: timeline(trace, model, &nominations),
            voters: votes::voters(model, &nominations),
            blocs: votes::blocs(model, &nominations),
            claims: claims::claims(model, &said),
            nominations,
            said,
        }
    }
}

fn said(trace: &Trace) -> Vec<SpokenLine> {
    let mut said = Vec::new();
    for block in &trace.blocks {
        for entry in &block.entries {
            if let What::Annotation(Annotation::Message { from, to, whisper, text }) = &entry.what {
                said.push(SpokenLine {
                    phase: block.phase,
                    from: from.clone(),
                    to: to.clone(),
                    whisper: *whisper,
                    text: text.clone(),
                });
            }
        }
    }
    said
}

/// Everything except messages, which have their own part, and votes, which are listed with their nomination.
fn timeline(trace: &Trace, model: &TraceModel, nominations: &[Nomination]) -> Vec<Moment> {
    let mut moments = Vec::new();
    let mut at = 0;
    for block in &trace.blocks {
        for entry in &block.entries {
            let text = match &entry.what {
                What::Event(event) => {
                    at += 1;
                    event_text(event, at - 1, model, nominations)
                }
                What::Annotation(Annotation::Remark { kind, text }) => {
                    Some(format!("{}: {text}", kind.word().to_lowercase()))
                }
                What::Annotation(Annotation::Aside(event)) => Some(rich::sentence(event, DIALECT)),
                What::Annotation(Annotation::Message { .. }) => None,
            };
            moments.extend(text.map(|text| Moment { phase: block.phase, text }));
        }
    }
    moments
}

fn event_text(event: &Event, at: usize, model: &TraceModel, nominations: &[Nomination]) -> Option<String> {
    let is_small = |verb: &str| matches!(verb, "passes" | "counts" | "abstains");
    if event.verb.as_deref().is_some_and(is_small) {
        return None;
    }
    match model.events.get(at).map(|event| &event.act) {
        Some(Act::Votes(_)) => None,
        Some(Act::Nominates(_)) => {
            let nomination = nominations.iter().find(|nomination| nomination.event == Some(at))?;
            Some(write::nomination(nomination, &model.names))
        }
        _ => Some(rich::sentence(event, DIALECT)),
    }
}
