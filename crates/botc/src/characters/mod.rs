//! The published characters: ids, names, teams, night positions, reminder names. Facts only.

mod facts;
mod lexicon;
mod set;
mod token;

use std::fmt;
use std::num::NonZeroU8;

use facts::FACTS;
pub use set::CharacterSet;
pub use token::ReminderToken;

/// One published character. What it holds is its index and one more: an `Option<Character>` takes a single byte, too.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Character(NonZeroU8);

/// The published facts about a character.
#[derive(Debug)]
pub struct Facts {
    /// The official id: `fortuneteller`.
    pub id: &'static str,
    /// The display name: `Fortune Teller`.
    pub name: &'static str,
    /// The team it belongs to.
    pub team: Team,
    /// The edition it was published in.
    pub edition: &'static str,
    /// Its position in the global order of the first night.
    pub first_night: Option<u16>,
    /// Its position in the global order of the other nights.
    pub other_night: Option<u16>,
    /// Whether it changes what goes into the bag.
    pub changes_setup: bool,
    /// The names of its reminder tokens.
    pub reminders: &'static [&'static str],
    /// Reminder tokens that are available even when it is not in play.
    pub global_reminders: &'static [&'static str],
}

/// The type of a character.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Team {
    /// Good.
    Townsfolk,
    /// Good, with a harmful ability.
    Outsider,
    /// Evil.
    Minion,
    /// Evil; the good team wins by killing it.
    Demon,
    /// A player who may join late and leave early.
    Traveller,
    /// Helps the Storyteller; not a player.
    Fabled,
    /// Helps the Storyteller as part of a script; not a player.
    Loric,
}

impl Team {
    /// The team as it is written in notations.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Townsfolk => "townsfolk",
            Self::Outsider => "outsider",
            Self::Minion => "minion",
            Self::Demon => "demon",
            Self::Traveller => "traveller",
            Self::Fabled => "fabled",
            Self::Loric => "loric",
        }
    }

    /// The team's display name.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Townsfolk => "Townsfolk",
            Self::Outsider => "Outsider",
            Self::Minion => "Minion",
            Self::Demon => "Demon",
            Self::Traveller => "Traveller",
            Self::Fabled => "Fabled",
            Self::Loric => "Loric",
        }
    }
}

impl Character {
    /// The character with this official id, for constants: an unknown id does not compile there.
    #[must_use]
    pub const fn with_id(id: &str) -> Self {
        let mut index = 0;
        while !is_same(FACTS[index].id, id) {
            index += 1;
        }
        Self::nth(index)
    }

    /// The first of all; a placeholder where there is no character.
    pub(crate) const FIRST: Self = Self(NonZeroU8::MIN);

    /// The character at an index that is known to be one.
    #[inline]
    pub(crate) const fn nth(index: usize) -> Self {
        Self(NonZeroU8::MIN.saturating_add(index as u8))
    }

    /// Every published character, by team and id.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..FACTS.len()).map(Self::nth)
    }

    /// Its index in [`Character::all`].
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// The character at this index of [`Character::all`].
    #[must_use]
    pub fn at(index: usize) -> Option<Self> {
        (index < FACTS.len()).then_some(Self::nth(index))
    }

    /// The character that a text names: by official id, display name, notation name or short name, in any
    /// case and with any separators between words.
    #[must_use]
    #[inline]
    pub fn read(text: &str) -> Option<Self> {
        // The id is the letters of the name in lower case; a test makes sure of that.
        lexicon::lexicon().find(text).or_else(|| Self::read_letters(text))
    }

    #[cold]
    fn read_letters(text: &str) -> Option<Self> {
        lexicon::lexicon().find(&letters(text))
    }

    /// The published facts about it.
    #[must_use]
    #[inline]
    pub fn facts(self) -> &'static Facts {
        &FACTS[self.index()]
    }

    /// The display name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// The name in notations, which is the display name in snake case: `fortune_teller`.
    #[must_use]
    pub fn word(self) -> &'static str {
        lexicon::lexicon().word(self)
    }

    /// The short name in notations, such as `ft`; most characters have none and keep their whole name.
    #[must_use]
    pub fn short_word(self) -> &'static str {
        lexicon::short(self).unwrap_or_else(|| self.word())
    }

    /// The team.
    #[must_use]
    #[inline]
    pub fn team(self) -> Team {
        self.facts().team
    }
}

/// The name in notations.
impl fmt::Display for Character {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl fmt::Debug for Character {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The night order printed for Trouble Brewing: first night, other nights.
#[must_use]
pub fn trouble_brewing_order() -> [&'static [&'static str]; 2] {
    [facts::TROUBLE_BREWING_FIRST, facts::TROUBLE_BREWING_OTHER]
}

/// Whether two texts are equal, for constants.
pub(crate) const fn is_same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Whether two texts have the same letters and digits, ignoring case.
fn is_alike(a: &str, b: &str) -> bool {
    letters(a) == letters(b) && !letters(a).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_a_character_is_read() {
        for character in Character::all() {
            for name in [character.facts().id, character.name(), character.word(), character.short_word()] {
                assert_eq!(Character::read(name), Some(character), "{name}");
            }
        }
        assert_eq!(Character::read("FORTUNE-TELLER").map(Character::name), Some("Fortune Teller"));
        assert_eq!(Character::read("ww").map(Character::name), Some("Washerwoman"));
        assert_eq!(Character::read("king of the hill"), None);
        assert_eq!(Character::read(""), None);
    }

    #[test]
    fn the_printed_orders_name_only_characters_and_steps() {
        for step in trouble_brewing_order().concat() {
            assert!(
                ["dusk", "minioninfo", "demoninfo", "dawn"].contains(&step)
                    || Character::read(step).is_some()
            );
        }
    }

    #[test]
    fn the_editions_have_their_casts() {
        let cast = |edition: &str| {
            let of =
                |team| Character::all().filter(|c| c.facts().edition == edition && c.team() == team).count();
            [Team::Townsfolk, Team::Outsider, Team::Minion, Team::Demon].map(of)
        };
        assert_eq!(cast("tb"), [13, 4, 4, 1]);
        assert_eq!(cast("snv"), [13, 4, 4, 4]);
        assert_eq!(cast("bmr"), [13, 4, 4, 4]);
    }
}
