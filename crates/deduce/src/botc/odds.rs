//! How likely everything is, under a [`Model`] of how the game is played: worlds weighed by the set-up, by hidden choices, by what the
//! Storyteller was likely to say, and by who was likely to claim what.
//!
//! Accepts a [`Case`] and a model, emits [`Odds`]. All suppositions are weighed if they are few; of many, so many are drawn, and the odds
//! say how far they may be off for it.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering::Relaxed;

use gaslamp_botc::rules::{Deal, Hindsight, SEATS};
use gaslamp_botc::{Character, CharacterSet, Team};
use gaslamp_core::{Diagnostic, Rng, Seat, Seats};
use rayon::prelude::*;

use super::case::Case;
use super::claims::Claims;
use super::course::Course;
use super::draw::Drawer;
use super::knowledge::Fact;
use super::model::Model;
use super::priors::Priors;
use super::solve::{Watch, keep_worlds, options, script, world};
use super::suppose::{DRUNK, Guess, Supposition, counts, each_seating, shown_as_bluffs};
use super::tally::Tally;
use super::unfold::{Options, Unfolding};

/// How likely everything is.
#[derive(Clone, PartialEq, Debug)]
pub struct Odds {
    /// That this seat is evil now.
    pub evil: Vec<f64>,
    /// That this seat is a Demon now.
    pub demon: Vec<f64>,
    /// That this seat began as this character.
    pub roles: Vec<BTreeMap<Character, f64>>,
    /// That this seat, if it claims anything, says what it believes.
    pub honest: Vec<f64>,
    /// Who else says so in some world in which this seat does.
    pub together: Vec<Seats>,
    /// How much all worlds weigh together: how likely it was that the game went so and was told so.
    pub total: f64,
    /// How many suppositions were drawn, or weighed with hidden choices drawn; nothing if all was weighed.
    pub drawn: Option<usize>,
    /// The standard error of `evil` that comes from drawing.
    pub error: Vec<f64>,
}

/// How many suppositions are drawn if nobody says otherwise.
pub const DRAWS: usize = 20_000;

/// Weighs all worlds of a case, or about so many of them.
///
/// # Errors
/// What the case asks for and the rules engine does not have.
pub fn weigh(case: &Case, model: &Model, draws: usize) -> Result<Odds, Vec<Diagnostic>> {
    weigh_trusting(case, model, &[], draws, &Watch::default())
}

/// The same if these seats, being good, are honest with these chances.
///
/// # Errors
/// What the case asks for and the rules engine does not have.
pub(super) fn weigh_trusting(
    case: &Case,
    model: &Model,
    honest: &[(Seat, f64)],
    draws: usize,
    watch: &Watch,
) -> Result<Odds, Vec<Diagnostic>> {
    let (tally, drawn) = weigh_as(Basis::Likelihood, case, model, honest, draws, watch)?;
    Ok(tally.odds(drawn))
}

/// How many worlds there are, about.
#[derive(Clone, PartialEq, Debug)]
pub struct Estimate {
    /// What is so in all worlds that were found; there may be others.
    pub common: Vec<Fact>,
    /// The share of the worlds in which something is so; the total is about their number.
    pub shares: Odds,
    /// The standard error of that number.
    pub error: f64,
}

/// Counts the worlds of a case by drawing so many suppositions. Claims are of those who are certain; others are silent.
///
/// # Errors
/// What the case asks for and the rules engine does not have.
pub(super) fn estimate(case: &Case, draws: usize, watch: &Watch) -> Result<Estimate, Vec<Diagnostic>> {
    let every_bag_alike = Model { changed_bag: None, ..Model::default() };
    let (tally, drawn) = weigh_as(Basis::Worlds, case, &every_bag_alike, &[], draws, watch)?;
    let mean_square = tally.total * tally.total / drawn.map_or(f64::INFINITY, |drawn| drawn as f64);
    let error = drawn.map_or(0.0, |_| (tally.squares - mean_square).max(0.0).sqrt());
    Ok(Estimate { common: tally.knowledge.facts(), error, shares: tally.odds(drawn) })
}

/// What a world weighs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Basis {
    /// Each as much as any other.
    Worlds,
    /// As much as it is likely.
    Likelihood,
}

/// Adds up all suppositions, or so many drawn ones.
fn weigh_as(
    basis: Basis,
    case: &Case,
    model: &Model,
    honest: &[(Seat, f64)],
    draws: usize,
    watch: &Watch,
) -> Result<(Tally, Option<usize>), Vec<Diagnostic>> {
    let counts = counts(case)?;
    let script = script(case);
    let table = Hindsight::new(&script, counts)?;
    let claims = Claims::new(case, model, table.state()).trusting(honest);
    let guesses: Vec<Vec<Guess>> =
        (0..case.players.len()).map(|index| claims.guesses(Seat::new(index))).collect();
    let priors = Priors::new(case, counts, model);
    let drawer = Drawer::new(&claims, counts, guesses.clone(), &priors);
    let is_drawn = drawer.size() > draws as f64;
    let weigher = Weigher { basis, model, case, course: Course::new(case), options: options(case), table };
    let (mut tally, tried, all) = if is_drawn {
        let (share, stride) = (1.0 / draws as f64, stride(draws));
        let draw = |number: usize| {
            // Far apart one after the other, so that those before an interruption are as good as any.
            let place = (number * stride) % draws;
            let mut rng = Rng::for_game(SEED, place as u64);
            drawer.draw((place as f64 + 0.5) * share, share, &mut rng)
        };
        let (tally, tried) = weigher.weigh(draws, draw, watch);
        (tally, tried, draws)
    } else {
        let all = listed(&claims, counts, guesses, &priors);
        let (tally, tried) = weigher.weigh(all.len(), |place| all.get(place).cloned(), watch);
        (tally, tried, all.len())
    };
    let is_stopped = tried < all;
    if is_stopped && tried > 0 {
        tally.scale(all as f64 / tried as f64);
    }
    let is_exact = !is_drawn && !is_stopped && !tally.is_hurried;
    Ok((tally, (!is_exact).then_some(tried)))
}

