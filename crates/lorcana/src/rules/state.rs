//! A checked state: a position that follows the rules, together with what is computed from it.
//!
//! Everything else in `rules` reads and moves cards through the functions here.

use std::sync::Arc;

use gaslamp_core::Seat;
use gaslamp_core::trace::Phase;

use super::ability::{
    Ability, Amount, Condition, Filter, KeywordFlag, Modifier, PlayerFilter, Restriction, Side,
};
use super::event::Event;
use super::piece::{CardId, PLAYERS, Piece, SEATS, opponent};
use super::position::{
    EffectTarget, Frame, LastKnown, LastingEffect, OnceATurn, Position, Stage, Status, Used, Zone,
};
use super::traits::{Printed, Traits};
use crate::cards::{Card, Facts, Kind};

/// Where events go.
pub(super) type Emit<'a> = &'a mut dyn FnMut(Phase, Event);

/// How many zones there are.
const ZONES: usize = 6;

/// How often static abilities that depend on each other are applied anew; only some that contradict each other never
/// settle.
const MOST_ROUNDS: usize = 8;

/// A state of the game.
#[derive(Clone)]
pub struct State {
    pub(super) position: Position,
    pub(super) printed: Arc<[Printed]>,
    /// The cards of each zone except the deck, sorted.
    zones: [[Vec<CardId>; ZONES]; PLAYERS],
    /// The traits of the cards in play; those of other cards are out of date.
    traits: Vec<Traits>,
    /// What static abilities that depend on traits give.
    gifts: Vec<Gift>,
    /// Abilities granted to cards in play.
    grants: Vec<(CardId, Card, u8)>,
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

/// What a static ability or a lasting effect gives to a card, this many times over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Gift {
    to: CardId,
    modifier: Modifier,
    times: i16,
    source: CardId,
}

/// The card that has an ability, and who controls it.
#[derive(Clone, Copy, Debug)]
pub(super) struct AbilityContext {
    pub source: CardId,
    pub controller: Seat,
}

impl State {
    /// The state of a position that has been checked.
    pub(super) fn new(position: Position) -> Self {
        let printed = position.pieces.iter().map(|piece| Printed::of(piece.card())).collect();
        let mut zones: [[Vec<CardId>; ZONES]; PLAYERS] = Default::default();
        for (index, status) in position.cards.iter().enumerate() {
            if status.zone != Zone::Deck {
                zones[position.pieces[index].owner.index()][status.zone as usize].push(CardId::new(index));
            }
        }
        let traits = vec![Traits::default(); position.pieces.len()];
        let (gifts, grants) = (Vec::new(), Vec::new());
        let mut state = Self { position, printed, zones, traits, gifts, grants };
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
        if !matches!(zone, Zone::Play | Zone::Under) {
            // It is a new card when it comes back (7.1.6).
            self.position.used.retain(|used| used.card != id);
        }
    }

    /// Whether a once-a-turn ability of a card has been used this turn.
    pub(super) fn is_used(&self, card: CardId, ability: OnceATurn) -> bool {
        self.position.used.binary_search(&Used { card, ability }).is_ok()
    }

