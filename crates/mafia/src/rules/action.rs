//! Actions, each with a stable id, and sets of actions as bits.

use gaslamp_core::{Seat, Seats};

use super::{Colour, Deal, SEATS};

/// Something a player or the dealer does. It does not say who acts: the state knows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// End a turn, keep the hand down, or pass at night.
    EndTurn,
    /// Nominate a player for the vote.
    Nominate(Seat),
    /// Say "I am the sheriff".
    ClaimSheriff,
    /// Say "I am not the sheriff".
    DenySheriff,
    /// Claim to have checked this player, with this colour as the result.
    ClaimCheck(Seat, Colour),
    /// Say that this player is of this colour.
    Say(Seat, Colour),
    /// Vote against a nominee.
    Vote(Seat),
    /// In round 3: all the tied leave.
    EliminateAll,
    /// In round 3: all the tied stay.
    KeepAll,
    /// Shoot at night.
    Kill(Seat),
    /// Learn a player's colour.
    SheriffCheck(Seat),
    /// Learn whether a player is the sheriff.
    DonCheck(Seat),
    /// The dealer deals.
    Deal(Deal),
}

/// The first id of each verb. Talk comes first: a whole turn fits in the low 64 bits of a set.
pub(super) const END_TURN: usize = 0;
const NOMINATE: usize = 1;
const CLAIM_SHERIFF: usize = 11;
const DENY_SHERIFF: usize = 12;
const CLAIM_CHECK: usize = 13;
const SAY: usize = 33;
const VOTE: usize = 53;
const ELIMINATE_ALL: usize = 63;
const KEEP_ALL: usize = 64;
const KILL: usize = 65;
const SHERIFF_CHECK: usize = 75;
const DON_CHECK: usize = 85;

impl Action {
    /// The number of ids: every action but the deal has one.
    pub const COUNT: usize = 95;

    /// The stable id, which is also the index in an [`ActionSet`]. The deal has none, and neither has an
    /// action whose target is not at this table.
    #[inline]
    #[must_use]
    pub fn id(self) -> Option<usize> {
        let at = |first: usize, seat: Seat| (seat.index() < SEATS).then_some(first + seat.index());
        let of = |first: usize, seat: Seat, colour: Colour| at(first + colour as usize * SEATS, seat);
        match self {
            Self::EndTurn => Some(END_TURN),
            Self::Nominate(seat) => at(NOMINATE, seat),
            Self::ClaimSheriff => Some(CLAIM_SHERIFF),
            Self::DenySheriff => Some(DENY_SHERIFF),
            Self::ClaimCheck(seat, colour) => of(CLAIM_CHECK, seat, colour),
            Self::Say(seat, colour) => of(SAY, seat, colour),
            Self::Vote(seat) => at(VOTE, seat),
            Self::EliminateAll => Some(ELIMINATE_ALL),
            Self::KeepAll => Some(KEEP_ALL),
            Self::Kill(seat) => at(KILL, seat),
            Self::SheriffCheck(seat) => at(SHERIFF_CHECK, seat),
            Self::DonCheck(seat) => at(DON_CHECK, seat),
            Self::Deal(_) => None,
        }
    }

    /// The action with this id.
    #[must_use]
    pub fn from_id(id: usize) -> Option<Self> {
        BY_ID.get(id).copied()
    }
}

static BY_ID: [Action; Action::COUNT] = by_id();

const fn by_id() -> [Action; Action::COUNT] {
    let mut table = [Action::EndTurn; Action::COUNT];
    let mut i = 0;
    while i < SEATS {
        let seat = Seat::new(i);
        table[NOMINATE + i] = Action::Nominate(seat);
        table[CLAIM_CHECK + i] = Action::ClaimCheck(seat, Colour::Red);
        table[CLAIM_CHECK + SEATS + i] = Action::ClaimCheck(seat, Colour::Black);
        table[SAY + i] = Action::Say(seat, Colour::Red);
        table[SAY + SEATS + i] = Action::Say(seat, Colour::Black);
        table[VOTE + i] = Action::Vote(seat);
        table[KILL + i] = Action::Kill(seat);
        table[SHERIFF_CHECK + i] = Action::SheriffCheck(seat);
        table[DON_CHECK + i] = Action::DonCheck(seat);
        i += 1;
    }
    table[CLAIM_SHERIFF] = Action::ClaimSheriff;
    table[DENY_SHERIFF] = Action::DenySheriff;
    table[ELIMINATE_ALL] = Action::EliminateAll;
    table[KEEP_ALL] = Action::KeepAll;
    table
}

/// A set of actions with a bit for each id: a legal list that costs nothing to make.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ActionSet(u128);

impl ActionSet {
    /// Only `EndTurn`.
    pub(super) const END_TURN: Self = Self(1 << END_TURN);

    /// All talk about these seats, except nominations.
    pub(super) const fn talk(targets: Seats) -> Self {
        // One copy of the targets for each verb and colour; the copies do not overlap.
        const COPIES: u64 = 1 << CLAIM_CHECK | 1 << (CLAIM_CHECK + SEATS) | 1 << SAY | 1 << (SAY + SEATS);
        let said = (targets.bits() as u64 * COPIES) | (1 << CLAIM_SHERIFF) | 1 << DENY_SHERIFF;
        Self(said as u128)
    }

    pub(super) const fn nominations(targets: Seats) -> Self {
        Self((targets.bits() as u128) << NOMINATE)
    }

    pub(super) const fn votes(targets: Seats) -> Self {
        Self((targets.bits() as u128) << VOTE)
    }

