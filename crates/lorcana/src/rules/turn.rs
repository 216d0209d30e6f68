//! The flow of the game: set-up, the steps of a turn, game state checks, the end.
//!
//! [`State::advance`] goes on until somebody has to answer or act, or the game is over. The bag is emptied only when
//! nothing is being resolved and a game state check changes nothing (1.8, 7.7).

use crate::rules::phase::TURN;
use gaslamp_core::Seat;
use gaslamp_core::trace::Phase;

use super::ability::Restriction;
use super::bag::TriggerEvent;
use super::event::Event;
use super::piece::{CardId, SEATS, opponent};
use super::position::{EffectTarget, LastingEffect, Pending, Stage, Until, Zone};
use super::state::{Emit, State};
use crate::seed::HAND;

/// The lore that wins the game (1.8).
pub const LORE_TO_WIN: u8 = 20;

impl State {
    /// The phase that events belong to.
    pub(super) fn now(&self) -> Phase {
        if self.position.turn == 0 { Phase::SETUP } else { Phase::new(TURN, self.position.turn) }
    }

    /// Whether the game is over.
    pub(super) fn is_over(&self) -> bool {
        matches!(self.position.stage, Stage::Over { .. })
    }

    /// Goes on until somebody has to act.
    pub(super) fn advance(&mut self, emit: Emit<'_>) {
        while !self.is_over() && self.position.pending.is_none() {
            if !self.position.coming.is_empty() {
                self.settle_damage(emit);
                continue;
            }
            if !self.position.frames.is_empty() {
                self.resolve_step(emit);
                continue;
            }
            self.check_state(emit);
            if self.is_over() || self.work_on_bag(emit) {
                continue;
            }
            match self.position.stage {
                Stage::Set => self.draw_step(emit),
                Stage::Draw => self.position.stage = Stage::Main,
                Stage::Challenge { by, target } => self.challenge_damage(by, target),
                Stage::ChallengeEnd { .. } => self.end_challenge(),
                Stage::End => self.end_effects_of_turn(emit),
                Stage::Passing => self.pass_turn(emit),
                Stage::Begin
                | Stage::Shuffle(_)
                | Stage::Alter(_)
                | Stage::Reshuffle(_)
                | Stage::Main
                | Stage::Over { .. } => break,
            }
        }
        self.refresh();
    }

    /// A deck has been shuffled for the first time: its player draws a hand, then the other deck is shuffled.
    pub(super) fn deal_hand(&mut self, seat: Seat, emit: Emit<'_>) {
        for _ in 0..HAND {
            self.draw_silently(seat, emit);
        }
        self.position.stage = if seat == self.position.active {
            Stage::Shuffle(opponent(seat))
        } else {
            Stage::Alter(self.position.active)
        };
    }

    /// A player keeps the rest of the opening hand and draws back up to seven cards (2.2).
    pub(super) fn keep_hand(&mut self, seat: Seat, emit: Emit<'_>) {
        for _ in 0..self.position.players[seat.index()].altered {
            self.draw_silently(seat, emit);
        }
        if seat == self.position.active {
            self.position.stage = Stage::Alter(opponent(seat));
        } else {
            self.next_reshuffle(self.position.active, emit);
        }
    }

    /// Players who altered their hand shuffle once both have decided (2.2); then the first turn begins.
    pub(super) fn next_reshuffle(&mut self, seat: Seat, emit: Emit<'_>) {
        let first = self.position.active;
        let left = if seat == first { [Some(first), Some(opponent(first))] } else { [Some(seat), None] };
        let altered = |seat: &Seat| self.position.players[seat.index()].altered > 0;
        match left.into_iter().flatten().find(altered) {
            Some(seat) => self.position.stage = Stage::Reshuffle(seat),
            None => self.begin_game(emit),
        }
    }

    /// Goes on after a deck has been shuffled again.
    pub(super) fn reshuffled(&mut self, seat: Seat, emit: Emit<'_>) {
        self.position.players[seat.index()].altered = 0;
        if seat == self.position.active {
            self.next_reshuffle(opponent(seat), emit);
        } else {
            self.begin_game(emit);
        }
    }

    fn begin_game(&mut self, emit: Emit<'_>) {
        self.begin_turn(self.position.active, emit);
    }

    /// Start of turn: ready and set (3).
    fn begin_turn(&mut self, seat: Seat, emit: Emit<'_>) {
        self.position.turn = self.position.turn.saturating_add(1);
        self.position.active = seat;
        self.position.bag_of = seat;
        emit(self.now(), Event::TurnBegins(seat));
        for player in &mut self.position.players {
            player.inked = 0;
            player.played.clear();
        }
        self.position.used.clear();
        // The ready step.
        self.refresh();
        self.ready_all(seat);
        self.position.effects.retain(|effect| {
            !matches!(effect.until, Until::StartOfTurn(player) | Until::Ready(player) if player == seat)
        });
        self.refresh();
        self.notify(TriggerEvent::TurnBegins(seat), emit);
        self.check_state(emit);
        if self.is_over() {
            return;
        }
        // The set step.
        for place in 0..self.zone(seat, Zone::Play).len() {
            if let Some(id) = self.card_in(seat, Zone::Play, place) {
                self.status_mut(id).drying = false;
            }
        }
        let lore: i16 = (self.zone(seat, Zone::Play).iter())
            .filter(|&&id| self.printed(id).is_location)
            .map(|&id| self.traits(id).lore.max(0))
            .fold(0, i16::saturating_add);
        self.gain_lore(seat, lore, emit);
        self.position.stage = Stage::Set;
    }

