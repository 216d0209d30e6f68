//! Players and fast random games of Lorcana.
//!
//! [`Greedy`] takes a view and returns an entry of its legal list; [`Playout`] takes a set-up and a generator and
//! returns how a random game went.

mod answer;
mod effects;
mod evaluation;
mod gain;
mod greedy;
mod meaning;
mod named;
mod playout;
mod script;

pub use greedy::Greedy;
pub use named::{by_name, names};
pub use playout::{Played, Playout};
