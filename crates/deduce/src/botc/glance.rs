//! Weighs a game quickly, again and again as it goes on: the likeliest hypotheses first, and only until the rest hardly matters.
//!
//! Accepts a [`Weigher`], emits a [`Tally`]. How likely a hypothesis is can be guessed from what everybody says, before it is played.
//! What did not fit when less was seen and said never will, so it is remembered instead of being played again.

use std::collections::{HashMap, HashSet};

use gaslamp_botc::Character;
use gaslamp_core::{Rng, Seat, Seats};

use super::adaptive_draw::Weigher;
use super::claims::Claims;
use super::deal_hypothesis::{Candidate, DealHypothesis, each_weighed_seating};
use super::draw::{Draw, Mixture};
use super::tally::Tally;

/// How much to look at.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Glance {
    /// How many hypotheses to draw when there are too many to list.
    pub draws: usize,
    /// How many may be listed.
    pub listed: usize,
}

/// Hypotheses that do not fit what was seen and said so far. What is seen and said later only adds to that.
#[derive(Clone, Debug, Default)]
pub struct Refuted {
    /// Everybody's role and token, by who is honest.
    deals: HashMap<Seats, HashSet<Vec<(Character, Character)>>>,
}

impl Refuted {
    fn contains(&self, hypothesis: &DealHypothesis) -> bool {
        self.deals.get(&hypothesis.honest).is_some_and(|deals| deals.contains(hypothesis.seats.as_slice()))
    }

    /// Adds hypotheses.
    pub(super) fn extend(&mut self, hypotheses: Vec<DealHypothesis>) {
        for DealHypothesis { seats, honest, .. } in hypotheses {
            self.deals.entry(honest).or_default().insert(seats);
        }
    }
}

/// A hypothesis that may fit.
struct Prospect {
    candidates: Vec<Candidate>,
    hypothesis: DealHypothesis,
    /// Its weight before anything has happened, divided by the probability that it is looked at.
    weight: f64,
    /// About how much its worlds will weigh if it fits.
    promise: f64,
}

/// The rest is left out once it promises no more than this part of what fits.
const NEGLIGIBLE: f64 = 0.1;

/// After this many moments of the nights of a hypothesis, its further hidden choices are drawn.
const MOMENTS: usize = 1_000;

/// The part of the draws that goes by the claims alone, whatever is said beyond them.
pub(super) const PLAIN: f64 = 0.3;

/// How likely an honest player learned what they say, sober and impaired.
type Learned = [f64; 2];

/// How likely this candidate, if honest, learned what they say.
fn said((candidate, learned): (&Candidate, &Learned)) -> f64 {
    if candidate.is_honest { learned[usize::from(candidate.is_deluded())] } else { 1.0 }
}

impl Weigher<'_> {
    /// Adds up the most promising hypotheses; also returns how many were drawn or listed, and those that do not fit.
    pub(super) fn glance(
        &self,
        claims: &Claims<'_>,
        glance: Glance,
        refuted: &Refuted,
    ) -> (Tally, usize, Vec<DealHypothesis>) {
        let (mut prospects, draws) = self.prospects(claims, glance, refuted);
        let looked_at = draws.unwrap_or(prospects.len());
        prospects.sort_by(|a, b| b.promise.total_cmp(&a.promise));
        let mut tally = Tally::new(self.timeline.size);
        let mut search = self.world_search().roughly().hurrying(MOMENTS, Rng::new(0));
        let mut unfit = Vec::new();
        let mut left: f64 = prospects.iter().map(|prospect| prospect.promise).sum();
        let mut fitting = 0.0;
        for Prospect { candidates, hypothesis, weight, promise } in prospects {
            if left <= NEGLIGIBLE * fitting {
                break;
            }
            left -= promise;
            let outcome = self.likely_worlds(&candidates, &mut search);
            match outcome.filter(|outcome| outcome.weight > 0.0) {
                Some(outcome) => {
                    fitting += promise;
                    tally.add(candidates.iter().map(|candidate| candidate.role), &outcome, weight);
                }
                // Hidden choices that were drawn prove nothing.
                None if search.is_complete() => unfit.push(hypothesis),
                None => {}
            }
        }
        (tally, looked_at, unfit)
    }

    /// By seat, how likely an honest player learned what they say.
    pub(super) fn learned(&self, claims: &Claims<'_>) -> Vec<Learned> {
        let seats = (0..self.candidates.len()).map(Seat::new);
        seats.map(|seat| [false, true].map(|is_impaired| claims.learned(seat, is_impaired))).collect()
    }

    /// The candidates weighed by what everybody says as well, as far as it can be weighed without playing.
    pub(super) fn promising(&self, claims: &Claims<'_>, learned: &[Learned]) -> Vec<Vec<Candidate>> {
        let mut options = self.candidates.clone();
        for (index, candidates) in options.iter_mut().enumerate() {
            for candidate in candidates {
                let bluff = claims.bluff_alone(Seat::new(index), candidate);
                candidate.weight *= bluff * said((candidate, &learned[index]));
            }
        }
        options
    }

    /// All hypotheses that may fit, or a sample of them; the number of draws if it is one.
    fn prospects(
        &self,
        claims: &Claims<'_>,
        glance: Glance,
        refuted: &Refuted,
    ) -> (Vec<Prospect>, Option<usize>) {
        let learned = self.learned(claims);
        let mut prospects = Vec::new();
        let mut add = |candidates: &[Candidate], expected: f64| {
            let weight = self.weight(candidates) / expected;
            let hypothesis = DealHypothesis::of(candidates);
            if weight > 0.0 && !refuted.contains(&hypothesis) {
                let promise = weight * candidates.iter().zip(&learned).map(said).product::<f64>();
                prospects.push(Prospect { candidates: candidates.to_vec(), hypothesis, weight, promise });
            }
        };
        let plain = self.drawer(&self.candidates);
        if plain.size() <= glance.listed as f64 {
            each_weighed_seating(self.case, self.counts, self.candidates.clone(), &mut |candidates| {
                add(candidates, 1.0);
            });
            return (prospects, None);
        }
        let promising = self.drawer(&self.promising(claims, &learned));
        let mixture = Mixture::plain(&plain).with(1.0 - PLAIN, &promising);
        let draws = glance.draws;
        let mut rng = Rng::new(1);
        let mut seen = HashSet::new();
        for place in 0..draws {
            let place = (place as f64 + 0.5) / draws as f64;
            let Some(Draw { chosen, density }) = mixture.draw(place, &mut rng) else { continue };
            if seen.contains(&chosen) {
                continue;
            }
            let candidates: Vec<Candidate> =
                chosen.iter().zip(&self.candidates).map(|(at, candidates)| candidates[*at]).collect();
            // Each counts once, however often it is drawn.
            add(&candidates, -(draws as f64 * (-density).ln_1p()).exp_m1());
            seen.insert(chosen);
        }
        (prospects, Some(draws))
    }
}
