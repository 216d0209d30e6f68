//! Worlds counted without listing them. Accepts a [`Case`], emits how many worlds there are, what is certain, and [`Odds`] by counting and
//! by weighing, all of it exact.

use gaslamp_botc::rules::{Deal, Hindsight, State};
use gaslamp_botc::{Character, CharacterSet, Team};
use gaslamp_core::{Diagnostic, Seat, Seats};
use rayon::prelude::*;

use super::case::Case;
use super::course::Course;
use super::knowledge::{Alike, Fact, Knowledge};
use super::model::Model;
use super::odds::{Odds, Priors};
use super::pattern::{Pattern, Share, patterns};
use super::solve::{is_honesty_kept, options, script};
use super::suppose::counts;
use super::tally::Tally;
use super::unfold::{Options, Unfolding};

/// All worlds of a case, counted.
#[derive(Clone, PartialEq, Debug)]
pub struct Counted {
    /// How many ways there were to seat the characters before anything was looked at but the claims.
    pub supposed: u128,
    /// How many worlds there are.
    pub worlds: u128,
    /// What is so in all of them.
    pub certain: Vec<Fact>,
    /// The share of the worlds in which something is so; the total is their number.
    pub shares: Odds,
    /// How likely something is, if the game is played as the model says.
    pub weighed: Odds,
}

/// So many patterns are looked at together by one thread.
const CHUNK: usize = 64;

/// Counts all worlds of a case; nothing if there are more than so many patterns of them.
///
/// # Errors
/// What the case asks for and the rules engine does not have.
pub fn count(case: &Case, model: &Model, most: usize) -> Result<Option<Counted>, Vec<Diagnostic>> {
    let counts = counts(case)?;
    let script = script(case);
    let table = Hindsight::new(&script, counts)?;
    let priors = Priors::new(case, counts, model);
    let Some(sets) = patterns(case, counts, table.state().script_set(), &priors, most) else {
        return Ok(None);
    };
    let (course, options) = (Course::new(case), options(case));
    let mut sums = Sums::new(case.players.len());
    for set in &sets {
        let counter = Counter { model, course: &course, options, table, groups: &set.groups };
        let parts: Vec<Sums> = set.patterns.par_chunks(CHUNK).map(|chunk| counter.sums(chunk)).collect();
        // Summed in order, so that the result does not depend on the number of threads.
        parts.iter().for_each(|part| sums.join(part));
    }
    Ok(Some(Counted {
        supposed: sets.iter().flat_map(|set| &set.patterns).map(|pattern| pattern.seatings).sum(),
        worlds: sums.worlds,
        certain: sums.counted.knowledge.facts(),
        shares: sums.counted.odds(None),
        weighed: sums.weighed.odds(None),
    }))
}

struct Counter<'a> {
    model: &'a Model,
    course: &'a Course,
    options: Options,
    table: Hindsight,
    groups: &'a [Seats],
}

impl Counter<'_> {
    fn sums(&self, patterns: &[Pattern]) -> Sums {
        let mut sums = Sums::new(self.course.size);
        let mut unfolding = Unfolding::new(self.course, self.options);
        let mut weighing = Unfolding::weighing(self.course, self.options, self.model);
        for pattern in patterns {
            let supposition = &pattern.supposition;
            let Some(deal) = Deal::new(&supposition.seats) else { continue };
            let table = self.table.dealt(&deal);
            let mut ends: Vec<Hindsight> = Vec::new();
            for (end, _) in unfolding.ends(&table, supposition) {
                let is_new = ends.iter().all(|other| other.state().all_roles() != end.state().all_roles());
                if is_new && is_honesty_kept(&end, supposition) {
                    ends.push(end);
                }
            }
            if ends.is_empty() {
                continue;
            }
            for end in &ends {
                sums.worlds += pattern.seatings;
                self.add(pattern, end, pattern.seatings as f64, |share| share.seatings, &mut sums.counted);
                self.learn(pattern, end, &mut sums.counted.knowledge);
            }
            for (end, odds) in weighing.ends(&table, supposition) {
                let weight = pattern.weight * odds;
                self.add(pattern, &end, weight, |share| share.weight * odds, &mut sums.weighed);
            }
        }
        sums
    }

    /// Adds worlds that weigh so much: what is so of a seat of a group is so of each of them as often.
    fn add(
        &self,
        pattern: &Pattern,
        end: &Hindsight,
        weight: f64,
        of: impl Fn(&Share) -> f64,
        sum: &mut Tally,
    ) {
        let state = end.state();
        sum.total += weight;
        for (&group, roles) in self.groups.iter().zip(&pattern.roles) {
            let evil = weight * group.and(state.all_evil()).len() as f64 / group.len() as f64;
            let demon = match demons_by_change(pattern, group, state) {
                Some(share) => weight * share,
                None => roles
                    .iter()
                    .filter(|(role, _)| role.team() == Team::Demon)
                    .map(|(_, share)| of(share))
                    .sum(),
            };
            for seat in group.iter() {
                sum.evil[seat.index()].part += evil;
                sum.demon[seat.index()] += demon;
                for (role, share) in roles {
                    *sum.roles[seat.index()].entry(*role).or_default() += of(share);
                }
            }
        }
    }

    fn learn(&self, pattern: &Pattern, end: &Hindsight, knowledge: &mut Knowledge) {
        let starts: Vec<CharacterSet> =
            pattern.roles.iter().map(|roles| roles.keys().copied().collect()).collect();
        let start: Vec<Character> = pattern.supposition.seats.iter().map(|(role, _)| *role).collect();
        knowledge.add(&Alike {
            groups: self.groups,
            starts: &starts,
            in_play: pattern.in_play,
            start: &start,
            end: end.state().all_roles(),
            evil: end.state().all_evil(),
        });
    }
}

/// How often each seat of a group is a Demon now, if any of them has become somebody else. Otherwise each is still what he or she began as,
/// which may be one of equals of which some are Demons.
fn demons_by_change(pattern: &Pattern, group: Seats, state: &State) -> Option<f64> {
    let began_as = |seat: Seat| pattern.supposition.seats[seat.index()].0;
    group.iter().find(|&seat| state.all_roles()[seat.index()] != began_as(seat))?;
    let demons = group.iter().filter(|seat| state.is_demon(*seat)).count();
    Some(demons as f64 / group.len() as f64)
}

struct Sums {
    worlds: u128,
    counted: Tally,
    weighed: Tally,
}

impl Sums {
    fn new(size: usize) -> Self {
        Self { worlds: 0, counted: Tally::new(size), weighed: Tally::new(size) }
    }

    fn join(&mut self, other: &Self) {
        self.worlds += other.worlds;
        self.counted.join(&other.counted);
        self.weighed.join(&other.weighed);
    }
}
