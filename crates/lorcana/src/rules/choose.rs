//! Choosing cards: which ones are offered, by whom, and when a choice is complete (6.1.3).

use gaslamp_core::{Actor, Seat};

use super::event::Event;
use super::happening::{Happening, What};
use super::piece::CardId;
use super::position::{AbilityRef, Frame, Pending, Seen, Zone};
use super::program::Op;
use super::resolve::AnswerPool;
use super::scope::Scope;
use super::state::{Emit, State};
use crate::language::{Choice, Cost, Count, PlayerModifier, Players, Pool, Stat, Step, Target};

/// How many cards are wanted: at least and at most.
type Wanted = (usize, usize);

/// Who chooses, among what, and how many.
struct Offer {
    by: Seat,
    cards: Vec<CardId>,
    wanted: Wanted,
    /// Nobody sees all of the place they come from, so that one may fail to find such a card (7.1.4).
    may_fail: bool,
}

impl State {
    /// Asks for the next card of a choice, or ends it.
    pub(super) fn choose_next(&mut self, op: Op, emit: Emit<'_>) {
        let Some((offer, choice)) = self.frame().and_then(|frame| self.offer(op, frame)) else {
            return self.end_choice(op);
        };
        let chosen = self.frame().map_or(0, |frame| usize::from(frame.done));
        let left = |n: usize| n.saturating_sub(chosen);
        let (least, most) = offer.wanted;
        if left(most) == 0 || offer.cards.is_empty() && (!offer.may_fail || chosen > 0) {
            return self.end_choice(op);
        }
        if choice.at_random {
            self.position.pending = Some(Pending::Step(Actor::Storyteller));
        } else if choice.count == Count::All || (offer.cards.len() <= left(least) && !offer.may_fail) {
            offer.cards.into_iter().for_each(|card| self.take_into_slot(choice, offer.by, card, emit));
            self.end_choice(op);
        } else {
            self.ask(offer.by);
        }
    }

    /// The answers that a choice accepts.
    pub(super) fn choice_pool(&self, op: Op, frame: &Frame) -> Option<(Actor, AnswerPool)> {
        let (offer, choice) = self.offer(op, frame)?;
        let chosen = usize::from(frame.done);
        let (least, most) = offer.wanted;
        let is_over = offer.cards.is_empty() && (!offer.may_fail || chosen > 0);
        if is_over || chosen >= most || choice.count == Count::All {
            return None;
        }
        let may_stop = !choice.at_random && (chosen >= least || offer.may_fail);
        let actor = if choice.at_random { Actor::Storyteller } else { Actor::Seat(offer.by) };
        let cards = if choice.at_random { offer.cards } else { self.as_named(&offer.cards, frame) };
        Some((actor, AnswerPool { cards, may_stop, ..AnswerPool::default() }))
    }

