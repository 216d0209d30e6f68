//! A card that a player brought to the game, and its number there.
//!
//! **Reads and writes** `p1.tipo_growing_son.a`: the player, a dot and the copy.

use std::fmt;

use gaslamp_core::Seat;

use crate::cards::{Card, CardCopy, Facts};

/// How many players there are.
pub const PLAYERS: usize = 2;

/// Both players, in order.
pub const SEATS: [Seat; PLAYERS] = [Seat::new(0), Seat::new(1)];

/// The other player.
#[must_use]
pub const fn opponent(seat: Seat) -> Seat {
    Seat::new(1 - seat.index() % PLAYERS)
}

/// The name of a player in files: `p1` or `p2`.
#[must_use]
pub const fn player_name(seat: Seat) -> &'static str {
    if seat.index() == 0 { "p1" } else { "p2" }
}

/// The player with this name.
#[must_use]
pub fn player_named(name: &str) -> Option<Seat> {
    SEATS.into_iter().find(|&seat| player_name(seat) == name)
}

/// The player with this name, in any case.
#[must_use]
pub fn player_named_in_any_case(name: &str) -> Option<Seat> {
    SEATS.into_iter().find(|&seat| player_name(seat).eq_ignore_ascii_case(name))
}

/// A card that a player brought to the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// Who brought it.
    pub owner: Seat,
    /// Which copy of which card.
    pub copy: CardCopy,
}

impl Piece {
    /// The piece that a text names.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let (player, copy) = text.split_once('.')?;
        let owner = player_named(player)?;
        Some(Self { owner, copy: CardCopy::read(copy)? })
    }

    /// The card.
    #[must_use]
    pub const fn card(self) -> Card {
        self.copy.card
    }

    /// The facts of the card.
    #[must_use]
    pub const fn facts(self) -> &'static Facts {
        self.copy.card.facts()
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", player_name(self.owner), self.copy)
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The index of a piece among all pieces of a game, which are sorted by owner, card and copy.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardId(u16);

impl CardId {
    /// The piece at this index. Games have at most `u16::MAX` cards.
    #[must_use]
    pub const fn new(index: usize) -> Self {
        Self(index as u16)
    }

    /// The index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for CardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}
