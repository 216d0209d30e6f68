//! What cards say, from the table that ships: key, hash of the text that was compiled, abilities as JSON, and the names of those
//! abilities that cards speak of by name, such as `1=Stone by Day`.
//!
//! **Reads** `data/abilities.tsv`, one line a card, sorted by key; the line of a card is read when it is first asked for.

use std::collections::HashSet;
use std::sync::{LazyLock, OnceLock};

use gaslamp_core::Diagnostic;

use super::{Card, Kind};
use crate::language::Ability;
use crate::rules::card_rules::CardRules;
use crate::text::quote;

const TABLE: &str = include_str!("../../data/abilities.tsv");

/// The cards about which a test tells what they do, by key, sorted. `./x golden` writes it from `tests/scenarios`.
const TRIED: &str = include_str!("../../data/tried.txt");

/// The line of each card, without its key; none if it is not in the table.
static LINES: LazyLock<Vec<Option<&'static str>>> = LazyLock::new(|| {
    let mut lines = vec![None; Card::COUNT];
    for line in TABLE.lines() {
        if let Some((key, rest)) = line.split_once('\t')
            && let Some(card) = Card::from_key(key)
        {
            lines[card.index()] = Some(rest);
        }
    }
    lines
});

static READ: [OnceLock<Option<Vec<Ability>>>; Card::COUNT] = [const { OnceLock::new() }; Card::COUNT];

/// How much of a card is played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Coverage {
    /// Everything it does.
    Whole,
    /// Its numbers and keywords; it has an ability that is not known yet.
    Keywords,
}

impl Coverage {
    /// Its name, for programs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Whole => "whole",
            Self::Keywords => "keywords",
        }
    }
}

/// Takes over what a table of the reader's own says of its cards, in the form of the one that ships. It must be read before
/// anything else asks for these cards. Returns how many there are.
///
/// # Errors
/// A line that is not of that form, or about a card that is not known or has been asked for already.
pub fn teach(table: &str) -> Result<usize, Diagnostic> {
    let mut count = 0;
    for (at, line) in table.lines().enumerate() {
        let wrong = |what: &str| {
            Diagnostic::new("lorcana/abilities/line", format!("line {}: {what}", at + 1))
                .fix("key, tab, hash, tab, abilities as JSON, as `lorcana cards --compile` writes them")
        };
        let mut fields = line.split('\t');
        let (Some(key), Some(_), Some(json)) = (fields.next(), fields.next(), fields.next()) else {
            return Err(wrong("there are fewer than three fields"));
        };
        let card =
            Card::from_key(key).ok_or_else(|| wrong(&format!("no card has the key `{}`", quote(key))))?;
        let abilities = serde_json::from_str(json).map_err(|error| wrong(&error.to_string()))?;
        READ[card.index()]
            .set(Some(abilities))
            .map_err(|_| wrong(&format!("{} has been asked for already", card.full_name())))?;
        count += 1;
    }
    Ok(count)
}

impl Card {
    /// What it says; none if that is not known, since its text has not been compiled.
    #[must_use]
    pub fn says(self) -> Option<&'static [Ability]> {
        let read = || {
            let json = LINES[self.index()]?.split('\t').nth(1)?;
            // A test reads every line.
            serde_json::from_str(json).ok()
        };
        READ[self.index()].get_or_init(read).as_deref()
    }

    /// Its abilities that cards speak of by name, by their numbers.
    pub(crate) fn named_abilities(self) -> Vec<(u8, &'static str)> {
        let named = LINES[self.index()].and_then(|line| line.split('\t').nth(2)).unwrap_or_default();
        let one = |text: &'static str| {
            let (number, name) = text.split_once('=')?;
            Some((number.parse().ok()?, name))
        };
        named.split(';').filter_map(one).collect()
    }

    /// Whether it is played completely: it says nothing beyond keywords, or all that it says is known and can be played.
    #[must_use]
    pub fn is_whole(self) -> bool {
        self.is_plain() || self.says().is_some() && CardRules::of(self).is_played()
    }

    /// Whether it does nothing beyond what its type and its keywords do.
    #[must_use]
    pub fn is_plain(self) -> bool {
        self.facts().abilities.total() == 0 && self.facts().kind != Kind::Action
    }

    /// Whether a test written from its text tries out what it does.
    #[must_use]
    pub fn is_tried(self) -> bool {
        static KEYS: LazyLock<HashSet<&str>> = LazyLock::new(|| TRIED.lines().collect());
        KEYS.contains(self.key())
    }

    /// How much of it is played.
    #[must_use]
    pub fn coverage(self) -> Coverage {
        if self.is_whole() { Coverage::Whole } else { Coverage::Keywords }
    }

    /// The hash of the text from which its abilities were compiled, so that errata are noticed.
    #[must_use]
    pub fn text_hash(self) -> Option<u64> {
        u64::from_str_radix(LINES[self.index()]?.split_once('\t')?.0, 16).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_read() {
        let mut count = 0;
        for line in TABLE.lines() {
            let (key, _) = line.split_once('\t').expect("a key");
            let card = Card::from_key(key).unwrap_or_else(|| panic!("no card {key}"));
            assert!(card.says().is_some(), "{line}");
            assert!(card.text_hash().is_some(), "{line}");
            count += 1;
        }
        assert!(count > 2_500, "only {count} cards");
        assert!(TABLE.lines().is_sorted_by_key(|line| line.split('\t').next()));
    }
}
