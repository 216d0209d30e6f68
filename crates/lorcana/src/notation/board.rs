//! A board as a short text: the complete state of a game, one statement on a line.
//!
//! **Reads** lines, or statements separated by `;`. `#` at the beginning of a word begins a comment. Names are
//! read in any case and with any punctuation; several lines of one zone add up.
//!
//! - `turn 5 p1 main`: the number of the turn, whose turn it is, the stage of the game. Without this line it is
//!   `turn 1 p1 main`.
//! - `p1 lore 3 inked 1 tokens 2 altered 1 played tipo_growing_son mulan_disguised_soldier`: the state of a player,
//!   any part of it; `played` comes last, and its cards may be separated by commas.
//! - `p1 hand …`, `p1 play …`, `p1 under …`, `p1 ink …`, `p1 discard …`, `p1 deck …`: cards separated by blanks, a
//!   deck from its top. A card is a key, a dot and the letter of the copy, followed by its status in parentheses:
//!   `exerted`, `drying`, `facedown`, `temporary`, `damage=2`, `at=LOCATION`, `of=TOP` and `depth=1` under a card,
//!   and `used=0+key#1+boost` for once-a-turn abilities that have been used: own, granted, Boost. `ready` and `dry` say
//!   nothing.
//!   If the letter is left out, it is the lowest that this player has not used; if a depth is, it is the next one.
//!   A number stands for that many copies of [`FILLER`], a plain character that can be inked; `p1 ink 6/4` is six of
//!   them, four ready. A player without a line for the deck has a deck of [`FILLED_DECK`] such cards.
//! - `bag p2`: whose triggers are being resolved, if not the active player's.
//! - `effect resist+1 on p1.x.a by p1.y.a until start-of-turn-p1`: a lasting effect.
//! - `trigger p1 by p1.y.a code y#0 subject p1.x.a`: a trigger in the bag, in this order.
//! - `frame p1 by p1.y.a code y#0 at 2 subject p1.x.a chosen p1.x.a p2.z.a picked p2 looked 3 done 1`: an ability being
//!   resolved; the last one is resolving now.
//! - `left p1.x.a strength 3 damage 2 under 1`: what a card was just before it left play.
//! - `damage dealt 2 on p1.x.a by p2.y.a past p1.z.a`: damage that is dealt or `put`, and whose replacements have had their
//!   chance.
//! - `struck p1.x.a`: the cards in a challenge that have taken damage from the other one since the last check.
//! - `ask order-p1`: the pending question.
//!
//! Cards that are named again may be named without player and letter if this is unambiguous; the lowest copy in play is
//! meant. The terms for effects, abilities, stages and questions are those of [`super::terms`].
//!
//! **Writes** the same with line ends and all letters, leaving out defaults except `lore` and the decks, cards in the
//! order of the game and decks from the top. Every position in which each card is in one place reads back the same;
//! [`read`] promises no more than a position, which [`crate::State::from_position`] checks.

mod read;
mod write;

pub use read::read;
pub use write::write;

use crate::cards::Card;
use crate::rules::position::Zone;

/// The card that stands for cards of which only the number is given.
pub const FILLER: Card = Card::with_key("tor_florist");

/// How many cards a deck has if nothing is said about it: enough for any short example.
pub const FILLED_DECK: usize = 10;

/// The zones, in the order in which they are written.
const ZONES: [(&str, Zone); 6] = [
    ("hand", Zone::Hand),
    ("play", Zone::Play),
    ("under", Zone::Under),
    ("ink", Zone::Inkwell),
    ("discard", Zone::Discard),
    ("deck", Zone::Deck),
];
