//! What somebody may have meant by a name that no card has.

use super::facts::BY_NAME;
use super::{Card, name};

/// How long a name may be to be compared: the bits of a word. No card's name is longer.
const LONGEST: usize = 64;
/// How few letters a beginning must have to say anything.
const SHORTEST_BEGINNING: usize = 3;

/// The cards whose full names are nearest to a text, the nearest first, at most so many.
///
/// Near is a name that one change in four letters makes of the text (seven at most); if there is none, a
/// version of the character that the text names, or a name that begins with the text; else what half of the
/// letters make of it, version or not.
#[must_use]
pub fn nearest(text: &str, most: usize) -> Vec<Card> {
    if most == 0 {
        return Vec::new();
    }
    let wanted = name::fold(text);
    let mut near = near(&wanted);
    if near.is_empty() {
        near = related(text, &wanted);
    }
    if near.is_empty() {
        near = far(&wanted);
    }
    near.sort_unstable();
    near.into_iter().take(most).map(|(_, index)| Card(index)).collect()
}

/// The cards within few changes, with their distances.
fn near(wanted: &str) -> Vec<(usize, u16)> {
    let Some(pattern) = Pattern::new(wanted) else { return Vec::new() };
    let bound = (wanted.len() / 4).clamp(1, 7);
    let candidates = BY_NAME.iter().filter(|(name, _)| name.len().abs_diff(wanted.len()) <= bound);
    candidates.filter_map(|&(name, index)| Some((pattern.within(name, bound)?, index))).collect()
}

/// The cards of which at least half the letters are right: of the full name, or of the character's name alone.
fn far(wanted: &str) -> Vec<(usize, u16)> {
    let Some(pattern) = Pattern::new(wanted).filter(|_| wanted.len() >= SHORTEST_BEGINNING) else {
        return Vec::new();
    };
    let distance = |name: &str| pattern.within(name, wanted.len() / 2);
    let of = |&(name, index): &(&str, u16)| {
        let found =
            distance(name).into_iter().chain(distance(&name::fold(Card(index).facts().name))).min()?;
        Some((found, index))
    };
    BY_NAME.iter().filter_map(of).collect()
}

/// Other versions of the character, else the names that begin like this.
fn related(text: &str, wanted: &str) -> Vec<(usize, u16)> {
    let before_version = text.split(" - ").next().and_then(|text| text.split([',', '–', '—']).next());
    let character = name::fold(before_version.unwrap_or(text));
    if character.len() < SHORTEST_BEGINNING {
        return Vec::new();
    }
    let is_version = |index: u16| name::fold(Card(index).facts().name) == character;
    let mut found: Vec<_> = beginning(&character).filter(|&(_, index)| is_version(index)).collect();
    if found.is_empty() {
        found = beginning(wanted).collect();
    }
    let pattern = Pattern::new(wanted);
    let distance = |name| pattern.as_ref().and_then(|pattern| pattern.within(name, usize::MAX)).unwrap_or(0);
    found.into_iter().map(|(name, index)| (distance(name), index)).collect()
}

/// The names that begin like this.
fn beginning(like: &str) -> impl Iterator<Item = (&'static str, u16)> {
    let from = BY_NAME.partition_point(|(name, _)| *name < like);
    BY_NAME[from..].iter().take_while(move |(name, _)| name.starts_with(like)).copied()
}

/// A text prepared for measuring its edit distance to many others, 64 cells of the table at a time
/// (Myers 1999, in the form of Hyyrö 2003).
struct Pattern {
    /// For each byte, the places where the text has it.
    places: Box<[u64; 256]>,
    length: usize,
}

impl Pattern {
    /// Nothing for a text that is empty or longer than every name.
    fn new(text: &str) -> Option<Self> {
        let mut places = Box::new([0; 256]);
        for (at, &byte) in text.as_bytes().iter().take(LONGEST).enumerate() {
            places[usize::from(byte)] |= 1 << at;
        }
        (1..=LONGEST).contains(&text.len()).then_some(Self { places, length: text.len() })
    }

    /// How many letters to insert, leave out or replace, if it is not more than the bound.
    fn within(&self, other: &str, bound: usize) -> Option<usize> {
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
            // Each letter that is left brings it down by one at best.
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

    /// The distance by its definition.
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
        let names: Vec<&str> = BY_NAME.iter().step_by(61).map(|(name, _)| *name).collect();
        let longest = "a".repeat(LONGEST);
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
    fn every_name_can_be_measured() {
        assert!(BY_NAME.iter().all(|(name, _)| (1..=LONGEST).contains(&name.len())));
    }

    #[test]
    fn what_was_meant_comes_first() {
        for (text, first) in [
            ("Tinkerbell - Gaint Fairy", "Tinker Bell - Giant Fairy"),
            ("tipo growing sun", "Tipo - Growing Son"),
            ("Be Our Gest", "Be Our Guest"),
            ("Jasmine - Stedy Strat", "Jasmine - Steady Strategist"),
            ("Pleakley", "Pleakley - Scientific Expert"),
            ("The Headless Hors", "The Headless Horseman - Terror of Sleepy Hollow"),
            ("I2", "I2I"),
        ] {
            let found: Vec<&str> = nearest(text, 40).into_iter().map(Card::full_name).collect();
            if text == "Pleakley" || text == "The Headless Hors" {
                assert!(found.contains(&first), "{text}: {found:?}");
            } else {
                assert_eq!(found.first(), Some(&first), "{text}: {found:?}");
            }
        }
    }

    #[test]
    fn nothing_is_near_to_nonsense() {
        for text in ["", "-", "xq", "qqqqqqqqqqqqqqqqq", &"zx".repeat(500), "Жук - Великий"] {
            assert_eq!(nearest(text, 3), [], "{text}");
        }
        assert_eq!(nearest("Be Our Guest", 0), []);
        assert!(nearest("Mickey Mouse", 3).len() == 3);
    }
}
