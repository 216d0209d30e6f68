//! Rules in answer set programming, under `rules/<game>`, and clingo to judge by them.
//!
//! A [`Program`] is a set of rules, ground once and asked many times. The host carries a state in as given atoms and answers out as
//! derived ones; it decides nothing.

mod program;

pub use program::{Answer, Failure, Given, Input, Output, Program};
