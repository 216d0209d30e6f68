//! Who sits at the table: [`Seat`], sets of them as bits ([`Seats`]), and who is to act ([`Actor`]).

use std::fmt;

/// One place at the table, counted clockwise from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Seat(u8);

impl Seat {
    /// The most seats a table can have: a set of seats is one `u32`.
    pub const LIMIT: usize = 32;

    /// The seat with this index.
    ///
    /// # Panics
    /// If `index` is not below [`Seat::LIMIT`]. Input from outside goes through [`Seat::checked`].
    #[inline]
    #[must_use]
    pub const fn new(index: usize) -> Self {
        assert!(index < Self::LIMIT, "a table has at most 32 seats");
        Self(index as u8)
    }

    /// The seat with this index, if a table of `size` seats has one.
    #[must_use]
    #[inline]
    pub fn checked(index: usize, size: usize) -> Option<Self> {
        (index < size.min(Self::LIMIT)).then_some(Self(index as u8))
    }

    /// The index of the seat, counted from 0.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Seats(u32);

impl Seats {
    /// No seat.
    pub const NONE: Self = Self(0);

    const PLACES: u8 = Seat::LIMIT as u8;

    /// The first `count` seats of a table.
    #[must_use]
    #[inline]
    pub const fn first(count: usize) -> Self {
        if count >= Seat::LIMIT { Self(u32::MAX) } else { Self((1 << count) - 1) }
    }

    /// Just this seat.
    #[must_use]
    #[inline]
    pub const fn only(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// The set as bits; seat 0 is the lowest.
    #[must_use]
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The set with these bits.
    #[must_use]
    #[inline]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// Whether the seat is in the set.
    #[must_use]
    #[inline]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// The set with the seat in it.
    #[must_use]
    #[inline]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat.0)
    }

    /// The set without the seat.
    #[must_use]
    #[inline]
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat.0))
    }

    /// The seats in both sets.
    #[must_use]
    #[inline]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The seats in either set.
    #[must_use]
    #[inline]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The seats of this set that are not in the other.
    #[must_use]
    #[inline]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The number of seats in the set.
    #[must_use]
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The lowest seat of the set.
    #[must_use]
    #[inline]
    pub const fn lowest(self) -> Option<Seat> {
        if self.0 == 0 { None } else { Some(Seat(self.0.trailing_zeros() as u8)) }
    }

    /// The seat with so many seats of the set below it.
    #[must_use]
    #[inline]
    pub const fn nth(self, below: usize) -> Option<Seat> {
        let mut rest = self;
        let mut passed = 0;
        while passed < below && rest.0 != 0 {
            rest = Self(rest.0 & (rest.0 - 1));
            passed += 1;
        }
        rest.lowest()
    }

    /// The first seat of the set going clockwise from the place after `seat`; `seat` itself comes last.
    #[must_use]
    #[inline]
    pub const fn next_after(self, seat: Seat) -> Option<Seat> {
        // The place after `seat` is turned to the front, so that no guess is made whether one comes before the last.
        let place = seat.0 + 1;
        let turned = self.0.rotate_right(place as u32);
        let first = turned.trailing_zeros() as u8;
        if turned == 0 { None } else { Some(Seat((place + first) % Self::PLACES)) }
    }

    /// The seats in ascending order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Seat> + Clone {
        let mut rest = self;
        std::iter::from_fn(move || {
            let seat = rest.lowest()?;
            rest = rest.without(seat);
            Some(seat)
        })
    }
}

impl FromIterator<Seat> for Seats {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::NONE, Self::with)
    }
}

impl fmt::Debug for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Seat::index)).finish()
    }
}

/// Who is to act.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Actor {
    /// The Storyteller, dealer or chance: `st` in traces.
    Storyteller,
    /// A player.
    Seat(Seat),
}

impl Actor {
    /// The player's seat, if a player is to act.
    #[must_use]
    pub fn seat(self) -> Option<Seat> {
        match self {
            Self::Storyteller => None,
            Self::Seat(seat) => Some(seat),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clockwise_goes_round_and_ends_with_the_seat_itself() {
        let seats: Seats = [0, 3, 31].map(Seat::new).into_iter().collect();
        let next = |index| seats.next_after(Seat::new(index)).map(Seat::index);
        assert_eq!([next(0), next(1), next(3), next(31)], [Some(3), Some(3), Some(31), Some(0)]);
        assert_eq!(Seats::only(Seat::new(5)).next_after(Seat::new(5)), Some(Seat::new(5)));
        assert_eq!(Seats::NONE.next_after(Seat::new(5)), None);
        assert_eq!(
            [0, 1, 2, 3].map(|below| seats.nth(below).map(Seat::index)),
            [Some(0), Some(3), Some(31), None]
        );
    }

    #[test]
    fn first_counts_from_none_to_all() {
        assert_eq!([0, 1, 10, 32, 99].map(|n| Seats::first(n).len()), [0, 1, 10, 32, 32]);
    }

    #[test]
    fn outside_indexes_are_checked_against_the_table() {
        assert_eq!(Seat::checked(9, 10), Some(Seat::new(9)));
        assert_eq!(Seat::checked(10, 10), None);
        assert_eq!(Seat::checked(40, 99), None);
    }
}
