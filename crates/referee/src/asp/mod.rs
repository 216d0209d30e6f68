//! Rules in answer set programming, under `rules/<game>`, and clingo to judge by them.
//!
//! A [`Program`] is a set of rules, ground once and asked many times; a [`Transition`] asks cuts of them about single moves. The host carries a
//! state in as given atoms and answers out as derived ones; it decides nothing.

pub mod botc;
mod gringo;
mod ground;
mod hearing;
pub mod mafia;
mod program;
mod transition;

pub use hearing::{Difference, Hearing, Referee, hear};
pub use program::{Answer, Failure, Given, Input, Output, Patience, Program};
pub use transition::{Facts, Judgement, Place, Transition};
