//! A summary of the worlds of a case, however many there are: how many, what is certain, the shares of the rest, some examples, and
//! whether something holds.
//!
//! Accepts a [`Case`], emits a [`Survey`]. If there are few deals, all worlds are listed. If there are many, equivalent ones are counted
//! together, which is just as exact; and if even those are too many, worlds are drawn and the error is stated.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering::Relaxed;

use gaslamp_botc::rules::Profile;
use gaslamp_botc::{Character, State, Team};
use gaslamp_core::{Diagnostic, Seat};

use super::adaptive_draw::Effort;
use super::count::{Asked, Sums, sums};
use super::knowledge::{Fact, Knowledge};
use super::odds::{Drawn, Estimate, Nothing, estimate_asking};
use super::solve::{Found, Solver, Watch};
use super::why::Question;
use super::worlds::World;

/// A summary of the worlds of a case. Questions about what nobody sees must have been announced to the solver ([`Solver::asked`]).
#[derive(Clone, PartialEq, Debug)]
pub struct Survey {
    /// How many deals the set-up rules and the claims allow, if they were counted.
    pub supposed: Option<u128>,
    /// How many worlds there are.
    pub extent: Extent,
    /// What holds in every world; empty unless all were examined.
    pub certain: Vec<Fact>,
    /// By seat, shares of the worlds.
    pub seats: Vec<SeatShares>,
    /// Some of the worlds, in order; all of them if there are no more than wanted.
    pub worlds: Vec<World>,
    /// The answers to the questions, in order.
    pub answers: Vec<Holds>,
}

/// How many worlds there are.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Extent {
    /// Exactly this many.
    All(u128),
    /// This many were found before the search was stopped.
    SoFar(u128),
    /// About this many, estimated by drawing.
    About {
        /// The estimate.
        worlds: f64,
        /// Its standard error.
        error: f64,
        /// The sample.
        drawn: Drawn,
    },
    /// No world was found by drawing, which proves nothing.
    NoneDrawn {
        /// The number of draws.
        draws: usize,
    },
}

/// Shares of the worlds for one seat.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct SeatShares {
    /// The share in which it is evil now.
    pub evil: f64,
    /// The standard error of that share; zero unless worlds were drawn.
    pub error: f64,
    /// The share in which it is a Demon now.
    pub demon: f64,
    /// The share in which it began as each character, the most frequent first.
    pub roles: Vec<(Character, f64)>,
}

/// In how many worlds something holds.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Holds {
    /// Worlds in which it holds, whatever the hidden choices were.
    pub always: u128,
    /// Worlds in which it holds, at least for some hidden choices.
    pub at_times: u128,
    /// All worlds.
    pub worlds: u128,
    /// The standard error of the share; zero unless worlds were drawn.
    pub error: f64,
}

impl Holds {
    /// An estimate from drawn worlds, with the error of the share; whether it holds in some drawn world, and whether it fails in
    /// some.
    pub(super) fn about(worlds: f64, always: f64, error: f64, yes: bool, no: bool) -> Self {
        let worlds = (worlds.round() as u128).max(1);
        let most = worlds - u128::from(no);
        let always = if no { (always.round() as u128).min(most) } else { worlds };
        Self { always, at_times: always.max(u128::from(yes)), worlds, error }
    }

    /// Adds worlds, given whether it may hold in them and whether it may fail.
    pub(super) const fn add(&mut self, worlds: u128, yes: bool, no: bool) {
        self.worlds += worlds;
        if yes {
            self.at_times += worlds;
        }
        if yes && !no {
            self.always += worlds;
        }
    }

    /// The share of the worlds in which it holds whatever the hidden choices were.
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

/// What to find out.
#[derive(Clone, Copy, Debug)]
pub struct SurveyOptions<'a> {
    /// Assumptions: only worlds in which these hold count.
    pub assumptions: &'a [Question],
    /// Questions: in how many of those worlds each of these holds. At most 64.
    pub questions: &'a [Question],
    /// How many worlds to keep, if not all are listed.
    pub keep: usize,
    /// The most patterns of worlds to count.
    pub patterns: usize,
}

/// The default for the most patterns to count: about ten seconds of work.
const PATTERNS: usize = 400_000;

/// The number of hypotheses to draw if there are more.
const DRAWS: usize = 8_000;

impl Default for SurveyOptions<'_> {
    fn default() -> Self {
        Self { assumptions: &[], questions: &[], keep: 10, patterns: PATTERNS }
    }
}

impl Survey {
    /// Examines all worlds of a case.
    ///
    /// # Errors
    /// What the case needs and the rules engine does not support.
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

    /// The same by counting equivalent worlds together, even if there are few; `None` if there are too many patterns, or if it is stopped.
    ///
    /// # Errors
    /// What the case needs and the rules engine does not support.
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
        let seats = shares.evil.iter().zip(&shares.error).zip(&shares.demon).zip(shares.roles);
        let seats = seats.map(|(((evil, error), demon), roles)| SeatShares {
            evil: *evil,
            error: *error,
            demon: *demon,
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

    /// No worlds.
    fn empty(extent: Extent, options: &SurveyOptions<'_>) -> Self {
        let answers = vec![Holds::default(); options.questions.len()];
        Self { supposed: None, extent, certain: Vec::new(), seats: Vec::new(), worlds: Vec::new(), answers }
    }

    /// Whether all worlds were examined.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        matches!(self.extent, Extent::All(_))
    }

    /// Whether no ordinary world fits, and the only one is that in which somebody let the Storyteller break the rules.
    #[must_use]
    pub fn is_lawless(&self) -> bool {
        let is_lawless =
            |role: &Character| Profile::of(*role).is_some_and(|profile| profile.is_never_dealt());
        self.worlds.iter().any(|world| world.start.iter().any(is_lawless))
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
        let seats = odds.evil.iter().zip(&odds.demon).zip(odds.roles);
        let mut worlds = sums.examples;
        worlds.sort();
        Self {
            supposed: Some(sums.supposed),
            extent: Extent::All(sums.worlds),
            certain,
            seats: seats
                .map(|((evil, demon), roles)| SeatShares {
                    evil: *evil,
                    error: 0.0,
                    demon: *demon,
                    roles: by_share(roles),
                })
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
        let demon = worlds.iter().filter(|world| world.end[index].team() == Team::Demon).count();
        let roles = roles.into_iter().map(|(role, count)| (role, share(count))).collect();
        SeatShares { evil: share(evil), error: 0.0, demon: share(demon), roles: by_share(roles) }
    };
    (0..size).map(of_seat).collect()
}

/// The most frequent first.
fn by_share(roles: BTreeMap<Character, f64>) -> Vec<(Character, f64)> {
    let mut roles: Vec<(Character, f64)> = roles.into_iter().filter(|(_, share)| *share > 0.0).collect();
    roles.sort_by(|(a, x), (b, y)| y.total_cmp(x).then(a.cmp(b)));
    roles
}