    fn ready_all(&mut self, seat: Seat) {
        for place in 0..self.zone(seat, Zone::Play).len() {
            if let Some(id) = self.card_in(seat, Zone::Play, place)
                && !self.cannot(id, Restriction::Ready)
                && !self.cannot(id, Restriction::ReadyAtStart)
            {
                self.status_mut(id).exerted = false;
            }
        }
        for place in 0..self.zone(seat, Zone::Inkwell).len() {
            if let Some(id) = self.card_in(seat, Zone::Inkwell, place) {
                self.status_mut(id).exerted = false;
            }
        }
    }

    /// The draw step; the first player of the game skips it on the first turn (3).
    fn draw_step(&mut self, emit: Emit<'_>) {
        self.position.stage = Stage::Draw;
        if self.position.turn > 1 {
            self.draw(self.position.active, emit);
        }
    }

    /// The active player ends the turn.
    pub(super) fn end_turn(&mut self, emit: Emit<'_>) {
        self.position.stage = Stage::End;
        self.position.bag_of = self.position.active;
        self.refresh();
        self.notify(TriggerEvent::TurnEnds(self.position.active), emit);
    }

    /// Ends the effects that last this turn.
    fn end_effects_of_turn(&mut self, _emit: Emit<'_>) {
        self.position.effects.retain(|effect| effect.until != Until::EndOfTurn);
        self.position.stage = Stage::Passing;
    }

    /// A player who ends a turn with an empty deck loses (1.8); otherwise the next player's turn begins.
    fn pass_turn(&mut self, emit: Emit<'_>) {
        let seat = self.position.active;
        if self.position.decks[seat.index()].is_empty() {
            return self.win(opponent(seat), emit);
        }
        self.begin_turn(opponent(seat), emit);
    }

    pub(super) fn win(&mut self, winner: Seat, emit: Emit<'_>) {
        emit(self.now(), Event::Wins(winner));
        self.position.frames.clear();
        self.position.bag.clear();
        self.position.bag_of = self.position.active;
        self.position.left.clear();
        self.position.coming.clear();
        self.position.struck.clear();
        self.position.pending = None;
        self.position.stage = Stage::Over { winner };
    }

    /// The game state check (1.8), repeated until it changes nothing.
    pub(super) fn check_state(&mut self, emit: Emit<'_>) {
        loop {
            self.refresh();
            let struck = std::mem::take(&mut self.position.struck);
            let players = [self.position.active, opponent(self.position.active)];
            let has_won = |&seat: &Seat| self.position.players[seat.index()].lore >= LORE_TO_WIN;
            if let Some(winner) = players.into_iter().find(has_won) {
                return self.win(winner, emit);
            }
            let dying: Vec<CardId> = players
                .into_iter()
                .flat_map(|seat| self.zone(seat, Zone::Play))
                .copied()
                .filter(|&id| self.is_dying(id))
                .collect();
            if dying.is_empty() {
                return;
            }
            self.banish_fallen(&dying, &struck, emit);
        }
    }

    pub(super) fn is_dying(&self, id: CardId) -> bool {
        let printed = self.printed(id);
        (printed.is_character || printed.is_location)
            && i16::from(self.status(id).damage) >= self.traits(id).willpower
    }

    /// Ends a challenge and the effects that last while challenging.
    fn end_challenge(&mut self) {
        self.position.effects.retain(|effect| effect.until != Until::EndOfChallenge);
        self.position.stage = Stage::Main;
    }

    /// Adds a lasting effect.
    pub(super) fn add_effect(&mut self, effect: LastingEffect) {
        self.position.effects.push(effect);
        self.refresh();
    }

    /// Drops lasting effects on a card that has left play.
    pub(super) fn drop_effects_on(&mut self, id: CardId) {
        if !self.position.effects.is_empty() {
            self.position.effects.retain(|effect| effect.on != EffectTarget::Card(id));
        }
    }

    /// Changes a player's lore, which never drops below 0.
    pub(super) fn gain_lore(&mut self, seat: Seat, by: i16, emit: Emit<'_>) {
        let player = &mut self.position.players[seat.index()];
        let before = player.lore;
        player.lore = i16::from(before).saturating_add(by).clamp(0, i16::from(u8::MAX)) as u8;
        let by = i16::from(player.lore) - i16::from(before);
        if by != 0 {
            emit(self.now(), Event::Lore { player: seat, by });
        }
    }

    /// Draws a card, if there is one left (1.8).
    pub(super) fn draw(&mut self, seat: Seat, emit: Emit<'_>) {
        if self.draw_silently(seat, emit) {
            self.notify(TriggerEvent::Draws(seat), emit);
        }
    }

    /// Draws a card without notifying abilities.
    fn draw_silently(&mut self, seat: Seat, emit: Emit<'_>) -> bool {
        let Some(id) = self.pop_deck(seat) else { return false };
        self.set_zone(id, Zone::Hand);
        emit(self.now(), Event::Draws { player: seat, card: Some(self.piece(id)) });
        true
    }

    /// The player who has to answer a pending question; none if it is up to chance.
    pub(super) fn responder(&self, pending: Pending) -> Option<Seat> {
        match pending {
            Pending::Order(seat) | Pending::Replace(seat) => Some(seat),
            Pending::Step(actor) => actor.seat(),
            Pending::EnterExerted(card)
            | Pending::Sing { song: card, .. }
            | Pending::ShiftAlso { card, .. }
            | Pending::ShiftDiscard { card, .. } => Some(self.owner(card)),
        }
    }

    /// Both players, the active one first.
    pub(super) fn in_turn_order(&self) -> [Seat; 2] {
        if self.position.active == SEATS[0] { SEATS } else { [SEATS[1], SEATS[0]] }
    }
}
