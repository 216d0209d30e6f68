//! The writer; the header of [`super`] says what it writes.

use gaslamp_core::{Choice, Game as _, Seat};

use super::super::graph::{Edge, Node};
use super::super::template::template;
use super::super::write::Writer;
use super::{CHOICE, GAME, QUEUE, action_edge, numbered, zone_id};
use crate::cards::Card;
use crate::notation::terms::{
    seen_name, write_ability, write_modifier, write_pending, write_stage, write_until, write_used,
};
use crate::rules::happening::Happening;
use crate::rules::piece::{PLAYERS, SEATS, player_name};
use crate::rules::position::{Cause, EffectTarget, Frame, InSlot, Pending, Seen, Stage, Trigger, Zone};
use crate::rules::{Action, Answer, CardId, State};
use crate::seed;

/// Writes a state as `game.dot`. The decks are written by [`write_deks`].
#[must_use]
pub fn write(state: &State) -> String {
    let mut writer = Writer::new("lorcana");
    write_board(state, &mut writer);
    write_cards(state, &mut writer);
    write_history(state, &mut writer);
    write_effects(state, &mut writer);
    write_triggers(state, &mut writer);
    write_frames(state, &mut writer);
    write_left(state, &mut writer);
    write_coming(state, &mut writer);
    write_actions(state, &mut writer);
    writer.finish()
}

/// Writes the decks of a state as `.dek` files, top card first.
#[must_use]
pub fn write_deks(state: &State) -> [String; PLAYERS] {
    SEATS.map(|seat| write_dek(state, seat))
}

/// Writes one player's deck as a `.dek` file, top card first.
#[must_use]
pub fn write_dek(state: &State, seat: Seat) -> String {
    let deck = state.position().decks[seat.index()].iter().rev();
    seed::write_dek(&deck.map(|&id| state.piece(id).copy).collect::<Vec<_>>())
}

fn write_board(state: &State, writer: &mut Writer) {
    let at = state.position();
    let usual = if at.turn == 0 { Stage::Begin } else { Stage::Main };
    writer.comment("Game node");
    let game = Node::new(GAME).with("type", "Game").with("turn", at.turn.to_string());
    let game = unless_usual(game, "stage", write_stage(at.stage, &at.pieces), at.stage == usual);
    let struck: Vec<String> = at.struck.iter().map(|&id| state.piece(id).to_string()).collect();
    writer.node(&unless_usual(game, "struck", struck.join(" "), struck.is_empty()));
    writer.comment("Players");
    SEATS.into_iter().for_each(|seat| writer.node(&player_node(state, seat)));
    writer.gap();
    writer.edge(&Edge::labelled(GAME, "CURRENT_TURN", player_name(at.active)));
    let board = template();
    writer.comment("Zones");
    board.nodes.iter().filter(|node| node.attr("type") == Some("Zone")).for_each(|node| writer.node(node));
    writer.comment("Ownership");
    board.edges.iter().filter(|edge| edge.label() == "OWNS").for_each(|edge| writer.edge(edge));
}

/// The node with another attribute, unless that has its default value.
fn unless_usual(node: Node, key: &str, value: impl Into<String>, is_usual: bool) -> Node {
    if is_usual { node } else { node.with(key, value) }
}

/// A player. `ink_drops` says how many more cards the active player may ink; otherwise it is as in the template.
fn player_node(state: &State, seat: Seat) -> Node {
    let at = state.position();
    let player = &at.players[seat.index()];
    let is_active = seat == at.active && at.turn > 0;
    let drops = if is_active { state.inkings_left(seat) } else { 1 };
    let told = if is_active { state.inkings_a_turn(seat).saturating_sub(drops) } else { 0 };
    let mut node = Node::new(player_name(seat)).with("type", "Player");
    node = node.with("lore", player.lore.to_string()).with("ink_drops", drops.to_string());
    node = unless_usual(node, "inked", player.inked.to_string(), player.inked == told);
    node = unless_usual(node, "ink_tokens", player.ink_tokens.to_string(), player.ink_tokens == 0);
    unless_usual(node, "altered", player.altered.to_string(), player.altered == 0)
}