    fn offer<'a>(&self, op: Op, frame: &'a Frame) -> Option<(Offer, &'static Choice)> {
        let Op::Choose { choice, by_each, step } = op else { return None };
        let scope: Scope<'a> = Scope::in_frame(frame);
        let by = match by_each {
            true => frame.player?,
            false => self.one_player(&choice.by, &scope)?,
        };
        let cards = self.candidates(choice, step, by, frame);
        let all = cards.len();
        let whole = |n: i16| n.max(0) as usize;
        let wanted = match &choice.count {
            Count::One => (1, 1),
            Count::Exactly(n) => (whole(self.amount(n, &scope)), whole(self.amount(n, &scope))),
            Count::UpTo(n) => (0, whole(self.amount(n, &scope))),
            Count::Any => (0, usize::MAX),
            Count::All => (all, usize::MAX),
        };
        // Who finds nothing is asked all the same, so that nobody learns from the question what is there.
        let may_fail =
            !choice.what.is_empty() && !choice.at_random && self.is_secret(&choice.from, &cards, frame);
        Some((Offer { by, cards, wanted, may_fail }, choice))
    }

    /// Whether somebody does not see all the cards of a place.
    fn is_secret(&self, pool: &Pool, cards: &[CardId], frame: &Frame) -> bool {
        let is_seen = |&id: &CardId| matches!(self.status(id).zone, Zone::Play | Zone::Discard);
        let is_open = match pool {
            Pool::Slot(slot) => {
                frame.slots.iter().filter(|one| one.slot == *slot).all(|one| one.seen == Seen::Open)
            }
            _ => false,
        };
        is_private(pool) && !is_open && !cards.iter().any(is_seen)
    }

    /// The cards that a player may choose.
    pub(super) fn candidates(
        &self,
        choice: &Choice,
        step: Option<&Step>,
        by: Seat,
        frame: &Frame,
    ) -> Vec<CardId> {
        let mut scope = Scope::in_frame(frame);
        if choice.by != Players::You {
            scope = scope.with_player(by);
        }
        let mut cards = self.cards_in(&choice.from, &choice.what, &scope);
        let in_slot = |id: &CardId| frame.slots.iter().any(|one| one.slot == choice.slot && one.card == *id);
        cards.retain(|id| !in_slot(id));
        if let Some(most) = choice.total_strength {
            let chosen = frame.slots.iter().filter(|one| one.slot == choice.slot).map(|one| one.card);
            let sum: i32 = chosen.map(|id| self.stat(id, Stat::Strength)).sum();
            cards.retain(|&id| sum + self.stat(id, Stat::Strength) <= i32::from(most));
        }
        if choice.is_chosen && choice.from == Pool::InPlay {
            cards.retain(|&id| self.may_be_chosen(id, by) && !self.is_kept_from(id, by));
            self.keep_to_those_that_must_be_chosen(&mut cards, by, choice, frame);
        }
        if let Some(step) = step {
            cards.retain(|&id| self.suits(step, choice, id, by, frame));
        }
        cards
    }

    /// Whether a player cannot choose a card because of a static ability or lasting effect.
    fn is_kept_from(&self, id: CardId, by: Seat) -> bool {
        self.player_has(by).any(|(modifier, source)| match modifier {
            PlayerModifier::CannotChoose(filter) => {
                self.matches(filter, id, &Scope::of(source, self.owner(source)))
            }
            _ => false,
        })
    }

    /// "Must choose this if able" (6.7.3); of several such cards one is enough.
    fn keep_to_those_that_must_be_chosen(
        &self,
        cards: &mut Vec<CardId>,
        by: Seat,
        choice: &Choice,
        frame: &Frame,
    ) {
        let must = |id: CardId| {
            let mut gifts = self.player_has(by);
            gifts.any(|(modifier, source)| matches!(modifier, PlayerModifier::MustChooseThis) && source == id)
        };
        let has_one = frame.slots.iter().any(|one| one.slot == choice.slot && must(one.card));
        if !has_one && cards.iter().any(|&id| must(id)) {
            cards.retain(|&id| must(id));
        }
    }

    /// Whether a step could do something to a card at all, as far as that limits the choice.
    fn suits(&self, step: &Step, choice: &Choice, id: CardId, by: Seat, frame: &Frame) -> bool {
        let is_choice = |target: &Target| matches!(target, Target::Chosen(one) if one.slot == choice.slot);
        match step {
            // Source and target of moved damage differ (1.9.2.4).
            Step::MoveDamage { from: Target::Chosen(from), to, .. } if is_choice(to) => {
                !frame.slots.iter().any(|one| one.slot == from.slot && one.card == id)
            }
            Step::MoveDamage { from, to: Target::Ref(to), .. } if is_choice(from) => {
                !self.referred(to, &Scope::in_frame(frame)).contains(&id)
            }
            Step::Play { what, free, or_shift, .. } if is_choice(what) => {
                self.may_be_played(id, by, *free) || *or_shift && !self.ways_in_play(id, *free).is_empty()
            }
            Step::Shift { what, free } if is_choice(what) => !self.ways_in_play(id, *free).is_empty(),
            // What is exerted to pay is ready.
            Step::Exert(what) if is_choice(what) && self.is_paying(frame) => !self.status(id).exerted,
            Step::ExertSymbol(what) if is_choice(what) => self.can_exert_by_symbol(id),
            Step::MoveTogether { who, to, free } if is_choice(to) => {
                let scope = Scope::in_frame(frame);
                let mut who = who.iter().flat_map(|who| self.targets(who, &scope));
                who.any(|who| self.may_be_moved(who, id, *free))
            }
            Step::MoveTogether { who, to: Target::Ref(to), free } if who.iter().any(is_choice) => {
                let to = self.referred(to, &Scope::in_frame(frame)).first();
                to.is_some_and(|to| self.may_be_moved(id, to, *free))
            }
            Step::MoveTo { who, to, free } if is_choice(to) => {
                let scope = Scope::in_frame(frame);
                self.targets(who, &scope).iter().any(|&who| self.may_be_moved(who, id, *free))
            }
            Step::MoveTo { who, to: Target::Ref(to), free } if is_choice(who) => {
                let to = self.referred(to, &Scope::in_frame(frame)).first();
                to.is_some_and(|to| self.may_be_moved(id, to, *free))
            }
            _ => true,
        }
    }

    /// Whether the current operation pays a cost.
    pub(super) fn is_paying(&self, frame: &Frame) -> bool {
        let rules = super::card_rules::AbilityRules::of(frame.ability);
        rules.is_some_and(|rules| usize::from(frame.step) < rules.program.paid)
    }

    /// The cards by which a player names those that are offered: nobody knows facedown cards under another, so that one is named, and
    /// the one that lies highest under it is meant.
    fn as_named(&self, cards: &[CardId], frame: &Frame) -> Vec<CardId> {
        let is_seen = |id: CardId| frame.slots.iter().any(|one| one.card == id && !one.moved);
        let mut named = Vec::new();
        for &id in cards {
            let status = self.status(id);
            let name = status.under.filter(|_| status.facedown && !is_seen(id)).unwrap_or(id);
            if !named.contains(&name) {
                named.push(name);
            }
        }
        named
    }

    /// A card has been chosen, by itself or by the one on top of it.
    pub(super) fn choose_card(&mut self, op: Op, named: CardId, emit: Emit<'_>) {
        let Some((offer, choice)) = self.frame().and_then(|frame| self.offer(op, frame)) else { return };
        let facedown = |id: &&CardId| self.status(**id).facedown && self.status(**id).under == Some(named);
        let under = offer.cards.iter().filter(facedown).max_by_key(|&&id| self.status(id).depth);
        let id = if offer.cards.contains(&named) { Some(named) } else { under.copied() };
        if let Some(id) = id {
            self.take_into_slot(choice, offer.by, id, emit);
        }
    }

    fn take_into_slot(&mut self, choice: &Choice, by: Seat, id: CardId, emit: Emit<'_>) {
        let Some(frame) = self.frame() else { return };
        let (source, controller) = (frame.source, frame.controller);
        let was_seen = frame.slots.iter().find(|one| one.card == id && !one.moved).map(|one| one.seen);
        let status = self.status(id);
        let seen = match status.zone {
            // Nobody sees a facedown card where it lies.
            Zone::Under if status.facedown => was_seen.unwrap_or(Seen::Owner),
            Zone::Play | Zone::Under | Zone::Discard => Seen::Open,
            _ => was_seen.unwrap_or(if by == controller { Seen::Controller } else { Seen::Owner }),
        };
        let is_support = frame.ability == AbilityRef::Support;
        if let Some(frame) = self.frame_mut() {
            frame.done = frame.done.saturating_add(1);
        }
        self.keep(choice.slot, id, seen);
        if choice.is_chosen && self.is_in_play(id) {
            let event = Happening { other: Some(source), ..Happening::to(What::Chosen, by, id) };
            self.note(event, emit);
            if is_support {
                self.note(Happening { what: What::Supported, ..event }, emit);
            }
        }
    }

    /// Ends a choice; what was not chosen in full was not done in full.
    pub(super) fn end_choice(&mut self, op: Op) {
        let frame = self.frame();
        let chosen = frame.map_or(0, |frame| usize::from(frame.done));
        let offered = frame.and_then(|frame| self.offer(op, frame));
        let is_full = match offered {
            Some((_, choice)) if choice.count == Count::All => chosen > 0,
            Some((offer, _)) => chosen >= offer.wanted.0.max(1),
            None => false,
        };
        if !is_full {
            self.fail();
        }
        self.go_on();
    }

    /// Whether what comes first in a list of operations can be done: its cards are there, its cost can be paid.
    pub(super) fn can_do_from(&self, ops: &[Op], start: usize, frame: &Frame) -> bool {
        let mut at = start;
        loop {
            match ops.get(at) {
                Some(
                    Op::Try(_)
                    | Op::Clear(_)
                    | Op::Forget
                    | Op::ChoosePlayer(_)
                    | Op::EachPlayer(..)
                    | Op::PickPlayers(_),
                ) => at += 1,
                Some(Op::Ask(..)) => at += 1,
                Some(Op::Pay(players, costs, _)) => {
                    let seat = self.one_player(players, &Scope::in_frame(frame));
                    return seat.is_some_and(|seat| self.can_pay_all(costs, frame.source, seat));
                }
                Some(&op @ Op::Choose { .. }) => {
                    let Some((offer, _)) = self.offer(op, &Frame { done: 0, ..frame.clone() }) else {
                        return false;
                    };
                    return !offer.cards.is_empty() && offer.cards.len() >= offer.wanted.0;
                }
                Some(Op::Do(deed)) => return self.can_do(deed.step, frame),
                _ => return true,
            }
        }
    }

    /// Whether a step that acts could do something at all, as far as that can be told before.
    fn can_do(&self, step: &Step, frame: &Frame) -> bool {
        let scope = Scope::in_frame(frame);
        match step {
            Step::Discard(players, count, filter) => {
                let wanted = match count {
                    // Others discard what they have (1.2.3).
                    Count::Exactly(n) if *players != Players::EachOpponent => {
                        self.amount(n, &scope).max(0) as usize
                    }
                    _ => 1,
                };
                self.in_order(self.players(players, &scope)).any(|seat| {
                    self.cards_in(&Pool::Hand(Players::ThatPlayer), filter, &scope.with_player(seat)).len()
                        >= wanted
                })
            }
            Step::UseFree(name) => self.ability_for_free(name, frame.source, frame.controller).is_some(),
            Step::Banish(Target::Ref(named))
            | Step::Exert(Target::Ref(named))
            | Step::Ready(Target::Ref(named)) => {
                self.referred(named, &scope).iter().any(|id| self.is_in_play(id))
            }
            _ => true,
        }
    }

    /// Whether all costs can be paid at once.
    pub(super) fn can_pay_all(&self, costs: &[Cost], source: CardId, seat: Seat) -> bool {
        let ink: u16 = costs.iter().map(|cost| if let Cost::Ink(n) = cost { u16::from(*n) } else { 0 }).sum();
        ink <= self.ink(seat) && costs.iter().all(|cost| self.can_pay(cost, source, seat))
    }

    fn can_pay(&self, cost: &Cost, source: CardId, seat: Seat) -> bool {
        match cost {
            Cost::Exert => self.is_in_play(source) && self.can_exert_by_symbol(source),
            Cost::Ink(_) => true,
            Cost::BanishThis => self.is_in_play(source),
            Cost::InkDrop => self.position.players[seat.index()].ink_tokens > 0,
            Cost::RevealSameName(n, filter) => self.same_names(n, filter, source, seat).is_some(),
            Cost::Do(step) => self.can_pay_by(step, source, seat),
        }
    }

    /// Whether the symbol ⟳ can exert a card: it is ready and, if it is a character, dry (4.4.2.1, 5.1.1.11).
    fn can_exert_by_symbol(&self, id: CardId) -> bool {
        let status = self.status(id);
        !status.exerted && (!status.drying || !self.printed(id).is_character)
    }

    /// Whether a step can be done in full as a cost (1.5.1).
    fn can_pay_by(&self, step: &Step, source: CardId, seat: Seat) -> bool {
        let frame = Frame::new(seat, source, AbilityRef::Vanish);
        let enough = |choice: &Choice| {
            let candidates = self.candidates(choice, None, seat, &frame);
            let can = |&id: &CardId| match step {
                Step::Exert(_) => !self.status(id).exerted,
                Step::ExertSymbol(_) => self.can_exert_by_symbol(id),
                _ => true,
            };
            let able = candidates.into_iter().filter(can).count();
            let wanted = match &choice.count {
                Count::Exactly(n) => self.amount(n, &Scope::in_frame(&frame)).max(0) as usize,
                _ => 1,
            };
            able >= wanted
        };
        match step {
            Step::Banish(Target::Chosen(choice))
            | Step::Exert(Target::Chosen(choice))
            | Step::ExertSymbol(Target::Chosen(choice))
            | Step::Put(Target::Chosen(choice), _)
            | Step::PutDamage(_, Target::Chosen(choice))
            | Step::Deal(_, Target::Chosen(choice))
            | Step::Choose(choice) => enough(choice),
            step => self.can_do(step, &frame),
        }
    }

    /// Whether the steps that a card names as its cost can be done in full.
    pub(super) fn can_pay_by_all(&self, steps: &[Step], source: CardId, seat: Seat) -> bool {
        steps.iter().all(|step| self.can_pay_by(step, source, seat))
    }

    /// Cards in hand that match and share a name, as many as a cost asks for.
    fn same_names(
        &self,
        n: &crate::language::Amount,
        filter: &[crate::language::Test],
        source: CardId,
        seat: Seat,
    ) -> Option<Vec<CardId>> {
        let scope = Scope::of(source, seat);
        let wanted = self.amount(n, &scope).max(0) as usize;
        let such = self.cards_in(&Pool::Hand(Players::You), filter, &scope);
        such.iter().find_map(|&one| {
            let same: Vec<CardId> =
                such.iter().copied().filter(|&id| id == one || self.shares_name(id, one)).collect();
            (same.len() >= wanted).then(|| same[..wanted].to_vec())
        })
    }

    /// Pays costs at once; those that are steps are paid as they are resolved.
    pub(super) fn pay_costs(&mut self, costs: &[Cost], source: CardId, seat: Seat, emit: Emit<'_>) {
        for cost in costs {
            match cost {
                Cost::Exert => self.exert(source, emit),
                Cost::Ink(n) => drop(self.pay(seat, u16::from(*n), emit)),
                Cost::BanishThis => self.banish_as_cost(&[source], emit),
                Cost::InkDrop => self.remove_ink_drops(seat, 1, emit),
                Cost::RevealSameName(n, filter) => {
                    for id in self.same_names(n, filter, source, seat).unwrap_or_default() {
                        emit(self.now(), Event::Reveals(self.piece(id)));
                    }
                }
                Cost::Do(_) => {}
            }
        }
    }
}

/// Whether nobody but its player, or nobody at all, sees what is there.
fn is_private(pool: &Pool) -> bool {
    match pool {
        Pool::Hand(_) | Pool::Deck(_) | Pool::Slot(_) | Pool::Inkwell(_) => true,
        Pool::Either(both) => both.iter().any(is_private),
        Pool::InPlay | Pool::Discard(_) | Pool::Under(_) | Pool::UnderAny(_) => false,
    }
}
