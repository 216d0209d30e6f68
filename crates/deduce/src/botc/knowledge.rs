//! What all worlds have in common: accepts worlds one by one, or many similar ones together; emits certain [`Fact`]s.

use gaslamp_botc::{Character, CharacterSet, Team};
use gaslamp_core::{Seat, Seats};

use super::worlds::World;

/// Something that holds in every world.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fact {
    /// This player began as this character.
    Role(Seat, Character),
    /// This player is this character now, and began as another.
    Became(Seat, Character),
    /// This player is evil now.
    Evil(Seat),
    /// This player is good now.
    Good(Seat),
    /// At least one of two players is evil now.
    OneEvil(Seat, Seat),
    /// The current Demon is one of these players.
    DemonAmong(Seats),
    /// This character was in play, although its player does not claim it.
    InPlay(Character),
}

/// What is possible, judging by all worlds added so far.
#[derive(Clone, Debug)]
pub(super) struct Knowledge {
    seats: Vec<Possible>,
    may_be_demon: Seats,
    in_play: Option<CharacterSet>,
}

/// What a seat may be.
#[derive(Clone, Copy, Default, Debug)]
struct Possible {
    starts: CharacterSet,
    ends: CharacterSet,
    may_be_evil: bool,
    may_be_good: bool,
    /// Players who are good in some world in which this one is.
    good_with: Seats,
}

/// Worlds that differ only in which member of a group is which character.
pub(super) struct Alike<'a> {
    /// The groups of seats.
    pub(super) groups: &'a [Seats],
    /// By group, the characters that its members may begin as.
    pub(super) starts: &'a [CharacterSet],
    /// The characters in play in all of them.
    pub(super) in_play: CharacterSet,
    /// Everybody's role in one of them, at the beginning and at the end.
    pub(super) start: &'a [Character],
    pub(super) end: &'a [Character],
    /// Who is evil at the end of that one.
    pub(super) evil: Seats,
}

impl Knowledge {
    pub(super) fn new(size: usize) -> Self {
        Self { seats: vec![Possible::default(); size], may_be_demon: Seats::NONE, in_play: None }
    }

    pub(super) fn add(&mut self, worlds: &Alike<'_>) {
        for (&group, &starts) in worlds.groups.iter().zip(worlds.starts) {
            let good = group.minus(worlds.evil);
            let changed = group.iter().filter(|seat| worlds.end[seat.index()] != worlds.start[seat.index()]);
            let changed: Seats = changed.collect();
            let mut ends: CharacterSet = changed.iter().map(|seat| worlds.end[seat.index()]).collect();
            if changed != group {
                ends = ends.or(starts);
            }
            if ends.iter().any(|role| role.team() == Team::Demon) {
                self.may_be_demon = self.may_be_demon.or(group);
            }
            let mut good_with = if good.len() > 1 { group } else { Seats::NONE };
            let others = worlds.groups.iter().filter(|other| **other != group);
            for &other in others.filter(|other| !other.minus(worlds.evil).is_empty()) {
                good_with = good_with.or(other);
            }
            for seat in group.iter() {
                let possible = &mut self.seats[seat.index()];
                possible.starts = possible.starts.or(starts);
                possible.ends = possible.ends.or(ends);
                possible.may_be_evil |= good != group;
                possible.may_be_good |= !good.is_empty();
                if !good.is_empty() {
                    possible.good_with = possible.good_with.or(good_with);
                }
            }
        }
        self.in_play = Some(self.in_play.map_or(worlds.in_play, |in_play| in_play.and(worlds.in_play)));
    }

    /// Adds one world.
    pub(super) fn add_world(&mut self, world: &World) {
        let groups: Vec<Seats> = (0..world.start.len()).map(|index| Seats::only(Seat::new(index))).collect();
        let starts: Vec<CharacterSet> = world.start.iter().map(|role| CharacterSet::only(*role)).collect();
        self.add(&Alike {
            groups: &groups,
            starts: &starts,
            in_play: world.start.iter().copied().collect(),
            start: &world.start,
            end: &world.end,
            evil: world.evil,
        });
    }

    /// Merges what another one has learned.
    pub(super) fn join(&mut self, other: &Self) {
        for (own, other) in self.seats.iter_mut().zip(&other.seats) {
            own.starts = own.starts.or(other.starts);
            own.ends = own.ends.or(other.ends);
            own.may_be_evil |= other.may_be_evil;
            own.may_be_good |= other.may_be_good;
            own.good_with = own.good_with.or(other.good_with);
        }
        self.may_be_demon = self.may_be_demon.or(other.may_be_demon);
        self.in_play = match (self.in_play, other.in_play) {
            (Some(own), Some(other)) => Some(own.and(other)),
            (own, other) => own.or(other),
        };
    }

    /// What holds in every world, without facts implied by others; empty if there is no world.
    pub(super) fn facts(&self) -> Vec<Fact> {
        let Some(in_play) = self.in_play else { return Vec::new() };
        let mut facts = Vec::new();
        for (index, possible) in self.seats.iter().enumerate() {
            facts.extend(possible.facts(Seat::new(index)));
        }
        if (2..=3).contains(&self.may_be_demon.len()) {
            facts.push(Fact::DemonAmong(self.may_be_demon));
        }
        facts.extend(self.one_evil());
        let is_hidden = |character: &Character| {
            let is_placed = self.seats.iter().any(|possible| only(possible.starts) == Some(*character));
            matches!(character.team(), Team::Outsider | Team::Minion) && !is_placed
        };
        facts.extend(in_play.iter().filter(is_hidden).map(Fact::InPlay));
        facts
    }

    fn one_evil(&self) -> Vec<Fact> {
        let is_open = |seat: &Seat| {
            let possible = self.seats[seat.index()];
            possible.may_be_evil && possible.may_be_good
        };
        let open: Seats = (0..self.seats.len()).map(Seat::new).filter(is_open).collect();
        let mut facts = Vec::new();
        for a in open.iter() {
            let never_both = open.minus(self.seats[a.index()].good_with);
            facts.extend(never_both.iter().filter(|b| *b > a).map(|b| Fact::OneEvil(a, b)));
        }
        facts
    }
}

impl Possible {
    fn facts(&self, seat: Seat) -> Vec<Fact> {
        let mut facts = Vec::new();
        let start = only(self.starts);
        facts.extend(start.map(|role| Fact::Role(seat, role)));
        let became = only(self.ends).filter(|end| !self.starts.contains(*end));
        facts.extend(became.map(|role| Fact::Became(seat, role)));
        let side = match (self.may_be_evil, self.may_be_good) {
            (true, false) => Some(Fact::Evil(seat)),
            (false, true) => Some(Fact::Good(seat)),
            _ => None,
        };
        let is_usual = start.is_some_and(|role| CharacterSet::EVIL.contains(role) == self.may_be_evil);
        facts.extend(side.filter(|_| !is_usual));
        facts
    }
}

/// The only character of a set, if it has exactly one.
fn only(set: CharacterSet) -> Option<Character> {
    set.iter().next().filter(|_| set.len() == 1)
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
