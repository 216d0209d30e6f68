//! Roles, teams and the 2,520 ways to deal them.

use gaslamp_core::{Seat, Seats};

use super::SEATS;

/// What a seat was dealt.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Role {
    /// Red, without a night action.
    Citizen,
    /// Red; checks colours at night.
    Sheriff,
    /// Black.
    Mafia,
    /// Black; shoots, and looks for the sheriff at night.
    Don,
}

impl Role {
    /// All roles, in the order of their tokens.
    pub const ALL: [Self; 4] = [Self::Citizen, Self::Sheriff, Self::Mafia, Self::Don];

    /// The role as text.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Citizen => "citizen",
            Self::Sheriff => "sheriff",
            Self::Mafia => "mafia",
            Self::Don => "don",
        }
    }

    /// The team the role plays for.
    #[must_use]
    pub const fn colour(self) -> Colour {
        match self {
            Self::Citizen | Self::Sheriff => Colour::Red,
            Self::Mafia | Self::Don => Colour::Black,
        }
    }
}

/// A team.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Colour {
    /// Citizens and the sheriff.
    Red,
    /// Mafia and the don.
    Black,
}

impl Colour {
    /// Both, in the order of their tokens.
    pub const ALL: [Self; 2] = [Self::Red, Self::Black];

    /// The colour as text.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Red => "red",
            Self::Black => "black",
        }
    }
}

/// Who was dealt what: six citizens, a sheriff, two mafia, a don. No other value exists.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Deal {
    don: Seat,
    mafia: [Seat; 2],
    sheriff: Seat,
}

impl Deal {
    /// The number of deals.
    pub const COUNT: u16 = 2520;

    /// The deal with this number: don ascending, then the pair of mafia in the order of the remaining seats,
    /// then the sheriff ascending.
    #[must_use]
    pub fn from_arrangement(number: u16) -> Option<Self> {
        let number = usize::from(number);
        let mut free = Seats::first(SEATS);
        let don = take(&mut free, number / (36 * 7))?;
        let (first, second) = nth_pair(number / 7 % 36);
        // The second seat is taken first, so that the index of the first does not shift.
        let high = take(&mut free, second)?;
        let low = take(&mut free, first)?;
        let sheriff = take(&mut free, number % 7)?;
        Some(Self { don, mafia: [low, high], sheriff })
    }

    /// The number of this deal.
    #[must_use]
    pub fn arrangement(&self) -> u16 {
        let rank = |seat: Seat, taken: &[Seat]| {
            seat.index() - taken.iter().filter(|other| other.index() < seat.index()).count()
        };
        let [low, high] = self.mafia;
        let pair = (rank(low, &[self.don]), rank(high, &[self.don]));
        let pair = (0..36).find(|&index| nth_pair(index) == pair).unwrap_or_default();
        let sheriff = rank(self.sheriff, &[self.don, low, high]);
        (self.don.index() * 36 * 7 + pair * 7 + sheriff) as u16
    }

    /// The deal that gives every seat this role; none unless the roles are exactly those of the game.
    #[must_use]
    pub fn from_roles(roles: &[Role; SEATS]) -> Option<Self> {
        let seats = |role| (0..SEATS).filter(move |&i| roles[i] == role).map(Seat::new);
        let (mut don, mut mafia, mut sheriff) = (seats(Role::Don), seats(Role::Mafia), seats(Role::Sheriff));
        let deal = Self { don: don.next()?, mafia: [mafia.next()?, mafia.next()?], sheriff: sheriff.next()? };
        (don.next().is_none() && mafia.next().is_none() && sheriff.next().is_none()).then_some(deal)
    }

    /// The don's seat.
    #[must_use]
    pub const fn don(&self) -> Seat {
        self.don
    }

    /// The sheriff's seat.
    #[must_use]
    pub const fn sheriff(&self) -> Seat {
        self.sheriff
    }

    /// Don and mafia.
    #[must_use]
    pub const fn blacks(&self) -> Seats {
        Seats::only(self.don).with(self.mafia[0]).with(self.mafia[1])
    }

    /// The role of a seat.
    #[must_use]
    pub fn role(&self, seat: Seat) -> Role {
        if seat == self.don {
            Role::Don
        } else if self.mafia.contains(&seat) {
            Role::Mafia
        } else if seat == self.sheriff {
            Role::Sheriff
        } else {
            Role::Citizen
        }
    }
}

/// Removes the `nth` seat from the free ones.
fn take(free: &mut Seats, nth: usize) -> Option<Seat> {
    let seat = free.iter().nth(nth)?;
    *free = free.without(seat);
    Some(seat)
}

/// The `index`-th pair of nine, in lexicographic order.
fn nth_pair(mut index: usize) -> (usize, usize) {
    let mut first = 0;
    while index >= 8 - first {
        index -= 8 - first;
        first += 1;
    }
    (first, first + 1 + index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrangements_are_numbered_as_the_rule_book_says() {
        let table = [(0, (0, [1, 2], 3)), (42, (0, [1, 8], 2)), (2519, (9, [7, 8], 6))];
        for (number, (don, mafia, sheriff)) in table {
            let deal = Deal { don: Seat::new(don), mafia: mafia.map(Seat::new), sheriff: Seat::new(sheriff) };
            assert_eq!(Deal::from_arrangement(number), Some(deal));
        }
        assert_eq!(Deal::from_arrangement(Deal::COUNT), None);
    }

    #[test]
    fn every_arrangement_is_another_deal_in_ascending_order() {
        let deals: Vec<Deal> = (0..Deal::COUNT).map(|n| Deal::from_arrangement(n).unwrap()).collect();
        assert!(deals.is_sorted_by(|a, b| a < b));
        for (number, deal) in deals.iter().enumerate() {
            assert_eq!(usize::from(deal.arrangement()), number);
            let roles = std::array::from_fn(|i| deal.role(Seat::new(i)));
            assert_eq!(Deal::from_roles(&roles), Some(*deal));
        }
    }

    #[test]
    fn other_numbers_of_roles_are_no_deal() {
        let mut roles = [Role::Citizen; SEATS];
        assert_eq!(Deal::from_roles(&roles), None);
        roles[..5].copy_from_slice(&[Role::Don, Role::Mafia, Role::Mafia, Role::Sheriff, Role::Sheriff]);
        assert_eq!(Deal::from_roles(&roles), None);
    }
}
