//! What steps do, once their cards have been chosen: to cards in play. [`super::moves`] has those that move cards elsewhere.
//!
//! A deed that asks something is begun once, with [`Frame::done`] 0, and gone on with after every answer.

use gaslamp_core::{Actor, Seat};

use super::action::Answer;
use super::card_rules::{CardRules, Gift};
use super::event::Event;
use super::happening::{Happening, What};
use super::modifier::Modifier as Lasting;
use super::piece::CardId;
use super::position::{EffectTarget, Frame, LastingEffect, Pending, Until, Zone};
use super::program::Deed;
use super::resolve::AnswerPool;
use super::scope::Scope;
use super::state::{Emit, State};
use crate::language::{
    Amount, Duration, Modifier, Moment, PlayerModifier, Players, Pool, Restriction, Stat, Step, Target,
};

impl State {
    /// Does a step, or goes on with it.
    pub(super) fn do_deed(&mut self, deed: Deed, emit: Emit<'_>) {
        match deed.step {
            Step::Heal { .. } => self.heal_next(deed, emit),
            Step::MoveDamage { .. } => self.move_damage(deed, None, emit),
            Step::Put(..) => self.put_next(deed, emit),
            Step::Play { .. } | Step::Shift { .. } => self.play_by_effect(deed, emit),
            Step::UseFree(name) => self.use_free(name, emit),
            Step::Discard(..)
            | Step::DiscardFromRevealed(..)
            | Step::RevealHandAndDiscard(..)
            | Step::DiscardAtRandom(..)
            | Step::DiscardTo(..) => self.discard_next(deed, emit),
            Step::InkwellToHand(..) | Step::InkwellDownTo(..) => self.inkwell_to_hand_next(deed, emit),
            Step::InkDrops(..) => self.gain_ink_drops(deed, emit),
            Step::NameCard => self.ask_controller(),
            Step::Shuffle(players) => self.shuffle_decks(players),
            Step::PutTop(_, amount, place) => self.put_top(deed, amount, place, emit),
            _ => {
                self.do_at_once(deed, emit);
                self.go_on();
            }
        }
    }

    fn ask_controller(&mut self) {
        if let Some(seat) = self.frame().map(|frame| frame.controller) {
            self.ask(seat);
        }
    }

    /// The players that a deed concerns.
    pub(super) fn deed_players(&self, deed: Deed, players: &Players, frame: &Frame) -> Vec<Seat> {
        if deed.is_for_each {
            return frame.player.into_iter().collect();
        }
        self.in_order(self.players(players, &Scope::in_frame(frame))).collect()
    }

    /// The answers that a deed accepts.
    pub(super) fn deed_pool(&self, deed: Deed, frame: &Frame) -> Option<(Actor, AnswerPool)> {
        let by = Actor::Seat(frame.controller);
        match deed.step {
            Step::Heal { .. } => {
                let most = frame.left.first().map(|&id| self.healable(deed, id, frame))?;
                (most > 0).then(|| (by, AnswerPool::up_to(most)))
            }
            Step::MoveDamage { .. } => {
                let (_, _, most) = self.damage_to_move(deed, frame)?;
                (most > 0).then(|| (by, AnswerPool::up_to(most)))
            }
            Step::NameCard => Some((by, AnswerPool { names: true, ..AnswerPool::default() })),
            Step::Play { .. } | Step::Shift { .. } => self.way_pool(deed, frame),
            Step::Put(_, place) => self.place_pool(place, frame),
            Step::InkDrops(..) if frame.done > 1 => self
                .ink_drop_replacement(deed, frame)
                .map(|(seat, ..)| (Actor::Seat(seat), AnswerPool::yes_or_no())),
            Step::InkwellToHand(..) | Step::InkwellDownTo(..) => {
                let (_, cards, left) = self.inkwell_to_hand(deed, frame)?;
                (left > 0).then(|| AnswerPool::one_of(cards)).flatten().map(|pool| (Actor::Storyteller, pool))
            }
            _ => self.discard_pool(deed, frame),
        }
    }

