//! What static abilities and lasting effects make of cards and players: computed anew after every change (6.4, 6.6).

use gaslamp_core::Seat;

use super::card_rules::{CardRules, Gift, Source, is_name};
use super::happening::What;
use super::modifier::{Modifier as Lasting, Quality, Restriction as Simple};
use super::piece::{CardId, SEATS};
use super::position::{EffectTarget, LastingEffect, Stage, Until, Zone};
use super::scope::Scope;
use super::state::State;
use super::traits::Traits;
use crate::cards::{Card, KeywordName};
use crate::language::{
    Ability, Condition, Given as To, Modifier, Own, PlayerModifier, Pool, Ref, Restriction, Stat, Target,
    Test,
};

/// How often static abilities that depend on each other are applied anew; only some that contradict each other never
/// settle.
const MOST_ROUNDS: usize = 8;

/// What a card gives to a card, with its number worked out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Given {
    pub to: CardId,
    pub modifier: &'static Modifier,
    pub value: i16,
    /// The card that gives it.
    pub source: CardId,
    /// The card on which it stands.
    pub of: Card,
    /// Whether it is about the ready step alone.
    pub at_start: bool,
}

impl PartialEq for Given {
    fn eq(&self, other: &Self) -> bool {
        self.to == other.to
            && std::ptr::eq(self.modifier, other.modifier)
            && self.value == other.value
            && self.source == other.source
    }
}

/// What a card in play has got that its traits do not hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Special {
    pub to: CardId,
    pub modifier: &'static Modifier,
    /// The card that gives it, from which its filters are seen.
    pub source: CardId,
}

/// What a player has got.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlayerGift {
    pub to: Seat,
    pub modifier: &'static PlayerModifier,
    pub source: CardId,
}

/// Which static abilities are applied.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pass {
    /// What gives classifications and names.
    Names,
    /// Those that do not depend on what others change.
    Independent,
    /// Those that do: what they give is collected.
    Dependent,
}

impl State {
    /// Computes the traits of all cards in play. Modifiers have no order (6.6.1.2): static abilities that depend on what
    /// others change are applied to what all of them together have made of the cards, until that changes nothing.
    pub(super) fn refresh(&mut self) {
        self.gifts.clear();
        let depends = self.apply_gifts();
        for _ in 0..if depends { MOST_ROUNDS } else { 0 } {
            let before = self.gifts.len();
            self.apply_statics(Pass::Dependent);
            let settled = self.gifts[..before] == self.gifts[before..];
            self.gifts.drain(..before);
            if settled {
                break;
            }
            self.apply_gifts();
        }
        self.collect_player_gifts();
    }

    /// Computes traits from printed values, independent static abilities, lasting effects and the gifts of dependent
    /// static abilities; returns whether there are any of the last.
    fn apply_gifts(&mut self) -> bool {
        self.specials.clear();
        self.grants.clear();
        for seat in SEATS {
            for place in 0..self.zone(seat, Zone::Play).len() {
                let id = self.zones[seat.index()][Zone::Play as usize][place];
                self.traits[id.index()] = self.printed[id.index()].traits;
            }
        }
        self.apply_statics(Pass::Names);
        self.apply_effects(Pass::Names);
        let depends = self.apply_statics(Pass::Independent);
        self.apply_effects(Pass::Independent);
        for index in 0..self.gifts.len() {
            self.give(self.gifts[index]);
        }
        self.apply_granted_statics();
        for seat in SEATS {
            for place in 0..self.zone(seat, Zone::Play).len() {
                let id = self.zones[seat.index()][Zone::Play as usize][place];
                let printed = self.printed[id.index()].traits;
                self.traits[id.index()].settle(&printed);
            }
        }
        self.apply_challenge();
        depends
    }

    fn apply_effects(&mut self, pass: Pass) {
        for index in 0..self.position.effects.len() {
            self.apply_effect(self.position.effects[index], pass);
        }
    }

