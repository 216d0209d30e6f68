//! Who plays, and the loop that asks them.
//!
//! An [`Agent`] accepts a view and gives a [`Reply`]; it never sees a state. [`table::play`] asks whoever is to
//! act until the game is over. [`random`], [`human`] and [`scripted`] play any game; [`mafia`] has a heuristic
//! player for that game, and its fastest random play.

pub mod botc;
pub mod human;
pub mod mafia;
pub mod random;
pub mod scripted;
pub mod table;

use gaslamp_core::{Choice, Diagnostic, Game, View, trace};

/// Somebody who plays a seat.
pub trait Agent<G: Game> {
    /// What to do now; the view's legal list is not empty.
    fn decide(&mut self, view: &View<G>) -> Reply<G>;

    /// The last reply was refused, and the agent will be asked again.
    fn refused(&mut self, _problem: &Diagnostic) {}

    /// How many refused replies the table takes before it gives up.
    fn tries(&self) -> usize {
        6
    }

    /// The game is over, or nobody will be asked any more.
    fn finish(&mut self, _view: &View<G>) {}
}

/// An answer.
pub enum Reply<G: Game> {
    /// One of the list; an open choice is drawn by the odds of the rules.
    Choice(Choice<G>),
    /// An action as text, long contents included.
    Written(trace::Event),
    /// The agent leaves the table.
    Leave,
}
