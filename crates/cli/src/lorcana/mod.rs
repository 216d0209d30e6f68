//! What the binary does for Lorcana.

mod cards;
mod deck;

use clap::Subcommand;

use crate::failure::Failure;
use crate::output::Output;

/// What to do with Lorcana.
#[derive(Subcommand, Debug)]
pub(crate) enum Verb {
    /// Check a deck list, and show what is in it.
    ///
    /// A list has a line for each card, such as `4 Tipo - Growing Son`; # and // begin a comment.
    ///
    /// Example: gaslamp lorcana deck my.txt
    Deck {
        /// A deck list: a file, the text itself, or - for standard input.
        list: String,
    },
    /// Show the facts of cards, list a set, or count what is encoded.
    ///
    /// Without a name or a set, all cards are listed; with --json as one card database.
    ///
    /// Example: gaslamp lorcana cards "Tipo - Growing Son" --texts allCards.json
    ///
    /// Example: gaslamp lorcana cards --set 1 --coverage
    Cards(cards::CardsArgs),
}

pub(crate) fn run(verb: &Verb, out: &mut Output) -> Result<(), Failure> {
    match verb {
        Verb::Deck { list } => deck::run(list, out),
        Verb::Cards(args) => cards::run(args, out),
    }
}