fn write_cards(state: &State, writer: &mut Writer) {
    let all = (0..state.position().pieces.len()).map(CardId::new);
    let shown: Vec<CardId> = all.filter(|&id| state.status(id).zone != Zone::Deck).collect();
    if shown.is_empty() {
        return;
    }
    writer.comment("Cards");
    shown.iter().for_each(|&id| writer.node(&card_node(state, id)));
    writer.comment("Where cards are");
    for id in shown {
        let (name, status) = (state.piece(id).to_string(), state.status(id));
        match status.under {
            Some(top) => {
                let edge = Edge::labelled(name.as_str(), "UNDER", state.piece(top).to_string());
                writer.edge(&edge.with("depth", status.depth.to_string()));
            }
            None => {
                let zone = zone_id(state.owner(id), status.zone);
                writer.edge(&Edge::labelled(name.as_str(), "IN", zone));
            }
        }
        if let Some(location) = status.location {
            writer.edge(&Edge::labelled(name, "AT", state.piece(location).to_string()));
        }
    }
}

fn card_node(state: &State, id: CardId) -> Node {
    let (piece, status) = (state.piece(id), state.status(id));
    let flag = |set: bool| if set { "1" } else { "0" };
    let mut node = Node::new(piece.to_string()).with("type", "Card");
    node = node.with("card_id", piece.facts().id.to_string()).with("exerted", flag(status.exerted));
    node = node.with("damage", status.damage.to_string()).with("label", piece.facts().full_name);
    for (key, is_set) in
        [("drying", status.drying), ("facedown", status.facedown), ("temporary", status.temporary)]
    {
        node = unless_usual(node, key, flag(is_set), !is_set);
    }
    let used = write_used(state.position(), id);
    let is_usual = used.is_empty();
    unless_usual(node, "used", used, is_usual)
}

/// The edges of a node to the cards and players that it is about.
struct Links<'a> {
    state: &'a State,
    id: &'a str,
    edges: Vec<Edge>,
}

impl<'a> Links<'a> {
    const fn of(state: &'a State, id: &'a str) -> Self {
        Self { state, id, edges: Vec::new() }
    }

    fn to(&mut self, label: &str, to: impl Into<String>) {
        self.edges.push(Edge::labelled(self.id, label, to));
    }

    fn card(&mut self, label: &str, card: impl Into<Option<CardId>>) {
        if let Some(card) = card.into() {
            self.to(label, self.state.piece(card).to_string());
        }
    }

    fn player(&mut self, player: impl Into<Option<Seat>>) {
        if let Some(player) = player.into() {
            self.to("OF_PLAYER", player_name(player));
        }
    }

    /// Cards whose order matters.
    fn cards(&mut self, label: &str, cards: &[CardId]) {
        for (place, &card) in cards.iter().enumerate() {
            let edge = Edge::labelled(self.id, label, self.state.piece(card).to_string());
            self.edges.push(edge.with("order", place.to_string()));
        }
    }

    /// The cards and the player of an event.
    fn cause(&mut self, cause: &Cause) {
        self.card("HAPPENED_TO", cause.subject);
        self.card("HAPPENED_WITH", cause.other);
        self.player(cause.player);
        self.card("REMEMBERS", cause.about);
    }

    fn slots(&mut self, slots: &[InSlot]) {
        for (place, slot) in slots.iter().enumerate() {
            let edge = Edge::labelled(self.id, "CHOSEN", self.state.piece(slot.card).to_string());
            let edge = edge.with("order", place.to_string()).with("slot", slot.slot.to_string());
            let edge = if slot.moved { edge.with("moved", "1") } else { edge };
            let is_open = slot.seen == Seen::Open;
            self.edges.push(if is_open { edge } else { edge.with("seen", seen_name(slot.seen)) });
        }
    }

    fn write(self, writer: &mut Writer) {
        self.edges.iter().for_each(|edge| writer.edge(edge));
    }
}

fn write_history(state: &State, writer: &mut Writer) {
    let history = &state.position().history;
    if history.is_empty() {
        return;
    }
    writer.comment("What has happened this turn");
    for (place, &Happening { what, player, card, other, number }) in history.iter().enumerate() {
        let id = numbered("past", place);
        let node = Node::new(id.as_str()).with("type", "Happening").with("order", place.to_string());
        let node = node.with("what", what.name());
        writer.node(&unless_usual(node, "number", number.to_string(), number == 0));
        let mut links = Links::of(state, &id);
        links.player(player);
        links.card("HAPPENED_TO", card);
        links.card("HAPPENED_WITH", other);
        links.write(writer);
    }
}

