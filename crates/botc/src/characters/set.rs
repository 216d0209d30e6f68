//! Sets of characters, as bits.

use std::fmt;

use super::{Character, Team, facts};

/// A set of characters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CharacterSet([u64; 3]);

// Every character has a bit.
const _: () = assert!(facts::FACTS.len() <= 192);

impl CharacterSet {
    /// No character.
    pub const NONE: Self = Self([0; 3]);

    /// All characters of these teams.
    const fn of_teams(teams: &[Team]) -> Self {
        let mut set = Self::NONE;
        let mut index = 0;
        while index < facts::FACTS.len() {
            let mut team = 0;
            while team < teams.len() {
                if facts::FACTS[index].team as u8 == teams[team] as u8 {
                    set = set.with(Character::nth(index));
                }
                team += 1;
            }
            index += 1;
        }
        set
    }

    /// Townsfolk and Outsiders.
    pub const GOOD: Self = Self::of_teams(&[Team::Townsfolk, Team::Outsider]);
    /// Minions and Demons.
    pub const EVIL: Self = Self::of_teams(&[Team::Minion, Team::Demon]);

    /// All characters of this team.
    #[must_use]
    #[inline]
    pub const fn team(team: Team) -> Self {
        const TEAMS: [CharacterSet; 7] = [
            CharacterSet::of_teams(&[Team::Townsfolk]),
            CharacterSet::of_teams(&[Team::Outsider]),
            CharacterSet::of_teams(&[Team::Minion]),
            CharacterSet::of_teams(&[Team::Demon]),
            CharacterSet::of_teams(&[Team::Traveller]),
            CharacterSet::of_teams(&[Team::Fabled]),
            CharacterSet::of_teams(&[Team::Loric]),
        ];
        TEAMS[team as usize]
    }

    /// Just this character.
    #[must_use]
    #[inline]
    pub const fn only(character: Character) -> Self {
        Self::NONE.with(character)
    }

    /// The set with the character in it.
    #[must_use]
    #[inline]
    pub const fn with(mut self, character: Character) -> Self {
        self.0[character.index() / 64] |= 1 << (character.index() % 64);
        self
    }

    /// The set without the character.
    #[must_use]
    #[inline]
    pub const fn without(mut self, character: Character) -> Self {
        self.0[character.index() / 64] &= !(1 << (character.index() % 64));
        self
    }

    /// Whether the character is in the set.
    #[must_use]
    #[inline]
    pub const fn contains(&self, character: Character) -> bool {
        self.0[character.index() / 64] >> (character.index() % 64) & 1 == 1
    }

    /// The characters in both sets.
    #[must_use]
    #[inline]
    pub const fn and(self, other: Self) -> Self {
        Self([self.0[0] & other.0[0], self.0[1] & other.0[1], self.0[2] & other.0[2]])
    }

    /// The characters in either set.
    #[must_use]
    #[inline]
    pub const fn or(self, other: Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1], self.0[2] | other.0[2]])
    }

    /// The characters of this set that are not in the other.
    #[must_use]
    #[inline]
    pub const fn minus(self, other: Self) -> Self {
        Self([self.0[0] & !other.0[0], self.0[1] & !other.0[1], self.0[2] & !other.0[2]])
    }

    /// The number of characters in the set.
    #[must_use]
    #[inline]
    pub const fn len(&self) -> usize {
        (self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones()) as usize
    }

    /// Whether the set is empty.
    #[must_use]
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    /// The characters by team and id.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Character> + Clone {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let word = rest.iter().position(|&word| word != 0)?;
            let bit = rest[word].trailing_zeros();
            rest[word] &= rest[word] - 1;
            Some(Character::nth(word * 64 + bit as usize))
        })
    }
}

impl FromIterator<Character> for CharacterSet {
    fn from_iter<I: IntoIterator<Item = Character>>(characters: I) -> Self {
        characters.into_iter().fold(Self::NONE, Self::with)
    }
}

impl fmt::Debug for CharacterSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_put_in_and_lists_it_in_order() {
        for character in Character::all() {
            let set = CharacterSet::only(character);
            assert!(set.contains(character) && set.len() == 1, "{character}");
            assert!(set.without(character).is_empty(), "{character}");
        }
        let all: CharacterSet = Character::all().collect();
        assert!(all.iter().eq(Character::all()));
        assert_eq!(all.len(), facts::FACTS.len());
        assert_eq!(all.minus(CharacterSet::GOOD).and(CharacterSet::EVIL), CharacterSet::EVIL);
    }

    #[test]
    fn teams_are_those_of_the_facts() {
        for character in Character::all() {
            assert!(CharacterSet::team(character.team()).contains(character));
        }
    }
}
