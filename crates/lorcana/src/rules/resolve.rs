//! Resolving abilities operation by operation. One that needs an answer asks and waits; an effect without a legal target
//! does as much as possible and never blocks the game (6).
//!
//! Here is the flow: what is asked, what is skipped, what is repeated. [`super::choose`] offers cards, [`super::deeds`] acts.

use gaslamp_core::{Actor, Seat};

use super::action::Answer;
use super::card_rules::AbilityRules;
use super::event::Event;
use super::happening::{Happening, What};
use super::piece::CardId;
use super::position::{AbilityRef, Cause, Frame, InSlot, OnceATurn, Pending, Seen, Trigger, Used, Zone};
use super::program::Op;
use super::scope::{PlayerSet, Scope};
use super::state::{Emit, State};
use crate::cards::Kind;
use crate::language::{Condition, Cost, Players};

/// The bit of [`Frame::tries`] for the ability as a whole, if it counts how often it is done (6.1.13.2).
const WHOLE: u16 = 1 << 15;

/// The answers that the current operation accepts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct AnswerPool {
    /// These cards.
    pub cards: Vec<CardId>,
    /// Whether to choose nothing more, or nothing at all.
    pub may_stop: bool,
    /// Yes or no.
    pub yes_or_no: bool,
    /// These players.
    pub players: Vec<Seat>,
    /// These numbers.
    pub numbers: Vec<u8>,
    /// The name of any card.
    pub names: bool,
    /// These places.
    pub places: Vec<Answer>,
}

impl AnswerPool {
    /// Yes or no.
    pub(super) fn yes_or_no() -> Self {
        Self { yes_or_no: true, ..Self::default() }
    }

    /// One of these cards; none if there are none.
    pub(super) fn one_of(cards: Vec<CardId>) -> Option<Self> {
        (!cards.is_empty()).then(|| Self { cards, ..Self::default() })
    }

    /// Any number up to this.
    pub(super) fn up_to(most: u8) -> Self {
        Self { numbers: (0..=most).collect(), ..Self::default() }
    }
}

impl State {
    /// The last frame and its current operation.
    pub(super) fn op(&self) -> Option<(&Frame, Op)> {
        let frame = self.frame()?;
        let rules = AbilityRules::of(frame.ability)?;
        rules.program.ops.get(usize::from(frame.step)).map(|&op| (frame, op))
    }

    pub(super) fn frame_mut(&mut self) -> Option<&mut Frame> {
        self.position.frames.last_mut()
    }