    /// Applies an answer to a deed.
    pub(super) fn answer_deed(&mut self, deed: Deed, answer: Answer, emit: Emit<'_>) {
        let card = match answer {
            Answer::Card(piece) => self.id(piece),
            _ => None,
        };
        match (deed.step, answer, card) {
            (Step::Heal { .. }, Answer::Number(n), _) => {
                self.heal_one(n, emit);
            }
            (Step::MoveDamage { .. }, Answer::Number(n), _) => self.move_damage(deed, Some(n), emit),
            (Step::NameCard, Answer::Name(named), _) => {
                let player = self.frame().map_or(self.position.active, |frame| frame.controller);
                if let Some(frame) = self.frame_mut() {
                    frame.named = Some(named);
                }
                emit(self.now(), Event::Names { player, card: named });
                self.go_on();
            }
            (Step::Put(_, place), answer, card) => self.answer_place(place, answer, card, emit),
            (Step::Play { .. } | Step::Shift { .. }, _, onto) => self.answer_way(deed, onto, emit),
            (Step::InkDrops(..), Answer::Yes | Answer::No, _) => {
                self.answer_ink_drop(deed, answer == Answer::Yes, emit);
            }
            (Step::InkwellToHand(..) | Step::InkwellDownTo(..), _, Some(id)) => {
                self.take_from_inkwell(id, emit);
            }
            (_, Answer::Card(_), Some(id)) => self.discard_one(deed, id, emit),
            (_, Answer::Done, _) => self.end_discard(deed, emit),
            _ => {}
        }
    }

    /// The cards of a step that acts on each card of some kind.
    pub(super) fn each_of(&self, step: &Step, scope: &Scope<'_>) -> Option<Vec<CardId>> {
        // What is shown or played is spoken of by its slot.
        let acts = !matches!(step, Step::Show(_) | Step::Play { .. } | Step::Shift { .. });
        let each = step.object().filter(|to| acts && matches!(to, Target::Each(..)));
        each.map(|to| self.targets(to, scope))
    }

    /// Steps that need no answer.
    fn do_at_once(&mut self, deed: Deed, emit: Emit<'_>) {
        let Some(frame) = self.frame() else { return };
        let scope = Scope::in_frame(frame);
        let (source, by) = (frame.source, frame.controller);
        if let Some(each) = self.each_of(deed.step, &scope)
            && let Some(frame) = self.frame_mut()
        {
            frame.those = each;
        }
        let Some(frame) = self.frame() else { return };
        let scope = Scope::in_frame(frame);
        let number = |amount: &Amount| self.amount(deed.amount.unwrap_or(amount), &scope);
        let in_play = |target: &Target| -> Vec<CardId> {
            self.targets(target, &scope).into_iter().filter(|&id| self.is_in_play(id)).collect()
        };
        match deed.step {
            Step::Deal(amount, target) => {
                let (n, cards) = (number(amount), in_play(target));
                self.fail_unless(cards.iter().any(|&id| self.can_be_dealt_damage(id)));
                for id in cards {
                    self.deal_damage(id, n, source, deed.is_unreduced);
                }
                self.take_if_paying(emit);
                self.come_to(n);
            }
            Step::PutDamage(amount, target) => {
                let (n, cards) = (number(amount), in_play(target));
                self.fail_unless(!cards.is_empty());
                for id in cards {
                    self.put_damage(id, n.clamp(0, i16::from(u8::MAX)) as u8, source);
                }
                self.take_if_paying(emit);
            }
            Step::Banish(target) => {
                let cards = in_play(target);
                self.fail_unless(!cards.is_empty());
                let banished = if self.frame().is_some_and(|frame| self.is_paying(frame)) {
                    self.banish_as_cost(&cards, emit);
                    cards.len()
                } else {
                    self.banish_all(&cards, emit)
                };
                self.fail_unless(banished == cards.len());
                self.come_to(banished.min(99) as i16);
            }
            Step::Exert(target) | Step::ExertSymbol(target) => {
                let cards = self.exertable(target, &scope);
                self.fail_unless(cards.iter().any(|&id| !self.status(id).exerted));
                cards.into_iter().for_each(|id| self.exert(id, emit));
            }
            Step::Ready(target) => {
                let cards = self.exertable(target, &scope);
                self.fail_unless(cards.iter().any(|&id| self.status(id).exerted));
                cards.into_iter().for_each(|id| self.ready(id, by, emit));
            }
            Step::Gives(target, modifiers, duration) => self.give_by_effect(target, modifiers, duration),
            Step::PlayerGets(players, modifier, duration) => {
                self.give_to_players(players, modifier, duration);
            }
            Step::MoveTo { who, to, free } => {
                let (who, to) = (in_play(who), in_play(to));
                self.move_by_effect(&who, to.first().copied(), *free, emit);
            }
            Step::MoveTogether { who, to, free } => {
                let who: Vec<CardId> = who.iter().flat_map(in_play).collect();
                let to = in_play(to).first().copied();
                let all = to.is_some_and(|to| who.iter().all(|&id| self.may_be_moved(id, to, *free)));
                self.fail_unless(all);
                self.move_by_effect(&who, to, *free, emit);
            }
            Step::Watch(..) | Step::Later(..) => self.wait(deed.step),
            _ => self.do_for_players(deed, emit),
        }
    }

