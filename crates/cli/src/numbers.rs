//! Numbers on the command line: how large each kind may be. Larger ones are refused before any work begins.

use clap::builder::RangedU64ValueParser;
use gaslamp_core::bounds::{LAST_PHASE, MOST_SEATS, MOST_TIMES};

/// The number of seats; the rules decide which of these numbers can be played.
pub(crate) fn seats() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(0..=MOST_SEATS as u64)
}

/// The number of nights that a game has lasted.
pub(crate) fn nights() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(0..=LAST_PHASE.into())
}

/// How many times to play, draw, list or try something.
pub(crate) fn times() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(0..=MOST_TIMES)
}

/// The same as 64 bits, on any machine.
pub(crate) fn many_times() -> RangedU64ValueParser<u64> {
    RangedU64ValueParser::new().range(0..=MOST_TIMES)
}
