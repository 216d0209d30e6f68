//! What happens, as the rules report it. `view` decides what a seat sees of it.

use gaslamp_core::{Actor, Seat};

use super::action::Action;
use super::piece::Piece;
use crate::cards::Card;

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// Somebody acts.
    Acts {
        /// Who acts.
        by: Actor,
        /// What they do.
        action: Action,
        /// Which players see it.
        audience: Audience,
    },
    /// A deck was shuffled; nobody sees the order.
    Shuffled {
        /// Whose deck.
        player: Seat,
        /// The new order, top card first; empty for players.
        order: Vec<Piece>,
    },
    /// A turn begins.
    TurnBegins(Seat),
    /// A player draws a card, which only that player sees.
    Draws {
        /// Who draws.
        player: Seat,
        /// The card, for those who see it.
        card: Option<Piece>,
    },
    /// A card enters play.
    Enters(Piece),
    /// A card is discarded.
    Discards(Piece),
    /// A card goes into an inkwell, facedown.
    ToInkwell {
        /// Whose inkwell.
        player: Seat,
        /// The card, for those who know it.
        card: Option<Piece>,
        /// Which players know the card.
        known: KnownTo,
    },
    /// A card goes facedown under a card in play.
    PutUnder {
        /// The card on top.
        top: Piece,
        /// The card; no player sees it.
        card: Option<Piece>,
    },
    /// A player looks at cards on top of the deck.
    Looks {
        /// Who looks.
        player: Seat,
        /// The cards, top card first; empty for the other player.
        cards: Vec<Piece>,
        /// How many.
        count: u8,
    },
    /// A player looks at the hand, the inkwell or the facedown cards of a player.
    LooksAt {
        /// Who looks.
        player: Seat,
        /// Whose cards.
        of: Seat,
        /// The cards; empty for the other player.
        cards: Vec<Piece>,
        /// How many.
        count: u8,
    },
    /// A card is revealed.
    Reveals(Piece),
    /// A player names a card: any with the name of this one.
    Names {
        /// Who names it.
        player: Seat,
        /// A card with that name.
        card: Card,
    },
    /// A card goes to a hand from somewhere other than the deck.
    ToHand {
        /// Whose hand.
        player: Seat,
        /// The card, for those who know it.
        card: Option<Piece>,
        /// Which players know the card.
        known: KnownTo,
    },
    /// A card goes to the bottom or top of its player's deck.
    ToDeck {
        /// Whose deck.
        player: Seat,
        /// The card, for those who know it.
        card: Option<Piece>,
        /// Which players know the card.
        known: KnownTo,
        /// Whether it goes on top instead of to the bottom.
        top: bool,
    },
    /// A character is moved to a location by an effect.
    MovesTo {
        /// The character.
        who: Piece,
        /// The location.
        to: Piece,
    },
    /// Ink drops are gained or removed.
    InkDrops {
        /// Whose.
        player: Seat,
        /// By how many.
        by: i16,
    },
    /// Lore changes.
    Lore {
        /// Whose lore.
        player: Seat,
        /// By how much.
        by: i16,
    },
    /// Damage counters are put on a card.
    Damage {
        /// The damaged card.
        card: Piece,
        /// How much.
        by: u8,
        /// The card whose deed it is.
        from: Piece,
    },
    /// Damage counters are removed from a card.
    Heals {
        /// The healed card.
        card: Piece,
        /// How much.
        by: u8,
    },
    /// A card is banished.
    Banished {
        /// Which.
        card: Piece,
        /// The card by whose effect or damage, if it is another one.
        by: Option<Piece>,
    },
    /// A card is exerted by an effect.
    Exerts(Piece),
    /// A card is readied by an effect.
    Readies(Piece),
    /// A triggered ability goes into the bag.
    Triggers(Piece),
    /// A triggered ability of a card resolves.
    Resolves(Piece),
    /// Something happens instead of something else because of this card.
    Replaces(Piece),
    /// The game is over: this player wins.
    Wins(Seat),
}

impl Event {
    /// A card goes to hand.
    pub(super) const fn to_hand(card: Piece, known: KnownTo) -> Self {
        Self::ToHand { player: card.owner, card: Some(card), known }
    }
}

/// Which players see an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    /// Both players.
    Everybody,
    /// Only this one.
    Only(Seat),
    /// Neither player: chance picks among cards that nobody knows.
    Nobody,
}

/// Which players know a card that moves facedown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KnownTo {
    /// Both players.
    Everybody,
    /// Only the player whose card it is.
    Owner,
    /// Only the other player.
    Opponent,
    /// Neither player.
    Nobody,
}
