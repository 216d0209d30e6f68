//! The turn actions (4): which rule forbids one, and what it does. Listing and checking share these functions.

use gaslamp_core::{Rule, Seat};

use super::abilities;
use super::ability::{Ability, CardType, Cost, KeywordFlag, Modifier, Restriction};
use super::action::Action;
use super::bag::TriggerEvent;
use super::event::{Event, KnownTo};
use super::piece::{CardId, Piece, opponent};
use super::position::{AbilityRef, EffectTarget, Frame, OnceATurn, Pending, Stage, Zone};
use super::refusals as r;
use super::state::{Emit, State};
use crate::cards::{Card, Discarded, Keyword, Kind, Onto, Shift, ShiftCost};

/// Allowed, or the rule that forbids it.
pub(super) type RuleCheck = Result<(), &'static Rule>;

/// Allowed if a condition holds, otherwise forbidden by this rule.
const fn require(holds: bool, rule: &'static Rule) -> RuleCheck {
    if holds { Ok(()) } else { Err(rule) }
}

impl State {
    fn own_hand(&self, piece: Piece) -> Result<CardId, &'static Rule> {
        let id = self.id(piece).ok_or(&r::NO_SUCH_CARD)?;
        let is_there = piece.owner == self.position.active && self.status(id).zone == Zone::Hand;
        require(is_there, &r::NOT_IN_HAND).map(|()| id)
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
            Action::Ink(card) => self.may_ink(self.own_hand(card)?),
            Action::Play(card) => self.may_play(self.own_hand(card)?),
            Action::Sing { song, singer } => self.may_sing(self.own_hand(song)?, self.own_character(singer)?),
            Action::Shift { card, onto } => self.may_shift(self.own_hand(card)?, self.own_in_play(onto)?),
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
            if traits.has(KeywordFlag::Adventurous) && self.may_quest(id).is_ok() {
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
        require(self.facts(id).inkable, &r::INK_SYMBOL)
    }

    pub(super) fn may_play(&self, id: CardId) -> RuleCheck {
        let seat = self.position.active;
        require(self.cost(id, seat) <= self.ink(seat), &r::PLAY_INK)
    }

    /// Whether a character can exert to sing at all.
    fn may_be_singer(&self, id: CardId) -> RuleCheck {
        let status = self.status(id);
        require(!status.exerted, &r::SING_READY)?;
        require(!status.drying, &r::SING_DRY)?;
        require(!self.cannot(id, Restriction::Sing), &r::SING_RESTRICTED)
    }

    /// The cost a character counts as when it sings (8, Singer).
    fn singing_cost(&self, id: CardId) -> u16 {
        u16::from(self.printed(id).cost).max(self.traits(id).singer.max(0) as u16)
    }

    /// The characters that can join in singing.
    pub(super) fn further_singers(&self, seat: Seat) -> impl Iterator<Item = CardId> {
        let characters = self.zone(seat, Zone::Play).iter().copied();
        characters.filter(|&id| self.printed(id).is_character && self.may_be_singer(id).is_ok())
    }

    /// Whether all characters that can still sing cost enough, together with those already singing (8, Sing Together).
    pub(super) fn can_be_sung_together(&self, song: CardId, total: u8) -> bool {
        let costs = self.further_singers(self.owner(song)).map(|id| self.singing_cost(id));
        let all = costs.fold(u16::from(total), u16::saturating_add);
        sing_together(self.facts(song).keywords).is_some_and(|wanted| all >= u16::from(wanted))
    }

    pub(super) fn may_sing(&self, song: CardId, singer: CardId) -> RuleCheck {
        let facts = self.facts(song);
        require(facts.is_song(), &r::SING_SONG)?;
        self.may_be_singer(singer)?;
        if sing_together(facts.keywords).is_some() {
            return require(self.can_be_sung_together(song, 0), &r::SING_TOGETHER);
        }
        require(self.singing_cost(singer) >= u16::from(facts.cost), &r::SING_COST)
    }

