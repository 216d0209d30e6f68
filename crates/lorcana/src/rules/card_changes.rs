//! What can happen to a card: damage, banishing, discarding, leaving play, and the replacements that apply (1.9, 6).

use gaslamp_core::Seat;

use super::card_rules::Source;
use super::event::{Event, KnownTo};
use super::happening::{Happening, What};
use super::modifier::{Modifier, Quality, Restriction};
use super::piece::{CardId, SEATS};
use super::position::Pending;
use super::position::{ComingDamage, EffectTarget, LastingEffect, OnceATurn, Stage, Until, Zone};
use super::scope::Scope;
use super::state::{Emit, State};
use crate::cards::Kind;
use crate::language::{Ability, Limit, PlayerModifier, Replaced, Replacement, Step, Target};

/// A replacement that applies.
#[derive(Clone, Copy)]
struct FoundReplacement {
    /// Its number among the abilities of its card.
    number: u8,
    instead: &'static Replacement,
    limit: Option<Limit>,
}

/// Whether a lasting effect prevents the next damage that would be dealt to this card.
fn is_shield(effect: &LastingEffect, card: CardId) -> bool {
    effect.on == EffectTarget::Card(card) && effect.modifier == Modifier::Shielded
}

impl State {
    /// Deals damage because of an ability of `source`: Resist changes the total first (1.9.4). Reduced to nothing it is still
    /// dealt (1.9.5).
    pub(super) fn deal_damage(&mut self, id: CardId, by: i16, source: CardId, is_unreduced: bool) {
        let less = if is_unreduced { 0 } else { self.traits(id).resist.max(0) };
        self.deal(id, by, less, source);
    }

    /// Deals damage in a challenge.
    pub(super) fn deal_challenge_damage(&mut self, id: CardId, by: i16, source: CardId, is_challenger: bool) {
        let traits = self.traits(id);
        let is_spared = traits.is(Quality::NoChallengeDamage)
            || is_challenger && traits.is(Quality::NoDamageWhileChallenging);
        let less = if is_spared { by } else { traits.resist.max(0) };
        self.deal(id, by, less, source);
    }

    fn deal(&mut self, id: CardId, by: i16, less: i16, source: CardId) {
        if by <= 0 || !self.can_be_dealt_damage(id) {
            return;
        }
        let by = (by - less).clamp(0, i16::from(u8::MAX)) as u8;
        self.position.coming.push(ComingDamage { card: id, by, dealt: true, source, past: Vec::new() });
    }

