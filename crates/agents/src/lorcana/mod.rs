//! A player and fast random play for Lorcana.
//!
//! [`Greedy`] reads a view and gives a choice of its legal list; [`Playout`] reads a set-up and a generator and gives how
//! a random game went.

mod answer;
mod evaluation;
mod greedy;
mod playout;

pub use greedy::Greedy;
pub use playout::{Played, Playout};
