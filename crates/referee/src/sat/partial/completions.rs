//! All completions of a grimoire that is known in parts: how many they are, each by its number, and drawn uniformly.
//!
//! The search takes a branch, asks the solver for a witness, and finds out how much of it its run needs ([`super::trial`]). All completions that
//! have that are legal and are counted at once ([`super::diagram`]); those that lack some of it are further cases, no two of them the same.

use std::collections::BTreeMap;
use std::fmt;

use gaslamp_core::Rng;

use super::Shown;
use super::diagram::Diagram;
use super::formula::{Completion, Formula};
use super::table::{Branch, Table};
use super::trial::{Need, needs};
use crate::sat::budgeted_solver::Stop;

/// The search was told to stop before it had found out what was asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// Why completions were not found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unfinished {
    /// There were more cases to look at than the caller allowed.
    TooManyCases {
        /// How many were allowed.
        limit: usize,
    },
    /// The search was told to stop.
    Stopped {
        /// How many cases it had looked at.
        cases: usize,
    },
}

impl fmt::Display for Unfinished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyCases { limit } => {
                write!(f, "there are more than {limit} cases of completions")
            }
            Self::Stopped { cases } => write!(f, "the completions were not counted after {cases} cases"),
        }
    }
}

impl std::error::Error for Unfinished {}

/// All completions of a grimoire.
#[derive(Clone, Debug)]
pub struct Completions {
    table: Table,
    parts: Vec<Part>,
    count: u128,
    cases: usize,
    /// Which part was looked at last.
    last: usize,
    stop: Stop,
}

/// Completions that are counted together.
#[derive(Clone, Debug)]
struct Part {
    /// Who may be the Imps: seats that look the same, in the same order.
    imps: Vec<u32>,
    diagram: Diagram,
    /// For each choice of Imps.
    count: u128,
}

impl Completions {
    /// How many there are.
    #[must_use]
    pub const fn count(&self) -> u128 {
        self.count
    }

    /// How many cases were looked at to count them.
    #[must_use]
    pub const fn cases(&self) -> usize {
        self.cases
    }

    /// The completion with this number, if there are more: what every seat shows. There is none any more once the search is stopped.
    pub fn nth(&mut self, mut number: u128) -> Option<Vec<Shown>> {
        let at = self.parts.iter().position(|part| {
            let count = part.count * part.imps.len() as u128;
            let is_here = number < count;
            number -= if is_here { 0 } else { count };
            is_here
        })?;
        if self.last != at {
            self.parts[self.last].diagram.forget();
            self.last = at;
        }
        let part = &mut self.parts[at];
        let imps = part.imps[(number / part.count) as usize];
        let found = part.diagram.nth(&self.table, imps, number % part.count);
        found.filter(|_| !self.stop.is_set())
    }

    /// A completion, each equally likely; none if there is none, or once the search is stopped.
    pub fn sample(&mut self, rng: &mut Rng) -> Option<Vec<Shown>> {
        let number = below(rng, self.count)?;
        self.nth(number)
    }

    pub(super) fn search(
        table: &Table,
        formula: &mut Formula,
        limit: usize,
        tell: &mut dyn FnMut(usize),
        stop: &Stop,
    ) -> Result<Self, Unfinished> {
        let mut search =
            Search { table, formula, limit, tell, stop, cases: 0, found: Vec::new(), imps: Vec::new() };
        let counts = table.setup.base_counts().unwrap_or_default();
        search.explore_all(counts[2] + counts[3] + 1)?;
        let (found, cases) = (search.found, search.cases);
        let part = |(branch, imps): (Branch, Vec<u32>)| {
            let mut diagram = Diagram::new(table, &branch, counts, stop);
            let count = diagram.count();
            diagram.forget();
            Part { imps, diagram, count }
        };
        let parts: Vec<Part> = found.into_iter().map(part).filter(|part| part.count > 0).collect();
        if stop.is_set() {
            return Err(Unfinished::Stopped { cases });
        }
        let count = parts.iter().map(|part| part.count * part.imps.len() as u128).sum();
        Ok(Self { table: table.clone(), parts, count, cases, last: 0, stop: stop.clone() })
    }
}

/// Why a search does not go on.
enum Halted {
    TooManyCases,
    Stopped,
}

impl From<Stopped> for Halted {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

/// The search under way.
struct Search<'a> {
    table: &'a Table,
    formula: &'a mut Formula,
    limit: usize,
    /// Is told how many cases were looked at.
    tell: &'a mut dyn FnMut(usize),
    stop: &'a Stop,
    cases: usize,
    /// The choices of Imps that are being looked at.
    imps: Vec<u32>,
    found: Vec<(Branch, Vec<u32>)>,
}

