//! Who plays, and the loop that asks them.
//!
//! An [`Agent`] accepts a view and gives a [`Reply`]; it never sees a state. A [`StorytellerAgent`] decides for the
//! Storyteller or dealer, who sees everything. [`table::play`] asks whoever is to act in a session until the game is over.
//! [`random`], [`human`] and [`scripted`] play any game, [`chance`] and [`human`] keep any; [`mafia`], [`botc`] and
//! [`lorcana`] have heuristic players for those games and their fastest random play, [`mafia`] and [`botc`] reasoning ones, [`botc`] a
//! Storyteller too.

pub mod botc;
pub mod chance;
pub mod human;
pub mod lorcana;
pub mod mafia;
pub mod random;
pub mod scripted;
pub mod table;

use gaslamp_core::{Actions, Diagnostic, Game, Reply, Run, View};

/// Somebody who plays a seat.
pub trait Agent<G: Game> {
    /// What to do now; the view's legal list is not empty. It is the view of the last time, grown at its end, so that
    /// whoever remembers how much of it is known reads only what is new.
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

/// Somebody who decides for the Storyteller or dealer, and sees everything.
pub trait StorytellerAgent<G: Game> {
    /// What to do now; the list is not empty.
    fn decide(&mut self, run: &Run<G>, legal: &Actions<G>) -> Reply<G>;

    /// The last reply was refused, and the keeper will be asked again.
    fn refused(&mut self, _problem: &Diagnostic) {}

    /// How many refused replies the table takes before it gives up.
    fn tries(&self) -> usize {
        6
    }

    /// The game is over, or nobody will be asked any more.
    fn finish(&mut self, _run: &Run<G>) {}
}
