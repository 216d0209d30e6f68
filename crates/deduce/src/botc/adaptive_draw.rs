//! Plays hypotheses and adds up their worlds: all hypotheses if there are few, otherwise a sample.
//!
//! Accepts the candidates of every seat, emits a [`Tally`]. If plain draws hardly ever fit what was seen, it learns from those that came
//! furthest what to draw more often.

use std::collections::HashMap;
use std::sync::atomic::Ordering::Relaxed;

use gaslamp_botc::Team;
use gaslamp_botc::rules::{ConstrainedRun, Deal, State};
use gaslamp_core::{Rng, Seat, Seats};
use rayon::prelude::*;

use super::case::Case;
use super::claims::{Claims, evil_seats};
use super::count::Asked;
use super::deal_hypothesis::{Candidate, DealHypothesis, each_seating, each_weighed_seating, weight};
use super::draw::{Draw, Drawer, Mixture, keep_told};
use super::glance::PLAIN;
use super::lean::{Note, Pool};
use super::priors::Priors;
use super::solve::{Found, Watch, answers, is_honesty_kept, misfire_counters, options, world};
use super::tally::{Outcome, Tally};
use super::timeline::Timeline;
use super::variants::Variants;
use super::why::Question;
use super::world_search::{Options, WorldSearch};

/// How many hypotheses to draw when there are too many to examine them all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// How many hypotheses to draw; if there are no more, all are examined.
    pub draws: usize,
    /// How to go about it.
    pub manner: Manner,
    /// After how many moments of the nights of a hypothesis its further hidden choices are drawn. Trouble Brewing seldom needs
    /// as many as usual.
    pub moments: usize,
    /// Random seed: the same case always has the same odds.
    pub seed: u64,
}

/// How hypotheses are looked for when there are too many to examine them all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manner {
    /// They are drawn, and no more of them than asked for.
    Draw,
    /// If too few of them fit, what to draw more often is learned from those that come furthest.
    Learn,
}

/// The default number of hypotheses to draw.
pub const DRAWS: usize = 20_000;

impl Default for Effort {
    fn default() -> Self {
        Self { draws: DRAWS, manner: Manner::Learn, moments: MOMENTS, seed: 0 }
    }
}

/// How worlds are weighed.
#[derive(Clone, Copy)]
pub(super) enum Basis<'a> {
    /// All worlds in which the assumptions hold weigh the same; some are kept as examples.
    Worlds { keep: usize, asked: Asked<'a> },
    /// Each world weighs as much as it is likely.
    Likelihood(&'a Claims<'a>),
}

pub(super) struct Weigher<'a> {
    basis: Basis<'a>,
    pub(super) case: &'a Case,
    pub(super) counts: [usize; 4],
    table: &'a ConstrainedRun,
    priors: &'a Priors,
    pub(super) candidates: Vec<Vec<Candidate>>,
    pub(super) timeline: Timeline,
    options: Options,
    /// Who claims to have learned how many abilities misfired: if none of them is honest, nobody need count that.
    misfire_counters: Seats,
}

/// A seating to play.
#[derive(Clone)]
struct Sample {
    /// Which of its candidates every seat is; `None` if all seatings are played.
    chosen: Vec<usize>,
    candidates: Vec<Candidate>,
    /// How often it was to be expected.
    expected: f64,
    /// How often it was drawn.
    times: usize,
}

/// The result of some seatings.
struct Round {
    tally: Tally,
    tried: usize,
    notes: Vec<Note>,
    /// What all branches weigh together after every night and day.
    stages: Vec<f64>,
}

impl Round {
    fn new(size: usize, nights: usize) -> Self {
        Self { tally: Tally::new(size), tried: 0, notes: Vec::new(), stages: vec![0.0; nights] }
    }
}

/// The default number of moments after which hidden choices are drawn.
const MOMENTS: usize = 1_000;

/// How many hypotheses one thread weighs at a time.
const CHUNK: usize = 64;

/// How many draws decide whether the first ones fit often enough, one in how many of all they are at most, and what is enough: one in
/// this many, by effective sample size.
const PILOT: usize = 4_000;
const PILOT_PART: usize = 4;
const PLENTY: f64 = 50.0;

