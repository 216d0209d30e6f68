//! What can happen to a card: damage, banishing, discarding, leaving play, and the replacements that apply (1.9, 6).

use gaslamp_core::Seat;

use super::ability::{Ability, Modifier, ReplacedEvent, Replacement, Restriction};
use super::bag::TriggerEvent;
use super::event::{Event, KnownTo};
use super::piece::{CardId, SEATS};
use super::position::{EffectTarget, Zone};
use super::state::{AbilityContext, Emit, State};

/// The two sides of a challenge in which damage has just been dealt.
pub(super) type ChallengePair = Option<(CardId, CardId)>;

impl State {
    /// Deals damage. Resist reduces it, and a replacement may redirect or prevent it (1.9).
    pub(super) fn deal_damage(&mut self, id: CardId, by: i16, emit: Emit<'_>) {
        let by = (by - self.traits(id).resist.max(0)).clamp(0, i16::from(u8::MAX)) as u8;
        if by == 0 {
            return;
        }
        if self.traits(id).shielded {
            let shield = |effect: &super::position::LastingEffect| {
                effect.on == EffectTarget::Card(id) && effect.modifier == Modifier::Shielded
            };
            if let Some(place) = self.position.effects.iter().position(shield) {
                let source = self.position.effects.remove(place).source;
                emit(self.now(), Event::Replaces(self.piece(source)));
            }
            return self.refresh();
        }
        let dealt = |would: &ReplacedEvent, state: &Self, context: AbilityContext| match would {
            ReplacedEvent::BeDealtDamage(filter) => state.matches(filter, id, context),
            _ => false,
        };
        match self.replacement(&dealt, emit) {
            Some((source, Replacement::PutOnThis)) => self.take_damage(source, by, true, emit),
            Some(_) => {}
            None => self.take_damage(id, by, false, emit),
        }
    }

    /// Puts damage counters on a card, unless a replacement applies. Damage that a replacement redirected here is not
    /// replaced again.
    pub(super) fn take_damage(&mut self, id: CardId, by: u8, is_replaced: bool, emit: Emit<'_>) {
        if by == 0 || !self.is_in_play(id) {
            return;
        }
        let taken = |would: &ReplacedEvent, state: &Self, context: AbilityContext| match would {
            ReplacedEvent::TakeDamage(filter) => state.matches(filter, id, context),
            _ => false,
        };
        if !is_replaced && self.replacement(&taken, emit).is_some() {
            return;
        }
        let status = self.status_mut(id);
        status.damage = status.damage.saturating_add(by);
        emit(self.now(), Event::Damage { card: self.piece(id), by });
        self.notify(TriggerEvent::Damaged(id), emit);
    }

    /// Removes damage counters, at most as many as there are.
    pub(super) fn remove_damage(&mut self, id: CardId, by: u8, emit: Emit<'_>) {
        let status = self.status_mut(id);
        let by = by.min(status.damage);
        status.damage -= by;
        if by > 0 {
            emit(self.now(), Event::Heals { card: self.piece(id), by });
        }
    }

    /// The first replacement that applies, the active player's cards first.
    fn replacement(
        &mut self,
        applies: &dyn Fn(&ReplacedEvent, &Self, AbilityContext) -> bool,
        emit: Emit<'_>,
    ) -> Option<(CardId, Replacement)> {
        for seat in self.in_turn_order() {
            for place in 0..self.zone(seat, Zone::Play).len() {
                let source = self.card_in(seat, Zone::Play, place)?;
                if !self.printed(source).has_replacement {
                    continue;
                }
                let context = AbilityContext { source, controller: seat };
                for (number, ability) in self.printed(source).abilities.iter().enumerate() {
                    let Ability::Replaces { only, would, instead, once } = ability else { continue };
                    let is_used = *once && self.status(source).used & 1 << number != 0;
                    if is_used || !self.holds(only, context, None) || !applies(would, self, context) {
                        continue;
                    }
                    if *once {
                        self.status_mut(source).used |= 1 << number;
                    }
                    emit(self.now(), Event::Replaces(self.piece(source)));
                    return Some((source, *instead));
                }
            }
        }
        None
    }

    /// Whether a replacement keeps a player from discarding because of an effect.
    pub(super) fn may_not_discard(&self, seat: Seat) -> bool {
        let cards = SEATS.into_iter().flat_map(|side| self.zone(side, Zone::Play));
        cards.copied().filter(|&source| self.printed(source).has_replacement).any(|source| {
            let context = AbilityContext { source, controller: self.owner(source) };
            self.printed(source).abilities.iter().any(|ability| match ability {
                Ability::Replaces {
                    only,
                    would: ReplacedEvent::Discard(players),
                    instead: Replacement::Nothing,
                    ..
                } => {
                    self.player_matches(*players, seat, context.controller) && self.holds(only, context, None)
                }
                _ => false,
            })
        })
    }

