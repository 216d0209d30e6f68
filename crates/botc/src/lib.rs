//! Blood on the Clocktower.
//!
//! [`characters`] holds facts about all published characters, [`rules`] plays the game, [`view`] says what a seat
//! may know, [`notation`] is its text and [`encoding`] its tokens. Nothing here reads files, prints or draws at
//! random by itself.
//! [`picture`] shows grimoires as SVG and as pages.

pub mod characters;
pub mod encoding;
pub mod notation;
pub mod picture;
pub mod rules;
pub mod view;

pub use characters::{Character, CharacterSet, Team};
pub use rules::script::Script;
pub use rules::setup::{Bag, SetupSpace, Wishes};
pub use rules::{Action, Setup, Side, State};
