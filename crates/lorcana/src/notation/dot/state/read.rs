//! The reader; the header of [`super`] says what it accepts.

use std::collections::BTreeSet;

use gaslamp_core::{Diagnostic, Seat, Span};

use super::super::graph::{Attr, Edge, Graph, Node};
use super::parts::{Parts, attr};
use super::problem::{Problem, StateFile};
use super::{GAME, zone_id};
use crate::cards::{Card, CardCopy};
use crate::notation::terms::{
    read_ability, read_card, read_modifier, read_pending, read_piece, read_seat, read_seen, read_stage,
    read_until, read_used, read_what,
};
use crate::rules::happening::Happening;
use crate::rules::piece::{PLAYERS, SEATS};
use crate::rules::position::{
    Cause, ComingDamage, EffectTarget, Frame, InSlot, LastKnown, LastingEffect, OnceATurn, Player, Position,
    Seen, Stage, Status, Trigger, Used, Zone,
};
use crate::rules::{CardId, Flaw, Piece, PositionPart, State};
use crate::seed::read_dek;
use crate::text::{lines, quote};

/// Reads a state from `game.dot` and both `.dek` files.
///
/// # Errors
/// Everything that cannot be read, with the file it is in; if everything can, every rule that the position breaks.
pub fn read(dot: &str, deks: [&str; PLAYERS]) -> Result<State, Vec<Problem>> {
    let mut problems = Vec::new();
    let decks = SEATS.map(|seat| read_deck(seat, deks[seat.index()], &mut problems));
    let reading = super::super::read(dot);
    let is_whole = reading.problems.is_empty();
    problems.extend(reading.problems.into_iter().map(Problem::game));
    let found = if is_whole { read_graph(&reading.graph, &decks, problems) } else { Err(problems) };
    found.map_err(|mut problems| {
        problems.sort_by_key(Problem::place);
        problems
    })
}

/// The cards of a deck with their places, top card first.
type DeckLines = Vec<(CardCopy, Span)>;

fn read_deck(seat: Seat, text: &str, problems: &mut Vec<Problem>) -> DeckLines {
    let file = StateFile::deck(seat.index());
    match read_dek(text) {
        Ok(copies) => copies.into_iter().zip(lines(text).map(|(_, span)| span)).collect(),
        Err(found) => {
            problems.extend(found.into_iter().map(|diagnostic| Problem { file, diagnostic }));
            Vec::new()
        }
    }
}

fn read_graph(
    graph: &Graph,
    decks: &[DeckLines; PLAYERS],
    mut problems: Vec<Problem>,
) -> Result<State, Vec<Problem>> {
    let decks_are_whole = problems.is_empty();
    let mut parts = Parts::of(graph);
    problems.append(&mut parts.problems);
    // A card that is in no deck may be on a line that could not be read.
    let mut reader = Reader { parts, position: gather(graph, decks), problems };
    if decks_are_whole {
        reader.places(decks);
    }
    reader.players();
    reader.cards();
    let ids = reader.lists();
    reader.course();
    if !reader.problems.is_empty() {
        return Err(reader.problems);
    }
    let places = SpanIndex::of(&reader, ids, decks);
    let Reader { parts, position, .. } = reader;
    let drops = InkingsLeft::of(&parts, &position);
    let tell = |flaws: Vec<Flaw>| flaws.into_iter().map(|flaw| places.problem(flaw)).collect::<Vec<_>>();
    let state = State::examine(position).map_err(tell)?;
    drops.settle(state)
}

/// All cards: those of the decks, and those that are in a zone or under a card.
fn gather(graph: &Graph, decks: &[DeckLines; PLAYERS]) -> Position {
    let in_decks = SEATS
        .into_iter()
        .zip(decks)
        .flat_map(|(owner, deck)| deck.iter().map(move |&(copy, _)| Piece { owner, copy }));
    let placed = graph.edges.iter().filter(|edge| matches!(edge.label(), "IN" | "UNDER"));
    let placed = placed.filter_map(|edge| Piece::read(&edge.from));
    let mut pieces: Vec<Piece> = in_decks.chain(placed).collect();
    pieces.sort_unstable();
    pieces.dedup();
    let mut position = Position::new(pieces.into());
    for (owner, deck) in SEATS.into_iter().zip(decks) {
        let id = |copy: CardCopy| position.pieces.binary_search(&Piece { owner, copy }).ok().map(CardId::new);
        position.decks[owner.index()] = deck.iter().rev().filter_map(|&(copy, _)| id(copy)).collect();
    }
    position
}

