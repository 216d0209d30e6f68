//! Legal actions as edges. The ids of actions are made from the ids of both ends.

use gaslamp_core::{Actor, Game as _};

use super::super::graph::Edge;
use super::{GAME, QUEUE, numbered, zone_id};
use crate::cards::Kind;
use crate::notation::terms::write_ability;
use crate::rules::piece::player_name;
use crate::rules::position::{AbilityRef, Pending, Zone};
use crate::rules::{Action, Answer, Piece, State};

/// An action of whoever has to act, as an edge; none for the order of a deck, which no edge can hold.
#[must_use]
pub fn action_edge(state: &State, action: Action) -> Option<Edge> {
    let actor = || state.to_act().and_then(Actor::seat).map_or(GAME, player_name).to_owned();
    let edge = |label, from: String, to: String| Some(Edge::labelled(from, label, to));
    let on_zone = |label, card: Piece, zone| edge(label, card.to_string(), zone_id(card.owner, zone));
    let on_card = |label, card: Piece, other: Piece| edge(label, card.to_string(), other.to_string());
    match action {
        Action::Shuffle(_) => None,
        Action::Begin(seat) => edge("CAN_CHOOSE", GAME.to_owned(), player_name(seat).to_owned()),
        Action::Random(card) => edge("CAN_CHOOSE", asked_by(state), card.to_string()),
        Action::Choose(answer) => edge("CAN_CHOOSE", asked_by(state), answer_id(answer)),
        Action::Alter(card) => on_zone("CAN_ALTER", card, Zone::Deck),
        Action::Keep => edge("CAN_ALTER", actor(), GAME.to_owned()),
        Action::EndTurn => edge("CAN_PASS", actor(), GAME.to_owned()),
        Action::Ink(card) => on_zone("CAN_INK", card, Zone::Inkwell),
        Action::Play(card) => on_zone("CAN_PLAY", card, zone_after(card)),
        Action::PlayFree { card, onto: None } => on_zone("CAN_PLAY_FREE", card, zone_after(card)),
        Action::PlayFree { card, onto: Some(onto) } => on_card("CAN_PLAY_FREE", card, onto),
        Action::Sing { song, singer } => on_card("CAN_SING", song, singer),
        Action::Shift { card, onto } => on_card("CAN_SHIFT", card, onto),
        Action::Quest(card) => edge("CAN_QUEST", card.to_string(), GAME.to_owned()),
        Action::Challenge { by, target } => on_card("CAN_CHALLENGE", by, target),
        Action::Move { who, to } => on_card("CAN_MOVE", who, to),
        Action::Boost(card) => on_zone("CAN_BOOST", card, Zone::Deck),
        Action::Activate { card, of, ability } => {
            edge("CAN_ACTIVATE", card.to_string(), write_ability(AbilityRef::Card(of, ability)))
        }
    }
}

/// The zone in which a card that is played ends up.
fn zone_after(card: Piece) -> Zone {
    if card.facts().kind == Kind::Action { Zone::Discard } else { Zone::Play }
}

/// The node that asks: the card whose ability or play it is, or the queue of triggers.
fn asked_by(state: &State) -> String {
    let at = state.position();
    let card = match at.pending {
        Some(Pending::Order(_)) => return QUEUE.to_owned(),
        Some(Pending::Ready(seat)) => state.zone(seat, Zone::Play).first().copied(),
        Some(
            Pending::EnterExerted(card)
            | Pending::Sing { song: card, .. }
            | Pending::ShiftAlso { card, .. }
            | Pending::ShiftDiscard { card, .. },
        ) => Some(card),
        Some(Pending::Step(_) | Pending::Shuffle(_)) => at.frames.last().map(|frame| frame.source),
        // The card that the damage is coming to.
        Some(Pending::Replace(_)) => {
            state.next_replaced().and_then(|(place, _)| Some(at.coming.get(place)?.card))
        }
        None => None,
    };
    card.map_or_else(|| GAME.to_owned(), |id| state.piece(id).to_string())
}

/// The node that stands for an answer.
fn answer_id(answer: Answer) -> String {
    match answer {
        Answer::Yes => "yes".to_owned(),
        Answer::No => "no".to_owned(),
        Answer::Done => "done".to_owned(),
        Answer::Card(card) => card.to_string(),
        Answer::Player(seat) => player_name(seat).to_owned(),
        Answer::Trigger(place) => numbered("t", usize::from(place)),
        Answer::Number(number) => number.to_string(),
        Answer::Name(card) => card.key().to_owned(),
        Answer::Top => "top".to_owned(),
        Answer::Bottom => "bottom".to_owned(),
        Answer::Discard => "discard".to_owned(),
    }
}
