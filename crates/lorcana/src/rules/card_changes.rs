//! What can happen to a card: damage, banishing, discarding, leaving play, and the replacements that apply (1.9, 6).

use gaslamp_core::Seat;

use super::ability::{Ability, Modifier, ReplacedEvent, Replacement, Restriction};
use super::bag::TriggerEvent;
use super::event::{Event, KnownTo};
use super::piece::{CardId, SEATS};
use super::position::{
    AbilityRef, ComingDamage, EffectTarget, Frame, LastKnown, LastingEffect, OnceATurn, Pending, Stage, Zone,
};
use super::state::{AbilityContext, Emit, State};

/// A replacement that applies.
#[derive(Clone, Copy)]
struct FoundReplacement {
    /// Its number among the abilities of its card.
    number: u8,
    instead: Replacement,
    once: bool,
}

/// Whether a lasting effect prevents the next damage that would be dealt to this card.
fn is_shield(effect: &LastingEffect, card: CardId) -> bool {
    effect.on == EffectTarget::Card(card) && effect.modifier == Modifier::Shielded
}

impl State {
    /// Deals damage because of a challenge or an ability of `source`: Resist changes the total first (1.9.4). Reduced to
    /// nothing it is still dealt (1.9.5).
    pub(super) fn deal_damage(&mut self, id: CardId, by: i16, source: CardId) {
        if by > 0 {
            let by = (by - self.traits(id).resist.max(0)).clamp(0, i16::from(u8::MAX)) as u8;
            self.position.coming.push(ComingDamage { card: id, by, dealt: true, source, past: Vec::new() });
        }
    }

    /// Puts or moves damage on a card because of an ability of `source`.
    pub(super) fn put_damage(&mut self, id: CardId, by: u8, source: CardId) {
        if by > 0 && self.is_in_play(id) {
            self.position.coming.push(ComingDamage { card: id, by, dealt: false, source, past: Vec::new() });
        }
    }

    /// Puts coming damage on its cards, all at once, after the replacements that apply; if there are several for one,
    /// the player of that card is asked (6.5.7).
    pub(super) fn settle_damage(&mut self, emit: Emit<'_>) {
        self.refresh();
        while let Some((place, sources)) = self.next_replaced() {
            if let [only] = sources.as_slice() {
                self.replace(place, *only, emit);
            } else {
                let affected = self.owner(self.position.coming[place].card);
                self.position.pending = Some(Pending::Replace(affected));
                return;
            }
        }
        self.take_damage(emit);
    }

    /// The first coming damage that is going to be replaced, and the cards whose replacement may apply to it next.
    #[must_use]
    pub(crate) fn next_replaced(&self) -> Option<(usize, Vec<CardId>)> {
        let coming = self.position.coming.iter().enumerate();
        let mut replaced = coming.map(|(place, damage)| (place, self.replacements_of(damage)));
        replaced.find(|(_, sources)| !sources.is_empty())
    }

    /// Lets the replacement of this card apply to the next coming damage that is going to be replaced.
    pub(super) fn replace_next(&mut self, source: CardId, emit: Emit<'_>) {
        if let Some((place, _)) = self.next_replaced() {
            self.replace(place, source, emit);
        }
    }

    fn replacements_of(&self, damage: &ComingDamage) -> Vec<CardId> {
        let mut sources: Vec<CardId> = self.shield_of(damage).into_iter().collect();
        for seat in self.in_turn_order() {
            let cards = self.zone(seat, Zone::Play).iter().copied();
            let applies = |&id: &CardId| {
                self.printed(id).has_replacement
                    && !damage.past.contains(&id)
                    && self.damage_replacement(id, damage).is_some()
            };
            sources.extend(cards.filter(applies));
        }
        sources
    }

    /// The card that has given the damaged card its oldest shield.
    fn shield_of(&self, damage: &ComingDamage) -> Option<CardId> {
        let is_shielded = damage.dealt && self.traits(damage.card).shielded;
        let mut shields = self.position.effects.iter().filter(|effect| is_shield(effect, damage.card));
        shields.next().filter(|_| is_shielded).map(|effect| effect.source)
    }

    /// The ability of a card that replaces coming damage.
    fn damage_replacement(&self, source: CardId, damage: &ComingDamage) -> Option<FoundReplacement> {
        self.replacement_of(source, &|would, state, context| match would {
            ReplacedEvent::BeDealtDamage(filter) => {
                damage.dealt && state.matches(filter, damage.card, context)
            }
            ReplacedEvent::TakeDamage(filter) => damage.by > 0 && state.matches(filter, damage.card, context),
            _ => false,
        })
    }

