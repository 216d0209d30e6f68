//! The worlds that were found, and what they have in common: certain facts, shares.

use std::collections::BTreeMap;

use gaslamp_botc::{Character, CharacterSet, Team};
use gaslamp_core::{Seat, Seats};

/// Who is what, at the beginning and at the end. Worlds that differ only in hidden choices are one.
#[derive(Clone, Debug)]
pub struct World {
    /// Everybody's role when the game began.
    pub start: Vec<Character>,
    /// Everybody's role at the end of what is known.
    pub end: Vec<Character>,
    /// Who is evil at the end.
    pub evil: Seats,
}

impl World {
    fn key(&self) -> (&[Character], &[Character]) {
        (&self.start, &self.end)
    }
}

impl PartialEq for World {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for World {}

impl PartialOrd for World {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for World {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.key().cmp(&other.key())
    }
}

/// The worlds of a case, each once, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Worlds {
    /// The worlds.
    pub worlds: Vec<World>,
    /// How many ways there were to seat the characters before anything was looked at but the claims.
    pub supposed: usize,
    /// Whether these are all.
    pub is_complete: bool,
}

/// Something that is so in every world.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fact {
    /// This player began as this character.
    Role(Seat, Character),
    /// This player is this character now, and was another.
    Became(Seat, Character),
    /// This player is evil now.
    Evil(Seat),
    /// This player is good now.
    Good(Seat),
    /// At least one of two players is evil now.
    OneEvil(Seat, Seat),
    /// The Demon of now is one of these.
    DemonAmong(Seats),
    /// This character was in play, which its holder does not say.
    InPlay(Character),
}

impl Worlds {
    pub(super) fn new(found: impl IntoIterator<Item = World>, supposed: usize, is_complete: bool) -> Self {
        let mut worlds: Vec<World> = found.into_iter().collect();
        worlds.sort();
        worlds.dedup_by(|other, first| {
            let is_same = other == first;
            if is_same {
                // Sides that depend on what was hidden are not certain.
                first.evil = first.evil.and(other.evil);
            }
            is_same
        });
        Self { worlds, supposed, is_complete }
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.worlds.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.worlds.is_empty()
    }

    /// The share of worlds of which `is_so` says so; nothing if there is no world.
    #[must_use]
    pub fn share(&self, is_so: impl Fn(&World) -> bool) -> f64 {
        let count = self.worlds.iter().filter(|world| is_so(world)).count();
        if self.is_empty() { 0.0 } else { count as f64 / self.len() as f64 }
    }

    /// In how many worlds a seat began as whom, the most frequent first.
    #[must_use]
    pub fn roles(&self, seat: Seat) -> Vec<(Character, usize)> {
        let mut counts: BTreeMap<Character, usize> = BTreeMap::new();
        for world in &self.worlds {
            *counts.entry(world.start[seat.index()]).or_default() += 1;
        }
        let mut counts: Vec<_> = counts.into_iter().collect();
        counts.sort_by_key(|&(character, count)| (std::cmp::Reverse(count), character));
        counts
    }

    /// What is so in every world, the strongest facts alone; nothing if there is no world.
    #[must_use]
    pub fn certain(&self) -> Vec<Fact> {
        let Some(first) = self.worlds.first() else { return Vec::new() };
        let seats = || (0..first.start.len()).map(Seat::new);
        let all = |is_so: &dyn Fn(&World) -> bool| self.worlds.iter().all(is_so);
        let mut facts = Vec::new();
        for seat in seats() {
            let (start, end) = (first.start[seat.index()], first.end[seat.index()]);
            let is_same_start = all(&|world| world.start[seat.index()] == start);
            let is_same_end = all(&|world| world.end[seat.index()] == end);
            if is_same_start {
                facts.push(Fact::Role(seat, start));
            }
            if is_same_end && end != start {
                facts.push(Fact::Became(seat, end));
            }
            let usual = CharacterSet::EVIL.contains(start);
            if !is_same_start || first.evil.contains(seat) != usual {
                facts.extend(self.side(seat));
            }
        }
        facts.extend(self.demon());
        for a in seats() {
            for b in seats().skip(a.index() + 1) {
                let is_open = [a, b].iter().all(|&seat| self.side(seat).is_none());
                if is_open && all(&|world| world.evil.contains(a) || world.evil.contains(b)) {
                    facts.push(Fact::OneEvil(a, b));
                }
            }
        }
        facts.extend(self.in_play());
        facts
    }

    fn side(&self, seat: Seat) -> Option<Fact> {
        let evil = self.worlds.iter().filter(|world| world.evil.contains(seat)).count();
        match evil {
            0 => Some(Fact::Good(seat)),
            _ if evil == self.len() => Some(Fact::Evil(seat)),
            _ => None,
        }
    }

    /// Who may be the Demon now, if it is one of a few.
    fn demon(&self) -> Option<Fact> {
        let is_demon = |world: &World, seat: Seat| world.end[seat.index()].team() == Team::Demon;
        let size = self.worlds.first()?.end.len();
        let may_be = |seat: &Seat| self.worlds.iter().any(|world| is_demon(world, *seat));
        let seats: Seats = (0..size).map(Seat::new).filter(may_be).collect();
        (2..=3).contains(&seats.len()).then_some(Fact::DemonAmong(seats))
    }

    /// Outsiders and Minions that are there in every world, though not always at the same seat.
    fn in_play(&self) -> Vec<Fact> {
        let sets = self.worlds.iter().map(|world| world.start.iter().copied().collect::<CharacterSet>());
        let common = sets.reduce(CharacterSet::and).unwrap_or(CharacterSet::NONE);
        let is_placed = |character: Character| {
            let at = |world: &World| world.start.iter().position(|role| *role == character);
            let first = self.worlds.first().and_then(at);
            self.worlds.iter().all(|world| at(world) == first)
        };
        let hidden = |character: &Character| matches!(character.team(), Team::Outsider | Team::Minion);
        common.iter().filter(hidden).filter(|character| !is_placed(*character)).map(Fact::InPlay).collect()
    }
}

impl Fact {
    /// The fact in words.
    #[must_use]
    pub fn words(&self, names: &[String]) -> String {
        let name = |seat: Seat| names.get(seat.index()).map_or("?", String::as_str);
        match self {
            Self::Role(seat, character) => format!("{} is the {}", name(*seat), character.name()),
            Self::Became(seat, character) => format!("{} has become the {}", name(*seat), character.name()),
            Self::Evil(seat) => format!("{} is evil", name(*seat)),
            Self::Good(seat) => format!("{} is good", name(*seat)),
            Self::OneEvil(a, b) => format!("{} or {} is evil", name(*a), name(*b)),
            Self::DemonAmong(seats) => {
                let names: Vec<&str> = seats.iter().map(name).collect();
                format!("the Demon is {}", names.join(" or "))
            }
            Self::InPlay(character) => format!("there is a {}", character.name()),
        }
    }
}