fn write_effects(state: &State, writer: &mut Writer) {
    let effects = &state.position().effects;
    if effects.is_empty() {
        return;
    }
    writer.comment("What lasts for a while");
    for (place, effect) in effects.iter().enumerate() {
        let id = numbered("effect", place);
        let node = Node::new(id.as_str()).with("type", "Effect").with("order", place.to_string());
        let node = node.with("modifier", write_modifier(effect.modifier));
        writer.node(&node.with("until", write_until(effect.until)));
        let mut links = Links::of(state, &id);
        links.card("CREATED_BY", effect.source);
        match effect.on {
            EffectTarget::Card(card) => links.card("MODIFIES", card),
            EffectTarget::Player(seat) => links.to("MODIFIES", player_name(seat)),
            EffectTarget::Group => links.to("MODIFIES", GAME),
        }
        links.card("REMEMBERS", effect.about);
        links.write(writer);
    }
}

fn write_triggers(state: &State, writer: &mut Writer) {
    let at = state.position();
    if at.bag.is_empty() && at.bag_of == at.active {
        return;
    }
    writer.comment("Triggers that wait");
    let queue = Node::new(QUEUE).with("type", "TriggerQueue");
    writer.node(&unless_usual(queue, "of", player_name(at.bag_of), at.bag_of == at.active));
    for (place, trigger) in at.bag.iter().enumerate() {
        write_trigger(state, place, trigger, writer);
    }
}

fn write_trigger(state: &State, place: usize, trigger: &Trigger, writer: &mut Writer) {
    let Trigger { controller, source, ability, cause } = *trigger;
    let id = numbered("t", place);
    let mut node = Node::new(id.as_str()).with("type", "Trigger").with("order", place.to_string());
    node = controlled_by(node, state, source, controller).with("ability", write_ability(ability));
    node = unless_usual(node, "number", cause.number.to_string(), cause.number == 0);
    writer.node(&unless_usual(node, "at", cause.at.to_string(), cause.at == 0));
    let mut links = Links::of(state, &id);
    links.to("WAITS_IN", QUEUE);
    links.card("CREATED_BY", source);
    links.cause(&cause);
    links.write(writer);
}

/// The node with whoever controls the ability, unless that is the owner of its card.
fn controlled_by(node: Node, state: &State, source: CardId, controller: Seat) -> Node {
    unless_usual(node, "controller", player_name(controller), controller == state.owner(source))
}

fn write_frames(state: &State, writer: &mut Writer) {
    let frames = &state.position().frames;
    if frames.is_empty() {
        return;
    }
    writer.comment("What is being resolved");
    for (place, frame) in frames.iter().enumerate() {
        write_frame(state, place, frame, writer);
    }
}

fn write_frame(state: &State, place: usize, frame: &Frame, writer: &mut Writer) {
    let id = numbered("resolving", place);
    let mut node = Node::new(id.as_str()).with("type", "Resolving").with("order", place.to_string());
    node = controlled_by(node, state, frame.source, frame.controller);
    node = node.with("ability", write_ability(frame.ability)).with("step", frame.step.to_string());
    for (key, number) in [
        ("at", i32::from(frame.at)),
        ("result", i32::from(frame.result)),
        ("tries", i32::from(frame.tries)),
        ("failed", i32::from(frame.failed)),
        ("accepted", i32::from(frame.accepted)),
        ("to_bottom", i32::from(frame.to_bottom)),
        ("done", i32::from(frame.done)),
    ] {
        node = unless_usual(node, key, number.to_string(), number == 0);
    }
    let loops: Vec<String> = frame.loops.iter().map(u8::to_string).collect();
    node = unless_usual(node, "loops", loops.join(" "), loops.is_empty());
    node = unless_usual(node, "named", frame.named.map_or("", Card::key), frame.named.is_none());
    writer.node(&node);
    let Frame { subject, other, player, .. } = *frame;
    let mut links = Links::of(state, &id);
    links.card("CREATED_BY", frame.source);
    links.cause(&Cause { subject, other, player, ..Cause::default() });
    links.slots(&frame.slots);
    links.cards("ACTED_ON", &frame.those);
    links.cards("DEALS_WITH", &frame.left);
    links.write(writer);
}

