//! Legal actions: listing them, and checking a single one by the same functions.

use gaslamp_core::{Actor, Choice, Contents, Rule, Seat};

use super::action::{Action, Answer, Open, Order};
use super::piece::{CardId, SEATS, opponent};
use super::position::{Pending, Stage, Zone};
use super::refusals as r;
use super::resolve::AnswerPool;
use super::state::State;
use crate::cards::Card;
use crate::language::Own;

impl State {
    /// Who is to act.
    pub(super) fn actor(&self) -> Option<Actor> {
        if let Some(pending) = self.position.pending {
            return Some(self.responder(pending).map_or(Actor::Storyteller, Actor::Seat));
        }
        match self.position.stage {
            Stage::Over { .. } => None,
            Stage::Begin | Stage::Shuffle(_) | Stage::Reshuffle(_) => Some(Actor::Storyteller),
            Stage::Alter(seat) => Some(Actor::Seat(seat)),
            _ => Some(Actor::Seat(self.position.active)),
        }
    }

    /// Lists all legal actions.
    pub(super) fn list(&self, out: &mut Vec<Choice<Self>>) {
        let mut push = |action| out.push(Choice::Action(action));
        if let Some(pending) = self.position.pending {
            if matches!(pending, Pending::Shuffle(_)) {
                return out.push(Choice::Open(Open::Shuffle));
            }
            return self.list_answers(pending, &mut push);
        }
        match self.position.stage {
            Stage::Begin => SEATS.into_iter().map(Action::Begin).for_each(push),
            Stage::Shuffle(_) | Stage::Reshuffle(_) => out.push(Choice::Open(Open::Shuffle)),
            Stage::Alter(seat) => {
                push(Action::Keep);
                self.zone(seat, Zone::Hand).iter().for_each(|&id| push(Action::Alter(self.piece(id))));
            }
            Stage::Main => self.list_turn_actions(&mut push),
            // Nobody is to act: the engine goes on by itself.
            _ => {}
        }
    }

    fn list_turn_actions(&self, push: &mut impl FnMut(Action)) {
        let seat = self.position.active;
        if self.may_end_turn().is_ok() {
            push(Action::EndTurn);
        }
        let hand = self.zone(seat, Zone::Hand);
        let mine = self.zone(seat, Zone::Play);
        let theirs = self.zone(opponent(seat), Zone::Play);
        if self.inkings_left(seat) > 0 {
            let discard = if self.inks_from_discard(seat) { self.zone(seat, Zone::Discard) } else { &[] };
            let inkable = hand.iter().chain(discard).filter(|&&id| self.is_inkable(id));
            inkable.for_each(|&id| push(Action::Ink(self.piece(id))));
        }
        let elsewhere = self.playable_elsewhere(seat);
        for &id in hand.iter().chain(&elsewhere) {
            if self.may_play(id).is_ok() {
                push(Action::Play(self.piece(id)));
            }
        }
        for &id in hand.iter().chain(&elsewhere) {
            self.list_alternate_costs(id, mine, push);
            self.list_free_ways(id, mine, push);
        }
        let characters = || mine.iter().copied().filter(|&id| self.printed(id).is_character);
        for id in characters() {
            if self.may_quest(id).is_ok() {
                push(Action::Quest(self.piece(id)));
            }
        }
        for by in characters() {
            if self.may_be_challenger(by).is_err() {
                continue;
            }
            let guarded = self.is_guarded(by);
            for &target in theirs {
                if self.may_be_target(by, target, guarded).is_ok() {
                    push(Action::Challenge { by: self.piece(by), target: self.piece(target) });
                }
            }
        }
        for &to in mine.iter().filter(|&&id| self.printed(id).is_location) {
            for who in characters() {
                if self.may_move(who, to).is_ok() {
                    push(Action::Move { who: self.piece(who), to: self.piece(to) });
                }
            }
        }
        for &id in mine {
            if self.may_boost(id).is_ok() {
                push(Action::Boost(self.piece(id)));
            }
        }
        for &id in mine {
            self.list_activated(id, push);
        }
    }

    /// Actions that sing a song or shift a card.
    fn list_alternate_costs(&self, id: CardId, mine: &[CardId], push: &mut impl FnMut(Action)) {
        let facts = self.facts(id);
        if facts.is_song() {
            for &singer in mine {
                if self.printed(singer).is_character && self.may_sing(id, singer).is_ok() {
                    push(Action::Sing { song: self.piece(id), singer: self.piece(singer) });
                }
            }
        } else if self.has_shift(id) {
            for &onto in mine {
                if self.may_shift(id, onto).is_ok() {
                    push(Action::Shift { card: self.piece(id), onto: self.piece(onto) });
                }
            }
        }
    }

    /// Actions that play a card at a cost that it names itself.
    fn list_free_ways(&self, id: CardId, mine: &[CardId], push: &mut impl FnMut(Action)) {
        let ways = self.own(id).filter_map(|own| match own {
            Own::Free { shift, .. } => Some(*shift),
            _ => None,
        });
        let card = self.piece(id);
        if self.may_play_free(id, None).is_ok() {
            push(Action::PlayFree { card, onto: None });
        }
        for is_shift in ways {
            let onto: &[CardId] = if is_shift { mine } else { &[] };
            for &onto in onto {
                if self.may_play_free(id, Some(onto)).is_ok() {
                    push(Action::PlayFree { card, onto: Some(self.piece(onto)) });
                }
            }
        }
    }

