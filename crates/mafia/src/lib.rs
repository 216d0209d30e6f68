//! Ten-seat tournament Mafia.
//!
//! [`rules`] plays it, [`view`] says what a seat may know, [`notation`] is its text and [`encoding`] its
//! tokens. Nothing here does IO or draws random numbers.

pub mod encoding;
pub mod notation;
pub mod rules;
pub mod view;

pub use rules::{Action, Colour, Deal, Event, Phrase, Role, Rules, SEATS, State};
