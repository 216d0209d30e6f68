//! Deduction: every world that fits what is known, what is certain, how likely the rest is, and why not.
//!
//! A *world* is a run of a game's own rules engine that agrees with everything that was seen; there is no second
//! copy of any rule. [`replay`] finds the worlds of any game as long as they are few, [`mafia`] all deals of Mafia that
//! fit a seat's view and what to believe of the talk, [`botc`] the worlds of Blood on the Clocktower. Nothing here reads
//! files or prints.

pub mod botc;
pub mod mafia;
pub mod replay;