struct Reader<'g> {
    parts: Parts<'g>,
    position: Position,
    problems: Vec<Problem>,
}

/// The nodes of each list, in order.
struct Listed<'g> {
    effects: Vec<&'g Node>,
    triggers: Vec<&'g Node>,
    frames: Vec<&'g Node>,
    coming: Vec<&'g Node>,
}

impl<'g> Reader<'g> {
    fn wrong(&mut self, problem: Diagnostic, span: Span) {
        self.problems.push(Problem::game(problem.at(span)));
    }

    /// The value of an attribute, if it is present and can be read.
    fn word<T>(
        &mut self,
        attrs: &[Attr],
        key: &str,
        read: impl FnOnce(&str) -> Result<T, Diagnostic>,
    ) -> Option<T> {
        let attr = attr(attrs, key)?;
        match read(&attr.value) {
            Ok(value) => Some(value),
            Err(problem) => {
                self.wrong(problem, attr.span);
                None
            }
        }
    }

    fn number<T: std::str::FromStr + Default>(&mut self, attrs: &[Attr], key: &str) -> T {
        self.word(attrs, key, |text| number(key, text)).unwrap_or_default()
    }

    fn flag(&mut self, attrs: &[Attr], key: &str) -> bool {
        let read = |text: &str| match text.trim() {
            "0" | "false" => Ok(false),
            "1" | "true" => Ok(true),
            other => {
                let message = format!("`{}` is neither 0 nor 1, as `{key}` is", quote(other));
                Err(Diagnostic::new("lorcana/dot/flag", message).fix("0 or 1"))
            }
        };
        self.word(attrs, key, read).unwrap_or_default()
    }

    /// A required attribute.
    fn needed<T>(
        &mut self,
        node: &Node,
        key: &str,
        read: impl FnOnce(&str) -> Result<T, Diagnostic>,
    ) -> Option<T> {
        if attr(&node.attrs, key).is_none() {
            let message = format!("`{}` has no `{key}`", node.id);
            self.wrong(Diagnostic::new("lorcana/dot/missing", message), node.span);
        }
        self.word(&node.attrs, key, read)
    }

    fn piece(&mut self, edge: &Edge) -> Option<CardId> {
        match read_piece(&edge.to, &self.position.pieces) {
            Ok(id) => Some(id),
            Err(problem) => {
                self.wrong(problem, edge.span);
                None
            }
        }
    }

