//! Triggered abilities: cards are told of what happens, and what they trigger waits in the bag (7.7).

use gaslamp_core::Seat;

use super::card_rules::{AbilityRules, CardRules, Gift};
use super::event::Event;
use super::happening::{Happening, What};
use super::modifier::{KeywordFlag, Modifier};
use super::piece::{CardId, SEATS, opponent};
use super::position::{
    AbilityRef, Cause, EffectTarget, Frame, LastingEffect, OnceATurn, Pending, Trigger, Until, Zone,
};
use super::scope::Scope;
use super::state::{Emit, State};
use crate::cards::{Card, Kind};
use crate::language::{Ability, LimitPer};

/// A triggered ability that may hear of an event.
#[derive(Clone, Copy)]
struct Listener {
    /// The card that has it.
    source: CardId,
    controller: Seat,
    ability: AbilityRef,
    /// The card that it remembers, if it waits for a while.
    about: Option<CardId>,
}

impl State {
    /// Remembers what happens, and puts every ability that it triggers into the bag.
    pub(super) fn note(&mut self, event: Happening, emit: Emit<'_>) {
        if event.what.is_remembered() {
            self.position.history.push(event);
        }
        let bit = event.what.bit();
        for seat in self.in_turn_order() {
            for place in 0..self.zone(seat, Zone::Play).len() {
                if let Some(id) = self.card_in(seat, Zone::Play, place)
                    && self.rules_of(id).listens & bit != 0
                {
                    self.tell(id, event, emit);
                }
            }
        }
        self.tell_outside_play(event, emit);
        self.tell_granted(event, emit);
        self.tell_waiting(event, emit);
        self.tell_keywords(event, emit);
    }

    /// Tells the abilities printed on a card.
    pub(super) fn tell(&mut self, id: CardId, event: Happening, emit: Emit<'_>) {
        let (card, rules) = (self.piece(id).card(), self.rules_of(id));
        let is_in_discard = self.status(id).zone == Zone::Discard;
        for (number, ability) in rules.abilities[..rules.printed].iter().enumerate() {
            let hears = ability.listens & event.what.bit() != 0;
            if hears
                && !self.has_lost(id, number as u8)
                && ability.works_in_discard == (is_in_discard && !is_about_itself(event.what))
            {
                let listener = Listener {
                    source: id,
                    controller: self.owner(id),
                    ability: AbilityRef::Card(card, number as u8),
                    about: None,
                };
                self.trigger(listener, ability, event, emit);
            }
        }
    }

    /// Abilities that work in the discard (6.1.12), those about a card itself that comes there, and those of a card that is covered.
    fn tell_outside_play(&mut self, event: Happening, emit: Emit<'_>) {
        let bit = event.what.bit();
        if is_about_itself(event.what)
            && let Some(id) = event.card
            && self.rules_of(id).listens & bit != 0
        {
            self.tell(id, event, emit);
        }
        // A card hears that one is played on it, which covers it (4.3.4.2).
        if event.what == What::Shifted
            && let Some(below) = event.other
            && self.rules_of(below).listens & bit != 0
        {
            self.tell(below, event, emit);
        }
        if !self.hears_in_discard || is_about_itself(event.what) {
            return;
        }
        for seat in self.in_turn_order() {
            for place in 0..self.zone(seat, Zone::Discard).len() {
                if let Some(id) = self.card_in(seat, Zone::Discard, place)
                    && self.rules_of(id).works_in_discard
                    && self.rules_of(id).listens & bit != 0
                {
                    self.tell(id, event, emit);
                }
            }
        }
    }

    /// Abilities that have been granted.
    fn tell_granted(&mut self, event: Happening, emit: Emit<'_>) {
        for place in 0..self.grants().len() {
            let (source, of, number) = self.grants()[place];
            let Some(ability) = CardRules::of(of).ability(number) else { continue };
            if ability.listens & event.what.bit() != 0 {
                let (controller, ability_ref) = (self.owner(source), AbilityRef::Card(of, number));
                let listener = Listener { source, controller, ability: ability_ref, about: None };
                self.trigger(listener, ability, event, emit);
            }
        }
    }

    /// Abilities that wait for a while, and steps for a later moment (6.2.7).
    fn tell_waiting(&mut self, event: Happening, emit: Emit<'_>) {
        let mut place = 0;
        while let Some(&effect) = self.position.effects.get(place) {
            place += 1;
            let (EffectTarget::Player(controller), Modifier::Of(card, gift)) = (effect.on, effect.modifier)
            else {
                continue;
            };
            let LastingEffect { source, about, .. } = effect;
            match CardRules::of(card).gifts.get(usize::from(gift)) {
                Some(&Gift::Watch(number)) => {
                    let Some(ability) = CardRules::of(card).ability(number) else { continue };
                    if ability.listens & event.what.bit() != 0 {
                        let reference = AbilityRef::Card(card, number);
                        let listener = Listener { source, controller, ability: reference, about };
                        let has_triggered = self.trigger(listener, ability, event, emit);
                        // "The next time": it has waited for this alone.
                        if has_triggered && ability.limit().is_some() {
                            place -= 1;
                            self.position.effects.remove(place);
                        }
                    }
                }
                Some(&Gift::Later(number)) if is_its_moment(&effect, event) => {
                    place -= 1;
                    self.position.effects.remove(place);
                    let cause = Cause { about, at: u16::MAX, ..Cause::default() };
                    let ability = AbilityRef::Card(card, number);
                    self.put_into_bag(Trigger { controller, source, ability, cause }, emit);
                }
                _ => {}
            }
        }
    }

