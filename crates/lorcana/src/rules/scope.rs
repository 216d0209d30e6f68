//! What the words of an ability mean at a moment: players, cards, conditions and numbers of the language, seen from the
//! card that has the ability.

use gaslamp_core::Seat;

use super::happening::{Happening, What};
use super::modifier::KeywordFlag;
use super::piece::{CardId, SEATS, opponent};
use super::position::{Frame, LastKnown, Stage, Zone};
use super::state::State;
use crate::cards::{Inks, KeywordName, Kind};
use crate::language::{
    Amount, CardType, Condition, Done, Modifier, Players, Pool, Range, Ref, Stat, Target, Test,
};

/// From where the words of an ability are seen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope<'a> {
    /// The card that has the ability.
    pub source: CardId,
    pub controller: Seat,
    /// The card that the event is about.
    pub subject: Option<CardId>,
    /// The other card of the event.
    pub other: Option<CardId>,
    /// The player named last.
    pub player: Option<Seat>,
    /// A slot and the card in it, of an ability that waits for a while.
    pub about: Option<(u8, CardId)>,
    /// Whether cards are counted: "for each other character" leaves out the source alone, or what was chosen for an action.
    pub is_counting: bool,
    /// What is being resolved.
    pub frame: Option<&'a Frame>,
}

/// A set of players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct PlayerSet(u8);

impl PlayerSet {
    pub(super) const fn only(seat: Seat) -> Self {
        Self(1 << seat.index())
    }

    pub(super) const ALL: Self = Self(0b11);

    pub(super) const fn contains(self, seat: Seat) -> bool {
        self.0 & 1 << seat.index() != 0
    }

    pub(super) const fn bits(self) -> u8 {
        self.0
    }

    pub(super) const fn from_bits(bits: u8) -> Self {
        Self(bits & 0b11)
    }
}

impl<'a> Scope<'a> {
    /// That of an ability that is not being resolved.
    pub(super) const fn of(source: CardId, controller: Seat) -> Self {
        Self {
            source,
            controller,
            subject: None,
            other: None,
            player: None,
            about: None,
            is_counting: false,
            frame: None,
        }
    }

    /// That of what is being resolved.
    pub(super) const fn in_frame(frame: &'a Frame) -> Self {
        Self {
            source: frame.source,
            controller: frame.controller,
            subject: frame.subject,
            other: frame.other,
            player: frame.player,
            about: None,

            is_counting: false,
            frame: Some(frame),
        }
    }

    pub(super) const fn with_event(self, event: Happening) -> Self {
        Self { subject: event.card, other: event.other, player: Some(event.player), ..self }
    }

    pub(super) const fn with_player(self, seat: Seat) -> Self {
        Self { player: Some(seat), ..self }
    }
}

