//! Sums of the weights of worlds. Accepts weights by seat, emits [`Odds`].

use std::collections::BTreeMap;

use gaslamp_botc::Character;
use gaslamp_core::{Seat, Seats};

use super::knowledge::Knowledge;
use super::odds::{Drawn, Nothing, Odds};
use super::worlds::World;

/// Sums of weights.
#[derive(Clone)]
pub(super) struct Tally {
    pub(super) total: f64,
    pub(super) squares: f64,
    /// How many hypotheses fit.
    pub(super) fitting: usize,
    pub(super) evil: Vec<Share>,
    /// By question, the weight in which it holds.
    pub(super) held: Vec<Share>,
    /// A bit for each question that holds in some world, and for each that does not.
    pub(super) yes: u64,
    pub(super) no: u64,
    pub(super) demon: Vec<f64>,
    pub(super) roles: Vec<BTreeMap<Character, f64>>,
    pub(super) honest: Vec<f64>,
    /// By seat, who else is honest in some world in which it is.
    pub(super) together: Vec<Seats>,
    pub(super) knowledge: Knowledge,
    /// Whether hidden choices were drawn because there were too many.
    pub(super) is_hurried: bool,
    /// The first worlds found, if examples are wanted.
    pub(super) examples: Vec<World>,
}

/// A part of the weight, with the sums needed for its error.
#[derive(Clone, Copy, Default)]
pub(super) struct Share {
    pub(super) part: f64,
    pub(super) squares: f64,
    products: f64,
}

impl Share {
    pub(super) fn add(&mut self, part: f64, whole: f64) {
        self.part += part;
        self.squares += part * part;
        self.products += part * whole;
    }

    fn join(&mut self, other: &Self) {
        self.part += other.part;
        self.squares += other.squares;
        self.products += other.products;
    }
}

/// The result of a hypothesis: the sum of its worlds.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    /// Their weight, if the hypothesis weighs 1.
    pub(super) weight: f64,
    /// By seat, the weight in which it is evil.
    pub(super) evil: Vec<f64>,
    /// By seat, the weight in which it is a Demon.
    pub(super) demon: Vec<f64>,
    /// By question, the weight in which it holds; then a bit for each question that holds in some world, and for each that does not.
    pub(super) held: Vec<f64>,
    pub(super) yes: u64,
    pub(super) no: u64,
    /// Who is honest in all of them.
    pub(super) honest: Seats,
}

impl Outcome {
    /// No worlds yet.
    pub(super) fn new(size: usize, honest: Seats) -> Self {
        let none = vec![0.0; size];
        Self { weight: 0.0, evil: none.clone(), demon: none, held: Vec::new(), yes: 0, no: 0, honest }
    }

    /// Adds the answers of a world of this weight to the questions.
    pub(super) fn answer(&mut self, questions: usize, yes: u64, no: u64, weight: f64) {
        self.held.resize(questions, 0.0);
        for (at, held) in self.held.iter_mut().enumerate() {
            *held += if yes & !no & (1 << at) != 0 { weight } else { 0.0 };
        }
        self.yes |= yes;
        self.no |= no;
    }

    /// Adds a world of this weight.
    pub(super) fn add(&mut self, evil: Seats, is_demon: impl Fn(Seat) -> bool, weight: f64) {
        self.weight += weight;
        for index in 0..self.evil.len() {
            let seat = Seat::new(index);
            self.evil[index] += if evil.contains(seat) { weight } else { 0.0 };
            self.demon[index] += if is_demon(seat) { weight } else { 0.0 };
        }
    }
}

impl Tally {
    pub(super) fn new(size: usize) -> Self {
        Self {
            total: 0.0,
            squares: 0.0,
            fitting: 0,
            evil: vec![Share::default(); size],
            held: Vec::new(),
            yes: 0,
            no: 0,
            demon: vec![0.0; size],
            roles: vec![BTreeMap::new(); size],
            honest: vec![0.0; size],
            together: vec![Seats::NONE; size],
            knowledge: Knowledge::new(size),
            is_hurried: false,
            examples: Vec::new(),
        }
    }

    /// Adds worlds in which this seat began as this character.
    pub(super) fn add_role(&mut self, seat: Seat, role: Character, weight: f64) {
        if weight > 0.0 {
            *self.roles[seat.index()].entry(role).or_default() += weight;
        }
    }

