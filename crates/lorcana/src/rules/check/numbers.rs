//! Whether all cards and players that a position names are there.

use gaslamp_core::{Diagnostic, Seat};

use super::{About, Flaw};
use crate::rules::piece::{CardId, PLAYERS, Piece};
use crate::rules::position::{On, Pending, Position, Stage, Until};

/// How many entries a list may have of which an answer or a count names one by a byte.
const MOST: usize = u8::MAX as usize;

/// What is wrong with the numbers of a position.
pub(super) fn flaws(at: &Position) -> Vec<Flaw> {
    let mut check = Numbers { at, flaws: Vec::new() };
    check.pieces();
    check.cards();
    check.seats();
    check.lists();
    check.flaws
}

struct Numbers<'a> {
    at: &'a Position,
    flaws: Vec<Flaw>,
}

impl Numbers<'_> {
    fn wrong(&mut self, about: About, id: &'static str, message: impl Into<String>) {
        self.flaws.push(Flaw { about, diagnostic: Diagnostic::illegal(id, message) });
    }

    fn pieces(&mut self) {
        let pieces = &self.at.pieces;
        if pieces.len() > usize::from(u16::MAX) {
            self.wrong(About::Game, "lorcana/position/too-many-cards", "a game has at most 65535 cards");
        }
        if self.at.cards.len() != pieces.len() {
            let message = format!("{} cards have {} statuses", pieces.len(), self.at.cards.len());
            self.wrong(About::Game, "lorcana/position/statuses", message);
        }
        for (index, piece) in pieces.iter().enumerate() {
            let about = About::Card(CardId::new(index));
            if piece.owner.index() >= PLAYERS {
                self.wrong(about, "lorcana/position/no-such-player", "a card belongs to nobody");
            }
            match index.checked_sub(1).map(|before| pieces[before].cmp(piece)) {
                Some(std::cmp::Ordering::Equal) => {
                    self.wrong(about, "lorcana/position/twice", format!("{piece} is there twice"));
                }
                Some(std::cmp::Ordering::Greater) => {
                    let message = format!("cards are sorted, but {piece} comes late");
                    self.wrong(about, "lorcana/position/order", message);
                }
                _ => {}
            }
        }
    }

    fn card(&mut self, about: About, id: impl Into<Option<CardId>>) {
        if id.into().is_some_and(|id| id.index() >= self.at.pieces.len()) {
            self.wrong(about, "lorcana/position/no-such-card", "a card is named that is not in this game");
        }
    }

    fn seat(&mut self, about: About, seat: Seat) {
        if seat.index() >= PLAYERS {
            self.wrong(about, "lorcana/position/no-such-player", "a player is named who is not there");
        }
    }

    fn cards(&mut self) {
        for (index, status) in self.at.cards.iter().enumerate() {
            let about = About::Card(CardId::new(index));
            self.card(about, status.at);
            self.card(about, status.under);
        }
        for (seat, deck) in self.at.decks.iter().enumerate() {
            deck.iter().for_each(|&id| self.card(About::Deck(Seat::new(seat)), id));
        }
        match self.at.stage {
            Stage::Challenge { by, target } => {
                self.card(About::Game, by);
                self.card(About::Game, target);
            }
            Stage::ChallengeEnd { by } => self.card(About::Game, by),
            _ => {}
        }
        match self.at.pending {
            Some(Pending::EnterExerted(card) | Pending::Sing { song: card, .. }) => {
                self.card(About::Pending, card)
            }
            Some(Pending::ShiftAlso { card, onto } | Pending::ShiftDiscard { card, onto, .. }) => {
                self.card(About::Pending, card);
                self.card(About::Pending, onto);
            }
            Some(Pending::Order(_) | Pending::Step(_)) | None => {}
        }
    }

    fn seats(&mut self) {
        self.seat(About::Game, self.at.active);
        self.seat(About::Bag, self.at.bag_of);
        match self.at.stage {
            Stage::Shuffle(seat)
            | Stage::Alter(seat)
            | Stage::Reshuffle(seat)
            | Stage::Over { winner: seat } => {
                self.seat(About::Game, seat);
            }
            _ => {}
        }
        match self.at.pending {
            Some(Pending::Order(seat)) => self.seat(About::Pending, seat),
            Some(Pending::Step(actor)) => {
                actor.seat().into_iter().for_each(|seat| self.seat(About::Pending, seat))
            }
            _ => {}
        }
    }

    fn lists(&mut self) {
        for (place, effect) in self.at.effects.iter().enumerate() {
            let about = About::Effect(place);
            self.card(about, effect.source);
            match effect.on {
                On::Card(id) => self.card(about, id),
                On::Player(seat) => self.seat(about, seat),
            }
            if let Until::StartOfTurn(seat) | Until::Ready(seat) = effect.until {
                self.seat(about, seat);
            }
        }
        if self.at.bag.len() > MOST {
            self.wrong(About::Bag, "lorcana/position/too-many-triggers", "at most 255 triggers can wait");
        }
        for (place, trigger) in self.at.bag.iter().enumerate() {
            let about = About::Trigger(place);
            self.seat(about, trigger.by);
            self.card(about, trigger.source);
            self.card(about, trigger.subject);
        }
        for (place, frame) in self.at.frames.iter().enumerate() {
            let about = About::Frame(place);
            self.seat(about, frame.by);
            self.card(about, frame.source);
            self.card(about, frame.subject);
            frame.chosen.iter().for_each(|&id| self.card(about, id));
            if frame.chosen.len() > MOST {
                self.wrong(about, "lorcana/position/chosen", "at most 255 cards can be chosen");
            }
            for (index, id) in frame.chosen.iter().enumerate() {
                if frame.chosen[..index].contains(id) {
                    let name = self.at.pieces.get(id.index()).map_or_else(String::new, Piece::to_string);
                    self.wrong(about, "lorcana/position/chosen", format!("{name} is chosen twice"));
                }
            }
        }
    }
}