impl Search<'_> {
    fn tick(&mut self) -> Result<(), Halted> {
        self.cases += 1;
        (self.tell)(self.cases);
        if self.cases > self.limit { Err(Halted::TooManyCases) } else { Ok(()) }
    }

    /// Splits the cases of every choice of Imps, of whom there are at most this many.
    fn explore_all(&mut self, most: usize) -> Result<(), Unfinished> {
        self.explore_imps(most).map_err(|halted| match halted {
            Halted::TooManyCases => Unfinished::TooManyCases { limit: self.limit },
            Halted::Stopped => Unfinished::Stopped { cases: self.cases },
        })
    }

    fn explore_imps(&mut self, most: usize) -> Result<(), Halted> {
        for imps in self.imps(most)? {
            self.imps = imps;
            for hidden in [[false, false], [false, true], [true, false], [true, true]] {
                if let Some(branch) = self.table.branch(self.imps[0], hidden) {
                    self.explore(branch)?;
                }
            }
        }
        Ok(())
    }

    /// Who may be the Imps, at most this many; those together whose seats look the same, in the same order.
    fn imps(&mut self, most: usize) -> Result<Vec<Vec<u32>>, Halted> {
        let mut known: BTreeMap<Vec<usize>, Vec<u32>> = BTreeMap::from([(Vec::new(), vec![0])]);
        let mut last = known.clone();
        for count in 1..=most {
            if !self.formula.can_have_imps(count)? {
                break;
            }
            let mut more: BTreeMap<Vec<usize>, Vec<u32>> = BTreeMap::new();
            for (kinds, sets) in &last {
                for set in sets {
                    for (seat, kind) in self.table.kind_of.iter().enumerate() {
                        if set >> seat == 0 && self.table.may_be_imp(seat) {
                            let kinds = [kinds.as_slice(), &[*kind]].concat();
                            more.entry(kinds).or_default().push(set | 1 << seat);
                        }
                    }
                }
            }
            last = BTreeMap::new();
            for (kinds, sets) in more {
                self.tick()?;
                let mut is_possible = false;
                for set in &sets {
                    is_possible = is_possible || self.formula.can_be_imps(*set)?;
                }
                if is_possible {
                    last.insert(kinds, sets);
                }
            }
            known.extend(last.clone());
        }
        Ok(known.into_values().collect())
    }

    /// Splits a branch into parts that are legal as they are.
    fn explore(&mut self, mut branch: Branch) -> Result<(), Halted> {
        self.tick()?;
        let Some(witness) = self.formula.witness(&branch)? else { return Ok(()) };
        // What no completion lacks is no branch.
        let mut doubtful = Vec::new();
        for need in needs(self.table, &branch, &witness, self.stop) {
            let (lacks, has) = self.split(&branch, &witness, need);
            let may_lack = match lacks {
                Some(lacks) => self.formula.witness(&lacks)?.is_some(),
                None => false,
            };
            if may_lack {
                doubtful.push(need);
            } else {
                branch = has;
            }
        }
        for need in doubtful {
            let (lacks, has) = self.split(&branch, &witness, need);
            if let Some(lacks) = lacks {
                self.explore(lacks)?;
            }
            branch = has;
        }
        self.found.push((branch, self.imps.clone()));
        Ok(())
    }

    /// The cases that lack something and that have it, as the witness does.
    fn split(&self, branch: &Branch, witness: &Completion, need: Need) -> (Option<Branch>, Branch) {
        match need {
            Need::Seat(number) => {
                let place = witness.places[number];
                let mut has = branch.clone();
                has.places[number] = place;
                has.seats[number] = witness.seats[number];
                (self.table.without(branch, number, place), has)
            }
            Need::Not(number, places) => {
                let mut has = branch.clone();
                has.places[number] = branch.places[number].without(places);
                (self.table.with(branch, number, places), has)
            }
        }
    }
}

/// A number below a bound, each equally likely; none if the bound is 0.
fn below(rng: &mut Rng, bound: u128) -> Option<u128> {
    let unfair = u128::MAX.checked_rem(bound)?;
    loop {
        let drawn = (0..4).fold(0, |drawn, _| drawn << 32 | u128::from(rng.next_u32()));
        if drawn < u128::MAX - unfair {
            return Some(drawn % bound);
        }
    }
}
