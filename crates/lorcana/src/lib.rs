//! Disney Lorcana: what the game is played with.
//!
//! [`cards`] holds facts about all published cards, [`deck`] reads, judges and writes deck lists, [`seed`] names
//! matchups and turns seeds into hands and decks. Nothing here reads files, prints or draws at random by itself.

pub mod cards;
pub mod deck;
pub mod seed;
mod text;

pub use cards::{Card, CardCopy};
pub use deck::{Deck, LegalDeck};
pub use seed::{Deal, Seed};
