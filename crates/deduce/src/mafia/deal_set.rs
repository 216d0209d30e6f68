//! Sets of deals as bits.
//!
//! The 2,520 deals are grouped by black team: there are 120 teams, each with seven possible sheriffs, each with three possible
//! dons. A set has one word per team, one octal digit per sheriff and one bit per don. A predicate that depends only on the black
//! cards is therefore evaluated once for seven deals.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use gaslamp_core::{Seat, Seats};
use gaslamp_mafia::{Deal, Role, SEATS};

/// How many teams of three blacks there are.
pub(super) const TEAMS: usize = 120;
/// How many seats are left for the sheriff.
pub(super) const SHERIFFS: usize = 7;
/// How many of a team may be the don.
const DONS: usize = 3;

/// All deals of a team.
const WHOLE_TEAM: u32 = 0o7777777;
/// The deals of a team in which its lowest seat is the don.
const LOWEST_DON: u32 = 0o1111111;
/// The deals of a team with the lowest possible sheriff.
const LOWEST_SHERIFF: u32 = 0o7;

/// A black team and the deals that have it.
pub(super) struct Team {
    pub(super) blacks: Seats,
    /// By sheriff, then by don, as the bits of a set.
    deals: Vec<Deal>,
}

impl Team {
    /// A deal of this team with the sheriff at this place among the reds; the don is any of the team.
    pub(super) fn with_sheriff(&self, place: usize) -> &Deal {
        &self.deals[place * DONS]
    }

    /// The place of a seat among the reds.
    pub(super) fn place(&self, seat: Seat) -> Option<usize> {
        let below = (1 << seat.index()) - 1;
        let is_red = seat.index() < SEATS && !self.blacks.contains(seat);
        is_red.then(|| (!self.blacks.bits() & below).count_ones() as usize)
    }
}

/// The teams, in the order of a set's words.
pub(super) static TEAM_TABLE: LazyLock<Vec<Team>> = LazyLock::new(|| {
    let mut by_team: BTreeMap<u32, Vec<Deal>> = BTreeMap::new();
    for deal in (0..Deal::COUNT).filter_map(Deal::from_arrangement) {
        by_team.entry(deal.blacks().bits()).or_default().push(deal);
    }
    let team = |(blacks, mut deals): (u32, Vec<Deal>)| {
        deals.sort_by_key(|deal| (deal.sheriff(), deal.don()));
        Team { blacks: Seats::from_bits(blacks), deals }
    };
    by_team.into_iter().map(team).collect()
});

/// A set of deals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct DealSet([u32; TEAMS]);

