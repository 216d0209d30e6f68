//! Triggered abilities: cards in play are notified of events, and what they trigger waits in the bag (7.7).

use gaslamp_core::Seat;

use super::abilities;
use super::ability::{Ability, CardEffect, Cost, Filter, KeywordFlag, PlayerFilter, SUPPORT, Step, When};
use super::event::Event;
use super::piece::{CardId, SEATS};
use super::position::{AbilityRef, Frame, Pending, Trigger, Zone};
use super::state::{AbilityContext, Emit, State};
use super::traits::bit;

/// Something that abilities can be triggered by.
#[derive(Clone, Copy, Debug)]
pub(super) enum TriggerEvent {
    Played(CardId),
    Quests(CardId),
    Challenges {
        by: CardId,
        target: CardId,
    },
    /// Fired while the card is still in play; with its opponent, if it fell in a challenge.
    Banished {
        card: CardId,
        other_side: Option<CardId>,
    },
    BanishesInChallenge {
        by: CardId,
        banished: CardId,
    },
    Sings {
        singer: CardId,
        song: CardId,
    },
    Moves {
        who: CardId,
        to: CardId,
    },
    PutUnder(CardId),
    Damaged(CardId),
    TurnBegins(Seat),
    TurnEnds(Seat),
    Draws(Seat),
    Inks(Seat),
    ChosenByAction(CardId),
}

/// Vanish: it is banished when an opponent chooses it for an action (8).
const VANISH: &[Step] = &[Step::This(CardEffect::Banish)];

/// The end of a Temporary Shift.
const TEMPORARY: &[Step] = &[Step::EndTemporary];

/// Ordering cards on the bottom of a deck.
const BOTTOM: &[Step] = &[Step::OrderBottom];

/// The steps of an ability.
pub(super) fn steps(ability: AbilityRef) -> &'static [Step] {
    match ability {
        AbilityRef::Support => SUPPORT,
        AbilityRef::Vanish => VANISH,
        AbilityRef::Temporary => TEMPORARY,
        AbilityRef::Bottom => BOTTOM,
        AbilityRef::Card(card, number) => {
            abilities::of(card).get(usize::from(number)).map_or(&[], Ability::steps)
        }
    }
}

/// Whether the first step of an ability is its cost. A cost is no effect, so nothing replaces it (6).
pub(super) fn begins_with_cost(ability: AbilityRef) -> bool {
    let AbilityRef::Card(card, number) = ability else { return false };
    match abilities::of(card).get(usize::from(number)) {
        Some(Ability::Activated { cost, .. } | Ability::Granted(Ability::Activated { cost, .. })) => {
            cost.iter().any(|cost| matches!(cost, Cost::Discard(_)))
        }
        _ => false,
    }
}

impl TriggerEvent {
    /// The bits of the `When`s that this event can trigger, as in `Printed::listens`.
    const fn bits(self) -> u32 {
        const fn of(when: When) -> u32 {
            bit(&when)
        }
        const ANY: Filter = Filter::ANY;
        match self {
            Self::Played(_) => of(When::Played(ANY)),
            Self::Quests(_) => of(When::Quests(ANY)),
            Self::Challenges { .. } => of(When::Challenges(ANY)) | of(When::IsChallenged(ANY)),
            Self::Banished { .. } => of(When::Banished(ANY)) | of(When::BanishedInChallenge(ANY)),
            Self::BanishesInChallenge { .. } => of(When::BanishesInChallenge(ANY)),
            Self::Sings { .. } => of(When::Sings(ANY)),
            Self::Moves { .. } => of(When::Moves(ANY)),
            Self::PutUnder(_) => of(When::PutUnder(ANY)),
            Self::Damaged(_) => of(When::Damaged(ANY)),
            Self::TurnBegins(_) => of(When::TurnBegins(PlayerFilter::You)),
            Self::TurnEnds(_) => of(When::TurnEnds(PlayerFilter::You)),
            Self::Draws(_) => of(When::Draws(PlayerFilter::You)),
            Self::Inks(_) => of(When::Inks(PlayerFilter::You)),
            Self::ChosenByAction(_) => of(When::ChosenByAction),
        }
    }
}

impl State {
    /// Puts every ability that an event triggers into the bag.
    pub(super) fn notify(&mut self, event: TriggerEvent, emit: Emit<'_>) {
        let bits = event.bits();
        for seat in self.in_turn_order() {
            for place in 0..self.zone(seat, Zone::Play).len() {
                if let Some(id) = self.card_in(seat, Zone::Play, place)
                    && self.printed(id).listens & bits != 0
                {
                    self.notify_card(id, event, emit);
                }
            }
        }
        self.notify_granted(event, emit);
        self.notify_keywords(event, emit);
    }

    /// Also notifies triggered abilities that were granted.
    fn notify_granted(&mut self, event: TriggerEvent, emit: Emit<'_>) {
        for place in 0..self.grants().len() {
            let (id, of, number) = self.grants()[place];
            let Some(Ability::Granted(Ability::Triggered { when, only, .. })) =
                abilities::of(of).get(usize::from(number))
            else {
                continue;
            };
            let context = AbilityContext { source: id, controller: self.owner(id) };
            let matched = when.iter().find_map(|when| self.match_trigger(when, event, context));
            if let Some(subject) = matched
                && self.holds(only, context, subject)
            {
                self.put_into_bag(id, AbilityRef::Card(of, number), subject, emit);
            }
        }
    }

