//! The phases of a game: the deal, then day, evening and night over and over.

use gaslamp_core::trace::{Label, PhaseKind};

/// Talk, and the last words of a player who was shot: `<D1>`.
pub const DAY: Label = Label::new('D');
/// The vote, and the last words of players who leave by it: `<E1>`.
pub const EVENING: Label = Label::new('E');
/// The shot and the checks: `<N1>`.
pub const NIGHT: Label = Label::new('N');

/// In the order in which they follow one another. Eyes are closed at night.
pub const PHASES: [PhaseKind; 3] = [
    PhaseKind { label: DAY, word: "day", is_silent: false, last: 100 },
    PhaseKind { label: EVENING, word: "evening", is_silent: false, last: 100 },
    PhaseKind { label: NIGHT, word: "night", is_silent: true, last: 100 },
];
