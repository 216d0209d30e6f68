//! Why something is true in no world: a shortest list of statements, and the events and claims without which it would be possible.
//!
//! Accepts a [`Case`] and a [`Question`], emits a [`Reason`]. The list of what players claim to have learned is as short as possible.
//! Public events and claimed roles are taken for granted; those are named without which, with everything else, it would be
//! possible.

use std::sync::atomic::Ordering::Relaxed;

use gaslamp_botc::notation::formula;
use gaslamp_botc::rules::{Formula, State, playable_instead};
use gaslamp_botc::{Character, CharacterSet};
use gaslamp_core::edit_distance::instead;
use gaslamp_core::{Diagnostic, Seat, Span};

use super::case::Case;
use super::deal_hypothesis::claimed;
use super::hidden::Hidden;
use super::puzzle;
use super::solve::{Solver, Watch};
use super::worlds::World;

/// Something that may hold or not.
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
    /// Reads `Tom=Imp`, or a statement such as `evil(Tom) or role(Ann, Chef)`.
    ///
    /// # Errors
    /// Why the text is neither.
    pub fn read(names: &[String], text: &str) -> Result<Self, Diagnostic> {
        let Some((name, role)) = text.split_once('=').filter(|_| !text.contains('(')) else {
            return formula::read_placed(names, text).map(Self::Holds);
        };
        let (name, role) = (name.trim(), role.trim());
        // Both are parts of the text.
        let place = |part: &str| {
            let start = part.as_ptr() as usize - text.as_ptr() as usize;
            Span::new(start, start + part.len())
        };
        let seat = names.iter().position(|known| known.eq_ignore_ascii_case(name)).map(Seat::new);
        let seat = seat.ok_or_else(|| {
            let problem = Diagnostic::new("deduce/question/player", format!("no player is called `{name}`"));
            problem.at(place(name)).fix(instead(name, names.iter().map(String::as_str)))
        })?;
        let character = Character::read(role).ok_or_else(|| {
            let problem = Diagnostic::new("deduce/question/role", format!("unknown character `{role}`"));
            problem.at(place(role)).fix(playable_instead(role))
        })?;
        Ok(Self::Role(seat, character))
    }

    /// The hidden things that these are about.
    pub(super) fn hidden<'a>(questions: impl IntoIterator<Item = &'a Self>) -> Hidden {
        Hidden::of(questions.into_iter().filter_map(|question| match question {
            Self::Holds(formula) => Some(formula),
            Self::Role(..) | Self::Any => None,
        }))
    }

    /// Whether it holds in a world that ends in this state.
    #[must_use]
    pub fn is_so(&self, world: &World, end: &State) -> bool {
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
    /// The testimony of a player with this number.
    Testimony(Seat, usize),
    /// The line of the log with this number.
    Event(usize),
}

impl Element {
    /// The element in words; testimonies and events as a puzzle file writes them.
    #[must_use]
    pub fn words(self, case: &Case) -> String {
        let name = |seat: Seat| case.players[seat.index()].name.as_str();
        match self {
            Self::Claim(seat) => {
                let claims: Vec<&str> =
                    case.players[seat.index()].claims.iter().map(|claim| claim.name()).collect();
                let says = if case.you == Some(seat) { "drew" } else { "claims to be" };
                format!("{} {says} the {}", name(seat), claims.join(" or the "))
            }
            Self::Testimony(seat, at) => {
                let player = &case.players[seat.index()];
                format!("{} says: {}", name(seat), puzzle::write_saying(case, player, &player.says[at].what))
            }
            Self::Event(at) => puzzle::write_event(case, &case.log[at]).join("; "),
        }
    }
}

/// The answer: possible or not.
#[derive(Clone, PartialEq, Debug)]
pub enum Reason {
    /// It is possible: here is a world.
    Possible(World),
    /// It is impossible because of these together; without any one of them, and with all other claims and events, it would be possible.
    Impossible(Vec<Element>),
}

