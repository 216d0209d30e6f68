//! What steps do that move cards: putting, discarding, drawing, looking, revealing, playing.

use gaslamp_core::{Actor, Seat};

use super::action::Answer;
use super::card_rules::AbilityRules;
use super::event::{Event, KnownTo};
use super::happening::{Happening, What};
use super::piece::{CardId, SEATS};
use super::position::{AbilityRef, Frame, InSlot, Pending, Seen, Zone};
use super::program::Deed;
use super::resolve::AnswerPool;
use super::scope::{PlayerSet, Scope};
use super::state::{Emit, State};
use super::turn_actions::Entry;
use crate::cards::Kind;
use crate::language::{
    Ability, Amount, Cost, Count, Place, Placed, PlayerModifier, Players, Pool, Ref, Step, Target, Test, When,
};

/// In `Frame::done` of a step that puts cards somewhere: its cards are known.
const BEGUN: u8 = 1;
/// The first card on the list is the one that is placed next.
const PICKED: u8 = 2;

/// Where a step that discards has got to.
struct Discarding {
    /// Whose hand.
    seat: Seat,
    /// Who chooses.
    by: Seat,
    /// Among what.
    cards: Vec<CardId>,
    /// How many must be discarded in all.
    least: usize,
    /// How many may be.
    most: usize,
    /// How many have been.
    done: usize,
}

impl Discarding {
    /// Whether there is nothing left to ask. Who must find such a card in a hand that nobody else sees is asked even if there is none.
    const fn is_over(&self, step: &Step) -> bool {
        let is_search = matches!(step, Step::Discard(_, _, filter) if !filter.is_empty());
        let is_asked = is_search && self.least == 0 && self.done == 0;
        self.done >= self.most || self.cards.is_empty() && !is_asked
    }
}

impl State {
    /// Puts cards somewhere, one after the other where there is a choice.
    pub(super) fn put_next(&mut self, deed: Deed, emit: Emit<'_>) {
        let Step::Put(target, place) = deed.step else { return };
        let Some(frame) = self.frame() else { return };
        if frame.done == 0 {
            let cards = self.cards_to_put(target, frame);
            if cards.is_empty() {
                self.fail();
                return self.go_on();
            }
            if matches!(target, Target::Each(..)) || matches!(place.to, Placed::Bottom | Placed::ShuffledIn) {
                self.forget_those();
                if let Some(frame) = self.frame_mut() {
                    frame.those = cards.clone();
                }
            }
            self.come_to(cards.len().min(99) as i16);
            return self.begin_to_put(cards, place, emit);
        }
        match &place.to {
            Placed::ShuffledIn => self.shuffle_next(0),
            Placed::Bottom | Placed::Top => self.order_next(place, emit),
            Placed::TopOrBottom | Placed::TopOrDiscard => self.place_next(place),
            Placed::Hand | Placed::Inkwell | Placed::Discard | Placed::Under(_) => self.go_on(),
        }
    }

    /// The cards that are still where the text looks for them (6.1.11).
    fn cards_to_put(&self, target: &Target, frame: &Frame) -> Vec<CardId> {
        let cards = self.targets(target, &Scope::in_frame(frame));
        let is_there = |&id: &CardId| match (target, self.status(id).zone) {
            (_, Zone::Under) => match target {
                Target::Each(..) => true,
                Target::Chosen(choice) => matches!(choice.from, Pool::Under(_) | Pool::UnderAny(_)),
                Target::Ref(_) => false,
            },
            (Target::Ref(Ref::This | Ref::Subject | Ref::Other), zone) => match zone {
                Zone::Play => !expects_it_gone(frame),
                Zone::Discard => !expects_it_in_play(frame) || self.facts(id).kind == Kind::Action,
                _ => false,
            },
            (Target::Ref(Ref::Slot(slot)), Zone::Deck) => {
                frame.slots.iter().any(|one| one.slot == *slot && one.card == id && !one.moved)
            }
            _ => true,
        };
        cards.into_iter().filter(is_there).collect()
    }

    fn begin_to_put(&mut self, cards: Vec<CardId>, place: &Place, emit: Emit<'_>) {
        match &place.to {
            Placed::Hand => {
                cards.into_iter().for_each(|id| self.put_into_hand(id, emit));
                self.go_on();
            }
            Placed::Inkwell => {
                let by = self.frame().map_or(self.position.active, |frame| frame.controller);
                for id in cards {
                    let known = self.known_to(id);
                    self.put_into_inkwell(id, place.exerted, known, by, emit);
                }
                self.go_on();
            }
            Placed::Discard => {
                let by = self.frame().map_or(self.position.active, |frame| frame.controller);
                let is_own = |id: &&CardId| self.status(**id).zone == Zone::Deck && self.owner(**id) == by;
                let milled = cards.iter().filter(is_own).count();
                cards.into_iter().for_each(|id| self.put_into_discard(id, emit));
                self.note_milled(by, milled, emit);
                self.go_on();
            }
            Placed::Under(target) => {
                let top = self.frame().and_then(|frame| {
                    let tops = self.targets(target, &Scope::in_frame(frame));
                    tops.into_iter().find(|&id| self.is_in_play(id))
                });
                match top {
                    Some(top) => {
                        cards.into_iter().for_each(|id| self.put_under(id, top, place.facedown, emit));
                    }
                    None => self.fail(),
                }
                self.go_on();
            }
            Placed::ShuffledIn => {
                let owners = cards.iter().fold(0, |bits, &id| bits | PlayerSet::only(self.owner(id)).bits());
                for id in cards {
                    for card in self.leave_for_deck(id, emit) {
                        self.put_back(card, false, emit);
                    }
                }
                self.shuffle_next(owners);
            }
            Placed::Top | Placed::Bottom => {
                let is_from_play = cards.iter().any(|&id| self.is_in_play(id));
                let left: Vec<CardId> =
                    cards.into_iter().flat_map(|id| self.leave_for_deck(id, emit)).collect();
                if place.any_order || place.random_order || is_from_play {
                    self.go_on_with(left, BEGUN);
                    self.order_next(place, emit);
                } else {
                    left.into_iter().for_each(|id| self.put_back(id, place.to == Placed::Top, emit));
                    self.go_on();
                }
            }
            Placed::TopOrBottom | Placed::TopOrDiscard => {
                self.go_on_with(cards, BEGUN);
                self.place_next(place);
            }
        }
    }

