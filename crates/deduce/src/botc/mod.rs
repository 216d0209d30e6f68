//! Blood on the Clocktower: a [`Case`] is what is known, and [`puzzle`] reads one from a file.

mod case;
pub mod puzzle;

pub use case::{Case, Ending, Happening, Player, Said, Saying, Seen};
