//! One copy of a card in a deck.
//!
//! **Reads** a key or a full name, a dot and lower-case letters; the last dot counts, since keys have dots too.
//! **Writes** the key, a dot and the letters: `mr._smee_loyal_first_mate.a` to `.z`, then `.aa`, `.ab` and so on.

use std::fmt;

use super::Card;

/// One copy of a card in a deck.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardCopy {
    /// The card.
    pub card: Card,
    /// Which copy, from 0.
    pub copy: u16,
}

impl CardCopy {
    /// The copy named by a text.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let (card, letters) = text.rsplit_once('.')?;
        let copy = read_letters(letters)?;
        let card = Card::from_key(card).or_else(|| Card::read(card))?;
        Some(Self { card, copy })
    }

    /// The letters that tell it from other copies: `a`.
    #[must_use]
    pub fn letters(self) -> String {
        let mut left = u32::from(self.copy) + 1;
        let mut letters = Vec::with_capacity(4);
        while left > 0 {
            left -= 1;
            letters.push((b'a' + (left % 26) as u8) as char);
            left /= 26;
        }
        letters.into_iter().rev().collect()
    }
}

/// The letters of a copy as a number: `a` is 0, `z` 25, `aa` 26.
fn read_letters(letters: &str) -> Option<u16> {
    let mut number = 0_u32;
    for byte in letters.bytes() {
        let digit = byte.is_ascii_lowercase().then(|| u32::from(byte - b'a') + 1)?;
        number = number.checked_mul(26)?.checked_add(digit)?;
    }
    number.checked_sub(1)?.try_into().ok()
}

impl fmt::Display for CardCopy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.card.key(), self.letters())
    }
}

impl fmt::Debug for CardCopy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMEE: Card = Card::with_key("mr._smee_loyal_first_mate");

    #[test]
    fn letters_go_on_past_z() {
        for (copy, letters) in
            [(0, "a"), (3, "d"), (25, "z"), (26, "aa"), (51, "az"), (52, "ba"), (701, "zz"), (702, "aaa")]
        {
            let text = CardCopy { card: SMEE, copy }.to_string();
            assert_eq!(text, format!("mr._smee_loyal_first_mate.{letters}"));
        }
    }

    #[test]
    fn every_copy_reads_back() {
        for card in Card::all() {
            for copy in [0, 3, 26] {
                let copy = CardCopy { card, copy };
                assert_eq!(CardCopy::read(&copy.to_string()), Some(copy));
            }
        }
        for copy in 0..=u16::MAX {
            let copy = CardCopy { card: SMEE, copy };
            assert_eq!(CardCopy::read(&copy.to_string()), Some(copy));
        }
        assert_eq!(CardCopy::read("Mr. Smee - Loyal First Mate.b"), Some(CardCopy { card: SMEE, copy: 1 }));
    }

    #[test]
    fn other_texts_name_no_copy() {
        for text in [
            "",
            ".",
            "a",
            ".a",
            "i2i",
            "i2i.",
            "i2i.A",
            "i2i.1",
            "i2i.a b",
            "i2i.é",
            "i3i.a",
            "i2i.zzzzzzzzz",
        ] {
            assert_eq!(CardCopy::read(text), None, "{text}");
        }
    }
}
