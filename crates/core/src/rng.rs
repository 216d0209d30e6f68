//! Seeded randomness that never changes.
//!
//! The stream is ChaCha8, whose output is fixed by its definition; the bounded draw and the shuffle are our
//! own, so that no library upgrade changes an old record. The test vectors below must never change.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng};

/// A random generator held by an agent or a dealer, never by the rules.
#[derive(Clone, Debug)]
pub struct Rng(ChaCha8Rng);

impl Rng {
    /// The generator with this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self::for_game(seed, 0)
    }

    /// The generator of one game among many. Games do not share a stream, so they may be played in any order
    /// and on any number of threads.
    #[must_use]
    pub fn for_game(seed: u64, game: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8..16].copy_from_slice(&game.to_le_bytes());
        Self(ChaCha8Rng::from_seed(key))
    }

    /// A new generator seeded from this one, so that each player of a game has their own.
    #[must_use]
    pub fn fork(&mut self) -> Self {
        let mut word = || u64::from(self.next_u32());
        Self::for_game(word() << 32 | word(), word() << 32 | word())
    }

    /// The next 32 bits.
    #[inline]
    pub fn next_u32(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// A number below `bound`, all equally likely; 0 when `bound` is 0.
    ///
    /// Multiplies and keeps the upper half; a lower half that would bias the result is drawn again.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        let mut wide = u64::from(self.next_u32()) * u64::from(bound);
        if (wide as u32) < bound {
            let unfair = bound.wrapping_neg() % bound;
            while (wide as u32) < unfair {
                wide = u64::from(self.next_u32()) * u64::from(bound);
            }
        }
        (wide >> 32) as u32
    }

    /// One of the items, all equally likely.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len() as u32) as usize)
    }

    /// Shuffles the items; all orders are equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_the_one_of_the_first_release() {
        let mut rng = Rng::new(1);
        assert_eq!([(); 4].map(|()| rng.next_u32()), VECTOR_SEED_1);
        let mut rng = Rng::for_game(1, 7);
        assert_eq!([(); 8].map(|()| rng.below(10)), VECTOR_BELOW_10);
        let mut order: Vec<u32> = (0..10).collect();
        Rng::new(2026).shuffle(&mut order);
        assert_eq!(order, VECTOR_SHUFFLE);
    }

    // Computed from the definition of ChaCha8 (key: seed and game, little-endian; counter and nonce 0).
    const VECTOR_SEED_1: [u32; 4] = [2699648719, 1638484553, 3990160702, 1266703218];
    const VECTOR_BELOW_10: [u32; 8] = [2, 6, 7, 3, 2, 8, 9, 7];
    const VECTOR_SHUFFLE: [u32; 10] = [2, 4, 0, 1, 8, 6, 5, 3, 9, 7];

    #[test]
    fn a_bound_of_zero_or_one_gives_zero() {
        let mut rng = Rng::new(3);
        assert_eq!((rng.below(0), rng.below(1)), (0, 0));
        assert_eq!(rng.pick::<u8>(&[]), None);
    }

    #[test]
    fn every_number_is_equally_likely() {
        let mut rng = Rng::new(4);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[rng.below(7) as usize] += 1;
        }
        let chi_square: f64 =
            counts.iter().map(|&seen| (f64::from(seen) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi_square < 22.5, "six degrees of freedom, one in a thousand: {chi_square}");
    }
}