    /// Records that a once-a-turn ability of a card has been used this turn.
    pub(super) fn mark_used(&mut self, card: CardId, ability: OnceATurn) {
        let used = Used { card, ability };
        if let Err(place) = self.position.used.binary_search(&used) {
            self.position.used.insert(place, used);
        }
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

    /// Computes the traits of all cards in play. Modifiers have no order (6.6.1.2): static abilities that depend on what
    /// others change are applied to what all of them together have made of the cards, until that changes nothing.
    pub(super) fn refresh(&mut self) {
        self.gifts.clear();
        let depends = self.apply_gifts();
        for _ in 0..if depends { MOST_ROUNDS } else { 0 } {
            let before = self.gifts.len();
            self.apply_statics(true);
            let settled = self.gifts[..before] == self.gifts[before..];
            self.gifts.drain(..before);
            if settled {
                break;
            }
            self.apply_gifts();
        }
    }

    /// Computes traits from printed values, independent static abilities, lasting effects and the gifts of dependent
    /// static abilities; returns whether there are any of the last.
    fn apply_gifts(&mut self) -> bool {
        for seat in SEATS {
            for place in 0..self.zone(seat, Zone::Play).len() {
                let id = self.zones[seat.index()][Zone::Play as usize][place];
                self.traits[id.index()] = self.printed[id.index()].traits;
            }
        }
        self.grants.clear();
        let depends = self.apply_statics(false);
        for index in 0..self.position.effects.len() {
            let LastingEffect { on, modifier, source, .. } = self.position.effects[index];
            if let EffectTarget::Card(id) = on {
                self.give(Gift { to: id, modifier, times: 1, source });
            }
        }
        for index in 0..self.gifts.len() {
            self.give(self.gifts[index]);
        }
        // "While challenging" (8, Challenger).
        if let Stage::Challenge { by, .. } | Stage::ChallengeEnd { by, .. } = self.position.stage {
            let traits = &mut self.traits[by.index()];
            traits.strength = traits.strength.saturating_add(traits.challenger);
        }
        depends
    }

    /// Applies the independent static abilities, or else collects the gifts of the dependent ones; returns whether there
    /// are any of these.
    fn apply_statics(&mut self, dependent: bool) -> bool {
        let mut any_dependent = false;
        for seat in SEATS {
            for place in 0..self.zone(seat, Zone::Play).len() {
                let source = self.zones[seat.index()][Zone::Play as usize][place];
                let printed = self.printed(source);
                any_dependent |= printed.has_dependent;
                if printed.has_static && (printed.has_dependent || !dependent) {
                    self.apply_statics_of(AbilityContext { source, controller: seat }, dependent);
                }
            }
        }
        any_dependent
    }

    fn apply_statics_of(&mut self, context: AbilityContext, dependent: bool) {
        for ability in self.printed(context.source).abilities {
            let (only, on, gives, times) = match ability {
                Ability::Static { only, on, gives, times } => (only, on, std::slice::from_ref(gives), times),
                Ability::StaticAll { only, on, gives, times } => (only, on, *gives, times),
                _ => continue,
            };
            if ability.depends_on_traits() != dependent || !self.holds(only, context, None) {
                continue;
            }
            let times = self.amount(*times, context, &[], None);
            if on.this {
                self.apply_static(context, context.source, gives, times, dependent);
                continue;
            }
            for seat in SEATS {
                for place in 0..self.zone(seat, Zone::Play).len() {
                    let id = self.zones[seat.index()][Zone::Play as usize][place];
                    if self.matches(on, id, context) {
                        self.apply_static(context, id, gives, times, dependent);
                    }
                }
            }
        }
    }

    fn apply_static(
        &mut self,
        AbilityContext { source, .. }: AbilityContext,
        to: CardId,
        gives: &[Modifier],
        times: i16,
        dependent: bool,
    ) {
        for &modifier in gives {
            let gift = Gift { to, modifier, times, source };
            if dependent { self.gifts.push(gift) } else { self.give(gift) }
        }
    }

    fn give(&mut self, Gift { to, modifier, times, source }: Gift) {
        if let (Modifier::Grants(ability), true) = (modifier, times > 0) {
            let grant = (to, self.piece(source).card(), ability);
            if !self.grants.contains(&grant) {
                self.grants.push(grant);
            }
        }
        self.traits[to.index()].modify(modifier, times);
    }

    /// Whether a condition holds.
    pub(super) fn holds(
        &self,
        condition: &Condition,
        context: AbilityContext,
        subject: Option<CardId>,
    ) -> bool {
        let hand = |players: PlayerFilter| {
            SEATS
                .into_iter()
                .filter(|&seat| self.player_matches(players, seat, context.controller))
                .map(|seat| self.zone(seat, Zone::Hand).len())
                .sum::<usize>()
        };
        match condition {
            Condition::Always => true,
            Condition::YourTurn => self.position.active == context.controller,
            Condition::OpponentsTurn => self.position.active != context.controller,
            Condition::HandAtLeast(players, n) => hand(*players) >= usize::from(*n),
            Condition::HandAtMost(players, n) => hand(*players) <= usize::from(*n),
            Condition::PlayedThisTurn(filter) => {
                let played = &self.position.players[context.controller.index()].played;
                played.iter().any(|card| filter.fits(card.facts()))
            }
            Condition::InPlay(n, filter) => self.count(filter, context) >= usize::from(*n),
            Condition::ThisIs(filter) => {
                self.is_in_play(context.source) && self.matches(filter, context.source, context)
            }
            Condition::Under(n) => self.last_known(context.source).under >= *n,
            Condition::Behind => {
                let lore = |seat: Seat| self.position.players[seat.index()].lore;
                lore(context.controller) < lore(opponent(context.controller))
            }
            Condition::InkwellAtLeast(n) => {
                self.zone(context.controller, Zone::Inkwell).len() >= usize::from(*n)
            }
            Condition::SubjectIs(filter) => subject.is_some_and(|id| self.matches(filter, id, context)),
        }
    }

    /// Whether a player matches a filter. Only a frame knows who was picked or chosen; see `matching_players`.
    pub(super) fn player_matches(&self, players: PlayerFilter, seat: Seat, by: Seat) -> bool {
        match players {
            PlayerFilter::You => seat == by,
            PlayerFilter::Opponent => seat != by,
            PlayerFilter::Everyone => true,
            PlayerFilter::Active => seat == self.position.active,
            PlayerFilter::Picked | PlayerFilter::ChosenOwner => false,
        }
    }

    /// What a card in play is, or was just before it left; else what is printed on it (6.7.6).
    fn last_known(&self, card: CardId) -> LastKnown {
        let left = || {
            let place = self.position.left.binary_search_by_key(&card, |known| known.card).ok()?;
            Some(self.position.left[place])
        };
        let known = (!self.is_in_play(card)).then(left).flatten();
        known.unwrap_or_else(|| LastKnown {
            card,
            strength: if self.is_in_play(card) {
                self.traits(card).strength
            } else {
                self.printed(card).traits.strength
            },
            damage: self.status(card).damage,
            under: self.under(card).count().min(usize::from(u8::MAX)) as u8,
        })
    }

    /// The value of an amount.
    pub(super) fn amount(
        &self,
        amount: Amount,
        context: AbilityContext,
        chosen: &[CardId],
        subject: Option<CardId>,
    ) -> i16 {
        let zones = |players: PlayerFilter, zone: Zone| {
            let seats =
                SEATS.into_iter().filter(|&seat| self.player_matches(players, seat, context.controller));
            seats.map(|seat| self.zone(seat, zone).len()).sum::<usize>()
        };
        let number = match amount {
            Amount::N(n) => usize::from(n),
            Amount::Count(filter) => self.count(&filter, context),
            Amount::Hand(players) => zones(players, Zone::Hand),
            Amount::Discard(players) => zones(players, Zone::Discard),
            Amount::Under => usize::from(self.last_known(context.source).under),
            Amount::Damage => usize::from(self.last_known(context.source).damage),
            Amount::Strength => return self.last_known(context.source).strength.max(0),
            Amount::ChosenStrength => {
                return chosen.first().map_or(0, |&id| self.last_known(id).strength.max(0));
            }
            Amount::SubjectCost => subject.map_or(0, |id| usize::from(self.printed(id).cost)),
        };
        number.min(i16::MAX as usize) as i16
    }

    /// The number of matching cards in play.
    pub(super) fn count(&self, filter: &Filter, context: AbilityContext) -> usize {
        let such = |seat: Seat| {
            self.zone(seat, Zone::Play)
                .iter()
                .filter(|&&id| self.is_in_play(id) && self.matches(filter, id, context))
                .count()
        };
        SEATS.map(such).iter().sum()
    }

    /// Whether a card matches a filter. Outside play, its printed values count.
    pub(super) fn matches(&self, filter: &Filter, id: CardId, context: AbilityContext) -> bool {
        let (status, printed) = (self.status(id), self.printed(id));
        if filter.this && id != context.source || filter.other && id == context.source {
            return false;
        }
        let is_on_side = match filter.side {
            Side::Any => true,
            Side::Your => self.owner(id) == context.controller,
            Side::Opposing => self.owner(id) != context.controller,
        };
        if !is_on_side || filter.here && status.location != Some(context.source) {
            return false;
        }
        if filter.at_location && status.location.is_none()
            || filter.exerted.is_some_and(|exerted| exerted != status.exerted)
            || filter.damaged.is_some_and(|damaged| damaged != (status.damage > 0))
        {
            return false;
        }
        let traits = if status.zone == Zone::Play { self.traits(id) } else { &printed.traits };
        if filter.depends_on_strength()
            && !(i16::from(filter.strength_from)..=i16::from(filter.strength_to))
                .contains(&traits.strength.max(0))
        {
            return false;
        }
        filter.keyword.is_none_or(|keyword| traits.has(keyword)) && filter.fits(self.facts(id))
    }

    /// Whether a player's effect may choose a card: Ward protects it from opponents (8).
    pub(super) fn may_be_chosen(&self, id: CardId, by: Seat) -> bool {
        self.owner(id) == by || !self.traits(id).has(KeywordFlag::Ward)
    }

    /// Whether a restriction applies to a card in play.
    pub(super) fn cannot(&self, id: CardId, restriction: Restriction) -> bool {
        self.traits(id).cannot(restriction)
    }

    /// What a card costs a player at the moment.
    pub(super) fn cost(&self, id: CardId, seat: Seat) -> u16 {
        let facts = self.facts(id);
        let mut less = 0_u16;
        for &source in SEATS.iter().flat_map(|&side| self.zone(side, Zone::Play)) {
            if self.printed(source).has_static {
                let context = AbilityContext { source, controller: self.owner(source) };
                less = less.saturating_add(self.cheaper_by(context, facts, seat));
            }
        }
        for effect in &self.position.effects {
            if let (
                EffectTarget::Player(player),
                Modifier::Cheaper(card_type, n) | Modifier::NextCheaper(card_type, n),
            ) = (effect.on, effect.modifier)
                && player == seat
                && card_type.includes(facts)
            {
                less = less.saturating_add(u16::from(n));
            }
        }
        u16::from(facts.cost).saturating_sub(less)
    }

    fn cheaper_by(&self, context: AbilityContext, facts: &Facts, seat: Seat) -> u16 {
        let mut less = 0_u16;
        for ability in self.printed(context.source).abilities {
            if let Ability::PlayerStatic { only, players, gives: Modifier::Cheaper(card_type, n) } = ability
                && self.player_matches(*players, seat, context.controller)
                && card_type.includes(facts)
                && self.holds(only, context, None)
            {
                less = less.saturating_add(u16::from(*n));
            }
        }
        less
    }

    /// How many more cards a player may ink this turn (4.2).
    #[must_use]
    pub fn inkings_left(&self, seat: Seat) -> u8 {
        if seat != self.position.active || self.position.turn == 0 {
            return 0;
        }
        self.inkings_a_turn(seat).saturating_sub(self.position.players[seat.index()].inked)
    }

    /// How many cards a player may ink in a turn (4.2).
    #[must_use]
    pub fn inkings_a_turn(&self, seat: Seat) -> u8 {
        let mut inkings = 1_u8;
        for &source in SEATS.iter().flat_map(|&side| self.zone(side, Zone::Play)) {
            let context = AbilityContext { source, controller: self.owner(source) };
            for ability in self.printed(source).abilities {
                if let Ability::PlayerStatic { only, players, gives: Modifier::MoreInk(n) } = ability
                    && self.player_matches(*players, seat, context.controller)
                    && self.holds(only, context, None)
                {
                    inkings = inkings.saturating_add(*n);
                }
            }
        }
        for effect in &self.position.effects {
            if let (EffectTarget::Player(player), Modifier::MoreInk(n)) = (effect.on, effect.modifier)
                && player == seat
            {
                inkings = inkings.saturating_add(n);
            }
        }
        inkings
    }

    /// The ability or action that is resolving now.
    pub(super) fn frame(&self) -> Option<&Frame> {
        self.position.frames.last()
    }
}
