//! Resolving abilities step by step. A step that needs an answer asks and waits; an effect without a legal target
//! does as much as possible and never blocks the game (6).

use gaslamp_core::{Actor, Seat};

use super::ability::{Amount, CardEffect, Condition, Duration, Filter, Modifier, PlayerFilter, Step};
use super::action::Answer;
use super::bag::{TriggerEvent, begins_with_cost, steps};
use super::event::{Event, KnownTo};
use super::piece::{CardId, SEATS, opponent};
use super::position::{AbilityRef, EffectTarget, Frame, LastingEffect, Pending, Until, Zone};
use super::state::{AbilityContext, Emit, State};
use crate::cards::Kind;

/// In `Frame::done` of a step in which several players discard, added for the second of them.
const SECOND_PLAYER: u8 = 128;

/// The answers that the current step accepts.
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
    /// Any number up to this.
    pub number: Option<u8>,
}

impl State {
    /// The last frame and its current step.
    pub(super) fn step(&self) -> Option<(&Frame, Step)> {
        let frame = self.frame()?;
        steps(frame.ability).get(usize::from(frame.step)).map(|&step| (frame, step))
    }

    fn context(frame: &Frame) -> AbilityContext {
        AbilityContext { source: frame.source, controller: frame.controller }
    }

    /// Does the next step of the ability being resolved.
    pub(super) fn resolve_step(&mut self, emit: Emit<'_>) {
        self.refresh();
        let Some((frame, step)) = self.step() else { return self.finish(emit) };
        let (by, context) = (frame.controller, Self::context(frame));
        let subject = frame.subject;
        match step {
            Step::May(_) => self.position.pending = Some(Pending::Step(Actor::Seat(by))),
            Step::Offer(_) => self.position.pending = Some(Pending::Step(Actor::Seat(opponent(by)))),
            Step::MayPay(ink, skip) if u16::from(ink) > self.ink(by) => self.next_step(skip),
            Step::MayPay(..) => self.position.pending = Some(Pending::Step(Actor::Seat(by))),
            Step::If(condition, skip) => {
                let skip = if self.step_holds(&condition) { 0 } else { skip };
                self.next_step(skip);
            }
            Step::IfChosen(skip) => {
                let skip = if frame.chosen.is_empty() { skip } else { 0 };
                self.next_step(skip);
            }
            Step::Stop => self.next_step(u8::MAX),
            Step::Choose(_)
            | Step::ChooseUpTo(..)
            | Step::ChooseAlso(_)
            | Step::Discard(..)
            | Step::DiscardTo(..)
            | Step::DiscardAtRandom(..)
            | Step::HandToInk { .. }
            | Step::Take(_)
            | Step::RestToBottom
            | Step::RestToTop
            | Step::OrderBottom
            | Step::PickPlayers
            | Step::PlayFree(_)
            | Step::ReturnFromDiscard(_)
            | Step::MoveDamage(_) => self.ask_or_go_on(step, emit),
            Step::Chosen(CardEffect::Heal(most)) => self.heal_next(most, emit),
            Step::Chosen(effect) => {
                let chosen = frame.chosen.clone();
                self.next_step(0);
                self.do_to_all(effect, &chosen, context, subject, emit);
            }
            Step::This(effect) => {
                self.next_step(0);
                self.do_to_all(effect, &[context.source], context, subject, emit);
            }
            Step::Subject(effect) => {
                self.next_step(0);
                self.do_to_all(effect, subject.as_slice(), context, subject, emit);
            }
            Step::Each(filter, effect) => {
                let such = self.all_such(&filter, context);
                self.next_step(0);
                self.do_to_all(effect, &such, context, subject, emit);
            }
            _ => {
                self.do_for_players(step, emit);
                self.next_step(0);
            }
        }
    }

    /// Goes on to the next step, skipping this many.
    fn next_step(&mut self, skip: u8) {
        if let Some(frame) = self.position.frames.last_mut() {
            frame.step = frame.step.saturating_add(skip).saturating_add(1);
            frame.done = 0;
        }
    }

