//! Events, as sentences of the rule book: a [`Phrase`], who said it, and who hears it.

use gaslamp_core::{Seat, Seats};

use super::{Action, Colour, Role, SEATS};

/// Something that happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// What happened.
    pub phrase: Phrase,
    /// The player who acts or whom it is about; nobody for what the table announces.
    pub by: Option<Seat>,
    /// Who learns of it; only the dealer if empty.
    pub audience: Seats,
}

/// A sentence of the token language. Day and night numbers are the real ones, not those of the tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phrase {
    /// The game begins.
    GameStart,
    /// Your seat is this.
    YourPosition(Seat),
    /// Your role is this.
    YourRole(Role),
    /// These two are the other blacks.
    MafiaTeam([Seat; 2]),
    /// A day begins.
    Day(u8),
    /// A night begins.
    Night(u8),
    /// This player has left the game.
    Eliminated(Seat),
    /// This player speaks first today.
    StartingPlayer(Seat),
    /// This player's turn or last words begin.
    Turn(Seat),
    /// A player did this.
    Act(Action),
    /// These are the nominees, in this order.
    NominatedList(SeatList),
    /// This player cast this vote.
    VoteRevealed(Seat, Ballot),
    /// These share the highest number of votes.
    TieResult(SeatList),
    /// A check's answer.
    CheckResult(Seat, Finding),
    /// The game is over.
    Won(Colour),
}

/// A vote as it counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ballot {
    /// Against this nominee.
    Against(Seat),
    /// All the tied leave.
    EliminateAll,
    /// All the tied stay.
    KeepAll,
}

impl Ballot {
    /// The equivalent action.
    #[must_use]
    pub const fn action(self) -> Action {
        match self {
            Self::Against(seat) => Action::Vote(seat),
            Self::EliminateAll => Action::EliminateAll,
            Self::KeepAll => Action::KeepAll,
        }
    }
}

/// The result of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finding {
    /// To the sheriff: the player's colour.
    Colour(Colour),
    /// To the don: whether the player is the sheriff.
    Sheriff(bool),
}

impl Finding {
    /// The finding as text.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Colour(colour) => colour.name(),
            Self::Sheriff(true) => "sheriff",
            Self::Sheriff(false) => "not_sheriff",
        }
    }
}

/// A few seats in an order that matters, without allocation.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct SeatList {
    len: u8,
    // Entries from `len` on hold seat 0, so that equal lists are equal values.
    seats: [Seat; SEATS],
    set: Seats,
}

impl SeatList {
    /// Adds a seat at the end. A list holds at most as many seats as the table; one more is not added.
    pub fn push(&mut self, seat: Seat) {
        if let Some(place) = self.seats.get_mut(usize::from(self.len)) {
            *place = seat;
            self.len += 1;
            self.set = self.set.with(seat);
        }
    }

    /// The seats.
    #[must_use]
    pub fn as_slice(&self) -> &[Seat] {
        &self.seats[..usize::from(self.len)]
    }

    /// The list without this seat.
    #[must_use]
    pub fn without(&self, seat: Seat) -> Self {
        self.as_slice().iter().copied().filter(|&other| other != seat).collect()
    }

    /// The list without its first seat.
    pub(super) fn rest(&self) -> Self {
        self.as_slice().iter().skip(1).copied().collect()
    }

    /// The number of seats.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether the list is empty.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The seats as a set.
    #[must_use]
    pub const fn set(&self) -> Seats {
        self.set
    }
}

impl FromIterator<Seat> for SeatList {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let mut list = Self::default();
        seats.into_iter().for_each(|seat| list.push(seat));
        list
    }
}

impl std::fmt::Debug for SeatList {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.as_slice().fmt(f)
    }
}