    /// Also notifies Support, Vanish and Temporary Shift (8).
    fn notify_keywords(&mut self, event: TriggerEvent, emit: Emit<'_>) {
        match event {
            TriggerEvent::Quests(id) if self.traits(id).has(KeywordFlag::Support) => {
                self.put_into_bag(id, AbilityRef::Support, None, emit);
            }
            TriggerEvent::ChosenByAction(id) if self.traits(id).has(KeywordFlag::Vanish) => {
                self.put_into_bag(id, AbilityRef::Vanish, None, emit);
            }
            TriggerEvent::TurnEnds(_) => {
                for seat in SEATS {
                    for place in 0..self.zone(seat, Zone::Play).len() {
                        if let Some(id) = self.card_in(seat, Zone::Play, place)
                            && self.status(id).temporary
                        {
                            self.put_into_bag(id, AbilityRef::Temporary, None, emit);
                        }
                    }
                }
            }
            _ => {}
        }
    }

    fn notify_card(&mut self, id: CardId, event: TriggerEvent, emit: Emit<'_>) {
        let card = self.piece(id).card();
        let context = AbilityContext { source: id, controller: self.owner(id) };
        for (number, ability) in self.printed(id).abilities.iter().enumerate() {
            let Ability::Triggered { when, only, .. } = ability else { continue };
            let matched = when.iter().find_map(|when| self.match_trigger(when, event, context));
            if let Some(subject) = matched
                && self.holds(only, context, subject)
            {
                self.put_into_bag(id, AbilityRef::Card(card, number as u8), subject, emit);
            }
        }
    }

    /// Whether an event is what an ability waits for, and if so, its subject.
    fn match_trigger(
        &self,
        when: &When,
        event: TriggerEvent,
        context: AbilityContext,
    ) -> Option<Option<CardId>> {
        let is = |filter: &Filter, id: CardId| self.matches(filter, id, context);
        let subject = match (when, event) {
            (When::Played(filter), TriggerEvent::Played(id)) if is(filter, id) => Some(id),
            (When::Quests(filter), TriggerEvent::Quests(id)) if is(filter, id) => Some(id),
            (When::Challenges(filter), TriggerEvent::Challenges { by, target }) if is(filter, by) => {
                Some(target)
            }
            (When::IsChallenged(filter), TriggerEvent::Challenges { by, target }) if is(filter, target) => {
                Some(by)
            }
            (When::Banished(filter), TriggerEvent::Banished { card, .. }) if is(filter, card) => Some(card),
            (When::BanishedInChallenge(filter), TriggerEvent::Banished { card, other_side: Some(other) })
                if is(filter, card) =>
            {
                Some(other)
            }
            (When::BanishesInChallenge(filter), TriggerEvent::BanishesInChallenge { by, banished })
                if is(filter, by) =>
            {
                Some(banished)
            }
            (When::Sings(filter), TriggerEvent::Sings { singer, song }) if is(filter, singer) => Some(song),
            (When::Moves(filter), TriggerEvent::Moves { who, to }) if is(filter, who) => Some(to),
            (When::PutUnder(filter), TriggerEvent::PutUnder(id)) if is(filter, id) => Some(id),
            (When::Damaged(filter), TriggerEvent::Damaged(id)) if is(filter, id) => Some(id),
            (When::ChosenByAction, TriggerEvent::ChosenByAction(id)) if id == context.source => Some(id),
            (When::TurnBegins(players), TriggerEvent::TurnBegins(seat))
            | (When::TurnEnds(players), TriggerEvent::TurnEnds(seat))
            | (When::Draws(players), TriggerEvent::Draws(seat))
            | (When::Inks(players), TriggerEvent::Inks(seat))
                if self.player_matches(*players, seat, context.controller) =>
            {
                None
            }
            _ => return None,
        };
        Some(subject)
    }

    pub(super) fn put_into_bag(
        &mut self,
        source: CardId,
        ability: AbilityRef,
        subject: Option<CardId>,
        emit: Emit<'_>,
    ) {
        emit(self.now(), Event::Triggers(self.piece(source)));
        self.position.bag.push(Trigger { controller: self.owner(source), source, ability, subject });
    }

    /// Resolves the next trigger, or asks which one is next; returns whether there was one.
    pub(super) fn work_on_bag(&mut self, emit: Emit<'_>) -> bool {
        if self.position.bag.is_empty() {
            // Whatever is triggered next, the active player begins (7.7.4).
            self.position.bag_of = self.position.active;
            self.position.left.clear();
            return false;
        }
        let of = |state: &Self, seat: Seat| {
            state.position.bag.iter().filter(|trigger| trigger.controller == seat).count()
        };
        if of(self, self.position.bag_of) == 0 {
            self.position.bag_of = super::piece::opponent(self.position.bag_of);
        }
        let seat = self.position.bag_of;
        if of(self, seat) > 1 {
            self.position.pending = Some(Pending::Order(seat));
        } else if let Some(place) = self.position.bag.iter().position(|trigger| trigger.controller == seat) {
            self.resolve_trigger(place, emit);
        }
        true
    }

    /// Takes a trigger out of the bag and begins to resolve it.
    pub(super) fn resolve_trigger(&mut self, place: usize, emit: Emit<'_>) {
        let Trigger { controller, source, ability, subject } = self.position.bag.remove(place);
        emit(self.now(), Event::Resolves(self.piece(source)));
        self.begin(Frame::new(controller, source, ability, subject));
    }

    /// Begins to resolve an ability or action, once everything has resolved that resolves now (6.7.7.1).
    pub(super) fn begin(&mut self, frame: Frame) {
        self.position.frames.insert(0, frame);
    }
}

impl Frame {
    /// A frame at its first step.
    pub(super) const fn new(
        controller: Seat,
        source: CardId,
        ability: AbilityRef,
        subject: Option<CardId>,
    ) -> Self {
        Self {
            controller,
            source,
            ability,
            step: 0,
            subject,
            chosen: Vec::new(),
            picked: [false; super::piece::PLAYERS],
            looked: 0,
            done: 0,
        }
    }
}
