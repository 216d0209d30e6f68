//! The one door through which hidden information leaves: what a single seat has seen and may do now.
//!
//! A [`View`] only ever grows at its end, so that whoever has seen a part of it needs only the rest: [`View::since`] is what is
//! new behind a [`Cursor`]. A cursor counts what the seat has seen and heard and nothing else.

use std::sync::Arc;

use crate::game::{Actions, Choice, Game};
use crate::seat::Seat;
use crate::trace::{Annotation, Phase};

/// Everything one seat knows. Agents, tokens, text and pictures for a seat are made from this alone.
#[derive(Clone, PartialEq, Debug)]
pub struct View<G: Game> {
    /// Whose view it is.
    pub seat: Seat,
    /// The names around the table.
    pub names: Arc<[String]>,
    /// What the seat sees of the present.
    pub now: G::VisibleState,
    /// What it has seen so far, each event as this seat saw it.
    pub seen: Vec<(Phase, G::Event)>,
    /// What it said and was told outside the rules, each with the number of seen events before it and its phase.
    pub heard: Vec<(usize, Phase, Annotation)>,
    /// What it may do, if it is to act; else empty.
    pub legal: Actions<G>,
    /// Once the game is over, its result and this seat's score.
    pub ended: Option<(&'static str, i8)>,
}

/// How much of a view somebody knows already.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cursor {
    /// How many events have been seen.
    pub seen: usize,
    /// How many things have been heard.
    pub heard: usize,
}

/// What is new to a seat.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct News<'a, G: Game> {
    /// What it sees of the present.
    pub now: &'a G::VisibleState,
    /// What it has seen since.
    pub seen: &'a [(Phase, G::Event)],
    /// What it has heard since, each with the number of seen events before it, from the beginning of the game, and its phase.
    pub heard: &'a [(usize, Phase, Annotation)],
    /// What it may do, if it is to act; else empty.
    pub legal: &'a [Choice<G>],
    /// Once the game is over, its result and this seat's score.
    pub ended: Option<(&'static str, i8)>,
    /// Where to go on from the next time.
    pub cursor: Cursor,
}

impl<G: Game> View<G> {
    /// A view of somebody who has not looked yet.
    pub(crate) fn unseen(seat: Seat, names: Arc<[String]>, now: G::VisibleState) -> Self {
        Self { seat, names, now, seen: Vec::new(), heard: Vec::new(), legal: Actions::new(), ended: None }
    }

    /// Whether the seat is asked for an action now.
    #[must_use]
    pub fn to_act(&self) -> bool {
        !self.legal.is_empty()
    }

    /// Where this view ends.
    #[must_use]
    pub fn cursor(&self) -> Cursor {
        Cursor { seen: self.seen.len(), heard: self.heard.len() }
    }

    /// What is new behind a cursor; nothing if it is of a longer view.
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
