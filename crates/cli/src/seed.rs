//! Random seeds: given, or fresh and then told, so that whatever came of them can be repeated.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};

use gaslamp_core::printable::printable;

use crate::waiting;

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

    /// The seed of a game that may go on with a record: then it repeats nothing, and is not told.
    pub(crate) fn of_game(given: Option<u64>, is_resumed: bool) -> Self {
        let seed = Self::new(given);
        Self { is_fresh: seed.is_fresh && !is_resumed, ..seed }
    }

    /// Says on standard error what a fresh seed is; whoever gave one knows it.
    pub(crate) fn tell(self) {
        let Self { number, is_fresh } = self;
        if is_fresh {
            say(&format!("seed {number}: repeat with --seed {number}"));
        }
    }

    /// The command that repeats a game with a fresh seed, for when what was told at its beginning is long gone.
    pub(crate) fn again(self) -> Option<String> {
        let Self { number, is_fresh } = self;
        let words: Vec<String> =
            std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
        let command = shlex::try_join(words.iter().map(String::as_str)).ok()?;
        is_fresh.then(|| format!("seed {number}: repeat with gaslamp {command} --seed {number}"))
    }
}

/// Says it on standard error.
pub(crate) fn say(words: &str) {
    waiting::aside(&format!("{}\n", printable(words)));
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