    /// Does the next operation of what is being resolved.
    pub(super) fn resolve_step(&mut self, emit: Emit<'_>) {
        self.refresh();
        let Some((frame, op)) = self.op() else { return self.finish(emit) };
        let scope = Scope::in_frame(frame);
        match op {
            Op::Jump(to) => self.go_to(to),
            Op::Ask(players, no) => match self.one_player(players, &scope) {
                Some(seat) if frame.accepted => self.accept(players, seat),
                Some(seat) => self.ask(seat),
                None => self.decline(no),
            },
            Op::Pay(players, costs, no) => match self.one_player(players, &scope) {
                Some(seat) if !self.can_pay_all(costs, frame.source, seat) => self.decline(no),
                Some(seat) if frame.accepted => self.pay_for_what_follows(players, costs, seat, emit),
                Some(seat) => self.ask(seat),
                None => self.decline(no),
            },
            Op::Spare(players, ink, _) => match self.one_player(players, &scope) {
                Some(seat) if self.ink(seat) >= u16::from(ink) => self.ask(seat),
                _ => self.go_on(),
            },
            Op::EachPlayer(players, end) => {
                let set = self.players(players, &scope);
                self.begin_loop(set, end);
            }
            Op::PickPlayers(end) => self.pick_players(end),
            Op::NextPlayer(start) => self.next_player(start),
            Op::Times(amount, end) => {
                let times = self.amount(amount, &scope).clamp(0, i16::from(u8::MAX)) as u8;
                if times == 0 {
                    self.fail();
                    self.go_to(end);
                } else {
                    self.push_loop(times - 1);
                    self.go_on();
                }
            }
            Op::NextTime(start) => self.next_time(start),
            Op::Try(number) => {
                if let Some(frame) = self.frame_mut() {
                    frame.tries |= 1 << number;
                    frame.failed &= !(1 << number);
                }
                self.go_on();
            }
            Op::Tried(number, no) => {
                let was_done = frame.failed & 1 << number == 0;
                if let Some(frame) = self.frame_mut() {
                    frame.tries &= !(1 << number);
                }
                if was_done { self.go_on() } else { self.go_to(no) }
            }
            Op::If { so, no, is_all } => {
                let holds = self.holds(so, &scope);
                self.go_by(so, holds, no, is_all);
            }
            Op::OneOf { by, first, count, end } => {
                let seat = self.one_player(by, &scope);
                if let (Some(seat), true) = (seat, *by != Players::You) {
                    self.mean(seat);
                }
                let (by, options) = (seat, self.options(first, count));
                match (by, options.as_slice()) {
                    (Some(_), []) | (None, _) => {
                        self.fail();
                        self.go_to(end);
                    }
                    (Some(_), [only]) => self.go_to_list(first, usize::from(*only)),
                    (Some(seat), _) => self.ask(seat),
                }
            }
            Op::ChoosePlayer(Players::ChosenPlayer) => self.ask(frame.controller),
            Op::ChoosePlayer(_) => {
                let other = super::piece::opponent(frame.controller);
                self.mean(other);
                self.go_on();
            }
            Op::Clear(slot) => {
                if let Some(frame) = self.frame_mut() {
                    frame.slots.retain(|one| one.slot != slot);
                }
                self.go_on();
            }
            Op::Forget => {
                self.forget_those();
                self.go_on();
            }
            Op::Choose { .. } => self.choose_next(op, emit),
            Op::Do(deed) => self.do_deed(deed, emit),
            Op::PayWithDrops => self.ask(frame.controller),
            Op::Enter => self.enter_paid(emit),
            Op::EndTemporary => {
                let source = frame.source;
                self.go_on();
                self.end_temporary(source, emit);
            }
        }
    }

    /// Goes on with the next operation.
    pub(super) fn go_on(&mut self) {
        let next = self.frame().map_or(0, |frame| usize::from(frame.step) + 1);
        self.go_to(next);
    }

    fn go_to(&mut self, step: usize) {
        if let Some(frame) = self.frame_mut() {
            frame.step = step.min(usize::from(u16::MAX)) as u16;
            frame.done = 0;
            frame.left.clear();
        }
    }

    /// Something was not done in full (6.1.5.1).
    pub(super) fn fail(&mut self) {
        if let Some(frame) = self.frame_mut() {
            frame.failed |= frame.tries;
        }
    }

    pub(super) fn ask(&mut self, seat: Seat) {
        self.position.pending = Some(Pending::Step(Actor::Seat(seat)));
    }

    /// The player that is meant, if there is one. Of several the first one in turn order.
    pub(super) fn one_player(&self, players: &Players, scope: &Scope<'_>) -> Option<Seat> {
        self.in_order(self.players(players, scope)).next()
    }

    /// This is the player named last.
    fn mean(&mut self, seat: Seat) {
        if let Some(frame) = self.frame_mut() {
            frame.player = Some(seat);
        }
    }

    /// A player who is asked is the one named last, unless it is the controller.
    fn accept(&mut self, players: &Players, seat: Seat) {
        if *players != Players::You {
            self.mean(seat);
        }
        if let Some(frame) = self.frame_mut() {
            frame.accepted = false;
        }
        self.go_on();
    }

    /// What follows, up to there, is not done. The sentence after it may speak of the cards it would have been about (6.1.4).
    fn decline(&mut self, no: usize) {
        if let Some(those) = self.would_have_acted_on(no)
            && let Some(frame) = self.frame_mut()
        {
            frame.those = those;
        }
        self.fail();
        self.go_to(no);
    }

