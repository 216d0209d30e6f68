//! What the worlds of a case come to, however many there are: how many, what is certain, how the rest is shared out, some of them to look at,
//! and whether something holds.
//!
//! Accepts a [`Case`], emits a [`Survey`]. Where there are few ways to seat the characters, all worlds are listed. Where there are many, equal ones
//! are counted together, which is as exact; and where even those are too many, worlds are drawn and the error is stated.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering::Relaxed;

use gaslamp_botc::{Character, State};
use gaslamp_core::{Diagnostic, Seat};

use super::adaptive_draw::Effort;
use super::count::{Asked, Sums, sums};
use super::knowledge::{Fact, Knowledge};
use super::odds::{Drawn, Estimate, Nothing, estimate_asking};
use super::solve::{Found, Solver, Watch};
use super::why::Question;
use super::worlds::World;

/// What the worlds of a case come to. What is asked about the red herring must have been told to the solver ([`Solver::asked`]).
#[derive(Clone, PartialEq, Debug)]
pub struct Survey {
    /// How many ways there were to seat the characters before anything was looked at but the claims, if they were counted.
    pub supposed: Option<u128>,
    /// How many worlds there are.
    pub extent: Extent,
    /// What is so in every world; nothing unless all were looked at.
    pub certain: Vec<Fact>,
    /// By seat, the share of the worlds in which something is so.
    pub seats: Vec<SeatShares>,
    /// Some of the worlds, in order; all of them if there are not more than were wanted.
    pub worlds: Vec<World>,
    /// What was asked.
    pub answers: Vec<Holds>,
}

/// How many worlds there are.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Extent {
    /// So many, and no more.
    All(u128),
    /// So many were found before it was stopped.
    SoFar(u128),
    /// About so many, by drawing.
    About {
        /// How many.
        worlds: f64,
        /// The standard error of that number.
        error: f64,
        /// What was drawn.
        drawn: Drawn,
    },
    /// Nothing that was drawn is a world, which says nothing about whether there is one.
    NoneDrawn {
        /// How much was drawn.
        draws: usize,
    },
}

/// The share of the worlds in which something is so of a seat.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct SeatShares {
    /// That it is evil now.
    pub evil: f64,
    /// The standard error of that; nought unless worlds were drawn.
    pub error: f64,
    /// That it began as this character, the most frequent first.
    pub roles: Vec<(Character, f64)>,
}

/// In how many worlds something holds.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Holds {
    /// In so many, whatever was hidden.
    pub always: u128,
    /// In so many, at least if the hidden choices were right.
    pub at_times: u128,
    /// Of so many.
    pub worlds: u128,
    /// The standard error of the share; nought unless worlds were drawn.
    pub error: f64,
}

impl Holds {
    /// About so many of so many worlds, with the error of the share; whether it holds in any that was drawn, and whether there is one in
    /// which it does not.
    pub(super) fn about(worlds: f64, always: f64, error: f64, yes: bool, no: bool) -> Self {
        let worlds = (worlds.round() as u128).max(1);
        let most = worlds - u128::from(no);
        let always = if no { (always.round() as u128).min(most) } else { worlds };
        Self { always, at_times: always.max(u128::from(yes)), worlds, error }
    }

    /// Adds so many worlds in which it may be so, and may not.
    pub(super) const fn add(&mut self, worlds: u128, yes: bool, no: bool) {
        self.worlds += worlds;
        if yes {
            self.at_times += worlds;
        }
        if yes && !no {
            self.always += worlds;
        }
    }

    /// The share of the worlds in which it holds whatever was hidden.
    #[must_use]
    pub fn share(&self) -> f64 {
        if self.worlds == 0 { 0.0 } else { self.always as f64 / self.worlds as f64 }
    }

    pub(super) const fn join(&mut self, other: &Self) {
        self.always += other.always;
        self.at_times += other.at_times;
        self.worlds += other.worlds;
    }
}

/// What is wanted to know.
#[derive(Clone, Copy, Debug)]
pub struct SurveyOptions<'a> {
    /// Only worlds in which these are so count.
    pub assumptions: &'a [Question],
    /// In how many of them these hold. At most 64.
    pub questions: &'a [Question],
    /// How many worlds to keep, if not all are listed.
    pub keep: usize,
    /// Of how many patterns at most worlds are counted.
    pub patterns: usize,
}

/// Of so many patterns worlds are counted if nobody says otherwise: some ten seconds of work.
const PATTERNS: usize = 400_000;

/// So many hypotheses are drawn where there are more.
const DRAWS: usize = 8_000;

impl Default for SurveyOptions<'_> {
    fn default() -> Self {
        Self { assumptions: &[], questions: &[], keep: 10, patterns: PATTERNS }
    }
}

impl Survey {
    /// Looks at all worlds of a case.
    ///
    /// # Errors
    /// What the case asks for and the rules engine does not have.
    pub fn of(
        solver: &Solver<'_>,
        options: &SurveyOptions<'_>,
        watch: &Watch,
    ) -> Result<Self, Vec<Diagnostic>> {
        if solver.supposed().is_some() {
            return Ok(Self::listed(solver, options, watch));
        }
        match Self::counted_of(solver, options, watch)? {
            Some(counted) => Ok(counted),
            None if watch.stop.load(Relaxed) => Ok(Self::empty(Extent::SoFar(0), options)),
            None => Self::drawn(solver, options, watch),
        }
    }