    fn go_on_with(&mut self, left: Vec<CardId>, done: u8) {
        if let Some(frame) = self.frame_mut() {
            (frame.left, frame.done) = (left, done);
        }
    }

    /// Whose deck is ordered next: the active player's first (7.2.3.1).
    fn next_to_order(&self, frame: &Frame) -> Option<(Seat, Vec<CardId>)> {
        self.in_turn_order().into_iter().find_map(|seat| {
            let mine: Vec<CardId> = frame.left.iter().copied().filter(|&id| self.owner(id) == seat).collect();
            (!mine.is_empty()).then_some((seat, mine))
        })
    }

    /// Asks which card is put on its deck next, as long as there is a choice.
    fn order_next(&mut self, place: &Place, emit: Emit<'_>) {
        while let Some((seat, mine)) = self.frame().and_then(|frame| self.next_to_order(frame)) {
            let [only] = mine.as_slice() else {
                let who = self.frame().map(|frame| self.who_orders(seat, &mine, place, frame));
                self.position.pending = who.map(Pending::Step);
                return;
            };
            self.place_one(*only, place.to == Placed::Top, emit);
        }
        self.go_on();
    }

    /// Who orders cards that go to a deck: its player, unless only the one who looks at them knows them.
    fn who_orders(&self, seat: Seat, cards: &[CardId], place: &Place, frame: &Frame) -> Actor {
        let is_secret =
            |one: &&InSlot| one.seen == Seen::Controller && !one.moved && cards.contains(&one.card);
        match frame.slots.iter().find(is_secret) {
            _ if place.random_order => Actor::Storyteller,
            Some(_) => Actor::Seat(frame.controller),
            None => Actor::Seat(seat),
        }
    }

    fn place_one(&mut self, id: CardId, top: bool, emit: Emit<'_>) {
        if let Some(frame) = self.frame_mut() {
            frame.left.retain(|&card| card != id);
            frame.done = BEGUN;
        }
        self.put_back(id, top, emit);
    }

    /// Asks where the next card goes; with several in any order, first which is the next.
    fn place_next(&mut self, place: &Place) {
        let Some(frame) = self.frame() else { return };
        if frame.left.is_empty() {
            return self.go_on();
        }
        let is_clear = frame.left.len() == 1 || !place.any_order;
        let controller = frame.controller;
        if is_clear && let Some(frame) = self.frame_mut() {
            frame.done = PICKED;
        }
        self.ask(controller);
    }

    /// The answers while cards are put somewhere.
    pub(super) fn place_pool(&self, place: &Place, frame: &Frame) -> Option<(Actor, AnswerPool)> {
        match &place.to {
            Placed::Top | Placed::Bottom if frame.done == BEGUN => {
                let (seat, cards) = self.next_to_order(frame)?;
                let who = self.who_orders(seat, &cards, place, frame);
                (cards.len() > 1).then(|| AnswerPool::one_of(cards)).flatten().map(|pool| (who, pool))
            }
            Placed::TopOrBottom | Placed::TopOrDiscard if !frame.left.is_empty() => {
                let by = Actor::Seat(frame.controller);
                if frame.done == BEGUN {
                    return AnswerPool::one_of(frame.left.clone()).map(|pool| (by, pool));
                }
                let other = if place.to == Placed::TopOrBottom { Answer::Bottom } else { Answer::Discard };
                (frame.done == PICKED)
                    .then(|| (by, AnswerPool { places: vec![Answer::Top, other], ..AnswerPool::default() }))
            }
            _ => None,
        }
    }