    /// Ends a frame whose steps are done; an action goes to the discard (4.3).
    fn finish(&mut self, emit: Emit<'_>) {
        let Some(frame) = self.position.frames.pop() else { return };
        if frame.ability == AbilityRef::Bottom {
            // The effect that has put the cards there goes on.
            return;
        }
        let source = frame.source;
        if self.status(source).zone == Zone::Play && self.facts(source).kind == Kind::Action {
            self.set_zone(source, Zone::Discard);
            emit(self.now(), Event::Discards(self.piece(source)));
        }
        self.refresh();
        if self.position.frames.is_empty() {
            return;
        }
        // What has resolved had played another action, which comes next.
        self.check_state(emit);
    }

    fn step_holds(&self, condition: &Condition) -> bool {
        self.frame().is_some_and(|frame| self.holds(condition, Self::context(frame), frame.subject))
    }

    /// All matching cards in play, the active player's first.
    fn all_such(&self, filter: &Filter, context: AbilityContext) -> Vec<CardId> {
        let cards = self.in_turn_order().into_iter().flat_map(|seat| self.zone(seat, Zone::Play));
        cards.copied().filter(|&id| self.is_in_play(id) && self.matches(filter, id, context)).collect()
    }

    /// The matching cards in play that the controller may choose.
    fn choosable(&self, filter: &Filter, frame: &Frame) -> Vec<CardId> {
        let context = Self::context(frame);
        let cards = SEATS.into_iter().flat_map(|seat| self.zone(seat, Zone::Play));
        cards
            .copied()
            .filter(|&id| {
                self.is_in_play(id)
                    && self.matches(filter, id, context)
                    && self.may_be_chosen(id, context.controller)
                    && !frame.chosen.contains(&id)
            })
            .collect()
    }

    /// The players that a step means, the active one first.
    pub(super) fn matching_players(&self, players: PlayerFilter, frame: &Frame) -> Vec<Seat> {
        let seats = self.in_turn_order().into_iter();
        seats
            .filter(|&seat| match players {
                PlayerFilter::Picked => frame.picked[seat.index()],
                PlayerFilter::ChosenOwner => frame.chosen.first().is_some_and(|&id| self.owner(id) == seat),
                _ => self.player_matches(players, seat, frame.controller),
            })
            .collect()
    }

    /// Who discards next in a step in which several players discard: their place in turn order, and their hand. `done`
    /// encodes that place and how many cards the player has discarded.
    fn next_discarder(&self, step: Step, frame: &Frame) -> Option<(u8, Seat, Vec<CardId>)> {
        let (players, wanted, keeps) = match step {
            Step::Discard(players, n) | Step::DiscardAtRandom(players, n) => (players, n, 0),
            Step::DiscardTo(players, keeps) => (players, u8::MAX, usize::from(keeps)),
            _ => return None,
        };
        let (now, count) = (frame.done / SECOND_PLAYER, frame.done % SECOND_PLAYER);
        let is_cost = frame.step == 0 && begins_with_cost(frame.ability);
        let players =
            self.matching_players(players, frame).into_iter().zip(0..).filter(|(_, place)| *place >= now);
        let mut able = players.filter(|&(seat, place)| {
            let is_through = place == now && count >= wanted;
            let discards = is_cost || !self.may_not_discard(seat);
            !is_through && discards && self.zone(seat, Zone::Hand).len() > keeps
        });
        able.next().map(|(seat, place)| (place, seat, self.zone(seat, Zone::Hand).to_vec()))
    }

    /// The top cards of the controller's deck that are being looked at.
    fn looked_at(&self, frame: &Frame) -> &[CardId] {
        let deck = &self.position.decks[frame.controller.index()];
        &deck[deck.len().saturating_sub(usize::from(frame.looked))..]
    }

