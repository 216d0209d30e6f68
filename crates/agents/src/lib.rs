//! Who plays, and the loop that asks them.
//!
//! An [`Agent`] accepts a view and gives a [`Reply`]; it never sees a state. A [`StorytellerAgent`] decides for the
//! Storyteller or dealer, who sees everything. [`table::play`] asks whoever is to act in a session until the game is over.
//! [`random`], [`human`] and [`scripted`] play any game, [`chance`] and [`human`] decide for the Storyteller of any game;
//! [`mafia`], [`botc`] and [`lorcana`] have heuristic players and fast random play for those games, [`mafia`] and [`botc`] also
//! have reasoning players, and [`botc`] has a scripted Storyteller. Each game makes its players, except for people and scripts, by
//! their names: `names` and `by_name` of [`mafia`], [`botc`] and [`lorcana`].

pub mod botc;
pub mod chance;
pub mod human;
pub mod lorcana;
pub mod mafia;
pub mod random;
pub mod scripted;
pub mod table;

use gaslamp_core::trace::Event;
use gaslamp_core::{Actions, Diagnostic, Game, Reply, Run, View};

/// What an agent that replies [`Reply::Leave`] wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// To leave the table.
    Leave,
    /// To go back to its own last decision.
    TakeBack,
    /// To be told which rule forbids this action; it is asked again afterwards.
    Why(Event),
}

/// A player who needs no person, and may go to another thread.
pub type Player<G> = Box<dyn Agent<G> + Send + Sync>;

/// Somebody who decides for the Storyteller, needs no person, and may go to another thread.
pub type Keeper<G> = Box<dyn StorytellerAgent<G> + Send + Sync>;

/// What is called by its name, such as what makes a player.
type Named<M> = (&'static str, M);

fn names_of<M>(list: &[Named<M>]) -> Vec<&'static str> {
    list.iter().map(|(name, _)| *name).collect()
}

fn find<M: Copy>(list: &[Named<M>], name: &str) -> Option<M> {
    list.iter().find(|(known, _)| *known == name).map(|&(_, make)| make)
}

/// A player at a seat.
pub trait Agent<G: Game> {
    /// Decides what to do; the view's legal list is not empty. The view extends that of the last call at its end, so that an agent
    /// that remembers how much it has read need only read what is new.
    fn decide(&mut self, view: &View<G>) -> Reply<G>;

    /// The last reply was refused, and the agent will be asked again.
    fn refused(&mut self, _problem: &Diagnostic) {}

    /// How many refused replies the table accepts before it gives up.
    fn tries(&self) -> usize {
        6
    }

    /// What the agent wants, having replied [`Reply::Leave`].
    fn request(&mut self) -> Request {
        Request::Leave
    }

    /// The game is over, or nobody will be asked any more.
    fn finish(&mut self, _view: &View<G>) {}
}

/// Decides for the Storyteller or dealer, and sees everything.
pub trait StorytellerAgent<G: Game> {
    /// Decides what to do; the list is not empty.
    fn decide(&mut self, run: &Run<G>, legal: &Actions<G>) -> Reply<G>;

    /// The last reply was refused, and the agent will be asked again.
    fn refused(&mut self, _problem: &Diagnostic) {}

    /// How many refused replies the table accepts before it gives up.
    fn tries(&self) -> usize {
        6
    }

    /// What the agent wants, having replied [`Reply::Leave`].
    fn request(&mut self) -> Request {
        Request::Leave
    }

    /// The game is over, or nobody will be asked any more.
    fn finish(&mut self, _run: &Run<G>) {}
}
