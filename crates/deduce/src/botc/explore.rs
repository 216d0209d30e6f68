//! Weighs hypotheses around those that fit: where a few weigh as much as all others, drawing alone hardly finds them all.
//!
//! Accepts a [`Weigher`] and a distribution, emits a [`Tally`]. Some hypotheses are drawn; then those that differ little from what fits are
//! played, the most promising first. All of these count as what they are; the heaviest are weighed again. What they leave out is
//! estimated from further draws, each divided by its probability.

use std::collections::{BinaryHeap, HashMap};
use std::sync::atomic::Ordering::Relaxed;

use gaslamp_botc::CharacterSet;
use gaslamp_core::{Rng, Seats};

use super::adaptive_draw::{Effort, Place, Weigher};
use super::claims::Claims;
use super::deal_hypothesis::Candidate;
use super::draw::{Draw, Mixture};
use super::glance::{Learned, said};
use super::solve::Watch;
use super::tally::{Outcome, Tally};
use super::world_search::{Reached, WorldSearch};

/// The part of the hypotheses that is drawn to begin with, and the part that is drawn to estimate what is left out.
const BEGINNING: f64 = 0.3;
const REST: f64 = 0.2;

/// A hypothesis near which others are looked for, or one that was found there.
struct Lead {
    /// How far the hypothesis came near which it was found: whether that fits, or how much of what was seen and heard it explains.
    level: (bool, Reached),
    /// About how much it will weigh if it fits.
    promise: f64,
    chosen: Vec<usize>,
}

/// After how many moments a night is probed: more hypotheses say more than one that is known better.
const MOMENTS: usize = 5;

/// How often the heaviest are weighed again, and how much of all may be left that is not.
const AGAIN: usize = 8;
const KNOWN: f64 = 0.05;

/// Less than this part of the best that fits is not worth playing.
const NEGLIGIBLE: f64 = 1e-4;

impl PartialEq for Lead {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Lead {}

impl PartialOrd for Lead {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Lead {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let promise = || self.promise.total_cmp(&other.promise);
        self.level.cmp(&other.level).then_with(promise).then_with(|| other.chosen.cmp(&self.chosen))
    }
}

/// What is known so far.
struct Explorer<'a, 'b> {
    weigher: &'a Weigher<'b>,
    mixture: Mixture<'a>,
    learned: Vec<Learned>,
    search: WorldSearch<'a>,
    /// What was played, with its weight if it fits.
    known: HashMap<Vec<usize>, Option<(f64, Outcome)>>,
    /// What was found near others and not played yet.
    leads: BinaryHeap<Lead>,
    /// What was played and does not fit: as long as nothing does, what comes furthest leads on.
    unfit: BinaryHeap<Lead>,
    /// The weight of the best that fits.
    best: f64,
}

impl Weigher<'_> {
    /// Adds up as many hypotheses as there are draws; also returns their number.
    pub(super) fn explore(
        &self,
        claims: &Claims<'_>,
        mixture: Mixture<'_>,
        effort: Effort,
        watch: &Watch,
    ) -> (Tally, Option<usize>) {
        let at = Place { round: 0, effort };
        let mut explorer = Explorer {
            weigher: self,
            mixture,
            learned: self.learned(claims),
            search: self.world_search().forgiving().hurrying(MOMENTS, Rng::new(at.hidden_seed())),
            known: HashMap::new(),
            leads: BinaryHeap::new(),
            unfit: BinaryHeap::new(),
            best: 0.0,
        };
        let part = |part: f64| ((effort.draws as f64 * part) as usize).max(1);
        let is_over = || watch.stop.load(Relaxed);
        let mut rng = Rng::new(at.drawing_seed());
        for place in (0..part(BEGINNING)).take_while(|_| !is_over()) {
            let place = (place as f64 + 0.5) / part(BEGINNING) as f64;
            if let Some(Draw { chosen, .. }) = mixture.draw(place, &mut rng) {
                explorer.visit(chosen);
            }
            watch.tried.fetch_add(1, Relaxed);
        }
        while explorer.known.len() < part(1.0 - REST) && !is_over() {
            if !explorer.go_on() {
                break;
            }
            watch.tried.fetch_add(1, Relaxed);
        }
        explorer.weigh_again(effort.draws / 2);
        let mut tally = Tally::new(self.timeline.size);
        let mut played: Vec<_> = explorer.known.iter().collect();
        played.sort_by_key(|(chosen, _)| *chosen);
        for (chosen, fitting) in played {
            if let Some((weight, outcome)) = fitting {
                tally.add(
                    self.candidates_of(chosen).iter().map(|candidate| candidate.role),
                    outcome,
                    *weight,
                );
            }
        }
        let rest = part(REST);
        for place in (0..rest).take_while(|_| !is_over()) {
            let place = (place as f64 + 0.5) / rest as f64;
            let Some(Draw { chosen, density }) = mixture.draw(place, &mut rng) else { continue };
            if explorer.known.contains_key(&chosen) {
                continue;
            }
            if let Some((weight, outcome)) = explorer.play(&chosen) {
                let roles = self.candidates_of(&chosen);
                let roles = roles.iter().map(|candidate| candidate.role);
                tally.add(roles, &outcome, weight / (density * rest as f64));
            }
            watch.tried.fetch_add(1, Relaxed);
        }
        tally.is_hurried = true;
        let tried = explorer.known.len() + rest;
        (tally, Some(tried))
    }

    fn candidates_of(&self, chosen: &[usize]) -> Vec<Candidate> {
        chosen.iter().zip(&self.candidates).map(|(at, candidates)| candidates[*at]).collect()
    }
}

