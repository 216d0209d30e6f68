//! Mafia: which of the 2,520 deals fit a seat's view, and what to believe of what is said and done.
//!
//! [`Worlds`] are the deals that are possible by the rules alone, for a seat or for whoever knows only what is public; they
//! accept views and emit certain [`Fact`]s and [`Odds`]. [`Beliefs`] weigh the same deals: by [`Deed`]s, each as likely as a
//! [`Model`] of how people play says, or by public [`Statement`]s, each trusted as the caller says.

mod beliefs;
mod conduct;
mod model;
mod odds;
mod retell;
mod statement;
mod worlds;

pub use beliefs::{Beliefs, Trust};
pub use conduct::{Deed, deeds};
pub use model::Model;
pub use odds::{Basis, Fact, Odds};
pub use statement::{Contradiction, Says, Statement, statements};
pub use worlds::{Worlds, is_possible, public_worlds, worlds};
