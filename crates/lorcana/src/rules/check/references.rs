//! Whether all cards and players that a position refers to exist.

use gaslamp_core::number_format::plural;
use gaslamp_core::{Diagnostic, Seat};

use super::{Flaw, PositionPart};
use crate::rules::piece::{CardId, PLAYERS, Piece};
use crate::rules::position::{Cause, EffectTarget, InSlot, Pending, Position, Stage, Until};

/// How long a list may be if answers or counts refer to its entries by a byte.
const MOST: usize = u8::MAX as usize;

/// The invalid references of a position.
pub(super) fn flaws(position: &Position) -> Vec<Flaw> {
    let mut check = ReferenceCheck { position, flaws: Vec::new() };
    check.pieces();
    check.cards();
    check.seats();
    check.lists();
    check.history();
    check.flaws
}

struct ReferenceCheck<'a> {
    position: &'a Position,
    flaws: Vec<Flaw>,
}

impl ReferenceCheck<'_> {
    fn wrong(&mut self, about: PositionPart, id: &'static str, message: impl Into<String>) {
        self.flaws.push(Flaw { about, diagnostic: Diagnostic::illegal(id, message) });
    }

    fn pieces(&mut self) {
        let pieces = &self.position.pieces;
        if pieces.len() > usize::from(u16::MAX) {
            self.wrong(
                PositionPart::Game,
                "lorcana/position/too-many-cards",
                "a game has at most 65535 cards",
            );
        }
        if self.position.cards.len() != pieces.len() {
            let message = format!(
                "there are {} statuses for {}",
                self.position.cards.len(),
                plural(pieces.len(), "card")
            );
            self.wrong(PositionPart::Game, "lorcana/position/statuses", message);
        }
        for (index, piece) in pieces.iter().enumerate() {
            let about = PositionPart::Card(CardId::new(index));
            if piece.owner.index() >= PLAYERS {
                self.wrong(about, "lorcana/position/no-such-player", "a card belongs to nobody");
            }
            match index.checked_sub(1).map(|before| pieces[before].cmp(piece)) {
                Some(std::cmp::Ordering::Equal) => {
                    self.wrong(about, "lorcana/position/twice", format!("{piece} appears twice"));
                }
                Some(std::cmp::Ordering::Greater) => {
                    let message = format!("cards must be sorted, but {piece} comes too late");
                    self.wrong(about, "lorcana/position/order", message);
                }
                _ => {}
            }
        }
    }

    fn card(&mut self, about: PositionPart, id: impl Into<Option<CardId>>) {
        if id.into().is_some_and(|id| id.index() >= self.position.pieces.len()) {
            self.wrong(about, "lorcana/position/no-such-card", "this names a card that is not in this game");
        }
    }

    fn seat(&mut self, about: PositionPart, seat: Seat) {
        if seat.index() >= PLAYERS {
            self.wrong(about, "lorcana/position/no-such-player", "this names a player who does not exist");
        }
    }

    fn cards(&mut self) {
        for (index, status) in self.position.cards.iter().enumerate() {
            let about = PositionPart::Card(CardId::new(index));
            self.card(about, status.location);
            self.card(about, status.under);
        }
        for used in &self.position.used {
            self.card(PositionPart::Game, used.card);
        }
        for (seat, deck) in self.position.decks.iter().enumerate() {
            deck.iter().for_each(|&id| self.card(PositionPart::Deck(Seat::new(seat)), id));
        }
        match self.position.stage {
            Stage::Challenge { by, target } | Stage::ChallengeEnd { by, target } => {
                self.card(PositionPart::Game, by);
                self.card(PositionPart::Game, target);
            }
            _ => {}
        }
        match self.position.pending {
            Some(Pending::EnterExerted(card) | Pending::Sing { song: card, .. }) => {
                self.card(PositionPart::Pending, card);
            }
            Some(Pending::ShiftAlso { card, onto } | Pending::ShiftDiscard { card, onto, .. }) => {
                self.card(PositionPart::Pending, card);
                self.card(PositionPart::Pending, onto);
            }
            Some(
                Pending::Order(_)
                | Pending::Replace(_)
                | Pending::Ready(_)
                | Pending::Step(_)
                | Pending::Shuffle(_),
            )
            | None => {}
        }
    }

    fn seats(&mut self) {
        self.seat(PositionPart::Game, self.position.active);
        self.seat(PositionPart::Bag, self.position.bag_of);
        match self.position.stage {
            Stage::Shuffle(seat)
            | Stage::Alter(seat)
            | Stage::Reshuffle(seat)
            | Stage::Over { winner: seat } => {
                self.seat(PositionPart::Game, seat);
            }
            _ => {}
        }
        match self.position.pending {
            Some(
                Pending::Order(seat) | Pending::Replace(seat) | Pending::Ready(seat) | Pending::Shuffle(seat),
            ) => {
                self.seat(PositionPart::Pending, seat);
            }
            Some(Pending::Step(actor)) => {
                actor.seat().into_iter().for_each(|seat| self.seat(PositionPart::Pending, seat));
            }
            _ => {}
        }
    }

    fn lists(&mut self) {
        for (place, effect) in self.position.effects.iter().enumerate() {
            let about = PositionPart::Effect(place);
            self.card(about, effect.source);
            match effect.on {
                EffectTarget::Card(id) => self.card(about, id),
                EffectTarget::Player(seat) => self.seat(about, seat),
                EffectTarget::Group => {}
            }
            self.card(about, effect.about);
            if let Until::StartOfTurn(seat)
            | Until::Ready(seat)
            | Until::EndOfTurnOf(seat)
            | Until::NextTurnOf(seat) = effect.until
            {
                self.seat(about, seat);
            }
        }
        if self.position.bag.len() > MOST {
            self.wrong(
                PositionPart::Bag,
                "lorcana/position/too-many-triggers",
                "at most 255 triggers can wait",
            );
        }
        for (place, trigger) in self.position.bag.iter().enumerate() {
            let about = PositionPart::Trigger(place);
            self.seat(about, trigger.controller);
            self.card(about, trigger.source);
            self.cause(about, trigger.cause);
        }
        self.position.left.iter().for_each(|known| self.card(PositionPart::Game, known.card));
        self.position.struck.iter().for_each(|&id| self.card(PositionPart::Game, id));
        for (place, damage) in self.position.coming.iter().enumerate() {
            let about = PositionPart::Coming(place);
            self.card(about, damage.card);
            self.card(about, damage.source);
            damage.past.iter().for_each(|&id| self.card(about, id));
        }
        for (place, frame) in self.position.frames.iter().enumerate() {
            let about = PositionPart::Frame(place);
            self.seat(about, frame.controller);
            self.card(about, frame.source);
            self.card(about, frame.subject);
            self.card(about, frame.other);
            frame.player.into_iter().for_each(|seat| self.seat(about, seat));
            frame.slots.iter().for_each(|one| self.card(about, one.card));
            frame.those.iter().chain(&frame.left).for_each(|&id| self.card(about, id));
            if frame.slots.len() > MOST || frame.those.len() > MOST || frame.left.len() > MOST {
                self.wrong(about, "lorcana/position/chosen", "at most 255 cards can be chosen");
            }
            for (index, one) in frame.slots.iter().enumerate() {
                let is_same = |other: &InSlot| other.slot == one.slot && other.card == one.card;
                if frame.slots[..index].iter().any(is_same) {
                    let name =
                        self.position.pieces.get(one.card.index()).map_or_else(String::new, Piece::to_string);
                    self.wrong(about, "lorcana/position/chosen", format!("{name} is chosen twice"));
                }
            }
        }
    }

    fn cause(&mut self, about: PositionPart, cause: Cause) {
        self.card(about, cause.subject);
        self.card(about, cause.other);
        self.card(about, cause.about);
        cause.player.into_iter().for_each(|seat| self.seat(about, seat));
    }

    fn history(&mut self) {
        let position = self.position;
        for past in &position.history {
            self.seat(PositionPart::Game, past.player);
            self.card(PositionPart::Game, past.card);
            self.card(PositionPart::Game, past.other);
        }
        if position.history.len() > usize::from(u16::MAX) {
            self.wrong(
                PositionPart::Game,
                "lorcana/position/history",
                "at most 65535 things can have happened in a turn",
            );
        }
    }
}
