//! Players and fast random play for Mafia.

use gaslamp_core::{Choice, View};
use gaslamp_mafia::{Action, State};

mod belief_tracker;
mod black;
mod guide;
mod heuristic;
mod memory;
mod named;
mod playout;
mod reasoning;
mod red;

pub use guide::MafiaGuide;
pub use heuristic::Heuristic;
pub use named::{by_name, names};
pub use playout::{Played, playout};
pub use reasoning::Reasoning;

/// Whether the seat may do this now. Looking up a few actions in the list is faster than turning the list into a set.
fn is_legal(view: &View<State>, action: Action) -> bool {
    view.legal.contains(&Choice::Action(action))
}
