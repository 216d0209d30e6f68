//! Mafia: which of the 2,520 deals fit a seat's view.
//!
//! [`Worlds`] are the deals that are possible for the seat by the rules alone; they accept a view and emit certain
//! [`Fact`]s and [`Odds`].

mod odds;
mod retell;
mod worlds;

pub use odds::{Basis, Fact, Odds};
pub use worlds::{Worlds, is_possible, worlds};
