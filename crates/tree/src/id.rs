//! Short ids of actions: a letter for the kind of action, and hex digits of a hash of who acts on whom.
//!
//! **Accepts** the [`IdKey`]s of all the legal actions of one state, in any order, and written ids: a
//! lower-case letter and 2 to 32 lower-case hex digits. **Emits** ids of 2 digits; if several actions would
//! share one, all of them take the same larger number of digits, until they differ.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write as _};
use std::str::FromStr;

use gaslamp_core::IdKey;
use md5::{Digest as _, Md5};

/// The fewest digits of an id.
pub const FEWEST_DIGITS: usize = 2;
/// The number of digits of the hash.
pub const ALL_DIGITS: usize = 32;

/// The id of an action: a lower-case letter and 2 to 32 lower-case hex digits.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Id(String);

/// Why a text is not an id.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IdError {
    /// It is empty.
    Empty,
    /// `..`, which would lead out of the node.
    Parent,
    /// It does not begin with a lower-case letter.
    Letter,
    /// Something after the letter is not a lower-case hex digit.
    Digit,
    /// It has fewer than 2 digits.
    Short,
    /// It has more than 32 digits.
    Long,
}

/// Why actions cannot be given ids.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum KeyError {
    /// The prefix is not a lower-case letter.
    Prefix(IdKey),
    /// Two legal actions of one state have the same hash in all digits.
    Same(IdKey),
}

impl Id {
    /// The id with all the digits of the hash.
    ///
    /// # Errors
    /// A prefix that is not a lower-case letter.
    pub fn whole(key: &IdKey) -> Result<Self, KeyError> {
        if !key.prefix.is_ascii_lowercase() {
            return Err(KeyError::Prefix(key.clone()));
        }
        let mut id = String::from(key.prefix);
        for byte in Md5::digest(format!("{}:{}", key.from, key.to)) {
            let _ = write!(id, "{byte:02x}");
        }
        Ok(Self(id))
    }

    /// The id with only its first digits; unchanged if it has no more.
    #[must_use]
    pub fn first_digits(&self, digits: usize) -> Self {
        let end = 1 + digits.max(FEWEST_DIGITS);
        Self(self.0.get(..end).unwrap_or(&self.0).to_owned())
    }

    /// Whether the other is this id, or this id with more digits.
    #[must_use]
    pub fn begins(&self, other: &Self) -> bool {
        other.0.starts_with(&self.0)
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The ids of all the legal actions of one state, in the order of their keys. The ids do not depend on that
/// order.
///
/// # Errors
/// Keys that cannot be told apart, or that have no letter.
pub fn ids(keys: &[IdKey]) -> Result<Vec<Id>, KeyError> {
    let whole: Vec<Id> = keys.iter().map(Id::whole).collect::<Result<_, _>>()?;
    let mut groups: BTreeMap<Id, Vec<usize>> = BTreeMap::new();
    for (at, id) in whole.iter().enumerate() {
        groups.entry(id.first_digits(FEWEST_DIGITS)).or_default().push(at);
    }
    let mut ids = whole.clone();
    for group in groups.values() {
        let digits = digits_needed(&whole, group).ok_or_else(|| KeyError::Same(twin(keys, &whole, group)))?;
        for &at in group {
            ids[at] = whole[at].first_digits(digits);
        }
    }
    Ok(ids)
}

/// How many digits tell a whole group apart; none if not even all digits do.
fn digits_needed(whole: &[Id], group: &[usize]) -> Option<usize> {
    (FEWEST_DIGITS..=ALL_DIGITS).find(|&digits| {
        let mut seen = BTreeSet::new();
        group.iter().all(|&at| seen.insert(&whole[at].0[..=digits]))
    })
}

/// The first key of a group whose hash occurred before.
fn twin(keys: &[IdKey], whole: &[Id], group: &[usize]) -> IdKey {
    let mut seen = BTreeSet::new();
    let at = group.iter().find(|&&at| !seen.insert(&whole[at])).or(group.first());
    at.map_or_else(|| IdKey { prefix: '?', from: String::new(), to: String::new() }, |&at| keys[at].clone())
}

impl FromStr for Id {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        let Some(letter) = text.chars().next() else { return Err(IdError::Empty) };
        if text == ".." {
            return Err(IdError::Parent);
        }
        if !letter.is_ascii_lowercase() {
            return Err(IdError::Letter);
        }
        let digits = &text[1..];
        if !digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')) {
            return Err(IdError::Digit);
        }
        match digits.len() {
            ..FEWEST_DIGITS => Err(IdError::Short),
            FEWEST_DIGITS..=ALL_DIGITS => Ok(Self(text.to_owned())),
            _ => Err(IdError::Long),
        }
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for IdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "an id is missing",
            Self::Parent => "`..` would leave the tree",
            Self::Letter => "an id begins with a letter from a to z",
            Self::Digit => "after its letter, an id has only digits 0 to 9 and a to f",
            Self::Short => "an id has at least 2 digits",
            Self::Long => "an id has at most 32 digits",
        })
    }
}