    pub(super) const fn lift_votes() -> Self {
        Self(1 << ELIMINATE_ALL | 1 << KEEP_ALL)
    }

    pub(super) const fn kills(targets: Seats) -> Self {
        Self((targets.bits() as u128) << KILL)
    }

    pub(super) const fn sheriff_checks(targets: Seats) -> Self {
        Self((targets.bits() as u128) << SHERIFF_CHECK)
    }

    pub(super) const fn don_checks(targets: Seats) -> Self {
        Self((targets.bits() as u128) << DON_CHECK)
    }

    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The set with this action in it, if the action has an id.
    #[must_use]
    pub fn with(self, action: Action) -> Self {
        action.id().map_or(self, |id| Self(self.0 | 1 << id))
    }

    /// The set with the action of this id in it; ids without an action are ignored.
    #[inline]
    #[must_use]
    pub fn with_id(self, id: usize) -> Self {
        if id < Action::COUNT { Self(self.0 | 1 << id) } else { self }
    }

    /// Whether the action with this id is in the set.
    #[inline]
    #[must_use]
    pub fn contains_id(self, id: usize) -> bool {
        id < Action::COUNT && self.0 >> id & 1 == 1
    }

    /// Whether the action is in the set.
    #[inline]
    #[must_use]
    pub fn contains(self, action: Action) -> bool {
        action.id().is_some_and(|id| self.0 >> id & 1 == 1)
    }

    /// The targets of one verb's actions in this set.
    #[inline]
    #[must_use]
    pub fn targets(self, verb: impl Fn(Seat) -> Action) -> Seats {
        let first = verb(Seat::new(0)).id().unwrap_or_default();
        Seats::from_bits((self.0 >> first) as u32).and(Seats::first(SEATS))
    }

    /// The number of actions.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The `nth` action in the order of ids, counted from 0.
    #[inline]
    #[must_use]
    pub fn nth(self, nth: usize) -> Option<Action> {
        self.nth_id(nth).and_then(Action::from_id)
    }

    /// The id of the `nth` action, counted from 0.
    #[inline]
    #[must_use]
    pub fn nth_id(self, nth: usize) -> Option<usize> {
        let low = self.0 as u64;
        let in_low = low.count_ones() as usize;
        let id =
            if nth < in_low { select(low, nth) } else { 64 + select((self.0 >> 64) as u64, nth - in_low) };
        (id < Action::COUNT).then_some(id)
    }

    /// Writes 1 for every id in the set and 0 for every other; ids beyond the mask are left out.
    #[inline]
    pub fn write_mask(self, mask: &mut [u8]) {
        for (cells, bits) in mask.chunks_mut(8).zip(self.0.to_le_bytes()) {
            match <&mut [u8; 8]>::try_from(&mut *cells) {
                Ok(eight) => *eight = spread(bits),
                Err(_) => cells.iter_mut().zip(spread(bits)).for_each(|(cell, bit)| *cell = bit),
            }
        }
    }

    /// The actions in the order of their ids.
    pub fn iter(self) -> impl Iterator<Item = Action> {
        // Two words of 64 bits are taken apart faster than one of 128, and lists whose length is known are made faster.
        let actions = |word: u64, first: usize| {
            let mut rest = word;
            (0..word.count_ones()).map(move |_| {
                let id = first + rest.trailing_zeros() as usize;
                rest &= rest.wrapping_sub(1);
                BY_ID[id]
            })
        };
        actions(self.0 as u64, 0).chain(actions((self.0 >> 64) as u64, 64))
    }
}

/// The position of the `nth` set bit; 64 or more if there are not that many.
///
/// Counts the bits of each byte, sums the counts from the left byte to the right one, finds the byte in which
/// the sum passes `nth`, and looks up the position inside it.
#[inline]
fn select(word: u64, nth: usize) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGHS: u64 = 0x8080_8080_8080_8080;
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let sums = ((nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(ONES);
    if nth as u64 >= sums >> 56 {
        return 64;
    }
    let not_reached = (((nth as u64 * ONES) | HIGHS) - sums) & HIGHS;
    let shift = not_reached.count_ones() * 8;
    let before = (sums << 8 >> shift) as u8;
    shift as usize + usize::from(PLACES[nth - usize::from(before)][usize::from((word >> shift) as u8)])
}

/// A byte for every bit, the lowest first. Each byte keeps one bit of a copy, and the sum carries it to the top.
#[inline]
const fn spread(bits: u8) -> [u8; 8] {
    let copies = (bits as u64).wrapping_mul(0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    ((copies + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & 0x0101_0101_0101_0101).to_le_bytes()
}

/// The positions of the first to eighth set bit of every byte.
static PLACES: [[u8; 256]; 8] = places();

const fn places() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut found) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[found][byte] = bit as u8;
                found += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_actions_are_one_to_one() {
        for id in 0..Action::COUNT {
            assert_eq!(Action::from_id(id).and_then(Action::id), Some(id));
        }
        assert_eq!(Action::from_id(Action::COUNT), None);
        assert_eq!(Action::Nominate(Seat::new(10)).id(), None, "seat 10 must not pass for another action");
    }

    #[test]
    fn nth_agrees_with_the_order_of_the_set() {
        for stride in 1..7 {
            let set = ActionSet((0..Action::COUNT).step_by(stride).fold(0, |bits, id| bits | 1 << id));
            let listed: Vec<Action> = set.iter().collect();
            assert_eq!(listed.len(), set.len());
            assert!((0..set.len()).all(|n| set.nth(n) == Some(listed[n])));
            assert_eq!(set.nth(set.len()), None);
        }
        assert_eq!(ActionSet::default().nth(0), None);
    }
}