    /// Damage that is a cost is taken at once: nothing replaces it (6.5).
    fn take_if_paying(&mut self, emit: Emit<'_>) {
        if self.frame().is_some_and(|frame| self.is_paying(frame)) {
            self.take_damage(emit);
        }
    }

    fn fail_unless(&mut self, was_done: bool) {
        if !was_done {
            self.fail();
        }
    }

    /// What the step has come to, for those that ask about it.
    pub(super) fn come_to(&mut self, n: i16) {
        if let Some(frame) = self.frame_mut() {
            frame.result = n;
        }
    }

    /// Cards in play or in an inkwell.
    fn exertable(&self, target: &Target, scope: &Scope<'_>) -> Vec<CardId> {
        let can = |id: &CardId| self.is_in_play(*id) || self.status(*id).zone == Zone::Inkwell;
        self.targets(target, scope).into_iter().filter(can).collect()
    }

    /// Steps that concern players and need no answer.
    fn do_for_players(&mut self, deed: Deed, emit: Emit<'_>) {
        let Some(frame) = self.frame() else { return };
        let scope = Scope::in_frame(frame);
        let seats = |players: &Players| self.deed_players(deed, players, frame);
        let number = |amount: &Amount| self.amount(deed.amount.unwrap_or(amount), &scope);
        match deed.step {
            Step::Draw(players, amount) => {
                let (seats, n) = (seats(players), number(amount));
                self.draw_all(&seats, |_| n.max(0) as usize, emit);
            }
            Step::DrawTo(players, amount) => {
                let (seats, n) = (seats(players), number(amount).max(0) as usize);
                let hands = super::piece::SEATS.map(|seat| self.zone(seat, Zone::Hand).len());
                self.draw_all(&seats, |seat| n.saturating_sub(hands[seat.index()]), emit);
            }
            Step::DrawFromBottom(players) => {
                for seat in seats(players) {
                    self.draw_from_bottom(seat, emit);
                }
            }
            Step::GainLore(players, amount) => {
                let (seats, n) = (seats(players), number(amount));
                for seat in seats {
                    self.change_lore(seat, n, emit);
                }
            }
            Step::LoseLore(players, amount) => {
                let (seats, n) = (seats(players), number(amount));
                let lost: i16 =
                    seats.into_iter().map(|seat| -self.change_lore(seat, n.saturating_neg(), emit)).sum();
                self.fail_unless(lost >= n);
                self.come_to(lost);
            }
            Step::DiscardHand(players) => {
                for seat in seats(players) {
                    self.discard_hand(seat, emit);
                }
            }
            Step::RevealHand(players) => {
                for seat in seats(players) {
                    self.reveal_hand(seat, emit);
                }
            }
            Step::LookAtHand(players) => {
                for of in seats(players) {
                    self.look_at(of, Zone::Hand, emit);
                }
            }
            Step::LookAt(pool) => self.look_at_pool(pool, emit),
            Step::Look(players, amount, slot) | Step::Reveal(players, amount, slot) => {
                let (seats, n) = (seats(players), number(amount).max(0) as usize);
                let is_open = matches!(deed.step, Step::Reveal(..));
                self.turn_up(&seats, n, *slot, is_open, emit);
            }
            Step::RevealUntil(filter, slot) => self.reveal_until(filter, *slot, emit),
            Step::Show(target) => self.show(target, emit),
            _ => {}
        }
    }