fn write_left(state: &State, writer: &mut Writer) {
    let left = &state.position().left;
    if left.is_empty() {
        return;
    }
    writer.comment("What cards were that have left play");
    for (place, known) in left.iter().enumerate() {
        let id = numbered("left", place);
        let node = Node::new(id.as_str()).with("type", "LastKnown");
        let node = node.with("strength", known.strength.to_string());
        let node = unless_usual(node, "willpower", known.willpower.to_string(), known.willpower == 0);
        let node = unless_usual(node, "lore", known.lore.to_string(), known.lore == 0);
        let node = unless_usual(node, "damage", known.damage.to_string(), known.damage == 0);
        writer.node(&unless_usual(node, "under", known.under.to_string(), known.under == 0));
        writer.edge(&Edge::labelled(id, "HAPPENED_TO", state.piece(known.card).to_string()));
    }
}

fn write_coming(state: &State, writer: &mut Writer) {
    let coming = &state.position().coming;
    if coming.is_empty() {
        return;
    }
    writer.comment("Damage that is coming");
    for (place, damage) in coming.iter().enumerate() {
        let id = numbered("damage", place);
        let node = Node::new(id.as_str()).with("type", "Damage").with("order", place.to_string());
        let node = node.with("amount", damage.by.to_string());
        writer.node(&unless_usual(node, "dealt", "1", !damage.dealt));
        let edge = |label: &str, to: CardId| Edge::labelled(id.as_str(), label, state.piece(to).to_string());
        writer.edge(&edge("CREATED_BY", damage.source));
        writer.edge(&edge("HAPPENED_TO", damage.card));
        damage.past.iter().for_each(|&card| writer.edge(&edge("REPLACED_BY", card)));
    }
}

/// The legal actions. A pending question comes first, with all cards, players and triggers that can answer it.
fn write_actions(state: &State, writer: &mut Writer) {
    let mut legal = Vec::new();
    state.legal(&mut legal);
    let actions = legal.iter().filter_map(|choice| match choice {
        Choice::Action(action) => Some(*action),
        Choice::Open(_) => None,
    });
    let actions: Vec<Action> = actions.collect();
    let edges: Vec<Edge> = actions.iter().filter_map(|&action| action_edge(state, action)).collect();
    if let Some(pending) = state.position().pending {
        writer.comment("What is asked");
        write_question(state, pending, &actions, &edges, writer);
    }
    if !edges.is_empty() {
        writer.comment("What may be done");
    }
    for (&action, edge) in actions.iter().zip(&edges) {
        match action {
            Action::Activate { .. } => writer.node(&Node::new(edge.to.as_str()).with("type", "Ability")),
            Action::Choose(
                Answer::Yes
                | Answer::No
                | Answer::Done
                | Answer::Number(_)
                | Answer::Name(_)
                | Answer::Top
                | Answer::Bottom
                | Answer::Discard,
            ) => writer.node(&Node::new(edge.to.as_str()).with("type", "Answer")),
            _ => {}
        }
    }
    edges.iter().for_each(|edge| writer.edge(edge));
}

fn write_question(state: &State, pending: Pending, actions: &[Action], edges: &[Edge], writer: &mut Writer) {
    let may_stop = actions.contains(&Action::Choose(Answer::Done));
    let pool = Node::new(CHOICE).with("type", "TargetPool").with("pick", "1");
    let pool = unless_usual(pool, "optional", "1", !may_stop);
    writer.node(&pool.with("ask", write_pending(pending, &state.position().pieces)));
    for (action, edge) in actions.iter().zip(edges) {
        if let Action::Random(_) | Action::Choose(Answer::Card(_) | Answer::Player(_) | Answer::Trigger(_)) =
            action
        {
            writer.edge(&Edge::labelled(CHOICE, "CANDIDATE", edge.to.as_str()));
        }
    }
}