    /// Goes on with putting cards somewhere.
    pub(super) fn answer_place(
        &mut self,
        place: &Place,
        answer: Answer,
        card: Option<CardId>,
        emit: Emit<'_>,
    ) {
        match (&place.to, answer, card) {
            (Placed::Top | Placed::Bottom, _, Some(id)) => self.place_one(id, place.to == Placed::Top, emit),
            (_, Answer::Card(_), Some(id)) => {
                if let Some(frame) = self.frame_mut()
                    && let Some(at) = frame.left.iter().position(|&card| card == id)
                {
                    frame.left.swap(0, at);
                    frame.done = PICKED;
                }
            }
            (_, Answer::Top | Answer::Bottom, _) => {
                if let Some(id) = self.frame().and_then(|frame| frame.left.first().copied()) {
                    for card in self.leave_for_deck(id, emit) {
                        self.place_one(card, answer == Answer::Top, emit);
                    }
                }
            }
            (_, Answer::Discard, _) => {
                if let Some(id) = self.frame().and_then(|frame| frame.left.first().copied()) {
                    if let Some(frame) = self.frame_mut() {
                        frame.left.remove(0);
                        frame.done = BEGUN;
                    }
                    let by = self.frame().map_or(self.position.active, |frame| frame.controller);
                    let is_milled = self.status(id).zone == Zone::Deck && self.owner(id) == by;
                    self.put_into_discard(id, emit);
                    self.note_milled(by, usize::from(is_milled), emit);
                }
            }
            _ => {}
        }
    }

    /// Which players know a card that has not moved yet.
    pub(super) fn known_to(&self, id: CardId) -> KnownTo {
        let owner = self.owner(id);
        let seen = self.position.frames.iter().rev().find_map(|frame| {
            let one = frame.slots.iter().find(|one| one.card == id && !one.moved)?;
            Some((one.seen, frame.controller))
        });
        match (self.status(id).zone, seen) {
            (Zone::Play | Zone::Discard, _) | (_, Some((Seen::Open, _))) => KnownTo::Everybody,
            (Zone::Under, _) if !self.status(id).facedown => KnownTo::Everybody,
            (Zone::Under, Some((Seen::Owner, _))) => KnownTo::Nobody,
            (Zone::Hand, Some((Seen::Controller, by))) if by != owner => KnownTo::Everybody,
            (Zone::Hand, _) => KnownTo::Owner,
            (_, Some((Seen::Controller, by))) if by == owner => KnownTo::Owner,
            (_, Some((Seen::Controller, _))) => KnownTo::Opponent,
            (_, Some((Seen::Owner, _))) => KnownTo::Owner,
            _ if self.lies_faceup_on_top(id) => KnownTo::Everybody,
            _ => KnownTo::Nobody,
        }
    }

    fn lies_faceup_on_top(&self, id: CardId) -> bool {
        let owner = self.owner(id);
        self.position.decks[owner.index()].last() == Some(&id)
            && self.player_is(owner, |modifier| matches!(modifier, PlayerModifier::TopFaceup))
    }

    /// Takes a card out of wherever it is, to be put into its player's deck; of a stack its faceup cards, while the others are
    /// put on the bottom at once.
    fn leave_for_deck(&mut self, id: CardId, emit: Emit<'_>) -> Vec<CardId> {
        if self.is_in_play(id) { self.leave_play_for_bottom(id, emit) } else { vec![id] }
    }

    /// Puts a card on the top or the bottom of its player's deck.
    pub(super) fn put_back(&mut self, id: CardId, top: bool, emit: Emit<'_>) {
        let known = self.known_to(id);
        let known = if self.status(id).zone == Zone::Deck && known == KnownTo::Nobody && self.was_in_play(id)
        {
            KnownTo::Everybody
        } else {
            known
        };
        let (player, was) = (self.owner(id), self.status(id).zone);
        self.leave_deck(id);
        self.set_zone(id, Zone::Deck);
        let deck = &mut self.position.decks[player.index()];
        if top {
            deck.push(id);
        } else {
            deck.insert(0, id);
        }
        emit(self.now(), Event::ToDeck { player, card: Some(self.piece(id)), known, top });
        self.note_left(id, was, emit);
    }

    /// Whether a card has just left play.
    fn was_in_play(&self, id: CardId) -> bool {
        self.frame().is_some_and(|frame| frame.left.contains(&id) || frame.those.contains(&id))
    }

    /// Abilities hear of a card that has left a discard.
    pub(super) fn note_left(&mut self, id: CardId, was: Zone, emit: Emit<'_>) {
        if was == Zone::Discard && self.status(id).zone != Zone::Discard {
            self.note(Happening::to(What::LeftDiscard, self.owner(id), id), emit);
        }
    }

    /// Puts a card into its player's hand.
    pub(super) fn put_into_hand(&mut self, id: CardId, emit: Emit<'_>) {
        if self.is_in_play(id) {
            return self.return_to_hand(id, emit);
        }
        let (known, was) = (self.known_to(id), self.status(id).zone);
        if was == Zone::Hand {
            return;
        }
        let known = if known == KnownTo::Nobody { KnownTo::Owner } else { known };
        self.leave_deck(id);
        self.set_zone(id, Zone::Hand);
        emit(self.now(), Event::to_hand(self.piece(id), known));
        if was == Zone::Discard {
            self.note(Happening::to(What::FromDiscard, self.owner(id), id), emit);
        }
        self.note_left(id, was, emit);
    }

