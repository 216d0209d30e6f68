//! The parts of a graph: its nodes by type, its edges by label. Nothing is converted to a position yet.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use gaslamp_core::{Diagnostic, Seat, Span};

use super::super::graph::{Attr, Edge, Graph, Node};
use super::problem::Problem;
use super::{GAME, read_zone_id};
use crate::cards::nearest;
use crate::notation::terms::read_seat;
use crate::rules::Piece;
use crate::rules::piece::{PLAYERS, player_name, player_named};
use crate::rules::position::Zone;
use crate::text::quote;

/// The nodes and edges that matter.
#[derive(Default)]
pub(super) struct Parts<'g> {
    pub game: Option<&'g Node>,
    pub players: [Option<&'g Node>; PLAYERS],
    /// Cards that have a statement or are in a zone, and cards that are only mentioned, if they have attributes.
    pub cards: BTreeMap<Piece, &'g Node>,
    /// Cards whose type says that they are cards.
    pub declared: BTreeSet<Piece>,
    pub history: Vec<&'g Node>,
    pub effects: Vec<&'g Node>,
    pub triggers: Vec<&'g Node>,
    pub frames: Vec<&'g Node>,
    pub coming: Vec<&'g Node>,
    pub left: Vec<&'g Node>,
    pub queue: Option<&'g Node>,
    pub choice: Option<&'g Node>,
    pub turn_of: Option<Seat>,
    /// The zone that a card is in.
    pub zones: BTreeMap<Piece, (Zone, &'g Edge)>,
    pub under: BTreeMap<Piece, &'g Edge>,
    pub at: BTreeMap<Piece, &'g Edge>,
    links: HashMap<(&'g str, &'g str), Vec<&'g Edge>>,
    pub problems: Vec<Problem>,
}

/// The types of nodes.
const TYPES: &str = "Game, Player, Zone, Card, Happening, Effect, TargetPool, TriggerQueue, Trigger, Resolving, \
                     LastKnown, Damage, Ability, Answer";

/// The edges from the parts of a game to the cards and players that they are about.
const LINKS: [&str; 10] = [
    "CREATED_BY",
    "MODIFIES",
    "HAPPENED_TO",
    "HAPPENED_WITH",
    "OF_PLAYER",
    "REMEMBERS",
    "CHOSEN",
    "ACTED_ON",
    "DEALS_WITH",
    "REPLACED_BY",
];

/// How a player's card is written.
const LIKE: &str = "such as p1.tipo_growing_son.a";

/// How many problems there may be before suggestions stop.
const SUGGESTED: usize = 20;

impl<'g> Parts<'g> {
    pub(super) fn of(graph: &'g Graph) -> Self {
        let mut parts = Self::default();
        graph.nodes.iter().for_each(|node| parts.node(node));
        graph.edges.iter().for_each(|edge| parts.edge(edge));
        for (name, found, fix) in [
            (GAME, parts.game.is_some(), "game [type=\"Game\", turn=\"1\"];"),
            ("p1", parts.players[0].is_some(), "p1 [type=\"Player\", lore=\"0\", ink_drops=\"1\"];"),
            ("p2", parts.players[1].is_some(), "p2 [type=\"Player\", lore=\"0\", ink_drops=\"1\"];"),
        ] {
            if !found {
                let message = format!("there is no node `{name}`");
                let problem = Diagnostic::new("lorcana/dot/missing", message).fix(fix);
                parts.problems.push(Problem::game(problem));
            }
        }
        parts
    }

    /// The edges with this label that leave a node.
    pub(super) fn links(&self, from: &'g Node, label: &'static str) -> &[&'g Edge] {
        self.links.get(&(from.id.as_str(), label)).map_or(&[], Vec::as_slice)
    }

    fn wrong(&mut self, id: &'static str, span: Span, message: String) {
        self.problems.push(Problem::game(Diagnostic::new(id, message).at(span)));
    }

    fn node(&mut self, node: &'g Node) {
        let kind = attr(&node.attrs, "type");
        let seat = player_named(&node.id);
        match kind.map(|kind| kind.value.as_str()) {
            Some("Game") if node.id == GAME => self.game = Some(node),
            Some("Player") if seat.is_some() => self.player(seat, node),
            Some("Game" | "Player") => {
                let message = format!(
                    "`{}` cannot have this type; the game is `game`, players are `p1` and `p2`",
                    node.id
                );
                self.wrong("lorcana/dot/name", node.span, message);
            }
            Some("Zone") => self.zone(node),
            Some("Card") => self.card(node),
            Some("Happening") => self.history.push(node),
            Some("Effect") => self.effects.push(node),
            Some("Trigger") => self.triggers.push(node),
            Some("Resolving") => self.frames.push(node),
            Some("LastKnown") => self.left.push(node),
            Some("Damage") => self.coming.push(node),
            Some("TriggerQueue") => {
                let before = self.queue.replace(node);
                self.only(before, node);
            }
            Some("TargetPool") => {
                let before = self.choice.replace(node);
                self.only(before, node);
            }
            // These represent legal actions.
            Some("Ability" | "Answer") => {}
            Some(other) => {
                let span = kind.map_or(node.span, |kind| kind.span);
                let message = format!("`{}` is not a type of node", quote(other));
                let problem = Diagnostic::new("lorcana/dot/type", message).at(span).fix(TYPES);
                self.problems.push(Problem::game(problem));
            }
            None if node.id == GAME => self.game = Some(node),
            None if seat.is_some() => self.player(seat, node),
            None => {
                if let Some(piece) = Piece::read(&node.id) {
                    self.cards.entry(piece).or_insert(node);
                }
            }
        }
    }

    fn player(&mut self, seat: Option<Seat>, node: &'g Node) {
        if let Some(seat) = seat {
            self.players[seat.index()] = Some(node);
        }
    }

    fn only(&mut self, before: Option<&Node>, node: &Node) {
        if let Some(before) = before {
            let message =
                format!("`{}` and `{}` have a type that only one node can have", before.id, node.id);
            self.wrong("lorcana/dot/twice", node.span, message);
        }
    }

    /// Zones are known by their ids. One that stores what is out of the game (`.bag`) is ignored.
    fn zone(&mut self, node: &Node) {
        let kind = attr(&node.attrs, "kind");
        let known = super::super::template::ZONES.iter();
        let wanted = match read_zone_id(&node.id) {
            Some(_) => {
                known.clone().find(|(name, _)| node.id.ends_with(&format!(".{name}"))).map(|zone| zone.1)
            }
            None if node.id.ends_with(".bag") => Some("bag"),
            None => None,
        };
        match (wanted, kind) {
            (None, _) => {
                let message = format!("`{}` is not a zone", quote(&node.id));
                let problem = Diagnostic::new("lorcana/dot/zone", message).at(node.span);
                self.problems.push(Problem::game(problem.fix("z.p1.hand, .deck, .play, .ink or .discard")));
            }
            (Some(wanted), Some(kind)) if kind.value != wanted => {
                let message = format!("the kind of `{}` must be {wanted}", node.id);
                let problem = Diagnostic::new("lorcana/dot/zone", message).at(kind.span).fix(wanted);
                self.problems.push(Problem::game(problem));
            }
            _ => {}
        }
    }

    fn card(&mut self, node: &'g Node) {
        let Some(piece) = self.piece(&node.id, node.span) else { return };
        if !self.declared.insert(piece) {
            self.wrong("lorcana/dot/twice", node.span, format!("{piece} appears twice"));
        }
        self.cards.insert(piece, node);
    }

    fn piece(&mut self, id: &str, span: Span) -> Option<Piece> {
        let piece = Piece::read(id);
        if piece.is_none() {
            let message = format!("`{}` is not a player's card", quote(id));
            let fix = if self.problems.len() < SUGGESTED { like(id) } else { LIKE.to_owned() };
            let problem = Diagnostic::new("lorcana/dot/card", message).at(span).fix(fix);
            self.problems.push(Problem::game(problem));
        }
        piece
    }

    fn edge(&mut self, edge: &'g Edge) {
        match edge.label() {
            "IN" => self.place(edge),
            "UNDER" | "AT" => {
                let Some(piece) = self.piece(&edge.from, edge.span) else { return };
                let places = if edge.label() == "AT" { &mut self.at } else { &mut self.under };
                if places.insert(piece, edge).is_some() {
                    self.wrong("lorcana/dot/twice", edge.span, format!("{piece} is in two places"));
                }
            }
            "CURRENT_TURN" => match read_seat(&edge.to) {
                Ok(seat) if self.turn_of.is_none_or(|before| before == seat) => self.turn_of = Some(seat),
                Ok(_) => {
                    self.wrong("lorcana/dot/twice", edge.span, "it is the turn of both players".to_owned());
                }
                Err(problem) => self.problems.push(Problem::game(problem.at(edge.span))),
            },
            "OWNS" => {
                let owner = read_zone_id(&edge.from).map(|(seat, _)| player_name(seat));
                if owner.is_some_and(|owner| owner != edge.to) {
                    let message = format!("`{}` cannot belong to {}", edge.from, quote(&edge.to));
                    self.wrong("lorcana/dot/owner", edge.span, message);
                }
            }
            label if LINKS.contains(&label) => {
                self.links.entry((edge.from.as_str(), label)).or_default().push(edge);
            }
            // These follow from the rest, or only concern drawing.
            "" | "WAITS_IN" | "CANDIDATE" => {}
            label if label.starts_with("CAN_") => {}
            label => {
                let message = format!("`{}` is not a kind of edge", quote(label));
                self.wrong("lorcana/dot/edge", edge.span, message);
            }
        }
    }

    fn place(&mut self, edge: &'g Edge) {
        let Some(piece) = self.piece(&edge.from, edge.span) else { return };
        let Some((seat, zone)) = read_zone_id(&edge.to) else {
            let message = format!("`{}` is not a zone that a card can be in", quote(&edge.to));
            return self.wrong("lorcana/dot/zone", edge.span, message);
        };
        if seat != piece.owner {
            let message = format!("{piece} cannot be in a zone of {}", player_name(seat));
            self.wrong("lorcana/dot/owner", edge.span, message);
        }
        if self.zones.insert(piece, (zone, edge)).is_some_and(|(before, _)| before != zone) {
            self.wrong("lorcana/dot/twice", edge.span, format!("{piece} is in two zones"));
        }
    }
}

/// The attribute with this key.
pub(super) fn attr<'a>(attrs: &'a [Attr], key: &str) -> Option<&'a Attr> {
    attrs.iter().find(|attr| attr.key == key)
}

/// A name that may have been meant.
fn like(id: &str) -> String {
    let (player, rest) = id.split_once('.').unwrap_or(("p1", id));
    let (key, copy) = rest.rsplit_once('.').unwrap_or((rest, "a"));
    let player = if player == "p2" { player } else { "p1" };
    let near = nearest(key, 1);
    near.first().map_or_else(|| LIKE.to_owned(), |card| format!("{player}.{}.{copy}", card.key()))
}