    /// The answers that the current step accepts, and who gives them; none if there is nothing to ask.
    pub(super) fn pool(&self, step: Step, frame: &Frame) -> Option<(Actor, AnswerPool)> {
        let by = Actor::Seat(frame.controller);
        let one =
            |cards: Vec<CardId>| (!cards.is_empty()).then(|| AnswerPool { cards, ..AnswerPool::default() });
        let up_to = |cards: Vec<CardId>| {
            (!cards.is_empty()).then(|| AnswerPool { cards, may_stop: true, ..AnswerPool::default() })
        };
        let pool = match step {
            Step::May(_) | Step::Offer(_) | Step::MayPay(..) => {
                let asked = if matches!(step, Step::Offer(_)) {
                    opponent(frame.controller)
                } else {
                    frame.controller
                };
                return Some((Actor::Seat(asked), AnswerPool { yes_or_no: true, ..AnswerPool::default() }));
            }
            Step::Choose(filter) | Step::ChooseAlso(filter) if frame.done == 0 => {
                one(self.choosable(&filter, frame))
            }
            Step::ChooseUpTo(most, filter) if frame.done < most => up_to(self.choosable(&filter, frame)),
            Step::Discard(..) | Step::DiscardTo(..) => {
                let (_, seat, hand) = self.next_discarder(step, frame)?;
                return one(hand).map(|pool| (Actor::Seat(seat), pool));
            }
            Step::DiscardAtRandom(..) => {
                let (_, _, hand) = self.next_discarder(step, frame)?;
                return one(hand).map(|pool| (Actor::Storyteller, pool));
            }
            Step::HandToInk { .. } if frame.done == 0 => {
                one(self.zone(frame.controller, Zone::Hand).to_vec())
            }
            Step::Take(filter) if frame.done == 0 => {
                let looked = self.looked_at(frame).iter().copied();
                up_to(looked.filter(|&id| filter.fits(self.facts(id))).collect())
            }
            Step::RestToBottom | Step::RestToTop if frame.done < frame.looked => {
                one(self.rest(step, frame).to_vec())
            }
            Step::OrderBottom => one(frame.chosen.clone()),
            Step::PickPlayers => {
                let players: Vec<Seat> =
                    SEATS.into_iter().filter(|seat| !frame.picked[seat.index()]).collect();
                let is_open = frame.done == 0 && !players.is_empty();
                is_open.then_some(AnswerPool { players, may_stop: true, ..AnswerPool::default() })
            }
            Step::PlayFree(filter) if frame.done == 0 => {
                let hand = self.zone(frame.controller, Zone::Hand).iter().copied();
                up_to(hand.filter(|&id| filter.fits(self.facts(id))).collect())
            }
            Step::ReturnFromDiscard(filter) if frame.done == 0 => {
                let discard = self.zone(frame.controller, Zone::Discard).iter().copied();
                one(discard.filter(|&id| filter.fits(self.facts(id))).collect())
            }
            Step::MoveDamage(most) if frame.done == 0 && frame.chosen.len() >= 2 => {
                let most = self.status(frame.chosen[0]).damage.min(most);
                (most > 0).then(|| AnswerPool { number: Some(most), ..AnswerPool::default() })
            }
            Step::Chosen(CardEffect::Heal(most)) => {
                let most = frame.chosen.get(usize::from(frame.done)).map(|&id| self.healable(id, most))?;
                (most > 0).then(|| AnswerPool { number: Some(most), ..AnswerPool::default() })
            }
            _ => None,
        };
        pool.map(|pool| (by, pool))
    }

    /// The cards looked at that have not been put back yet.
    fn rest(&self, step: Step, frame: &Frame) -> &[CardId] {
        let looked = self.looked_at(frame);
        match step {
            // Cards already put back on top lie above the rest.
            Step::RestToTop => &looked[..looked.len().saturating_sub(usize::from(frame.done))],
            _ => looked,
        }
    }

    fn healable(&self, id: CardId, most: u8) -> u8 {
        if self.is_in_play(id) { self.status(id).damage.min(most) } else { 0 }
    }

    /// Asks if there is a choice; if there is only one answer, it is given at once.
    fn ask_or_go_on(&mut self, step: Step, emit: Emit<'_>) {
        let chooses_anew = matches!(step, Step::Choose(_) | Step::ChooseUpTo(..) | Step::HandToInk { .. });
        if let Some(frame) = self.position.frames.last_mut().filter(|frame| chooses_anew && frame.done == 0) {
            frame.chosen.clear();
        }
        let Some((actor, pool)) = self.frame().and_then(|frame| self.pool(step, frame)) else {
            return self.next_step(0);
        };
        match pool.cards.as_slice() {
            [only] if !pool.may_stop => self.answer_card(step, *only, emit),
            _ => self.position.pending = Some(Pending::Step(actor)),
        }
    }