    /// How much damage may be removed from the next card.
    fn healable(&self, deed: Deed, id: CardId, frame: &Frame) -> u8 {
        let Step::Heal { amount, in_total, .. } = deed.step else { return 0 };
        let scope = Scope::in_frame(frame);
        let wanted =
            deed.amount.or(amount.as_ref()).map_or(i16::from(u8::MAX), |amount| self.amount(amount, &scope));
        let left = if *in_total { wanted.saturating_sub(frame.result) } else { wanted };
        if self.is_in_play(id) && !self.keeps_damage() {
            i16::from(self.status(id).damage).min(left).max(0) as u8
        } else {
            0
        }
    }

    /// Whether damage cannot be removed from cards.
    pub(super) fn keeps_damage(&self) -> bool {
        super::piece::SEATS
            .into_iter()
            .any(|seat| self.player_is(seat, |modifier| matches!(modifier, PlayerModifier::NoHealing)))
    }

    /// "Remove up to" is asked for each card.
    fn heal_next(&mut self, deed: Deed, emit: Emit<'_>) {
        let Step::Heal { from, up_to, .. } = deed.step else { return };
        let Some(frame) = self.frame() else { return };
        if frame.done == 0 {
            let cards = self.targets(from, &Scope::in_frame(frame));
            self.fail_unless(cards.iter().any(|&id| self.is_in_play(id)));
            if let Some(frame) = self.frame_mut() {
                frame.result = 0;
                if matches!(from, Target::Each(..)) {
                    frame.those = cards.clone();
                }
                (frame.left, frame.done) = (cards, 1);
            }
        }
        let Some(frame) = self.frame() else { return };
        let Some(&next) = frame.left.first() else { return self.go_on() };
        match self.healable(deed, next, frame) {
            0 => drop(self.heal_one(0, emit)),
            _ if *up_to => self.ask_controller(),
            most => drop(self.heal_one(most, emit)),
        }
    }

    /// Removes this much damage from the next card.
    fn heal_one(&mut self, n: u8, emit: Emit<'_>) -> Option<()> {
        let frame = self.frame_mut()?;
        let (by, id) = (frame.controller, (!frame.left.is_empty()).then(|| frame.left.remove(0))?);
        frame.result = frame.result.saturating_add(i16::from(n));
        self.remove_damage(id, n, by, emit);
        Some(())
    }

    /// From which card to which damage is moved, and how much at most.
    fn damage_to_move(&self, deed: Deed, frame: &Frame) -> Option<(CardId, CardId, u8)> {
        let Step::MoveDamage { amount, from, to, .. } = deed.step else { return None };
        let scope = Scope::in_frame(frame);
        let first = |target| self.targets(target, &scope).into_iter().find(|&id| self.is_in_play(id));
        let (from, to) = (first(from)?, first(to)?);
        let wanted =
            deed.amount.or(amount.as_ref()).map_or(i16::from(u8::MAX), |amount| self.amount(amount, &scope));
        let most = i16::from(self.status(from).damage).min(wanted).max(0) as u8;
        (from != to && !self.keeps_damage()).then_some((from, to, most))
    }

