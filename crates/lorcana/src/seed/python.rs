//! CPython's `random.Random` as far as shuffling needs it: MT19937 seeded with a text.
//!
//! The generator and its seeding by an array are those of Matsumoto and Nishimura (2002). CPython seeds with an
//! integer: the bytes of the text in UTF-8 followed by their sha-512, big end first; its words of 32 bits, small
//! end first, are the array. A number below `n` is drawn as the top bits of a word until it is small enough.

use sha2::{Digest as _, Sha512};

const SIZE: usize = 624;
const SHIFT: usize = 397;

/// The generator of CPython's `random.Random(text)`.
#[derive(Clone)]
pub struct PythonRandom {
    words: [u32; SIZE],
    next: usize,
}

impl PythonRandom {
    /// As `random.Random(text)`.
    #[must_use]
    pub fn from_text(text: &str) -> Self {
        let mut bytes = text.as_bytes().to_vec();
        bytes.extend(Sha512::digest(text.as_bytes()));
        let words =
            bytes.rchunks(4).map(|chunk| chunk.iter().fold(0, |word, &byte| word << 8 | u32::from(byte)));
        let mut key: Vec<u32> = words.collect();
        while key.len() > 1 && key.last() == Some(&0) {
            key.pop();
        }
        Self::from_key(&key)
    }

    /// `init_by_array` of the reference; the key is not empty.
    fn from_key(key: &[u32]) -> Self {
        let mut words = [0_u32; SIZE];
        words[0] = 19_650_218;
        for at in 1..SIZE {
            words[at] = mix(words[at - 1], 1_812_433_253).wrapping_add(at as u32);
        }
        let mut at = 1;
        for turn in 0..SIZE.max(key.len()) {
            let place = turn % key.len();
            let mixed = words[at] ^ mix(words[at - 1], 1_664_525);
            words[at] = mixed.wrapping_add(key[place]).wrapping_add(place as u32);
            at = following(&mut words, at);
        }
        for _ in 1..SIZE {
            words[at] = (words[at] ^ mix(words[at - 1], 1_566_083_941)).wrapping_sub(at as u32);
            at = following(&mut words, at);
        }
        words[0] = 0x8000_0000;
        Self { words, next: SIZE }
    }

    /// The next 32 bits.
    pub fn next_word(&mut self) -> u32 {
        if self.next == SIZE {
            self.twist();
        }
        let mut word = self.words[self.next];
        self.next += 1;
        word ^= word >> 11;
        word ^= word << 7 & 0x9d2c_5680;
        word ^= word << 15 & 0xefc6_0000;
        word ^ word >> 18
    }

    fn twist(&mut self) {
        for at in 0..SIZE {
            let joined = self.words[at] & 0x8000_0000 | self.words[(at + 1) % SIZE] & 0x7fff_ffff;
            let odd = if joined & 1 == 1 { 0x9908_b0df } else { 0 };
            self.words[at] = self.words[(at + SHIFT) % SIZE] ^ joined >> 1 ^ odd;
        }
        self.next = 0;
    }

    /// A number below `bound`, like `_randbelow_with_getrandbits`; 0 if the bound is 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        if bound == 0 {
            return 0;
        }
        let unused = bound.leading_zeros();
        loop {
            let drawn = self.next_word() >> unused;
            if drawn < bound {
                return drawn;
            }
        }
    }

    /// Shuffles like `random.shuffle`.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(u32::try_from(last + 1).unwrap_or(u32::MAX)) as usize;
            items.swap(last, other);
        }
    }
}

/// One step of the linear congruence that spreads a word's bits.
const fn mix(word: u32, factor: u32) -> u32 {
    (word ^ word >> 30).wrapping_mul(factor)
}

/// The index after this one; at the end, the last word is copied to the front.
fn following(words: &mut [u32; SIZE], at: usize) -> usize {
    if at + 1 < SIZE {
        return at + 1;
    }
    words[0] = words[SIZE - 1];
    1
}
