//! Players and fast random play for Mafia.

use gaslamp_core::{Choice, View};
use gaslamp_mafia::{Action, State};

mod belief_tracker;
mod black;
mod heuristic;
mod memory;
mod playout;
mod reasoning;
mod red;

pub use heuristic::Heuristic;
pub use playout::{Played, playout};
pub use reasoning::Reasoning;

/// Whether whoever has this view may do this now. A few preferences are found sooner in the list than a set is made of it.
fn is_legal(view: &View<State>, action: Action) -> bool {
    view.legal.contains(&Choice::Action(action))
}