    /// Banishes cards all at once (1.8).
    pub(super) fn banish_all(&mut self, cards: &[CardId], emit: Emit<'_>) {
        self.banish_in(cards, None, emit);
    }

    /// The same, after damage in a challenge. Abilities are notified while all of these cards are still in play, so
    /// that cards that leave together see each other leave.
    pub(super) fn banish_in(&mut self, cards: &[CardId], challenge_pair: ChallengePair, emit: Emit<'_>) {
        let mut leaving = Vec::with_capacity(cards.len());
        for &id in cards {
            let banished = |would: &ReplacedEvent, state: &Self, context: AbilityContext| match would {
                ReplacedEvent::BeBanished(filter) => state.matches(filter, id, context),
                _ => false,
            };
            match self.replacement(&banished, emit) {
                Some((_, Replacement::ToInk)) => self.put_into_inkwell(id, true, KnownTo::Everybody, emit),
                Some((_, Replacement::ToHand)) => self.return_to_hand(id, emit),
                Some(_) => self.remove_damage(id, u8::MAX, emit),
                None => leaving.push(id),
            }
        }
        for &id in &leaving {
            emit(self.now(), Event::Banished(self.piece(id)));
            let other_side = challenge_pair.and_then(|(by, target)| match id {
                _ if id == by => Some(target),
                _ if id == target => Some(by),
                _ => None,
            });
            self.notify(TriggerEvent::Banished { card: id, other_side }, emit);
            if let (Some(by), true) = (other_side, self.printed(id).is_character) {
                self.notify(TriggerEvent::BanishesInChallenge { by, banished: id }, emit);
            }
        }
        for id in leaving {
            let _ = self.leave_play(id, Zone::Discard);
        }
        self.refresh();
    }

    /// Removes a card from play with its whole stack, all to the same zone. Facedown cards stay unknown.
    fn leave_play(&mut self, id: CardId, zone: Zone) -> Vec<(CardId, KnownTo)> {
        let mut stack = self.stack_under(id);
        stack.push(id);
        let known = |state: &Self, card: CardId| match state.status(card).facedown {
            true => KnownTo::Nobody,
            false => KnownTo::Everybody,
        };
        let left: Vec<(CardId, KnownTo)> = stack.iter().map(|&card| (card, known(self, card))).collect();
        for &card in &stack {
            self.set_zone(card, zone);
        }
        self.drop_effects_on(id);
        if self.printed(id).is_location {
            for seat in SEATS {
                for place in 0..self.zone(seat, Zone::Play).len() {
                    if let Some(card) = self.card_in(seat, Zone::Play, place)
                        && self.status(card).location == Some(id)
                    {
                        self.status_mut(card).location = None;
                    }
                }
            }
        }
        left
    }

    /// Discards a card from hand.
    pub(super) fn discard(&mut self, id: CardId, emit: Emit<'_>) {
        self.set_zone(id, Zone::Discard);
        emit(self.now(), Event::Discards(self.piece(id)));
    }

    /// Puts a card facedown into its player's inkwell, from any zone; a stack moves as a whole.
    pub(super) fn put_into_inkwell(&mut self, id: CardId, exerted: bool, known: KnownTo, emit: Emit<'_>) {
        let player = self.owner(id);
        let cards = if self.is_in_play(id) { self.leave_play(id, Zone::Inkwell) } else { vec![(id, known)] };
        for (card, known) in cards {
            self.set_zone(card, Zone::Inkwell);
            self.status_mut(card).exerted = exerted;
            emit(self.now(), Event::ToInkwell { player, card: Some(self.piece(card)), known });
            self.notify(TriggerEvent::Inks(player), emit);
        }
        self.refresh();
    }

    /// Returns a card in play to its player's hand; a stack moves as a whole.
    pub(super) fn return_to_hand(&mut self, id: CardId, emit: Emit<'_>) {
        for (card, known) in self.leave_play(id, Zone::Hand) {
            // Nobody knew the card; now its player does.
            let known = if known == KnownTo::Nobody { KnownTo::Owner } else { known };
            emit(self.now(), Event::to_hand(self.piece(card), known));
        }
        self.refresh();
    }

