//! Players, a Storyteller and fast random play for Blood on the Clocktower.

mod playout;

pub use playout::{Played, Playout};
