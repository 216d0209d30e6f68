//! Weights of worlds as they are added up. Accepts weights by seat, emits [`Odds`].

use std::collections::BTreeMap;

use gaslamp_botc::Character;

use super::odds::Odds;

/// Weights as they are added up.
#[derive(Clone)]
pub(super) struct Tally {
    pub(super) total: f64,
    pub(super) squares: f64,
    pub(super) evil: Vec<Share>,
    pub(super) demon: Vec<f64>,
    pub(super) roles: Vec<BTreeMap<Character, f64>>,
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
        }
    }

    pub(super) fn join(&mut self, other: &Self) {
        self.total += other.total;
        self.squares += other.squares;
        for index in 0..self.evil.len() {
            let (own, others) = (&mut self.evil[index], &other.evil[index]);
            own.part += others.part;
            own.squares += others.squares;
            own.products += others.products;
            self.demon[index] += other.demon[index];
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
            total: self.total,
            drawn,
        }
    }
}
