//! Two decks to play with: read, checked by the rules of constructed play, and supported by the engine.

use std::ffi::{OsStr, OsString};

use clap::Args;
use gaslamp_lorcana::{Deck, Setup};

use super::{DECKS, both, partial};
use crate::failure::Failure;

/// The decks of both players.
#[derive(Args, Debug)]
pub(crate) struct DeckArgs {
    /// Player 1's deck list: a file, the text itself, - for standard input, or sample:NAME.
    pub(super) deck1: OsString,
    /// Player 2's deck list.
    pub(super) deck2: OsString,
    /// Play cards with an ability that is not known yet by their numbers and keywords only.
    #[arg(long)]
    pub(super) allow_partial: bool,
}

impl DeckArgs {
    /// A game from the very beginning; everything that is wrong with either deck is reported at once.
    pub(super) fn setup(&self) -> Result<Setup, Failure> {
        let decks = both(self.read(&self.deck1), self.read(&self.deck2))?;
        partial::warn(&decks);
        Ok(Setup::Fresh { decks })
    }

    /// Reads a legal deck of cards that can be played.
    fn read(&self, argument: &OsStr) -> Result<Deck, Failure> {
        let input = DECKS.read(argument)?;
        let listing = gaslamp_api::lorcana::deck::read(&input)?;
        let deck = listing.check().map_err(|problems| input.problems(problems))?.deck().clone();
        partial::refuse(&input.name, &deck, self.allow_partial)?;
        Ok(deck)
    }
}
