//! The phases of a game: what comes before the first turn, then one turn after the other.

use gaslamp_core::trace::{Label, PhaseKind};

/// A turn: `<T1>`.
pub const TURN: Label = Label::new('T');

/// Games end by themselves because decks run out.
pub const PHASES: [PhaseKind; 1] =
    [PhaseKind { label: TURN, word: "turn", is_silent: false, last: u16::MAX }];
