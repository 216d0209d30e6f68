//! A board as a short text: the complete state of a game, one statement on a line.
//!
//! **Reads** lines, or statements separated by `;`. `#` at the beginning of a word begins a comment. Names are
//! read in any case and with any punctuation; several lines of one zone add up.
//!
//! - `turn 5 p1 main`: the number of the turn, whose turn it is, the stage of the game. Without this line it is
//!   `turn 1 p1 main`.
//! - `p1 lore 3 inked 1 tokens 2 altered 1`: the state of a player, any part of it.
//! - `p1 hand …`, `p1 play …`, `p1 under …`, `p1 ink …`, `p1 discard …`, `p1 deck …`: cards separated by blanks, a
//!   deck from its top. A card is a key, a dot and the letter of the copy, followed by its status in parentheses:
//!   `exerted`, `drying`, `facedown`, `temporary`, `damage=2`, `at=LOCATION`, `of=TOP` and `depth=1` under a card,
//!   and `used=0+key#1+boost` for once-a-turn abilities that have been used: own, granted, Boost. `ready` and `dry` say
//!   nothing.
//!   If the letter is left out, it is the lowest that this player has not used; if a depth is, it is the next one.
//!   A number stands for that many copies of [`FILLER`], a plain character that can be inked; `p1 ink 6/4` is six of
//!   them, four ready. A player without a line for the deck has a deck of [`FILLED_DECK`] such cards.
//! - `bag p2`: whose triggers are being resolved, if not the active player's.
//! - `past played p1 card p1.x.a other p1.y.a number 1`: something that has happened this turn, and whose deed it is or
//!   to whom it happened; the names are those of [`What`](crate::rules::happening::What). The lines are in the order
//!   in which it happened.
//! - `effect resist+1 on p1.x.a by p1.y.a until start-of-turn-p1 about p2.z.a`: a lasting effect, on a card, a player
//!   or a `group`, and the card that it remembers.
//! - `trigger p1 by p1.y.a code y#0 subject p1.x.a other p2.z.a player p2 number 3 at 12 about p2.z.a`: a trigger in the
//!   bag, in this order, with the event that triggered it.
//! - `frame p1 by p1.y.a code y#0 step 2 subject p1.x.a other p2.z.a player p2 at 12 slots 0:p1.x.a 1:p2.z.a:moved
//!   those p1.x.a named x result -2 loops 3 1 tries 5 failed 1 accepted to-bottom done 1 left p2.z.a` (on one line): an ability
//!   being resolved; the last one is resolving now. `slots` are numbers with what is in them, in order; a card may be
//!   `moved` since and seen by its `controller` only, that of the ability, or by its `owner` only, as in
//!   `1:p2.z.a:moved:owner`. `accepted` and `to-bottom` are flags.
//! - `left p1.x.a strength 3 willpower 4 lore 1 damage 2 under 1`: what a card was just before it left play.
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

/// What a lasting effect is on that is on all cards in play that are like something.
const GROUP: &str = "group";

/// The zones, in the order in which they are written.
const ZONES: [(&str, Zone); 6] = [
    ("hand", Zone::Hand),
    ("play", Zone::Play),
    ("under", Zone::Under),
    ("ink", Zone::Inkwell),
    ("discard", Zone::Discard),
    ("deck", Zone::Deck),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Everything that can be said of what has happened, lasts, waits and is being resolved.
    const FULL: &str = "\
turn 5 p1 main
p1 lore 0
p1 play tipo_growing_son.a
p1 deck
p2 lore 0
p2 play stitch_new_dog.a
p2 deck
past played p1 card p1.tipo_growing_son.a
past strikes p1 card p1.tipo_growing_son.a other p2.stitch_new_dog.a number 3
past drew p2
effect tipo_growing_son#3 on group by p1.tipo_growing_son.a until next-turn-p2
effect evasive on p2.stitch_new_dog.a by p1.tipo_growing_son.a until source-leaves about p2.stitch_new_dog.a
effect strength-1 on p2 by p1.tipo_growing_son.a until leaves
trigger p2 by p1.tipo_growing_son.a code support subject p1.tipo_growing_son.a other p2.stitch_new_dog.a \
player p1 number 3 at 12 about p1.tipo_growing_son.a
trigger p1 by p1.tipo_growing_son.a code vanish
frame p1 by p1.tipo_growing_son.a code tipo_growing_son#0
frame p1 by p1.tipo_growing_son.a code tipo_growing_son#0 step 300 subject p1.tipo_growing_son.a \
other p2.stitch_new_dog.a player p2 at 12 slots 0:p1.tipo_growing_son.a 1:p2.stitch_new_dog.a:moved \
1:p2.stitch_new_dog.a:controller 255:p2.stitch_new_dog.a:moved:owner those p2.stitch_new_dog.a \
p1.tipo_growing_son.a named stitch_new_dog result -2 loops 3 0 tries 5 failed 1 accepted to-bottom done 1 \
left p2.stitch_new_dog.a
left p1.tipo_growing_son.a strength -1 willpower 4 lore 1 damage 2 under 1
left p2.stitch_new_dog.a strength 0
ask shuffle-p2
";

    #[test]
    fn everything_reads_back() {
        let position = read(FULL).expect("a board");
        assert_eq!(write(&position), FULL);
        let frame = position.frames.last().expect("a frame");
        assert_eq!((position.history.len(), frame.slots.len(), frame.result), (3, 4, -2));
    }

    #[test]
    fn other_parts_are_refused() {
        const FRAME: &str = "frame p1 by p1.tipo_growing_son.a code support";
        for (line, id) in [
            ("past played".to_owned(), "lorcana/board/part"),
            ("past danced p1".to_owned(), "lorcana/words/what"),
            ("past played p3".to_owned(), "lorcana/board/who"),
            ("past played p1 card".to_owned(), "lorcana/board/part"),
            ("past drew p2 number 300".to_owned(), "lorcana/board/number"),
            ("effect ward on group by tipo_growing_son until leaves-p1".to_owned(), "lorcana/words/until"),
            (format!("{FRAME} slots p1.tipo_growing_son.a"), "lorcana/board/slot"),
            (format!("{FRAME} slots x:p1.tipo_growing_son.a"), "lorcana/board/number"),
            (format!("{FRAME} slots 0:p1.tipo_growing_son.a:hidden"), "lorcana/words/seen"),
            (format!("{FRAME} slots 0:"), "lorcana/board/unknown-card"),
            (format!("{FRAME} named no_such_card"), "lorcana/board/unknown-card"),
            (format!("{FRAME} loops 1000"), "lorcana/board/number"),
            (format!("{FRAME} accepted yes"), "lorcana/board/part"),
            (format!("{FRAME} player p1 p2"), "lorcana/board/part"),
            (format!("{FRAME} chosen p1.tipo_growing_son.a"), "lorcana/board/part"),
        ] {
            let problems = read(&format!("p1 play tipo_growing_son; {line}")).expect_err(&line);
            assert_eq!(problems.first().map(|problem| problem.id), Some(id), "{line}: {problems:?}");
        }
    }
}