    /// "While challenging" (8, Challenger).
    fn apply_challenge(&mut self) {
        let (Stage::Challenge { by, target } | Stage::ChallengeEnd { by, target }) = self.position.stage
        else {
            return;
        };
        for index in 0..self.specials.len() {
            let Special { to, modifier, source } = self.specials[index];
            let modifiers = match modifier {
                Modifier::WhileChallenging(filter, modifiers)
                    if to == by && self.matches(filter, target, &Scope::of(source, self.owner(source))) =>
                {
                    Some(modifiers)
                }
                Modifier::WhileChallenged(modifiers) if to == target => Some(modifiers),
                _ => None,
            };
            if let Some(modifiers) = modifiers {
                let of = self.piece(source).card();
                for modifier in modifiers {
                    let value = self.value_of(modifier, source);
                    self.give(Given { to, modifier, value, source, of, at_start: false });
                }
            }
        }
        let traits = &mut self.traits[by.index()];
        traits.strength = traits.strength.saturating_add(traits.challenger);
    }

    /// Applies the independent static abilities, or else collects the gifts of the dependent ones; returns whether there
    /// are any of these.
    fn apply_statics(&mut self, pass: Pass) -> bool {
        let mut any_dependent = false;
        for seat in SEATS {
            for place in 0..self.zone(seat, Zone::Play).len() {
                let source = self.zones[seat.index()][Zone::Play as usize][place];
                let rules = self.rules_of(source);
                any_dependent |= rules.has_dependent;
                let has_any = match pass {
                    Pass::Names => rules.gives_names,
                    Pass::Independent => rules.has_static,
                    Pass::Dependent => rules.has_dependent,
                };
                if has_any {
                    for (number, ability) in rules.abilities[..rules.printed].iter().enumerate() {
                        if ability.is_dependent == (pass == Pass::Dependent)
                            && let Source::Ability(ability) = ability.source
                            && !self.has_lost(source, number as u8)
                        {
                            self.apply_static(ability, source, self.piece(source).card(), pass);
                        }
                    }
                }
            }
        }
        any_dependent
    }

    /// Static abilities that have been granted. None of them grants another.
    fn apply_granted_statics(&mut self) {
        for index in 0..self.grants.len() {
            let (to, of, number) = self.grants[index];
            if let Some(ability) = CardRules::of(of).ability(number).and_then(|rules| rules.source.ability())
            {
                self.apply_static(ability, to, of, Pass::Independent);
            }
        }
    }

    fn apply_static(&mut self, ability: &'static Ability, source: CardId, of: Card, pass: Pass) {
        let Ability::Static { during, to: To::Cards(target, modifiers) } = ability else { return };
        let scope = Scope::of(source, self.owner(source));
        if !during.as_ref().is_none_or(|so| self.holds(so, &scope)) {
            return;
        }
        match target {
            Target::Ref(named) => {
                if let Some(to) = self.referred(named, &scope).first() {
                    self.give_all(modifiers, to, source, of, pass);
                }
            }
            Target::Each(Pool::InPlay, filter) => {
                for seat in SEATS {
                    for place in 0..self.zone(seat, Zone::Play).len() {
                        let to = self.zones[seat.index()][Zone::Play as usize][place];
                        if self.is_in_play(to)
                            && self.matches(filter, to, &Scope::of(source, self.owner(source)))
                        {
                            self.give_all(modifiers, to, source, of, pass);
                        }
                    }
                }
            }
            // What cards elsewhere get is asked when it matters; see `is_inkable`.
            Target::Each(..) | Target::Chosen(_) => {}
        }
    }

    fn give_all(&mut self, modifiers: &'static [Modifier], to: CardId, source: CardId, of: Card, pass: Pass) {
        for modifier in modifiers.iter().filter(|modifier| is_name(modifier) == (pass == Pass::Names)) {
            let value = self.value_of(modifier, source);
            let given = Given { to, modifier, value, source, of, at_start: false };
            if pass == Pass::Dependent { self.gifts.push(given) } else { self.give(given) }
        }
    }

    /// The number in a modifier of a static ability.
    fn value_of(&self, modifier: &Modifier, source: CardId) -> i16 {
        let scope = Scope::of(source, self.owner(source));
        match modifier {
            Modifier::Stat(_, amount) => self.amount(amount, &scope),
            Modifier::KeywordTimes(_, amount) => self.amount(amount, &scope),
            _ => 0,
        }
    }

