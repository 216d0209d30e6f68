//! Mafia: which of the 2,520 deals fit a seat's view, and how likely each is after what was said and done.
//!
//! [`Worlds`] are the deals that are possible by the rules alone, for a seat or for somebody who knows only what is public; they
//! accept views and emit certain [`Conclusion`]s and [`Odds`]. [`Beliefs`] weigh the same deals: by [`Behaviour`]s, each as likely as a
//! [`BehaviourModel`] of how people play says, or by public [`Claim`]s, each trusted as the caller says.

mod behaviour;
mod beliefs;
mod claim;
mod consistency;
mod deal_set;
mod model;
mod odds;
mod worlds;

pub use behaviour::{Behaviour, BehaviourTracker, behaviours};
pub use beliefs::{Beliefs, Trust};
pub use claim::{Assertion, Claim, Contradiction, claims};
pub use consistency::is_possible;
pub use model::BehaviourModel;
pub use odds::{Basis, Conclusion, Odds};
pub use worlds::{Worlds, public_worlds, worlds};
