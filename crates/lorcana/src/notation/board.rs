//! A board as a short text: everything that is so at one moment, one thing on a line.
//!
//! **Reads** lines, or statements with `;` between them. `#` at the beginning of a word begins a comment. Names are
//! read in any case and with any punctuation; several lines of one zone add up.
//!
//! - `turn 5 p1 main`: the number of the turn, whose it is, what the game is doing. Without this line it is
//!   `turn 1 p1 main`.
//! - `p1 lore 3 inked 1 tokens 2 altered 1 played tipo_growing_son mulan_disguised_soldier`: how a player stands,
//!   any of it; `played` comes last, and commas may stand between its cards.
//! - `p1 hand …`, `p1 play …`, `p1 under …`, `p1 ink …`, `p1 discard …`, `p1 deck …`: cards with blanks between them, a
//!   deck from its top. A card is a key, a dot and the letter of the copy, then in parentheses what is so of it:
//!   `exerted`, `drying`, `facedown`, `temporary`, `damage=2`, `at=LOCATION`, `of=TOP` and `depth=1` under a card,
//!   and `used=0+boost` for abilities that may be used once a turn and have been. `ready` and `dry` say nothing.
//!   Where the letter is left out, it is the lowest that this player has not used; where a depth is, the next.
//!   A number stands for so many copies of [`FILLER`], a plain character that can be inked; `p1 ink 6/4` is six of
//!   them, four ready. A player without a line for the deck has one of [`FILLED_DECK`] such cards.
//! - `bag p2`: whose triggers are resolved at present, if not the active player's.
//! - `effect resist+1 on p1.x.a by p1.y.a until start-of-turn-p1`: something that lasts for a while.
//! - `trigger p1 by p1.y.a code y#0 subject p1.x.a`: what waits in the bag, in this order.
//! - `frame p1 by p1.y.a code y#0 at 2 subject p1.x.a chosen p1.x.a p2.z.a picked p2 looked 3 done 1`: what is being
//!   resolved, what goes on now last.
//! - `ask order-p1`: what somebody is asked.
//!
//! Cards that are named again may go without player and letter if only one can be meant; the lowest copy in play
//! is. The words for effects, abilities, stages and questions are those of [`super::terms`].
//!
//! **Writes** the same with line ends, every letter, nothing that is as usual but `lore` and the decks, cards in the
//! order of the game and decks from the top. Every position that puts each of its cards into one place reads
//! back the same; [`read`] promises no more than that it is one, [`crate::State::from_position`] checks it.

mod read;
mod write;

pub use read::read;
pub use write::write;

use crate::cards::Card;
use crate::rules::position::Zone;

/// The card that stands for cards of which only the number is told.
pub const FILLER: Card = Card::with_key("tor_florist");

/// How many cards a deck has of which nothing is told: enough for any short story.
pub const FILLED_DECK: usize = 10;

/// The zones, in the order of writing.
const ZONES: [(&str, Zone); 6] = [
    ("hand", Zone::Hand),
    ("play", Zone::Play),
    ("under", Zone::Under),
    ("ink", Zone::Inkwell),
    ("discard", Zone::Discard),
    ("deck", Zone::Deck),
];
