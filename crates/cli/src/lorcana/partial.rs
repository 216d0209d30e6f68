//! Cards with abilities that are not known yet: warned about, or refused.

use gaslamp_core::Diagnostic;
use gaslamp_core::number_format::plural;
use gaslamp_lorcana::{Card, Deck};

use crate::failure::{Failure, warn_about};

/// How many cards a warning names.
const MOST_NAMED: usize = 3;

/// Warns about the cards of both decks that are played by their numbers and keywords only.
pub(super) fn warn(decks: &[Deck; 2]) {
    let mut cards: Vec<Card> = decks.iter().flat_map(not_encoded).collect();
    cards.sort_unstable();
    cards.dedup();
    if cards.is_empty() {
        return;
    }
    let some: Vec<String> = cards.iter().take(MOST_NAMED).map(ToString::to_string).collect();
    let more = match cards.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        more => format!("; and {more} more, listed by `lorcana deck`"),
    };
    warn_about(&format!(
        "{} with an ability that is not known yet, played by numbers and keywords only: {}{more}",
        plural(cards.len(), "card"),
        some.join("; ")
    ));
}

/// Refuses a deck with such cards unless they are allowed.
pub(super) fn refuse(name: &str, deck: &Deck, is_allowed: bool) -> Result<(), Failure> {
    let cards: Vec<String> = not_encoded(deck).map(|card| card.to_string()).collect();
    if is_allowed || cards.is_empty() {
        return Ok(());
    }
    let message =
        format!("in {name} these cards have an ability that is not known yet: {}", cards.join("; "));
    Err(Diagnostic::unsupported("lorcana/deck/partial", message)
        .fix("--allow-partial plays them by their numbers and keywords only")
        .into())
}

fn not_encoded(deck: &Deck) -> impl Iterator<Item = Card> {
    deck.summary().not_encoded.into_iter().map(|(card, _)| card)
}
