//! Cards with abilities that are not encoded yet: named, warned about, or refused.

use gaslamp_core::Diagnostic;
use gaslamp_lorcana::Deck;

use crate::failure::{Failure, warn_about};

/// Warns about the cards of a deck that are played by their numbers and keywords only.
pub(super) fn warn(name: &str, deck: &Deck) {
    let cards = not_encoded(deck);
    if !cards.is_empty() {
        warn_about(&format!(
            "in {name} these cards are played by their numbers and keywords only, since they have an ability that is not \
             encoded yet: {}",
            cards.join("; ")
        ));
    }
}

/// Refuses a deck with such cards unless they are allowed; then it only warns.
pub(super) fn refuse(name: &str, deck: &Deck, is_allowed: bool) -> Result<(), Failure> {
    let cards = not_encoded(deck);
    if is_allowed || cards.is_empty() {
        warn(name, deck);
        return Ok(());
    }
    let message =
        format!("in {name} these cards have an ability that is not encoded yet: {}", cards.join("; "));
    Err(Diagnostic::unsupported("lorcana/deck/partial", message)
        .fix("--allow-partial plays them by their numbers and keywords only")
        .into())
}

fn not_encoded(deck: &Deck) -> Vec<String> {
    deck.summary().not_encoded.iter().map(|(card, _)| card.to_string()).collect()
}
