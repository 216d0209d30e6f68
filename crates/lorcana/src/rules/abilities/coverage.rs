//! How much of a card the engine plays.

use super::is_whole;
use crate::cards::Card;

/// How much of a card is encoded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Coverage {
    /// Everything it does.
    Whole,
    /// Its numbers and keywords; it has an ability that is not encoded yet.
    Keywords,
}

impl Card {
    /// How much of it is encoded.
    #[must_use]
    pub fn coverage(self) -> Coverage {
        if is_whole(self) { Coverage::Whole } else { Coverage::Keywords }
    }
}

impl Coverage {
    /// Its name, for programs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Whole => "whole",
            Self::Keywords => "keywords",
        }
    }
}
