//! Players and fast random play for Mafia.

mod heuristic;
mod memory;
mod playout;

pub use heuristic::Heuristic;
pub use playout::{Played, playout};