    /// Moving is removing here and putting there (1.9.2.4).
    fn move_damage(&mut self, deed: Deed, answer: Option<u8>, emit: Emit<'_>) {
        let Some(frame) = self.frame() else { return };
        let Step::MoveDamage { up_to, from, .. } = deed.step else { return };
        if matches!(from, Target::Each(..)) {
            return self.move_damage_of_each(deed, emit);
        }
        let (source, by) = (frame.source, frame.controller);
        let Some((from, to, most)) = self.damage_to_move(deed, frame) else {
            self.fail();
            return self.go_on();
        };
        if *up_to && answer.is_none() && most > 0 {
            return self.ask_controller();
        }
        let n = answer.unwrap_or(most);
        self.fail_unless(n > 0);
        self.remove_damage(from, n, by, emit);
        self.put_damage(to, n, source);
        self.come_to(i16::from(n));
        self.go_on();
    }

    /// The same from several cards to one.
    fn move_damage_of_each(&mut self, deed: Deed, emit: Emit<'_>) {
        let Step::MoveDamage { amount, from, to, .. } = deed.step else { return };
        let Some(frame) = self.frame() else { return };
        let scope = Scope::in_frame(frame);
        let (source, by) = (frame.source, frame.controller);
        let most = amount.as_ref().map_or(i16::from(u8::MAX), |amount| self.amount(amount, &scope)).max(0);
        let cards = self.targets(from, &scope);
        let to = self.targets(to, &scope).into_iter().find(|&id| self.is_in_play(id) && !self.keeps_damage());
        let mut moved = 0_i16;
        if let Some(to) = to {
            for id in cards.into_iter().filter(|&id| id != to) {
                let n = i16::from(self.status(id).damage).min(most) as u8;
                self.remove_damage(id, n, by, emit);
                self.put_damage(to, n, source);
                moved = moved.saturating_add(i16::from(n));
            }
        }
        self.fail_unless(moved > 0);
        self.come_to(moved);
        self.go_on();
    }

    /// Characters move because of an effect; those that are there already, or cannot move, stay.
    fn move_by_effect(&mut self, who: &[CardId], to: Option<CardId>, free: bool, emit: Emit<'_>) {
        let able = |state: &Self, id: CardId| to.is_some_and(|to| state.may_be_moved(id, to, free));
        self.fail_unless(who.iter().any(|&id| able(self, id)));
        self.come_to(0);
        for &id in who {
            let Some(to) = to.filter(|_| able(self, id)) else { continue };
            if let Some(frame) = self.frame_mut() {
                frame.result += 1;
            }
            if !free {
                self.pay(self.owner(id), self.move_cost(id, to), emit);
            }
            emit(self.now(), Event::MovesTo { who: self.piece(id), to: self.piece(to) });
            self.place_at(id, to, emit);
        }
    }

    /// Cards get something for a while.
    fn give_by_effect(
        &mut self,
        target: &'static Target,
        modifiers: &'static [Modifier],
        duration: &Duration,
    ) {
        let Some(frame) = self.frame() else { return };
        let scope = Scope::in_frame(frame);
        let (source, by) = (frame.source, frame.controller);
        let AbilityCard(of) = AbilityCard::of(frame.ability, self.piece(source).card());
        let cards = self.targets(target, &scope);
        let values: Vec<i16> = modifiers.iter().map(|modifier| self.number_in(modifier, &scope)).collect();
        let there: Vec<CardId> = cards.into_iter().filter(|&id| self.is_in_play(id)).collect();
        let is_group = matches!(target, Target::Each(Pool::InPlay, _));
        self.fail_unless(is_group || !there.is_empty());
        for (modifier, value) in modifiers.iter().zip(values) {
            if is_group && is_rule(modifier) {
                let on = |gift: &Gift| match (gift, target) {
                    (Gift::Group(_, one), _) => std::ptr::eq(*one, modifier),
                    _ => false,
                };
                if let Some(number) = CardRules::of(of).gift(on) {
                    let until = self.until(duration, by, None);
                    let lasting = Lasting::Of(of, number);
                    self.add_effect(LastingEffect {
                        source,
                        on: EffectTarget::Group,
                        modifier: lasting,
                        until,
                        about: None,
                    });
                }
                continue;
            }
            let on = |gift: &Gift| matches!(gift, Gift::Card(one) if std::ptr::eq(*one, modifier));
            let lasting = plain(modifier, value, duration)
                .or_else(|| CardRules::of(of).gift(on).map(|number| Lasting::Of(of, number)));
            for &id in &there {
                if let Some(modifier) = lasting {
                    let until = self.until(duration, by, Some(id));
                    self.add_effect(LastingEffect {
                        source,
                        on: EffectTarget::Card(id),
                        modifier,
                        until,
                        about: None,
                    });
                }
            }
        }
    }

