//! Suggestions for a name that no card has.

use gaslamp_core::edit_distance::Pattern;

use super::facts::BY_NAME;
use super::{Card, name};

/// How many letters a prefix must have to be meaningful.
const SHORTEST_BEGINNING: usize = 3;

/// The cards whose full names are nearest to a text, nearest first, at most this many.
///
/// A name is near if it differs from the text by at most one letter in four (and at most seven). If there is none,
/// versions of a character that the text names count, or names that begin with the text; else names that share half of
/// their letters with it, with or without the version.
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

/// The cards within a few edits, with their distances.
fn near(wanted: &str) -> Vec<(usize, u16)> {
    let Some(pattern) = Pattern::new(wanted) else { return Vec::new() };
    let bound = (wanted.len() / 4).clamp(1, 7);
    let candidates = BY_NAME.iter().filter(|(name, _)| name.len().abs_diff(wanted.len()) <= bound);
    candidates.filter_map(|&(name, index)| Some((pattern.within(name, bound)?, index))).collect()
}

/// The cards with at least half of the letters right, in the full name or in the character's name alone.
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

/// Other versions of the character, or else the names that begin with the text.
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

/// The names that begin with the text.
fn beginning(like: &str) -> impl Iterator<Item = (&'static str, u16)> {
    let from = BY_NAME.partition_point(|(name, _)| *name < like);
    BY_NAME[from..].iter().take_while(move |(name, _)| name.starts_with(like)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_can_be_measured() {
        assert!(BY_NAME.iter().all(|(name, _)| (1..=Pattern::LONGEST).contains(&name.len())));
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