    /// The same by counting equal worlds together, even if there are few; nothing if there are too many patterns, or if it is stopped.
    ///
    /// # Errors
    /// What the case asks for and the rules engine does not have.
    pub fn counted_of(
        solver: &Solver<'_>,
        options: &SurveyOptions<'_>,
        watch: &Watch,
    ) -> Result<Option<Self>, Vec<Diagnostic>> {
        let asked = Asked { assumptions: options.assumptions, questions: options.questions };
        let keep = options.keep as u128;
        Ok(sums(solver.case, asked, None, options.patterns, keep, watch)?.map(Self::counted))
    }

    /// The same by drawing, where there are too many to count.
    fn drawn(
        solver: &Solver<'_>,
        options: &SurveyOptions<'_>,
        watch: &Watch,
    ) -> Result<Self, Vec<Diagnostic>> {
        let asked = Asked { assumptions: options.assumptions, questions: options.questions };
        let effort = Effort { draws: DRAWS, ..Effort::default() };
        let found = estimate_asking(solver.case, asked, effort, options.keep, watch)?;
        Ok(found.map_or_else(|nothing| Self::nothing(nothing, options), Self::estimated))
    }

    fn estimated(estimate: Estimate) -> Self {
        let (worlds, error) = (estimate.worlds, estimate.error);
        let shares = estimate.shares;
        let extent = match shares.drawn {
            Some(drawn) => Extent::About { worlds, error, drawn },
            None => Extent::All(worlds.round() as u128),
        };
        let seats = shares.evil.iter().zip(&shares.error).zip(shares.roles);
        let seats = seats.map(|((evil, error), roles)| SeatShares {
            evil: *evil,
            error: *error,
            roles: by_share(roles),
        });
        let mut worlds = estimate.examples;
        worlds.sort();
        let (seats, answers) = (seats.collect(), estimate.held);
        let certain = if shares.drawn.is_none() { estimate.common } else { Vec::new() };
        Self { supposed: None, extent, certain, seats, worlds, answers }
    }

    fn nothing(nothing: Nothing, options: &SurveyOptions<'_>) -> Self {
        let extent = match nothing.drawn {
            Some(draws) => Extent::NoneDrawn { draws },
            None => Extent::All(0),
        };
        Self::empty(extent, options)
    }

    /// Without a world.
    fn empty(extent: Extent, options: &SurveyOptions<'_>) -> Self {
        let answers = vec![Holds::default(); options.questions.len()];
        Self { supposed: None, extent, certain: Vec::new(), seats: Vec::new(), worlds: Vec::new(), answers }
    }

    /// Whether all worlds were looked at.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        matches!(self.extent, Extent::All(_))
    }

    fn listed(solver: &Solver<'_>, options: &SurveyOptions<'_>, watch: &Watch) -> Self {
        let is_it = |world: &World, end: &State| {
            options.assumptions.iter().all(|assumption| assumption.is_so(world, end))
        };
        let (found, supposed, is_complete) = solver.found(watch, is_it, options.questions);
        let found = Found::each_once(found);
        let mut answers = vec![Holds::default(); options.questions.len()];
        for (at, held) in answers.iter_mut().enumerate() {
            found.iter().for_each(|found| held.add(1, found.yes >> at & 1 == 1, found.no >> at & 1 == 1));
        }
        let worlds: Vec<World> = found.into_iter().map(|found| found.world).collect();
        let count = worlds.len() as u128;
        let extent = if is_complete { Extent::All(count) } else { Extent::SoFar(count) };
        let certain = if is_complete { certain(&worlds) } else { Vec::new() };
        Self { supposed: Some(supposed as u128), extent, certain, seats: shares(&worlds), worlds, answers }
    }

    fn counted(sums: Sums) -> Self {
        let certain = sums.counted.knowledge.facts();
        let odds = sums.counted.odds(None);
        let seats = odds.evil.iter().zip(odds.roles);
        let mut worlds = sums.examples;
        worlds.sort();
        Self {
            supposed: Some(sums.supposed),
            extent: Extent::All(sums.worlds),
            certain,
            seats: seats
                .map(|(evil, roles)| SeatShares { evil: *evil, error: 0.0, roles: by_share(roles) })
                .collect(),
            worlds,
            answers: sums.held,
        }
    }
}

fn certain(worlds: &[World]) -> Vec<Fact> {
    let mut knowledge = Knowledge::new(worlds.first().map_or(0, |world| world.start.len()));
    worlds.iter().for_each(|world| knowledge.add_world(world));
    knowledge.facts()
}

fn shares(worlds: &[World]) -> Vec<SeatShares> {
    let size = worlds.first().map_or(0, |world| world.start.len());
    let share = |count: usize| count as f64 / worlds.len() as f64;
    let of_seat = |index: usize| {
        let mut roles: BTreeMap<Character, usize> = BTreeMap::new();
        worlds.iter().for_each(|world| *roles.entry(world.start[index]).or_default() += 1);
        let evil = worlds.iter().filter(|world| world.evil.contains(Seat::new(index))).count();
        let roles = roles.into_iter().map(|(role, count)| (role, share(count))).collect();
        SeatShares { evil: share(evil), error: 0.0, roles: by_share(roles) }
    };
    (0..size).map(of_seat).collect()
}

/// The most frequent first.
fn by_share(roles: BTreeMap<Character, f64>) -> Vec<(Character, f64)> {
    let mut roles: Vec<(Character, f64)> = roles.into_iter().filter(|(_, share)| *share > 0.0).collect();
    roles.sort_by(|(a, x), (b, y)| y.total_cmp(x).then(a.cmp(b)));
    roles
}