    /// Applies an answer to the current step, which has been checked.
    pub(super) fn answer_step(&mut self, answer: Answer, emit: Emit<'_>) {
        let Some((frame, step)) = self.step() else { return };
        match (step, answer) {
            (Step::MayPay(ink, _), Answer::Yes) => {
                let by = frame.controller;
                self.pay(by, u16::from(ink));
                self.next_step(0);
            }
            (Step::May(_) | Step::Offer(_), Answer::Yes) => self.next_step(0),
            (Step::May(skip) | Step::Offer(skip) | Step::MayPay(_, skip), Answer::No) => self.next_step(skip),
            (_, Answer::Done) => self.next_step(0),
            (_, Answer::Card(piece)) => {
                if let Some(id) = self.id(piece) {
                    self.answer_card(step, id, emit);
                }
            }
            (Step::PickPlayers, Answer::Player(seat)) => {
                if let Some(frame) = self.position.frames.last_mut() {
                    frame.picked[seat.index()] = true;
                }
            }
            (Step::MoveDamage(_), Answer::Number(n)) => {
                let (from, to, source) = (frame.chosen[0], frame.chosen[1], frame.source);
                self.next_step(0);
                self.remove_damage(from, n, emit);
                self.put_damage(to, n, source);
            }
            (Step::Chosen(CardEffect::Heal(_)), Answer::Number(n)) => {
                let id = frame.chosen[usize::from(frame.done)];
                self.remove_damage(id, n, emit);
                self.count_one();
            }
            _ => {}
        }
    }

    /// Counts the current step as done once more.
    fn count_one(&mut self) {
        if let Some(frame) = self.position.frames.last_mut() {
            frame.done = frame.done.saturating_add(1);
        }
    }

    /// Discards one more card in a step in which several players discard.
    fn discard_by_step(&mut self, step: Step, id: CardId, emit: Emit<'_>) {
        // The caller has already counted this card.
        let before = self.frame().map_or(0, |frame| frame.done - 1);
        if let Some(frame) = self.position.frames.last_mut() {
            frame.done = before;
        }
        let place =
            self.frame().and_then(|frame| self.next_discarder(step, frame)).map_or(0, |(place, ..)| place);
        let count = if before / SECOND_PLAYER == place { before % SECOND_PLAYER } else { 0 };
        if let Some(frame) = self.position.frames.last_mut() {
            frame.done = place * SECOND_PLAYER + (count + 1).min(SECOND_PLAYER - 1);
        }
        self.discard(id, emit);
    }

    fn answer_card(&mut self, step: Step, id: CardId, emit: Emit<'_>) {
        let Some(frame) = self.position.frames.last_mut() else { return };
        let by = frame.controller;
        frame.done = frame.done.saturating_add(1);
        match step {
            Step::Choose(_) | Step::ChooseUpTo(..) | Step::ChooseAlso(_) => {
                frame.chosen.push(id);
                let is_action = self.frame().is_some_and(|frame| {
                    self.facts(frame.source).kind == Kind::Action && self.owner(id) != frame.controller
                });
                if is_action {
                    self.notify(TriggerEvent::ChosenByAction(id), emit);
                }
            }
            Step::Discard(..) | Step::DiscardTo(..) | Step::DiscardAtRandom(..) => {
                self.discard_by_step(step, id, emit);
            }
            Step::HandToInk { exerted } => {
                frame.chosen.push(id);
                self.put_into_inkwell(id, exerted, KnownTo::Owner, emit);
            }
            Step::Take(_) => {
                frame.looked -= 1;
                self.leave_deck(id);
                self.set_zone(id, Zone::Hand);
                emit(self.now(), Event::Reveals(self.piece(id)));
                emit(self.now(), Event::to_hand(self.piece(id), KnownTo::Everybody));
            }
            Step::RestToBottom => {
                frame.looked -= 1;
                frame.done = 0;
                self.put_back(id, by, false, KnownTo::Owner, emit);
            }
            Step::RestToTop => self.put_back(id, by, true, KnownTo::Owner, emit),
            Step::OrderBottom => {
                frame.chosen.retain(|&card| card != id);
                frame.done = 0;
                self.put_back(id, by, false, KnownTo::Everybody, emit);
            }
            Step::PlayFree(_) => {
                self.next_step(0);
                self.play_for_free(id, emit);
            }
            Step::ReturnFromDiscard(_) => {
                self.set_zone(id, Zone::Hand);
                emit(self.now(), Event::to_hand(self.piece(id), KnownTo::Everybody));
            }
            _ => {}
        }
    }

