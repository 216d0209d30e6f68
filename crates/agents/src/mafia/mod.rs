//! Players and fast random play for Mafia.

mod black;
mod heuristic;
mod insight;
mod memory;
mod playout;
mod reasoning;
mod red;

pub use heuristic::Heuristic;
pub use playout::{Played, playout};
pub use reasoning::Reasoning;