    /// Whether an effect can deal damage to a card in play at all.
    pub(super) fn can_be_dealt_damage(&self, id: CardId) -> bool {
        let traits = self.traits(id);
        let is_challenged = matches!(self.position.stage,
            Stage::Challenge { target, .. } | Stage::ChallengeEnd { target, .. } if target == id);
        !traits.is(Quality::NoDamage) && (is_challenged || !traits.is(Quality::NoDamageUnlessChallenged))
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

    /// The next coming damage that is going to be replaced, on cards of the active player first (6.7.5), and the cards whose replacement may apply to it next.
    #[must_use]
    pub(crate) fn next_replaced(&self) -> Option<(usize, Vec<CardId>)> {
        self.in_turn_order().into_iter().find_map(|seat| {
            let coming = self.position.coming.iter().enumerate();
            let of_seat = coming.filter(|(_, damage)| self.owner(damage.card) == seat);
            let mut replaced = of_seat.map(|(place, damage)| (place, self.replacements_of(damage)));
            replaced.find(|(_, sources)| !sources.is_empty())
        })
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
                self.rules_of(id).has_replacement
                    && !damage.past.contains(&id)
                    && self.damage_replacement(id, damage).is_some()
            };
            sources.extend(cards.filter(applies));
        }
        sources
    }

    /// The card that has given the damaged card its oldest shield.
    fn shield_of(&self, damage: &ComingDamage) -> Option<CardId> {
        let is_shielded = damage.dealt && self.traits(damage.card).is(Quality::Shielded);
        let mut shields = self.position.effects.iter().filter(|effect| is_shield(effect, damage.card));
        shields.next().filter(|_| is_shielded).map(|effect| effect.source)
    }

    /// The ability of a card that replaces coming damage.
    fn damage_replacement(&self, source: CardId, damage: &ComingDamage) -> Option<FoundReplacement> {
        self.replacement_of(source, &|would, scope| match would {
            Replaced::BeDealtDamage(target) => damage.dealt && self.is_target_of(target, damage.card, scope),
            Replaced::TakeDamage(target) => damage.by > 0 && self.is_target_of(target, damage.card, scope),
            _ => false,
        })
    }

    fn is_target_of(&self, target: &Target, id: CardId, scope: &Scope<'_>) -> bool {
        match target {
            Target::Ref(named) => self.referred(named, scope).contains(&id),
            Target::Each(_, filter) => self.matches(filter, id, scope),
            Target::Chosen(_) => false,
        }
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
    pub(super) fn take_damage(&mut self, emit: Emit<'_>) {
        let mut coming = std::mem::take(&mut self.position.coming);
        for damage in &coming {
            if damage.dealt && self.other_side(damage.card) == Some(damage.source) {
                let by = self.owner(damage.source);
                let event = Happening::to(What::DealsDamageInChallenge, by, damage.source);
                self.note(event.with(damage.card).times(damage.by), emit);
            }
            // Reduced to nothing it is dealt all the same (1.9.5).
            if damage.dealt && self.facts(damage.source).kind == Kind::Action {
                let by = self.owner(damage.source);
                self.note(Happening::to(What::ActionDamaged, by, damage.card), emit);
            }
        }
        coming.retain(|damage| damage.by > 0);
        for damage in &coming {
            let status = self.status_mut(damage.card);
            status.damage = status.damage.saturating_add(damage.by);
            let (card, from) = (self.piece(damage.card), self.piece(damage.source));
            emit(self.now(), Event::Damage { card, by: damage.by, from });
            self.count_strike(damage.card, damage.source);
        }
        for (place, damage) in coming.iter().enumerate() {
            let (card, source) = (damage.card, damage.source);
            if coming[..place].iter().all(|before| before.card != card) {
                let all = coming.iter().filter(|other| other.card == card);
                let number = all.fold(0_u8, |sum, other| sum.saturating_add(other.by));
                let event = Happening { number, ..Happening::to(What::Damaged, self.owner(source), card) };
                self.note(event.with(source), emit);
            }
        }
        coming.clear();
        self.position.coming = coming;
    }

    /// Removes damage counters, at most as many as there are.
    pub(super) fn remove_damage(&mut self, id: CardId, n: u8, by: Seat, emit: Emit<'_>) {
        let n = self.take_damage_off(id, n, emit);
        if n > 0 {
            self.note(Happening { number: n, ..Happening::to(What::Healed, by, id) }, emit);
        }
    }

    /// Takes damage counters off a card, to move them or as part of something else; returns how many.
    pub(super) fn take_damage_off(&mut self, id: CardId, by: u8, emit: Emit<'_>) -> u8 {
        let status = self.status_mut(id);
        let by = by.min(status.damage);
        status.damage -= by;
        if by > 0 {
            emit(self.now(), Event::Heals { card: self.piece(id), by });
        }
        by
    }

    /// What is done instead of banishing a card, and by which card.
    fn banishing_replacement(&mut self, id: CardId, emit: Emit<'_>) -> Option<(CardId, &'static [Step])> {
        let cards = self.in_turn_order().into_iter().flat_map(|seat| self.zone(seat, Zone::Play)).copied();
        let mut found = cards.filter(|&source| self.rules_of(source).has_replacement).filter_map(|source| {
            let found = self.replacement_of(source, &|would, scope| match would {
                Replaced::BeBanished(target) => self.is_target_of(target, id, scope),
                _ => false,
            });
            match found?.instead {
                Replacement::Steps(steps) => Some((source, found?, steps.as_slice())),
                _ => None,
            }
        });
        let (source, found, steps) = found.next()?;
        self.use_replacement(source, found, emit);
        Some((source, steps))
    }

    /// What a player may do instead of getting an ink drop, and the card that says so.
    pub(super) fn ink_drop_instead(&self, seat: Seat) -> Option<(CardId, &'static [Step])> {
        let mut sources = self.zone(seat, Zone::Play).iter().copied();
        sources.find_map(|source| {
            let found = self.replacement_of(source, &|would, scope| match would {
                Replaced::GetInkDrop(players) => self.players(players, scope).contains(seat),
                _ => false,
            });
            match found?.instead {
                Replacement::May(_, steps) => Some((source, steps.as_slice())),
                _ => None,
            }
        })
    }

    /// The replacement of a card that applies.
    fn replacement_of(
        &self,
        source: CardId,
        applies: &dyn Fn(&'static Replaced, &Scope<'_>) -> bool,
    ) -> Option<FoundReplacement> {
        let scope = Scope::of(source, self.owner(source));
        let rules = self.rules_of(source);
        let mut abilities = rules.abilities[..rules.printed].iter().zip(0..);
        abilities.find_map(|(ability, number)| {
            let Source::Ability(Ability::Replaces { during, limit, would, instead }) = ability.source else {
                return None;
            };
            let most = limit.map_or(usize::MAX, |limit| usize::from(limit.times));
            let holds = self.uses(source, self.own_ability(source, number)) < most
                && !self.has_lost(source, number)
                && during.as_ref().is_none_or(|so| self.holds(so, &scope))
                && applies(would, &scope);
            holds.then_some(FoundReplacement { number, instead, limit: *limit })
        })
    }

    fn own_ability(&self, card: CardId, number: u8) -> OnceATurn {
        OnceATurn::Card(self.piece(card).card(), number)
    }

    fn use_replacement(&mut self, source: CardId, found: FoundReplacement, emit: Emit<'_>) {
        if found.limit.is_some() {
            self.mark_used(source, self.own_ability(source, found.number));
        }
        emit(self.now(), Event::Replaces(self.piece(source)));
    }

    /// Whether a replacement keeps a player from discarding because of an effect.
    pub(super) fn may_not_discard(&self, seat: Seat) -> bool {
        let cards = SEATS.into_iter().flat_map(|side| self.zone(side, Zone::Play));
        cards.copied().filter(|&source| self.rules_of(source).has_replacement).any(|source| {
            let found = self.replacement_of(source, &|would, scope| match would {
                Replaced::Discard(players) => self.players(players, scope).contains(seat),
                _ => false,
            });
            found.is_some_and(|found| matches!(found.instead, Replacement::Nothing))
        })
    }

    /// Banishes cards all at once because of an effect (1.8); returns how many were banished, since something else may happen
    /// instead.
    pub(super) fn banish_all(&mut self, cards: &[CardId], emit: Emit<'_>) -> usize {
        let by = self.frame().map(|frame| frame.source);
        self.banish_unless_replaced(cards, &[], by, emit)
    }

    /// Banishes a card as a cost, which nothing replaces (6.5).
    pub(super) fn banish_as_cost(&mut self, cards: &[CardId], emit: Emit<'_>) {
        let by = self.frame().map(|frame| frame.source);
        self.banish_at_once(cards, &[], by, emit);
    }

    /// The same for cards that a game state check banishes; some of them have been struck by the other side of a
    /// challenge, which banishes them. Abilities are notified while all of these cards are still in play, so that cards
    /// that leave together see each other leave.
    pub(super) fn banish_fallen(&mut self, cards: &[CardId], struck: &[CardId], emit: Emit<'_>) -> usize {
        self.banish_unless_replaced(cards, struck, None, emit)
    }

    fn banish_unless_replaced(
        &mut self,
        cards: &[CardId],
        struck: &[CardId],
        by: Option<CardId>,
        emit: Emit<'_>,
    ) -> usize {
        let mut leaving = Vec::with_capacity(cards.len());
        for &id in cards {
            match self.banishing_replacement(id, emit) {
                Some((source, steps)) => self.do_instead(steps, source, self.owner(source), emit),
                None => leaving.push(id),
            }
        }
        self.banish_at_once(&leaving, struck, by, emit);
        leaving.len()
    }

    /// Banishes cards by the effect of a card, or else by the damage that they have taken.
    fn banish_at_once(&mut self, leaving: &[CardId], struck: &[CardId], by: Option<CardId>, emit: Emit<'_>) {
        for &id in leaving {
            let by = by.or_else(|| self.last_damage_from(id)).filter(|&by| by != id);
            let by = by.map(|by| self.piece(by));
            emit(self.now(), Event::Banished { card: self.piece(id), by });
            let other = self.other_side(id);
            self.note(Happening { other, ..Happening::to(What::Banished, self.owner(id), id) }, emit);
            if let (Some(by), true) = (other, struck.contains(&id) && self.printed(id).is_character) {
                self.note(Happening::to(What::BanishesInChallenge, self.owner(by), by).with(id), emit);
            }
            self.note(Happening::to(What::Left, self.owner(id), id), emit);
        }
        for &id in leaving {
            let stack = self.remove_from_play(id, Zone::Discard);
            for (card, _) in stack {
                self.note_into_discard(card, id, emit);
            }
        }
        self.refresh();
    }

    /// The card whose damage a card has taken last this turn.
    fn last_damage_from(&self, id: CardId) -> Option<CardId> {
        let mut past = self.position.history.iter().rev();
        past.find(|past| past.what == What::Damaged && past.card == Some(id))?.other
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

    /// A card leaves play with its whole stack, all to the same zone; abilities hear of it while it is still there.
    pub(super) fn leave_play(&mut self, id: CardId, zone: Zone, emit: Emit<'_>) -> Vec<(CardId, KnownTo)> {
        let owner = self.owner(id);
        if zone == Zone::Hand {
            self.note(Happening::to(What::Returned, owner, id), emit);
        }
        self.note(Happening::to(What::Left, owner, id), emit);
        let stack = self.remove_from_play(id, zone);
        if zone == Zone::Discard {
            for &(card, _) in &stack {
                self.note_into_discard(card, id, emit);
            }
        }
        stack
    }

    /// A card has come into the discard with the stack of which this was the top.
    fn note_into_discard(&mut self, card: CardId, top: CardId, emit: Emit<'_>) {
        let other = (card != top).then_some(top);
        self.note(Happening { other, ..Happening::to(What::IntoDiscard, self.owner(card), card) }, emit);
    }

    /// Removes a card from play with its whole stack. Facedown cards stay unknown.
    fn remove_from_play(&mut self, id: CardId, zone: Zone) -> Vec<(CardId, KnownTo)> {
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
        self.forget_who_left(id);
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

    /// What a card has given as long as it is in play ends, and what has left is not found again, even if it comes back (7.1.6).
    fn forget_who_left(&mut self, id: CardId) {
        self.position.effects.retain(|effect| {
            let ends = effect.until == Until::SourceLeaves && effect.source == id;
            !ends && effect.about != Some(id)
        });
        for trigger in &mut self.position.bag {
            trigger.cause.about = trigger.cause.about.filter(|&about| about != id);
        }
    }

    /// Keeps what a card that leaves play was (6.7.6).
    fn remember(&mut self, card: CardId) {
        let known = self.known_now(card);
        match self.position.left.binary_search_by_key(&card, |known| known.card) {
            Ok(place) => self.position.left[place] = known,
            Err(place) => self.position.left.insert(place, known),
        }
    }

    /// Discards a card from hand.
    pub(super) fn discard(&mut self, id: CardId, emit: Emit<'_>) {
        self.set_zone(id, Zone::Discard);
        emit(self.now(), Event::Discards(self.piece(id)));
        self.note(Happening::to(What::Discarded, self.owner(id), id), emit);
        self.note(Happening::to(What::IntoDiscard, self.owner(id), id), emit);
    }

    /// Puts a card facedown into its player's inkwell, from any zone; a stack moves as a whole.
    pub(super) fn put_into_inkwell(
        &mut self,
        id: CardId,
        exerted: bool,
        known: KnownTo,
        by: Seat,
        emit: Emit<'_>,
    ) {
        let player = self.owner(id);
        let was = self.status(id).zone;
        if was == Zone::Inkwell {
            return;
        }
        let exerted =
            exerted || self.player_is(player, |gift| matches!(gift, PlayerModifier::InkEntersExerted));
        let cards =
            if self.is_in_play(id) { self.leave_play(id, Zone::Inkwell, emit) } else { vec![(id, known)] };
        for (card, known) in cards {
            self.leave_deck(card);
            self.set_zone(card, Zone::Inkwell);
            self.status_mut(card).exerted = exerted;
            emit(self.now(), Event::ToInkwell { player, card: Some(self.piece(card)), known });
            let number = by.index() as u8 + 1;
            self.note(Happening { number, ..Happening::to(What::Inked, player, card) }, emit);
        }
        self.note_left(id, was, emit);
        self.refresh();
    }

    /// Returns a card in play to its player's hand; a stack moves as a whole.
    pub(super) fn return_to_hand(&mut self, id: CardId, emit: Emit<'_>) {
        for (card, known) in self.leave_play(id, Zone::Hand, emit) {
            // Nobody knew the card; now its player does.
            let known = if known == KnownTo::Nobody { KnownTo::Owner } else { known };
            emit(self.now(), Event::to_hand(self.piece(card), known));
        }
        self.refresh();
    }

    /// A stack leaves play for its player's deck: its facedown cards go to the bottom, the others are returned.
    pub(super) fn leave_play_for_bottom(&mut self, id: CardId, emit: Emit<'_>) -> Vec<CardId> {
        let player = self.owner(id);
        let mut left = self.leave_play(id, Zone::Deck, emit);
        left.retain(|&(card, known)| {
            if known == KnownTo::Nobody {
                self.position.decks[player.index()].insert(0, card);
                let card = Some(self.piece(card));
                emit(self.now(), Event::ToDeck { player, card, known, top: false });
            }
            known != KnownTo::Nobody
        });
        let faceup: Vec<CardId> = left.into_iter().map(|(card, _)| card).collect();
        faceup.iter().for_each(|&card| self.position.decks[player.index()].insert(0, card));
        self.refresh();
        faceup
    }

    /// Exerts a card because of an effect or a cost.
    pub(super) fn exert(&mut self, id: CardId, emit: Emit<'_>) {
        if !self.status(id).exerted && !self.printed(id).is_location {
            // Which card of an inkwell it is, nobody knows.
            if self.is_in_play(id) {
                emit(self.now(), Event::Exerts(self.piece(id)));
            }
            self.tire(id, emit);
        }
    }

    /// A card becomes exerted, also by questing, challenging or singing.
    pub(super) fn tire(&mut self, id: CardId, emit: Emit<'_>) {
        self.status_mut(id).exerted = true;
        if self.is_in_play(id) {
            self.refresh();
            self.note(Happening::to(What::Exerted, self.owner(id), id), emit);
        }
    }

    /// Readies a card because of an effect of this player, unless it cannot ready.
    pub(super) fn ready(&mut self, id: CardId, by: Seat, emit: Emit<'_>) {
        let is_kept = self.is_in_play(id) && self.cannot(id, Restriction::Ready);
        if self.status(id).exerted && !is_kept {
            self.status_mut(id).exerted = false;
            if self.is_in_play(id) {
                emit(self.now(), Event::Readies(self.piece(id)));
                self.note(Happening::to(What::Readied, by, id), emit);
            }
        }
    }

    /// Puts the top card of the deck facedown under a card (8, Boost).
    pub(super) fn put_top_under(&mut self, top: CardId, emit: Emit<'_>) {
        if !self.is_in_play(top) {
            return;
        }
        let Some(&card) = self.position.decks[self.owner(top).index()].last() else { return };
        self.put_under(card, top, true, emit);
    }

    /// Puts a card under one in play of the same player; a stack moves as a whole.
    pub(super) fn put_under(&mut self, card: CardId, top: CardId, facedown: bool, emit: Emit<'_>) {
        if card == top || self.owner(card) != self.owner(top) || !self.is_in_play(top) {
            return;
        }
        let was = self.status(card).zone;
        let cards = if self.is_in_play(card) {
            self.leave_play(card, Zone::Under, emit)
        } else {
            vec![(card, KnownTo::Owner)]
        };
        for (card, _) in cards {
            let depth = self.next_depth(top);
            self.leave_deck(card);
            self.set_zone(card, Zone::Under);
            let status = self.status_mut(card);
            (status.under, status.depth, status.facedown) = (Some(top), depth, facedown);
            emit(self.now(), Event::PutUnder { top: self.piece(top), card: Some(self.piece(card)) });
        }
        self.refresh();
        self.note(Happening::to(What::PutUnder, self.owner(top), top).with(card), emit);
        self.note_left(card, was, emit);
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
        // An item never dries, but whoever is shifted onto one does if it came this turn (8.10.8.6).
        let is_new = !self.printed(old).is_character && self.was_played_this_turn(old);
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
            if effect.about == Some(old) {
                effect.about = Some(new);
            }
        }
        let status = self.status_mut(new);
        status.exerted |= was.exerted;
        status.drying |= was.drying || is_new;
        status.damage = status.damage.saturating_add(was.damage);
        status.location = was.location.or(status.location);
    }

    /// Ends a Temporary Shift: the card is healed and its top card alone returns to hand.
    pub(super) fn end_temporary(&mut self, top: CardId, emit: Emit<'_>) {
        if !self.is_in_play(top) {
            return;
        }
        let owner = self.owner(top);
        if !self.keeps_damage() {
            self.remove_damage(top, u8::MAX, owner, emit);
        }
        let faceup = self.under(top).filter(|&card| !self.status(card).facedown);
        let next = faceup.max_by_key(|&card| self.status(card).depth);
        let Some(next) = next else { return self.return_to_hand(top, emit) };
        self.note(Happening::to(What::Returned, owner, top), emit);
        self.note(Happening::to(What::Left, owner, top), emit);
        self.remember(top);
        let was = *self.status(top);
        self.set_zone(next, Zone::Play);
        let status = self.status_mut(next);
        (status.exerted, status.drying, status.location) = (was.exerted, was.drying, was.location);
        status.damage = was.damage;
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
        // What is remembered of the character is about the card that is in play again.
        for effect in self.position.effects.iter_mut().filter(|effect| effect.about == Some(top)) {
            effect.about = Some(next);
        }
        for trigger in self.position.bag.iter_mut().filter(|trigger| trigger.cause.about == Some(top)) {
            trigger.cause.about = Some(next);
        }
        self.forget_who_left(top);
        self.set_zone(top, Zone::Hand);
        emit(self.now(), Event::to_hand(self.piece(top), KnownTo::Everybody));
        self.refresh();
    }
}
