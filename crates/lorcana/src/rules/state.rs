//! A checked state: a position that follows the rules, together with what is computed from it.
//!
//! Everything else in `rules` reads and moves cards through the functions here.

use std::sync::Arc;

use gaslamp_core::Seat;
use gaslamp_core::trace::Phase;

use super::card_rules::CardRules;
use super::event::Event;
use super::modifier::{KeywordFlag, Restriction};
use super::piece::{CardId, PLAYERS, Piece};
use super::position::{Frame, OnceATurn, Position, Status, Used, Zone};
use super::statics::{Given, PlayerGift, Special};
use super::traits::{Printed, Traits};
use crate::cards::{Card, Facts, Kind};
use crate::language::{Modifier, Own};

/// Where events go.
pub(super) type Emit<'a> = &'a mut dyn FnMut(Phase, Event);

/// How many zones there are.
const ZONES: usize = 6;

/// A state of the game.
#[derive(Clone)]
pub struct State {
    pub(super) position: Position,
    pub(super) printed: Arc<[Printed]>,
    /// The cards of each zone except the deck, sorted.
    pub(super) zones: [[Vec<CardId>; ZONES]; PLAYERS],
    /// The traits of the cards in play; those of other cards are out of date.
    pub(super) traits: Vec<Traits>,
    /// What static abilities that depend on traits give.
    pub(super) gifts: Vec<Given>,
    /// Abilities granted to cards in play: who has each, the card on which it stands, and its number there.
    pub(super) grants: Vec<(CardId, Card, u8)>,
    /// What cards in play have got that their traits do not hold.
    pub(super) specials: Vec<Special>,
    /// What players have got.
    pub(super) player_gifts: Vec<PlayerGift>,
    /// Whether a card of the game has an ability that works in the discard.
    pub(super) hears_in_discard: bool,
}

/// Everything except the position follows from it.
impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.position == other.position
    }
}

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.position.fmt(f)
    }
}

impl State {
    /// The state of a position that has been checked.
    pub(super) fn new(position: Position) -> Self {
        let printed: Arc<[Printed]> = position.pieces.iter().map(|piece| Printed::of(piece.card())).collect();
        let hears_in_discard = printed.iter().any(|printed| printed.rules.works_in_discard);
        let mut zones: [[Vec<CardId>; ZONES]; PLAYERS] = Default::default();
        for (index, status) in position.cards.iter().enumerate() {
            if status.zone != Zone::Deck {
                zones[position.pieces[index].owner.index()][status.zone as usize].push(CardId::new(index));
            }
        }
        let traits = vec![Traits::default(); position.pieces.len()];
        let (gifts, grants, specials, player_gifts) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut state = Self {
            position,
            printed,
            zones,
            traits,
            gifts,
            grants,
            specials,
            player_gifts,
            hears_in_discard,
        };
        state.refresh();
        state
    }

    /// The position. It holds secrets of both players.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The piece with this id.
    #[must_use]
    pub fn piece(&self, id: CardId) -> Piece {
        self.position.pieces[id.index()]
    }

    /// The id of a piece, if it is in this game.
    #[must_use]
    pub fn id(&self, piece: Piece) -> Option<CardId> {
        self.position.pieces.binary_search(&piece).ok().map(CardId::new)
    }

