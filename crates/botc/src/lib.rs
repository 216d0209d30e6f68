//! Blood on the Clocktower.
//!
//! [`characters`] holds facts about all published characters, [`rules`] which bags are legal and how likely
//! each is, [`notation`] their texts. Nothing here reads files, prints or draws at random by itself.

pub mod characters;
pub mod notation;
pub mod rules;

pub use characters::{Character, Team};
pub use rules::script::Script;
pub use rules::setup::{Bag, SetupSpace, Wishes};
