//! The flow of the game: set-up, the steps of a turn, game state checks, the end.
//!
//! [`State::advance`] goes on until somebody has to answer or act, or the game is over. The bag is emptied only when
//! nothing is being resolved and a game state check changes nothing (1.8, 7.7).

use crate::rules::phase::TURN;
use gaslamp_core::Seat;
use gaslamp_core::trace::Phase;

use super::event::Event;
use super::happening::{Happening, What};
use super::modifier::Restriction;
use super::piece::{CardId, SEATS, opponent};
use super::position::{EffectTarget, LastingEffect, Pending, Stage, Until, Zone};
use super::scope::Scope;
use super::state::{Emit, State};
use crate::language::PlayerModifier;
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
                Stage::ChallengeEnd { .. } => self.end_challenge(emit),
                Stage::End => {
                    self.end_effects_of_turn();
                    self.position.stage = Stage::Passing;
                }
                Stage::Passing => self.pass_turn(emit),
                Stage::Begin
                | Stage::Ready
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
        }
        self.position.used.clear();
        self.position.history.clear();
        // What begins with this turn.
        for effect in &mut self.position.effects {
            if effect.until == Until::NextTurnOf(seat) {
                effect.until = Until::EndOfTurnOf(seat);
            }
        }
        // The ready step.
        self.refresh();
        self.position.stage = Stage::Ready;
        self.ready_all(seat, emit);
        self.ready_next(seat, emit);
    }

    /// Asks which card gets ready next of those of which only some may; then the turn goes on.
    pub(super) fn ready_next(&mut self, seat: Seat, emit: Emit<'_>) {
        let cards = self.readiable(seat);
        let open = cards.first().and_then(|&id| self.ready_limit(seat, id));
        if open.is_some_and(|(most, readied)| cards.len() > most - readied) {
            self.position.pending = Some(Pending::Ready(seat));
            return;
        }
        cards.into_iter().for_each(|id| self.ready_at_start(id, emit));
        self.end_ready_step(seat, emit);
    }

    fn end_ready_step(&mut self, seat: Seat, emit: Emit<'_>) {
        self.position.effects.retain(|effect| {
            !matches!(effect.until, Until::StartOfTurn(player) | Until::Ready(player) if player == seat)
        });
        self.refresh();
        self.note(Happening::of(What::TurnBegins, seat), emit);
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
        self.change_lore(seat, lore, emit);
        self.position.stage = Stage::Set;
    }

    fn ready_all(&mut self, seat: Seat, emit: Emit<'_>) {
        for place in 0..self.zone(seat, Zone::Play).len() {
            if let Some(id) = self.card_in(seat, Zone::Play, place)
                && self.readies(id)
                && self.ready_limit(seat, id).is_none()
            {
                self.ready_at_start(id, emit);
            }
        }
        for place in 0..self.zone(seat, Zone::Inkwell).len() {
            if let Some(id) = self.card_in(seat, Zone::Inkwell, place) {
                self.status_mut(id).exerted = false;
            }
        }
    }

    /// A card gets ready in the ready step.
    pub(super) fn ready_at_start(&mut self, id: CardId, emit: Emit<'_>) {
        self.status_mut(id).exerted = false;
        self.note(Happening::to(What::Readied, self.owner(id), id), emit);
    }

    /// Whether a card would get ready in the ready step.
    fn readies(&self, id: CardId) -> bool {
        self.status(id).exerted
            && !self.cannot(id, Restriction::Ready)
            && !self.cannot(id, Restriction::ReadyAtStart)
    }

    /// How many cards like this one a player may ready in the ready step, if that is limited, and how many have got ready.
    fn ready_limit(&self, seat: Seat, id: CardId) -> Option<(usize, usize)> {
        self.player_has(seat).find_map(|(modifier, source)| {
            let PlayerModifier::ReadiesAtMost(most, filter) = modifier else { return None };
            let scope = Scope::of(source, self.owner(source)).with_player(seat);
            let is_such = |id: CardId| self.matches(filter, id, &scope);
            let readied = self.position.history.iter().filter(|past| past.what == What::Readied);
            let count = readied.filter_map(|past| past.card).filter(|&card| is_such(card)).count();
            is_such(id).then_some((usize::from(*most), count))
        })
    }

    /// The cards that may still get ready in the ready step although not all like them may.
    pub(super) fn readiable(&self, seat: Seat) -> Vec<CardId> {
        let is_open = |&id: &CardId| self.ready_limit(seat, id).is_some_and(|(most, readied)| readied < most);
        self.zone(seat, Zone::Play).iter().copied().filter(|&id| self.readies(id) && is_open(&id)).collect()
    }

    /// The draw step; the first player of the game skips it on the first turn (3).
    fn draw_step(&mut self, emit: Emit<'_>) {
        self.position.stage = Stage::Draw;
        let skips =
            self.player_is(self.position.active, |modifier| matches!(modifier, PlayerModifier::SkipsDraw));
        if self.position.turn > 1 && !skips {
            self.draw(self.position.active, emit);
        }
    }

    /// The active player ends the turn.
    pub(super) fn end_turn(&mut self, emit: Emit<'_>) {
        self.position.stage = Stage::End;
        self.position.bag_of = self.position.active;
        self.refresh();
        self.note(Happening::of(What::TurnEnds, self.position.active), emit);
    }

    /// Ends the effects that last this turn.
    fn end_effects_of_turn(&mut self) {
        let ending = Until::EndOfTurnOf(self.position.active);
        self.position.effects.retain(|effect| effect.until != Until::EndOfTurn && effect.until != ending);
    }

    /// A player who ends a turn with an empty deck loses (1.8); otherwise the next player's turn begins.
    fn pass_turn(&mut self, emit: Emit<'_>) {
        let seat = self.position.active;
        if self.position.decks[seat.index()].is_empty() {
            return self.win(opponent(seat), emit);
        }
        // What was made for this turn while its effects ended ends with it, too.
        self.end_effects_of_turn();
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
            let has_won = |&seat: &Seat| self.has_won(seat);
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
            let _ = self.banish_fallen(&dying, &struck, emit);
        }
    }

    /// Whether a player has enough lore to win (1.8).
    pub(super) fn has_won(&self, seat: Seat) -> bool {
        let needed = self.player_has(seat).map(|(modifier, _)| match modifier {
            PlayerModifier::WinsAt(lore) => *lore,
            _ => LORE_TO_WIN,
        });
        self.position.players[seat.index()].lore >= needed.max().unwrap_or(LORE_TO_WIN)
    }

    pub(super) fn is_dying(&self, id: CardId) -> bool {
        let printed = self.printed(id);
        (printed.is_character || printed.is_location)
            && i16::from(self.status(id).damage) >= self.traits(id).willpower
    }

    /// Ends a challenge and the effects that last while challenging.
    fn end_challenge(&mut self, emit: Emit<'_>) {
        self.position.stage = Stage::Main;
        self.note(Happening::of(What::ChallengeEnds, self.position.active), emit);
        self.position.effects.retain(|effect| effect.until != Until::EndOfChallenge);
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

    /// Changes a player's lore, which never drops below 0; returns by how much it has changed.
    pub(super) fn change_lore(&mut self, seat: Seat, by: i16, emit: Emit<'_>) -> i16 {
        let is_kept = self.player_is(seat, |modifier| match modifier {
            PlayerModifier::CannotGainLore => by > 0,
            PlayerModifier::CannotLoseLore => by < 0,
            _ => false,
        });
        if is_kept {
            return 0;
        }
        let player = &mut self.position.players[seat.index()];
        let before = player.lore;
        player.lore = i16::from(before).saturating_add(by).clamp(0, i16::from(u8::MAX)) as u8;
        let by = i16::from(player.lore) - i16::from(before);
        if by != 0 {
            emit(self.now(), Event::Lore { player: seat, by });
        }
        by
    }

    /// Draws a card, if there is one left (1.8).
    pub(super) fn draw(&mut self, seat: Seat, emit: Emit<'_>) {
        if self.draw_silently(seat, emit) {
            self.note(Happening::of(What::Drew, seat), emit);
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
            Pending::Order(seat) | Pending::Replace(seat) | Pending::Ready(seat) => Some(seat),
            Pending::Step(actor) => actor.seat(),
            Pending::EnterExerted(card)
            | Pending::Sing { song: card, .. }
            | Pending::ShiftAlso { card, .. }
            | Pending::ShiftDiscard { card, .. } => Some(self.owner(card)),
            Pending::Shuffle(_) => None,
        }
    }

    /// Both players, the active one first.
    pub(super) fn in_turn_order(&self) -> [Seat; 2] {
        if self.position.active == SEATS[0] { SEATS } else { [SEATS[1], SEATS[0]] }
    }
}