    /// The facts of a card.
    #[must_use]
    pub fn facts(&self, id: CardId) -> &'static Facts {
        self.piece(id).facts()
    }

    /// The player who brought a card.
    #[must_use]
    pub fn owner(&self, id: CardId) -> Seat {
        self.piece(id).owner
    }

    /// The status of a card.
    #[must_use]
    pub fn status(&self, id: CardId) -> &Status {
        &self.position.cards[id.index()]
    }

    pub(super) fn status_mut(&mut self, id: CardId) -> &mut Status {
        &mut self.position.cards[id.index()]
    }

    /// The current traits of a card in play.
    #[must_use]
    pub fn traits(&self, id: CardId) -> &Traits {
        &self.traits[id.index()]
    }

    pub(super) fn printed(&self, id: CardId) -> &Printed {
        &self.printed[id.index()]
    }

    /// The cards of a zone other than the deck, sorted.
    #[must_use]
    pub fn zone(&self, seat: Seat, zone: Zone) -> &[CardId] {
        &self.zones[seat.index()][zone as usize]
    }

    /// The card at this place of a zone. Loops use it where the zone may change meanwhile.
    pub(super) fn card_in(&self, seat: Seat, zone: Zone, place: usize) -> Option<CardId> {
        self.zone(seat, zone).get(place).copied()
    }

    /// All granted abilities: who has each, the card on which it is printed, and its number there.
    pub(super) fn grants(&self) -> &[(CardId, Card, u8)] {
        &self.grants
    }

    /// The abilities granted to a card in play: the card on which each is printed, and its number there.
    pub(super) fn granted(&self, id: CardId) -> impl Iterator<Item = (Card, u8)> {
        self.grants.iter().filter(move |(card, ..)| *card == id).map(|&(_, of, ability)| (of, ability))
    }

    /// What the engine knows of the abilities printed on a card.
    pub(super) fn rules_of(&self, id: CardId) -> &'static CardRules {
        self.printed(id).rules
    }

    /// What a card says about playing it.
    pub(super) fn own(&self, id: CardId) -> impl Iterator<Item = &'static Own> + use<> {
        self.rules_of(id).own.iter().copied()
    }

    /// What a card in play has got that its traits do not hold.
    pub(super) fn special(&self, id: CardId) -> impl Iterator<Item = &'static Modifier> {
        let specials: &[Special] = if self.is_in_play(id) { &self.specials } else { &[] };
        specials.iter().filter(move |special| special.to == id).map(|special| special.modifier)
    }

    /// The same, with the card that gives it.
    pub(super) fn special_with_source(
        &self,
        id: CardId,
    ) -> impl Iterator<Item = (&'static Modifier, CardId)> {
        let specials: &[Special] = if self.is_in_play(id) { &self.specials } else { &[] };
        specials
            .iter()
            .filter(move |special| special.to == id)
            .map(|special| (special.modifier, special.source))
    }

    /// Whether a card is in play, and neither under another card nor an action being resolved.
    #[must_use]
    pub fn is_in_play(&self, id: CardId) -> bool {
        self.status(id).zone == Zone::Play && self.facts(id).kind != Kind::Action
    }

    /// How much ink a player can pay: ready cards in the inkwell, and ink drops.
    #[must_use]
    pub fn ink(&self, seat: Seat) -> u16 {
        let ready = self.zone(seat, Zone::Inkwell).iter().filter(|&&id| !self.status(id).exerted).count();
        (ready as u16).saturating_add(u16::from(self.position.players[seat.index()].ink_tokens))
    }

    /// The cards under a card, in no particular order.
    pub fn under(&self, id: CardId) -> impl Iterator<Item = CardId> {
        let under = self.zone(self.owner(id), Zone::Under).iter().copied();
        under.filter(move |&card| self.status(card).under == Some(id))
    }

    /// The cards under a card, lowest first.
    #[must_use]
    pub fn stack_under(&self, id: CardId) -> Vec<CardId> {
        let mut stack: Vec<CardId> = self.under(id).collect();
        stack.sort_by_key(|&card| self.status(card).depth);
        stack
    }

    /// Moves a card to a zone and resets its status. Keeping the order of decks is up to the caller.
    pub(super) fn set_zone(&mut self, id: CardId, zone: Zone) {
        let owner = self.owner(id);
        let from = self.status(id).zone;
        if from != Zone::Deck {
            let list = &mut self.zones[owner.index()][from as usize];
            if let Ok(place) = list.binary_search(&id) {
                list.remove(place);
            }
        }
        if zone != Zone::Deck {
            let list = &mut self.zones[owner.index()][zone as usize];
            if let Err(place) = list.binary_search(&id) {
                list.insert(place, id);
            }
        }
        *self.status_mut(id) = Status { zone, ..Status::default() };
        self.mark_moved(id);
        if !matches!(zone, Zone::Play | Zone::Under) {
            self.forget_uses(id);
        }
    }

    /// A card that has left play is a new one when it comes back (7.1.6); what of the old one is used up will not resolve any more.
    pub(super) fn forget_uses(&mut self, id: CardId) {
        if self.position.used.iter().any(|used| used.card == id) {
            let mut bag = std::mem::take(&mut self.position.bag);
            bag.retain(|&trigger| trigger.source != id || !self.is_used_up(trigger));
            self.position.bag = bag;
            self.position.used.retain(|used| used.card != id);
        }
    }

    /// Marks a card as moved in the slots of what is being resolved.
    pub(super) fn mark_moved(&mut self, id: CardId) {
        for frame in &mut self.position.frames {
            frame.slots.iter_mut().filter(|one| one.card == id).for_each(|one| one.moved = true);
        }
    }

    /// Whether a once-a-turn ability of a card has been used this turn.
    pub(super) fn is_used(&self, card: CardId, ability: OnceATurn) -> bool {
        self.position.used.binary_search(&Used { card, ability }).is_ok()
    }

    /// Records that a once-a-turn ability of a card has been used this turn.
    pub(super) fn mark_used(&mut self, card: CardId, ability: OnceATurn) {
        let used = Used { card, ability };
        let place = self.position.used.partition_point(|one| *one <= used);
        self.position.used.insert(place, used);
    }

    /// Takes a card off the top of a deck.
    pub(super) fn pop_deck(&mut self, seat: Seat) -> Option<CardId> {
        self.position.decks[seat.index()].pop()
    }

    /// Takes a card out of the order of its deck.
    pub(super) fn leave_deck(&mut self, id: CardId) {
        let deck = &mut self.position.decks[self.position.pieces[id.index()].owner.index()];
        if let Some(place) = deck.iter().rposition(|&card| card == id) {
            deck.remove(place);
        }
    }

    /// Whether a player's effect may choose a card: Ward protects it from opponents (8).
    pub(super) fn may_be_chosen(&self, id: CardId, by: Seat) -> bool {
        self.owner(id) == by || !self.traits(id).has(KeywordFlag::Ward)
    }

    /// Whether a restriction applies to a card in play.
    pub(super) fn cannot(&self, id: CardId, restriction: Restriction) -> bool {
        self.traits(id).cannot(restriction)
    }

    /// How many more cards a player may ink this turn (4.2).
    #[must_use]
    pub fn inkings_left(&self, seat: Seat) -> u8 {
        if seat != self.position.active || self.position.turn == 0 {
            return 0;
        }
        self.inkings_a_turn(seat).saturating_sub(self.position.players[seat.index()].inked)
    }

    /// The ability or action that is resolving now.
    pub(super) fn frame(&self) -> Option<&Frame> {
        self.position.frames.last()
    }
}