impl std::error::Error for IdError {}

impl fmt::Display for KeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (key, problem) = match self {
            Self::Prefix(key) => (key, "its kind is not a letter from a to z"),
            Self::Same(key) => (key, "another action at the same node has the same hash"),
        };
        write!(f, "the action `{}` with `{}:{}` has no id: {problem}", key.prefix, key.from, key.to)
    }
}

impl std::error::Error for KeyError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(prefix: char, from: &str, to: &str) -> IdKey {
        IdKey { prefix, from: from.to_owned(), to: to.to_owned() }
    }

    fn texts(keys: &[IdKey]) -> Vec<String> {
        ids(keys).unwrap().iter().map(Id::to_string).collect()
    }

    #[test]
    fn the_ids_are_those_of_the_design() {
        assert_eq!(texts(&[key('e', "p1", "game")]), ["e35"]);
        assert_eq!(
            Id::whole(&key('e', "p1", "game")).unwrap().as_str(),
            "e35d06c12b238debc12620877ee59b0a8",
            "md5 of p1:game"
        );
    }

    #[test]
    fn a_whole_group_takes_the_digits_that_tell_it_apart() {
        let mut by_start: BTreeMap<String, Vec<IdKey>> = BTreeMap::new();
        for n in 0..2000 {
            let key = key('n', "a", &n.to_string());
            let start = Id::whole(&key).unwrap().first_digits(2).to_string();
            by_start.entry(start).or_default().push(key);
        }
        let group = by_start.values().find(|group| group.len() > 3).unwrap();
        let written = texts(group);
        let length = written[0].len();
        assert!(length > 3 && written.iter().all(|id| id.len() == length), "{written:?}");
        let shorter: BTreeSet<&str> = written.iter().map(|id| &id[..length - 1]).collect();
        assert!(shorter.len() < written.len(), "one digit less would not do: {written:?}");
        assert_eq!(texts(&group[..1])[0].len(), 3, "alone it needs two digits");
    }

    #[test]
    fn other_letters_do_not_collide() {
        assert_eq!(texts(&[key('e', "p1", "game"), key('n', "p1", "game")]), ["e35", "n35"]);
    }

    #[test]
    fn what_cannot_be_told_apart_is_an_error() {
        let twice = key('e', "p1", "game");
        assert_eq!(ids(&[twice.clone(), key('n', "x", "y"), twice.clone()]), Err(KeyError::Same(twice)));
        let odd = key('É', "p1", "game");
        assert_eq!(ids(std::slice::from_ref(&odd)), Err(KeyError::Prefix(odd)));
        assert_eq!(ids(&[]), Ok(vec![]));
    }

    #[test]
    fn only_letters_with_digits_are_read() {
        let long = format!("e{}", "0".repeat(33));
        let table = [
            ("", IdError::Empty),
            ("..", IdError::Parent),
            (".", IdError::Letter),
            ("E35", IdError::Letter),
            ("é35", IdError::Letter),
            ("/35", IdError::Letter),
            ("e3F", IdError::Digit),
            ("e3/", IdError::Digit),
            ("eé", IdError::Digit),
            ("e3", IdError::Short),
            ("e", IdError::Short),
            (long.as_str(), IdError::Long),
        ];
        for (text, error) in table {
            assert_eq!(text.parse::<Id>(), Err(error), "{text}");
        }
        assert!(long[..33].parse::<Id>().is_ok());
    }
}
