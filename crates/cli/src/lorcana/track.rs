//! Follows a card over all explored paths: where it is, and where that changes.

use std::collections::BTreeMap;
use std::path::Path;

use gaslamp_api::lorcana::games::{self, Moved};
use gaslamp_core::number_format::plural;
use gaslamp_core::trace::{line, rich};
use gaslamp_core::{Diagnostic, Notation};
use gaslamp_lorcana::rules::piece::SEATS;
use gaslamp_lorcana::rules::{CardId, Piece};
use gaslamp_lorcana::{Card, CardCopy, State};
use gaslamp_tree::{FileStore, Id, NodePath, Store as _, Tree};

use super::explore::{self, Out};
use crate::failure::Failure;
use crate::output::Output;

/// Which cards are followed.
enum Wanted {
    Piece(Piece),
    Copy(CardCopy),
    Card(Card),
}

impl Wanted {
    fn read(text: &str) -> Result<Self, Failure> {
        if let Some(piece) = Piece::read(text) {
            return Ok(Self::Piece(piece));
        }
        if let Some(copy) = CardCopy::read(text) {
            return Ok(Self::Copy(copy));
        }
        let card = Card::from_key(text).or_else(|| Card::read(text));
        card.map(Self::Card).ok_or_else(|| {
            let near: Vec<String> =
                gaslamp_lorcana::cards::nearest(text, 3).iter().map(ToString::to_string).collect();
            Diagnostic::new("lorcana/track/card", format!("`{text}` is not a card"))
                .fix(format!("did you mean {}?", near.join(", ")))
                .into()
        })
    }

    fn is(&self, piece: Piece) -> bool {
        match self {
            Self::Piece(wanted) => *wanted == piece,
            Self::Copy(wanted) => *wanted == piece.copy,
            Self::Card(wanted) => *wanted == piece.card(),
        }
    }
}

/// The zone and status of each followed card at a node.
type Places = BTreeMap<String, String>;

/// Follows a card over all explored nodes at and below a node.
pub(super) fn run(card: &str, given: &Path, out_dir: &Out, out: &mut Output) -> Result<(), Failure> {
    let wanted = Wanted::read(card)?;
    let (tree, start) = crate::tree::open(&out_dir.find(given), explore::layout())?;
    let mut walk = Walk { tree: &tree, wanted, changes: Vec::new(), nodes: 0, zones: BTreeMap::new() };
    walk.all(start)?;
    walk.tell(card, out)
}

struct Walk<'a> {
    tree: &'a Tree<State, FileStore>,
    wanted: Wanted,
    changes: Vec<Moved>,
    nodes: u64,
    zones: BTreeMap<String, u64>,
}

impl Walk<'_> {
    /// Every explored node, a node before what is below it.
    fn all(&mut self, start: NodePath) -> Result<(), Failure> {
        let mut left: Vec<(NodePath, Option<Id>, Places)> = vec![(start, None, Places::new())];
        while let Some((above, id, before)) = left.pop() {
            let path = id.map_or_else(|| above.clone(), |id| above.child(&id));
            let Some(node) = self.tree.populated_node(&path)? else { continue };
            let now = self.places(node.run().state());
            self.note(&path, node.event().unwrap_or_default(), &before, &now);
            let children = self.tree.store().list_dirs(&path).map_err(gaslamp_tree::TreeError::from)?;
            left.extend(children.into_iter().rev().map(|id| (path.clone(), Some(id), now.clone())));
        }
        Ok(())
    }

    fn places(&mut self, state: &State) -> Places {
        let names = SEATS.map(|seat| gaslamp_lorcana::rules::piece::player_name(seat).to_owned());
        let pieces = &state.position().pieces;
        let wanted = pieces.iter().enumerate().filter(|(_, piece)| self.wanted.is(**piece));
        let ids: Vec<(CardId, Piece)> = wanted.map(|(at, piece)| (CardId::new(at), *piece)).collect();
        if ids.is_empty() {
            return Places::new();
        }
        self.nodes += 1;
        let facts: BTreeMap<String, String> = Notation::facts(state, &names).into_iter().collect();
        let mut places = Places::new();
        for (_, piece) in ids {
            let name = piece.to_string();
            if let Some(fact) = facts.get(&name) {
                let zone = fact.split(',').next().unwrap_or_default().to_owned();
                *self.zones.entry(zone).or_default() += 1;
                places.insert(name, fact.clone());
            }
        }
        places
    }

    fn note(&mut self, path: &NodePath, event: &str, before: &Places, now: &Places) {
        for (name, place) in now {
            let old = before.get(name);
            if old != Some(place) {
                self.changes.push(Moved {
                    node: path.to_string(),
                    action: event.to_owned(),
                    card: name.clone(),
                    before: old.cloned(),
                    after: place.clone(),
                });
            }
        }
    }

    fn tell(&self, card: &str, out: &mut Output) -> Result<(), Failure> {
        if self.nodes == 0 {
            return Err(Failure::no("lorcana/track/absent", format!("card `{card}` is not in this game")));
        }
        if out.json {
            return Ok(out.value(&games::track(self.nodes, &self.zones, &self.changes))?);
        }
        for Moved { node, action, card, before, after } in &self.changes {
            let spell = |text: &str| State::DIALECT.spell(text);
            let words = match before {
                Some(before) => format!("{} → {}", spell(before), spell(after)),
                None => spell(after),
            };
            let by = line::read_event(action)
                .map(|event| format!("  ({})", rich::sentence(&event, State::DIALECT)));
            out.line(&format!("{node}: {}: {words}{}", spell(card), by.unwrap_or_default()))?;
        }
        let zones: Vec<String> = self.zones.iter().map(|(zone, count)| format!("{zone} {count}")).collect();
        let nodes = plural(self.nodes, "node");
        Ok(out.line(&format!("{nodes} searched: {}", zones.join(", ")))?)
    }
}
