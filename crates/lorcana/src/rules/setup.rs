//! How a game begins: two decks with or without a seed, or any position.

use std::sync::Arc;

use gaslamp_core::{Diagnostic, Seat};

use super::piece::{CardId, PLAYERS, Piece, SEATS};
use super::position::{Player, Position, Stage, Status, Zone};
use super::state::State;
use crate::cards::CardCopy;
use crate::deck::Deck;
use crate::seed::{Deal, Seed};

/// How a game begins. Anybody can write one down.
#[derive(Clone, PartialEq, Debug)]
pub enum Setup {
    /// From the very beginning: chance decides who begins and shuffles, and both players may alter their hands (2.2).
    Fresh {
        /// The decks.
        decks: [Deck; PLAYERS],
    },
    /// After both hands have been kept, as a seed deals them: player 1 begins.
    Dealt {
        /// The decks.
        decks: [Deck; PLAYERS],
        /// The seed.
        seed: Seed,
    },
    /// Any position.
    Position(Box<Position>),
}

impl Setup {
    /// The state at the beginning.
    ///
    /// # Errors
    /// Decks that are too small or too large, a seed that does not fit them, a position that breaks the rules.
    pub(super) fn state(&self) -> Result<State, Vec<Diagnostic>> {
        match self {
            Self::Fresh { decks } => {
                let copies = all_copies(decks)?;
                let mut at = Position::new(pieces(copies.iter().map(|copies| copies.iter().copied())));
                for seat in SEATS {
                    at.decks[seat.index()] = at.find(seat, copies[seat.index()].iter().rev());
                }
                Ok(State::new(at))
            }
            Self::Dealt { decks, seed } => Ok(dealt(&seed.deal([&decks[0], &decks[1]])?)),
            Self::Position(position) => State::from_position((**position).clone()),
        }
    }
}

fn all_copies(decks: &[Deck; PLAYERS]) -> Result<Vec<Vec<CardCopy>>, Vec<Diagnostic>> {
    let mut problems = Vec::new();
    let mut copies = Vec::new();
    for (index, deck) in decks.iter().enumerate() {
        problems.extend(deck.check_hand(index, "lorcana/setup/small-deck").err());
        match deck.copies() {
            Ok(lines) => copies.push(lines.concat()),
            Err(problem) => problems.push(problem),
        }
    }
    if problems.is_empty() { Ok(copies) } else { Err(problems) }
}

/// The first turn, in the main step, before anything is drawn.
fn dealt(deals: &[Deal; PLAYERS]) -> State {
    let all = deals.iter().map(|deal| deal.hand.iter().chain(&deal.deck).copied());
    let mut at = Position::new(pieces(all));
    for (seat, deal) in SEATS.into_iter().zip(deals) {
        at.decks[seat.index()] = at.find(seat, deal.deck.iter().rev());
        for id in at.find(seat, deal.hand.iter()) {
            at.cards[id.index()].zone = Zone::Hand;
        }
    }
    at.turn = 1;
    at.stage = Stage::Main;
    State::new(at)
}

fn pieces(players: impl Iterator<Item = impl Iterator<Item = CardCopy>>) -> Arc<[Piece]> {
    let mut pieces: Vec<Piece> = players
        .zip(SEATS)
        .flat_map(|(copies, owner)| copies.map(move |copy| Piece { owner, copy }))
        .collect();
    pieces.sort_unstable();
    pieces.into()
}

impl Position {
    /// Before the game, with no card in a deck yet.
    #[must_use]
    pub fn new(pieces: Arc<[Piece]>) -> Self {
        let cards = vec![Status::default(); pieces.len()];
        Self {
            pieces,
            cards,
            decks: Default::default(),
            players: [Player::default(), Player::default()],
            turn: 0,
            active: SEATS[0],
            stage: Stage::Begin,
            used: Vec::new(),
            history: Vec::new(),
            effects: Vec::new(),
            bag: Vec::new(),
            bag_of: SEATS[0],
            frames: Vec::new(),
            left: Vec::new(),
            coming: Vec::new(),
            struck: Vec::new(),
            pending: None,
        }
    }

    /// The ids of a player's copies; unknown ones are left out.
    fn find<'a>(&self, owner: Seat, copies: impl Iterator<Item = &'a CardCopy>) -> Vec<CardId> {
        copies
            .filter_map(|&copy| self.pieces.binary_search(&Piece { owner, copy }).ok())
            .map(CardId::new)
            .collect()
    }
}
