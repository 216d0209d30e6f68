//! Actions as short token sequences with masks, for learners.
//!
//! A game's `encoding` has its own versioned vocabulary; this trait is what the conformance suite and generic
//! tools need of it.

use std::fmt;

use crate::game::Game;

/// The id of a token in a game's vocabulary.
pub type Token = u16;

/// A game whose actions can be written token by token.
pub trait Tokens: Game {
    /// The names of the vocabulary; the index is the id.
    const VOCABULARY: &'static [&'static str];

    /// Appends the tokens of an action. Open choices of the Storyteller may have none.
    fn encode(action: Self::Action, out: &mut Vec<Token>);

    /// Reads exactly one action.
    ///
    /// # Errors
    /// Where and why the tokens are not one whole action.
    fn decode(tokens: &[Token]) -> Result<Self::Action, TokenError>;

    /// Sets the mask of the tokens that may come next after the actor has written `prefix` of an action. The
    /// caller's mask is as long as the vocabulary. Nothing may follow a whole action.
    ///
    /// # Errors
    /// Where and why the prefix is not the beginning of a legal action.
    fn next_token_mask(&self, prefix: &[Token], mask: &mut [bool]) -> Result<(), TokenError>;
}

/// A token sequence that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TokenError {
    /// The index of the offending token; the length of the sequence when something is missing at its end.
    pub at: usize,
    /// A stable id.
    pub id: &'static str,
    /// What is wrong.
    pub message: String,
}

impl TokenError {
    /// An error at a token.
    #[must_use]
    pub fn new(at: usize, id: &'static str, message: impl Into<String>) -> Self {
        Self { at, id, message: message.into() }
    }
}

impl fmt::Display for TokenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "token {}: {} [{}]", self.at, self.message, self.id)
    }
}

impl std::error::Error for TokenError {}

/// The id of a token, for constants: an unknown one does not compile there. It is written without the
/// brackets it has in the vocabulary.
///
/// # Panics
/// When the vocabulary does not have the token.
#[must_use]
pub const fn id_of(vocabulary: &[&str], word: &str) -> Token {
    let mut index = 0;
    while !is_bracketed(vocabulary[index], word) {
        index += 1;
    }
    index as Token
}

/// Whether a name is this word in brackets.
const fn is_bracketed(name: &str, word: &str) -> bool {
    let (name, word) = (name.as_bytes(), word.as_bytes());
    if name.len() != word.len() + 2 {
        return false;
    }
    let mut at = 0;
    while at < word.len() && name[at + 1] == word[at] {
        at += 1;
    }
    at == word.len()
}
