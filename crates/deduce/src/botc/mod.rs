//! Blood on the Clocktower: a [`Case`] is what is known.

mod case;

pub use case::{Case, Ending, Happening, Player, Said, Saying, Seen};
