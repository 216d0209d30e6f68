//! What a set of deals says about the seats: [`Conclusion`]s that are certain, and [`Odds`] with the basis they rest on.

use gaslamp_core::Seat;
use gaslamp_mafia::{Colour, Deal, Role, SEATS};

/// Something that holds in every world that is left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Conclusion {
    /// This seat was dealt this role.
    Role(Seat, Role),
    /// This seat plays for this team, in one role or another.
    Colour(Seat, Colour),
}

/// What odds are based on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Basis {
    /// Worlds were counted, each as likely as any other. How players choose what to do is not considered.
    Counted,
    /// Worlds were weighed by how people are thought to play, or how far they are trusted: as good as these assumptions.
    Weighed,
}

/// How likely each seat has each role.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Odds {
    /// What the numbers are based on.
    pub basis: Basis,
    /// From 0 to 1, by seat and then in the order of [`Role::ALL`].
    pub roles: [[f64; Role::ALL.len()]; SEATS],
}

impl Odds {
    /// How likely this seat has this role; 0 for a seat that the table lacks.
    #[must_use]
    pub fn role(&self, seat: Seat, role: Role) -> f64 {
        self.roles.get(seat.index()).map_or(0.0, |odds| odds[role as usize])
    }

    /// How likely this seat plays for this team.
    #[must_use]
    pub fn colour(&self, seat: Seat, colour: Colour) -> f64 {
        let of_team = Role::ALL.into_iter().filter(|role| role.colour() == colour);
        of_team.map(|role| self.role(seat, role)).sum()
    }

    /// The odds over weighted deals; none if nothing has any weight.
    pub(super) fn new(basis: Basis, deals: impl Iterator<Item = (Deal, f64)>) -> Option<Self> {
        let mut roles = [[0.0; Role::ALL.len()]; SEATS];
        let mut total = 0.0;
        for (deal, weight) in deals {
            total += weight;
            for (index, odds) in roles.iter_mut().enumerate() {
                odds[deal.role(Seat::new(index)) as usize] += weight;
            }
        }
        roles.iter_mut().flatten().for_each(|odds| *odds /= total);
        (total > 0.0).then_some(Self { basis, roles })
    }
}

/// What all these deals agree on: the strongest conclusion about each seat. Nothing if there is no deal.
pub(super) fn conclusions(deals: impl Iterator<Item = Deal>) -> Vec<Conclusion> {
    let mut possible = [[false; Role::ALL.len()]; SEATS];
    for deal in deals {
        for (index, roles) in possible.iter_mut().enumerate() {
            roles[deal.role(Seat::new(index)) as usize] = true;
        }
    }
    let conclusion = |(index, roles): (usize, &[bool; Role::ALL.len()])| {
        let seat = Seat::new(index);
        let mut left = Role::ALL.into_iter().filter(|&role| roles[role as usize]);
        let role = left.next()?;
        match left.next() {
            None => Some(Conclusion::Role(seat, role)),
            Some(other) => {
                let is_one = left.chain([other]).all(|other| other.colour() == role.colour());
                is_one.then_some(Conclusion::Colour(seat, role.colour()))
            }
        }
    };
    possible.iter().enumerate().filter_map(conclusion).collect()
}
