//! The phases of a game: the set-up, then night, day and evening over and over.

use gaslamp_core::trace::{Label, Phase, PhaseKind};

/// Night, up to and including dawn: `<N1>`.
pub const NIGHT: Label = Label::new('N');
/// Talk and day abilities: `<D1>`.
pub const DAY: Label = Label::new('D');
/// Nominations up to the execution: `<E1>`.
pub const EVENING: Label = Label::new('E');

/// In the order in which they follow one another. Eyes are closed at night.
pub const PHASES: [PhaseKind; 3] = [
    PhaseKind { label: NIGHT, word: "night", is_silent: true, last: 100 },
    PhaseKind { label: DAY, word: "day", is_silent: false, last: 100 },
    PhaseKind { label: EVENING, word: "evening", is_silent: false, last: 100 },
];

/// The phase that follows.
#[must_use]
pub const fn after(phase: Phase) -> Phase {
    match phase {
        Phase { label: NIGHT, number } => Phase::new(DAY, number),
        Phase { label: DAY, number } => Phase::new(EVENING, number),
        Phase { label: EVENING, number } => Phase::new(NIGHT, number.saturating_add(1)),
        _ => Phase::new(NIGHT, 1),
    }
}

/// A number that grows with later phases.
#[must_use]
pub const fn place(phase: Phase) -> (u16, u8) {
    match phase {
        Phase { label: NIGHT, number } => (number, 1),
        Phase { label: DAY, number } => (number, 2),
        Phase { label: EVENING, number } => (number, 3),
        _ => (0, 0),
    }
}
