//! Random seeds: given, or fresh and then told, so that whatever came of them can be repeated.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io::{self, Write as _};

/// A random seed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seed {
    pub(crate) number: u64,
    is_fresh: bool,
}

impl Seed {
    /// The seed that the user gives, or a fresh one.
    pub(crate) fn new(given: Option<u64>) -> Self {
        Self { number: given.unwrap_or_else(fresh), is_fresh: given.is_none() }
    }

    /// Says on standard error what a fresh seed is; whoever gave one knows it.
    pub(crate) fn tell(self) {
        let Self { number, is_fresh } = self;
        if is_fresh {
            // Standard error may be closed.
            let _ = writeln!(io::stderr(), "seed {number}: repeat with --seed {number}");
        }
    }
}

/// A number from the system's generator, short enough to be typed again. The standard library seeds its hashers there.
fn fresh() -> u64 {
    const BOUND: u64 = 100_000_000;
    RandomState::new().build_hasher().finish() % BOUND
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fresh_seeds_differ_and_given_ones_stay() {
        let fresh: std::collections::BTreeSet<u64> = (0..8).map(|_| Seed::new(None).number).collect();
        assert!(fresh.len() > 1, "{fresh:?}");
        assert_eq!(Seed::new(Some(u64::MAX)).number, u64::MAX);
    }
}
