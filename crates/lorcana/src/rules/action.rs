//! What players and chance can do.

use gaslamp_core::{ContentId, Seat};

use super::piece::Piece;
use crate::cards::Card;

/// One action. Who acts is not part of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Chance: this player begins.
    Begin(Seat),
    /// Chance: a deck lies in this order.
    Shuffle(ContentId),
    /// Chance: this card, at random.
    Random(Piece),
    /// Put a card of the first hand under the deck.
    Alter(Piece),
    /// Keep the rest of the first hand.
    Keep,
    /// End the turn.
    EndTurn,
    /// Put a card into the inkwell (4.2).
    Ink(Piece),
    /// Play a card for ink (4.3).
    Play(Piece),
    /// Play a song by exerting a character.
    Sing {
        /// The song.
        song: Piece,
        /// Who sings, or sings first.
        singer: Piece,
    },
    /// Play a character on top of a card (8, Shift).
    Shift {
        /// The character.
        card: Piece,
        /// On top of what.
        onto: Piece,
    },
    /// Quest (4.5).
    Quest(Piece),
    /// Challenge (4.6).
    Challenge {
        /// Who challenges.
        by: Piece,
        /// Whom or what.
        target: Piece,
    },
    /// Move a character to a location (4.7).
    Move {
        /// Who.
        who: Piece,
        /// Where.
        to: Piece,
    },
    /// Put the top card of the deck under a character (8, Boost).
    Boost(Piece),
    /// Use an activated ability.
    Activate {
        /// The card that has it.
        card: Piece,
        /// The card on which it is printed: this one, or one that gives it to this one.
        of: Card,
        /// Its number there, from 0.
        ability: u8,
    },
    /// Answer what is asked.
    Choose(Answer),
}

/// An answer to what is asked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Answer {
    /// Yes.
    Yes,
    /// No.
    No,
    /// No more.
    Done,
    /// This card.
    Card(Piece),
    /// This player.
    Player(Seat),
    /// The waiting trigger with this place in the bag.
    Trigger(u8),
    /// So many.
    Number(u8),
}

/// The one choice that is too long to list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Open {
    /// Any order of a deck.
    Shuffle,
}

/// An order of a deck, its top card first.
pub type Order = Vec<Piece>;