    fn would_have_acted_on(&self, no: usize) -> Option<Vec<CardId>> {
        let frame = self.frame()?;
        let ops = &AbilityRules::of(frame.ability)?.program.ops;
        ops.get(usize::from(frame.step)..no)?.iter().find_map(|op| match op {
            Op::Do(deed) => self.each_of(deed.step, &Scope::in_frame(frame)),
            _ => None,
        })
    }

    fn begin_loop(&mut self, players: PlayerSet, end: usize) {
        let mut seats = self.in_order(players);
        let Some(first) = seats.next() else {
            self.fail();
            return self.go_to(end);
        };
        let rest = seats.fold(0, |bits, seat| bits | PlayerSet::only(seat).bits());
        self.push_loop(rest);
        self.mean(first);
        self.go_on();
    }

    /// Asks which players are picked, until all are or no more.
    fn pick_players(&mut self, end: usize) {
        let Some(frame) = self.frame_mut() else { return };
        if frame.done == 0 {
            frame.done = 1;
            frame.loops.push(0);
        }
        let picked = PlayerSet::from_bits(frame.loops.last().copied().unwrap_or(0));
        let controller = frame.controller;
        if picked == PlayerSet::ALL { self.end_picking(end) } else { self.ask(controller) }
    }

    fn end_picking(&mut self, end: usize) {
        let bits = self.frame_mut().and_then(|frame| frame.loops.pop()).unwrap_or(0);
        self.begin_loop(PlayerSet::from_bits(bits), end);
    }

    fn push_loop(&mut self, left: u8) {
        if let Some(frame) = self.frame_mut() {
            frame.loops.push(left);
        }
    }

    fn next_player(&mut self, start: usize) {
        let bits = self.frame_mut().and_then(|frame| frame.loops.pop()).unwrap_or(0);
        match self.in_order(PlayerSet::from_bits(bits)).next() {
            Some(seat) => {
                self.push_loop(bits & !PlayerSet::only(seat).bits());
                self.mean(seat);
                self.go_to(start + 1);
            }
            None => self.go_on(),
        }
    }

    fn next_time(&mut self, start: usize) {
        match self.frame_mut().and_then(|frame| frame.loops.pop()).unwrap_or(0) {
            0 => self.go_on(),
            left => {
                self.push_loop(left - 1);
                self.go_to(start + 1);
            }
        }
    }

    fn go_by(&mut self, so: &Condition, holds: bool, no: usize, is_all: bool) {
        if holds {
            let whom = self.frame().and_then(|frame| self.one_for_whom(so, &Scope::in_frame(frame)));
            if let Some(seat) = whom {
                self.mean(seat);
            }
            return self.go_on();
        }
        if is_all {
            self.fail();
        }
        self.go_to(no);
    }

    /// The lists among which can be chosen: those whose first operation can be done (6.1.5.2).
    fn options(&self, first: usize, count: usize) -> Vec<u8> {
        let Some(frame) = self.frame() else { return Vec::new() };
        let Some(rules) = AbilityRules::of(frame.ability) else { return Vec::new() };
        let starts = rules.program.lists.get(first..first + count).unwrap_or(&[]);
        let can = |start: usize| self.can_do_from(&rules.program.ops, start, frame);
        starts.iter().zip(0..).filter(|&(&start, _)| can(start)).map(|(_, number)| number).collect()
    }

    /// Goes to one of the lists among which was chosen.
    fn go_to_list(&mut self, first: usize, number: usize) {
        let rules = self.frame().and_then(|frame| AbilityRules::of(frame.ability));
        let start = rules.and_then(|rules| rules.program.lists.get(first + number).copied());
        if let Some(start) = start {
            self.go_to(start);
        }
    }

    fn pay_for_what_follows(&mut self, players: &Players, costs: &[Cost], seat: Seat, emit: Emit<'_>) {
        let Some(source) = self.frame().map(|frame| frame.source) else { return };
        self.accept(players, seat);
        self.pay_costs(costs, source, seat, emit);
    }

