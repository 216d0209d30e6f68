//! A seat played again from a record.

use gaslamp_core::{Actor, Choice, Game, Record, Seat, View};

use crate::{Agent, Reply};

/// A player that does what its seat did in a record, and leaves when there is no more.
#[derive(Clone, Debug)]
pub struct Scripted<G: Game> {
    actions: std::vec::IntoIter<G::Action>,
}

impl<G: Game> Scripted<G> {
    /// The seat's actions of a record. Long contents belong to the record they are from, so it must be the
    /// one that is played on, or hold none.
    #[must_use]
    pub fn new(record: &Record<G>, seat: Seat) -> Self {
        let mut actions = Vec::new();
        if let Ok(mut state) = G::start(&record.setup) {
            for &action in &record.actions {
                if state.to_act() == Some(Actor::Seat(seat)) {
                    actions.push(action);
                }
                if state.apply(action, &record.contents, &mut |_, _| {}).is_err() {
                    break;
                }
            }
        }
        Self { actions: actions.into_iter() }
    }
}

impl<G: Game> Agent<G> for Scripted<G> {
    fn decide(&mut self, _: &View<G>) -> Reply<G> {
        self.actions.next().map_or(Reply::Leave, |action| Reply::Choice(Choice::Action(action)))
    }
}