    /// Puts a card into its player's discard, which is no discarding (7.3.4).
    pub(super) fn put_into_discard(&mut self, id: CardId, emit: Emit<'_>) {
        let was = self.status(id).zone;
        if was == Zone::Discard {
            return;
        }
        if self.is_in_play(id) {
            return drop(self.leave_play(id, Zone::Discard, emit));
        }
        self.leave_deck(id);
        self.set_zone(id, Zone::Discard);
        emit(self.now(), Event::Discards(self.piece(id)));
        let owner = self.owner(id);
        self.note(Happening::to(What::IntoDiscard, owner, id), emit);
        if was == Zone::Deck {
            self.note(Happening::to(What::MilledOne, owner, id), emit);
        }
    }

    /// Puts the top cards of decks somewhere.
    pub(super) fn put_top(&mut self, deed: Deed, amount: &Amount, place: &Place, emit: Emit<'_>) {
        let Step::PutTop(players, ..) = deed.step else { return };
        let Some(frame) = self.frame() else { return };
        let scope = Scope::in_frame(frame);
        let (seats, by) = (self.deed_players(deed, players, frame), frame.controller);
        let n = self.amount(amount, &scope).max(0) as usize;
        let tops: Vec<CardId> = match &place.to {
            Placed::Under(target) => {
                self.targets(target, &scope).into_iter().filter(|&id| self.is_in_play(id)).collect()
            }
            _ => Vec::new(),
        };
        self.forget_those();
        let is_under = matches!(place.to, Placed::Under(_));
        let unders: Vec<Option<CardId>> =
            if is_under { tops.iter().copied().map(Some).collect() } else { vec![None] };
        let mut moved = 0;
        for &seat in &seats {
            for &under in &unders {
                moved += self.put_top_of(seat, n, place, under, by, emit);
            }
        }
        if unders.is_empty() || moved < n.saturating_mul(seats.len() * unders.len()) {
            self.fail();
        }
        // With cards under several of them it is those who are spoken of.
        if let (Placed::Under(target), Some(frame)) = (&place.to, self.frame_mut())
            && matches!(**target, Target::Each(..))
        {
            frame.those = tops;
        }
        self.come_to(moved.min(99) as i16);
        self.go_on();
    }

    /// Puts the top cards of a deck somewhere; returns how many.
    fn put_top_of(
        &mut self,
        seat: Seat,
        n: usize,
        place: &Place,
        under: Option<CardId>,
        by: Seat,
        emit: Emit<'_>,
    ) -> usize {
        let mut moved = 0;
        while moved < n {
            let Some(&id) = self.position.decks[seat.index()].last() else { break };
            match &place.to {
                Placed::Inkwell => {
                    let known = self.known_to(id);
                    self.put_into_inkwell(id, place.exerted, known, by, emit);
                }
                Placed::Discard => self.put_into_discard(id, emit),
                Placed::Hand => self.put_into_hand(id, emit),
                Placed::Bottom => self.put_back(id, false, emit),
                Placed::Under(_) => match under {
                    Some(top) => self.put_under(id, top, place.facedown, emit),
                    None => break,
                },
                Placed::Top | Placed::TopOrBottom | Placed::TopOrDiscard | Placed::ShuffledIn => break,
            }
            if let Some(frame) = self.frame_mut() {
                frame.those.push(id);
            }
            moved += 1;
        }
        if place.to == Placed::Discard {
            self.note_milled(seat, moved, emit);
        }
        moved
    }

    /// A player has put so many cards from the deck into the discard together.
    fn note_milled(&mut self, seat: Seat, n: usize, emit: Emit<'_>) {
        if n > 0 {
            self.note(Happening::of(What::Milled, seat).times(n.min(255) as u8), emit);
        }
    }

    /// Steps that a replacement puts in the place of an event. They ask nothing.
    pub(super) fn do_instead(&mut self, steps: &[Step], source: CardId, seat: Seat, emit: Emit<'_>) {
        for step in steps {
            match step {
                Step::PutTop(Players::You, amount, place) => {
                    let n = self.amount(amount, &Scope::of(source, seat)).max(0) as usize;
                    self.put_top_of(seat, n, place, None, seat, emit);
                }
                Step::Put(Target::Ref(Ref::This), place) => match place.to {
                    Placed::Inkwell => {
                        self.put_into_inkwell(source, place.exerted, KnownTo::Everybody, seat, emit);
                    }
                    Placed::Hand => self.put_into_hand(source, emit),
                    _ => {}
                },
                _ => {}
            }
        }
    }

