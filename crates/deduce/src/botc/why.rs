//! Why something is in no world: a shortest list of things said, and the claims and events without which it would be possible.
//!
//! Accepts a [`Case`] and a [`Question`], emits a [`Reason`]. What players say to have learned is chosen as short as
//! possible; events and claims that are not needed are then left out one by one.

use gaslamp_botc::rules::{Formula, State};
use gaslamp_botc::{Character, CharacterSet};
use gaslamp_core::{Diagnostic, Seat};

use super::case::Case;
use super::solve::Solver;
use super::suppose::claimed;
use super::worlds::World;

/// Something that may be so or not.
#[derive(Clone, PartialEq, Debug)]
pub enum Question {
    /// This player began as this character, or is it now.
    Role(Seat, Character),
    /// This is true now.
    Holds(Formula),
    /// There is a world at all.
    Any,
}

impl Question {
    fn is_so(&self, world: &World, end: &State) -> bool {
        match self {
            Self::Role(seat, character) => {
                [&world.start, &world.end].iter().any(|roles| roles[seat.index()] == *character)
            }
            Self::Holds(formula) => end.holds_plainly(formula),
            Self::Any => true,
        }
    }
}

/// One thing that is known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Element {
    /// Whom a player claims to be.
    Claim(Seat),
    /// The saying of a player with this number.
    Saying(Seat, usize),
    /// The line of the log with this number.
    Event(usize),
}

/// Why, or why not.
#[derive(Clone, PartialEq, Debug)]
pub enum Reason {
    /// It is possible: here is a world.
    Possible(World),
    /// It is not, because of these together; without any one of them it would be possible.
    Impossible(Vec<Element>),
}

/// Says why something is in no world.
///
/// # Errors
/// What the case asks for and the rules engine does not have.
pub fn why(case: &Case, question: &Question) -> Result<Reason, Vec<Diagnostic>> {
    if let Some(world) = find(case, question)? {
        return Ok(Reason::Possible(world));
    }
    let mut search = Search { case, question, spent: 0 };
    let sayings = search.fewest_sayings();
    let mut kept = search.with_background(&sayings);
    for element in search.background() {
        let rest: Vec<Element> = kept.iter().copied().filter(|other| *other != element).collect();
        if search.is_impossible(&rest) {
            kept = rest;
        }
    }
    kept.sort_unstable();
    Ok(Reason::Impossible(kept))
}

fn find(case: &Case, question: &Question) -> Result<Option<World>, Vec<Diagnostic>> {
    Ok(Solver::new(case)?.find(|world, end| question.is_so(world, end)))
}

struct Search<'a> {
    case: &'a Case,
    question: &'a Question,
    /// How many cases have been solved.
    spent: usize,
}

/// Longer than this the shortest list is not looked for, only one from which nothing can be left out.
const PATIENCE: usize = 400;

impl Search<'_> {
    fn sayings(&self) -> Vec<Element> {
        let players = self.case.players.iter().enumerate();
        players
            .flat_map(|(index, player)| {
                (0..player.says.len()).map(move |at| Element::Saying(Seat::new(index), at))
            })
            .collect()
    }

    /// Events, then claims: what is left out last stays soonest.
    fn background(&self) -> Vec<Element> {
        let events = (0..self.case.log.len()).map(Element::Event);
        let claims = (0..self.case.players.len()).map(|index| Element::Claim(Seat::new(index)));
        events.rev().chain(claims).collect()
    }

    fn with_background(&self, sayings: &[Element]) -> Vec<Element> {
        [sayings, &self.background()].concat()
    }

    fn is_impossible(&mut self, kept: &[Element]) -> bool {
        self.spent += 1;
        let Some(case) = self.reduced(kept) else { return false };
        // Without some claims there may be more seatings than anybody wants to wait for; then they are kept.
        matches!(find(&case, self.question), Ok(None))
    }

    /// The case with these things alone. A player without a claim may be anybody; nothing if that leaves too much open.
    fn reduced(&self, kept: &[Element]) -> Option<Case> {
        const MOST_SILENT: usize = 2;
        let mut case = self.case.clone();
        let anybody = self.case.hidden.or(claimed(self.case));
        let mut silent = 0;
        for (index, player) in case.players.iter_mut().enumerate() {
            let seat = Seat::new(index);
            let mut at = 0..;
            player.says.retain(|_| at.next().is_some_and(|at| kept.contains(&Element::Saying(seat, at))));
            if !kept.contains(&Element::Claim(seat)) {
                player.claims = anybody.iter().filter(|role| CharacterSet::GOOD.contains(*role)).collect();
                silent += 1;
                if case.you == Some(seat) {
                    case.you = None;
                }
            }
        }
        let mut at = 0..;
        case.log.retain(|_| at.next().is_some_and(|at| kept.contains(&Element::Event(at))));
        (silent <= MOST_SILENT).then_some(case)
    }

    /// The fewest sayings that rule it out, everything else being given: every way to make it possible leaves out one of
    /// them, so they hit all those ways. Ways are collected until the smallest set that hits them is enough.
    fn fewest_sayings(&mut self) -> Vec<Element> {
        let all = self.sayings();
        let mut ways: Vec<u64> = Vec::new();
        while self.spent < PATIENCE && all.len() <= 64 {
            let hit = smallest_hitting(&ways, all.len());
            let chosen = pick(&all, hit);
            if self.is_impossible(&self.with_background(&chosen)) {
                return chosen;
            }
            let mut possible = hit;
            for at in 0..all.len() {
                let more = possible | 1 << at;
                let kept = self.with_background(&pick(&all, more));
                if more != possible && !self.is_impossible(&kept) {
                    possible = more;
                }
            }
            ways.push(!possible & low_bits(all.len()));
        }
        self.shrunk(all)
    }

    /// Leaves out one saying after the other, where it stays impossible.
    fn shrunk(&mut self, mut kept: Vec<Element>) -> Vec<Element> {
        for element in kept.clone() {
            let rest: Vec<Element> = kept.iter().copied().filter(|other| *other != element).collect();
            if self.is_impossible(&self.with_background(&rest)) {
                kept = rest;
            }
        }
        kept
    }
}

const fn low_bits(count: usize) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

fn pick(all: &[Element], bits: u64) -> Vec<Element> {
    all.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1).map(|(_, element)| *element).collect()
}

/// The smallest set of numbers below `count` that has one of every way.
fn smallest_hitting(ways: &[u64], count: usize) -> u64 {
    (0..=count).find_map(|size| hitting(ways, 0, size)).unwrap_or(low_bits(count))
}

fn hitting(ways: &[u64], chosen: u64, left: usize) -> Option<u64> {
    let Some(way) = ways.iter().find(|way| **way & chosen == 0) else { return Some(chosen) };
    if left == 0 {
        return None;
    }
    let mut rest = *way;
    while rest != 0 {
        let lowest = rest & rest.wrapping_neg();
        if let Some(found) = hitting(ways, chosen | lowest, left - 1) {
            return Some(found);
        }
        rest &= rest - 1;
    }
    None
}
