//! Disney Lorcana.
//!
//! [`cards`] holds facts about all published cards, [`deck`] reads, checks and writes deck lists, [`seed`] names
//! matchups and turns seeds into hands and decks, [`language`] is the language of card abilities, [`rules`] plays the game, [`view`] decides what a seat may know,
//! [`notation`] holds the text formats, [`encoding`] the tokens, [`picture`] draws the game.
//! Nothing here reads files, prints or draws at random by itself.

pub mod cards;
pub mod deck;
pub mod encoding;
pub mod language;
pub mod notation;
pub mod picture;
pub mod rules;
pub mod seed;
mod text;
pub mod view;

pub use cards::{Card, CardCopy};
pub use deck::{Deck, LegalDeck};
pub use rules::{Action, Setup, State};
pub use seed::{Deal, Seed};
