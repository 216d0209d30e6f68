//! A script: the characters that may be in a game.

use crate::characters::{Character, Team};

/// The characters that may be in a game, each once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Script {
    name: String,
    characters: Vec<Character>,
}

impl Script {
    /// The editions that are built in: short name, title.
    pub const BUILT_IN: [(&'static str, &'static str); 3] =
        [("tb", "Trouble Brewing"), ("snv", "Sects & Violets"), ("bmr", "Bad Moon Rising")];

    /// A script of these characters; one that is there twice counts once.
    #[must_use]
    pub fn new(name: impl Into<String>, characters: impl IntoIterator<Item = Character>) -> Self {
        let mut characters: Vec<Character> = characters.into_iter().collect();
        characters.sort_unstable();
        characters.dedup();
        Self { name: name.into(), characters }
    }

    /// A built-in edition, without its Travellers.
    #[must_use]
    pub fn built_in(short: &str) -> Option<Self> {
        let (edition, title) =
            Self::BUILT_IN.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(short))?;
        let plays =
            |character: &Character| character.facts().edition == edition && character.team() <= Team::Demon;
        Some(Self::new(title, Character::all().filter(plays)))
    }

    /// Its title.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its characters, by team and id.
    #[must_use]
    pub fn characters(&self) -> &[Character] {
        &self.characters
    }

    /// Its characters of one team.
    pub fn team(&self, team: Team) -> impl Iterator<Item = Character> {
        self.characters.iter().copied().filter(move |character| character.team() == team)
    }
}
