//! The only way hidden information leaves: what a single seat has seen and may do now.
//!
//! A [`View`] only ever grows at its end, so whoever has seen a part of it needs only the rest:
//! [`View::since`] is what is new after a [`Cursor`]. A cursor counts what the seat has seen and heard, and
//! nothing else.

use std::sync::Arc;

use crate::game::{Actions, Choice, Game};
use crate::seat::Seat;
use crate::trace::{Annotation, Phase};

/// Everything one seat knows. Agents, tokens, text and pictures for a seat are made from nothing else.
#[derive(Clone, PartialEq, Debug)]
pub struct View<G: Game> {
    /// Whose view it is.
    pub seat: Seat,
    /// The players' names.
    pub names: Arc<[String]>,
    /// What the seat sees of the present.
    pub now: G::VisibleState,
    /// The events so far, each as this seat saw it.
    pub seen: Vec<(Phase, G::Event)>,
    /// What it said and was told outside the rules, each with the number of events seen before it and its
    /// phase.
    pub heard: Vec<(usize, Phase, Annotation)>,
    /// What it may do if it is to act; otherwise empty.
    pub legal: Actions<G>,
    /// Once the game is over, its result and this seat's score.
    pub ended: Option<(&'static str, i8)>,
}

/// A position in a view: how much of it somebody already knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cursor {
    /// The number of events seen.
    pub seen: usize,
    /// The number of messages heard.
    pub heard: usize,
}

/// What is new to a seat.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct News<'a, G: Game> {
    /// What it sees of the present.
    pub now: &'a G::VisibleState,
    /// The events since.
    pub seen: &'a [(Phase, G::Event)],
    /// What it has heard since, each with the number of events seen before it, from the beginning of the
    /// game, and its phase.
    pub heard: &'a [(usize, Phase, Annotation)],
    /// What it may do if it is to act; otherwise empty.
    pub legal: &'a [Choice<G>],
    /// Once the game is over, its result and this seat's score.
    pub ended: Option<(&'static str, i8)>,
    /// Where to continue next time.
    pub cursor: Cursor,
}

impl<G: Game> View<G> {
    /// The view of a seat that has seen nothing yet.
    pub(crate) fn unseen(seat: Seat, names: Arc<[String]>, now: G::VisibleState) -> Self {
        Self { seat, names, now, seen: Vec::new(), heard: Vec::new(), legal: Actions::new(), ended: None }
    }

    /// Whether the seat is to act now.
    #[must_use]
    pub fn to_act(&self) -> bool {
        !self.legal.is_empty()
    }

    /// Where this view ends.
    #[must_use]
    pub fn cursor(&self) -> Cursor {
        Cursor { seen: self.seen.len(), heard: self.heard.len() }
    }

    /// What is new after a cursor; nothing if the cursor is beyond this view.
    #[must_use]
    pub fn since(&self, cursor: Cursor) -> News<'_, G> {
        News {
            now: &self.now,
            seen: self.seen.get(cursor.seen..).unwrap_or_default(),
            heard: self.heard.get(cursor.heard..).unwrap_or_default(),
            legal: &self.legal,
            ended: self.ended,
            cursor: self.cursor(),
        }
    }
}
