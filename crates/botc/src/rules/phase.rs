//! The order of the phases of a game: the set-up, then night, day and evening again and again. This game has no turns.

use gaslamp_core::trace::Phase;

/// The phase that follows.
#[must_use]
pub const fn after(phase: Phase) -> Phase {
    match phase {
        Phase::Setup | Phase::Turn(_) => Phase::Night(1),
        Phase::Night(number) => Phase::Day(number),
        Phase::Day(number) => Phase::Evening(number),
        Phase::Evening(number) => Phase::Night(number.saturating_add(1)),
    }
}

/// Its place among the others: later phases have a higher one.
#[must_use]
pub const fn place(phase: Phase) -> (u16, u8) {
    match phase {
        Phase::Setup | Phase::Turn(_) => (0, 0),
        Phase::Night(number) => (number, 1),
        Phase::Day(number) => (number, 2),
        Phase::Evening(number) => (number, 3),
    }
}
