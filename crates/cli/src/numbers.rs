//! Numbers on the command line: how large each kind may be. Anything beyond is refused before any work begins.

use clap::builder::RangedU64ValueParser;
use gaslamp_core::bounds::{LAST_PHASE, MOST_SEATS, MOST_TIMES};

/// How many sit at a table; which of these numbers can be played is for the rules to say.
pub(crate) fn seats() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(0..=MOST_SEATS as u64)
}

/// How many nights a game has lasted.
pub(crate) fn nights() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(0..=LAST_PHASE.into())
}

/// How many of something are to be played, drawn, listed or tried.
pub(crate) fn times() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(0..=MOST_TIMES)
}

/// The same, where there may be more than a machine word counts.
pub(crate) fn many_times() -> RangedU64ValueParser<u64> {
    RangedU64ValueParser::new().range(0..=MOST_TIMES)
}