    fn apply_effect(&mut self, effect: LastingEffect, pass: Pass) {
        if matches!(effect.until, Until::NextTurnOf(_)) {
            return;
        }
        let LastingEffect { on, modifier, source, .. } = effect;
        let at_start = matches!(effect.until, Until::Ready(_));
        match (on, modifier) {
            (EffectTarget::Card(to), Lasting::Of(card, number)) => {
                if let Some(Gift::Card(modifier)) = CardRules::of(card).gifts.get(usize::from(number))
                    && is_name(modifier) == (pass == Pass::Names)
                {
                    let value = self.value_of(modifier, source);
                    self.give(Given { to, modifier, value, source, of: card, at_start });
                }
            }
            (EffectTarget::Card(to), modifier) if pass != Pass::Names => {
                self.traits[to.index()].modify(modifier);
            }
            (EffectTarget::Group, Lasting::Of(card, number)) => {
                if let Some(Gift::Group(filter, modifier)) =
                    CardRules::of(card).gifts.get(usize::from(number))
                    && is_name(modifier) == (pass == Pass::Names)
                {
                    for to in self.cards_in(&Pool::InPlay, filter, &Scope::of(source, self.owner(source))) {
                        let value = self.value_of(modifier, source);
                        self.give(Given { to, modifier, value, source, of: card, at_start });
                    }
                }
            }
            _ => {}
        }
    }

    fn give(&mut self, given: Given) {
        let Given { to, modifier, value, source, of, at_start } = given;
        match modifier {
            Modifier::Ability(ability) => {
                // Gained twice, it is there twice.
                if let Some(number) = CardRules::of(of).number_of(ability) {
                    self.grants.push((to, of, number));
                }
            }
            Modifier::Cannot(Restriction::Unless(restriction, so)) => {
                // The card that the effect was made for is the one that it is on.
                let about = slot_in(so).map(|slot| (slot, to));
                if !self.holds(so, &Scope { about, ..Scope::of(source, self.owner(source)) })
                    && let Some(simple) = simple(restriction)
                {
                    let is_ready = at_start && simple == Simple::Ready;
                    let simple = if is_ready { Simple::ReadyAtStart } else { simple };
                    self.traits[to.index()].modify(Lasting::Cannot(simple));
                }
            }
            Modifier::Cannot(restriction) => match simple(restriction) {
                Some(simple) => self.traits[to.index()].modify(Lasting::Cannot(simple)),
                None => self.specials.push(Special { to, modifier, source }),
            },
            modifier => {
                if !self.traits[to.index()].get(modifier, value) {
                    self.specials.push(Special { to, modifier, source });
                }
            }
        }
    }

    /// What players get from static abilities and lasting effects.
    fn collect_player_gifts(&mut self) {
        self.player_gifts.clear();
        for seat in SEATS {
            for place in 0..self.zone(seat, Zone::Play).len() {
                let source = self.zones[seat.index()][Zone::Play as usize][place];
                let rules = self.rules_of(source);
                if !rules.has_static {
                    continue;
                }
                for (number, ability) in rules.abilities[..rules.printed].iter().enumerate() {
                    let Source::Ability(Ability::Static { during, to: To::Players(players, modifier) }) =
                        ability.source
                    else {
                        continue;
                    };
                    if self.has_lost(source, number as u8) {
                        continue;
                    }
                    let scope = Scope::of(source, seat);
                    if during.as_ref().is_none_or(|so| self.holds(so, &scope)) {
                        for to in self.in_order(self.players(players, &scope)) {
                            self.give_to_player(PlayerGift { to, modifier, source });
                        }
                    }
                }
            }
        }
        for index in 0..self.position.effects.len() {
            let LastingEffect { on, modifier, source, until, .. } = self.position.effects[index];
            if let (EffectTarget::Player(to), Lasting::Of(card, number)) = (on, modifier)
                && !matches!(until, Until::NextTurnOf(_))
                && let Some(Gift::Player(modifier)) = CardRules::of(card).gifts.get(usize::from(number))
            {
                self.give_to_player(PlayerGift { to, modifier, source });
            }
        }
    }