    /// Puts a card of the deck on its bottom or top.
    fn put_back(&mut self, id: CardId, by: Seat, top: bool, known: KnownTo, emit: Emit<'_>) {
        self.leave_deck(id);
        let deck = &mut self.position.decks[by.index()];
        if top {
            deck.push(id);
        } else {
            deck.insert(0, id);
        }
        let card = Some(self.piece(id));
        emit(self.now(), Event::ToDeck { player: by, card, known, top });
    }

    /// "Remove up to" is asked for each chosen card.
    fn heal_next(&mut self, most: u8, _emit: Emit<'_>) {
        let step = Step::Chosen(CardEffect::Heal(most));
        let Some(frame) = self.frame() else { return };
        match self.pool(step, frame) {
            Some((actor, _)) => self.position.pending = Some(Pending::Step(actor)),
            None if usize::from(frame.done) < frame.chosen.len() => self.count_one(),
            None => self.next_step(0),
        }
    }

    /// Steps that concern players and need no answer.
    fn do_for_players(&mut self, step: Step, emit: Emit<'_>) {
        let Some(frame) = self.frame() else { return };
        let (by, context, subject) = (frame.controller, Self::context(frame), frame.subject);
        let number = |amount: Amount| self.amount(amount, context, &frame.chosen, subject);
        match step {
            Step::Draw(players, amount) => {
                let (seats, n) = (self.matching_players(players, frame), number(amount));
                for seat in seats {
                    (0..n).for_each(|_| self.draw(seat, emit));
                }
            }
            Step::DrawTo(players, to) => {
                for seat in self.matching_players(players, frame) {
                    let missing = usize::from(to).saturating_sub(self.zone(seat, Zone::Hand).len());
                    (0..missing).for_each(|_| self.draw(seat, emit));
                }
            }
            Step::DiscardHand(players) => {
                for seat in self.matching_players(players, frame) {
                    let hand = self.zone(seat, Zone::Hand).to_vec();
                    if !self.may_not_discard(seat) {
                        hand.into_iter().for_each(|id| self.discard(id, emit));
                    }
                }
            }
            Step::GainLore(players, amount) => {
                let (seats, n) = (self.matching_players(players, frame), number(amount));
                seats.into_iter().for_each(|seat| self.gain_lore(seat, n, emit));
            }
            Step::LoseLore(players, amount) => {
                let (seats, n) = (self.matching_players(players, frame), number(amount));
                seats.into_iter().for_each(|seat| self.gain_lore(seat, -n, emit));
            }
            Step::TopToInk { players, exerted } => {
                for seat in self.matching_players(players, frame) {
                    if let Some(id) = self.pop_deck(seat) {
                        self.put_into_inkwell(id, exerted, KnownTo::Nobody, emit);
                    }
                }
            }
            Step::TopUnder => self.put_top_under(context.source, emit),
            Step::Look(n) => {
                let deck = &self.position.decks[by.index()];
                let count = deck.len().min(usize::from(n));
                let cards = deck.iter().rev().take(count).map(|&id| self.piece(id)).collect();
                if let Some(frame) = self.position.frames.last_mut() {
                    frame.looked = count as u8;
                }
                emit(self.now(), Event::Looks { player: by, cards, count: count as u8 });
            }
            Step::Player(players, modifier, duration) => {
                for seat in self.matching_players(players, frame) {
                    let until = self.until(duration, by, seat);
                    self.add_effect(LastingEffect {
                        source: context.source,
                        on: EffectTarget::Player(seat),
                        modifier,
                        until,
                    });
                }
            }
            Step::ThisToHand if self.status(context.source).zone == Zone::Discard => {
                self.set_zone(context.source, Zone::Hand);
                emit(self.now(), Event::to_hand(self.piece(context.source), KnownTo::Everybody));
            }
            Step::ThisToInk { exerted } if self.status(context.source).zone == Zone::Discard => {
                self.put_into_inkwell(context.source, exerted, KnownTo::Everybody, emit);
            }
            Step::InkDrops(n) => {
                let tokens = &mut self.position.players[by.index()].ink_tokens;
                *tokens = tokens.saturating_add(n);
            }
            Step::EndTemporary => self.end_temporary(context.source, emit),
            _ => {}
        }
    }