    /// The Shift with which a card can be played onto another.
    pub(super) fn shift_onto(&self, card: CardId, onto: CardId) -> Result<Shift, &'static Rule> {
        let shifts = self.facts(card).keywords.iter().filter_map(|keyword| match keyword {
            Keyword::Shift(shift) => Some(*shift),
            _ => None,
        });
        let mut refusal = &r::SHIFT_KEYWORD;
        for shift in shifts {
            refusal = &r::SHIFT_ONTO;
            if self.fits_onto(shift.onto, card, onto) {
                return Ok(shift);
            }
        }
        Err(refusal)
    }

    fn fits_onto(&self, onto: Onto, card: CardId, below: CardId) -> bool {
        let (facts, other) = (self.facts(card), self.facts(below));
        let is_character = self.printed(below).is_character;
        let shares_name = || {
            other.is_named(facts.name)
                || facts.names.iter().any(|name| other.is_named(name))
                || other.names.iter().any(|name| facts.is_named(name))
        };
        match onto {
            Onto::SameName | Onto::OneOrBoth => is_character && shares_name(),
            Onto::Both => is_character && shares_name() && self.partners(card, below).next().is_some(),
            Onto::Class(class) => is_character && other.is(class),
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
        let seat = self.position.active;
        let can_pay = match self.shift_onto(card, onto)?.cost {
            ShiftCost::Ink(ink) => self.shift_ink(card, ink) <= self.ink(seat),
            ShiftCost::InkDrops(n) => self.position.players[seat.index()].ink_tokens >= n,
            ShiftCost::Discard(n, _) => self.shift_discards(card, onto).len() >= usize::from(n),
        };
        require(can_pay, &r::SHIFT_COST)
    }

    /// What a Shift costs after cost reductions (4.3: they apply to alternate costs too).
    fn shift_ink(&self, card: CardId, ink: u8) -> u16 {
        let less = u16::from(self.facts(card).cost) - self.cost(card, self.position.active);
        u16::from(ink).saturating_sub(less)
    }

    /// The cards in hand that can be discarded for a Shift.
    pub(super) fn shift_discards(&self, card: CardId, onto: CardId) -> Vec<CardId> {
        let Ok(Shift { cost: ShiftCost::Discard(_, which), .. }) = self.shift_onto(card, onto) else {
            return Vec::new();
        };
        let card_type = match which {
            Discarded::AnyCard => CardType::Any,
            Discarded::ActionCard => CardType::Action,
            Discarded::CharacterCard => CardType::Character,
            Discarded::ItemCard => CardType::Item,
            Discarded::LocationCard => CardType::Location,
            Discarded::SongCard => CardType::Song,
        };
        let hand = self.zone(self.owner(card), Zone::Hand).iter().copied();
        hand.filter(|&id| id != card && card_type.includes(self.facts(id))).collect()
    }

    pub(super) fn may_quest(&self, id: CardId) -> RuleCheck {
        let (status, traits) = (self.status(id), self.traits(id));
        require(!status.exerted, &r::QUEST_READY)?;
        require(!status.drying, &r::QUEST_DRY)?;
        require(
            !traits.has(KeywordFlag::Reckless) && !traits.cannot(Restriction::Quest),
            &r::QUEST_RESTRICTED,
        )
    }

    /// Whether a character can challenge at all.
    pub(super) fn may_be_challenger(&self, id: CardId) -> RuleCheck {
        let (status, traits) = (self.status(id), self.traits(id));
        require(!status.exerted, &r::CHALLENGE_READY)?;
        require(!status.drying || traits.has(KeywordFlag::Rush), &r::CHALLENGE_DRY)?;
        let is_kept = traits.cannot(Restriction::Challenge) || traits.has(KeywordFlag::Adventurous);
        require(!is_kept, &r::CHALLENGE_RESTRICTED)
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
        require(!other.cannot(Restriction::BeChallenged), &r::CHALLENGE_PROTECTED)?;
        let reaches =
            !other.has(KeywordFlag::Evasive) || own.has(KeywordFlag::Evasive) || own.has(KeywordFlag::Alert);
        if printed.is_location {
            return require(reaches, &r::CHALLENGE_EVASIVE);
        }
        require(self.status(target).exerted || own.challenges_ready, &r::CHALLENGE_TARGET)?;
        require(reaches, &r::CHALLENGE_EVASIVE)?;
        require(!guarded || other.has(KeywordFlag::Bodyguard), &r::CHALLENGE_BODYGUARD)
    }

    fn may_challenge(&self, by: CardId, target: CardId) -> RuleCheck {
        self.may_be_challenger(by)?;
        self.may_be_target(by, target, self.is_guarded(by))
    }

    pub(super) fn may_move(&self, who: CardId, to: CardId) -> RuleCheck {
        let Kind::Location { move_cost, .. } = self.facts(to).kind else { return Err(&r::MOVE_LOCATION) };
        require(self.status(who).location != Some(to), &r::MOVE_THERE)?;
        require(!self.cannot(who, Restriction::Move), &r::MOVE_RESTRICTED)?;
        require(u16::from(move_cost) <= self.ink(self.position.active), &r::MOVE_INK)
    }

    pub(super) fn may_boost(&self, id: CardId) -> RuleCheck {
        let cost = self.traits(id).boost.ok_or(&r::BOOST_KEYWORD)?;
        require(!self.is_used(id, OnceATurn::Boost), &r::BOOST_ONCE)?;
        require(u16::from(cost) <= self.ink(self.position.active), &r::BOOST_INK)?;
        require(!self.position.decks[self.position.active.index()].is_empty(), &r::BOOST_DECK)
    }

    /// An activated ability of a card, printed on it or granted to it: its costs, and whether it is once a turn.
    fn activated(&self, id: CardId, of: Card, ability: u8) -> Option<(&'static [Cost], bool)> {
        let own = self.piece(id).card() == of;
        let found = abilities::of(of).get(usize::from(ability))?;
        match found {
            Ability::Activated { cost, once, .. } if own => Some((cost, *once)),
            Ability::Granted(Ability::Activated { cost, once, .. })
                if self.granted(id).any(|grant| grant == (of, ability)) =>
            {
                Some((cost, *once))
            }
            _ => None,
        }
    }

    pub(super) fn may_activate(&self, id: CardId, of: Card, ability: u8) -> RuleCheck {
        let (cost, once) = self.activated(id, of, ability).ok_or(&r::ABILITY_NONE)?;
        let status = self.status(id);
        require(!once || !self.is_used(id, OnceATurn::Card(of, ability)), &r::ABILITY_ONCE)?;
        let dry = !status.drying || !self.printed(id).is_character;
        let can_pay = cost.iter().all(|cost| match cost {
            Cost::Exert => !status.exerted && dry,
            Cost::Ink(n) => u16::from(*n) <= self.ink(self.position.active),
            Cost::Discard(n) => self.zone(self.position.active, Zone::Hand).len() >= usize::from(*n),
            Cost::Banish => true,
        });
        require(can_pay, &r::ABILITY_COST)
    }

    /// Pays ink: inkwell cards first, then ink drops.
    pub(super) fn pay(&mut self, seat: Seat, mut ink: u16) {
        for place in 0..self.zone(seat, Zone::Inkwell).len() {
            let Some(id) = self.card_in(seat, Zone::Inkwell, place).filter(|_| ink > 0) else { break };
            let status = self.status_mut(id);
            if !status.exerted {
                status.exerted = true;
                ink -= 1;
            }
        }
        let tokens = &mut self.position.players[seat.index()].ink_tokens;
        *tokens = tokens.saturating_sub(ink as u8);
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
                self.put_into_inkwell(id(self, card), false, KnownTo::Everybody, emit);
            }
            Action::Play(card) => {
                let card = id(self, card);
                self.pay(seat, self.cost(card, seat));
                self.enter(card, emit);
            }
            Action::Sing { song, singer } => self.sing(id(self, song), id(self, singer), emit),
            Action::Shift { card, onto } => self.begin_shift(id(self, card), id(self, onto), emit),
            Action::Quest(card) => self.quest(id(self, card), emit),
            Action::Challenge { by, target } => self.declare_challenge(id(self, by), id(self, target), emit),
            Action::Move { who, to } => self.move_to(id(self, who), id(self, to), emit),
            Action::Boost(card) => {
                let card = id(self, card);
                self.pay(seat, u16::from(self.traits(card).boost.unwrap_or(0)));
                self.mark_used(card, OnceATurn::Boost);
                self.put_top_under(card, emit);
            }
            Action::Activate { card, of, ability } => self.activate(id(self, card), of, ability, emit),
            _ => {}
        }
    }

    /// Records that a card was played, whatever was paid for it, and uses up reductions for the next such card.
    fn count_played(&mut self, card: CardId) {
        let (seat, facts) = (self.owner(card), self.facts(card));
        self.position.players[seat.index()].played.push(self.piece(card).card());
        self.position.effects.retain(|effect| {
            !matches!((effect.on, effect.modifier), (EffectTarget::Player(player), Modifier::NextCheaper(card_type, _))
                if player == seat && card_type.includes(facts))
        });
    }

    /// A card that has been paid for enters play (4.3); an action resolves at once.
    fn enter(&mut self, card: CardId, emit: Emit<'_>) {
        self.count_played(card);
        self.set_zone(card, Zone::Play);
        if self.facts(card).kind == Kind::Action {
            return self.begin_action(card, emit);
        }
        self.status_mut(card).drying = self.printed(card).is_character;
        self.entered(card, emit);
    }

    /// A card enters play on top of others and takes over their status (8, Shift).
    fn enter_on(&mut self, card: CardId, below: &[CardId], temporary: bool, emit: Emit<'_>) {
        self.count_played(card);
        self.set_zone(card, Zone::Play);
        for &old in below {
            self.put_stack_under(old, card);
        }
        self.status_mut(card).temporary = temporary;
        self.entered(card, emit);
    }

    /// Notifies abilities that a card has entered play; one with Bodyguard may enter exerted (8).
    fn entered(&mut self, card: CardId, emit: Emit<'_>) {
        emit(self.now(), Event::Enters(self.piece(card)));
        self.refresh();
        self.notify(TriggerEvent::Played(card), emit);
        if self.traits(card).has(KeywordFlag::Bodyguard) && !self.status(card).exerted {
            self.position.pending = Some(Pending::EnterExerted(card));
        }
    }

    /// An action resolves at once; abilities triggered by playing it wait in the bag.
    fn begin_action(&mut self, card: CardId, emit: Emit<'_>) {
        self.refresh();
        self.notify(TriggerEvent::Played(card), emit);
        let of = self.piece(card).card();
        let effect = |ability: &Ability| matches!(ability, Ability::Effect(_));
        let number = abilities::of(of).iter().position(effect).unwrap_or(usize::from(u8::MAX));
        self.begin(Frame::new(self.owner(card), card, AbilityRef::Card(of, number as u8), None));
    }

    /// Plays a card without paying for it.
    pub(super) fn play_for_free(&mut self, card: CardId, emit: Emit<'_>) {
        self.enter(card, emit);
    }

    /// A character exerts to sing, alone or as the first of several.
    fn sing(&mut self, song: CardId, singer: CardId, emit: Emit<'_>) {
        let total = self.join_song(song, singer, 0, emit);
        self.sing_on(song, total, emit);
    }

    /// One more character sings; returns the total cost so far.
    pub(super) fn join_song(&mut self, song: CardId, singer: CardId, total: u8, emit: Emit<'_>) -> u8 {
        let total = u16::from(total).saturating_add(self.singing_cost(singer)).min(u16::from(u8::MAX)) as u8;
        self.status_mut(singer).exerted = true;
        self.notify(TriggerEvent::Sings { singer, song }, emit);
        total
    }

    /// Asks who else sings, or begins the song.
    pub(super) fn sing_on(&mut self, song: CardId, total: u8, emit: Emit<'_>) {
        let together = sing_together(self.facts(song).keywords).is_some();
        if together && self.further_singers(self.owner(song)).next().is_some() {
            self.position.pending = Some(Pending::Sing { song, total });
        } else {
            self.enter(song, emit);
        }
    }

    /// Whether the characters already singing cost enough.
    pub(super) fn is_sung_by_enough(&self, song: CardId, total: u8) -> bool {
        sing_together(self.facts(song).keywords).is_none_or(|wanted| total >= wanted)
    }

    fn begin_shift(&mut self, card: CardId, onto: CardId, emit: Emit<'_>) {
        let seat = self.owner(card);
        let Ok(shift) = self.shift_onto(card, onto) else { return };
        match shift.cost {
            ShiftCost::Ink(ink) => self.pay(seat, self.shift_ink(card, ink)),
            ShiftCost::InkDrops(n) => {
                let tokens = &mut self.position.players[seat.index()].ink_tokens;
                *tokens = tokens.saturating_sub(n);
            }
            ShiftCost::Discard(left, _) if left > 0 => {
                self.position.pending = Some(Pending::ShiftDiscard { card, onto, left });
                return;
            }
            ShiftCost::Discard(..) => {}
        }
        self.shift_paid(card, onto, emit);
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
            self.shift_paid(card, onto, emit);
        }
    }

    /// Combo and Duo Shift go onto a second character too (8.10.8.3, 8.10.8.4).
    fn shift_paid(&mut self, card: CardId, onto: CardId, emit: Emit<'_>) {
        let goes_onto_two =
            self.shift_onto(card, onto).is_ok_and(|shift| matches!(shift.onto, Onto::OneOrBoth | Onto::Both));
        let mut partners = self.partners(card, onto);
        match (goes_onto_two.then(|| partners.next()).flatten(), partners.next()) {
            (None, _) => {
                drop(partners);
                self.finish_shift(card, onto, None, emit);
            }
            (Some(only), None) if self.must_go_onto_two(card, onto) => {
                drop(partners);
                self.finish_shift(card, onto, Some(only), emit);
            }
            _ => {
                drop(partners);
                self.position.pending = Some(Pending::ShiftAlso { card, onto });
            }
        }
    }

    /// Whether a Shift needs a second character (Duo Shift).
    pub(super) fn must_go_onto_two(&self, card: CardId, onto: CardId) -> bool {
        self.shift_onto(card, onto).is_ok_and(|shift| shift.onto == Onto::Both)
    }

    pub(super) fn finish_shift(&mut self, card: CardId, onto: CardId, also: Option<CardId>, emit: Emit<'_>) {
        let temporary = self.shift_onto(card, onto).is_ok_and(|shift| shift.temporary);
        match also {
            Some(also) => self.enter_on(card, &[also, onto], temporary, emit),
            None => self.enter_on(card, &[onto], temporary, emit),
        }
    }

    fn quest(&mut self, id: CardId, emit: Emit<'_>) {
        self.status_mut(id).exerted = true;
        let lore = self.traits(id).lore.max(0);
        self.gain_lore(self.owner(id), lore, emit);
        self.notify(TriggerEvent::Quests(id), emit);
    }

    fn declare_challenge(&mut self, by: CardId, target: CardId, emit: Emit<'_>) {
        self.status_mut(by).exerted = true;
        self.position.stage = Stage::Challenge { by, target };
        self.refresh();
        self.notify(TriggerEvent::Challenges { by, target }, emit);
    }

    /// Both sides deal damage at once (4.6).
    pub(super) fn challenge_damage(&mut self, by: CardId, target: CardId) {
        self.position.stage = Stage::ChallengeEnd { by, target };
        // Challenger counts, since this is a challenge; negative strength counts as zero only now.
        let attack = self.traits(by).strength.max(0);
        let back = if self.printed(target).is_location { 0 } else { self.traits(target).strength.max(0) };
        self.deal_damage(target, attack, by);
        self.deal_damage(by, back, target);
    }

    fn move_to(&mut self, who: CardId, to: CardId, emit: Emit<'_>) {
        let cost = self.facts(to).move_cost().unwrap_or(0);
        self.pay(self.owner(who), u16::from(cost));
        self.status_mut(who).location = Some(to);
        self.refresh();
        self.notify(TriggerEvent::Moves { who, to }, emit);
    }

    fn activate(&mut self, id: CardId, of: Card, ability: u8, emit: Emit<'_>) {
        let Some((cost, once)) = self.activated(id, of, ability) else { return };
        if once {
            self.mark_used(id, OnceATurn::Card(of, ability));
        }
        let seat = self.owner(id);
        self.begin(Frame::new(seat, id, AbilityRef::Card(of, ability), None));
        for cost in cost {
            match cost {
                Cost::Exert => self.status_mut(id).exerted = true,
                Cost::Ink(n) => self.pay(seat, u16::from(*n)),
                Cost::Banish => self.banish_all(&[id], emit),
                // The first step of the ability pays it.
                Cost::Discard(_) => {}
            }
        }
    }
}

/// The total cost that characters singing a song together must have.
fn sing_together(keywords: &[Keyword]) -> Option<u8> {
    keywords.iter().find_map(|keyword| match keyword {
        Keyword::SingTogether(total) => Some(*total),
        _ => None,
    })
}