    /// The number in a modifier, as it is now.
    fn number_in(&self, modifier: &Modifier, scope: &Scope<'_>) -> i16 {
        match modifier {
            Modifier::Stat(_, amount) => self.amount(amount, scope),
            Modifier::KeywordTimes(_, amount) => self.amount(amount, scope),
            _ => 0,
        }
    }

    fn give_to_players(&mut self, players: &Players, modifier: &'static PlayerModifier, duration: &Duration) {
        let Some(frame) = self.frame() else { return };
        let (source, by) = (frame.source, frame.controller);
        let AbilityCard(of) = AbilityCard::of(frame.ability, self.piece(source).card());
        let seats: Vec<Seat> = self.in_order(self.players(players, &Scope::in_frame(frame))).collect();
        let number =
            CardRules::of(of).gift(|gift| matches!(gift, Gift::Player(one) if std::ptr::eq(*one, modifier)));
        for seat in seats {
            if let Some(number) = number {
                let until = self.until_for_player(duration, by, seat);
                let (on, modifier) = (EffectTarget::Player(seat), Lasting::Of(of, number));
                self.add_effect(LastingEffect { source, on, modifier, until, about: None });
            }
        }
    }

    /// An ability that waits for a while, or steps for a later moment.
    fn wait(&mut self, step: &'static Step) {
        let Some(frame) = self.frame() else { return };
        let (source, by) = (frame.source, frame.controller);
        let AbilityCard(of) = AbilityCard::of(frame.ability, self.piece(source).card());
        let rules = CardRules::of(of);
        let (number, until) = match step {
            Step::Watch(ability, duration) => (rules.number_of(ability), self.until(duration, by, None)),
            Step::Later(moment, steps) => {
                let until = match moment {
                    Moment::EndOfTurn => Until::EndOfTurn,
                    Moment::EndOfChallenge => Until::EndOfChallenge,
                    Moment::EndOfYourTurn => Until::EndOfTurnOf(by),
                };
                (rules.number_of_steps(steps), until)
            }
            _ => return,
        };
        let Some(number) = number else { return };
        let is_it = |gift: &Gift| matches!(gift, Gift::Watch(one) | Gift::Later(one) if *one == number);
        let Some(gift) = rules.gift(is_it) else { return };
        let remembers = rules.ability(number).and_then(|ability| ability.remembers);
        let about =
            remembers.and_then(|slot| frame.slots.iter().find(|one| one.slot == slot)).map(|one| one.card);
        if remembers.is_some() && about.is_none() {
            return;
        }
        let (on, modifier) = (EffectTarget::Player(by), Lasting::Of(of, gift));
        self.add_effect(LastingEffect { source, on, modifier, until, about });
    }

    /// When something on a card ends.
    pub(super) fn until(&self, duration: &Duration, by: Seat, on: Option<CardId>) -> Until {
        let theirs = on.map_or(super::piece::opponent(by), |id| self.owner(id));
        match duration {
            Duration::ThisTurn | Duration::RestOfTurn => Until::EndOfTurn,
            Duration::UntilYourNextTurn => Until::StartOfTurn(by),
            Duration::UntilNextTurnOf(players) => {
                let seat = self.frame().and_then(|frame| self.one_player(players, &Scope::in_frame(frame)));
                Until::StartOfTurn(seat.unwrap_or(by))
            }
            Duration::TheirNextTurn => Until::NextTurnOf(theirs),
            Duration::StartOfTheirNextTurn => Until::Ready(theirs),
            Duration::Challenge => Until::EndOfChallenge,
            Duration::AsBefore => self.usual_until(by, on),
            Duration::WhileInPlay => Until::SourceLeaves,
            Duration::Unlimited => Until::Leaves,
        }
    }