    /// Support, Vanish and Temporary Shift (8).
    fn tell_keywords(&mut self, event: Happening, emit: Emit<'_>) {
        let keyword =
            |state: &Self, id: CardId, keyword| state.is_in_play(id) && state.traits(id).has(keyword);
        match (event.what, event.card) {
            (What::Quested, Some(id)) if keyword(self, id, KeywordFlag::Support) => {
                self.trigger_keyword(id, AbilityRef::Support, emit);
            }
            (What::Chosen, Some(id)) if keyword(self, id, KeywordFlag::Vanish) => {
                let is_action = event.other.is_some_and(|source| self.facts(source).kind == Kind::Action);
                if is_action && self.owner(id) != event.player {
                    self.trigger_keyword(id, AbilityRef::Vanish, emit);
                }
            }
            (What::TurnEnds, _) => {
                for seat in SEATS {
                    for place in 0..self.zone(seat, Zone::Play).len() {
                        if let Some(id) = self.card_in(seat, Zone::Play, place)
                            && self.status(id).temporary
                        {
                            self.trigger_keyword(id, AbilityRef::Temporary, emit);
                        }
                    }
                }
            }
            _ => {}
        }
    }

    fn trigger_keyword(&mut self, source: CardId, ability: AbilityRef, emit: Emit<'_>) {
        let cause = Cause { at: self.moment(), ..Cause::default() };
        self.put_into_bag(Trigger { controller: self.owner(source), source, ability, cause }, emit);
    }

    /// Puts an ability into the bag if it waits for this event; returns whether it does.
    fn trigger(
        &mut self,
        listener: Listener,
        rules: &'static AbilityRules,
        event: Happening,
        emit: Emit<'_>,
    ) -> bool {
        let Some(Ability::Triggered { during, limit, when, .. }) = rules.source.ability() else {
            return false;
        };
        let Listener { source, controller, ability, about } = listener;
        let scope = Scope { about: rules.remembers.zip(about), ..Scope::of(source, controller) };
        let Some(matched) = when.iter().find_map(|when| self.match_trigger(when, event, &scope)) else {
            return false;
        };
        if !during.as_ref().is_none_or(|so| self.holds(so, &scope.with_event(matched))) {
            return false;
        }
        if let Some(limit) = limit {
            let is_own_turn = self.position.active == controller;
            let is_open = match limit.per {
                LimitPer::Turn => true,
                LimitPer::YourTurn => is_own_turn,
                LimitPer::FirstEachTurn => {
                    let such = |past: &Happening| {
                        when.iter().any(|when| self.match_trigger(when, *past, &scope).is_some())
                    };
                    self.position.history.iter().filter(|past| past.what == event.what && such(past)).count()
                        <= 1
                }
            };
            if !is_open {
                return false;
            }
        }
        // How a card was played is no number that a step could speak of.
        let number = if event.what == What::Played { 0 } else { matched.number };
        let cause = Cause {
            subject: matched.card,
            other: matched.other,
            player: Some(matched.player),
            number,
            at: self.moment(),
            about,
        };
        self.put_into_bag(Trigger { controller, source, ability, cause }, emit);
        true
    }

    /// How many things have happened this turn.
    fn moment(&self) -> u16 {
        self.position.history.len().min(usize::from(u16::MAX)) as u16
    }

    fn put_into_bag(&mut self, trigger: Trigger, emit: Emit<'_>) {
        emit(self.now(), Event::Triggers(self.piece(trigger.source)));
        self.position.bag.push(trigger);
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
            self.position.bag_of = opponent(self.position.bag_of);
        }
        let seat = self.position.bag_of;
        if of(self, seat) > 1 {
            self.position.pending = Some(Pending::Order(seat));
        } else if let Some(place) = self.position.bag.iter().position(|trigger| trigger.controller == seat) {
            self.resolve_trigger(place, emit);
        }
        true
    }

    /// Takes a trigger out of the bag and begins to resolve it, unless it has been done as often as it may be (6.1.13.2).
    pub(super) fn resolve_trigger(&mut self, place: usize, emit: Emit<'_>) {
        let trigger = self.position.bag.remove(place);
        emit(self.now(), Event::Resolves(self.piece(trigger.source)));
        if !self.is_used_up(trigger) {
            self.begin(Frame::of(trigger));
        }
    }

    pub(super) fn is_used_up(&self, trigger: Trigger) -> bool {
        let AbilityRef::Card(card, number) = trigger.ability else { return false };
        let limit = AbilityRules::of(trigger.ability).and_then(AbilityRules::limit);
        limit.is_some_and(|limit| {
            limit.per != LimitPer::FirstEachTurn
                && self.uses(trigger.source, OnceATurn::Card(card, number)) >= usize::from(limit.times)
        })
    }

    /// The number of the effect of an action.
    pub(super) fn effect_of(card: Card) -> u8 {
        let rules = CardRules::of(card);
        let is_effect = |ability: &AbilityRules| matches!(ability.source.ability(), Some(Ability::Effect(_)));
        rules.abilities.iter().position(is_effect).map_or(u8::MAX, |place| place as u8)
    }
}

/// Whether an event is about a card that is not in play, which has an ability about just that.
const fn is_about_itself(what: What) -> bool {
    matches!(what, What::Discarded | What::MilledOne)
}

/// Whether the moment of steps that wait has come.
fn is_its_moment(effect: &LastingEffect, event: Happening) -> bool {
    match effect.until {
        Until::EndOfChallenge => event.what == What::ChallengeEnds,
        Until::EndOfTurnOf(seat) => event.what == What::TurnEnds && seat == event.player,
        _ => event.what == What::TurnEnds,
    }
}
