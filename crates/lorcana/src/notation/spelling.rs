//! Cards in the sentences of traces, by their names.
//!
//! **Writes** `p1's Tipo - Growing Son (a)` for `p1.tipo_growing_son.a`, and `Tipo - Growing Son (a)` for
//! `tipo_growing_son.a`. **Reads** the same, with the name as any reader takes it, up to the remark.

use std::borrow::Cow;

use gaslamp_core::trace::Spelling;

use super::trace::{plain_copy, plain_piece};
use crate::cards::{Card, CardCopy};
use crate::rules::Piece;
use crate::rules::piece::{SEATS, player_name};

/// How people spell cards.
pub(super) const SPELLING: Spelling = Spelling { write, read };

/// What separates a sentence from a remark about it.
const DASH: &str = " - ";
/// More words than any full name has.
const MOST_WORDS: usize = 16;

/// A card with its player and copy: `p1's Tipo - Growing Son (a)`.
#[must_use]
pub fn piece_name(piece: Piece) -> String {
    format!("{}'s {}", player_name(piece.owner), copy_name(piece.copy))
}

/// A copy of a card: `Tipo - Growing Son (a)`.
#[must_use]
pub fn copy_name(copy: CardCopy) -> String {
    format!("{} ({})", copy.card, copy.letters())
}

fn write(sentence: &str) -> String {
    let words = sentence.split(' ').map(|word| {
        let name = word.trim_end_matches(',');
        let spelt = Piece::read(name).map(piece_name).or_else(|| CardCopy::read(name).map(copy_name));
        spelt.map_or(Cow::Borrowed(word), |spelt| Cow::Owned(spelt + &word[name.len()..]))
    });
    words.collect::<Vec<_>>().join(" ")
}

fn read(line: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let (mut from, mut rest) = (0, 0);
    while let Some((open, close)) = next_letters(line, rest) {
        rest = close;
        let Some((start, card)) = card_before(line, from, open) else { continue };
        if line[from..start].contains(DASH) {
            break;
        }
        let Some(copy) = CardCopy::read(&format!("{}.{}", card.key(), &line[open + 2..close - 1])) else {
            continue;
        };
        let before = &line[from..start];
        let owner = SEATS.into_iter().find_map(|owner| {
            Some((owner, before.strip_suffix(" ")?.strip_suffix("'s")?.strip_suffix(player_name(owner))?))
        });
        match owner {
            Some((owner, before)) => out.extend([before, &plain_piece(Piece { owner, copy })]),
            None => out.extend([before, &plain_copy(copy)]),
        }
        from = close;
    }
    if from == 0 {
        return Cow::Borrowed(line);
    }
    out.push_str(&line[from..]);
    Cow::Owned(out)
}

/// The next ` (a)` at or after a place: where it begins and ends.
fn next_letters(line: &str, mut from: usize) -> Option<(usize, usize)> {
    loop {
        let open = from + line[from..].find(" (")?;
        let letters = &line[open + 2..];
        let length = letters.bytes().take_while(u8::is_ascii_lowercase).count();
        if length > 0 && letters[length..].starts_with(')') {
            return Some((open, open + 2 + length + 1));
        }
        from = open + 2;
    }
}

/// The card whose name ends at a place, with the place where it begins.
fn card_before(line: &str, from: usize, end: usize) -> Option<(usize, Card)> {
    let text = &line[from..end];
    let is_start = |&(at, c): &(usize, char)| {
        c.is_alphanumeric() && text[..at].chars().next_back().is_none_or(char::is_whitespace)
    };
    let mut starts: Vec<usize> =
        text.char_indices().rev().filter(is_start).map(|(at, _)| at).take(MOST_WORDS).collect();
    starts.reverse();
    starts.into_iter().find_map(|at| Some((from + at, Card::read(&text[at..])?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_reads_back() {
        for card in Card::all() {
            for copy in [0, 3, 30].map(|copy| CardCopy { card, copy }) {
                let piece = plain_piece(Piece { owner: SEATS[1], copy });
                let plain = format!("under {piece} goes {}, {piece}", plain_copy(copy));
                let spelt = write(&plain);
                assert!(spelt.contains(&format!("goes {card} (")), "{spelt}");
                assert_eq!(read(&spelt), plain);
            }
        }
    }

    #[test]
    fn only_the_sentence_is_spelt() {
        for (line, spelt) in [
            ("p1 inks p1's I2I (a)", "p1 inks p1.i2i.a"),
            ("p1 inks p1's tipo, growing son (b)", "p1 inks p1.tipo_growing_son.b"),
            ("p1 inks p1's I2I (a) - not I2I (b)", "p1 inks p1.i2i.a - not I2I (b)"),
            ("p1 passes - keeps I2I (a)", "p1 passes - keeps I2I (a)"),
            ("p1 passes (tired)", "p1 passes (tired)"),
            ("é (a) I2I (é) I2I () I2I", "é (a) I2I (é) I2I () I2I"),
            ("I2I (zzzzzzzzz)", "I2I (zzzzzzzzz)"),
            (" (a)", " (a)"),
            ("", ""),
        ] {
            assert_eq!(read(line), spelt, "{line}");
        }
    }
}