    fn give_to_player(&mut self, gift: PlayerGift) {
        let PlayerGift { to, modifier, source } = gift;
        match modifier {
            PlayerModifier::Unless(modifier, so) => {
                if !self.holds(so, &Scope::of(source, self.owner(source)).with_player(to)) {
                    self.player_gifts.push(PlayerGift { to, modifier, source });
                }
            }
            _ => self.player_gifts.push(gift),
        }
    }

    /// Whether a card has lost one of its printed abilities, by its name.
    pub(super) fn has_lost(&self, id: CardId, number: u8) -> bool {
        let named = &self.rules_of(id).named;
        named.iter().any(|&(one, name)| {
            one == number
                && self.special(id).any(|gift| matches!(gift, Modifier::LosesAbility(lost) if lost == name))
        })
    }

    /// What a player has got, with the card that gives it.
    pub(crate) fn player_has(&self, seat: Seat) -> impl Iterator<Item = (&'static PlayerModifier, CardId)> {
        self.player_gifts.iter().filter(move |gift| gift.to == seat).map(|gift| (gift.modifier, gift.source))
    }

    /// Whether a player has got this.
    pub(crate) fn player_is(&self, seat: Seat, is: impl Fn(&PlayerModifier) -> bool) -> bool {
        self.player_has(seat).any(|(modifier, _)| is(modifier))
    }

    /// How many cards a player may ink in a turn (4.2).
    #[must_use]
    pub fn inkings_a_turn(&self, seat: Seat) -> u8 {
        let more = self.player_has(seat).map(|(modifier, _)| match modifier {
            PlayerModifier::MoreInk(n) => *n,
            _ => 0,
        });
        more.fold(1, u8::saturating_add)
    }

    /// What a card costs a player at the moment, played with a keyword or for its ink cost.
    pub(super) fn cost(&self, id: CardId, seat: Seat, with: Option<KeywordName>) -> u16 {
        let printed = i32::from(self.facts(id).cost);
        (printed + self.cost_change(id, seat, with)).max(0) as u16
    }

    /// By how much payment modifiers change what is paid for a card (1.5.4).
    pub(super) fn cost_change(&self, id: CardId, seat: Seat, with: Option<KeywordName>) -> i32 {
        let mut change = 0_i32;
        for (modifier, source) in self.player_has(seat) {
            let scope = Scope::of(source, self.owner(source));
            let fits = |filter: &[Test]| self.matches(filter, id, &scope);
            let number = |amount| i32::from(self.amount(amount, &scope));
            change += match modifier {
                PlayerModifier::Cheaper(filter, less) | PlayerModifier::NextCheaper(filter, less)
                    if fits(filter) =>
                {
                    -number(less)
                }
                PlayerModifier::CheaperWith(filter, keyword, less)
                    if with == Some(*keyword) && fits(filter) =>
                {
                    -number(less)
                }
                PlayerModifier::NextShiftCheaper(filter, less)
                    if with == Some(KeywordName::Shift) && fits(filter) =>
                {
                    -number(less)
                }
                PlayerModifier::FirstCheaper(filter, less)
                    if fits(filter) && !self.has_played(seat, filter, &scope) =>
                {
                    -number(less)
                }
                PlayerModifier::Dearer(filter, more) if fits(filter) => i32::from(*more),
                _ => 0,
            };
        }
        let scope = Scope::of(id, seat);
        for own in self.own(id) {
            if let Own::Cheaper { so, with: only, less } = own
                && (only.is_none() || *only == with)
                && so.as_ref().is_none_or(|so| self.holds(so, &scope))
            {
                change -= i32::from(self.amount(less, &scope));
            }
        }
        change
    }

    fn has_played(&self, seat: Seat, filter: &[Test], scope: &Scope<'_>) -> bool {
        let mut played =
            self.position.history.iter().filter(|past| past.what == What::Played && past.player == seat);
        played.any(|past| past.card.is_some_and(|card| self.matches(filter, card, scope)))
    }

