//! Weights of worlds as they are added up. Accepts weights by seat, emits [`Odds`].

use std::collections::BTreeMap;

use gaslamp_botc::Character;
use gaslamp_core::{Seat, Seats};

use super::knowledge::Knowledge;
use super::odds::Odds;

/// Weights as they are added up.
#[derive(Clone)]
pub(super) struct Tally {
    pub(super) total: f64,
    pub(super) squares: f64,
    pub(super) evil: Vec<Share>,
    pub(super) demon: Vec<f64>,
    pub(super) roles: Vec<BTreeMap<Character, f64>>,
    pub(super) honest: Vec<f64>,
    /// Who else is honest in some world in which this seat is.
    pub(super) together: Vec<Seats>,
    pub(super) knowledge: Knowledge,
    /// Whether hidden choices were drawn, there being too many.
    pub(super) is_hurried: bool,
}

/// A part of the weight, with what its error is made from.
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
}

impl Tally {
    pub(super) fn new(size: usize) -> Self {
        Self {
            total: 0.0,
            squares: 0.0,
            evil: vec![Share::default(); size],
            demon: vec![0.0; size],
            roles: vec![BTreeMap::new(); size],
            honest: vec![0.0; size],
            together: vec![Seats::NONE; size],
            knowledge: Knowledge::new(size),
            is_hurried: false,
        }
    }

    /// Adds worlds in which this seat began as this character.
    pub(super) fn add_role(&mut self, seat: Seat, role: Character, weight: f64) {
        if weight > 0.0 {
            *self.roles[seat.index()].entry(role).or_default() += weight;
        }
    }

    /// Adds a world that weighs so much, in which these are honest.
    pub(super) fn add_honest(&mut self, honest: Seats, weight: f64) {
        for seat in honest.iter() {
            self.honest[seat.index()] += weight;
            self.together[seat.index()] = self.together[seat.index()].or(honest);
        }
    }

    /// Counts everything so many times.
    pub(super) fn scale(&mut self, factor: f64) {
        self.total *= factor;
        self.squares *= factor * factor;
        for share in &mut self.evil {
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
        self.knowledge.join(&other.knowledge);
        self.is_hurried |= other.is_hurried;
        for index in 0..self.evil.len() {
            let (own, others) = (&mut self.evil[index], &other.evil[index]);
            own.part += others.part;
            own.squares += others.squares;
            own.products += others.products;
            self.demon[index] += other.demon[index];
            self.honest[index] += other.honest[index];
            self.together[index] = self.together[index].or(other.together[index]);
            for (role, weight) in &other.roles[index] {
                *self.roles[index].entry(*role).or_default() += weight;
            }
        }
    }

    pub(super) fn odds(self, drawn: Option<usize>) -> Odds {
        // Without any world there is nothing to share out.
        let total = if self.total > 0.0 { self.total } else { 1.0 };
        let error = |share: &Share| {
            let mean = share.part / total;
            let square = share.squares - 2.0 * mean * share.products + mean * mean * self.squares;
            if drawn.is_some() { square.max(0.0).sqrt() / total } else { 0.0 }
        };
        let mut roles = self.roles;
        roles.iter_mut().flat_map(BTreeMap::values_mut).for_each(|weight| *weight /= total);
        Odds {
            error: self.evil.iter().map(error).collect(),
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