    /// Equal replacements cease to exist for this damage (6.5.8): shields are lost, other cards have had their chance.
    fn replace(&mut self, place: usize, source: CardId, emit: Emit<'_>) {
        let damage = self.position.coming[place].clone();
        if self.shield_of(&damage) == Some(source) {
            self.position.effects.retain(|effect| !is_shield(effect, damage.card));
            self.position.coming.remove(place);
            emit(self.now(), Event::Replaces(self.piece(source)));
            return self.refresh();
        }
        let Some(found) = self.damage_replacement(source, &damage) else { return };
        let equal = |id: &CardId| self.piece(*id).card() == self.piece(source).card();
        let past: Vec<CardId> = self.replacements_of(&damage).into_iter().filter(equal).collect();
        self.use_replacement(source, found, emit);
        match found.instead {
            Replacement::PutOnThis => {
                let damage = &mut self.position.coming[place];
                (damage.card, damage.dealt) = (source, false);
                damage.past.extend(past);
                damage.past.sort_unstable();
            }
            _ => {
                self.position.coming.remove(place);
            }
        }
    }

    /// All coming damage becomes counters at once (1.9.4); abilities hear of it afterwards.
    fn take_damage(&mut self, emit: Emit<'_>) {
        let mut coming = std::mem::take(&mut self.position.coming);
        coming.retain(|damage| damage.by > 0);
        for damage in &coming {
            let status = self.status_mut(damage.card);
            status.damage = status.damage.saturating_add(damage.by);
            emit(self.now(), Event::Damage { card: self.piece(damage.card), by: damage.by });
            self.count_strike(damage.card, damage.source);
        }
        for (place, damage) in coming.iter().enumerate() {
            if coming[..place].iter().all(|before| before.card != damage.card) {
                self.notify(TriggerEvent::Damaged(damage.card), emit);
            }
        }
        coming.clear();
        self.position.coming = coming;
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

    /// The first replacement of a banishing. No two encoded ones can apply to the same.
    fn banishing_replacement(&mut self, id: CardId, emit: Emit<'_>) -> Option<Replacement> {
        let banished = |would: &ReplacedEvent, state: &Self, context: AbilityContext| match would {
            ReplacedEvent::BeBanished(filter) => state.matches(filter, id, context),
            _ => false,
        };
        let cards = self.in_turn_order().into_iter().flat_map(|seat| self.zone(seat, Zone::Play)).copied();
        let mut found = cards
            .filter(|&source| self.printed(source).has_replacement)
            .filter_map(|source| Some((source, self.replacement_of(source, &banished)?)));
        let (source, found) = found.next()?;
        self.use_replacement(source, found, emit);
        Some(found.instead)
    }

    /// The replacement of a card that applies.
    fn replacement_of(
        &self,
        source: CardId,
        applies: &dyn Fn(&ReplacedEvent, &Self, AbilityContext) -> bool,
    ) -> Option<FoundReplacement> {
        let context = AbilityContext { source, controller: self.owner(source) };
        let mut abilities = self.printed(source).abilities.iter().zip(0..);
        abilities.find_map(|(ability, number)| {
            let Ability::Replaces { only, would, instead, once } = ability else { return None };
            let is_used = *once && self.is_used(source, self.own_ability(source, number));
            let holds = !is_used && self.holds(only, context, None) && applies(would, self, context);
            holds.then_some(FoundReplacement { number, instead: *instead, once: *once })
        })
    }

    fn own_ability(&self, card: CardId, number: u8) -> OnceATurn {
        OnceATurn::Card(self.piece(card).card(), number)
    }

    fn use_replacement(&mut self, source: CardId, found: FoundReplacement, emit: Emit<'_>) {
        if found.once {
            self.mark_used(source, self.own_ability(source, found.number));
        }
        emit(self.now(), Event::Replaces(self.piece(source)));
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
        self.banish_fallen(cards, &[], emit);
    }

    /// The same for cards that a game state check banishes; some of them have been struck by the other side of a
    /// challenge, which banishes them. Abilities are notified while all of these cards are still in play, so that cards
    /// that leave together see each other leave.
    pub(super) fn banish_fallen(&mut self, cards: &[CardId], struck: &[CardId], emit: Emit<'_>) {
        let mut leaving = Vec::with_capacity(cards.len());
        for &id in cards {
            match self.banishing_replacement(id, emit) {
                Some(Replacement::ToInk) => self.put_into_inkwell(id, true, KnownTo::Everybody, emit),
                Some(Replacement::ToHand) => self.return_to_hand(id, emit),
                Some(_) => self.remove_damage(id, u8::MAX, emit),
                None => leaving.push(id),
            }
        }
        for &id in &leaving {
            emit(self.now(), Event::Banished(self.piece(id)));
            let other_side = self.other_side(id);
            self.notify(TriggerEvent::Banished { card: id, other_side }, emit);
            if let (Some(by), true) = (other_side, struck.contains(&id) && self.printed(id).is_character) {
                self.notify(TriggerEvent::BanishesInChallenge { by, banished: id }, emit);
            }
        }
        for id in leaving {
            let _ = self.leave_play(id, Zone::Discard);
        }
        self.refresh();
    }

    /// The other side of the challenge that a card is in, from the declaration to the end (4.6.2).
    pub(super) fn other_side(&self, id: CardId) -> Option<CardId> {
        match self.position.stage {
            Stage::Challenge { by, target } | Stage::ChallengeEnd { by, target } if id == by => Some(target),
            Stage::Challenge { by, target } | Stage::ChallengeEnd { by, target } if id == target => Some(by),
            _ => None,
        }
    }

    /// Remembers that a card in a challenge has taken damage from the other one.
    fn count_strike(&mut self, id: CardId, source: CardId) {
        if self.other_side(id) == Some(source)
            && let Err(place) = self.position.struck.binary_search(&id)
        {
            self.position.struck.insert(place, id);
        }
    }

    /// Removes a card from play with its whole stack, all to the same zone. Facedown cards stay unknown.
    fn leave_play(&mut self, id: CardId, zone: Zone) -> Vec<(CardId, KnownTo)> {
        self.remember(id);
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
        if let (Some(_), Stage::Challenge { by, target }) = (self.other_side(id), self.position.stage) {
            // There will be no damage, not even if the card comes back (4.6.9, 7.1.6).
            self.position.stage = Stage::ChallengeEnd { by, target };
        }
        self.position.struck.retain(|&card| card != id);
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

    /// Keeps what a card that leaves play was (6.7.6).
    fn remember(&mut self, card: CardId) {
        let known = LastKnown {
            card,
            strength: self.traits(card).strength,
            damage: self.status(card).damage,
            under: self.under(card).count().min(usize::from(u8::MAX)) as u8,
        };
        match self.position.left.binary_search_by_key(&card, |known| known.card) {
            Ok(place) => self.position.left[place] = known,
            Err(place) => self.position.left.insert(place, known),
        }
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

    /// Puts the cards that are in play on the bottom of their players' decks with their stacks. Each player orders freely
    /// what is faceup (7.2.3.1), the active player first; facedown cards, which nobody knows, lie above.
    pub(super) fn put_all_on_bottom(&mut self, cards: &[CardId], emit: Emit<'_>) {
        // What is pushed last is resolved first.
        for player in self.in_turn_order().into_iter().rev() {
            let mut faceup = Vec::new();
            for &id in cards {
                if self.owner(id) == player && self.is_in_play(id) {
                    faceup.extend(self.leave_play_for_bottom(id, emit));
                }
            }
            let Some(&source) = faceup.first() else { continue };
            faceup.iter().for_each(|&card| self.position.decks[player.index()].insert(0, card));
            let mut frame = Frame::new(player, source, AbilityRef::Bottom, None);
            frame.chosen = faceup;
            self.position.frames.push(frame);
        }
        self.refresh();
    }

    /// A stack leaves play for its player's deck: its facedown cards go to the bottom, the others are returned.
    fn leave_play_for_bottom(&mut self, id: CardId, emit: Emit<'_>) -> Vec<CardId> {
        let player = self.owner(id);
        let mut left = self.leave_play(id, Zone::Deck);
        left.retain(|&(card, known)| {
            if known == KnownTo::Nobody {
                self.position.decks[player.index()].insert(0, card);
                let card = Some(self.piece(card));
                emit(self.now(), Event::ToDeck { player, card, known, top: false });
            }
            known != KnownTo::Nobody
        });
        left.into_iter().map(|(card, _)| card).collect()
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