    const fn until(&self, duration: Duration, by: Seat, owner: Seat) -> Until {
        match duration {
            Duration::ThisTurn => Until::EndOfTurn,
            Duration::UntilYourNextTurn => Until::StartOfTurn(by),
            Duration::NextReady => Until::Ready(owner),
            Duration::ThisChallenge => Until::EndOfChallenge,
        }
    }

    /// Applies an effect to cards, except those that have left play. The results of one effect happen together.
    fn do_to_all(
        &mut self,
        effect: CardEffect,
        cards: &[CardId],
        context: AbilityContext,
        subject: Option<CardId>,
        emit: Emit<'_>,
    ) {
        let chosen = self.frame().map_or_else(Vec::new, |frame| frame.chosen.clone());
        let number = |state: &Self, amount| state.amount(amount, context, &chosen, subject);
        if matches!(effect, CardEffect::Banish) {
            let there: Vec<CardId> = cards.iter().copied().filter(|&id| self.is_in_play(id)).collect();
            return self.banish_all(&there, emit);
        }
        if matches!(effect, CardEffect::ToBottom) {
            return self.put_all_on_bottom(cards, emit);
        }
        let times = match effect {
            CardEffect::Deal(amount) | CardEffect::Put(amount) | CardEffect::Gains(_, amount, _) => {
                number(self, amount)
            }
            _ => 0,
        };
        for &id in cards {
            if !self.is_in_play(id) {
                continue;
            }
            match effect {
                CardEffect::Deal(_) => self.deal_damage(id, times, context.source),
                CardEffect::Put(_) => {
                    self.put_damage(id, times.clamp(0, i16::from(u8::MAX)) as u8, context.source);
                }
                CardEffect::Heal(n) => self.remove_damage(id, n, emit),
                CardEffect::Exert => self.exert(id, emit),
                CardEffect::Ready => self.ready(id, emit),
                CardEffect::ToHand => self.return_to_hand(id, emit),
                CardEffect::ToInk { exerted } => self.put_into_inkwell(id, exerted, KnownTo::Everybody, emit),
                CardEffect::Gains(modifier, _, duration) => {
                    let until = self.until(duration, context.controller, self.owner(id));
                    if let Some(modifier) = modifier.times(times) {
                        self.add_effect(LastingEffect {
                            source: context.source,
                            on: EffectTarget::Card(id),
                            modifier,
                            until,
                        });
                    }
                }
                CardEffect::Banish | CardEffect::ToBottom => {}
            }
        }
    }
}

impl Modifier {
    /// The same this many times over; none if that is no change.
    fn times(self, times: i16) -> Option<Self> {
        let n = |by: i8| i16::from(by).saturating_mul(times).clamp(-128, 127) as i8;
        let modifier = match self {
            Self::Strength(by) => Self::Strength(n(by)),
            Self::Willpower(by) => Self::Willpower(n(by)),
            Self::Lore(by) => Self::Lore(n(by)),
            Self::Challenger(by) => Self::Challenger(n(by)),
            Self::Resist(by) => Self::Resist(n(by)),
            other => other,
        };
        (times > 0).then_some(modifier)
    }
}
