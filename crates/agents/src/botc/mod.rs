//! Players, a Storyteller and fast random play for Blood on the Clocktower.

mod evil;
mod good;
mod guide;
mod heuristic;
mod kind;
mod memory;
mod named;
mod playout;
mod reasoning;
mod storyteller;

pub use guide::BotcGuide;
pub use heuristic::Heuristic;
pub use named::{by_name, names, storyteller_by_name, storyteller_names};
pub use playout::{Played, Playout};
pub use reasoning::Reasoning;
pub use storyteller::Storyteller;