/// The number of draws in a lesson, one in how many of all they are at most, and the part of them that is drawn by what was learned.
const LESSON: usize = 2_000;
const LESSON_PART: usize = 8;
const LEARNED: f64 = 0.7;

/// A draw that weighs less than this many times the average, after any night and day, is not always followed further: most weigh next to
/// nothing.
const SIGNIFICANT: f64 = 5.0;

/// The most lessons in which something fits before draws count, and the goal of learning: one draw in this many fits, by effective
/// sample size.
const FITTING_LESSONS: usize = 8;
const ENOUGH: f64 = 100.0;

/// If fewer than this fit, drawing continues, up to this many times the requested number of draws: where worlds are counted, and where
/// they are weighed, since that takes longer and odds from few draws are hedged.
const LEAST: f64 = 30.0;
const MOST_COUNTED: usize = 5;
const MOST_WEIGHED: usize = 4;

impl<'a> Weigher<'a> {
    pub(super) fn new(
        basis: Basis<'a>,
        case: &'a Case,
        counts: [usize; 4],
        table: &'a ConstrainedRun,
        priors: &'a Priors,
        mut candidates: Vec<Vec<Candidate>>,
    ) -> Self {
        keep_told(case, &mut candidates);
        let mut options = options(case);
        if let Basis::Worlds { asked, .. } = basis {
            options.hidden = options.hidden.or(Question::hidden(asked.all()));
        }
        let misfire_counters = misfire_counters(case);
        let timeline = Timeline::new(case);
        Self { basis, case, counts, table, priors, candidates, timeline, options, misfire_counters }
    }

