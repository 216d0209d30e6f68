//! The ways to suppose the same beginning: with which token a Drunk sits there, or whose words are true, makes no other world by itself.
//!
//! Accepts what every seat may be and one seating, emits the others that begin alike.

use gaslamp_botc::{Character, CharacterSet};

use super::case::Case;
use super::suppose::{DRUNK, Guess, told_fits};

/// The seatings in which everybody has the same role.
pub(super) struct Variants {
    /// How many there are.
    pub(super) count: usize,
    /// Those of them that may lead to different worlds.
    pub(super) different: Vec<Vec<Guess>>,
}

impl Variants {
    /// The variants of a seating.
    pub(super) fn of(case: &Case, options: &[Vec<Guess>], seating: &[Guess]) -> Self {
        let same_role = |(guesses, own): (&Vec<Guess>, &Guess)| {
            guesses.iter().copied().filter(|guess| guess.role == own.role).collect()
        };
        let alike: Vec<Vec<Guess>> = options.iter().zip(seating).map(same_role).collect();
        let mut variants = Self { count: 0, different: Vec::new() };
        let drunk = silent_drunk(case, seating);
        variants.seat_next(case, &alike, drunk, &mut Vec::new());
        variants
    }

    fn seat_next(
        &mut self,
        case: &Case,
        alike: &[Vec<Guess>],
        drunk: Option<(usize, Character)>,
        chosen: &mut Vec<Guess>,
    ) {
        let Some(guesses) = alike.get(chosen.len()) else {
            if told_fits(case, chosen) {
                self.count += 1;
                if drunk.is_none_or(|(seat, token)| chosen[seat].token == token) {
                    self.different.push(chosen.clone());
                }
            }
            return;
        };
        let taken = chosen.iter().fold(CharacterSet::NONE, |taken, guess| taken.or(guess.takes()));
        for guess in guesses {
            if case.duplicate_roles || taken.and(guess.takes()).is_empty() {
                chosen.push(*guess);
                self.seat_next(case, alike, drunk, chosen);
                chosen.pop();
            }
        }
    }
}

/// A Drunk who says nothing, and the token he or she has: nobody hears what a Drunk with another would have been told.
fn silent_drunk(case: &Case, seating: &[Guess]) -> Option<(usize, Character)> {
    let seat = seating.iter().position(|guess| guess.role == DRUNK)?;
    case.players[seat].claims.is_empty().then_some((seat, seating[seat].token))
}
