//! Mafia: which of the 2,520 deals fit a seat's view, and what to believe of what is said.
//!
//! [`Worlds`] are the deals that are possible for the seat by the rules alone; they accept a view and emit certain
//! [`Fact`]s and [`Odds`]. [`Beliefs`] weigh the same deals by public [`Statement`]s, each trusted as the caller says.

mod beliefs;
mod odds;
mod retell;
mod statement;
mod worlds;

pub use beliefs::{Beliefs, Trust};
pub use odds::{Basis, Fact, Odds};
pub use statement::{Contradiction, Says, Statement, statements};
pub use worlds::{Worlds, is_possible, public_worlds, worlds};
