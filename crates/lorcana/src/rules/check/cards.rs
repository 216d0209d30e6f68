//! Whether every card can be where it is, with the status it has.

use std::collections::HashMap;

use super::{Check, PositionPart};
use crate::cards::{Keyword, Kind};
use crate::rules::piece::{CardId, SEATS, player_name};
use crate::rules::position::{Stage, Status, Zone};

/// How high a stack may be, so that there is still room on top.
const HIGHEST: u8 = 127;

impl Check<'_> {
    /// Decks hold exactly the cards whose zone is the deck.
    pub(super) fn decks(&mut self) {
        let state = self.state;
        let mut found = vec![0_u8; state.position.pieces.len()];
        for seat in SEATS {
            for &id in &state.position.decks[seat.index()] {
                let (name, deck) = (self.name(id), player_name(seat));
                let (status, about) = (state.status(id), PositionPart::Card(id));
                found[id.index()] = found[id.index()].saturating_add(1);
                self.require(state.owner(id) == seat, about, "lorcana/position/deck", || {
                    format!("{name} is in the deck of {deck}")
                });
                self.require(status.zone == Zone::Deck, about, "lorcana/position/deck", || {
                    format!("{name} is in the deck of {deck} and elsewhere")
                });
            }
        }
        for (index, found) in found.into_iter().enumerate() {
            let id = CardId::new(index);
            let (name, is_in_deck) = (self.name(id), state.status(id).zone == Zone::Deck);
            self.require(found <= 1, PositionPart::Card(id), "lorcana/position/deck", || {
                format!("{name} is in a deck twice")
            });
            self.require(found > 0 || !is_in_deck, PositionPart::Card(id), "lorcana/position/deck", || {
                format!("{name} has no place in the deck")
            });
        }
    }

    /// Every card on its own, and the stacks.
    pub(super) fn cards(&mut self) {
        let mut depths = HashMap::new();
        for index in 0..self.state.position.cards.len() {
            let id = CardId::new(index);
            let status = *self.state.status(id);
            match (status.zone, self.state.facts(id).kind) {
                (Zone::Play, Kind::Action) => self.action_in_play(id),
                (Zone::Play, kind) => self.in_play(id, kind),
                (Zone::Under, _) => {
                    let kept = Status {
                        zone: Zone::Under,
                        facedown: status.facedown,
                        under: status.under,
                        depth: status.depth,
                        ..Status::default()
                    };
                    self.nothing_but(id, kept);
                    self.stacked(id);
                    if let Some(other) = depths.insert((status.under, status.depth), id) {
                        let message =
                            format!("{} and {} lie at one place of a stack", self.name(other), self.name(id));
                        self.wrong(PositionPart::Card(id), "lorcana/position/stack", message);
                    }
                }
                (Zone::Inkwell, _) => {
                    let kept = Status { zone: Zone::Inkwell, exerted: status.exerted, ..Status::default() };
                    self.nothing_but(id, kept);
                }
                (zone, _) => self.nothing_but(id, Status { zone, ..Status::default() }),
            }
        }
    }

    /// Only cards in play and under others have used abilities (7.1.6).
    pub(super) fn used(&mut self) {
        let position = &self.state.position;
        for used in &position.used {
            let (about, name) = (PositionPart::Card(used.card), self.name(used.card));
            let is_there =
                self.state.is_in_play(used.card) || self.state.status(used.card).zone == Zone::Under;
            self.require(is_there, about, "lorcana/position/used", || {
                format!("{name} is not in play and cannot have used an ability this turn")
            });
        }
        let is_sorted = position.used.is_sorted();
        self.require(is_sorted, PositionPart::Game, "lorcana/position/used", || {
            "the used abilities must be sorted".to_owned()
        });
    }

    /// A card outside play has no status, or only the part that its zone allows.
    fn nothing_but(&mut self, id: CardId, kept: Status) {
        let status = self.state.status(id);
        if *status == kept {
            return;
        }
        let differs = [
            (status.exerted != kept.exerted, "exerted"),
            (status.drying != kept.drying, "drying"),
            (status.facedown != kept.facedown, "facedown"),
            (status.damage != kept.damage, "damaged"),
            (status.location != kept.location, "at a location"),
            (status.under != kept.under || status.depth != kept.depth, "under a card"),
            (status.temporary != kept.temporary, "temporary"),
        ];
        let words: Vec<&str> =
            differs.iter().filter(|(differs, _)| *differs).map(|(_, word)| *word).collect();
        let place = match status.zone {
            Zone::Deck => "in a deck",
            Zone::Hand => "in hand",
            Zone::Play => "an action being resolved",
            Zone::Under => "under a card",
            Zone::Inkwell => "in the inkwell",
            Zone::Discard => "in the discard",
        };
        let message = format!("{} is {place} and cannot be {}", self.name(id), words.join(", "));
        self.wrong(PositionPart::Card(id), "lorcana/position/status", message);
    }

    /// An action is in play only while it resolves (4.3), or if the game ended meanwhile.
    fn action_in_play(&mut self, id: CardId) {
        self.nothing_but(id, Status { zone: Zone::Play, ..Status::default() });
        let position = &self.state.position;
        let is_over = matches!(position.stage, Stage::Over { .. });
        let resolves = position.frames.iter().any(|frame| frame.source == id);
        let message = || format!("{} is an action and cannot stay in play", self.state.piece(id));
        self.require(is_over || resolves, PositionPart::Card(id), "lorcana/position/action", message);
    }

    fn in_play(&mut self, id: CardId, kind: Kind) {
        let (name, status, about) = (self.name(id), *self.state.status(id), PositionPart::Card(id));
        let what = kind.name().to_lowercase();
        let is_character = matches!(kind, Kind::Character { .. });
        let is_location = matches!(kind, Kind::Location { .. });
        self.require(is_character || !status.drying, about, "lorcana/position/drying", || {
            format!("{name} is drying, but only characters dry (5.1.1.11)")
        });
        self.require(is_character || status.location.is_none(), about, "lorcana/position/location", || {
            format!("{name} is at a location, but only characters move there (4.7)")
        });
        self.require(!is_location || !status.exerted, about, "lorcana/position/exerted", || {
            format!("{name} is exerted, but locations never are (4.3)")
        });
        self.require(kind != Kind::Item || status.damage == 0, about, "lorcana/position/damage", || {
            format!("{name} is damaged, but an {what} has no willpower")
        });
        let lies_under = status.under.is_some() || status.depth > 0 || status.facedown;
        self.require(!lies_under, about, "lorcana/position/stack", || {
            format!("{name} is in play and cannot lie facedown or under a card")
        });
        let facts = self.state.facts(id);
        let may_be_temporary =
            facts.keywords.iter().any(|keyword| matches!(keyword, Keyword::Shift(shift) if shift.temporary));
        self.require(!status.temporary || may_be_temporary, about, "lorcana/position/temporary", || {
            format!("{name} is temporary, but it has no Temporary Shift")
        });
        if let Some(location) = status.location {
            let is_own = self.state.owner(location) == self.state.owner(id);
            let is_there = self.state.is_in_play(location) && self.state.printed(location).is_location;
            let location = self.name(location);
            self.require(is_own && is_there, about, "lorcana/position/location", || {
                format!("{name} is at {location}, which is not a location of the same player in play (4.7)")
            });
        }
    }

    /// A stacked card lies under a card of the same player in play.
    fn stacked(&mut self, id: CardId) {
        let (name, status, about) = (self.name(id), *self.state.status(id), PositionPart::Card(id));
        let Some(top) = status.under else {
            return self.wrong(about, "lorcana/position/stack", format!("{name} lies under no card"));
        };
        let is_own = self.state.owner(top) == self.state.owner(id);
        let is_there = self.state.is_in_play(top);
        let top = self.name(top);
        self.require(is_own && is_there, about, "lorcana/position/stack", || {
            format!("{name} lies under {top}, which is not a card of the same player in play")
        });
        self.require((1..=HIGHEST).contains(&status.depth), about, "lorcana/position/stack", || {
            format!("{name} is at place {} of its stack, not from 1 to {HIGHEST}", status.depth)
        });
    }
}