    /// When it would end if it did not happen instead of something else: that stands last in the list of operations.
    fn usual_until(&self, by: Seat, on: Option<CardId>) -> Until {
        let usual = self.frame().and_then(|frame| {
            let rules = super::card_rules::AbilityRules::of(frame.ability)?;
            let mut ops = rules.program.ops.get(usize::from(frame.step) + 1..)?.iter();
            ops.find_map(|op| match op {
                super::program::Op::Do(Deed { step: Step::Gives(_, _, duration), .. })
                    if *duration != Duration::AsBefore =>
                {
                    Some(duration)
                }
                _ => None,
            })
        });
        usual.map_or(Until::EndOfTurn, |duration| self.until(duration, by, on))
    }

    fn until_for_player(&self, duration: &Duration, by: Seat, seat: Seat) -> Until {
        match duration {
            Duration::TheirNextTurn => Until::NextTurnOf(seat),
            Duration::StartOfTheirNextTurn => Until::Ready(seat),
            duration => self.until(duration, by, None),
        }
    }

    /// The replacement that asks whether a player gets something else than an ink drop: the player, the card, its steps.
    fn ink_drop_replacement(&self, deed: Deed, frame: &Frame) -> Option<(Seat, CardId, &'static [Step])> {
        let Step::InkDrops(players, _) = deed.step else { return None };
        let seat = self.deed_players(deed, players, frame).into_iter().next()?;
        self.ink_drop_instead(seat).map(|(source, steps)| (seat, source, steps))
    }

    fn gain_ink_drops(&mut self, deed: Deed, emit: Emit<'_>) {
        let Step::InkDrops(players, amount) = deed.step else { return };
        let Some(frame) = self.frame() else { return };
        if frame.done == 0 {
            let n = self.amount(amount, &Scope::in_frame(frame)).clamp(0, 100) as u8;
            if let Some(frame) = self.frame_mut() {
                frame.done = n.saturating_add(1);
            }
        }
        let Some(frame) = self.frame() else { return };
        if frame.done <= 1 {
            return self.go_on();
        }
        if let Some((seat, ..)) = self.ink_drop_replacement(deed, frame) {
            return self.ask(seat);
        }
        let n = frame.done - 1;
        for seat in self.deed_players(deed, players, frame) {
            self.add_ink_drops(seat, n, emit);
        }
        self.go_on();
    }

    fn answer_ink_drop(&mut self, deed: Deed, is_replaced: bool, emit: Emit<'_>) {
        let Some(frame) = self.frame() else { return };
        let Some((seat, source, steps)) = self.ink_drop_replacement(deed, frame) else { return };
        if is_replaced {
            self.fail();
            emit(self.now(), Event::Replaces(self.piece(source)));
            self.do_instead(steps, source, seat, emit);
        } else {
            self.add_ink_drops(seat, 1, emit);
        }
        if let Some(frame) = self.frame_mut() {
            frame.done = frame.done.saturating_sub(1);
        }
    }

    fn add_ink_drops(&mut self, seat: Seat, n: u8, emit: Emit<'_>) {
        let tokens = &mut self.position.players[seat.index()].ink_tokens;
        *tokens = tokens.saturating_add(n);
        emit(self.now(), Event::InkDrops { player: seat, by: i16::from(n) });
        for _ in 0..n {
            self.note(Happening::of(What::GotInkDrop, seat), emit);
        }
    }