    fn discarding(&self, deed: Deed, frame: &Frame) -> Option<Discarding> {
        let scope = Scope::in_frame(frame);
        let by_count = |count: &Count| match count {
            Count::One => (1, 1),
            Count::Exactly(n) => {
                (self.amount(n, &scope).max(0) as usize, self.amount(n, &scope).max(0) as usize)
            }
            Count::UpTo(n) => (0, self.amount(n, &scope).max(0) as usize),
            Count::Any => (0, usize::MAX),
            Count::All => (usize::MAX, usize::MAX),
        };
        let of = |players: &Players| self.deed_players(deed, players, frame).into_iter().next();
        let from = |seat: Seat, filter: &[Test]| {
            self.cards_in(&Pool::Hand(Players::ThatPlayer), filter, &scope.with_player(seat))
        };
        let done = usize::from(frame.done.saturating_sub(1));
        // How many are wanted is found once, before the first is discarded (6.1.8).
        let by_count = |count: &Count| match frame.loops.last() {
            Some(&most) if frame.done > 0 => {
                let most = if most == u8::MAX { usize::MAX } else { usize::from(most) };
                (if matches!(count, Count::UpTo(_) | Count::Any) { 0 } else { most }, most)
            }
            _ => by_count(count),
        };
        match deed.step {
            Step::Discard(players, count, filter) => {
                let seat = of(players)?;
                let (mut least, most) = by_count(count);
                if !filter.is_empty() && !self.is_paying(frame) && !deed.is_picked {
                    // Nobody sees the hand, so one may fail to find such a card (7.1.4).
                    least = 0;
                }
                Some(Discarding { seat, by: seat, cards: from(seat, filter), least, most, done })
            }
            Step::RevealHandAndDiscard(players, count, filter) => {
                let (seat, (least, most)) = (of(players)?, by_count(count));
                Some(Discarding { seat, by: seat, cards: from(seat, filter), least, most, done })
            }
            Step::DiscardFromRevealed(players, count, filter) => {
                let (seat, (least, most)) = (of(players)?, by_count(count));
                Some(Discarding { seat, by: frame.controller, cards: from(seat, filter), least, most, done })
            }
            Step::DiscardAtRandom(players, amount) => {
                let seat = of(players)?;
                let (_, n) = by_count(&Count::Exactly(amount.clone()));
                Some(Discarding { seat, by: seat, cards: from(seat, &[]), least: n, most: n, done })
            }
            Step::DiscardTo(players, keeps) => {
                let seat = of(players)?;
                let cards = from(seat, &[]);
                let n = (cards.len() + done).saturating_sub(usize::from(*keeps));
                Some(Discarding { seat, by: seat, cards, least: n, most: n, done })
            }
            _ => None,
        }
    }

    /// Asks for the next card to discard, or ends the step.
    pub(super) fn discard_next(&mut self, deed: Deed, emit: Emit<'_>) {
        let Some(frame) = self.frame() else { return };
        let Some(Discarding { seat, by, most, .. }) = self.discarding(deed, frame) else {
            self.fail();
            return self.go_on();
        };
        if frame.done == 0 {
            // A cost is no effect, so nothing replaces it (6.5).
            if !self.is_paying(frame) && self.may_not_discard(seat) {
                self.fail();
                return self.go_on();
            }
            if !deed.is_for_each {
                self.forget_those();
            }
            if matches!(deed.step, Step::DiscardFromRevealed(..) | Step::RevealHandAndDiscard(..)) {
                self.reveal_hand(seat, emit);
            }
            if let Some(frame) = self.frame_mut() {
                frame.done = 1;
                frame.loops.push(u8::try_from(most).unwrap_or(u8::MAX));
            }
        }
        let discarding = self.frame().and_then(|frame| self.discarding(deed, frame));
        let Some(discarding) = discarding else { return self.go_on() };
        if discarding.is_over(deed.step) {
            return self.end_discard(deed, emit);
        }
        let Discarding { cards, least, most, done, .. } = discarding;
        if matches!(deed.step, Step::DiscardAtRandom(..)) {
            if cards.len() <= most - done {
                cards.into_iter().for_each(|id| self.discard_one(deed, id, emit));
                return self.end_discard(deed, emit);
            }
            self.position.pending = Some(Pending::Step(Actor::Storyteller));
        } else if !cards.is_empty() && cards.len() <= least.saturating_sub(done) {
            cards.into_iter().for_each(|id| self.discard_one(deed, id, emit));
            self.end_discard(deed, emit);
        } else {
            self.ask(by);
        }
    }

    /// The answers while cards are discarded.
    pub(super) fn discard_pool(&self, deed: Deed, frame: &Frame) -> Option<(Actor, AnswerPool)> {
        let discarding = self.discarding(deed, frame).filter(|_| frame.done > 0)?;
        if discarding.is_over(deed.step) {
            return None;
        }
        let Discarding { by, cards, least, done, .. } = discarding;
        let is_random = matches!(deed.step, Step::DiscardAtRandom(..));
        let actor = if is_random { Actor::Storyteller } else { Actor::Seat(by) };
        Some((actor, AnswerPool { cards, may_stop: done >= least && !is_random, ..AnswerPool::default() }))
    }

    /// Discards one card in a step that discards.
    pub(super) fn discard_one(&mut self, _: Deed, id: CardId, emit: Emit<'_>) {
        if let Some(frame) = self.frame_mut() {
            frame.done = frame.done.saturating_add(1);
            frame.those.push(id);
            frame.result = frame.those.len().min(99) as i16;
        }
        self.discard(id, emit);
    }

    /// Ends a step that discards.
    pub(super) fn end_discard(&mut self, deed: Deed, emit: Emit<'_>) {
        let Some(frame) = self.frame() else { return };
        let done = usize::from(frame.done.saturating_sub(1));
        let discarding = self.discarding(deed, frame);
        let wanted = match (deed.step, frame.loops.last()) {
            (Step::Discard(_, Count::Exactly(_), _) | Step::DiscardAtRandom(..), Some(&most)) => {
                usize::from(most)
            }
            _ => 1,
        };
        if done < wanted {
            self.fail();
        }
        if let Some(Discarding { seat, .. }) = discarding {
            self.note_discards(seat, done, emit);
        }
        if let Some(frame) = self.frame_mut() {
            frame.loops.pop();
        }
        self.go_on();
    }