    /// The only edge with this label that leaves a node.
    fn link(&mut self, node: &'g Node, label: &'static str) -> Option<&'g Edge> {
        let links = self.parts.links(node, label);
        let (first, count) = (links.first().copied(), links.len());
        if count > 1 {
            let message = format!("`{}` has {count} edges {label}, not one", node.id);
            self.wrong(Diagnostic::new("lorcana/dot/twice", message), node.span);
        }
        first
    }

    /// The card to which the only edge with this label goes, if there is one.
    fn card_of(&mut self, node: &'g Node, label: &'static str) -> Option<CardId> {
        self.link(node, label).and_then(|edge| self.piece(edge))
    }

    /// The cards to which the edges with this label go, in the order that their attributes give.
    fn cards_of(&mut self, node: &'g Node, label: &'static str) -> Vec<CardId> {
        let edges = self.ordered_links(node, label);
        edges.into_iter().filter_map(|edge| self.piece(edge)).collect()
    }

    fn ordered_links(&mut self, node: &'g Node, label: &'static str) -> Vec<&'g Edge> {
        let mut keyed: Vec<(usize, &Edge)> = Vec::new();
        for edge in self.parts.links(node, label).to_vec() {
            let order = self.word(&edge.attrs, "order", |text| number("order", text));
            keyed.push((order.unwrap_or(usize::MAX), edge));
        }
        keyed.sort_by_key(|&(order, _)| order);
        keyed.into_iter().map(|(_, edge)| edge).collect()
    }

    fn seat(&mut self, edge: &Edge) -> Option<Seat> {
        match read_seat(&edge.to) {
            Ok(seat) => Some(seat),
            Err(problem) => {
                self.wrong(problem, edge.span);
                None
            }
        }
    }

    fn needed_link(&mut self, node: &'g Node, label: &'static str) -> Option<&'g Edge> {
        let link = self.link(node, label);
        if link.is_none() {
            let message = format!("`{}` has no edge {label}", node.id);
            self.wrong(Diagnostic::new("lorcana/dot/missing", message), node.span);
        }
        link
    }

    /// Every card is in one place.
    fn places(&mut self, decks: &[DeckLines; PLAYERS]) {
        let in_decks: BTreeSet<Piece> = SEATS
            .into_iter()
            .zip(decks)
            .flat_map(|(owner, deck)| deck.iter().map(move |&(copy, _)| Piece { owner, copy }))
            .collect();
        let mut found = Vec::new();
        for (piece, (zone, edge)) in &self.parts.zones {
            let is_in_deck = in_decks.contains(piece);
            if *zone == Zone::Deck && !is_in_deck {
                let message = format!("{piece} is in a deck, but not in its .dek file");
                found.push((Diagnostic::new("lorcana/dot/deck", message), edge.span));
            } else if *zone != Zone::Deck && is_in_deck {
                let message = format!("{piece} is in a zone, but also in its .dek file");
                found.push((Diagnostic::new("lorcana/dot/twice", message), edge.span));
            } else if *zone != Zone::Play && self.parts.under.contains_key(piece) {
                let message = format!("{piece} is under a card, but also in another zone");
                found.push((Diagnostic::new("lorcana/dot/twice", message), edge.span));
            }
        }
        for (piece, edge) in &self.parts.under {
            if in_decks.contains(piece) {
                let message = format!("{piece} is under a card, but also in its .dek file");
                found.push((Diagnostic::new("lorcana/dot/twice", message), edge.span));
            }
        }
        for piece in &self.parts.declared {
            let is_somewhere = self.position.pieces.binary_search(piece).is_ok();
            if let (false, Some(node)) = (is_somewhere, self.parts.cards.get(piece)) {
                let problem = Diagnostic::new("lorcana/dot/nowhere", format!("{piece} is in no zone"));
                let zone = zone_id(piece.owner, Zone::Hand);
                let fix = format!("\"{piece}\" -> \"{zone}\" [label=\"IN\"];");
                found.push((problem.fix(fix), node.span));
            }
        }
        found.into_iter().for_each(|(problem, span)| self.wrong(problem, span));
    }

    fn players(&mut self) {
        for seat in SEATS {
            let Some(node) = self.parts.players[seat.index()] else { continue };
            let attrs = &node.attrs;
            let player = Player {
                lore: self.number(attrs, "lore"),
                inked: self.number(attrs, "inked"),
                ink_tokens: self.number(attrs, "ink_tokens"),
                altered: self.number(attrs, "altered"),
            };
            let _: u8 = self.number(attrs, "ink_drops");
            self.position.players[seat.index()] = player;
        }
    }

    fn cards(&mut self) {
        for index in 0..self.position.pieces.len() {
            let piece = self.position.pieces[index];
            let mut status = match self.parts.cards.get(&piece).copied() {
                Some(node) => {
                    self.used(CardId::new(index), piece, node);
                    self.card(piece, node)
                }
                None => Status::default(),
            };
            let zone = self.parts.zones.get(&piece).map(|(zone, _)| *zone);
            status.zone = zone.unwrap_or_default();
            if let Some(edge) = self.parts.at.get(&piece).copied() {
                status.location = self.piece(edge);
            }
            if let Some(edge) = self.parts.under.get(&piece).copied() {
                status.zone = Zone::Under;
                status.under = self.piece(edge);
                let depth = self.word(&edge.attrs, "depth", |text| number("depth", text));
                status.depth = depth.unwrap_or(1);
            }
            self.position.cards[index] = status;
        }
    }

    fn used(&mut self, card: CardId, piece: Piece, node: &Node) {
        let used = self.word(&node.attrs, "used", |text| read_used(text, piece.card()));
        let mut used: Vec<OnceATurn> = used.unwrap_or_default();
        used.sort_unstable();
        self.position.used.extend(used.into_iter().map(|ability| Used { card, ability }));
    }

    /// The status of a card, except for its place.
    fn card(&mut self, piece: Piece, node: &Node) -> Status {
        let attrs = &node.attrs;
        self.word(attrs, "card_id", |text| {
            let id = number("card_id", text)?;
            if Card::from_id(id) == Some(piece.card()) {
                return Ok(());
            }
            let message = format!("{id} is not the id of {}", piece.card());
            Err(Diagnostic::new("lorcana/dot/card-id", message).fix(piece.facts().id.to_string()))
        });
        Status {
            exerted: self.flag(attrs, "exerted"),
            drying: self.flag(attrs, "drying"),
            facedown: self.flag(attrs, "facedown"),
            temporary: self.flag(attrs, "temporary"),
            damage: self.number(attrs, "damage"),
            ..Status::default()
        }
    }

    /// In the order that their attributes give, or else in that of the file.
    fn ordered(&mut self, nodes: &[&'g Node]) -> Vec<&'g Node> {
        let mut keyed: Vec<(usize, &Node)> = Vec::with_capacity(nodes.len());
        for node in nodes {
            let order = self.word(&node.attrs, "order", |text| number("order", text));
            keyed.push((order.unwrap_or(usize::MAX), node));
        }
        keyed.sort_by_key(|&(order, _)| order);
        keyed.into_iter().map(|(_, node)| node).collect()
    }

    fn lists(&mut self) -> Listed<'g> {
        let history = std::mem::take(&mut self.parts.history);
        let history = self.ordered(&history);
        self.position.history = history.into_iter().filter_map(|node| self.past(node)).collect();
        let effects = std::mem::take(&mut self.parts.effects);
        let triggers = std::mem::take(&mut self.parts.triggers);
        let frames = std::mem::take(&mut self.parts.frames);
        let coming = std::mem::take(&mut self.parts.coming);
        let listed = Listed {
            effects: self.ordered(&effects),
            triggers: self.ordered(&triggers),
            frames: self.ordered(&frames),
            coming: self.ordered(&coming),
        };
        self.position.effects = listed.effects.iter().filter_map(|node| self.effect(node)).collect();
        self.position.bag = listed.triggers.iter().filter_map(|node| self.trigger(node)).collect();
        self.position.frames = listed.frames.iter().filter_map(|node| self.frame(node)).collect();
        self.position.coming = listed.coming.iter().filter_map(|node| self.coming(node)).collect();
        let left = std::mem::take(&mut self.parts.left);
        self.position.left = left.into_iter().filter_map(|node| self.last_known(node)).collect();
        self.position.left.sort_by_key(|known| known.card);
        listed
    }

    fn last_known(&mut self, node: &'g Node) -> Option<LastKnown> {
        let strength = self.needed(node, "strength", |text| number("strength", text));
        let card = self.needed_link(node, "HAPPENED_TO").and_then(|edge| self.piece(edge));
        let [willpower, lore] = ["willpower", "lore"].map(|key| self.number(&node.attrs, key));
        let [damage, under] = ["damage", "under"].map(|key| self.number(&node.attrs, key));
        Some(LastKnown { card: card?, strength: strength?, willpower, lore, damage, under })
    }

    fn past(&mut self, node: &'g Node) -> Option<Happening> {
        let what = self.needed(node, "what", read_what);
        let player = self.needed_link(node, "OF_PLAYER").and_then(|edge| self.seat(edge));
        let card = self.card_of(node, "HAPPENED_TO");
        let other = self.card_of(node, "HAPPENED_WITH");
        let number = self.number(&node.attrs, "number");
        Some(Happening { what: what?, player: player?, card, other, number })
    }

    fn coming(&mut self, node: &'g Node) -> Option<ComingDamage> {
        let by = self.needed(node, "amount", |text| number("amount", text));
        let dealt = self.flag(&node.attrs, "dealt");
        let source = self.needed_link(node, "CREATED_BY").and_then(|edge| self.piece(edge));
        let card = self.needed_link(node, "HAPPENED_TO").and_then(|edge| self.piece(edge));
        let past = self.parts.links(node, "REPLACED_BY").to_vec();
        let mut past: Vec<CardId> = past.into_iter().filter_map(|edge| self.piece(edge)).collect();
        past.sort_unstable();
        Some(ComingDamage { card: card?, by: by?, dealt, source: source?, past })
    }

    fn effect(&mut self, node: &'g Node) -> Option<LastingEffect> {
        let modifier = self.needed(node, "modifier", read_modifier);
        let until = self.needed(node, "until", read_until);
        let source = self.needed_link(node, "CREATED_BY").and_then(|edge| self.piece(edge));
        let on = self.needed_link(node, "MODIFIES").and_then(|edge| match read_seat(&edge.to) {
            Ok(seat) => Some(EffectTarget::Player(seat)),
            Err(_) if edge.to == GAME => Some(EffectTarget::Group),
            Err(_) => self.piece(edge).map(EffectTarget::Card),
        });
        let about = self.card_of(node, "REMEMBERS");
        Some(LastingEffect { source: source?, on: on?, modifier: modifier?, until: until?, about })
    }

    /// The cards, the player and the numbers of an event.
    fn cause(&mut self, node: &'g Node) -> Cause {
        Cause {
            subject: self.card_of(node, "HAPPENED_TO"),
            other: self.card_of(node, "HAPPENED_WITH"),
            player: self.link(node, "OF_PLAYER").and_then(|edge| self.seat(edge)),
            number: self.number(&node.attrs, "number"),
            at: self.number(&node.attrs, "at"),
            about: self.card_of(node, "REMEMBERS"),
        }
    }

    /// Whoever controls the ability of a card: its owner, unless the node says otherwise.
    fn controller(&mut self, node: &Node, source: CardId) -> Seat {
        self.word(&node.attrs, "controller", read_seat).unwrap_or_else(|| self.owner(source))
    }

    fn trigger(&mut self, node: &'g Node) -> Option<Trigger> {
        let ability = self.needed(node, "ability", read_ability);
        let source = self.needed_link(node, "CREATED_BY").and_then(|edge| self.piece(edge));
        let cause = self.cause(node);
        let (ability, source) = (ability?, source?);
        Some(Trigger { controller: self.controller(node, source), source, ability, cause })
    }

    fn frame(&mut self, node: &'g Node) -> Option<Frame> {
        let attrs = &node.attrs;
        let ability = self.needed(node, "ability", read_ability);
        let step = self.needed(node, "step", |text| number("step", text));
        let source = self.needed_link(node, "CREATED_BY").and_then(|edge| self.piece(edge));
        let Cause { subject, other, player, at, .. } = self.cause(node);
        let slots = self.ordered_links(node, "CHOSEN");
        let (ability, step, source) = (ability?, step?, source?);
        Some(Frame {
            controller: self.controller(node, source),
            source,
            ability,
            step,
            subject,
            other,
            player,
            at,
            slots: slots.into_iter().filter_map(|edge| self.slot(edge)).collect(),
            those: self.cards_of(node, "ACTED_ON"),
            named: self.word(attrs, "named", read_card),
            result: self.number(attrs, "result"),
            loops: self.word(attrs, "loops", read_numbers).unwrap_or_default(),
            tries: self.number(attrs, "tries"),
            failed: self.number(attrs, "failed"),
            accepted: self.flag(attrs, "accepted"),
            to_bottom: self.flag(attrs, "to_bottom"),
            done: self.number(attrs, "done"),
            left: self.cards_of(node, "DEALS_WITH"),
        })
    }

    fn slot(&mut self, edge: &Edge) -> Option<InSlot> {
        let card = self.piece(edge);
        let slot = self.number(&edge.attrs, "slot");
        let moved = self.flag(&edge.attrs, "moved");
        let seen = self.word(&edge.attrs, "seen", read_seen).unwrap_or(Seen::Open);
        Some(InSlot { slot, card: card?, moved, seen })
    }

    fn owner(&self, id: CardId) -> Seat {
        self.position.pieces[id.index()].owner
    }

    /// The turn, the stage, the pending question.
    fn course(&mut self) {
        let pieces = self.position.pieces.clone();
        self.position.active = self.parts.turn_of.unwrap_or(SEATS[0]);
        if let Some(node) = self.parts.game {
            self.position.turn = self.number(&node.attrs, "turn");
            let usual = if self.position.turn == 0 { Stage::Begin } else { Stage::Main };
            let stage = self.word(&node.attrs, "stage", |text| read_stage(text, &pieces));
            self.position.stage = stage.unwrap_or(usual);
            let struck = self.word(&node.attrs, "struck", |text| read_pieces(text, &pieces));
            self.position.struck = struck.unwrap_or_default();
        }
        let of = self.parts.queue.and_then(|node| self.word(&node.attrs, "of", read_seat));
        self.position.bag_of = of.unwrap_or(self.position.active);
        if let Some(node) = self.parts.choice {
            self.position.pending = self.needed(node, "ask", |text| read_pending(text, &pieces));
        }
    }
}

