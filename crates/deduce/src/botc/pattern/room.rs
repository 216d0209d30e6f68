//! Whether the remaining seats can still be filled. Accepts slots as they are taken and given back.

use gaslamp_botc::{CharacterSet, Team};

use super::Slot;
use super::bags::Pool;
use super::spoken::Classes;
use crate::botc::deal_hypothesis::MORE_OUTSIDERS;

/// Keeps branch of whether there can be enough characters of every class, enough seats for the evil ones, and not too many of any team.
pub(super) struct Room {
    /// By pool, its class and the teams that all its characters belong to.
    pools: Vec<(usize, Teams)>,
    /// By class, how many more seats it can fill.
    left: Vec<usize>,
    /// How many seats certainly belong to each team.
    certain: [usize; 4],
    /// The most seats of each team.
    most: [usize; 4],
    seats_left: usize,
    is_overdrawn: usize,
}

/// Evil, Outsiders, Minions, Demons: which of these a character certainly is.
type Teams = [bool; 4];

fn certainly(these: CharacterSet) -> Teams {
    [
        CharacterSet::EVIL,
        CharacterSet::team(Team::Outsider),
        CharacterSet::team(Team::Minion),
        CharacterSet::team(Team::Demon),
    ]
    .map(|team| these.minus(team).is_empty())
}

impl Room {
    pub(super) fn new(counts: [usize; 4], seats: usize, classes: &Classes, pools: &[Pool]) -> Self {
        let [_, outsiders, minions, demons] = counts;
        let all: Vec<CharacterSet> = (0..classes.members.len()).map(|class| classes.all_of(class)).collect();
        Self {
            pools: pools.iter().map(|pool| (pool.class, certainly(all[pool.class]))).collect(),
            left: all.iter().map(CharacterSet::len).collect(),
            certain: [0; 4],
            most: [minions + demons, outsiders + MORE_OUTSIDERS, minions, demons],
            seats_left: seats,
            is_overdrawn: 0,
        }
    }

    fn teams(&self, slot: Slot) -> Teams {
        match slot {
            Slot::Is(candidate) => certainly(CharacterSet::only(candidate.role)),
            Slot::OneOf { pool, .. } => self.pools[pool].1,
        }
    }

    pub(super) fn seat(&mut self, slot: Slot) {
        let teams = self.teams(slot);
        for (certain, is_so) in self.certain.iter_mut().zip(teams) {
            *certain += usize::from(is_so);
        }
        if let Slot::OneOf { pool, .. } = slot {
            let left = &mut self.left[self.pools[pool].0];
            match left.checked_sub(1) {
                Some(fewer) => *left = fewer,
                None => self.is_overdrawn += 1,
            }
        }
        self.seats_left -= 1;
    }

    pub(super) fn unseat(&mut self, slot: Slot) {
        let teams = self.teams(slot);
        for (certain, is_so) in self.certain.iter_mut().zip(teams) {
            *certain -= usize::from(is_so);
        }
        if let Slot::OneOf { pool, .. } = slot {
            match self.is_overdrawn.checked_sub(1) {
                Some(fewer) => self.is_overdrawn = fewer,
                None => self.left[self.pools[pool].0] += 1,
            }
        }
        self.seats_left += 1;
    }

    /// Every evil character belongs to a class of evil ones, so all evil seats are certainly evil.
    pub(super) fn is_enough(&self) -> bool {
        self.is_overdrawn == 0
            && self.certain.iter().zip(&self.most).all(|(certain, most)| certain <= most)
            && self.most[0] - self.certain[0] <= self.seats_left
    }
}
