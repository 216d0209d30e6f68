//! A seat that repeats its actions from a record.

use gaslamp_core::trace::Event;
use gaslamp_core::{Actor, Notation, Record, Reply, Seat, View};

use crate::Agent;

/// A player that does what its seat did in a record, and leaves when there is no more. A refused action is tried again until the
/// table gives up: skipping it would play something other than the record.
#[derive(Clone, Debug)]
pub struct Scripted {
    /// Written out, since contents belong to the record they come from.
    actions: Vec<Event>,
    next: usize,
    is_refused: bool,
}

impl Scripted {
    /// The seat's actions of a record.
    #[must_use]
    pub fn new<G: Notation>(record: &Record<G>, seat: Seat) -> Self {
        let names = G::names(&record.setup);
        let mut actions = Vec::new();
        if let Ok(mut state) = G::start(&record.setup) {
            for &action in &record.actions {
                if state.to_act() == Some(Actor::Seat(seat)) {
                    actions.push(G::write_action(&names, &record.contents, Actor::Seat(seat), action));
                }
                if state.apply(action, &record.contents, &mut |_, _| {}).is_err() {
                    break;
                }
            }
        }
        Self { actions, next: 0, is_refused: false }
    }
}

impl<G: Notation> Agent<G> for Scripted {
    fn decide(&mut self, _: &View<G>) -> Reply<G> {
        if !std::mem::take(&mut self.is_refused) {
            self.next += 1;
        }
        self.actions.get(self.next - 1).map_or(Reply::Leave, |event| Reply::Written(event.clone()))
    }

    fn refused(&mut self, _: &gaslamp_core::Diagnostic) {
        self.is_refused = true;
    }
}