    pub(super) fn note_discards(&mut self, seat: Seat, n: usize, emit: Emit<'_>) {
        if n > 0 {
            let event = Happening { number: n.min(255) as u8, ..Happening::of(What::DiscardedMany, seat) };
            self.note(event, emit);
        }
    }

    pub(super) fn discard_hand(&mut self, seat: Seat, emit: Emit<'_>) {
        if self.may_not_discard(seat) {
            return self.fail();
        }
        let hand = self.zone(seat, Zone::Hand).to_vec();
        let n = hand.len();
        for id in hand {
            self.discard(id, emit);
            if let Some(frame) = self.frame_mut() {
                frame.those.push(id);
            }
        }
        self.note_discards(seat, n, emit);
    }

    /// The cards of an inkwell of which chance takes some, and how many are left to take.
    pub(super) fn inkwell_to_hand(&self, deed: Deed, frame: &Frame) -> Option<(Seat, Vec<CardId>, usize)> {
        let number = |n: &Amount| self.amount(n, &Scope::in_frame(frame)).max(0) as usize;
        let of = |players: &Players| self.deed_players(deed, players, frame).into_iter().next();
        let cards = |seat: Seat| self.zone(seat, Zone::Inkwell).to_vec();
        match deed.step {
            Step::InkwellToHand(players, count) => {
                let seat = of(players)?;
                let wanted = match count {
                    Count::Exactly(n) | Count::UpTo(n) => number(n),
                    _ => 1,
                };
                Some((seat, cards(seat), wanted.saturating_sub(usize::from(frame.done))))
            }
            Step::InkwellDownTo(players, left) => {
                let seat = of(players)?;
                let cards = cards(seat);
                let wanted = cards.len().saturating_sub(number(left));
                Some((seat, cards, wanted))
            }
            _ => None,
        }
    }

    pub(super) fn inkwell_to_hand_next(&mut self, deed: Deed, emit: Emit<'_>) {
        let found = self.frame().and_then(|frame| self.inkwell_to_hand(deed, frame));
        match found {
            Some((_, cards, left)) if left > 0 && cards.len() > left => {
                self.position.pending = Some(Pending::Step(Actor::Storyteller));
            }
            Some((_, cards, left)) if left > 0 => {
                cards.into_iter().for_each(|id| self.put_into_hand(id, emit));
                self.go_on();
            }
            _ => self.go_on(),
        }
    }

    pub(super) fn take_from_inkwell(&mut self, id: CardId, emit: Emit<'_>) {
        if let Some(frame) = self.frame_mut() {
            frame.done = frame.done.saturating_add(1);
        }
        self.put_into_hand(id, emit);
    }

    /// These players draw, the active one first.
    pub(super) fn draw_all(&mut self, seats: &[Seat], n: impl Fn(Seat) -> usize, emit: Emit<'_>) {
        self.forget_those();
        for &seat in seats {
            for _ in 0..n(seat) {
                let Some(&id) = self.position.decks[seat.index()].last() else {
                    self.fail();
                    break;
                };
                self.draw(seat, emit);
                if let Some(frame) = self.frame_mut() {
                    frame.those.push(id);
                    frame.result = frame.those.len().min(99) as i16;
                }
            }
        }
    }

    pub(super) fn draw_from_bottom(&mut self, seat: Seat, emit: Emit<'_>) {
        let deck = &mut self.position.decks[seat.index()];
        if deck.is_empty() {
            return self.fail();
        }
        let id = deck.remove(0);
        deck.push(id);
        self.draw(seat, emit);
    }

    /// A player shows the hand to everybody.
    pub(super) fn reveal_hand(&mut self, seat: Seat, emit: Emit<'_>) {
        for place in 0..self.zone(seat, Zone::Hand).len() {
            if let Some(id) = self.card_in(seat, Zone::Hand, place) {
                emit(self.now(), Event::Reveals(self.piece(id)));
            }
        }
    }

    /// The controller looks at cards of a player that are not faceup.
    pub(super) fn look_at(&mut self, of: Seat, zone: Zone, emit: Emit<'_>) {
        let Some(player) = self.frame().map(|frame| frame.controller) else { return };
        let cards: Vec<_> = self.zone(of, zone).iter().map(|&id| self.piece(id)).collect();
        let count = cards.len().min(255) as u8;
        emit(self.now(), Event::LooksAt { player, of, cards, count });
    }

    pub(super) fn look_at_pool(&mut self, pool: &Pool, emit: Emit<'_>) {
        let Some(frame) = self.frame() else { return };
        let scope = Scope::in_frame(frame);
        let player = frame.controller;
        let cards = self.cards_in(pool, &[], &scope);
        for of in SEATS {
            let cards: Vec<_> =
                cards.iter().filter(|&&id| self.owner(id) == of).map(|&id| self.piece(id)).collect();
            if !cards.is_empty() {
                let count = cards.len().min(255) as u8;
                emit(self.now(), Event::LooksAt { player, of, cards, count });
            }
        }
    }

