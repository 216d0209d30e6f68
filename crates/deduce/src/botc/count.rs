//! Counts worlds without listing them. Accepts a [`Case`], emits the number of worlds, what is certain, and [`Odds`] by counting and by
//! weighing, all of it exact.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use gaslamp_botc::rules::{ConstrainedRun, Deal};
use gaslamp_botc::{Character, CharacterSet, Team};
use gaslamp_core::{Diagnostic, Rng, Seats};
use rayon::prelude::*;

use super::case::Case;
use super::deal_hypothesis::{DealHypothesis, counts};
use super::knowledge::{Alike, Fact};
use super::model::Model;
use super::odds::Odds;
use super::pattern::{
    Pattern, Patterns, Share, Topic, each_pattern, has_few_patterns, is_first_night, looks_beside,
};
use super::priors::Priors;
use super::solve::{Watch, answers, is_honesty_kept, options, undealt, world};
use super::survey::Holds;
use super::tally::Tally;
use super::timeline::Timeline;
use super::why::Question;
use super::world_search::{Options, WorldSearch};
use super::worlds::World;

/// All worlds of a case, counted.
#[derive(Clone, PartialEq, Debug)]
pub struct Counted {
    /// How many deals the set-up rules and the claims allow.
    pub supposed: u128,
    /// How many worlds there are.
    pub worlds: u128,
    /// What holds in all of them.
    pub certain: Vec<Fact>,
    /// The shares of the worlds; the total is their number.
    pub shares: Odds,
    /// How likely everything is if the game is played as the model says.
    pub weighed: Odds,
}

/// How many patterns one thread examines at a time.
const CHUNK: usize = 64;

/// More moments of the nights of one pattern than this are too many to count its worlds.
const MOMENTS: usize = 50_000;

/// Counts all worlds of a case; `None` if they have more patterns than allowed, or one has too many hidden choices.
///
/// # Errors
/// What the case needs and the rules engine does not support.
pub fn count(case: &Case, model: &Model, most: usize) -> Result<Option<Counted>, Vec<Diagnostic>> {
    count_watched(case, model, most, &Watch::default())
}

/// The same; also `None` if it is stopped.
pub(super) fn count_watched(
    case: &Case,
    model: &Model,
    most: usize,
    watch: &Watch,
) -> Result<Option<Counted>, Vec<Diagnostic>> {
    let sums = sums(case, Asked::NOTHING, Some(model), most, 0, watch)?;
    Ok(sums.map(|sums| Counted {
        supposed: sums.supposed,
        worlds: sums.worlds,
        certain: sums.counted.knowledge.facts(),
        shares: sums.counted.odds(None),
        weighed: sums.weighed.odds(None),
    }))
}

/// What is asked about the worlds that are counted.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    /// Assumptions: only worlds in which these hold are counted.
    pub(super) assumptions: &'a [Question],
    /// Questions: the number of those worlds in which each of these holds is counted.
    pub(super) questions: &'a [Question],
}

impl<'a> Asked<'a> {
    /// No assumptions and no questions.
    pub(super) const NOTHING: Self = Self { assumptions: &[], questions: &[] };

    /// All assumptions and questions.
    pub(super) fn all(self) -> impl Iterator<Item = &'a Question> {
        self.assumptions.iter().chain(self.questions)
    }
}

/// Adds up all worlds of a case, also weighed if there is a model, with up to a given number of examples; `None` if there are more
/// patterns than allowed, or if it is stopped.
pub(super) fn sums(
    case: &Case,
    asked: Asked<'_>,
    model: Option<&Model>,
    most: usize,
    examples: u128,
    watch: &Watch,
) -> Result<Option<Sums>, Vec<Diagnostic>> {
    let counts = counts(case)?;
    case.variant.check_countable()?;
    let table = undealt(case, counts)?;
    let priors = Priors::new(case, counts, model.unwrap_or(&Model::default()));
    let script = table.state().script();
    let spoken_of: Vec<Question> = asked.all().cloned().collect();
    let topic = Topic {
        case,
        questions: &spoken_of,
        counts,
        script,
        priors: &priors,
        weighs: model.is_some(),
        stop: &watch.stop,
    };
    if !has_few_patterns(&topic, most) {
        return Ok(None);
    }
    let timeline = Timeline::new(case);
    let mut options = options(case);
    options.hidden = options.hidden.or(Question::hidden(&spoken_of));
    let nobody_changes = is_first_night(case) && !looks_beside(script) && spoken_of.is_empty();
    let mut sums = Sums::new(case.players.len(), asked.questions.len());
    let is_too_much = AtomicBool::new(false);
    each_pattern(&topic, &mut |set, patterns| {
        let counter = Counter {
            is_too_much: &is_too_much,
            case,
            asked,
            model,
            timeline: &timeline,
            options,
            table,
            set,
            nobody_changes,
            examples,
            watch,
        };
        let parts: Vec<Sums> = patterns.par_chunks(CHUNK).map(|chunk| counter.sums(chunk)).collect();
        // Summed in order, so that the result does not depend on the number of threads.
        let mut own = Sums::new(case.players.len(), asked.questions.len());
        parts.into_iter().for_each(|part| own.join(part));
        counter.share_out(&mut own);
        counter.keep_examples(case, counts, &mut own, sums.worlds);
        own.supposed = patterns.iter().map(|pattern| set.seatings(pattern)).sum();
        sums.join(own);
    });
    let is_whole = !watch.stop.load(Relaxed) && !is_too_much.load(Relaxed);
    Ok(is_whole.then_some(sums))
}

