//! The file of cards with their texts.
//!
//! **Reads** a JSON object with a list `cards`; of each card its key, type, set, formats, abilities, effects and text.

use gaslamp_lorcana::cards::Kind;
use gaslamp_lorcana::language::Ability;
use serde::Deserialize;

use crate::{Missing, compile};

/// The file.
#[derive(Deserialize)]
pub struct File {
    /// Its cards.
    pub cards: Vec<Card>,
}

/// A card.
#[derive(Deserialize)]
pub struct Card {
    /// The key.
    pub key: String,
    /// The set of its first printing.
    pub set: String,
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    abilities: Vec<Printed>,
    #[serde(default)]
    effects: Vec<String>,
    #[serde(default)]
    core: bool,
    #[serde(default)]
    infinity: bool,
}

#[derive(Deserialize)]
struct Printed {
    text: String,
    #[serde(default)]
    cost: Option<String>,
    #[serde(default)]
    name: Option<String>,
}

impl Card {
    /// Whether a constructed deck may have it.
    #[must_use]
    pub fn is_legal(&self) -> bool {
        self.core || self.infinity
    }

    /// Its type; the numbers of it do not matter here.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self.kind.as_str() {
            "Character" => Kind::Character { strength: 0, willpower: 0, lore: 0 },
            "Item" => Kind::Item,
            "Location" => Kind::Location { move_cost: 0, willpower: 0, lore: 0 },
            _ => Kind::Action,
        }
    }

    /// The text of each ability. Keywords, and reminders of other facts (a song, several names), are none.
    #[must_use]
    pub fn texts(&self) -> Vec<String> {
        let mut texts: Vec<String> = (self.printed())
            .map(|one| match &one.cost {
                Some(cost) => format!("{cost} — {}", one.text),
                None => one.text.clone(),
            })
            .collect();
        if !self.effects.is_empty() {
            texts.push(self.effects.join(" "));
        }
        texts
    }

    /// The names of its abilities, by the numbers of what they are compiled to.
    #[must_use]
    pub fn names(&self) -> Vec<(usize, &str)> {
        let mut names = Vec::new();
        let mut number = 0;
        for (one, text) in self.printed().zip(self.texts()) {
            if let Some(name) = &one.name {
                names.push((number, name.as_str()));
            }
            number += compile(&text, self.kind()).map_or(0, |abilities| abilities.len());
        }
        names
    }

    fn printed(&self) -> impl Iterator<Item = &Printed> {
        self.abilities.iter().filter(|one| one.name.is_some() || !is_reminder(&one.text))
    }

    /// All its abilities.
    ///
    /// # Errors
    /// What is missing in each text that is not compiled.
    pub fn compile(&self) -> Result<Vec<Ability>, Vec<Missing>> {
        let mut all = Vec::new();
        let mut missing = Vec::new();
        for text in self.texts() {
            match compile(&text, self.kind()) {
                Ok(abilities) => all.extend(abilities),
                Err(one) => missing.push(one),
            }
        }
        if missing.is_empty() { Ok(all) } else { Err(missing) }
    }
}

fn is_reminder(text: &str) -> bool {
    text.ends_with("to sing this song for free.")
        || text.starts_with("This character counts as being named both ")
}
