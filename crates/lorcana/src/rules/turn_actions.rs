//! The turn actions (4): which rule forbids one, and what it does. Listing and checking share these functions.

use gaslamp_core::{Rule, Seat};

use super::action::Action;
use super::card_rules::{AbilityRules, CardRules, Gift, Source};
use super::event::{Event, KnownTo};
use super::happening::{Happening, What};
use super::modifier::{KeywordFlag, Modifier as Lasting, Quality, Restriction as Simple};
use super::piece::{CardId, Piece, opponent};
use super::position::{AbilityRef, EffectTarget, Frame, LastingEffect, OnceATurn, Pending, Stage, Zone};
use super::refusals as r;
use super::scope::Scope;
use super::state::{Emit, State};
use crate::cards::{Card, Discarded, Keyword, KeywordName, Kind, Onto, Shift, ShiftCost};
use crate::language::{Ability, CardType, LimitPer, Modifier, Own, PlayerModifier, Restriction, Step};

/// Allowed, or the rule that forbids it.
pub(super) type RuleCheck = Result<(), &'static Rule>;

/// Allowed if a condition holds, otherwise forbidden by this rule.
const fn require(holds: bool, rule: &'static Rule) -> RuleCheck {
    if holds { Ok(()) } else { Err(rule) }
}