struct Counter<'a> {
    case: &'a Case,
    asked: Asked<'a>,
    model: Option<&'a Model>,
    timeline: &'a Timeline,
    options: Options,
    table: ConstrainedRun,
    set: &'a Patterns,
    /// Whether everybody is certainly still the character they began as, so that one branch to a world is as good as all.
    nobody_changes: bool,
    /// How many example worlds are wanted.
    examples: u128,
    watch: &'a Watch,
    /// Set when the hidden choices of a pattern are too many.
    is_too_much: &'a AtomicBool,
}

impl Counter<'_> {
    fn sums(&self, patterns: &[Pattern]) -> Sums {
        let mut sums = Sums::new(self.timeline.size, self.asked.questions.len());

        let mut search = WorldSearch::new(self.timeline, self.options).hurrying(MOMENTS, Rng::new(0));
        let mut weighing = self.model.map(|model| {
            WorldSearch::weighing(self.timeline, self.options, model).hurrying(MOMENTS, Rng::new(0))
        });
        for pattern in patterns {
            if self.watch.stop.load(Relaxed) || self.is_too_much.load(Relaxed) {
                break;
            }
            self.watch.tried.fetch_add(1, Relaxed);
            let hypothesis = &pattern.hypothesis;
            let Some(deal) = Deal::new(&hypothesis.seats) else { continue };
            let table = self.table.dealt(&deal);
            let weighed = weighing.as_mut().map(|weighing| weighing.ends(&table, hypothesis));
            let weighed = weighed.unwrap_or_default();
            let ends = match weighed.first() {
                Some((end, _)) if self.nobody_changes => vec![WorldEnd::new(*end)],
                _ => self.world_ends(search.ends(&table, hypothesis), hypothesis),
            };
            self.add_worlds(pattern, &ends, &mut sums);
            let weight = self.set.weight(pattern);
            for (end, odds) in &weighed {
                self.add(end, end.state().evil(), weight * odds, &mut sums.weighed);
            }
            let likely: f64 = weighed.iter().map(|(_, odds)| odds).sum();
            let times = Share { seatings: ends.len() as f64, weight: likely };
            let taken =
                sums.taken.entry(pattern.kind).or_insert_with(|| vec![Share::default(); self.set.slots()]);
            self.set.add_taken(pattern, times, taken);
            if search.has_hurried() || weighing.as_ref().is_some_and(WorldSearch::has_hurried) {
                self.is_too_much.store(true, Relaxed);
            }
        }
        sums
    }

    /// One end for each world in which the assumptions hold.
    fn world_ends(&self, ends: Vec<(ConstrainedRun, f64)>, hypothesis: &DealHypothesis) -> Vec<WorldEnd> {
        let mut worlds: Vec<WorldEnd> = Vec::new();
        for (end, _) in ends {
            if !is_honesty_kept(self.case, &end, hypothesis) {
                continue;
            }
            let mut found = WorldEnd::new(end);
            if !self.asked.assumptions.is_empty() || !self.asked.questions.is_empty() {
                let world = world(hypothesis, &end);
                if !self.asked.assumptions.iter().all(|question| question.is_so(&world, end.state())) {
                    continue;
                }
                (found.yes, found.no) = answers(self.asked.questions, &world, end.state());
            }
            match worlds.iter_mut().find(|known| known.end.state().all_roles() == end.state().all_roles()) {
                Some(known) => known.join(&found),
                None => worlds.push(found),
            }
        }
        worlds
    }

    fn add_worlds(&self, pattern: &Pattern, ends: &[WorldEnd], sums: &mut Sums) {
        let seatings = self.set.seatings(pattern);
        for world in ends {
            sums.worlds += seatings;
            self.add(&world.end, world.evil, seatings as f64, &mut sums.counted);
            self.learn(pattern, world, sums);
            for (at, held) in sums.held.iter_mut().enumerate() {
                held.add(seatings, world.yes >> at & 1 == 1, world.no >> at & 1 == 1);
            }
        }
        if !ends.is_empty() && sums.worlds_kept < self.examples {
            sums.worlds_kept += seatings * ends.len() as u128;
            sums.fitting.push(pattern.clone());
        }
    }

    /// Makes example worlds from the patterns that fit, as many as wanted.
    fn keep_examples(&self, case: &Case, counts: [usize; 4], sums: &mut Sums, before: u128) {
        let mut search = WorldSearch::new(self.timeline, self.options);
        for pattern in std::mem::take(&mut sums.fitting) {
            let wanted = self.examples.saturating_sub(before + sums.examples.len() as u128);
            if wanted == 0 {
                break;
            }
            for hypothesis in self.set.members(&pattern, case, counts, wanted) {
                let Some(deal) = Deal::new(&hypothesis.seats) else { continue };
                let ends = search.ends(&self.table.dealt(&deal), &hypothesis);
                let ends = self.world_ends(ends, &hypothesis);
                sums.examples.extend(
                    ends.iter().map(|found| World { evil: found.evil, ..world(&hypothesis, &found.end) }),
                );
            }
        }
    }

    /// Adds worlds of this weight: what holds of one seat of a group holds of each of them equally often.
    fn add(&self, end: &ConstrainedRun, evil: Seats, weight: f64, sum: &mut Tally) {
        let state = end.state();
        sum.total += weight;
        for group in &self.set.groups {
            let each = weight / group.seats.len() as f64;
            let evil = each * group.seats.and(evil).len() as f64;
            let demons = group.seats.iter().filter(|seat| state.is_demon(*seat)).count();
            for seat in group.seats.iter() {
                sum.evil[seat.index()].part += evil;
                if !self.nobody_changes {
                    sum.demon[seat.index()] += each * demons as f64;
                }
            }
        }
    }

    /// Distributes the weight of the slots over the characters that may fill them. A player who is still what they began as may be one
    /// of several equivalent characters, some of which are Demons; where players change character, Demons are kept apart.
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

    fn learn(&self, pattern: &Pattern, world: &WorldEnd, sums: &mut Sums) {
        self.set.starts(pattern, &mut sums.starts);
        let start: Vec<Character> = pattern.hypothesis.seats.iter().map(|(role, _)| *role).collect();
        sums.counted.knowledge.add(&Alike {
            groups: &self.set.groups.iter().map(|group| group.seats).collect::<Vec<_>>(),
            starts: &sums.starts,
            in_play: self.set.kinds[pattern.kind].in_play,
            start: &start,
            end: world.end.state().all_roles(),
            evil: world.evil,
        });
    }
}