/// A step with which all of so many places are come to.
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

/// Any number: the same case has the same odds.
const SEED: u64 = 1;

/// Every supposition with its weight.
fn listed(
    claims: &Claims<'_>,
    counts: [usize; 4],
    guesses: Vec<Vec<Guess>>,
    priors: &Priors,
) -> Vec<Supposition> {
    let mut found = Vec::new();
    each_seating(claims.case, counts, guesses, &mut |chosen| {
        let supposition = Supposition::of(chosen);
        let weight =
            supposition.weight * priors.of(chosen.iter().map(|guess| guess.role)) * claims.bluffs(chosen);
        found.push(Supposition { weight, ..supposition });
    });
    found
}

struct Weigher<'a> {
    basis: Basis,
    model: &'a Model,
    case: &'a Case,
    course: Course,
    options: Options,
    table: Hindsight,
}

/// After so many moments of its nights, what else was hidden in a supposition is drawn. Trouble Brewing seldom has as many.
const MOMENTS: usize = 1_000;

/// So many suppositions are weighed together by one thread.
const CHUNK: usize = 64;

impl Weigher<'_> {
    /// Weighs so many suppositions, or as many as there is time for; says how many.
    fn weigh(
        &self,
        count: usize,
        supposition: impl Fn(usize) -> Option<Supposition> + Sync,
        watch: &Watch,
    ) -> (Tally, usize) {
        let size = self.course.size;
        let parts: Vec<(Tally, usize)> = (0..count.div_ceil(CHUNK))
            .into_par_iter()
            .map(|chunk| {
                let mut tally = Tally::new(size);
                let mut tried = 0;
                let unfolding = match self.basis {
                    Basis::Worlds => Unfolding::new(&self.course, self.options),
                    Basis::Likelihood => Unfolding::weighing(&self.course, self.options, self.model),
                };
                let mut unfolding = unfolding.hurrying(MOMENTS, Rng::for_game(SEED + 1, chunk as u64));
                for place in chunk * CHUNK..count.min((chunk + 1) * CHUNK) {
                    if watch.stop.load(Relaxed) {
                        break;
                    }
                    if let Some(supposition) = supposition(place) {
                        self.add(&supposition, &mut unfolding, &mut tally);
                    }
                    tried += 1;
                    watch.tried.fetch_add(1, Relaxed);
                }
                tally.is_hurried = unfolding.has_hurried();
                (tally, tried)
            })
            .collect();
        // Summed in order, so that the result does not depend on the number of threads.
        let mut tally = Tally::new(size);
        parts.iter().for_each(|(part, _)| tally.join(part));
        (tally, parts.iter().map(|(_, tried)| tried).sum())
    }

    fn add(&self, supposition: &Supposition, unfolding: &mut Unfolding<'_>, tally: &mut Tally) {
        let Some(deal) = Deal::new(&supposition.seats) else { return };
        let mut own = 0.0;
        let mut evil = [0.0; SEATS];
        let mut ends = unfolding.ends(&self.table.dealt(&deal), supposition);
        if self.basis == Basis::Worlds {
            keep_worlds(&mut ends, supposition);
            let each = self.count_of_each(supposition);
            ends.iter_mut().for_each(|(_, weight)| *weight = each);
            ends.iter().for_each(|(end, _)| tally.knowledge.add_world(&world(supposition, end)));
        }
        for (end, likely) in ends {
            let weight = supposition.weight * likely;
            own += weight;
            end.state().all_evil().iter().for_each(|seat| evil[seat.index()] += weight);
            for (index, demon) in tally.demon.iter_mut().enumerate() {
                *demon += if end.state().is_demon(Seat::new(index)) { weight } else { 0.0 };
            }
        }
        if own > 0.0 {
            tally.add_honest(supposition.honest, own);
        }
        tally.total += own;
        tally.squares += own * own;
        for (index, (role, _)) in supposition.seats.iter().enumerate() {
            *tally.roles[index].entry(*role).or_default() += own;
            tally.evil[index].add(evil[index], own);
        }
    }

    /// What each world of this supposition counts. With which token a Drunk sits there makes no other world, so each of them counts in part.
    fn count_of_each(&self, supposition: &Supposition) -> f64 {
        let is_unsaid = |index: usize| self.case.players[index].claims.is_empty();
        let drunk = supposition.seats.iter().position(|(role, _)| *role == DRUNK);
        if !drunk.is_some_and(is_unsaid) {
            return 1.0;
        }
        let in_play: CharacterSet = supposition.seats.iter().map(|(role, _)| *role).collect();
        let townsfolk = self.table.state().script_set().and(CharacterSet::team(Team::Townsfolk));
        let tokens = townsfolk.minus(in_play).minus(shown_as_bluffs(self.case)).len();
        1.0 / tokens.max(1) as f64
    }
}
