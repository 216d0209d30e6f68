//! The one door through which hidden information leaves: what a single seat has seen and may do now.

use crate::game::{Actions, Game};
use crate::seat::Seat;
use crate::trace::{Phase, Recital};

/// Everything one seat knows. Agents, tokens, text and pictures for a seat are made from this alone.
#[derive(Clone, PartialEq, Debug)]
pub struct View<G: Game> {
    /// Whose view it is.
    pub seat: Seat,
    /// The names around the table.
    pub names: Vec<String>,
    /// What the seat sees of the present.
    pub now: G::Sight,
    /// What it has seen so far, each event as this seat saw it.
    pub seen: Vec<(Phase, G::Event)>,
    /// What it said and was told outside the rules, each with the number of seen events before it and its phase.
    pub heard: Vec<(usize, Phase, Recital)>,
    /// What it may do, if it is to act; else empty.
    pub legal: Actions<G>,
    /// Once the game is over, its result and this seat's score.
    pub ended: Option<(&'static str, i8)>,
}

impl<G: Game> View<G> {
    /// Whether the seat is asked for an action now.
    #[must_use]
    pub fn to_act(&self) -> bool {
        !self.legal.is_empty()
    }
}
