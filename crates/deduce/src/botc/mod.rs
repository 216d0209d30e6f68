//! Blood on the Clocktower: a [`Case`] is what is known, [`solve`] finds the worlds that fit it.

mod case;
mod course;
mod solve;
mod suppose;
mod unfold;

pub use case::{Case, Ending, Happening, Player, Said, Saying, Seen};
pub use solve::{Solver, World, Worlds, solve};