/// How a world ends.
struct WorldEnd {
    /// One of the final states.
    end: ConstrainedRun,
    /// Who is evil in all of them.
    evil: Seats,
    /// A bit for each question that holds in one of them, and for each that does not.
    yes: u64,
    no: u64,
}

impl WorldEnd {
    fn new(end: ConstrainedRun) -> Self {
        Self { end, evil: end.state().evil(), yes: 0, no: 0 }
    }

    fn join(&mut self, other: &Self) {
        self.evil = self.evil.and(other.evil);
        self.yes |= other.yes;
        self.no |= other.no;
    }
}

/// The sum over all worlds.
pub(super) struct Sums {
    /// How many deals the set-up rules and the claims allow.
    pub(super) supposed: u128,
    pub(super) worlds: u128,
    pub(super) counted: Tally,
    weighed: Tally,
    /// In how many worlds each question holds.
    pub(super) held: Vec<Holds>,
    /// Some of the worlds; all of them if there are no more than wanted.
    pub(super) examples: Vec<World>,
    /// Patterns that fit and for which no examples have been made yet, with their numbers of worlds.
    fitting: Vec<Pattern>,
    worlds_kept: u128,
    /// How often the slots of each kind were taken, not yet distributed over characters.
    taken: BTreeMap<usize, Vec<Share>>,
    /// A buffer: by group, the characters that its members may begin as.
    starts: Vec<CharacterSet>,
}

impl Sums {
    fn new(size: usize, questions: usize) -> Self {
        Self {
            supposed: 0,
            worlds: 0,
            counted: Tally::new(size),
            weighed: Tally::new(size),
            held: vec![Holds::default(); questions],
            examples: Vec::new(),
            fitting: Vec::new(),
            worlds_kept: 0,
            taken: BTreeMap::new(),
            starts: Vec::new(),
        }
    }

    fn join(&mut self, other: Self) {
        self.supposed += other.supposed;
        self.worlds += other.worlds;
        self.counted.join(&other.counted);
        self.weighed.join(&other.weighed);
        self.held.iter_mut().zip(&other.held).for_each(|(own, other)| own.join(other));
        self.examples.extend(other.examples);
        self.fitting.extend(other.fitting);
        self.worlds_kept += other.worlds_kept;
        for (kind, others) in &other.taken {
            let taken = self.taken.entry(*kind).or_insert_with(|| vec![Share::default(); others.len()]);
            taken.iter_mut().zip(others).for_each(|(own, other)| own.add(*other));
        }
    }
}
