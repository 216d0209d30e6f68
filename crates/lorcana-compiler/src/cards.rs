//! The file of cards with their texts.
//!
//! **Reads** a JSON object with a list `cards`, or that list alone: our own form, or what LorcanaJSON publishes (`allCards.json`, or the
//! file of one set). Of each card its full name, type, set, formats, abilities and effects count.

use gaslamp_lorcana::cards::Kind;
use gaslamp_lorcana::language::Ability;
use serde::Deserialize;

use crate::{Missing, compile, lexicon};

/// The cards of a file. Names of cards that are in no table yet are learnt, since texts speak of them.
///
/// # Errors
/// If it is not JSON of such a form.
pub fn read(text: &str) -> Result<Vec<Card>, serde_json::Error> {
    let mut value: serde_json::Value = serde_json::from_str(text)?;
    let list = value.get_mut("cards").map(serde_json::Value::take).unwrap_or(value);
    let cards: Vec<Card> = serde_json::from_value(list)?;
    lexicon::learn(cards.iter().map(|card| card.full_name.as_str()));
    Ok(cards)
}

/// A card.
#[derive(Deserialize)]
pub struct Card {
    /// The key; empty in files that have none.
    #[serde(default)]
    pub key: String,
    /// The full name.
    #[serde(rename = "fullName", default)]
    pub full_name: String,
    /// The set of its first printing.
    #[serde(alias = "setCode", default)]
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
    #[serde(alias = "effect", default)]
    text: String,
    #[serde(alias = "costsText", default)]
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
                Some(cost) => format!("{} — {}", cost.trim_end_matches([' ', '-', '–', '—']), one.text),
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
        // Keywords have no text of their own.
        let said = self.abilities.iter().filter(|one| !one.text.is_empty());
        said.filter(|one| one.name.is_some() || !is_reminder(&one.text))
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