    fn list_activated(&self, id: CardId, push: &mut impl FnMut(Action)) {
        let card = self.piece(id);
        let rules = self.rules_of(id);
        if rules.has_activated {
            for number in 0..rules.printed as u8 {
                if self.may_activate(id, card.card(), number).is_ok() {
                    push(Action::Activate { card, of: card.card(), ability: number });
                }
            }
        }
        let mut granted: Vec<_> = self.granted(id).collect();
        granted.sort_unstable();
        granted.dedup();
        for (of, ability) in granted {
            if self.may_activate(id, of, ability).is_ok() {
                push(Action::Activate { card, of, ability });
            }
        }
    }

    fn list_answers(&self, pending: Pending, push: &mut impl FnMut(Action)) {
        let mut answer = |answer| push(Action::Choose(answer));
        let card = |id: CardId| Answer::Card(self.piece(id));
        match pending {
            Pending::Order(seat) => {
                for (place, trigger) in self.position.bag.iter().enumerate() {
                    if trigger.controller == seat {
                        answer(Answer::Trigger(place as u8));
                    }
                }
            }
            Pending::Replace(_) => {
                let sources = self.next_replaced().map(|(_, sources)| sources);
                sources.into_iter().flatten().map(card).for_each(answer);
            }
            Pending::Ready(seat) => self.readiable(seat).into_iter().map(card).for_each(answer),
            Pending::EnterExerted(_) => [Answer::Yes, Answer::No].into_iter().for_each(answer),
            Pending::Sing { song, total } => {
                if self.is_sung_by_enough(song, total) {
                    answer(Answer::Done);
                }
                self.further_singers(song).map(card).for_each(answer);
            }
            Pending::ShiftAlso { card: shifted, onto } => {
                if !self.must_go_onto_two(shifted, onto) {
                    answer(Answer::Done);
                }
                self.partners(shifted, onto).map(card).for_each(answer);
            }
            Pending::ShiftDiscard { card: shifted, onto, .. } => {
                self.shift_discards(shifted, onto).into_iter().map(card).for_each(answer);
            }
            // Any order of the deck; see `list`.
            Pending::Shuffle(_) => {}
            Pending::Step(actor) => {
                let Some((_, pool)) = self.op().and_then(|(frame, op)| self.pool(op, frame)) else {
                    return;
                };
                if actor == Actor::Storyteller {
                    return pool.cards.iter().for_each(|&id| push(Action::Random(self.piece(id))));
                }
                let AnswerPool { cards, may_stop, yes_or_no, players, numbers, names, places } = pool;
                if yes_or_no {
                    [Answer::Yes, Answer::No].into_iter().for_each(&mut answer);
                }
                if may_stop {
                    answer(Answer::Done);
                }
                cards.into_iter().map(card).for_each(&mut answer);
                players.into_iter().map(Answer::Player).for_each(&mut answer);
                numbers.into_iter().map(Answer::Number).for_each(&mut answer);
                places.into_iter().for_each(&mut answer);
                if names {
                    Card::all().filter(|card| card.is_first_of_name()).map(Answer::Name).for_each(answer);
                }
            }
        }
    }

    /// The rule that refuses an action.
    pub(super) fn may(&self, action: Action, contents: &Contents<Order>) -> Result<(), &'static Rule> {
        if self.is_over() {
            return Err(&r::OVER);
        }
        if let (Some(Pending::Shuffle(seat)), Action::Shuffle(order)) = (self.position.pending, action) {
            return self.may_shuffle(seat, contents.get(order));
        }
        if let Some(pending) = self.position.pending {
            return self.may_answer(pending, action);
        }
        match (self.position.stage, action) {
            (Stage::Begin, Action::Begin(seat)) if SEATS.contains(&seat) => Ok(()),
            (Stage::Shuffle(seat) | Stage::Reshuffle(seat), Action::Shuffle(order)) => {
                self.may_shuffle(seat, contents.get(order))
            }
            (Stage::Alter(_), Action::Keep) => Ok(()),
            (Stage::Alter(seat), Action::Alter(piece)) => {
                let id = self.id(piece).ok_or(&r::NO_SUCH_CARD)?;
                let is_there = piece.owner == seat && self.status(id).zone == Zone::Hand;
                if is_there { Ok(()) } else { Err(&r::NOT_IN_HAND) }
            }
            (Stage::Main, _) => self.may_act(action),
            _ => Err(&r::NOT_NOW),
        }
    }

    fn may_shuffle(&self, seat: Seat, order: Option<&Order>) -> Result<(), &'static Rule> {
        let order = order.ok_or(&r::SHUFFLE_ORDER)?;
        if self.read_order(seat, order).is_some() { Ok(()) } else { Err(&r::SHUFFLE_ORDER) }
    }

    fn may_answer(&self, pending: Pending, action: Action) -> Result<(), &'static Rule> {
        if !matches!(action, Action::Choose(_) | Action::Random(_)) {
            return Err(&r::ANSWER_FIRST);
        }
        let mut is_listed = false;
        self.list_answers(pending, &mut |listed| is_listed |= listed == action);
        if is_listed { Ok(()) } else { Err(&r::NOT_OFFERED) }
    }

    /// Reads the order of a deck, top card first, as ids, bottom card first; none if it is not exactly that deck.
    pub(super) fn read_order(&self, seat: Seat, order: &[super::piece::Piece]) -> Option<Vec<CardId>> {
        let mut ids: Vec<CardId> = order.iter().rev().map(|&piece| self.id(piece)).collect::<Option<_>>()?;
        let in_order = ids.clone();
        ids.sort_unstable();
        let mut deck = self.position.decks[seat.index()].clone();
        deck.sort_unstable();
        (ids == deck).then_some(in_order)
    }
}