    /// The answers that the current operation accepts, and who gives them; none if there is nothing to ask.
    pub(super) fn pool(&self, op: Op, frame: &Frame) -> Option<(Actor, AnswerPool)> {
        let scope = Scope::in_frame(frame);
        let seat = |players: &Players| self.one_player(players, &scope).map(Actor::Seat);
        match op {
            Op::Ask(players, _) => Some((seat(players)?, AnswerPool::yes_or_no())),
            Op::Pay(players, costs, _) => {
                let seat = self.one_player(players, &scope)?;
                let can = self.can_pay_all(costs, frame.source, seat);
                can.then(|| (Actor::Seat(seat), AnswerPool::yes_or_no()))
            }
            Op::Spare(players, ink, _) => {
                let seat = self.one_player(players, &scope)?;
                (self.ink(seat) >= u16::from(ink)).then(|| (Actor::Seat(seat), AnswerPool::yes_or_no()))
            }
            Op::OneOf { by, first, count, .. } => {
                let numbers = self.options(first, count);
                (numbers.len() > 1)
                    .then(|| AnswerPool { numbers, ..AnswerPool::default() })
                    .zip(seat(by))
                    .map(swap)
            }
            Op::PickPlayers(_) if frame.done > 0 => {
                let picked = PlayerSet::from_bits(frame.loops.last().copied().unwrap_or(0));
                let players =
                    super::piece::SEATS.into_iter().filter(|&seat| !picked.contains(seat)).collect();
                let pool = AnswerPool { players, may_stop: true, ..AnswerPool::default() };
                Some((Actor::Seat(frame.controller), pool))
            }
            Op::ChoosePlayer(Players::ChosenPlayer) => {
                let players = super::piece::SEATS.to_vec();
                Some((Actor::Seat(frame.controller), AnswerPool { players, ..AnswerPool::default() }))
            }
            Op::PayWithDrops => {
                let cost = self.cost(frame.source, frame.controller, None);
                let [least, most] = self.drops_to_pay(frame.controller, cost);
                let numbers = (least..=most).collect();
                Some((Actor::Seat(frame.controller), AnswerPool { numbers, ..AnswerPool::default() }))
            }
            Op::Choose { .. } => self.choice_pool(op, frame),
            Op::Do(deed) => self.deed_pool(deed, frame),
            _ => None,
        }
    }

    /// Applies an answer to the current operation, which has been checked.
    pub(super) fn answer_step(&mut self, answer: Answer, emit: Emit<'_>) {
        let Some((frame, op)) = self.op() else { return };
        let scope = Scope::in_frame(frame);
        match (op, answer) {
            (Op::Ask(players, _), Answer::Yes) => {
                if let Some(seat) = self.one_player(players, &scope) {
                    self.accept(players, seat);
                }
            }
            (Op::Pay(players, costs, _), Answer::Yes) => {
                if let Some(seat) = self.one_player(players, &scope) {
                    self.pay_for_what_follows(players, costs, seat, emit);
                }
            }
            (Op::Ask(players, no) | Op::Pay(players, _, no), Answer::No) => {
                if *players != Players::You
                    && let Some(seat) = self.one_player(players, &scope)
                {
                    self.mean(seat);
                }
                self.decline(no);
            }
            (Op::Spare(players, ink, to), Answer::Yes) => {
                if let Some(seat) = self.one_player(players, &scope) {
                    self.pay(seat, u16::from(ink), emit);
                }
                self.go_to(to);
            }
            (Op::Spare(..), Answer::No) => self.go_on(),
            (Op::OneOf { first, .. }, Answer::Number(n)) => self.go_to_list(first, usize::from(n)),
            (Op::PickPlayers(_), Answer::Player(seat)) => {
                if let Some(last) = self.frame_mut().and_then(|frame| frame.loops.last_mut()) {
                    *last |= PlayerSet::only(seat).bits();
                }
            }
            (Op::PickPlayers(end), Answer::Done) => self.end_picking(end),
            (Op::ChoosePlayer(_), Answer::Player(seat)) => {
                self.mean(seat);
                self.go_on();
            }
            (Op::Choose { .. }, Answer::Card(piece)) => {
                if let Some(id) = self.id(piece) {
                    self.choose_card(op, id, emit);
                }
            }
            (Op::Choose { .. }, Answer::Done) => self.end_choice(op),
            (Op::PayWithDrops, Answer::Number(n)) => self.pay_with_drops(n, emit),
            (Op::Do(deed), answer) => self.answer_deed(deed, answer, emit),
            _ => {}
        }
    }

