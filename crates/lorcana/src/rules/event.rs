//! What happens, as the rules tell it. What a seat sees of it is said in `view`.

use gaslamp_core::{Actor, Seat};

use super::action::Action;
use super::piece::Piece;

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// Somebody acts.
    Acts {
        /// Who.
        by: Actor,
        /// What.
        action: Action,
        /// Who alone sees it; else everybody.
        only: Option<Seat>,
    },
    /// A deck was shuffled; nobody sees the order.
    Shuffled {
        /// Whose.
        player: Seat,
        /// The new order, the top first; empty for players.
        order: Vec<Piece>,
    },
    /// A turn begins.
    TurnBegins(Seat),
    /// A player draws a card, which only that player sees.
    Draws {
        /// Who.
        player: Seat,
        /// What.
        card: Option<Piece>,
    },
    /// A card enters play.
    Enters(Piece),
    /// A card is discarded.
    Discards(Piece),
    /// A card goes into an inkwell, facedown.
    ToInkwell {
        /// Whose.
        player: Seat,
        /// Which.
        card: Option<Piece>,
        /// Who knows which, beside those who know all.
        known: KnownTo,
    },
    /// A card goes facedown under a card in play.
    PutUnder {
        /// The card on top.
        top: Piece,
        /// Which; no player sees it.
        card: Option<Piece>,
    },
    /// A player looks at cards on top of the deck.
    Looks {
        /// Who.
        player: Seat,
        /// What, the top first; nothing for the other player.
        cards: Vec<Piece>,
        /// How many.
        count: u8,
    },
    /// A card is revealed.
    Reveals(Piece),
    /// A card goes to hand from elsewhere than the deck.
    ToHand {
        /// Whose.
        player: Seat,
        /// Which.
        card: Option<Piece>,
        /// Who knows which.
        known: KnownTo,
    },
    /// A card goes to the bottom or top of its player's deck.
    ToDeck {
        /// Whose.
        player: Seat,
        /// Which.
        card: Option<Piece>,
        /// Who knows which.
        known: KnownTo,
        /// Whether it goes on top.
        top: bool,
    },
    /// Lore changes.
    Lore {
        /// Whose.
        player: Seat,
        /// By how much.
        by: i16,
    },
    /// Damage counters come onto a card.
    Damage {
        /// Which.
        card: Piece,
        /// How much.
        by: u8,
    },
    /// Damage counters are removed.
    Heals {
        /// From which card.
        card: Piece,
        /// How much.
        by: u8,
    },
    /// A card is banished.
    Banished(Piece),
    /// A card is exerted by an effect.
    Exerts(Piece),
    /// A card is readied by an effect.
    Readies(Piece),
    /// A triggered ability goes into the bag.
    Triggers(Piece),
    /// A triggered ability of a card resolves.
    Resolves(Piece),
    /// Something happens instead of something else, because of this card.
    Replaces(Piece),
    /// The game is over.
    Wins(Seat),
}

impl Event {
    /// A card goes to hand.
    pub(super) const fn to_hand(card: Piece, known: KnownTo) -> Self {
        Self::ToHand { player: card.owner, card: Some(card), known }
    }
}

/// Who knows which card it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KnownTo {
    /// Everybody saw it.
    Everybody,
    /// Only its player.
    Owner,
    /// No player.
    Nobody,
}