impl DealSet {
    pub(super) const ALL: Self = Self([WHOLE_TEAM; TEAMS]);
    pub(super) const NONE: Self = Self([0; TEAMS]);

    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|deals| deals.count_ones() as usize).sum()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|&deals| deals == 0)
    }

    /// Whether no deal is in both sets.
    pub(super) fn is_disjoint(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & b == 0)
    }

    /// Whether the set has a deal of this team.
    pub(super) fn has_team(&self, team: usize) -> bool {
        self.0[team] != 0
    }

    /// How many dons are possible with this team and the sheriff at this place.
    pub(super) fn dons(&self, team: usize, sheriff: usize) -> u32 {
        (self.0[team] >> (sheriff * DONS) & LOWEST_SHERIFF).count_ones()
    }

    /// The deals, each with the place of its team and of its sheriff, in the order of the bits.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, usize, Deal)> + Clone {
        self.0
            .iter()
            .zip(TEAM_TABLE.iter())
            .enumerate()
            .flat_map(|(at, (&deals, team))| bits(deals).map(move |bit| (at, bit / DONS, team.deals[bit])))
    }

    /// Keeps the deals for which a predicate holds.
    pub(super) fn retain(&mut self, holds: impl Fn(&Deal) -> bool) {
        for (deals, team) in self.0.iter_mut().zip(TEAM_TABLE.iter()) {
            *deals = bits(*deals).filter(|&bit| holds(&team.deals[bit])).fold(0, |kept, bit| kept | 1 << bit);
        }
    }

    /// Keeps the deals for which a predicate holds that does not depend on the sheriff.
    pub(super) fn retain_blacks(&mut self, holds: impl Fn(&Deal) -> bool) {
        for (deals, team) in self.0.iter_mut().zip(TEAM_TABLE.iter()).filter(|(deals, _)| **deals != 0) {
            let kept = (0..DONS).filter(|&don| holds(&team.deals[don]));
            *deals &= kept.fold(0, |kept, don| kept | LOWEST_DON << don);
        }
    }

    /// Keeps the deals for which a predicate holds that depends on nothing but who is black.
    pub(super) fn retain_teams(&mut self, holds: impl Fn(&Deal) -> bool) {
        for (deals, team) in self.0.iter_mut().zip(TEAM_TABLE.iter()) {
            if !holds(&team.deals[0]) {
                *deals = 0;
            }
        }
    }

    /// Keeps the deals in which this seat was dealt this role.
    pub(super) fn retain_role(&mut self, seat: Seat, role: Role) {
        match role {
            Role::Don | Role::Mafia => self.retain_blacks(|deal| deal.role(seat) == role),
            Role::Sheriff | Role::Citizen => {
                self.retain_teams(|deal| !deal.blacks().contains(seat));
                self.retain_sheriff(seat, role == Role::Sheriff);
            }
        }
    }

    /// Keeps the deals in which this seat is the sheriff, or those in which it is not.
    pub(super) fn retain_sheriff(&mut self, seat: Seat, is_sheriff: bool) {
        for (deals, team) in self.0.iter_mut().zip(TEAM_TABLE.iter()) {
            let as_sheriff = team.place(seat).map_or(0, |place| LOWEST_SHERIFF << (place * DONS));
            *deals &= if is_sheriff { as_sheriff } else { !as_sheriff };
        }
    }
}

/// The places of the bits of a word, the lowest first.
fn bits(word: u32) -> impl Iterator<Item = usize> + Clone {
    let mut rest = word;
    std::iter::from_fn(move || {
        let bit = rest.trailing_zeros() as usize;
        rest &= rest.wrapping_sub(1);
        (bit < DONS * SHERIFFS).then_some(bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_deal_has_its_bit() {
        let mut deals: Vec<Deal> = DealSet::ALL.iter().map(|(.., deal)| deal).collect();
        assert_eq!((TEAM_TABLE.len(), DealSet::ALL.len(), DealSet::NONE.is_empty()), (TEAMS, 2520, true));
        for (team, sheriff, deal) in DealSet::ALL.iter() {
            assert_eq!(TEAM_TABLE[team].blacks, deal.blacks());
            assert_eq!(TEAM_TABLE[team].place(deal.sheriff()), Some(sheriff));
            assert_eq!(TEAM_TABLE[team].with_sheriff(sheriff).sheriff(), deal.sheriff());
            assert_eq!(TEAM_TABLE[team].place(deal.don()), None);
            assert_eq!(DealSet::ALL.dons(team, sheriff), 3);
        }
        deals.sort_unstable();
        assert!(deals.into_iter().eq((0..Deal::COUNT).filter_map(Deal::from_arrangement)));
    }

    #[test]
    fn a_role_keeps_the_deals_that_have_it() {
        for (seat, role) in (0..SEATS).flat_map(|seat| Role::ALL.map(|role| (Seat::new(seat), role))) {
            let (mut each, mut together) = (DealSet::ALL, DealSet::ALL);
            each.retain(|deal| deal.role(seat) == role);
            together.retain_role(seat, role);
            assert_eq!(each, together, "{seat:?} {role:?}");
        }
    }

    #[test]
    fn what_is_kept_once_for_seven_deals_is_kept_for_each() {
        let [three, four] = [3, 4].map(Seat::new);
        let (mut each, mut together) = (DealSet::ALL, DealSet::ALL);
        each.retain(|deal| deal.don() != three && deal.blacks().contains(four));
        together.retain_blacks(|deal| deal.don() != three);
        together.retain_teams(|deal| deal.blacks().contains(four));
        assert_eq!(each, together);
        each.retain(|deal| deal.sheriff() == three);
        together.retain_sheriff(three, true);
        assert_eq!(each, together);
        assert_eq!(each.len(), 8 * 7 / 2 * 3);
    }
}