    /// Begins to resolve an ability or action, once everything has resolved that resolves now (6.7.7.1).
    pub(super) fn begin(&mut self, mut frame: Frame) {
        if self.limit_of(&frame).is_some() {
            frame.tries |= WHOLE;
        }
        self.position.frames.insert(0, frame);
    }

    fn limit_of(&self, frame: &Frame) -> Option<OnceATurn> {
        let AbilityRef::Card(card, number) = frame.ability else { return None };
        let rules = AbilityRules::of(frame.ability)?;
        (rules.is_triggered() && rules.limit().is_some()).then_some(OnceATurn::Card(card, number))
    }

    /// Ends a frame whose operations are done; an action goes to the discard (4.3).
    fn finish(&mut self, emit: Emit<'_>) {
        let Some(frame) = self.position.frames.pop() else { return };
        let source = frame.source;
        if let Some(ability) = self.limit_of(&frame)
            && frame.failed & WHOLE == 0
        {
            self.mark_used(source, ability);
            if !matches!(self.status(source).zone, Zone::Play | Zone::Under) {
                self.forget_uses(source);
            }
        }
        let card = self.piece(source).card();
        let is_effect = frame.ability == AbilityRef::Card(card, Self::effect_of(card));
        if is_effect && self.status(source).zone == Zone::Play && self.facts(source).kind == Kind::Action {
            if frame.to_bottom {
                self.put_back(source, false, emit);
            } else {
                self.set_zone(source, Zone::Discard);
                emit(self.now(), Event::Discards(self.piece(source)));
                self.note(Happening::to(What::IntoDiscard, self.owner(source), source), emit);
            }
        }
        self.refresh();
        if self.position.frames.is_empty() {
            return;
        }
        // What has resolved had played another action, which comes next.
        self.check_state(emit);
    }

    /// Keeps a card in a slot.
    pub(super) fn keep(&mut self, slot: u8, card: CardId, seen: Seen) {
        if let Some(frame) = self.frame_mut() {
            frame.slots.push(InSlot { slot, card, moved: false, seen });
        }
    }

    pub(super) fn forget_those(&mut self) {
        if let Some(frame) = self.frame_mut() {
            frame.those.clear();
            frame.result = 0;
        }
    }

    /// How often an ability of a card has been used this turn.
    pub(super) fn uses(&self, card: CardId, ability: OnceATurn) -> usize {
        let used = Used { card, ability };
        self.position.used.iter().filter(|one| **one == used).count()
    }
}

fn swap((pool, actor): (AnswerPool, Actor)) -> (Actor, AnswerPool) {
    (actor, pool)
}

impl Frame {
    /// A frame at its first operation.
    pub(super) const fn new(controller: Seat, source: CardId, ability: AbilityRef) -> Self {
        Self {
            controller,
            source,
            ability,
            step: 0,
            subject: None,
            other: None,
            player: None,
            at: u16::MAX,
            slots: Vec::new(),
            those: Vec::new(),
            named: None,
            result: 0,
            loops: Vec::new(),
            tries: 0,
            failed: 0,
            accepted: false,
            to_bottom: false,
            done: 0,
            left: Vec::new(),
        }
    }

    /// That of a triggered ability.
    pub(super) fn of(trigger: Trigger) -> Self {
        let Trigger { controller, source, ability, cause } = trigger;
        let Cause { subject, other, player, number, at, about } = cause;
        let mut frame = Self { subject, other, player, at, ..Self::new(controller, source, ability) };
        frame.result = i16::from(number);
        let remembers = AbilityRules::of(ability).and_then(|rules| rules.remembers);
        if let (Some(slot), Some(card)) = (remembers, about) {
            frame.slots.push(InSlot { slot, card, moved: false, seen: Seen::Open });
        }
        frame
    }
}