    /// The controller looks at the top cards of decks, or reveals them; they are in the slot then.
    pub(super) fn turn_up(&mut self, seats: &[Seat], n: usize, slot: u8, is_open: bool, emit: Emit<'_>) {
        let Some(player) = self.frame().map(|frame| frame.controller) else { return };
        if let Some(frame) = self.frame_mut() {
            frame.slots.retain(|one| one.slot != slot);
        }
        for &of in seats {
            let top: Vec<CardId> = self.position.decks[of.index()].iter().rev().take(n).copied().collect();
            if top.is_empty() {
                self.fail();
            }
            if is_open {
                top.iter().for_each(|&id| emit(self.now(), Event::Reveals(self.piece(id))));
            } else {
                let cards: Vec<_> = top.iter().map(|&id| self.piece(id)).collect();
                let count = cards.len().min(255) as u8;
                let event = match player == of {
                    true => Event::Looks { player, cards, count },
                    false => Event::LooksAt { player, of, cards, count },
                };
                emit(self.now(), event);
            }
            let seen = if is_open { Seen::Open } else { Seen::Controller };
            top.into_iter().for_each(|id| self.keep(slot, id, seen));
        }
    }

    /// Reveals from the top of the deck until such a card comes.
    pub(super) fn reveal_until(&mut self, filter: &[Test], slot: u8, emit: Emit<'_>) {
        let Some(frame) = self.frame() else { return };
        let scope = Scope::in_frame(frame);
        let deck: Vec<CardId> = self.position.decks[frame.controller.index()].iter().rev().copied().collect();
        let place = deck.iter().position(|&id| self.matches(filter, id, &scope));
        for (at, &id) in deck.iter().enumerate() {
            if place.is_some_and(|place| at > place) {
                break;
            }
            emit(self.now(), Event::Reveals(self.piece(id)));
            self.keep(if Some(at) == place { slot } else { slot + 1 }, id, Seen::Open);
        }
        if place.is_none() {
            self.fail();
        }
    }

    /// Reveals cards to everybody.
    pub(super) fn show(&mut self, target: &Target, emit: Emit<'_>) {
        let Some(frame) = self.frame() else { return };
        let cards = self.targets(target, &Scope::in_frame(frame));
        if cards.is_empty() {
            self.fail();
        }
        for id in cards {
            emit(self.now(), Event::Reveals(self.piece(id)));
            if let Some(frame) = self.frame_mut() {
                frame.slots.iter_mut().filter(|one| one.card == id).for_each(|one| one.seen = Seen::Open);
            }
        }
    }

    /// Plays cards because of an effect, for free or for their cost; if a card may be shifted or sung as well, asks how.
    pub(super) fn play_by_effect(&mut self, deed: Deed, emit: Emit<'_>) {
        let Some(frame) = self.frame() else { return };
        if let Some((card, others)) = self.other_ways(deed, frame) {
            let controller = frame.controller;
            match (self.may_be_played_by(deed, card, frame), others.as_slice()) {
                (false, [only]) => self.play_another_way(deed, card, *only, emit),
                _ => {
                    if let Some(frame) = self.frame_mut() {
                        frame.done = BEGUN;
                    }
                    self.ask(controller);
                }
            }
            return;
        }
        self.play_plainly(deed, emit);
    }

    fn play_plainly(&mut self, deed: Deed, emit: Emit<'_>) {
        let Step::Play { what, free, less, exerted, then_to, .. } = deed.step else {
            self.fail();
            return self.go_on();
        };
        let Some(frame) = self.frame() else { return };
        let by = frame.controller;
        let less = less.as_ref().map_or(0, |less| self.amount(less, &Scope::in_frame(frame)));
        let mut able = self.cards_to_play(what, frame);
        able.retain(|&id| self.may_be_played_by(deed, id, frame));
        self.go_on();
        if able.is_empty() {
            self.fail();
        }
        for id in able {
            let mut entry = Entry::default();
            if !free {
                let ink = self.cost(id, by, None).saturating_sub(less.max(0) as u16);
                entry = self.pay_for_card(by, ink, emit);
            }
            self.enter(id, Entry { is_exerted: *exerted, ..entry }, emit);
            let played = self.position.frames.iter_mut().find(|frame| frame.source == id);
            if let (Some(frame), Some(_)) = (played, then_to) {
                frame.to_bottom = true;
            }
        }
    }

    fn may_be_played_by(&self, deed: Deed, id: CardId, frame: &Frame) -> bool {
        let Step::Play { free, less, .. } = deed.step else { return false };
        let less = less.as_ref().map_or(0, |less| self.amount(less, &Scope::in_frame(frame)));
        self.may_be_played_for(id, frame.controller, *free, less)
    }

    /// The card that an effect plays, and what it may be shifted onto or who may sing it, if the effect allows for that.
    fn other_ways(&self, deed: Deed, frame: &Frame) -> Option<(CardId, Vec<CardId>)> {
        let (what, free) = match deed.step {
            Step::Play { what, free, or_shift: true, .. } | Step::Shift { what, free } => (what, *free),
            _ => return None,
        };
        let card = self.cards_to_play(what, frame).into_iter().next()?;
        let others = self.ways_in_play(card, free);
        (!others.is_empty()).then_some((card, others))
    }