    /// Removes ink drops, to pay or as a cost.
    pub(super) fn remove_ink_drops(&mut self, seat: Seat, n: u8, emit: Emit<'_>) {
        let tokens = &mut self.position.players[seat.index()].ink_tokens;
        let n = n.min(*tokens);
        *tokens -= n;
        if n > 0 {
            emit(self.now(), Event::InkDrops { player: seat, by: -i16::from(n) });
        }
        for _ in 0..n {
            self.note(Happening::of(What::RemovedInkDrop, seat), emit);
        }
    }

    /// Shuffles the decks of these players, one after the other; chance is asked for each.
    fn shuffle_decks(&mut self, players: &Players) {
        let Some(frame) = self.frame() else { return };
        let set = self.players(players, &Scope::in_frame(frame)).bits();
        self.shuffle_next(set);
    }

    /// Asks chance to shuffle the next of these decks; afterwards the deed goes on with the others.
    pub(super) fn shuffle_next(&mut self, all: u8) {
        let Some(frame) = self.frame_mut() else { return };
        if frame.done == 0 {
            frame.done = 1;
            frame.loops.push(all);
        }
        let left = frame.loops.last().copied().unwrap_or(0);
        let next = self.in_order(super::scope::PlayerSet::from_bits(left)).next();
        match next {
            Some(seat) => {
                let bit = super::scope::PlayerSet::only(seat).bits();
                if let Some(last) = self.frame_mut().and_then(|frame| frame.loops.last_mut()) {
                    *last &= !bit;
                }
                self.position.pending = Some(Pending::Shuffle(seat));
            }
            None => {
                if let Some(frame) = self.frame_mut() {
                    frame.loops.pop();
                }
                self.go_on();
            }
        }
    }
}

/// The card on which an ability stands.
struct AbilityCard(crate::cards::Card);

impl AbilityCard {
    fn of(ability: super::position::AbilityRef, source: crate::cards::Card) -> Self {
        match ability {
            super::position::AbilityRef::Card(card, _) => Self(card),
            _ => Self(source),
        }
    }
}

/// Whether a modifier is a rule, which from a resolved effect holds for what comes later, too (6.4.2.1).
fn is_rule(modifier: &Modifier) -> bool {
    !matches!(
        modifier,
        Modifier::Stat(..)
            | Modifier::Keyword(_)
            | Modifier::KeywordTimes(..)
            | Modifier::Loses(_)
            | Modifier::Ability(_)
            | Modifier::Class(_)
            | Modifier::Named(_)
            | Modifier::Shielded
            | Modifier::WhileChallenging(..)
            | Modifier::WhileChallenged(_)
    )
}

/// A modifier that says all by itself.
fn plain(modifier: &Modifier, value: i16, duration: &Duration) -> Option<Lasting> {
    use super::modifier::KeywordFlag;
    use crate::cards::KeywordName;
    let n = value.clamp(-128, 127) as i8;
    Some(match modifier {
        Modifier::Stat(Stat::Strength, _) => Lasting::Strength(n),
        Modifier::Stat(Stat::Willpower, _) => Lasting::Willpower(n),
        Modifier::Stat(Stat::Lore, _) => Lasting::Lore(n),
        Modifier::Keyword(gift) | Modifier::KeywordTimes(gift, _) => {
            let times = if matches!(modifier, Modifier::Keyword(_)) { 1 } else { value };
            let by = i16::from(gift.value.unwrap_or(1)).saturating_mul(times).clamp(-128, 127) as i8;
            match gift.name {
                KeywordName::Challenger => Lasting::Challenger(by),
                KeywordName::Resist => Lasting::Resist(by),
                KeywordName::Singer => Lasting::Singer(by),
                name => Lasting::Has(KeywordFlag::of(name)?),
            }
        }
        // "At the start of their next turn" is about the ready step alone; effects may still ready it.
        Modifier::Cannot(Restriction::Ready) if *duration == Duration::StartOfTheirNextTurn => {
            Lasting::Cannot(super::modifier::Restriction::ReadyAtStart)
        }
        Modifier::Cannot(restriction) => Lasting::Cannot(super::statics::simple(restriction)?),
        Modifier::Shielded => Lasting::Shielded,
        _ => return None,
    })
}
