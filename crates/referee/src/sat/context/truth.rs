//! Truths and how they are put together, and the words for what a context holds.

use super::{Cause, Ending, Truth};

impl Truth {
    /// The truth of what is known.
    #[must_use]
    pub const fn of(is_so: bool) -> Self {
        if is_so { Self::True } else { Self::False }
    }

    /// Whether both are so.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::False, _) | (_, Self::False) => Self::False,
            (Self::True, Self::True) => Self::True,
            _ => Self::Unknown,
        }
    }

    /// Whether it is not so.
    #[must_use]
    pub const fn not(self) -> Self {
        match self {
            Self::True => Self::False,
            Self::False => Self::True,
            Self::Unknown => Self::Unknown,
        }
    }

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::True => "true",
            Self::False => "false",
            Self::Unknown => "unknown",
        }
    }
}

impl Ending {
    /// Why a token went, in words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Removed => "taken away",
            Self::Moved => "moved",
            Self::Dusk => "dusk",
            Self::Dawn => "dawn",
            Self::OwnerDied => "its owner died",
            Self::OwnerChanged => "its owner became another character",
        }
    }
}

impl Cause {
    /// What somebody died of, in words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Execution => "execution",
            Self::Demon => "the Demon",
            Self::Shot => "a Slayer's shot",
            Self::Unknown => "not known",
        }
    }
}
