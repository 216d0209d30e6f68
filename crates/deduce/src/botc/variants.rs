//! Hypotheses with the same roles: which token a Drunk drew, or who is honest, does not make a different world by itself.
//!
//! Accepts the candidates of every seat and one seating, emits the other seatings with the same roles.

use gaslamp_botc::{Character, CharacterSet};

use super::case::Case;
use super::deal_hypothesis::{Candidate, identity, told_fits};

/// The seatings in which everybody has the same role.
pub(super) struct Variants {
    /// How many there are.
    pub(super) count: usize,
    /// Those that may lead to different worlds.
    pub(super) different: Vec<Vec<Candidate>>,
}

impl Variants {
    /// The variants of a seating.
    pub(super) fn of(case: &Case, options: &[Vec<Candidate>], seating: &[Candidate]) -> Self {
        let same_role = |(candidates, own): (&Vec<Candidate>, &Candidate)| {
            candidates.iter().copied().filter(|candidate| candidate.role == own.role).collect()
        };
        let alike: Vec<Vec<Candidate>> = options.iter().zip(seating).map(same_role).collect();
        let mut variants = Self { count: 0, different: Vec::new() };
        let silent = silent_deluded(case, seating);
        variants.seat_next(case, &alike, &silent, &mut Vec::new());
        variants
    }

    fn seat_next(
        &mut self,
        case: &Case,
        alike: &[Vec<Candidate>],
        silent: &[(usize, Character)],
        chosen: &mut Vec<Candidate>,
    ) {
        let Some(candidates) = alike.get(chosen.len()) else {
            if told_fits(case, chosen) {
                self.count += 1;
                if silent.iter().all(|(seat, token)| chosen[*seat].token == *token) {
                    self.different.push(chosen.clone());
                }
            }
            return;
        };
        let taken = chosen.iter().fold(CharacterSet::NONE, |taken, candidate| taken.or(candidate.takes()));
        for candidate in candidates {
            if case.duplicate_roles || taken.and(candidate.takes()).is_empty() {
                chosen.push(*candidate);
                self.seat_next(case, alike, silent, chosen);
                chosen.pop();
            }
        }
    }
}

/// A player who drew another character's token and says nothing, as a Drunk may, and that token: it makes no difference which one it
/// is, since nobody hears what they were told.
fn silent_deluded(case: &Case, seating: &[Candidate]) -> Vec<(usize, Character)> {
    let lives_the_token = |role| identity(case, role).is_some_and(|identity| identity.lives_the_token);
    let seats = seating
        .iter()
        .enumerate()
        .filter(|(seat, candidate)| lives_the_token(candidate.role) && case.players[*seat].claims.is_empty());
    seats.map(|(seat, candidate)| (seat, candidate.token)).collect()
}
