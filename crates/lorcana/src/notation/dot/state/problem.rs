//! Problems in the three files of a state.

use std::fmt;

use gaslamp_core::{Diagnostic, Span};

/// One of the three files of a state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum StateFile {
    /// `game.dot`.
    Game,
    /// `deck1.dek`.
    Deck1,
    /// `deck2.dek`.
    Deck2,
}

/// A problem and the file it is in; its span is a place in that file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The file.
    pub file: StateFile,
    /// The problem.
    pub diagnostic: Diagnostic,
}

impl StateFile {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Game, Self::Deck1, Self::Deck2];

    /// The file of a player's deck, by the player's index.
    #[must_use]
    pub const fn deck(place: usize) -> Self {
        if place == 0 { Self::Deck1 } else { Self::Deck2 }
    }

    /// The usual name of the file.
    #[must_use]
    pub const fn file_name(self) -> &'static str {
        match self {
            Self::Game => "game.dot",
            Self::Deck1 => "deck1.dek",
            Self::Deck2 => "deck2.dek",
        }
    }
}

impl Problem {
    /// A problem in `game.dot`.
    pub(super) fn game(diagnostic: Diagnostic) -> Self {
        Self { file: StateFile::Game, diagnostic }
    }

    /// The order in which problems are reported; those without a place come last.
    pub(super) fn place(&self) -> (StateFile, usize) {
        (self.file, self.diagnostic.span.map_or(usize::MAX, |Span { start, .. }| start))
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file.file_name(), self.diagnostic)
    }
}