impl State {
    /// A card in hand, or somewhere else from where it may be played, too.
    pub(super) fn own_playable(&self, piece: Piece) -> Result<CardId, &'static Rule> {
        let id = self.id(piece).ok_or(&r::NO_SUCH_CARD)?;
        let is_own = piece.owner == self.position.active;
        let is_there =
            || self.status(id).zone == Zone::Hand || self.playable_elsewhere(piece.owner).contains(&id);
        require(is_own && is_there(), &r::NOT_IN_HAND).map(|()| id)
    }

    /// The cards outside a player's hand that may be played as if they were in it.
    pub(super) fn playable_elsewhere(&self, seat: Seat) -> Vec<CardId> {
        let mut cards = Vec::new();
        for (modifier, source) in self.player_has(seat) {
            if let PlayerModifier::PlaysFrom(pool, filter) = modifier {
                cards.extend(self.cards_in(pool, filter, &Scope::of(source, self.owner(source))));
            }
        }
        cards.retain(|&id| self.owner(id) == seat);
        cards.sort_unstable();
        cards.dedup();
        cards
    }

    /// A card in hand, or in the discard if it may be put into the inkwell from there.
    fn own_inkable(&self, piece: Piece) -> Result<CardId, &'static Rule> {
        let id = self.id(piece).ok_or(&r::NO_SUCH_CARD)?;
        let is_own = piece.owner == self.position.active;
        let is_there = match self.status(id).zone {
            Zone::Hand => true,
            Zone::Discard => self.inks_from_discard(piece.owner),
            _ => false,
        };
        require(is_own && is_there, &r::NOT_IN_HAND).map(|()| id)
    }

    /// Whether a player may put cards from the discard into the inkwell.
    pub(super) fn inks_from_discard(&self, seat: Seat) -> bool {
        self.player_is(seat, |modifier| matches!(modifier, PlayerModifier::InksFromDiscard))
    }

    fn own_in_play(&self, piece: Piece) -> Result<CardId, &'static Rule> {
        let id = self.id(piece).ok_or(&r::NO_SUCH_CARD)?;
        require(piece.owner == self.position.active && self.is_in_play(id), &r::NOT_IN_PLAY).map(|()| id)
    }

    fn own_character(&self, piece: Piece) -> Result<CardId, &'static Rule> {
        let id = self.own_in_play(piece)?;
        require(self.printed(id).is_character, &r::CHARACTER_ONLY).map(|()| id)
    }

    /// The rule that forbids a turn action of the active player in the main step.
    pub(super) fn may_act(&self, action: Action) -> RuleCheck {
        match action {
            Action::EndTurn => self.may_end_turn(),
            Action::Ink(card) => self.may_ink(self.own_inkable(card)?),
            Action::Play(card) => self.may_play(self.own_playable(card)?),
            Action::PlayFree { card, onto } => {
                let onto = onto.map(|onto| self.own_in_play(onto)).transpose()?;
                self.may_play_free(self.own_playable(card)?, onto)
            }
            Action::Sing { song, singer } => {
                self.may_sing(self.own_playable(song)?, self.own_character(singer)?)
            }
            Action::Shift { card, onto } => self.may_shift(self.own_playable(card)?, self.own_in_play(onto)?),
            Action::Quest(card) => self.may_quest(self.own_character(card)?),
            Action::Challenge { by, target } => {
                let target = self.id(target).ok_or(&r::NO_SUCH_CARD)?;
                self.may_challenge(self.own_character(by)?, target)
            }
            Action::Move { who, to } => self.may_move(self.own_character(who)?, self.own_in_play(to)?),
            Action::Boost(card) => self.may_boost(self.own_in_play(card)?),
            Action::Activate { card, of, ability } => self.may_activate(self.own_in_play(card)?, of, ability),
            Action::Begin(_)
            | Action::Shuffle(_)
            | Action::Random(_)
            | Action::Alter(_)
            | Action::Keep
            | Action::Choose(_) => Err(&r::NOT_NOW),
        }
    }

    /// Reckless characters must challenge and Adventurous ones quest before the turn ends, if they can (8).
    pub(super) fn may_end_turn(&self) -> RuleCheck {
        let characters = self.zone(self.position.active, Zone::Play).iter().copied();
        for id in characters.filter(|&id| self.printed(id).is_character) {
            let traits = self.traits(id);
            if traits.has(KeywordFlag::Reckless) && self.can_challenge_something(id) {
                return Err(&r::END_RECKLESS);
            }
            let must_quest = traits.has(KeywordFlag::Adventurous) || traits.is(Quality::MustQuest);
            if must_quest && self.may_quest(id).is_ok() {
                return Err(&r::END_ADVENTUROUS);
            }
        }
        Ok(())
    }

    fn can_challenge_something(&self, by: CardId) -> bool {
        if self.may_be_challenger(by).is_err() {
            return false;
        }
        let guarded = self.is_guarded(by);
        let targets = self.zone(opponent(self.position.active), Zone::Play);
        targets.iter().any(|&target| self.may_be_target(by, target, guarded).is_ok())
    }

    pub(super) fn may_ink(&self, id: CardId) -> RuleCheck {
        require(self.inkings_left(self.position.active) > 0, &r::INK_ONCE)?;
        require(self.is_inkable(id), &r::INK_SYMBOL)
    }

    pub(super) fn may_play(&self, id: CardId) -> RuleCheck {
        let seat = self.position.active;
        self.may_be_played_at_all(id, seat)?;
        require(self.cost(id, seat, None) <= self.ink(seat), &r::PLAY_INK)
    }

    /// Whether nothing keeps a player from playing a card, whatever is paid for it.
    fn may_be_played_at_all(&self, id: CardId, seat: Seat) -> RuleCheck {
        let scope = Scope::of(id, seat);
        let may = self.own(id).all(|own| match own {
            Own::OnlyIf(so) => self.holds(so, &scope),
            _ => true,
        });
        require(may, &r::PLAY_ONLY_IF)?;
        let is_kept = self.player_has(seat).any(|(modifier, source)| match modifier {
            PlayerModifier::CannotPlay(filter) => {
                self.matches(filter, id, &Scope::of(source, self.owner(source)))
            }
            _ => false,
        });
        require(!is_kept, &r::PLAY_RESTRICTED)
    }

    /// Whether an effect may play a card, for free or for its cost.
    pub(super) fn may_be_played(&self, id: CardId, seat: Seat, free: bool) -> bool {
        self.may_be_played_for(id, seat, free, 0)
    }

    /// The same for this much less.
    pub(super) fn may_be_played_for(&self, id: CardId, seat: Seat, free: bool, less: i16) -> bool {
        let cost = self.cost(id, seat, None).saturating_sub(less.max(0) as u16);
        self.may_be_played_at_all(id, seat).is_ok() && (free || cost <= self.ink(seat))
    }

    /// The cost that a card names itself to be played for free, and the number of its steps; onto a character if it is shifted.
    fn free_way(&self, id: CardId, onto: Option<CardId>) -> Option<(u8, &'static [Step])> {
        let (rules, seat) = (self.rules_of(id), self.owner(id));
        let scope = Scope::of(id, seat);
        rules.own.iter().find_map(|own| {
            let Own::Free { so, cost, shift } = own else { return None };
            let holds = so.as_ref().is_none_or(|so| self.holds(so, &scope));
            let fits =
                *shift == onto.is_some() && onto.is_none_or(|onto| self.fits_onto(Onto::SameName, id, onto));
            let number = rules.number_of_steps(cost)?;
            (holds && fits && self.can_pay_by_all(cost, id, seat)).then_some((number, cost.as_slice()))
        })
    }

    pub(super) fn may_play_free(&self, id: CardId, onto: Option<CardId>) -> RuleCheck {
        self.may_be_played_at_all(id, self.position.active)?;
        let is_given = onto.is_none() && self.is_given_for_free(id);
        require(is_given || self.free_way(id, onto).is_some(), &r::PLAY_FREE)
    }

    /// Whether its player may play a card for free because of another card.
    fn is_given_for_free(&self, id: CardId) -> bool {
        self.player_has(self.owner(id)).any(|(modifier, source)| match modifier {
            PlayerModifier::Free(filter) => self.matches(filter, id, &Scope::of(source, self.owner(source))),
            _ => false,
        })
    }

    /// Whether a character can exert to sing at all.
    fn may_be_singer(&self, id: CardId) -> RuleCheck {
        let status = self.status(id);
        require(!status.exerted, &r::SING_READY)?;
        require(!status.drying, &r::SING_DRY)?;
        require(!self.cannot(id, Simple::Sing), &r::SING_RESTRICTED)
    }

    /// The cost a character counts as when it sings (8, Singer).
    fn singing_cost(&self, id: CardId) -> u16 {
        let more = self.special(id).map(|modifier| match modifier {
            Modifier::SingsFor(n) => u16::from(*n),
            _ => 0,
        });
        u16::from(self.printed(id).cost).max(self.traits(id).singer.max(0) as u16) + more.sum::<u16>()
    }

    /// Whether a character cannot sing this song in particular.
    fn is_kept_from_singing(&self, singer: CardId, song: CardId) -> bool {
        self.special_with_source(singer).any(|(modifier, source)| match modifier {
            Modifier::Cannot(Restriction::SingThese(filter)) => {
                self.matches(filter, song, &Scope::of(source, self.owner(source)))
            }
            _ => false,
        })
    }

    /// The characters that can join in singing.
    pub(super) fn further_singers(&self, song: CardId) -> impl Iterator<Item = CardId> {
        let characters = self.zone(self.owner(song), Zone::Play).iter().copied();
        characters.filter(move |&id| {
            self.printed(id).is_character
                && self.may_be_singer(id).is_ok()
                && !self.is_kept_from_singing(id, song)
        })
    }

    /// Whether all characters that can still sing cost enough, together with those already singing (8, Sing Together).
    pub(super) fn can_be_sung_together(&self, song: CardId, total: u8) -> bool {
        let costs = self.further_singers(song).map(|id| self.singing_cost(id));
        let all = costs.fold(u16::from(total), u16::saturating_add);
        sing_together(self.facts(song).keywords).is_some_and(|wanted| all >= u16::from(wanted))
    }

    pub(super) fn may_sing(&self, song: CardId, singer: CardId) -> RuleCheck {
        let facts = self.facts(song);
        require(facts.is_song(), &r::SING_SONG)?;
        self.may_be_singer(singer)?;
        require(!self.is_kept_from_singing(singer, song), &r::SING_RESTRICTED)?;
        self.may_be_played_at_all(song, self.owner(song))?;
        if sing_together(facts.keywords).is_some() {
            return require(self.can_be_sung_together(song, 0), &r::SING_TOGETHER);
        }
        require(self.singing_cost(singer) >= u16::from(facts.cost), &r::SING_COST)
    }

    /// The Shift with which a card can be played onto another.
    pub(super) fn shift_onto(&self, card: CardId, onto: CardId) -> Result<Shift, &'static Rule> {
        let printed = self.facts(card).keywords.iter().filter_map(|keyword| match keyword {
            Keyword::Shift(shift) => Some(*shift),
            _ => None,
        });
        let scope = Scope::of(card, self.owner(card));
        let gained = self.own(card).filter_map(|own| match own {
            Own::Gains(so, gift) if gift.name == KeywordName::Shift && self.holds(so, &scope) => {
                let cost = ShiftCost::Ink(gift.value.unwrap_or(0));
                Some(Shift { cost, onto: Onto::SameName, temporary: false })
            }
            _ => None,
        });
        let mut refusal = &r::SHIFT_KEYWORD;
        for shift in printed.chain(gained) {
            refusal = &r::SHIFT_ONTO;
            if self.fits_onto(shift.onto, card, onto) || self.takes_any(onto, card) {
                return Ok(shift);
            }
        }
        Err(refusal)
    }

    /// Whether a card has a Shift, printed or gained.
    pub(super) fn has_shift(&self, card: CardId) -> bool {
        self.has_keyword(card, KeywordName::Shift)
    }

    /// Whether a card says of itself that such a card may be shifted onto it.
    fn takes_any(&self, below: CardId, card: CardId) -> bool {
        let scope = Scope::of(below, self.owner(below));
        let is_character = self.printed(below).is_character && self.printed(card).is_character;
        is_character
            && self.own(below).any(|own| match own {
                Own::ShiftedOntoByAny => true,
                Own::PlaysOn(filter) => self.matches(filter, card, &scope),
                _ => false,
            })
    }

    fn fits_onto(&self, onto: Onto, card: CardId, below: CardId) -> bool {
        let (facts, other) = (self.facts(card), self.facts(below));
        let is_character = self.printed(below).is_character;
        let is_named_for_shift = || {
            self.own(below).any(|own| match own {
                Own::NamedForShift(names) => names.iter().any(|name| facts.is_named(name)),
                _ => false,
            })
        };
        let shares_name = || self.shares_name(card, below) || is_named_for_shift();
        match onto {
            Onto::SameName | Onto::OneOrBoth => is_character && shares_name(),
            Onto::Both => is_character && shares_name() && self.partners(card, below).next().is_some(),
            Onto::Class(class) => {
                let gained =
                    || self.special(below).any(|gift| matches!(gift, Modifier::Class(one) if *one == class));
                is_character && (other.is(class) || gained())
            }
            Onto::AnyCharacter => is_character,
            Onto::ItemNamed(name) => other.kind == Kind::Item && other.is_named(name),
        }
    }

    /// The characters that can go under a Combo or Duo Shift with a first one: those with the card's other name.
    pub(super) fn partners(&self, card: CardId, first: CardId) -> impl Iterator<Item = CardId> {
        let (facts, below) = (self.facts(card), self.facts(first));
        let mine = self.zone(self.owner(card), Zone::Play).iter().copied();
        mine.filter(move |&id| {
            let other = self.facts(id);
            id != first
                && self.printed(id).is_character
                && facts.names.iter().any(|name| other.is_named(name) && !below.is_named(name))
        })
    }

    pub(super) fn may_shift(&self, card: CardId, onto: CardId) -> RuleCheck {
        let seat = self.owner(card);
        let shift = self.shift_onto(card, onto)?;
        self.may_be_played_at_all(card, seat)?;
        let can_pay = match shift.cost {
            ShiftCost::Ink(ink) => self.shift_ink(card, onto, ink) <= self.ink(seat),
            ShiftCost::InkDrops(n) => self.position.players[seat.index()].ink_tokens >= n,
            ShiftCost::Discard(n, _) => self.shift_discards(card, onto).len() >= usize::from(n),
        };
        require(can_pay, &r::SHIFT_COST)
    }

    /// Whether a card may be shifted onto another one by an effect, for free.
    pub(super) fn may_shift_free(&self, card: CardId, onto: CardId) -> bool {
        self.is_in_play(onto)
            && self.shift_onto(card, onto).is_ok()
            && self.may_be_played_at_all(card, self.owner(card)).is_ok()
    }

    /// What a Shift costs after payment modifiers, which apply to alternate costs, too (1.5.4).
    fn shift_ink(&self, card: CardId, onto: CardId, ink: u8) -> u16 {
        let less = self.own(onto).map(|own| match own {
            Own::ShiftedOntoFor(n) => i32::from(*n),
            _ => 0,
        });
        let change = self.cost_change(card, self.owner(card), Some(KeywordName::Shift)) - less.sum::<i32>();
        (i32::from(ink) + change).max(0) as u16
    }

    /// The cards in hand that can be discarded for a Shift.
    pub(super) fn shift_discards(&self, card: CardId, onto: CardId) -> Vec<CardId> {
        let Ok(Shift { cost: ShiftCost::Discard(_, which), .. }) = self.shift_onto(card, onto) else {
            return Vec::new();
        };
        let wanted = match which {
            Discarded::AnyCard => None,
            Discarded::ActionCard => Some(CardType::Action),
            Discarded::CharacterCard => Some(CardType::Character),
            Discarded::ItemCard => Some(CardType::Item),
            Discarded::LocationCard => Some(CardType::Location),
            Discarded::SongCard => Some(CardType::Song),
        };
        let hand = self.zone(self.owner(card), Zone::Hand).iter().copied();
        hand.filter(|&id| id != card && wanted.is_none_or(|kind| self.is_of_type(kind, id))).collect()
    }

    pub(super) fn may_quest(&self, id: CardId) -> RuleCheck {
        let (status, traits) = (self.status(id), self.traits(id));
        require(!status.exerted, &r::QUEST_READY)?;
        require(!status.drying || traits.is(Quality::QuestsAtOnce), &r::QUEST_DRY)?;
        require(!traits.has(KeywordFlag::Reckless) && !traits.cannot(Simple::Quest), &r::QUEST_RESTRICTED)?;
        require(self.toll(id, &Restriction::Quest) <= self.ink(self.owner(id)), &r::QUEST_RESTRICTED)
    }

    /// What its player must pay so that a card may do something.
    fn toll(&self, id: CardId, what: &Restriction) -> u16 {
        let tolls = self.special(id).map(|modifier| match modifier {
            Modifier::Cannot(Restriction::UnlessPaid(restriction, ink)) if **restriction == *what => {
                u16::from(*ink)
            }
            _ => 0,
        });
        tolls.sum()
    }

    /// Whether a character can challenge at all.
    pub(super) fn may_be_challenger(&self, id: CardId) -> RuleCheck {
        let (status, traits) = (self.status(id), self.traits(id));
        require(!status.exerted, &r::CHALLENGE_READY)?;
        require(!status.drying || traits.has(KeywordFlag::Rush), &r::CHALLENGE_DRY)?;
        let is_kept = traits.cannot(Simple::Challenge) || traits.has(KeywordFlag::Adventurous);
        require(!is_kept, &r::CHALLENGE_RESTRICTED)?;
        let owner = self.owner(id);
        let is_alone = self.player_is(owner, |modifier| matches!(modifier, PlayerModifier::OneChallenge));
        let is_other = |past: &Happening| past.what == What::Challenged && past.card != Some(id);
        let has_been = || self.position.history.iter().any(is_other);
        require(!is_alone || !has_been(), &r::CHALLENGE_RESTRICTED)?;
        require(self.toll(id, &Restriction::Challenge) <= self.ink(owner), &r::CHALLENGE_RESTRICTED)
    }

    /// Whether something in particular keeps these two from a challenge.
    fn is_kept_from_challenge(&self, by: CardId, target: CardId) -> bool {
        let view = |source| Scope::of(source, self.owner(source));
        let keeps = |modifier: &Modifier, source: CardId| match modifier {
            Modifier::Cannot(Restriction::ChallengeThese(filter)) => {
                self.matches(filter, target, &view(source))
            }
            Modifier::Cannot(Restriction::ChallengeThis) => source == target,
            _ => false,
        };
        let protects = |modifier: &Modifier, source: CardId| match modifier {
            Modifier::Cannot(Restriction::BeChallengedBy(filter)) => self.matches(filter, by, &view(source)),
            _ => false,
        };
        self.special_with_source(by).any(|(modifier, source)| keeps(modifier, source))
            || self.special_with_source(target).any(|(modifier, source)| protects(modifier, source))
    }

    /// Whether a character may challenge this card although it is ready.
    fn challenges_ready(&self, by: CardId, target: CardId) -> bool {
        self.special_with_source(by).any(|(modifier, source)| match modifier {
            Modifier::ChallengesReady(filter) => {
                self.matches(filter, target, &Scope::of(source, self.owner(source)))
            }
            _ => false,
        })
    }

    /// Whether an opposing Bodyguard that this character can challenge protects other characters (8).
    pub(super) fn is_guarded(&self, by: CardId) -> bool {
        let opposing = self.zone(opponent(self.owner(by)), Zone::Play).iter();
        let mut guards = opposing.filter(|&&id| self.traits(id).has(KeywordFlag::Bodyguard));
        guards.any(|&id| self.may_be_target(by, id, false).is_ok())
    }

    /// Whether a challenger can challenge this card.
    pub(super) fn may_be_target(&self, by: CardId, target: CardId, guarded: bool) -> RuleCheck {
        let printed = self.printed(target);
        let is_opposing = self.owner(target) != self.owner(by) && self.is_in_play(target);
        require(is_opposing && (printed.is_character || printed.is_location), &r::CHALLENGE_TARGET)?;
        let (own, other) = (self.traits(by), self.traits(target));
        require(!other.cannot(Simple::BeChallenged), &r::CHALLENGE_PROTECTED)?;
        require(!self.is_kept_from_challenge(by, target), &r::CHALLENGE_PROTECTED)?;
        let reaches =
            !other.has(KeywordFlag::Evasive) || own.has(KeywordFlag::Evasive) || own.has(KeywordFlag::Alert);
        if printed.is_location {
            return require(reaches, &r::CHALLENGE_EVASIVE);
        }
        require(self.status(target).exerted || self.challenges_ready(by, target), &r::CHALLENGE_TARGET)?;
        require(reaches, &r::CHALLENGE_EVASIVE)?;
        require(!guarded || other.has(KeywordFlag::Bodyguard), &r::CHALLENGE_BODYGUARD)
    }

    fn may_challenge(&self, by: CardId, target: CardId) -> RuleCheck {
        self.may_be_challenger(by)?;
        self.may_be_target(by, target, self.is_guarded(by))
    }

    pub(super) fn may_move(&self, who: CardId, to: CardId) -> RuleCheck {
        require(self.printed(to).is_location, &r::MOVE_LOCATION)?;
        require(self.status(who).location != Some(to), &r::MOVE_THERE)?;
        require(!self.cannot(who, Simple::Move), &r::MOVE_RESTRICTED)?;
        require(self.move_cost(who, to) <= self.ink(self.owner(who)), &r::MOVE_INK)
    }

    /// Whether an effect may move a character to a location.
    pub(super) fn may_be_moved(&self, who: CardId, to: CardId, free: bool) -> bool {
        let is_such = self.printed(who).is_character && self.printed(to).is_location;
        is_such
            && self.owner(who) == self.owner(to)
            && self.status(who).location != Some(to)
            && !self.cannot(who, Simple::Move)
            && (free || self.move_cost(who, to) <= self.ink(self.owner(who)))
    }

    /// What a move costs now.
    pub(super) fn move_cost(&self, who: CardId, to: CardId) -> u16 {
        let printed = self.facts(to).move_cost().unwrap_or(0);
        let mut less = 0_u16;
        for (modifier, source) in self.special_with_source(who) {
            // Given by a location, it is about moving there.
            let is_there = !self.printed(source).is_location || source == to;
            less = less.saturating_add(match modifier {
                Modifier::MovesFor(Some(n)) if is_there => u16::from(*n),
                Modifier::MovesFor(None) if is_there => return 0,
                Modifier::MovesAnywhereFor(n) => u16::from(*n),
                _ => 0,
            });
        }
        for (modifier, source) in self.player_has(self.owner(who)) {
            let fits = |filter: &[_]| self.matches(filter, who, &Scope::of(source, self.owner(source)));
            less = less.saturating_add(match modifier {
                PlayerModifier::MovesCheaper(filter, Some(n)) if fits(filter) => u16::from(*n),
                PlayerModifier::MovesCheaper(filter, None) if fits(filter) => return 0,
                PlayerModifier::MovesHereCheaper(filter, n) if source == to && fits(filter) => u16::from(*n),
                _ => 0,
            });
        }
        u16::from(printed).saturating_sub(less)
    }

    pub(super) fn may_boost(&self, id: CardId) -> RuleCheck {
        let cost = self.traits(id).boost.ok_or(&r::BOOST_KEYWORD)?;
        require(!self.is_used(id, OnceATurn::Boost), &r::BOOST_ONCE)?;
        require(u16::from(cost) <= self.ink(self.position.active), &r::BOOST_INK)?;
        require(!self.position.decks[self.position.active.index()].is_empty(), &r::BOOST_DECK)
    }

    /// An activated ability of a card, printed on it or granted to it.
    fn activated(&self, id: CardId, of: Card, number: u8) -> Option<&'static AbilityRules> {
        let rules = CardRules::of(of);
        let ability = rules.ability(number)?;
        let is_printed =
            self.piece(id).card() == of && usize::from(number) < rules.printed && !self.has_lost(id, number);
        let is_granted = || self.granted(id).any(|grant| grant == (of, number));
        let is_such = matches!(ability.source, Source::Ability(Ability::Activated { .. }));
        (is_such && (is_printed || is_granted())).then_some(ability)
    }

    pub(super) fn may_activate(&self, id: CardId, of: Card, number: u8) -> RuleCheck {
        let rules = self.activated(id, of, number).ok_or(&r::ABILITY_NONE)?;
        let Source::Ability(Ability::Activated { during, limit, cost, .. }) = rules.source else {
            return Err(&r::ABILITY_NONE);
        };
        let seat = self.owner(id);
        let scope = Scope::of(id, seat);
        require(during.as_ref().is_none_or(|so| self.holds(so, &scope)), &r::ABILITY_WHEN)?;
        if let Some(limit) = limit {
            let is_its_turn = limit.per != LimitPer::YourTurn || seat == self.position.active;
            let uses = self.uses(id, OnceATurn::Card(of, number));
            require(is_its_turn && uses < usize::from(limit.times), &r::ABILITY_ONCE)?;
        }
        require(self.can_pay_all(cost, id, seat), &r::ABILITY_COST)?;
        if cost.is_empty() {
            // Using it is accepting what comes first (see `Ability::Activated`).
            let frame = Frame::new(seat, id, AbilityRef::Card(of, number));
            require(self.can_do_from(&rules.program.ops, 0, &frame), &r::ABILITY_COST)?;
        }
        Ok(())
    }

    /// Pays ink: inkwell cards first, then ink drops. Returns whether an ink drop was removed.
    pub(super) fn pay(&mut self, seat: Seat, mut ink: u16, emit: Emit<'_>) -> bool {
        for place in 0..self.zone(seat, Zone::Inkwell).len() {
            let Some(id) = self.card_in(seat, Zone::Inkwell, place).filter(|_| ink > 0) else { break };
            let status = self.status_mut(id);
            if !status.exerted {
                status.exerted = true;
                ink -= 1;
            }
        }
        if ink > 0 {
            self.remove_ink_drops(seat, ink.min(u16::from(u8::MAX)) as u8, emit);
        }
        ink > 0
    }

    /// Pays for a card that is about to be played, which remembers how.
    pub(super) fn pay_for_card(&mut self, seat: Seat, ink: u16, emit: Emit<'_>) -> Entry {
        let flags = if self.pay(seat, ink, emit) { Happening::INK_DROP } else { 0 };
        Entry { paid: Some(ink.min(u16::from(u8::MAX)) as u8), flags, is_exerted: false }
    }

    /// How many ink drops can be among what pays this much, at least and at most.
    pub(super) fn drops_to_pay(&self, seat: Seat, cost: u16) -> [u8; 2] {
        let drops = self.position.players[seat.index()].ink_tokens;
        let ready = self.ink(seat).saturating_sub(u16::from(drops));
        [cost.saturating_sub(ready), cost].map(|n| n.min(u16::from(drops)) as u8)
    }

    /// Whether it matters to something that everybody sees whether ink drops pay for this card.
    fn minds_drops(&self, card: CardId, seat: Seat) -> bool {
        let mine = self.zone(seat, Zone::Play).iter();
        self.rules_of(card).asks_for_drops()
            || mine.copied().any(|id| self.rules_of(id).listens & What::RemovedInkDrop.bit() != 0)
    }

    /// Pays for the card of a payment with so many ink drops; it enters play.
    pub(super) fn pay_with_drops(&mut self, drops: u8, emit: Emit<'_>) {
        let Some((seat, card)) = self.frame().map(|frame| (frame.controller, frame.source)) else { return };
        self.go_on();
        let cost = self.cost(card, seat, None);
        self.remove_ink_drops(seat, drops, emit);
        let mut entry = self.pay_for_card(seat, cost.saturating_sub(u16::from(drops)), emit);
        entry.paid = Some(cost.min(u16::from(u8::MAX)) as u8);
        entry.flags |= if drops > 0 { Happening::INK_DROP } else { 0 };
        self.enter(card, entry, emit);
    }

    /// Carries out a turn action that is allowed.
    pub(super) fn act(&mut self, action: Action, emit: Emit<'_>) {
        let seat = self.position.active;
        let id = |state: &Self, piece| state.id(piece).unwrap_or(CardId::new(0));
        match action {
            Action::EndTurn => self.end_turn(emit),
            Action::Ink(card) => {
                let player = &mut self.position.players[seat.index()];
                player.inked = player.inked.saturating_add(1);
                self.put_into_inkwell(id(self, card), false, KnownTo::Everybody, seat, emit);
            }
            Action::Play(card) => {
                let card = id(self, card);
                let cost = self.cost(card, seat, None);
                let [least, most] = self.drops_to_pay(seat, cost);
                if least < most && self.minds_drops(card, seat) {
                    self.begin(Frame::new(seat, card, AbilityRef::Payment));
                } else {
                    let entry = self.pay_for_card(seat, cost, emit);
                    self.enter(card, entry, emit);
                }
            }
            Action::PlayFree { card, onto } => {
                let (card, onto) = (id(self, card), onto.map(|onto| id(self, onto)));
                if onto.is_none() && self.is_given_for_free(card) {
                    self.enter(card, Entry::default(), emit);
                } else {
                    self.begin_free_way(card, onto);
                }
            }
            Action::Sing { song, singer } => self.sing(id(self, song), id(self, singer), emit),
            Action::Shift { card, onto } => self.begin_shift(id(self, card), id(self, onto), emit),
            Action::Quest(card) => self.quest(id(self, card), emit),
            Action::Challenge { by, target } => self.declare_challenge(id(self, by), id(self, target), emit),
            Action::Move { who, to } => self.move_to(id(self, who), id(self, to), emit),
            Action::Boost(card) => {
                let card = id(self, card);
                self.pay(seat, u16::from(self.traits(card).boost.unwrap_or(0)), emit);
                self.mark_used(card, OnceATurn::Boost);
                self.put_top_under(card, emit);
                self.note(Happening::to(What::Boosted, seat, card), emit);
            }
            Action::Activate { card, of, ability } => self.activate(id(self, card), of, ability, emit),
            _ => {}
        }
    }

    /// Effects on the next such card of a player are used up by this one.
    fn use_up(&mut self, card: CardId, with: Option<KeywordName>) {
        let seat = self.owner(card);
        let is_used_up = |state: &Self, place: usize| {
            let effect = state.position.effects[place];
            let (EffectTarget::Player(player), Lasting::Of(of, gift)) = (effect.on, effect.modifier) else {
                return false;
            };
            let Some(Gift::Player(modifier)) = CardRules::of(of).gifts.get(usize::from(gift)) else {
                return false;
            };
            let scope = Scope::of(effect.source, state.owner(effect.source));
            player == seat
                && match modifier {
                    PlayerModifier::NextCheaper(filter, _) => state.matches(filter, card, &scope),
                    PlayerModifier::NextShiftCheaper(filter, _) => {
                        with == Some(KeywordName::Shift) && state.matches(filter, card, &scope)
                    }
                    _ => false,
                }
        };
        for place in (0..self.position.effects.len()).rev() {
            if is_used_up(self, place) {
                self.position.effects.remove(place);
            }
        }
    }

    /// A card that has been paid for enters play (4.3); an action resolves at once.
    pub(super) fn enter(&mut self, card: CardId, entry: Entry, emit: Emit<'_>) {
        let was = self.status(card).zone;
        self.use_up(card, None);
        self.leave_deck(card);
        self.set_zone(card, Zone::Play);
        self.note_left(card, was, emit);
        if self.facts(card).kind == Kind::Action {
            return self.begin_action(card, entry, emit);
        }
        self.status_mut(card).drying = self.printed(card).is_character;
        self.entered(card, entry, emit);
    }

    /// A card enters play on top of others and takes over their status (8, Shift).
    fn enter_on(&mut self, card: CardId, below: &[CardId], temporary: bool, entry: Entry, emit: Emit<'_>) {
        let was = self.status(card).zone;
        self.use_up(card, Some(KeywordName::Shift));
        self.leave_deck(card);
        self.set_zone(card, Zone::Play);
        self.note_left(card, was, emit);
        for &old in below {
            self.put_stack_under(old, card);
        }
        self.status_mut(card).temporary = temporary;
        let flags = entry.flags | Happening::SHIFTED;
        self.entered(card, Entry { flags, ..entry }, emit);
        for &old in below {
            // What is being covered still sees it played (4.3.4.2).
            self.tell(old, Happening::to(What::Played, self.owner(card), card).times(flags), emit);
            self.note(Happening::to(What::Shifted, self.owner(card), card).with(old), emit);
        }
    }

    /// A card enters play as it is to enter, with no moment without that (6.7.8); then abilities hear of it. One with Bodyguard
    /// may enter exerted (8).
    fn entered(&mut self, card: CardId, entry: Entry, emit: Emit<'_>) {
        emit(self.now(), Event::Enters(self.piece(card)));
        self.refresh();
        let (mut is_exerted, mut damage) = (entry.is_exerted, 0_u8);
        for modifier in self.special(card) {
            match modifier {
                Modifier::EntersExerted => is_exerted = true,
                Modifier::EntersDamaged(n) => damage = damage.saturating_add(*n),
                _ => {}
            }
        }
        is_exerted |= self.give_to_next(card);
        let scope = Scope::of(card, self.owner(card));
        is_exerted |= self.own(card).any(|own| match own {
            Own::EntersExertedUnless(so) => !self.holds(so, &scope),
            _ => false,
        });
        let status = self.status_mut(card);
        status.damage = status.damage.saturating_add(damage);
        self.note_played(card, entry, emit);
        if self.status(card).exerted {
            // Shifted onto an exerted one it enters play exerted (8.10.2).
            self.note(Happening::to(What::EnteredExerted, self.owner(card), card), emit);
        } else if is_exerted {
            self.enter_exerted(card, emit);
        } else if self.may_enter_exerted(card) {
            self.position.pending = Some(Pending::EnterExerted(card));
        }
    }

    /// What the next such card of its player gets, this one gets; returns whether it enters play exerted by that.
    fn give_to_next(&mut self, card: CardId) -> bool {
        let seat = self.owner(card);
        let mut is_exerted = false;
        let mut place = 0;
        while let Some(&effect) = self.position.effects.get(place) {
            place += 1;
            let (EffectTarget::Player(player), Lasting::Of(of, gift)) = (effect.on, effect.modifier) else {
                continue;
            };
            let rules = CardRules::of(of);
            let Some(Gift::Player(gift)) = rules.gifts.get(usize::from(gift)) else { continue };
            let scope = Scope::of(effect.source, self.owner(effect.source));
            let fits = |filter: &[_]| player == seat && self.matches(filter, card, &scope);
            match gift {
                PlayerModifier::NextEntersExerted(filter) if fits(filter) => is_exerted = true,
                PlayerModifier::NextGets(filter, modifiers, duration) if fits(filter) => {
                    is_exerted |= modifiers.contains(&Modifier::EntersExerted);
                    let until = self.until(duration, player, Some(card));
                    for modifier in modifiers.iter().filter(|one| **one != Modifier::EntersExerted) {
                        let is_it =
                            |gift: &Gift| matches!(gift, Gift::Card(one) if std::ptr::eq(*one, modifier));
                        let Some(number) = rules.gift(is_it) else { continue };
                        let (on, modifier) = (EffectTarget::Card(card), Lasting::Of(of, number));
                        self.position.effects.push(LastingEffect {
                            on,
                            modifier,
                            until,
                            about: None,
                            ..effect
                        });
                    }
                }
                _ => continue,
            }
            place -= 1;
            self.position.effects.remove(place);
        }
        self.refresh();
        is_exerted
    }

    /// Whether a card that enters play may enter exerted.
    pub(crate) fn may_enter_exerted(&self, card: CardId) -> bool {
        let says = self.own(card).any(|own| matches!(own, Own::MayEnterExerted(_)));
        (says || self.traits(card).has(KeywordFlag::Bodyguard)) && !self.status(card).exerted
    }

    /// A card enters play exerted.
    pub(super) fn enter_exerted(&mut self, card: CardId, emit: Emit<'_>) {
        if self.status(card).exerted || self.printed(card).is_location {
            return;
        }
        self.status_mut(card).exerted = true;
        emit(self.now(), Event::Exerts(self.piece(card)));
        self.refresh();
        self.note(Happening::to(What::EnteredExerted, self.owner(card), card), emit);
    }

    /// The player has decided that a card enters play exerted, by which something may happen.
    pub(super) fn choose_to_enter_exerted(&mut self, card: CardId, emit: Emit<'_>) {
        self.enter_exerted(card, emit);
        let rules = self.rules_of(card);
        let steps = rules.own.iter().find_map(|own| match own {
            Own::MayEnterExerted(steps) => Some(steps.as_slice()),
            _ => None,
        });
        if let Some(number) =
            steps.filter(|steps| !steps.is_empty()).and_then(|steps| rules.number_of_steps(steps))
        {
            let ability = AbilityRef::Card(self.piece(card).card(), number);
            self.position.frames.push(Frame::new(self.owner(card), card, ability));
        }
    }

    fn note_played(&mut self, card: CardId, entry: Entry, emit: Emit<'_>) {
        let seat = self.owner(card);
        self.note(Happening::to(What::Played, seat, card).times(entry.flags), emit);
        if let Some(ink) = entry.paid {
            self.note(Happening::to(What::Paid, seat, card).times(ink), emit);
        }
    }

    /// An action resolves at once; abilities triggered by playing it wait in the bag.
    fn begin_action(&mut self, card: CardId, entry: Entry, emit: Emit<'_>) {
        self.refresh();
        self.note_played(card, entry, emit);
        let of = self.piece(card).card();
        self.begin(Frame::new(self.owner(card), card, AbilityRef::Card(of, Self::effect_of(of))));
    }

    /// Begins to pay the cost that a card names itself; it enters play when that is done.
    fn begin_free_way(&mut self, card: CardId, onto: Option<CardId>) {
        if let Some((number, _)) = self.free_way(card, onto) {
            let ability = AbilityRef::Card(self.piece(card).card(), number);
            let mut frame = Frame::new(self.owner(card), card, ability);
            frame.subject = onto;
            self.begin(frame);
        }
    }

    /// The card whose cost has been paid by the steps before enters play.
    pub(super) fn enter_paid(&mut self, emit: Emit<'_>) {
        let Some((card, onto)) = self.frame().map(|frame| (frame.source, frame.subject)) else { return };
        self.go_on();
        match onto {
            Some(onto) => self.enter_on(card, &[onto], false, Entry::default(), emit),
            None => self.enter(card, Entry::default(), emit),
        }
    }

    /// A character exerts to sing, alone or as the first of several.
    pub(super) fn sing(&mut self, song: CardId, singer: CardId, emit: Emit<'_>) {
        let total = self.join_song(song, singer, 0, emit);
        self.sing_on(song, total, emit);
    }

    /// One more character sings; returns the total cost so far.
    pub(super) fn join_song(&mut self, song: CardId, singer: CardId, total: u8, emit: Emit<'_>) -> u8 {
        let total = u16::from(total).saturating_add(self.singing_cost(singer)).min(u16::from(u8::MAX)) as u8;
        self.tire(singer, emit);
        self.note(Happening::to(What::Sang, self.owner(singer), singer).with(song), emit);
        total
    }

    /// Asks who else sings, or begins the song.
    pub(super) fn sing_on(&mut self, song: CardId, total: u8, emit: Emit<'_>) {
        let together = sing_together(self.facts(song).keywords).is_some();
        if together && self.further_singers(song).next().is_some() {
            self.position.pending = Some(Pending::Sing { song, total });
        } else {
            self.sung(song, emit);
        }
    }

    /// All who sing a song have been exerted for it: it is played.
    pub(super) fn sung(&mut self, song: CardId, emit: Emit<'_>) {
        self.enter(song, Entry::default(), emit);
        self.note(Happening::to(What::Sung, self.owner(song), song), emit);
    }

    /// Whether the characters already singing cost enough.
    pub(super) fn is_sung_by_enough(&self, song: CardId, total: u8) -> bool {
        sing_together(self.facts(song).keywords).is_none_or(|wanted| total >= wanted)
    }

    pub(super) fn begin_shift(&mut self, card: CardId, onto: CardId, emit: Emit<'_>) {
        let seat = self.owner(card);
        let Ok(shift) = self.shift_onto(card, onto) else { return };
        match shift.cost {
            ShiftCost::Ink(ink) => {
                let entry = self.pay_for_card(seat, self.shift_ink(card, onto, ink), emit);
                return self.shift_paid(card, onto, entry, emit);
            }
            ShiftCost::InkDrops(n) => self.remove_ink_drops(seat, n, emit),
            ShiftCost::Discard(left, _) if left > 0 => {
                self.position.pending = Some(Pending::ShiftDiscard { card, onto, left });
                return;
            }
            ShiftCost::Discard(..) => {}
        }
        self.shift_paid(card, onto, Entry::default(), emit);
    }

    /// Discards a card for a Shift.
    pub(super) fn discard_for_shift(
        &mut self,
        card: CardId,
        onto: CardId,
        left: u8,
        discarded: CardId,
        emit: Emit<'_>,
    ) {
        self.discard(discarded, emit);
        if left > 1 {
            self.position.pending = Some(Pending::ShiftDiscard { card, onto, left: left - 1 });
        } else {
            if let Ok(Shift { cost: ShiftCost::Discard(n, _), .. }) = self.shift_onto(card, onto) {
                self.note_discards(self.owner(card), usize::from(n), emit);
            }
            self.shift_paid(card, onto, Entry::default(), emit);
        }
    }

    /// Combo and Duo Shift go onto a second character too (8.10.8.3, 8.10.8.4).
    pub(super) fn shift_paid(&mut self, card: CardId, onto: CardId, entry: Entry, emit: Emit<'_>) {
        let goes_onto_two =
            self.shift_onto(card, onto).is_ok_and(|shift| matches!(shift.onto, Onto::OneOrBoth | Onto::Both));
        let mut partners = self.partners(card, onto);
        match (goes_onto_two.then(|| partners.next()).flatten(), partners.next()) {
            (None, _) => {
                drop(partners);
                self.finish_shift(card, onto, None, entry, emit);
            }
            (Some(only), None) if self.must_go_onto_two(card, onto) => {
                drop(partners);
                self.finish_shift(card, onto, Some(only), entry, emit);
            }
            _ => {
                drop(partners);
                self.position.pending = Some(Pending::ShiftAlso { card, onto });
            }
        }
    }

    /// How a card that has been paid for is shifted, while its player says onto what else.
    pub(super) fn entry_of_shift(&self, card: CardId, onto: CardId) -> Entry {
        let is_turn_action = self.position.frames.is_empty();
        match self.shift_onto(card, onto).map(|shift| shift.cost) {
            Ok(ShiftCost::Ink(ink)) if is_turn_action => {
                let paid = self.shift_ink(card, onto, ink).min(u16::from(u8::MAX)) as u8;
                let last = self.position.history.last();
                let with_drop = last.is_some_and(|past| past.what == What::RemovedInkDrop);
                let flags = if with_drop { Happening::INK_DROP } else { 0 };
                Entry { paid: Some(paid), flags, is_exerted: false }
            }
            _ => Entry::default(),
        }
    }

    /// Whether a Shift needs a second character (Duo Shift).
    pub(super) fn must_go_onto_two(&self, card: CardId, onto: CardId) -> bool {
        self.shift_onto(card, onto).is_ok_and(|shift| shift.onto == Onto::Both)
    }

    pub(super) fn finish_shift(
        &mut self,
        card: CardId,
        onto: CardId,
        also: Option<CardId>,
        entry: Entry,
        emit: Emit<'_>,
    ) {
        let temporary = self.shift_onto(card, onto).is_ok_and(|shift| shift.temporary);
        match also {
            Some(also) => self.enter_on(card, &[also, onto], temporary, entry, emit),
            None => self.enter_on(card, &[onto], temporary, entry, emit),
        }
    }

    fn quest(&mut self, id: CardId, emit: Emit<'_>) {
        let seat = self.owner(id);
        self.pay(seat, self.toll(id, &Restriction::Quest), emit);
        self.tire(id, emit);
        let lore = self.traits(id).lore.max(0);
        self.change_lore(seat, lore, emit);
        let other = self.status(id).location;
        self.note(Happening { other, ..Happening::to(What::Quested, seat, id) }, emit);
    }

    fn declare_challenge(&mut self, by: CardId, target: CardId, emit: Emit<'_>) {
        let seat = self.owner(by);
        self.pay(seat, self.toll(by, &Restriction::Challenge), emit);
        self.position.stage = Stage::Challenge { by, target };
        self.tire(by, emit);
        self.note(Happening::to(What::Challenged, seat, by).with(target), emit);
    }

    /// Both sides deal damage at once (4.6).
    pub(super) fn challenge_damage(&mut self, by: CardId, target: CardId) {
        self.position.stage = Stage::ChallengeEnd { by, target };
        // Challenger counts, since this is a challenge; negative strength counts as zero only now.
        let attack = self.fighting_value(by);
        let back = if self.printed(target).is_location { 0 } else { self.fighting_value(target) };
        self.deal_challenge_damage(target, attack, by, false);
        self.deal_challenge_damage(by, back, target, true);
    }

    fn fighting_value(&self, id: CardId) -> i16 {
        let traits = self.traits(id);
        let value = if traits.is(Quality::FightsWithWillpower) { traits.willpower } else { traits.strength };
        value.max(0)
    }

    fn move_to(&mut self, who: CardId, to: CardId, emit: Emit<'_>) {
        self.pay(self.owner(who), self.move_cost(who, to), emit);
        self.place_at(who, to, emit);
    }

    /// A character comes to a location.
    pub(super) fn place_at(&mut self, who: CardId, to: CardId, emit: Emit<'_>) {
        let was_somewhere = self.status(who).location.is_some();
        self.status_mut(who).location = Some(to);
        self.refresh();
        let event = Happening::to(What::Moved, self.owner(who), who).with(to);
        self.note(event.times(u8::from(was_somewhere)), emit);
    }

    fn activate(&mut self, id: CardId, of: Card, number: u8, emit: Emit<'_>) {
        let Some(Ability::Activated { limit, cost, .. }) =
            self.activated(id, of, number).and_then(|rules| rules.source.ability())
        else {
            return;
        };
        if limit.is_some() {
            self.mark_used(id, OnceATurn::Card(of, number));
        }
        let seat = self.owner(id);
        let mut frame = Frame::new(seat, id, AbilityRef::Card(of, number));
        frame.accepted = cost.is_empty();
        self.begin(frame);
        self.pay_costs(cost, id, seat, emit);
    }
}

/// How a card enters play.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Entry {
    /// How it was played, as in [`Happening::SHIFTED`].
    pub flags: u8,
    /// How much ink was paid; none if it was not paid for with ink.
    pub paid: Option<u8>,
    /// Whether it enters exerted because of the effect that plays it.
    pub is_exerted: bool,
}

/// The total cost that characters singing a song together must have.
fn sing_together(keywords: &[Keyword]) -> Option<u8> {
    keywords.iter().find_map(|keyword| match keyword {
        Keyword::SingTogether(total) => Some(*total),
        _ => None,
    })
}
