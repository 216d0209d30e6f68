//! What players claim in public, whether it is true of a deal, and which claims contradict each other.

use gaslamp_core::{Seat, View};
use gaslamp_mafia::{Action, Colour, Deal, Phrase, State};

use super::Worlds;
use super::deal_set::DealSet;

/// Something that a player said in public.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Claim {
    /// Who said so.
    pub by: Seat,
    /// What was said.
    pub assertion: Assertion,
    /// How many nights had begun by then: nobody has checked anybody before the first.
    pub nights: u8,
}

/// What a player may claim.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Assertion {
    /// "I am the sheriff", or "I am not".
    Sheriff(bool),
    /// "I checked this player, and this is the colour".
    Checked(Seat, Colour),
    /// "This player is of this colour".
    Colour(Seat, Colour),
}

impl Claim {
    /// Whether this would be true of this deal. A claimed check counts as true if a real check could have found that, since
    /// nobody can tell whether it was made.
    #[must_use]
    pub fn is_true_in(&self, deal: &Deal) -> bool {
        match self.assertion {
            Assertion::Sheriff(is) => (deal.sheriff() == self.by) == is,
            Assertion::Checked(seat, colour) => {
                self.nights > 0 && deal.sheriff() == self.by && deal.role(seat).colour() == colour
            }
            Assertion::Colour(seat, colour) => deal.role(seat).colour() == colour,
        }
    }

    /// Whether both say the same, so that the second adds nothing.
    fn repeats(&self, other: &Self) -> bool {
        let same_time = (self.nights > 0) == (other.nights > 0);
        self.by == other.by && self.assertion == other.assertion && same_time
    }
}

/// What the others said in a seat's view, in order, without repetitions. A seat learns nothing from its own words.
#[must_use]
pub fn claims(view: &View<State>) -> Vec<Claim> {
    let mut nights = 0;
    let mut all: Vec<Claim> = Vec::new();
    for (_, event) in &view.seen {
        let assertion = match event.phrase {
            Phrase::Night(number) => {
                nights = number;
                continue;
            }
            Phrase::Act(Action::ClaimSheriff) => Assertion::Sheriff(true),
            Phrase::Act(Action::DenySheriff) => Assertion::Sheriff(false),
            Phrase::Act(Action::ClaimCheck(seat, colour)) => Assertion::Checked(seat, colour),
            Phrase::Act(Action::Say(seat, colour)) => Assertion::Colour(seat, colour),
            _ => continue,
        };
        let Some(by) = event.by.filter(|&by| by != view.seat) else { continue };
        let claim = Claim { by, assertion, nights };
        if !all.iter().any(|known| known.repeats(&claim)) {
            all.push(claim);
        }
    }
    all
}

/// Claims that cannot all be true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Contradiction {
    /// This is true in none of the seat's worlds.
    Refuted(Claim),
    /// Each of these is true in some world, but no world has both: two who claim to be the sheriff, two colours for one
    /// player.
    Clash(Claim, Claim),
}

impl Worlds {
    /// Which of these claims cannot be true, alone or with another, in the order given.
    #[must_use]
    pub fn contradictions(&self, claims: &[Claim]) -> Vec<Contradiction> {
        let mut found = Vec::new();
        let mut possible: Vec<(Claim, DealSet)> = Vec::new();
        for &claim in claims {
            let mut holds = *self.set();
            holds.retain(|deal| claim.is_true_in(deal));
            if holds.is_empty() {
                found.push(Contradiction::Refuted(claim));
                continue;
            }
            let rivals = possible.iter().filter(|(_, other)| other.is_disjoint(&holds));
            found.extend(rivals.map(|&(other, _)| Contradiction::Clash(other, claim)));
            possible.push((claim, holds));
        }
        found
    }
}
