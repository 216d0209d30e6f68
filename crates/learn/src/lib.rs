//! Games as learners play them.
//!
//! Accepts a set-up, who plays, and ids of actions; emits masks, token sequences that grow with the game, whose turn it is and who has
//! won. Everything a seat reads is made from its view's events, in the order in which it saw them.
//!
//! - [`Learnable`] is what a game adds: its ids and its sequences. An id is a whole action in Mafia, and one token of an action in the
//!   other games.
//! - [`Table`] is one game, with learners at some seats and agents at the others.
//! - [`Batch`] is thousands of them, stepped together into the caller's arrays.
//! - [`trajectory`] is what a seat has seen and done in a whole game, for learning from what others played.
//! - [`erased`] has both for programs that learn only at run time which game is played.

pub mod batch;
mod botc;
pub mod erased;
pub mod learnable;
mod lorcana;
mod mafia;
mod spelled;
pub mod table;
pub mod trajectory;

pub use batch::{Arrays, Batch};
pub use learnable::{Decision, Learnable};
pub use table::{Kind, LEARNER, Options, Players, Table, Turn};