/// Cards that a reference names; mostly one.
pub(super) enum Named<'a> {
    Maybe(Option<CardId>),
    These(&'a [CardId]),
    Chosen(&'a Frame, u8),
    Several(Vec<CardId>),
}

impl Named<'_> {
    pub(super) fn contains(&self, card: &CardId) -> bool {
        self.iter().any(|one| one == *card)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = CardId> {
        let (maybe, these, chosen) = match self {
            Self::Maybe(card) => (*card, &[][..], None),
            Self::These(cards) => (None, *cards, None),
            Self::Chosen(frame, slot) => (None, &[][..], Some((*frame, *slot))),
            Self::Several(cards) => (None, cards.as_slice(), None),
        };
        let chosen = chosen.into_iter().flat_map(|(frame, slot)| {
            frame.slots.iter().filter(move |one| one.slot == slot).map(|one| one.card)
        });
        maybe.into_iter().chain(these.iter().copied()).chain(chosen)
    }

    pub(super) fn first(&self) -> Option<CardId> {
        self.iter().next()
    }
}

impl State {
    /// The players that are meant.
    pub(super) fn players(&self, players: &Players, scope: &Scope<'_>) -> PlayerSet {
        let maybe = |seat: Option<Seat>| seat.map_or(PlayerSet::default(), PlayerSet::only);
        let other = opponent(scope.controller);
        match players {
            Players::You => PlayerSet::only(scope.controller),
            Players::EachOpponent | Players::ChosenOpponent => PlayerSet::only(other),
            Players::ChosenPlayer | Players::ThatPlayer => maybe(scope.player),
            Players::YouAndChosen | Players::EachPlayer | Players::AnyNumber => PlayerSet::ALL,
            Players::PlayerOf(card) => maybe(self.referred(card, scope).first().map(|id| self.owner(id))),
            Players::MostCardsInHand => {
                let hands = SEATS.map(|seat| self.zone(seat, Zone::Hand).len());
                let most = hands[0].max(hands[1]);
                SEATS
                    .into_iter()
                    .filter(|seat| hands[seat.index()] == most)
                    .fold(PlayerSet::default(), |all, seat| PlayerSet(all.0 | PlayerSet::only(seat).0))
            }
            Players::EachOpponentAhead => {
                let lore = |seat: Seat| self.position.players[seat.index()].lore;
                maybe((lore(other) > lore(scope.controller)).then_some(other))
            }
        }
    }

    /// The players of a set, the active one first.
    pub(super) fn in_order(&self, players: PlayerSet) -> impl Iterator<Item = Seat> + use<> {
        self.in_turn_order().into_iter().filter(move |&seat| players.contains(seat))
    }

    /// The cards that a reference names.
    pub(super) fn referred<'a>(&self, named: &Ref, scope: &Scope<'a>) -> Named<'a> {
        match named {
            Ref::This => Named::Maybe(Some(scope.source)),
            // "Whenever one or more of your characters sing a song": it is about the song, and they are those who sang it.
            Ref::Subject => match (scope.subject, scope.other) {
                (None, Some(song)) if self.facts(song).is_song() => {
                    Named::Several(self.sang(Some(song)).collect())
                }
                (subject, _) => Named::Maybe(subject),
            },
            Ref::Other => Named::Maybe(scope.other.or_else(|| self.other_side(scope.source))),
            Ref::Slot(slot) => match (scope.frame, scope.about) {
                (Some(frame), _) => Named::Chosen(frame, *slot),
                (None, Some((known, card))) if known == *slot => Named::Maybe(Some(card)),
                _ => Named::Maybe(None),
            },
            Ref::LocationOf(named) => {
                let card = self.referred(named, scope).first();
                Named::Maybe(card.and_then(|card| self.status(card).location))
            }
            Ref::Those => scope.frame.map_or(Named::Maybe(None), |frame| Named::These(&frame.those)),
        }
    }

    /// Calls for each card of a pool, the active player's first.
    pub(super) fn each_in(&self, pool: &Pool, scope: &Scope<'_>, call: &mut dyn FnMut(CardId)) {
        let zones = |players: &Players, zone: Zone, call: &mut dyn FnMut(CardId)| {
            let set = self.players(players, scope);
            for seat in self.in_order(set) {
                if zone == Zone::Deck {
                    self.position.decks[seat.index()].iter().rev().copied().for_each(&mut *call);
                } else {
                    self.zone(seat, zone).iter().copied().for_each(&mut *call);
                }
            }
        };
        match pool {
            Pool::InPlay => {
                for seat in self.in_turn_order() {
                    for &id in self.zone(seat, Zone::Play) {
                        if self.is_in_play(id) {
                            call(id);
                        }
                    }
                }
            }
            Pool::Hand(players) => zones(players, Zone::Hand, call),
            Pool::Discard(players) => zones(players, Zone::Discard, call),
            Pool::Deck(players) => zones(players, Zone::Deck, call),
            Pool::Inkwell(players) => zones(players, Zone::Inkwell, call),
            Pool::Under(named) => {
                for top in self.referred(named, scope).iter() {
                    self.under(top).for_each(&mut *call);
                    if !self.is_in_play(top) {
                        self.left_with(top).for_each(&mut *call);
                    }
                }
            }
            Pool::UnderAny(filter) => {
                for seat in self.in_turn_order() {
                    for &id in self.zone(seat, Zone::Under) {
                        if self.status(id).under.is_some_and(|top| self.matches(filter, top, scope)) {
                            call(id);
                        }
                    }
                }
            }
            Pool::Slot(slot) => {
                let slots = scope.frame.map_or(&[][..], |frame| &frame.slots);
                slots.iter().filter(|one| one.slot == *slot && !one.moved).for_each(|one| call(one.card));
            }
            Pool::Either(both) => both.iter().for_each(|pool| self.each_in(pool, scope, call)),
        }
    }

    /// The cards that were under a card when it went to the discard with its stack, as far as they are still there.
    fn left_with(&self, top: CardId) -> impl Iterator<Item = CardId> {
        let went = self.position.history.iter();
        went.filter(move |past| past.what == What::IntoDiscard && past.other == Some(top))
            .filter_map(|past| past.card)
            .filter(|&card| self.status(card).zone == Zone::Discard)
    }

    /// The matching cards of a pool, the active player's first.
    pub(super) fn cards_in(&self, pool: &Pool, filter: &[Test], scope: &Scope<'_>) -> Vec<CardId> {
        let mut cards = Vec::new();
        self.each_in(pool, scope, &mut |id| {
            if self.matches(filter, id, scope) {
                cards.push(id);
            }
        });
        if let Some(extreme) =
            filter.iter().position(|test| matches!(test, Test::LowestCost | Test::HighestCost))
        {
            let cost = |id: CardId| self.printed(id).cost;
            let mut wanted = None;
            self.each_in(pool, scope, &mut |id| {
                if self.matches(&filter[..extreme], id, scope) {
                    let best = wanted.unwrap_or(cost(id));
                    let is_lowest = filter[extreme] == Test::LowestCost;
                    wanted = Some(if is_lowest { best.min(cost(id)) } else { best.max(cost(id)) });
                }
            });
            cards.retain(|&id| Some(cost(id)) == wanted);
        }
        cards
    }

    /// The number of matching cards of a pool.
    pub(super) fn count_in(&self, pool: &Pool, filter: &[Test], scope: &Scope<'_>) -> usize {
        if filter.iter().any(|test| matches!(test, Test::LowestCost | Test::HighestCost)) {
            return self.cards_in(pool, filter, scope).len();
        }
        let mut count = 0;
        self.each_in(pool, scope, &mut |id| count += usize::from(self.matches(filter, id, scope)));
        count
    }

    /// Whether a card matches all tests. Outside play its printed values count, or its last ones while something that is
    /// being resolved may ask for them (6.7.6).
    pub(super) fn matches(&self, filter: &[Test], id: CardId, scope: &Scope<'_>) -> bool {
        filter.iter().all(|test| self.passes(test, id, scope))
    }

    fn passes(&self, test: &Test, id: CardId, scope: &Scope<'_>) -> bool {
        let status = self.status(id);
        match test {
            Test::Type(kind) => self.is_of_type(*kind, id),
            Test::Any(filters) => filters.iter().any(|filter| self.matches(filter, id, scope)),
            Test::Not(test) => !self.passes(test, id, scope),
            Test::Yours => self.owner(id) == scope.controller,
            Test::Opposing => self.owner(id) != scope.controller,
            Test::Theirs => scope.player == Some(self.owner(id)),
            // Also another one than those that it has chosen before (6.1.6).
            Test::Other => {
                let chosen = scope.frame.map_or(&[][..], |frame| &frame.slots);
                let was_chosen = || chosen.iter().any(|one| one.card == id && !one.moved);
                let is_of_source = scope.is_counting && self.facts(scope.source).kind != Kind::Action;
                id != scope.source && (is_of_source || !was_chosen())
            }
            Test::OtherThan(named) => id != scope.source && !self.referred(named, scope).contains(&id),
            Test::Class(class) => {
                self.facts(id).is(*class)
                    || self
                        .special(id)
                        .any(|modifier| matches!(modifier, Modifier::Class(gained) if gained == class))
            }
            Test::Ink(ink) => self.facts(id).inks.contains(*ink),
            Test::Named(name) => self.is_named(id, name),
            Test::SameNameAs(named) => {
                self.referred(named, scope).iter().any(|other| other == id || self.shares_name(id, other))
            }
            Test::NamedSo => {
                let named = scope.frame.and_then(|frame| frame.named);
                named.is_some_and(|card| self.is_named(id, card.facts().name))
            }
            Test::Keyword(keyword) => self.has_keyword(id, *keyword),
            Test::Cost(range) => self.is_within(range, i32::from(self.printed(id).cost), scope),
            Test::Strength(range) => self.is_within(range, self.stat(id, Stat::Strength), scope),
            Test::Willpower(range) => self.is_within(range, self.stat(id, Stat::Willpower), scope),
            Test::Lore(range) => self.is_within(range, self.stat(id, Stat::Lore), scope),
            Test::Damaged => self.last_known(id).damage > 0,
            Test::Damage(range) => self.is_within(range, i32::from(self.last_known(id).damage), scope),
            Test::Exerted => status.exerted,
            Test::AtLocation => status.location.is_some(),
            Test::Here => match self.printed(scope.source).is_location {
                true => status.location == Some(scope.source),
                false => status.location.is_some() && status.location == self.status(scope.source).location,
            },
            Test::At(named) => {
                status.location.is_some_and(|location| self.referred(named, scope).contains(&location))
            }
            Test::HasUnder => self.last_known(id).under > 0,
            Test::Inkable => self.is_inkable(id),
            Test::SangThis => self.sang(Some(scope.source)).any(|singer| singer == id),
            Test::WasChallenged => self.has_been(What::Challenged, |past| past.other == Some(id)),
            Test::PlayedThisTurn => self.was_played_this_turn(id),
            // They compare the cards that pass the others; see `cards_in`.
            Test::LowestCost | Test::HighestCost => true,
        }
    }

    pub(super) fn was_played_this_turn(&self, id: CardId) -> bool {
        self.has_been(What::Played, |past| past.card == Some(id))
    }

    fn has_been(&self, what: What, is: impl Fn(&Happening) -> bool) -> bool {
        self.position.history.iter().any(|past| past.what == what && is(past))
    }

    pub(super) fn is_of_type(&self, kind: CardType, id: CardId) -> bool {
        let facts = self.facts(id);
        match kind {
            CardType::Character => self.printed(id).is_character,
            CardType::Action => facts.kind == Kind::Action,
            CardType::Song => facts.is_song(),
            CardType::Item => facts.kind == Kind::Item,
            CardType::Location => self.printed(id).is_location,
        }
    }

    /// Whether a card has a name, its own or one that it counts as having.
    pub(super) fn is_named(&self, id: CardId, name: &str) -> bool {
        let counts = |modifier: &Modifier| matches!(modifier, Modifier::Named(names) if names.iter().any(|one| one == name));
        let also = || {
            self.own(id).any(|own| matches!(own, crate::language::Own::AlsoNamed(names) if names.iter().any(|one| one == name)))
        };
        self.facts(id).is_named(name) || self.special(id).any(counts) || also()
    }

    /// Whether two cards have a name in common.
    pub(super) fn shares_name(&self, one: CardId, other: CardId) -> bool {
        let facts = self.facts(one);
        std::iter::once(&facts.name).chain(facts.names).any(|name| self.is_named(other, name))
            || std::iter::once(&self.facts(other).name)
                .chain(self.facts(other).names)
                .any(|name| self.is_named(one, name))
    }

    /// Whether a card has a keyword, now or by what is printed on it.
    pub(super) fn has_keyword(&self, id: CardId, keyword: KeywordName) -> bool {
        if self.is_in_play(id) {
            let traits = self.traits(id);
            match keyword {
                KeywordName::Challenger => return traits.challenger != 0,
                KeywordName::Resist => return traits.resist != 0,
                KeywordName::Singer => return traits.singer != 0,
                KeywordName::Boost => return traits.boost.is_some(),
                _ => {}
            }
            if let Some(flag) = KeywordFlag::of(keyword) {
                return traits.has(flag);
            }
        }
        let gained = || {
            self.own(id).any(|own| match own {
                crate::language::Own::Gains(so, gift) => {
                    gift.name == keyword && self.holds(so, &Scope::of(id, self.owner(id)))
                }
                _ => false,
            })
        };
        self.facts(id).keywords.iter().any(|one| one.which() == keyword) || gained()
    }

    /// The current value of a card, its last one if it has left, else the printed one; below 0 it counts as 0 (6.6.2).
    pub(super) fn stat(&self, id: CardId, stat: Stat) -> i32 {
        let known = self.last_known(id);
        let value = match stat {
            Stat::Strength => known.strength,
            Stat::Willpower => known.willpower,
            Stat::Lore => known.lore,
        };
        i32::from(value.max(0))
    }

    /// What a card in play is, or was just before it left; else what is printed on it (6.7.6).
    pub(super) fn last_known(&self, card: CardId) -> LastKnown {
        if self.is_in_play(card) {
            return self.known_now(card);
        }
        match self.position.left.binary_search_by_key(&card, |known| known.card) {
            Ok(place) => self.position.left[place],
            Err(_) => {
                let printed = &self.printed(card).traits;
                LastKnown {
                    card,
                    strength: printed.strength,
                    willpower: printed.willpower,
                    lore: printed.lore,
                    damage: self.status(card).damage,
                    under: 0,
                }
            }
        }
    }

    /// What a card in play is.
    pub(super) fn known_now(&self, card: CardId) -> LastKnown {
        let traits = self.traits(card);
        LastKnown {
            card,
            strength: traits.strength,
            willpower: traits.willpower,
            lore: traits.lore,
            damage: self.status(card).damage,
            under: self.under(card).count().min(usize::from(u8::MAX)) as u8,
        }
    }

    pub(super) fn is_within(&self, range: &Range, value: i32, scope: &Scope<'_>) -> bool {
        let number = |amount: &Amount| i32::from(self.amount(amount, scope));
        match range {
            Range::Is(amount) => value == number(amount),
            Range::From(amount) => value >= number(amount),
            Range::UpTo(amount) => value <= number(amount),
            Range::Below(amount) => value < number(amount),
            Range::Either(one, two) => value == i32::from(*one) || value == i32::from(*two),
        }
    }

    /// Whether a condition holds.
    pub(super) fn holds(&self, condition: &Condition, scope: &Scope<'_>) -> bool {
        let count = |range: &Range, n: usize| self.is_within(range, n.min(999) as i32, scope);
        match condition {
            Condition::All(all) => all.iter().all(|one| self.holds(one, scope)),
            Condition::Any(all) => all.iter().any(|one| self.holds(one, scope)),
            Condition::Not(one) => !self.holds(one, scope),
            Condition::YourTurn => self.position.active == scope.controller,
            Condition::OpponentsTurn => self.position.active != scope.controller,
            Condition::There(range, pool, filter) => count(range, self.count_in(pool, filter, scope)),
            Condition::Is(named, filter) => {
                self.referred(named, scope).iter().any(|card| self.matches(filter, card, scope))
            }
            Condition::Compare(one, relation, two) => {
                relation.holds(self.amount(one, scope).into(), self.amount(two, scope).into())
            }
            Condition::AnyOf(..) => self.one_for_whom(condition, scope).is_some(),
            Condition::Happened(range, event) => count(range, self.times(event, scope)),
            Condition::IsNth(n, event) => {
                let end = scope.frame.map_or(usize::MAX, |frame| usize::from(frame.at));
                self.times_until(event, scope, end) == usize::from(*n)
            }
            Condition::PlayedWith(named, keyword) => {
                *keyword == KeywordName::Shift
                    && self
                        .referred(named, scope)
                        .iter()
                        .any(|card| self.was_played(card, Happening::SHIFTED))
            }
            Condition::PlayedWithInkDrop(named) => {
                self.referred(named, scope).iter().any(|card| self.was_played(card, Happening::INK_DROP))
            }
            Condition::In(named, pool) => {
                let mut is_there = false;
                let wanted = self.referred(named, scope).first();
                self.each_in(pool, scope, &mut |id| is_there |= Some(id) == wanted);
                is_there
            }
            Condition::InkDrops => self.position.players[scope.controller.index()].ink_tokens > 0,
            Condition::FirstTurnSecond => self.position.turn == 2 && self.position.active == scope.controller,
            Condition::InkwellExerted => {
                self.zone(scope.controller, Zone::Inkwell).iter().all(|&id| self.status(id).exerted)
            }
            Condition::HasMost(stat) => {
                let value = |id: &CardId| self.stat(*id, *stat);
                let characters = |seat: Seat| {
                    let cards = self.zone(seat, Zone::Play).iter();
                    cards.filter(|&&id| self.is_in_play(id) && self.printed(id).is_character).map(value)
                };
                let most = characters(scope.controller).max();
                most.is_some_and(|most| characters(opponent(scope.controller)).all(|other| most > other))
            }
            Condition::DifferentNames => scope.subject.is_some_and(|played| {
                let items = self.zone(scope.controller, Zone::Play).iter();
                items
                    .filter(|&&id| id != played && self.facts(id).kind == Kind::Item)
                    .all(|&id| !self.shares_name(id, played))
            }),
            Condition::BeingChallenged(named) => {
                let target = match self.position.stage {
                    Stage::Challenge { target, .. } | Stage::ChallengeEnd { target, .. } => Some(target),
                    _ => None,
                };
                target.is_some_and(|target| self.referred(named, scope).contains(&target))
            }
            Condition::Challenging(named, filter) => match self.position.stage {
                Stage::Challenge { by, target } | Stage::ChallengeEnd { by, target } => {
                    self.referred(named, scope).contains(&by) && self.matches(filter, target, scope)
                }
                _ => false,
            },
            Condition::IsNamedCard(named) => {
                self.referred(named, scope).iter().any(|card| self.passes(&Test::NamedSo, card, scope))
            }
        }
    }

    /// The player for whom a condition about some players holds.
    pub(super) fn one_for_whom(&self, condition: &Condition, scope: &Scope<'_>) -> Option<Seat> {
        match condition {
            Condition::AnyOf(players, inner) => {
                let mut seats = self.in_order(self.players(players, scope));
                seats.find(|&seat| self.holds(inner, &scope.with_player(seat)))
            }
            Condition::All(all) => all.iter().find_map(|one| self.one_for_whom(one, scope)),
            _ => None,
        }
    }

    /// Whether a card was played in a certain way this turn.
    fn was_played(&self, card: CardId, how: u8) -> bool {
        let plays = self.position.history.iter().rev();
        let last = plays.into_iter().find(|past| past.what == What::Played && past.card == Some(card));
        last.is_some_and(|past| past.number & how != 0)
    }

    /// The value of a number.
    pub(super) fn amount(&self, amount: &Amount, scope: &Scope<'_>) -> i16 {
        let whole = |n: usize| n.min(i16::MAX as usize) as i16;
        match amount {
            Amount::N(n) => *n,
            Amount::Count(pool, filter) => {
                whole(self.count_in(pool, filter, &Scope { is_counting: true, ..*scope }))
            }
            Amount::Stat(named, stat) => {
                self.referred(named, scope).first().map_or(0, |card| self.stat(card, *stat) as i16)
            }
            Amount::StatOf(target, stat) => {
                self.targets(target, scope).first().map_or(0, |&card| self.stat(card, *stat) as i16)
            }
            Amount::Damage(target) => {
                let cards = self.targets(target, scope).into_iter();
                whole(cards.map(|card| usize::from(self.last_known(card).damage)).sum())
            }
            Amount::Cost(target) => {
                self.targets(target, scope).first().map_or(0, |&card| i16::from(self.printed(card).cost))
            }
            Amount::Under(named) => {
                let cards = self.referred(named, scope);
                whole(cards.iter().map(|card| usize::from(self.last_known(card).under)).sum())
            }
            Amount::Result(_) => scope.frame.map_or(0, |frame| frame.result),
            Amount::ResultOf(Done::Moved | Done::Discarded | Done::ItemsBanished, filter) => {
                let those = scope.frame.map_or(&[][..], |frame| &frame.those);
                whole(those.iter().filter(|&&card| self.matches(filter, card, scope)).count())
            }
            Amount::ResultOf(..) => scope.frame.map_or(0, |frame| frame.result),
            Amount::Lore(players) => {
                let seats = self.in_order(self.players(players, scope));
                seats.map(|seat| i16::from(self.position.players[seat.index()].lore)).sum()
            }
            Amount::InkTypes(pool, filter) => {
                let mut inks = Inks::of(&[]);
                self.each_in(pool, scope, &mut |id| {
                    if self.matches(filter, id, scope) {
                        inks = inks.union(self.facts(id).inks);
                    }
                });
                whole(inks.len())
            }
            Amount::Names(pool, filter) => {
                let mut names: Vec<&str> =
                    self.cards_in(pool, filter, scope).into_iter().map(|id| self.facts(id).name).collect();
                names.sort_unstable();
                names.dedup();
                whole(names.len())
            }
            Amount::Times(event) => whole(self.times(event, scope)),
            Amount::ForEach(each, per, of) => {
                let times = self.amount(of, scope).max(0) / i16::from(*per).max(1);
                self.amount(each, scope).saturating_mul(times)
            }
            Amount::Singers => whole(self.sang(Some(scope.source)).count()),
            Amount::Plus(both) => {
                both.iter().fold(0_i16, |sum, one| sum.saturating_add(self.amount(one, scope)))
            }
            Amount::AtMost(amount, most) => self.amount(amount, scope).min(i16::from(*most)),
        }
    }

    /// The cards that a step acts on; what is chosen has been chosen before.
    pub(super) fn targets(&self, target: &Target, scope: &Scope<'_>) -> Vec<CardId> {
        match target {
            Target::Ref(named) => {
                // A card that has been covered is the one on top of it (8.10.5).
                let on_top = |id: CardId| match (named, self.status(id)) {
                    (Ref::This, status) if status.zone == Zone::Under && !status.facedown => {
                        status.under.unwrap_or(id)
                    }
                    _ => id,
                };
                self.referred(named, scope).iter().map(on_top).collect()
            }
            Target::Chosen(choice) => {
                let frame = scope.frame.map_or(&[][..], |frame| &frame.slots);
                frame.iter().filter(|one| one.slot == choice.slot).map(|one| one.card).collect()
            }
            Target::Each(pool, filter) => self.cards_in(pool, filter, scope),
        }
    }
}
