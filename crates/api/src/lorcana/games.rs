//! Matchups and explored games.

use std::collections::BTreeMap;

use gaslamp_lorcana::Deck;
use serde_json::{Value, json};

/// A matchup: both decks, and the seeds that have been dealt.
#[must_use]
pub fn matchup(hash: &str, decks: &[Deck; 2], seeds: &[String]) -> Value {
    let decks = decks.each_ref().map(|deck| {
        let lines: Vec<String> = deck.lines.iter().map(ToString::to_string).collect();
        json!({ "cards": deck.size(), "lines": lines })
    });
    json!({ "matchup": hash, "decks": decks, "seeds": seeds })
}

/// A picture.
#[must_use]
pub fn picture(svg: &str) -> Value {
    json!({ "svg": svg })
}

/// A change of a followed card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moved {
    /// The node at which it has changed.
    pub node: String,
    /// The action that led to that node; empty at the root.
    pub action: String,
    /// The card.
    pub card: String,
    /// Its zone and status before, if known.
    pub before: Option<String>,
    /// Its zone and status now.
    pub after: String,
}

/// A card over all explored paths: the number of nodes, how often it was in each zone, and every change.
#[must_use]
pub fn track(nodes: u64, zones: &BTreeMap<String, u64>, changes: &[Moved]) -> Value {
    let change = |Moved { node, action, card, before, after }: &Moved| json!({ "node": node, "action": action, "card": card, "before": before, "after": after });
    json!({ "nodes": nodes, "zones": zones, "changes": changes.iter().map(change).collect::<Vec<_>>() })
}