impl Explorer<'_, '_> {
    /// Plays a hypothesis: its weight and its worlds if it fits.
    fn play(&mut self, chosen: &[usize]) -> Option<(f64, Outcome)> {
        let candidates = self.weigher.candidates_of(chosen);
        let weight = self.weigher.weight(&candidates);
        if weight <= 0.0 {
            return None;
        }
        let outcome = self.weigher.likely_worlds(&candidates, &mut self.search)?;
        (outcome.weight > 0.0).then_some((weight, outcome))
    }

    /// Plays a hypothesis unless it was played before, and notes what differs little from it if it fits.
    fn visit(&mut self, chosen: Vec<usize>) {
        if self.known.contains_key(&chosen) {
            return;
        }
        let fitting = self.play(&chosen);
        let reached = self.search.reached();
        if let Some((weight, outcome)) = &fitting {
            self.best = self.best.max(weight * outcome.weight);
            let surprise = outcome.weight / self.said(&self.weigher.candidates_of(&chosen));
            self.follow(&chosen, (true, Reached::default()), surprise);
        } else {
            let candidates = self.weigher.candidates_of(&chosen);
            let promise = self.weigher.weight(&candidates) * self.said(&candidates);
            self.unfit.push(Lead { level: (false, reached), promise, chosen: chosen.clone() });
        }
        self.known.insert(chosen, fitting);
    }

    /// Weighs those that weigh most once more, until they are most of what is known: those that came out too heavy by chance are the
    /// first to be found so. This many times at most.
    fn weigh_again(&mut self, most: usize) {
        let weighed = self.known.iter().filter_map(|(chosen, fitting)| {
            let (weight, outcome) = fitting.as_ref()?;
            let level = (true, Reached::default());
            Some(Lead { level, promise: weight * outcome.weight, chosen: chosen.clone() })
        });
        let mut weighed: Vec<Lead> = weighed.collect();
        weighed.sort_by(|a, b| b.cmp(a));
        let (mut left, mut again) = (weighed.iter().map(|lead| lead.promise).sum::<f64>(), 0.0);
        for Lead { promise, chosen, .. } in weighed.into_iter().take(most / AGAIN) {
            left -= promise;
            let mut sum = Outcome::new(chosen.len(), Seats::NONE);
            let mut weight = 0.0;
            for _ in 0..AGAIN {
                if let Some((own, outcome)) = self.play(&chosen) {
                    weight = own;
                    sum.join(&outcome, 1.0 / AGAIN as f64);
                }
            }
            again += weight * sum.weight;
            self.known.insert(chosen, (sum.weight > 0.0).then_some((weight, sum)));
            if left < KNOWN * again {
                break;
            }
        }
    }

    /// Plays the most promising hypothesis near what fits, or near what came furthest if nothing is left there; returns whether there
    /// was any.
    fn go_on(&mut self) -> bool {
        while self.is_furthest_unfit() {
            let Some(Lead { level, chosen, .. }) = self.unfit.pop() else { break };
            self.follow(&chosen, level, 1.0);
        }
        self.leads.pop().map(|Lead { chosen, .. }| self.visit(chosen)).is_some()
    }

    /// Whether what was played and does not fit came further than anything near which there is something to play.
    fn is_furthest_unfit(&self) -> bool {
        self.unfit.peek().map(|it| it.level) > self.leads.peek().map(|it| it.level)
    }

    /// About how likely honest players learned what they say.
    fn said(&self, candidates: &[Candidate]) -> f64 {
        candidates.iter().zip(&self.learned).map(said).product()
    }

    /// Notes what differs little from a hypothesis that came this far, and was so much likelier than what everybody says promised.
    fn follow(&mut self, chosen: &[usize], level: (bool, Reached), surprise: f64) {
        let mut near = Vec::new();
        for seat in 0..chosen.len() {
            for at in 0..self.weigher.candidates[seat].len() {
                near.push(changed(chosen, &[(seat, at)]));
            }
            for other in 0..chosen.len() {
                self.exchange(chosen, seat, other, &mut near);
            }
        }
        for chosen in near {
            if self.known.contains_key(&chosen) || !self.mixture.plain.may_draw(&chosen) {
                continue;
            }
            let candidates = self.weigher.candidates_of(&chosen);
            let promise = self.weigher.weight(&candidates) * self.said(&candidates) * surprise;
            let is_negligible = level.0 && promise < NEGLIGIBLE * self.best;
            if promise > 0.0 && !is_negligible {
                self.leads.push(Lead { level, promise, chosen });
            }
        }
    }

    /// Another player is what this evil player was, who is what they claim, or what the other was.
    fn exchange(&self, chosen: &[usize], evil: usize, other: usize, near: &mut Vec<Vec<usize>>) {
        let options = &self.weigher.candidates;
        let role = |seat: usize| options[seat][chosen[seat]].role;
        if evil == other || !CharacterSet::EVIL.contains(role(evil)) {
            return;
        }
        for (taken, _) in options[other].iter().enumerate().filter(|(_, it)| it.role == role(evil)) {
            let may_be = |it: &Candidate| it.is_honest || it.role == role(other);
            for (left, _) in options[evil].iter().enumerate().filter(|(_, it)| may_be(it)) {
                near.push(changed(chosen, &[(other, taken), (evil, left)]));
            }
        }
    }
}

/// The same with other candidates at some seats.
fn changed(chosen: &[usize], changes: &[(usize, usize)]) -> Vec<usize> {
    let mut chosen = chosen.to_vec();
    changes.iter().for_each(|(seat, at)| chosen[*seat] = *at);
    chosen
}
