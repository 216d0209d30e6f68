//! What is said for all to hear, whether it is true of a deal, and which claims do not go together.

use gaslamp_core::{Seat, View};
use gaslamp_mafia::{Action, Colour, Deal, Phrase, State};

use super::Worlds;

/// Something that a player said.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Claim {
    /// Who.
    pub by: Seat,
    /// What.
    pub assertion: Assertion,
    /// How many nights had begun by then: nobody has checked anybody before the first.
    pub nights: u8,
}

/// What a player may say.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Assertion {
    /// To be the sheriff, or not to be.
    Sheriff(bool),
    /// To have checked this player and found this colour.
    Checked(Seat, Colour),
    /// That this player is of this colour.
    Colour(Seat, Colour),
}

impl Claim {
    /// Whether this would be true if the cards had been dealt so. A claimed check is taken for true if a true check
    /// could have told that: whether it was really made shows nowhere.
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

/// What others said in a seat's view, in order, each thing once. Own words teach a seat nothing.
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

/// Statements that cannot all be true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Contradiction {
    /// This is true in no world of the seat.
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
        let mut possible: Vec<(Claim, Bits)> = Vec::new();
        for &claim in claims {
            let holds: Bits = self.deals().chunks(64).map(|deals| bits(&claim, deals)).collect();
            if holds.iter().all(|&bits| bits == 0) {
                found.push(Contradiction::Refuted(claim));
                continue;
            }
            let clashes = |other: &Bits| other.iter().zip(&holds).all(|(a, b)| a & b == 0);
            let rivals = possible.iter().filter(|(_, other)| clashes(other));
            found.extend(rivals.map(|&(other, _)| Contradiction::Clash(other, claim)));
            possible.push((claim, holds));
        }
        found
    }
}

/// In which worlds something holds, a bit for each.
type Bits = Vec<u64>;

fn bits(claim: &Claim, deals: &[Deal]) -> u64 {
    deals.iter().rev().fold(0, |bits, deal| bits << 1 | u64::from(claim.is_true_in(deal)))
}