    /// Whether a card may be put into the inkwell as a turn action.
    pub(super) fn is_inkable(&self, id: CardId) -> bool {
        self.facts(id).inkable || self.is_given(id, |modifier| matches!(modifier, Modifier::CountsAsInkable))
    }

    /// Whether a static ability in play gives this to a card that is not in play.
    pub(super) fn is_given(&self, id: CardId, is: impl Fn(&Modifier) -> bool) -> bool {
        SEATS.iter().flat_map(|&seat| self.zone(seat, Zone::Play)).any(|&source| {
            let rules = self.rules_of(source);
            rules.has_static
                && rules.abilities[..rules.printed].iter().any(|ability| {
                    let Source::Ability(Ability::Static {
                        during,
                        to: To::Cards(Target::Each(pool, filter), modifiers),
                    }) = ability.source
                    else {
                        return false;
                    };
                    let scope = Scope::of(source, self.owner(source));
                    *pool != Pool::InPlay
                        && modifiers.iter().any(&is)
                        && during.as_ref().is_none_or(|so| self.holds(so, &scope))
                        && self.cards_in(pool, filter, &scope).contains(&id)
                })
        })
    }
}

/// The slot of which a condition speaks.
fn slot_in(condition: &Condition) -> Option<u8> {
    match condition {
        Condition::Is(Ref::Slot(slot), _) => Some(*slot),
        Condition::Not(one) => slot_in(one),
        Condition::All(all) | Condition::Any(all) => all.iter().find_map(slot_in),
        _ => None,
    }
}

/// A restriction that hangs on nothing.
pub(super) const fn simple(restriction: &Restriction) -> Option<Simple> {
    Some(match restriction {
        Restriction::Quest => Simple::Quest,
        Restriction::Challenge => Simple::Challenge,
        Restriction::BeChallenged => Simple::BeChallenged,
        Restriction::Ready => Simple::Ready,
        Restriction::ReadyAtStart => Simple::ReadyAtStart,
        Restriction::Sing => Simple::Sing,
        Restriction::Move => Simple::Move,
        Restriction::SingThese(_)
        | Restriction::ChallengeThese(_)
        | Restriction::ChallengeThis
        | Restriction::BeChallengedBy(_)
        | Restriction::Unless(..)
        | Restriction::UnlessPaid(..) => return None,
    })
}

impl Traits {
    /// Gets what a modifier says, if that is held here; returns whether it is.
    fn get(&mut self, modifier: &Modifier, value: i16) -> bool {
        let quality = match modifier {
            Modifier::Stat(Stat::Strength, _) => {
                self.strength = self.strength.saturating_add(value);
                return true;
            }
            Modifier::Stat(Stat::Willpower, _) => {
                self.willpower = self.willpower.saturating_add(value);
                return true;
            }
            Modifier::Stat(Stat::Lore, _) => {
                self.lore = self.lore.saturating_add(value);
                return true;
            }
            Modifier::Keyword(gift) => {
                self.gain(gift.name, i16::from(gift.value.unwrap_or(0)));
                return true;
            }
            Modifier::KeywordTimes(gift, _) => {
                if value > 0 {
                    self.gain(gift.name, i16::from(gift.value.unwrap_or(1)).saturating_mul(value));
                }
                return true;
            }
            Modifier::Loses(keyword) | Modifier::CannotGain(keyword) => {
                self.lose(*keyword, matches!(modifier, Modifier::CannotGain(_)));
                return true;
            }
            Modifier::MustQuest => Quality::MustQuest,
            Modifier::NoChallengeDamage => Quality::NoChallengeDamage,
            Modifier::NoDamage => Quality::NoDamage,
            Modifier::NoDamageUnlessChallenged => Quality::NoDamageUnlessChallenged,
            Modifier::NoDamageWhileChallenging => Quality::NoDamageWhileChallenging,
            Modifier::QuestsAtOnce => Quality::QuestsAtOnce,
            Modifier::KeepsPrintedStrength => Quality::KeepsPrintedStrength,
            Modifier::FightsWithWillpower => Quality::FightsWithWillpower,
            Modifier::Shielded => Quality::Shielded,
            _ => return false,
        };
        self.have(quality);
        true
    }
}