    /// What a card may be shifted onto, or who may sing it unless it is free anyway.
    pub(super) fn ways_in_play(&self, card: CardId, free: bool) -> Vec<CardId> {
        let mine = self.zone(self.owner(card), Zone::Play).iter().copied();
        let is_way = |&id: &CardId| match self.facts(card).is_song() {
            true => !free && self.printed(id).is_character && self.may_sing(card, id).is_ok(),
            false if free => self.may_shift_free(card, id),
            false => self.may_shift(card, id).is_ok(),
        };
        mine.filter(is_way).collect()
    }

    /// The answers to how a card is played.
    pub(super) fn way_pool(&self, deed: Deed, frame: &Frame) -> Option<(Actor, AnswerPool)> {
        let (card, cards) = self.other_ways(deed, frame)?;
        let may_stop = self.may_be_played_by(deed, card, frame);
        Some((Actor::Seat(frame.controller), AnswerPool { cards, may_stop, ..AnswerPool::default() }))
    }

    /// Plays a card in the way that was chosen; plainly, if it is not shifted onto anything and nobody sings it.
    pub(super) fn answer_way(&mut self, deed: Deed, other: Option<CardId>, emit: Emit<'_>) {
        let card = self.frame().and_then(|frame| self.other_ways(deed, frame)).map(|(card, _)| card);
        match (card, other) {
            (Some(card), Some(other)) => self.play_another_way(deed, card, other, emit),
            _ => self.play_plainly(deed, emit),
        }
    }

    fn play_another_way(&mut self, deed: Deed, card: CardId, other: CardId, emit: Emit<'_>) {
        self.go_on();
        let is_free = matches!(deed.step, Step::Play { free: true, .. } | Step::Shift { free: true, .. });
        if self.facts(card).is_song() {
            self.sing(card, other, emit);
        } else if is_free {
            self.shift_paid(card, other, Entry::default(), emit);
        } else {
            self.begin_shift(card, other, emit);
        }
    }

    /// Uses another ability of the card for free; what must be exerted is exerted all the same (6.1.7.1).
    pub(super) fn use_free(&mut self, name: &str, emit: Emit<'_>) {
        let Some(frame) = self.frame() else { return };
        let (source, by) = (frame.source, frame.controller);
        let found = self.ability_for_free(name, source, by);
        self.go_on();
        match found {
            Some((number, costs)) => {
                let ability = AbilityRef::Card(self.piece(source).card(), number);
                self.position.frames.push(Frame::new(by, source, ability));
                self.pay_costs(&costs, source, by, emit);
            }
            None => self.fail(),
        }
    }

    /// The number of a card's activated ability with this name, and what is to be paid for it if it is free; none if that cannot
    /// be paid.
    pub(super) fn ability_for_free(&self, name: &str, source: CardId, by: Seat) -> Option<(u8, Vec<Cost>)> {
        let rules = self.rules_of(source);
        let number = rules.named.iter().find(|(_, known)| *known == name).map(|(number, _)| *number)?;
        let Ability::Activated { cost, .. } = rules.ability(number)?.source.ability()? else { return None };
        let costs: Vec<Cost> = cost.iter().filter(|cost| !matches!(cost, Cost::Ink(_))).cloned().collect();
        self.can_pay_all(&costs, source, by).then_some((number, costs))
    }

    fn cards_to_play(&self, what: &Target, frame: &Frame) -> Vec<CardId> {
        let is_there = |&id: &CardId| {
            let zone = self.status(id).zone;
            let lies_there = frame.slots.iter().any(|one| one.card == id && !one.moved);
            match what {
                // They speak of a card in the discard (6.1.11).
                Target::Ref(Ref::This | Ref::Subject | Ref::Other) => zone == Zone::Discard,
                Target::Ref(Ref::Slot(_)) if matches!(zone, Zone::Hand | Zone::Discard) => true,
                _ => lies_there && zone != Zone::Play || zone == Zone::Discard,
            }
        };
        self.targets(what, &Scope::in_frame(frame)).into_iter().filter(is_there).collect()
    }
}

/// Whether a triggered ability is about a card in play, so that one in the discard is another one (7.1.6).
fn expects_it_in_play(frame: &Frame) -> bool {
    let Some(rules) = AbilityRules::of(frame.ability) else { return false };
    let Some(Ability::Triggered { when, .. }) = rules.source.ability() else { return false };
    let is_elsewhere = |when: &When| {
        matches!(
            when,
            When::Discards(..) | When::DiscardsThis(_) | When::ThisMilled | When::ReturnsFromDiscard(..)
        )
    };
    !rules.works_in_discard && !when.iter().any(|when| is_leaving(when) || is_elsewhere(when))
}

/// Whether an ability is about a card that has left play, so that one in play is another one (7.1.6).
fn expects_it_gone(frame: &Frame) -> bool {
    let ability = AbilityRules::of(frame.ability).and_then(|rules| rules.source.ability());
    let Some(Ability::Triggered { when, .. }) = ability else { return false };
    !when.is_empty() && when.iter().all(is_leaving)
}

/// Whether a trigger is about a card that leaves play.
const fn is_leaving(when: &When) -> bool {
    matches!(
        when,
        When::Banished(_)
            | When::BanishedInChallenge(_)
            | When::ChallengedAndBanished(_)
            | When::ChallengesAndIsBanished(_)
            | When::Leaves(_)
            | When::ReturnedToHand(_)
    )
}