    pub(super) fn drawer(&self, candidates: &[Vec<Candidate>]) -> Drawer<'_> {
        Drawer::new(self.case, self.counts, candidates, self.priors)
    }

    /// Adds up all hypotheses, or a sample; also returns the number of draws, if not all were examined.
    pub(super) fn search(&self, effort: Effort, watch: &Watch) -> (Tally, Option<usize>) {
        let plain = self.drawer(&self.candidates);
        if plain.size() <= effort.draws as f64 {
            return self.all(effort, watch);
        }
        let promising = match self.basis {
            Basis::Likelihood(claims) => Some(self.drawer(&self.promising(claims, &self.learned(claims)))),
            Basis::Worlds { .. } => None,
        };
        let plainly = Mixture::plain(&plain);
        let first = match &promising {
            Some(promising) => plainly.with(1.0 - PLAIN, promising),
            None => plainly,
        };
        if effort.manner == Manner::Learn && !watch.stop.load(Relaxed) {
            let draws = (effort.draws / PILOT_PART).clamp(1, PILOT);
            let pilot = self.draw(&first, draws, Place { round: 1, effort, floors: &[] }, watch);
            let effective = pilot.tally.effective();
            if effective * PLENTY < draws as f64 || effective < LEAST {
                return self.learn(&plain, &first, pilot, effort, watch);
            }
        }
        let sum = self.draw(&first, effort.draws, Place { round: 0, effort, floors: &[] }, watch);
        (sum.tally, Some(sum.tried))
    }

    /// Draws what came far more and more often, each divided by its probability.
    fn learn(
        &self,
        plain: &Drawer<'_>,
        first: &Mixture<'_>,
        pilot: Round,
        effort: Effort,
        watch: &Watch,
    ) -> (Tally, Option<usize>) {
        let draws = (effort.draws / LESSON_PART).clamp(1, LESSON);
        let mut tried = pilot.tried;
        // What all branches weigh together after every night and day, as often as was tried.
        let mut stages: Vec<f64> = pilot.stages.iter().map(|stage| stage * tried as f64).collect();
        let mut pool = Pool::new(plain, first, pilot.tried, pilot.notes);
        let mut count = Count::new(pilot.tally);
        let mut lesson = 0;
        loop {
            lesson += 1;
            let (weighed, most) = match self.basis {
                Basis::Likelihood(_) => (Some(pool.tally(&self.candidates)), MOST_WEIGHED),
                Basis::Worlds { .. } => (None, MOST_COUNTED),
            };
            let effective = weighed.as_ref().map_or_else(|| count.sum.effective(), Tally::effective);
            let is_enough = effective * ENOUGH >= effort.draws as f64
                || tried >= effort.draws && effective >= LEAST
                || tried >= effort.draws.saturating_mul(most);
            if is_enough || watch.stop.load(Relaxed) {
                return (weighed.unwrap_or_else(|| count.tally()), Some(tried));
            }
            let (options, evil) = pool.lesson(&self.candidates);
            let learned = self.drawer(&options).leaning(&evil);
            let mixture = first.with(LEARNED, &learned);
            let floors: Vec<f64> =
                stages.iter().map(|stage| SIGNIFICANT * stage / (tried * draws) as f64).collect();
            let place = Place { round: 1 + lesson, effort, floors: &floors };
            let round = self.draw(&mixture, draws, place, watch);
            tried += round.tried;
            let more = round.stages.iter().map(|stage| stage * round.tried as f64);
            stages.iter_mut().zip(more).for_each(|(stage, more)| *stage += more);
            count.add(self, draws, &round);
            pool.add(learned, LEARNED, round.tried, round.notes);
        }
    }

    fn all(&self, effort: Effort, watch: &Watch) -> (Tally, Option<usize>) {
        let mut all: Vec<Vec<Candidate>> = Vec::new();
        let each = match self.basis {
            Basis::Likelihood(_) => each_weighed_seating,
            Basis::Worlds { .. } => each_seating,
        };
        each(self.case, self.counts, self.candidates.clone(), &mut |candidates| {
            all.push(candidates.to_vec());
        });
        let sample = |place: usize| {
            let candidates = all.get(place)?.clone();
            Some(Sample { chosen: Vec::new(), candidates, expected: 1.0, times: 1 })
        };
        let round = self.round(all.len(), sample, Place { round: 0, effort, floors: &[] }, watch);
        let is_exact = round.tried == all.len() && !round.tally.is_hurried;
        (round.tally, (!is_exact).then_some(round.tried))
    }

    /// Draws this many hypotheses.
    fn draw(&self, mixture: &Mixture<'_>, draws: usize, at: Place<'_>, watch: &Watch) -> Round {
        let stride = stride(draws);
        let sample = |number: usize| {
            // Consecutive draws are far apart, so that those before an interruption are as representative as any.
            let place = (number * stride) % draws;
            let mut rng = Rng::for_game(at.drawing_seed(), place as u64);
            // A random place within its part, so that regularities in the order of the plans do not show up in the draws.
            let is_random = at.effort.manner == Manner::Learn;
            let within = if is_random { f64::from(rng.next_u32()) / 2f64.powi(32) } else { 0.5 };
            let Draw { chosen, density } = mixture.draw((place as f64 + within) / draws as f64, &mut rng)?;
            let expected = density * draws as f64;
            let candidates =
                chosen.iter().zip(&self.candidates).map(|(at, candidates)| candidates[*at]).collect();
            Some(Sample { chosen, candidates, expected, times: 1 })
        };
        if at.effort.manner == Manner::Learn {
            return self.round(draws, sample, at, watch);
        }
        let samples = each_once((0..draws).filter_map(sample));
        let round = self.round(samples.len(), |place| samples.get(place).cloned(), at, watch);
        Round { tried: draws, ..round }
    }

    /// Plays these samples, or as many as there is time for.
    fn round(
        &self,
        count: usize,
        sample: impl Fn(usize) -> Option<Sample> + Sync,
        chance: Place<'_>,
        watch: &Watch,
    ) -> Round {
        // There are tens of thousands of draws, so only their sums are kept.
        let takes_notes = chance.round > 0;
        let (size, nights) = (self.timeline.size, self.timeline.nights.len());
        let parts: Vec<Round> = (0..count.div_ceil(CHUNK))
            .into_par_iter()
            .map(|chunk| {
                let mut round = Round::new(size, nights);
                let mut search = self
                    .world_search()
                    .hurrying(chance.effort.moments, Rng::for_game(chance.hidden_seed(), chunk as u64));
                for place in chunk * CHUNK..count.min((chunk + 1) * CHUNK) {
                    if watch.stop.load(Relaxed) {
                        break;
                    }
                    if let Some(sample) = sample(place) {
                        let note = self.play(sample, chance.floors, &mut search, &mut round);
                        round.notes.extend(note.filter(|_| takes_notes));
                    }
                    round.tried += 1;
                    watch.tried.fetch_add(1, Relaxed);
                }
                round.tally.is_hurried = search.has_hurried();
                round
            })
            .collect();
        // Summed in order, so that the result does not depend on the number of threads.
        let mut sum = Round::new(size, nights);
        for part in parts {
            self.join(&mut sum.tally, &part.tally);
            sum.tried += part.tried;
            sum.notes.extend(part.notes);
            sum.stages.iter_mut().zip(part.stages).for_each(|(sum, part)| *sum += part);
        }
        if sum.tried < count && sum.tried > 0 {
            sum.tally.scale(count as f64 / sum.tried as f64);
        }
        sum
    }

    fn join(&self, sum: &mut Tally, part: &Tally) {
        sum.join(part);
        if let Basis::Worlds { keep, .. } = self.basis {
            sum.keep(&part.examples, keep);
        }
    }

    pub(super) fn world_search(&self) -> WorldSearch<'_> {
        match self.basis {
            Basis::Worlds { .. } => WorldSearch::new(&self.timeline, self.options),
            Basis::Likelihood(claims) => WorldSearch::weighing(&self.timeline, self.options, claims.model),
        }
    }

    /// The weight of a seating before anything has happened.
    pub(super) fn weight(&self, candidates: &[Candidate]) -> f64 {
        let bluffs = match self.basis {
            Basis::Worlds { .. } => 1.0,
            Basis::Likelihood(claims) => claims.bluffs(candidates, evil_seats(candidates)),
        };
        weight(candidates) * self.priors.of(candidates.iter().map(|candidate| candidate.role)) * bluffs
    }

    /// Plays a seating, adds its worlds, and notes the result; `None` if its weight is zero. What it should weigh on the way to be
    /// followed for certain is given for all draws together.
    fn play(
        &self,
        sample: Sample,
        floors: &[f64],
        search: &mut WorldSearch<'_>,
        round: &mut Round,
    ) -> Option<Note> {
        let weight = self.weight(&sample.candidates);
        if weight <= 0.0 {
            return None;
        }
        let stands_for = weight / sample.expected;
        search.floors.clear();
        search.floors.extend(floors.iter().map(|floor| floor / stands_for));
        let outcome = match self.basis {
            Basis::Likelihood(_) => self.likely_worlds(&sample.candidates, search),
            Basis::Worlds { keep, asked } => {
                self.worlds(&sample.candidates, keep, asked, search, &mut round.tally)
            }
        };
        round.stages.iter_mut().zip(&search.stages).for_each(|(sum, stage)| *sum += stands_for * stage);
        let outcome = outcome.filter(|outcome| outcome.weight > 0.0);
        if let Some(outcome) = &outcome {
            for _ in 0..sample.times {
                let roles = sample.candidates.iter().map(|candidate| candidate.role);
                round.tally.add(roles, outcome, stands_for);
            }
        }
        let Sample { chosen, expected, .. } = sample;
        Some(Note { chosen, expected, weight, reached: search.reached(), outcome })
    }

    /// The worlds of a seating by how likely they are.
    pub(super) fn likely_worlds(
        &self,
        candidates: &[Candidate],
        search: &mut WorldSearch<'_>,
    ) -> Option<Outcome> {
        let hypothesis = DealHypothesis::of(candidates);
        let deal = Deal::new(&hypothesis.seats)?;
        let mut outcome = Outcome::new(candidates.len(), hypothesis.honest);
        let told = |end: &State| match self.basis {
            Basis::Likelihood(claims) => claims.at_the_end(candidates, end),
            Basis::Worlds { .. } => 1.0,
        };
        let is_counted = !hypothesis.honest.and(self.misfire_counters).is_empty();
        let table = if is_counted { *self.table } else { self.table.ignoring_misfires() };
        for (end, likely) in search.ends(&table.dealt(&deal), &hypothesis) {
            let state = end.state();
            outcome.add(state.evil(), |seat| state.is_demon(seat), likely * told(state));
        }
        Some(outcome)
    }

    /// Worlds with the same beginning count once, however many hypotheses lead to them; so each of those hypotheses counts in part.
    fn worlds(
        &self,
        candidates: &[Candidate],
        keep: usize,
        asked: Asked<'_>,
        search: &mut WorldSearch<'_>,
        tally: &mut Tally,
    ) -> Option<Outcome> {
        let variants = Variants::of(self.case, &self.candidates, candidates);
        let found =
            variants.different.iter().flat_map(|candidates| self.worlds_of(candidates, asked, search));
        let mut outcome = Outcome::new(candidates.len(), DealHypothesis::of(candidates).honest);
        let part = 1.0 / variants.count as f64;
        for Found { world, yes, no } in Found::each_once(found.collect()) {
            let is_demon = |seat: Seat| world.end[seat.index()].team() == Team::Demon;
            outcome.add(world.evil, is_demon, part);
            outcome.answer(asked.questions.len(), yes, no, part);
            tally.knowledge.add_world(&world);
            tally.keep(std::slice::from_ref(&world), keep);
        }
        Some(outcome)
    }

    /// The worlds of a seating, some perhaps more than once.
    fn worlds_of(
        &self,
        candidates: &[Candidate],
        asked: Asked<'_>,
        search: &mut WorldSearch<'_>,
    ) -> Vec<Found> {
        let hypothesis = DealHypothesis::of(candidates);
        let Some(deal) = Deal::new(&hypothesis.seats) else { return Vec::new() };
        let ends = search.ends(&self.table.dealt(&deal), &hypothesis);
        let honest =
            ends.iter().map(|(end, _)| end).filter(|end| is_honesty_kept(self.case, end, &hypothesis));
        let worlds = honest.map(|end| (world(&hypothesis, end), end.state()));
        let wanted =
            worlds.filter(|(world, end)| asked.assumptions.iter().all(|question| question.is_so(world, end)));
        wanted
            .map(|(world, end)| {
                let (yes, no) = answers(asked.questions, &world, end);
                Found { world, yes, no }
            })
            .collect()
    }
}

