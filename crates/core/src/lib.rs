//! The contract that every Gaslamp game implements, and everything that needs only that contract.
//!
//! A game is one rules engine ([`Game`]): somebody is to act, a list says what is legal, and an action is
//! applied. Hidden information leaves only through a [`View`]. A [`Record`] is the set-up and the actions of
//! a game and replays exactly, anywhere, forever; [`trace`] is its text. A [`Session`] drives one game step
//! by step.
//!
//! Nothing in this crate does IO, reads a clock or holds a hidden random generator.

pub mod bounds;
pub mod conformance;
pub mod diagnostic;
pub mod display_width;
pub mod edit_distance;
pub mod game;
pub mod notation;
pub mod number_format;
pub mod printable;
pub mod record;
pub mod rng;
pub mod run;
pub mod seat;
pub mod session;
pub mod svg;
pub mod tokens;
pub mod trace;
pub mod view;

pub use diagnostic::{Diagnostic, Fault, Span};
pub use game::{
    Action, Actions, Choice, ContentId, Contents, Event, Game, NoContent, Outcome, Refusal, Rule,
};
pub use notation::{IdKey, Notation};
pub use record::Record;
pub use rng::Rng;
pub use run::Run;
pub use seat::{Actor, Seat, Seats};
pub use session::{Meaning, Reply, Session};
pub use tokens::{Token, TokenError, Tokens, id_of};
pub use view::{Cursor, News, View};
