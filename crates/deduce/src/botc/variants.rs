//! The ways to suppose the same beginning: with which token a Drunk sits there, or whose words are true, makes no other world by itself.
//!
//! Accepts what every seat may be and one seating, emits the others that begin alike.

use gaslamp_botc::{Character, CharacterSet};

use super::case::Case;
use super::suppose::{Guess, false_identity, told_fits};

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
        let silent = silent_deluded(case, seating);
        variants.seat_next(case, &alike, &silent, &mut Vec::new());
        variants
    }

    fn seat_next(
        &mut self,
        case: &Case,
        alike: &[Vec<Guess>],
        silent: &[(usize, Character)],
        chosen: &mut Vec<Guess>,
    ) {
        let Some(guesses) = alike.get(chosen.len()) else {
            if told_fits(case, chosen) {
                self.count += 1;
                if silent.iter().all(|(seat, token)| chosen[*seat].token == *token) {
                    self.different.push(chosen.clone());
                }
            }
            return;
        };
        let taken = chosen.iter().fold(CharacterSet::NONE, |taken, guess| taken.or(guess.takes()));
        for guess in guesses {
            if case.duplicate_roles || taken.and(guess.takes()).is_empty() {
                chosen.push(*guess);
                self.seat_next(case, alike, silent, chosen);
                chosen.pop();
            }
        }
    }
}

/// Whoever lives by another token and says nothing, as a Drunk may, and that token: nobody hears what they would have been told with another.
fn silent_deluded(case: &Case, seating: &[Guess]) -> Vec<(usize, Character)> {
    let lives_the_token = |role| false_identity(role).is_some_and(|identity| identity.lives_the_token);
    let seats = seating
        .iter()
        .enumerate()
        .filter(|(seat, guess)| lives_the_token(guess.role) && case.players[*seat].claims.is_empty());
    seats.map(|(seat, guess)| (seat, guess.token)).collect()
}
