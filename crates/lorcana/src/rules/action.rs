//! What players and chance can do.

use gaslamp_core::{ContentId, Seat};

use super::piece::Piece;
use crate::cards::Card;

/// One action. Who acts is not part of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Chance decides that this player begins.
    Begin(Seat),
    /// Chance shuffles a deck into this order.
    Shuffle(ContentId),
    /// Chance picks this card.
    Random(Piece),
    /// Put a card of the opening hand on the bottom of the deck.
    Alter(Piece),
    /// Keep the rest of the opening hand.
    Keep,
    /// End the turn.
    EndTurn,
    /// Put a card into the inkwell (4.2).
    Ink(Piece),
    /// Play a card for ink (4.3).
    Play(Piece),
    /// Play a card without ink, at the other cost that it names itself, if any; onto a character if that is a Shift (4.3.3.3).
    PlayFree {
        /// The card.
        card: Piece,
        /// The card it is played onto.
        onto: Option<Piece>,
    },
    /// Play a song by exerting a character.
    Sing {
        /// The song.
        song: Piece,
        /// The character that sings, or sings first.
        singer: Piece,
    },
    /// Play a character on top of a card (8, Shift).
    Shift {
        /// The character.
        card: Piece,
        /// The card it is played onto.
        onto: Piece,
    },
    /// Quest (4.5).
    Quest(Piece),
    /// Challenge (4.6).
    Challenge {
        /// The character that challenges.
        by: Piece,
        /// The character or location it challenges.
        target: Piece,
    },
    /// Move a character to a location (4.7).
    Move {
        /// The character that moves.
        who: Piece,
        /// The location it moves to.
        to: Piece,
    },
    /// Put the top card of the deck under a character (8, Boost).
    Boost(Piece),
    /// Use an activated ability.
    Activate {
        /// The card that has it.
        card: Piece,
        /// The card on which it is printed: this one, or the one that grants it.
        of: Card,
        /// Its number there, from 0.
        ability: u8,
    },
    /// Answer the pending question.
    Choose(Answer),
}

/// An answer to a pending question.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Answer {
    /// Yes.
    Yes,
    /// No.
    No,
    /// Nothing more.
    Done,
    /// This card.
    Card(Piece),
    /// This player.
    Player(Seat),
    /// The trigger at this place in the bag.
    Trigger(u8),
    /// This number; of a choice between effects, the place of one, from 0.
    Number(u8),
    /// Any card with the name of this one.
    Name(Card),
    /// On top of the deck.
    Top,
    /// On the bottom of the deck.
    Bottom,
    /// Into the discard.
    Discard,
}

/// The one kind of choice that is too long to list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Open {
    /// Any order of a deck.
    Shuffle,
}

/// The order of a deck, top card first.
pub type Order = Vec<Piece>;