fn number<T: std::str::FromStr>(key: &str, text: &str) -> Result<T, Diagnostic> {
    text.trim().parse().map_err(|_| {
        let message = format!("`{}` is not a valid number for `{key}`", quote(text));
        Diagnostic::new("lorcana/dot/number", message)
    })
}

/// Numbers separated by blanks.
fn read_numbers(text: &str) -> Result<Vec<u8>, Diagnostic> {
    text.split_whitespace().map(|text| number("loops", text)).collect()
}

/// Cards separated by blanks, sorted.
fn read_pieces(text: &str, pieces: &[Piece]) -> Result<Vec<CardId>, Diagnostic> {
    let mut ids =
        text.split_whitespace().map(|name| read_piece(name, pieces)).collect::<Result<Vec<_>, _>>()?;
    ids.sort_unstable();
    Ok(ids)
}

/// How many more cards the active player may ink, as the file says; it tells how many have been inked.
struct InkingsLeft {
    drops: Option<(u8, Span)>,
    is_told: bool,
}

impl InkingsLeft {
    fn of(parts: &Parts<'_>, position: &Position) -> Self {
        let node = parts.players[position.active.index()].filter(|_| position.turn > 0);
        let attrs = node.map_or(&[][..], |node| &node.attrs);
        let drops =
            attr(attrs, "ink_drops").and_then(|attr| Some((attr.value.trim().parse().ok()?, attr.span)));
        Self { drops, is_told: attr(attrs, "inked").is_some() }
    }

