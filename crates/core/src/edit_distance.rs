//! Finds the nearest known name when a user mistypes one.

use std::cmp::Reverse;

/// The candidate nearest to the text, ignoring case, if it is within one edit for every four letters (at
/// least one); two letters that have changed places count as one. Of several, the one that begins most like it.
#[must_use]
pub fn nearest<'a>(text: &str, among: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let text = text.to_ascii_lowercase();
    let pattern = Pattern::new(&text)?;
    let bound = (text.len() / 4).clamp(1, 7);
    let near = among.filter_map(|name| {
        let lower = name.to_ascii_lowercase();
        let swapped = is_swapped(text.as_bytes(), lower.as_bytes()).then_some(1);
        let distance = swapped.or_else(|| pattern.within(&lower, bound))?;
        Some(((distance, Reverse(common_beginning(&text, &lower))), name))
    });
    near.min_by_key(|(distance, _)| *distance).map(|(_, name)| name)
}

/// Whether two neighbouring letters have changed places, and nothing else is different.
fn is_swapped(a: &[u8], b: &[u8]) -> bool {
    let Some(at) = a.iter().zip(b).position(|(a, b)| a != b) else { return false };
    match (&a[at..], &b[at..]) {
        ([first, second, a @ ..], [other_first, other_second, b @ ..]) => {
            first == other_second && second == other_first && a == b
        }
        _ => false,
    }
}

fn common_beginning(a: &str, b: &str) -> usize {
    a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count()
}

/// The fix for an unknown word: the nearest known one, if there is one, and all of them.
#[must_use]
pub fn instead<'a>(text: &str, known: impl Iterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.filter(|word| !word.is_empty()).collect();
    let all = known.join(", ");
    match nearest(text, known.into_iter()) {
        Some(near) => format!("did you mean `{near}`? known: {all}"),
        None => format!("one of: {all}"),
    }
}

/// A text prepared for measuring its edit distance to many others, 64 cells of the table at a time
/// (Myers 1999, in the form of Hyyrö 2003).
#[derive(Debug)]
pub struct Pattern {
    /// For each byte, the places where the text has it.
    places: Box<[u64; 256]>,
    length: usize,
}

impl Pattern {
    /// The longest text it can hold: the bits of a word.
    pub const LONGEST: usize = 64;

    /// Nothing if the text is empty or too long.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        let mut places = Box::new([0; 256]);
        for (at, &byte) in text.as_bytes().iter().take(Self::LONGEST).enumerate() {
            places[usize::from(byte)] |= 1 << at;
        }
        (1..=Self::LONGEST).contains(&text.len()).then_some(Self { places, length: text.len() })
    }

    /// The number of letters to insert, delete or replace, if it is within the bound.
    #[must_use]
    pub fn within(&self, other: &str, bound: usize) -> Option<usize> {
        // The difference in length is a lower bound.
        if self.length.abs_diff(other.len()) > bound {
            return None;
        }
        let last = 1 << (self.length - 1);
        let (mut more, mut less) = (u64::MAX, 0);
        let mut distance = self.length;
        let mut most = bound.saturating_add(other.len());
        for &byte in other.as_bytes() {
            let same = self.places[usize::from(byte)];
            let diagonal = ((same & more).wrapping_add(more) ^ more) | same | less;
            let up = less | !(diagonal | more);
            let down = more & diagonal;
            distance += usize::from(up & last != 0);
            distance -= usize::from(down & last != 0);
            // Each remaining letter lowers it by at most one.
            most -= 1;
            if distance > most {
                return None;
            }
            let up = up << 1 | 1;
            more = down << 1 | !(diagonal | up);
            less = up & diagonal;
        }
        (distance <= bound).then_some(distance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The distance computed straight from its definition.
    fn slow(a: &str, b: &str) -> usize {
        let b = b.as_bytes();
        let mut row: Vec<usize> = (0..=b.len()).collect();
        for (i, x) in a.bytes().enumerate() {
            let mut diagonal = std::mem::replace(&mut row[0], i + 1);
            for (j, y) in b.iter().enumerate() {
                let best = (diagonal + usize::from(x != *y)).min(row[j] + 1).min(row[j + 1] + 1);
                diagonal = std::mem::replace(&mut row[j + 1], best);
            }
        }
        row[b.len()]
    }

    #[test]
    fn distances_are_those_of_the_definition() {
        let names = ["charlady", "head_waiter", "pastry cook", "waiting guest", "dish washer"];
        let longest = "a".repeat(Pattern::LONGEST);
        for a in names.iter().copied().chain(["a", "kitten", &longest]) {
            let pattern = Pattern::new(a).unwrap();
            for b in names.iter().copied().chain(["", "a", "sitting", &longest]) {
                let distance = slow(a, b);
                for bound in [usize::MAX, distance, distance + 1] {
                    assert_eq!(pattern.within(b, bound), Some(distance), "{a} {b} {bound}");
                }
                assert!(distance == 0 || pattern.within(b, distance - 1).is_none(), "{a} {b}");
            }
        }
    }

    #[test]
    fn a_slip_is_near_and_nonsense_is_not() {
        let names = ["cook", "waiter", "pastry_cook"];
        for (text, near) in [
            ("cok", Some("cook")),
            ("Pastr_cok", Some("pastry_cook")),
            ("fox", None),
            ("", None),
            ("coko", Some("cook")),
        ] {
            assert_eq!(nearest(text, names.into_iter()), near, "{text}");
        }
        assert_eq!(nearest("Dann", ["Ann", "Dan", "Hann"].into_iter()), Some("Dan"), "it begins alike");
        assert_eq!(
            instead("Cok", names.into_iter()),
            "did you mean `cook`? known: cook, waiter, pastry_cook"
        );
        assert_eq!(instead("fox", names.into_iter()), "one of: cook, waiter, pastry_cook");
    }
}