    /// Puts a card in play on the bottom of its player's deck; a stack moves as a whole.
    pub(super) fn put_on_bottom(&mut self, id: CardId, emit: Emit<'_>) {
        let player = self.owner(id);
        for (card, known) in self.leave_play(id, Zone::Deck) {
            self.position.decks[player.index()].insert(0, card);
            let piece = Some(self.piece(card));
            emit(self.now(), Event::ToDeck { player, card: piece, known, top: false });
        }
        self.refresh();
    }

    /// Exerts a card because of an effect.
    pub(super) fn exert(&mut self, id: CardId, emit: Emit<'_>) {
        if !self.status(id).exerted && !self.printed(id).is_location {
            self.status_mut(id).exerted = true;
            emit(self.now(), Event::Exerts(self.piece(id)));
        }
    }

    /// Readies a card because of an effect, unless it cannot ready.
    pub(super) fn ready(&mut self, id: CardId, emit: Emit<'_>) {
        if self.status(id).exerted && !self.cannot(id, Restriction::Ready) {
            self.status_mut(id).exerted = false;
            emit(self.now(), Event::Readies(self.piece(id)));
        }
    }

    /// Puts the top card of the deck facedown under a card (8, Boost).
    pub(super) fn put_top_under(&mut self, top: CardId, emit: Emit<'_>) {
        if !self.is_in_play(top) {
            return;
        }
        let Some(card) = self.pop_deck(self.owner(top)) else { return };
        let depth = self.next_depth(top);
        self.set_zone(card, Zone::Under);
        let status = self.status_mut(card);
        (status.under, status.depth, status.facedown) = (Some(top), depth, true);
        emit(self.now(), Event::PutUnder { top: self.piece(top), card: Some(self.piece(card)) });
        self.refresh();
        self.notify(TriggerEvent::PutUnder(top), emit);
    }

    /// The place just below the top of a stack.
    pub(super) fn next_depth(&self, top: CardId) -> u8 {
        let deepest = self.under(top).map(|card| self.status(card).depth).max();
        deepest.unwrap_or(0).saturating_add(1)
    }

    /// Puts a stack under a new top card, which takes over the status of the old one (8, Shift).
    pub(super) fn put_stack_under(&mut self, old: CardId, new: CardId) {
        let was = *self.status(old);
        let owner = self.owner(old);
        let depth = self.next_depth(old);
        let base = self.next_depth(new) - 1;
        for place in 0..self.zone(owner, Zone::Under).len() {
            if let Some(card) = self.card_in(owner, Zone::Under, place)
                && self.status(card).under == Some(old)
            {
                let status = self.status_mut(card);
                status.under = Some(new);
                status.depth = status.depth.saturating_add(base);
            }
        }
        self.set_zone(old, Zone::Under);
        let status = self.status_mut(old);
        (status.under, status.depth) = (Some(new), depth.saturating_add(base));
        for effect in &mut self.position.effects {
            if effect.on == EffectTarget::Card(old) {
                effect.on = EffectTarget::Card(new);
            }
        }
        let status = self.status_mut(new);
        status.exerted |= was.exerted;
        status.drying |= was.drying;
        status.damage = status.damage.saturating_add(was.damage);
        status.location = was.location.or(status.location);
    }

    /// Ends a Temporary Shift: the card is healed and its top card alone returns to hand.
    pub(super) fn end_temporary(&mut self, top: CardId, emit: Emit<'_>) {
        if !self.is_in_play(top) {
            return;
        }
        self.remove_damage(top, u8::MAX, emit);
        let owner = self.owner(top);
        let faceup = self.under(top).filter(|&card| !self.status(card).facedown);
        let next = faceup.max_by_key(|&card| self.status(card).depth);
        let Some(next) = next else { return self.return_to_hand(top, emit) };
        let was = *self.status(top);
        self.set_zone(next, Zone::Play);
        let status = self.status_mut(next);
        (status.exerted, status.drying, status.location) = (was.exerted, was.drying, was.location);
        for place in 0..self.zone(owner, Zone::Under).len() {
            if let Some(card) = self.card_in(owner, Zone::Under, place)
                && self.status(card).under == Some(top)
            {
                self.status_mut(card).under = Some(next);
            }
        }
        for effect in &mut self.position.effects {
            if effect.on == EffectTarget::Card(top) {
                effect.on = EffectTarget::Card(next);
            }
        }
        self.set_zone(top, Zone::Hand);
        emit(self.now(), Event::to_hand(self.piece(top), KnownTo::Everybody));
        self.refresh();
    }
}
