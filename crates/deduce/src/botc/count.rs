//! Worlds counted without listing them. Accepts a [`Case`], emits how many worlds there are, what is certain, and [`Odds`] by counting and
//! by weighing, all of it exact.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering::Relaxed;

use gaslamp_botc::rules::{Deal, Hindsight};
use gaslamp_botc::{Character, CharacterSet, Team};
use gaslamp_core::Diagnostic;
use rayon::prelude::*;

use super::case::Case;
use super::course::Course;
use super::knowledge::{Alike, Fact};
use super::model::Model;
use super::odds::Odds;
use super::pattern::{Pattern, Patterns, Share, is_first_night, looks_beside, patterns};
use super::priors::Priors;
use super::solve::{Watch, keep_worlds, options, script};
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
    count_watched(case, model, most, &Watch::default())
}

/// The same; nothing too if it is stopped.
pub(super) fn count_watched(
    case: &Case,
    model: &Model,
    most: usize,
    watch: &Watch,
) -> Result<Option<Counted>, Vec<Diagnostic>> {
    let counts = counts(case)?;
    let script = script(case);
    let table = Hindsight::new(&script, counts)?;
    let priors = Priors::new(case, counts, model);
    let Some(sets) = patterns(case, counts, table.state().script_set(), &priors, most) else {
        return Ok(None);
    };
    let (course, options) = (Course::new(case), options(case));
    let nobody_changes = is_first_night(case) && !looks_beside(table.state().script_set());
    let mut sums = Sums::new(case.players.len());
    for set in &sets {
        let counter = Counter { model, course: &course, options, table, set, nobody_changes, watch };
        let parts: Vec<Sums> = set.patterns.par_chunks(CHUNK).map(|chunk| counter.sums(chunk)).collect();
        // Summed in order, so that the result does not depend on the number of threads.
        let mut own = Sums::new(case.players.len());
        parts.iter().for_each(|part| own.join(part));
        counter.share_out(&mut own);
        sums.join(&own);
    }
    if watch.stop.load(Relaxed) {
        return Ok(None);
    }
    let supposed = |set: &Patterns| set.patterns.iter().map(|pattern| set.seatings(pattern)).sum::<u128>();
    Ok(Some(Counted {
        supposed: sets.iter().map(supposed).sum(),
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
    set: &'a Patterns,
    /// Whether everybody is certainly still what he or she began as, so that one way to a world is as good as all.
    nobody_changes: bool,
    watch: &'a Watch,
}

impl Counter<'_> {
    fn sums(&self, patterns: &[Pattern]) -> Sums {
        let mut sums = Sums::new(self.course.size);
        let mut unfolding = Unfolding::new(self.course, self.options);
        let mut weighing = Unfolding::weighing(self.course, self.options, self.model);
        for pattern in patterns {
            if self.watch.stop.load(Relaxed) {
                break;
            }
            self.watch.tried.fetch_add(1, Relaxed);
            let supposition = &pattern.supposition;
            let Some(deal) = Deal::new(&supposition.seats) else { continue };
            let table = self.table.dealt(&deal);
            let weighed = weighing.ends(&table, supposition);
            let ends = match weighed.first() {
                Some(end) if self.nobody_changes => vec![*end],
                _ => {
                    let mut ends = unfolding.ends(&table, supposition);
                    keep_worlds(&mut ends, supposition);
                    ends
                }
            };
            let seatings = self.set.seatings(pattern);
            for (end, _) in &ends {
                sums.worlds += seatings;
                self.add(end, seatings as f64, &mut sums.counted);
                self.learn(pattern, end, &mut sums);
            }
            let weight = self.set.weight(pattern);
            for (end, odds) in &weighed {
                self.add(end, weight * odds, &mut sums.weighed);
            }
            let likely: f64 = weighed.iter().map(|(_, odds)| odds).sum();
            let times = Share { seatings: ends.len() as f64, weight: likely };
            let taken =
                sums.taken.entry(pattern.kind).or_insert_with(|| vec![Share::default(); self.set.slots()]);
            self.set.add_taken(pattern, times, taken);
        }
        sums
    }

    /// Adds worlds that weigh so much: what is so of a seat of a group is so of each of them as often.
    fn add(&self, end: &Hindsight, weight: f64, sum: &mut Tally) {
        let state = end.state();
        sum.total += weight;
        for group in &self.set.groups {
            let each = weight / group.seats.len() as f64;
            let evil = each * group.seats.and(state.all_evil()).len() as f64;
            let demons = group.seats.iter().filter(|seat| state.is_demon(*seat)).count();
            for seat in group.seats.iter() {
                sum.evil[seat.index()].part += evil;
                if !self.nobody_changes {
                    sum.demon[seat.index()] += each * demons as f64;
                }
            }
        }
    }

    /// Shares out what the slots were taken for to the characters that may be there. Whoever is still what he or she began as may be one
    /// of equals of which some are Demons; where people change, Demons are told apart.
    fn share_out(&self, sums: &mut Sums) {
        for (kind, taken) in &sums.taken {
            for (group, roles) in self.set.groups.iter().zip(self.set.roles(*kind, taken)) {
                for seat in group.seats.iter() {
                    for (role, share) in &roles {
                        sums.counted.add_role(seat, *role, share.seatings);
                        sums.weighed.add_role(seat, *role, share.weight);
                        if self.nobody_changes && role.team() == Team::Demon {
                            sums.counted.demon[seat.index()] += share.seatings;
                            sums.weighed.demon[seat.index()] += share.weight;
                        }
                    }
                }
            }
        }
        sums.taken.clear();
    }

    fn learn(&self, pattern: &Pattern, end: &Hindsight, sums: &mut Sums) {
        self.set.starts(pattern, &mut sums.starts);
        let start: Vec<Character> = pattern.supposition.seats.iter().map(|(role, _)| *role).collect();
        sums.counted.knowledge.add(&Alike {
            groups: &self.set.groups.iter().map(|group| group.seats).collect::<Vec<_>>(),
            starts: &sums.starts,
            in_play: self.set.kinds[pattern.kind].in_play,
            start: &start,
            end: end.state().all_roles(),
            evil: end.state().all_evil(),
        });
    }
}

struct Sums {
    worlds: u128,
    counted: Tally,
    weighed: Tally,
    /// How often the slots of each kind were taken, not yet shared out.
    taken: BTreeMap<usize, Vec<Share>>,
    /// A buffer: who may be what at the beginning, by group.
    starts: Vec<CharacterSet>,
}

impl Sums {
    fn new(size: usize) -> Self {
        let (taken, starts) = (BTreeMap::new(), Vec::new());
        Self { worlds: 0, counted: Tally::new(size), weighed: Tally::new(size), taken, starts }
    }

    fn join(&mut self, other: &Self) {
        self.worlds += other.worlds;
        self.counted.join(&other.counted);
        self.weighed.join(&other.weighed);
        for (kind, others) in &other.taken {
            let taken = self.taken.entry(*kind).or_insert_with(|| vec![Share::default(); others.len()]);
            taken.iter_mut().zip(others).for_each(|(own, other)| own.add(*other));
        }
    }
}