    /// Sets how many cards have been inked, now that the limit is known.
    fn settle(self, state: State) -> Result<State, Vec<Problem>> {
        let Some((drops, span)) = self.drops else { return Ok(state) };
        let seat = state.position().active;
        let (left, most) = (state.inkings_left(seat), state.inkings_a_turn(seat));
        if drops == left {
            return Ok(state);
        }
        if self.is_told || drops > most {
            let message =
                format!("ink_drops is {drops}, but by the rest of the file the player can ink {left} more");
            let problem =
                Diagnostic::illegal("lorcana/dot/ink-drops", message).at(span).fix(left.to_string());
            return Err(vec![Problem::game(problem)]);
        }
        let mut position = state.position().clone();
        position.players[seat.index()].inked = most - drops;
        State::examine(position)
            .map_err(|flaws| flaws.into_iter().map(|flaw| Problem::game(flaw.diagnostic.at(span))).collect())
    }
}

/// The places in the files of all parts that a rule can be about.
struct SpanIndex {
    game: Option<Span>,
    players: [Option<Span>; PLAYERS],
    cards: Vec<(StateFile, Option<Span>)>,
    effects: Vec<Span>,
    triggers: Vec<Span>,
    frames: Vec<Span>,
    coming: Vec<Span>,
    queue: Option<Span>,
    choice: Option<Span>,
}

