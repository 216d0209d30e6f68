//! Texts of cards, from a file that the user provides; none are included here.
//!
//! **Reads** the JSON that LorcanaJSON publishes (`allCards.json`, or the file of one set): an object with a list
//! `cards`, or that list alone. An entry is matched by `id`, which may be any printing's, else by `fullName`; its text
//! is `fullText`, else the `fullText` of its `abilities`, and `flavorText`. Unknown cards and missing fields are
//! skipped; of several printings, the first one with a text counts.

use std::collections::HashMap;

use gaslamp_core::{Diagnostic, Span};
use serde_json::{Map, Value};

use super::Card;

/// The texts of cards.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Texts(HashMap<Card, Text>);

/// What is printed on a card. At least one of the two is present.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    /// The rules text.
    pub rules: Option<String>,
    /// The flavour text.
    pub flavour: Option<String>,
}

impl Texts {
    /// Reads a file.
    ///
    /// # Errors
    /// If it is not JSON, has no list of cards, or has no text of a known card.
    pub fn read(text: &str) -> Result<Self, Diagnostic> {
        let value: Value = serde_json::from_str(text).map_err(|error| {
            Diagnostic::new("lorcana/texts/json", format!("this is not JSON: {error}"))
                .at(place(text, &error))
                .fix(WANTED)
        })?;
        let list = value.get("cards").unwrap_or(&value).as_array();
        let entries = list.ok_or_else(|| {
            Diagnostic::new("lorcana/texts/shape", "this JSON has no list `cards`").fix(WANTED)
        })?;
        let mut texts = HashMap::new();
        for entry in entries.iter().filter_map(Value::as_object) {
            if let (Some(card), Some(text)) = (card(entry), read_text(entry)) {
                texts.entry(card).or_insert(text);
            }
        }
        if texts.is_empty() {
            let message = format!("none of the {} entries is a known card with a text", entries.len());
            return Err(Diagnostic::new("lorcana/texts/none", message).fix(WANTED));
        }
        Ok(Self(texts))
    }

    /// The text of a card.
    #[must_use]
    pub fn of(&self, card: Card) -> Option<&Text> {
        self.0.get(&card)
    }
}

/// What to provide instead.
const WANTED: &str = "the file allCards.json of LorcanaJSON";

/// The card of an entry.
fn card(entry: &Map<String, Value>) -> Option<Card> {
    let id = entry.get("id").and_then(|id| id.as_u64().or_else(|| id.as_str()?.parse().ok()));
    let by_id = id.and_then(|id| Card::from_id(u32::try_from(id).ok()?));
    by_id.or_else(|| Card::read(entry.get("fullName")?.as_str()?))
}

/// The text of an entry, if it has any.
fn read_text(entry: &Map<String, Value>) -> Option<Text> {
    let rules = string(entry.get("fullText")).or_else(|| {
        let abilities = entry.get("abilities")?.as_array()?;
        let texts: Vec<_> = abilities.iter().filter_map(|ability| string(ability.get("fullText"))).collect();
        (!texts.is_empty()).then(|| texts.join("\n"))
    });
    let flavour = string(entry.get("flavorText"));
    (rules.is_some() || flavour.is_some()).then_some(Text { rules, flavour })
}

/// A string that is not blank.
fn string(value: Option<&Value>) -> Option<String> {
    let text = value?.as_str()?.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// The place of a JSON error, which is reported as line and column.
fn place(text: &str, error: &serde_json::Error) -> Span {
    let before: usize = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let at = (before + error.column().saturating_sub(1)).min(text.len());
    let start = (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or_default();
    let end = (start + 1..=text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(start);
    Span::new(start, end)
}