/// Explains why something is true in no world in which the assumptions hold; `None` if it is stopped before it knows.
///
/// # Errors
/// What the case needs and the rules engine does not support.
pub fn why(
    case: &Case,
    assumptions: &[Question],
    question: &Question,
    watch: &Watch,
) -> Result<Option<Reason>, Vec<Diagnostic>> {
    let all: Vec<Question> = assumptions.iter().chain([question]).cloned().collect();
    if let Some(world) = find(case, &all, watch)? {
        return Ok(Some(Reason::Possible(world)));
    }
    let kept = Search { case, questions: &all, watch, spent: 0 }.reasons();
    Ok((!watch.stop.load(Relaxed)).then_some(Reason::Impossible(kept)))
}

fn without(elements: &[Element], out: Element) -> Vec<Element> {
    elements.iter().copied().filter(|element| *element != out).collect()
}

/// A world in which all of these hold.
fn find(case: &Case, questions: &[Question], watch: &Watch) -> Result<Option<World>, Vec<Diagnostic>> {
    let solver = Solver::new(case)?.asked(questions)?;
    Ok(solver.find(watch, |world, end| questions.iter().all(|question| question.is_so(world, end))))
}

struct Search<'a> {
    case: &'a Case,
    /// What must hold together.
    questions: &'a [Question],
    watch: &'a Watch,
    /// How many cases have been solved.
    spent: usize,
}

/// After solving this many cases, search no longer for a shortest list, only for one from which nothing can be left out.
const PATIENCE: usize = 400;

impl Search<'_> {
    /// A list that rules it out and from which nothing can be left out.
    fn reasons(&mut self) -> Vec<Element> {
        let sayings = self.fewest_sayings();
        let all = self.with_background(&sayings);
        let background = [self.events(), self.claims()].concat();
        let needed = background.into_iter().filter(|element| !self.is_impossible(&without(&all, *element)));
        let mut kept: Vec<Element> = needed.collect();
        kept.extend(sayings);
        kept.sort_unstable();
        kept
    }

    fn sayings(&self) -> Vec<Element> {
        let players = self.case.players.iter().enumerate();
        players
            .flat_map(|(index, player)| {
                (0..player.says.len()).map(move |at| Element::Testimony(Seat::new(index), at))
            })
            .collect()
    }

    fn events(&self) -> Vec<Element> {
        (0..self.case.log.len()).map(Element::Event).collect()
    }

    fn claims(&self) -> Vec<Element> {
        (0..self.case.players.len()).map(|index| Element::Claim(Seat::new(index))).collect()
    }

    /// These testimonies with all events and claims.
    fn with_background(&self, sayings: &[Element]) -> Vec<Element> {
        [sayings, &self.events(), &self.claims()].concat()
    }

    fn is_impossible(&mut self, kept: &[Element]) -> bool {
        self.spent += 1;
        // A stopped search should end soon; its result is not used.
        self.watch.stop.load(Relaxed)
            || matches!(find(&self.reduced(kept), self.questions, self.watch), Ok(None))
    }

    /// The case with only these elements. A player without a claim may be anybody.
    fn reduced(&self, kept: &[Element]) -> Case {
        let mut case = self.case.clone();
        let anybody = self.case.hidden.or(claimed(self.case)).and(CharacterSet::GOOD);
        for (index, player) in case.players.iter_mut().enumerate() {
            let seat = Seat::new(index);
            let mut at = 0..;
            player.says.retain(|_| at.next().is_some_and(|at| kept.contains(&Element::Testimony(seat, at))));
            if !kept.contains(&Element::Claim(seat)) {
                player.claims = anybody.iter().collect();
                if case.you == Some(seat) {
                    case.you = None;
                }
            }
        }
        let mut at = 0..;
        case.log.retain(|_| at.next().is_some_and(|at| kept.contains(&Element::Event(at))));
        case
    }

    /// The fewest testimonies that rule it out, given everything else: every way to make it possible leaves out one of them, so
    /// they are a hitting set of those ways. Ways are collected until a smallest hitting set is enough.
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

    /// Leaves out one testimony after the other, as long as it stays impossible.
    fn shrunk(&mut self, mut kept: Vec<Element>) -> Vec<Element> {
        for element in kept.clone() {
            let rest = without(&kept, element);
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

/// The smallest set of numbers below `count` that contains one element of every way.
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