impl SpanIndex {
    fn of(reader: &Reader<'_>, listed: Listed<'_>, decks: &[DeckLines; PLAYERS]) -> Self {
        let Reader { parts, position, .. } = reader;
        let span = |node: Option<&Node>| node.map(|node| node.span);
        let spans = |nodes: Vec<&Node>| nodes.into_iter().map(|node| node.span).collect();
        let mut cards: Vec<(StateFile, Option<Span>)> = position
            .pieces
            .iter()
            .map(|piece| (StateFile::Game, span(parts.cards.get(piece).copied())))
            .collect();
        for (owner, deck) in SEATS.into_iter().zip(decks) {
            for &(copy, span) in deck {
                if let Ok(place) = position.pieces.binary_search(&Piece { owner, copy }) {
                    cards[place] = (StateFile::deck(owner.index()), Some(span));
                }
            }
        }
        Self {
            game: span(parts.game),
            players: parts.players.map(span),
            cards,
            effects: spans(listed.effects),
            triggers: spans(listed.triggers),
            frames: spans(listed.frames),
            coming: spans(listed.coming),
            queue: span(parts.queue),
            choice: span(parts.choice),
        }
    }

    fn problem(&self, Flaw { about, diagnostic }: Flaw) -> Problem {
        let in_game = |span: Option<Span>| (StateFile::Game, span.or(self.game));
        let (file, span) = match about {
            PositionPart::Game => in_game(self.game),
            PositionPart::Player(seat) => in_game(self.players.get(seat.index()).copied().flatten()),
            PositionPart::Card(id) => self.cards.get(id.index()).copied().unwrap_or((StateFile::Game, None)),
            PositionPart::Deck(seat) => (StateFile::deck(seat.index()), None),
            PositionPart::Effect(place) => in_game(self.effects.get(place).copied()),
            PositionPart::Bag => in_game(self.queue),
            PositionPart::Trigger(place) => in_game(self.triggers.get(place).copied()),
            PositionPart::Frame(place) => in_game(self.frames.get(place).copied()),
            PositionPart::Coming(place) => in_game(self.coming.get(place).copied()),
            PositionPart::Pending => in_game(self.choice),
        };
        Problem { file, diagnostic: diagnostic.at(span) }
    }
}