/// The worlds of later lessons, which are counted without bias: each draw is divided by its probability when it was drawn. Draws are
/// learned from too, but only for later ones: weighing a draw by what was learned from it would bias it downwards.
struct Count {
    pilot: Tally,
    sum: Tally,
    counted: usize,
    fitting_lessons: usize,
}

impl Count {
    fn new(pilot: Tally) -> Self {
        let sum = Tally::new(pilot.evil.len());
        Self { pilot, sum, counted: 0, fitting_lessons: 0 }
    }

    /// Counts a lesson of this many draws, if enough was learned before.
    fn add(&mut self, weigher: &Weigher<'_>, draws: usize, round: &Round) {
        if self.counted > 0 || self.fitting_lessons == FITTING_LESSONS {
            weigher.join(&mut self.sum, &round.tally);
            self.counted += 1;
        } else if round.tally.effective() * PLENTY >= draws as f64 {
            self.fitting_lessons = FITTING_LESSONS;
        } else {
            self.fitting_lessons += usize::from(round.tally.fitting > 0);
        }
    }

    fn tally(mut self) -> Tally {
        if self.counted == 0 {
            return self.pilot;
        }
        self.sum.scale(1.0 / self.counted as f64);
        self.sum
    }
}

/// The samples without repetitions, each with how often it was drawn, so that none is played twice.
fn each_once(samples: impl Iterator<Item = Sample>) -> Vec<Sample> {
    let mut different: Vec<Sample> = Vec::new();
    let mut places: HashMap<Vec<usize>, usize> = HashMap::new();
    for sample in samples {
        match places.get(&sample.chosen) {
            Some(&place) => different[place].times += 1,
            None => {
                places.insert(sample.chosen.clone(), different.len());
                different.push(sample);
            }
        }
    }
    different
}

/// The stage of a search that draws belong to: each has its own seed.
#[derive(Clone, Copy)]
struct Place<'a> {
    round: u64,
    effort: Effort,
    /// What draws should weigh after every night and day to be followed for certain.
    floors: &'a [f64],
}

impl Place<'_> {
    const fn drawing_seed(self) -> u64 {
        1 + 2 * self.round + (self.effort.seed << 32)
    }

    /// The random seed for drawing hidden choices.
    const fn hidden_seed(self) -> u64 {
        self.drawing_seed() + 1
    }
}

/// A step that visits every one of this many places.
fn stride(places: usize) -> usize {
    const GOLDEN: f64 = 0.618;
    let mut stride = ((places as f64 * GOLDEN) as usize).max(1);
    while greatest_common_divisor(stride, places) > 1 {
        stride += 1;
    }
    stride
}

fn greatest_common_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}