    /// Adds the worlds of a hypothesis a number of times: who began as what, and its result.
    pub(super) fn add(&mut self, start: impl Iterator<Item = Character>, outcome: &Outcome, times: f64) {
        let own = times * outcome.weight;
        self.fitting += 1;
        self.total += own;
        self.squares += own * own;
        self.add_honest(outcome.honest, own);
        self.held.resize(self.held.len().max(outcome.held.len()), Share::default());
        for (sum, held) in self.held.iter_mut().zip(&outcome.held) {
            sum.add(times * held, own);
        }
        self.yes |= outcome.yes;
        self.no |= outcome.no;
        for (index, role) in start.enumerate() {
            *self.roles[index].entry(role).or_default() += own;
            self.evil[index].add(times * outcome.evil[index], own);
            self.demon[index] += times * outcome.demon[index];
        }
    }

    /// Keeps worlds as examples, up to a maximum and without repetitions.
    pub(super) fn keep(&mut self, worlds: &[World], most: usize) {
        for world in worlds {
            if self.examples.len() >= most {
                return;
            }
            if !self.examples.contains(world) {
                self.examples.push(world.clone());
            }
        }
    }

    /// The effective sample size: how many draws of equal weight would be as informative.
    pub(super) fn effective(&self) -> f64 {
        if self.squares > 0.0 { self.total * self.total / self.squares } else { 0.0 }
    }

    /// Adds a world of this weight in which these players are honest.
    pub(super) fn add_honest(&mut self, honest: Seats, weight: f64) {
        for seat in honest.iter() {
            self.honest[seat.index()] += weight;
            self.together[seat.index()] = self.together[seat.index()].or(honest);
        }
    }

    /// Multiplies everything by a factor.
    pub(super) fn scale(&mut self, factor: f64) {
        self.total *= factor;
        self.squares *= factor * factor;
        for share in self.evil.iter_mut().chain(&mut self.held) {
            share.part *= factor;
            share.squares *= factor * factor;
            share.products *= factor * factor;
        }
        self.demon.iter_mut().chain(&mut self.honest).for_each(|weight| *weight *= factor);
        self.roles.iter_mut().flat_map(BTreeMap::values_mut).for_each(|weight| *weight *= factor);
    }

    pub(super) fn join(&mut self, other: &Self) {
        self.total += other.total;
        self.squares += other.squares;
        self.fitting += other.fitting;
        self.knowledge.join(&other.knowledge);
        self.is_hurried |= other.is_hurried;
        self.yes |= other.yes;
        self.no |= other.no;
        self.held.resize(self.held.len().max(other.held.len()), Share::default());
        self.held.iter_mut().zip(&other.held).for_each(|(own, other)| own.join(other));
        for index in 0..self.evil.len() {
            self.evil[index].join(&other.evil[index]);
            self.demon[index] += other.demon[index];
            self.honest[index] += other.honest[index];
            self.together[index] = self.together[index].or(other.together[index]);
            for (role, weight) in &other.roles[index] {
                *self.roles[index].entry(*role).or_default() += weight;
            }
        }
    }

    /// The standard error of the total, given the number of draws.
    pub(super) fn error_of_total(&self, draws: usize) -> f64 {
        let mean_square = self.total * self.total / draws.max(1) as f64;
        (self.squares - mean_square).max(0.0).sqrt()
    }

    /// The standard error of a share of the draws.
    pub(super) fn error(&self, share: &Share) -> f64 {
        let total = if self.total > 0.0 { self.total } else { 1.0 };
        let mean = share.part / total;
        let square = share.squares - 2.0 * mean * share.products + mean * mean * self.squares;
        // What none of the draws shows may still hold in one of as many further draws.
        let unseen = 1.0 / (self.effective() + 1.0);
        (square.max(0.0).sqrt() / total).hypot(unseen)
    }

    /// The odds, if any world was found.
    pub(super) fn found(self, drawn: Option<usize>) -> Result<Odds, Nothing> {
        if self.total > 0.0 { Ok(self.odds(drawn)) } else { Err(Nothing { drawn }) }
    }

    pub(super) fn odds(self, drawn: Option<usize>) -> Odds {
        // Without any world there are no shares.
        let total = if self.total > 0.0 { self.total } else { 1.0 };
        let effective = self.effective();
        let error = |share: &Share| if drawn.is_some() { self.error(share) } else { 0.0 };
        let drawn = drawn.map(|draws| Drawn { draws, fitting: self.fitting, effective });
        let errors = self.evil.iter().map(error).collect();
        let mut roles = self.roles;
        roles.iter_mut().flat_map(BTreeMap::values_mut).for_each(|weight| *weight /= total);
        Odds {
            error: errors,
            evil: self.evil.iter().map(|share| share.part / total).collect(),
            demon: self.demon.iter().map(|weight| weight / total).collect(),
            roles,
            honest: self.honest.iter().map(|weight| weight / total).collect(),
            together: self.together,
            total: self.total,
            drawn,
        }
    }
}
