//! Players and fast random games of Lorcana.
//!
//! [`Greedy`] takes a view and returns an entry of its legal list; [`Playout`] takes a set-up and a generator and
//! returns how a random game went.

mod answer;
mod evaluation;
mod greedy;
mod playout;

pub use greedy::Greedy;
pub use playout::{Played, Playout};
