//! Reminder tokens: their owners and names.

use std::fmt;

use super::Character;
use super::lexicon::lexicon;

/// A reminder token of a published character.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ReminderToken(u16);

impl ReminderToken {
    /// Every token, by owner.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..lexicon().tokens().len()).map(|index| Self(index as u16))
    }

    /// The tokens of a character.
    pub fn of(owner: Character) -> impl Iterator<Item = Self> {
        lexicon().owned(owner).map(|index| Self(index as u16))
    }

    /// The character's token with this name, with any separators between words.
    #[must_use]
    pub fn read(owner: Character, name: &str) -> Option<Self> {
        let is_same = |token: &Self| token.word() == name;
        let is_alike = |token: &Self| super::is_alike(token.word(), name);
        Self::of(owner).find(is_same).or_else(|| Self::of(owner).find(is_alike))
    }

    /// The token with this name, spelt exactly as in notations: `virgin:no_ability`, `ww:wrong`.
    #[must_use]
    #[inline]
    pub fn find(name: &str) -> Option<Self> {
        lexicon().find_token(name).map(Self)
    }

    /// Its name with the owner's: `washerwoman:wrong`.
    #[must_use]
    pub fn long_name(self) -> &'static str {
        &lexicon().tokens()[usize::from(self.0)].long
    }

    /// Its name with the owner's short name: `ww:wrong`.
    #[must_use]
    pub fn short_name(self) -> &'static str {
        &lexicon().tokens()[usize::from(self.0)].short
    }

    /// The character whose token it is.
    #[must_use]
    pub fn owner(self) -> Character {
        lexicon().tokens()[usize::from(self.0)].owner
    }

    /// Whether it marks a player as its owner who thinks they are, or appears to be, someone else:
    /// `drunk:is_the_drunk`.
    #[must_use]
    pub fn marks_its_owner(self) -> bool {
        self.word().strip_prefix("is_the_") == Some(self.owner().word())
    }

    /// Its name in notations, without the owner: `no_ability`.
    #[must_use]
    pub fn word(self) -> &'static str {
        &lexicon().tokens()[usize::from(self.0)].word
    }

    /// Its display name: `No Ability`.
    #[must_use]
    pub fn title(self) -> &'static str {
        &lexicon().tokens()[usize::from(self.0)].title
    }
}

/// With its owner: `virgin:no_ability`.
impl fmt::Display for ReminderToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.long_name())
    }
}

impl fmt::Debug for ReminderToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Reminder;

    #[test]
    fn every_token_is_found_by_its_name() {
        for token in ReminderToken::all() {
            assert_eq!(ReminderToken::read(token.owner(), token.word()), Some(token));
            assert_eq!(ReminderToken::read(token.owner(), token.title()), Some(token));
            assert_eq!([token.long_name(), token.short_name()].map(ReminderToken::find), [Some(token); 2]);
        }
        let virgin = Character::read("virgin").expect("a character");
        assert_eq!(
            ReminderToken::read(virgin, "NO-ability").map(|token| token.to_string()).as_deref(),
            Some("virgin:no_ability")
        );
        assert_eq!(ReminderToken::read(virgin, "poisoned"), None);
    }

    #[test]
    fn whatever_the_rules_put_down_has_a_token() {
        for reminder in Reminder::all() {
            if let Some(name) = reminder.name() {
                assert!(ReminderToken::read(reminder.owner(), name).is_some(), "{reminder:?}");
            }
        }
    }
}
