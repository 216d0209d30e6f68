//! Possible deals, weighed by what is said and done.
//!
//! Accepts the [`Worlds`] of a seat, then either behaviours, each as likely as a [`BehaviourModel`] says, or claims, each with a
//! [`Trust`]; emits [`Odds`] and what is certain *if* model and trust are right. A world's weight is the product over all of
//! them, so their order does not matter; nothing here is a fact of the rules.

use gaslamp_core::View;
use gaslamp_mafia::{Colour, Deal, Rules, SEATS, State};

use super::deal_set::{DealSet, SHERIFFS, TEAM_TABLE, TEAMS, Team};
use super::odds::{self, Basis, Conclusion, Odds};
use super::{Assertion, Behaviour, BehaviourModel, Claim, Worlds};

/// How far a claim is believed, judged on its own: as if nothing else had been said. Numbers are from 0 to 1; what lies
/// outside counts as the nearest that does not.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Trust {
    /// It is true: the seat's own ability says so. Worlds in which it is false are out.
    Certain,
    /// It is true if whoever says it is red; a black player may say anything.
    Trusted,
    /// It is true with this probability. The share of the seat's worlds in which it is true teaches nothing.
    Uncertain(f64),
    /// It is true with this probability, and never likelier for having been said: at the share of the seat's worlds in which
    /// it is true, or above, it is ignored; at 0 it is taken for a lie.
    Distrusted(f64),
}

/// What a weight is multiplied by: first where a claim is true, then where it is false.
type Factors = [f64; 2];

/// How the weights must change so that something true in this share of the worlds has this probability. Where it is true
/// in all worlds, or in none, nothing is to be learned.
fn factors(chance: f64, share: f64) -> Factors {
    let is_open = share > 0.0 && share < 1.0;
    if is_open { [chance / share, (1.0 - chance) / (1.0 - share)] } else { [1.0; 2] }
}

/// The chance, clamped to 0 to 1; not a number counts as this share, which teaches nothing.
fn within(chance: f64, share: f64) -> f64 {
    if chance.is_nan() { share } else { chance.clamp(0.0, 1.0) }
}

impl Worlds {
    /// How far to believe a claim if nothing else is known of the speaker, as the four levels are meant: what the
    /// seat knows itself is certain; what contradicts that is distrusted; what only the speaker can know is
    /// trusted if the speaker is known to be red; all else is true with this probability, or with its share of the worlds
    /// if that is more: nothing is less likely because somebody says it.
    #[must_use]
    pub fn trust(&self, claim: &Claim, otherwise: f64) -> Trust {
        let is_red = |deal: &Deal| deal.role(claim.by).colour() == Colour::Red;
        let is_opinion = matches!(claim.assertion, Assertion::Colour(..));
        if self.is_certain(|deal| claim.is_true_in(deal)) {
            Trust::Certain
        } else if self.is_certain(|deal| !claim.is_true_in(deal)) {
            Trust::Distrusted(0.0)
        } else if !is_opinion && self.is_certain(is_red) {
            Trust::Trusted
        } else {
            Trust::Uncertain(otherwise.max(self.share(|deal| claim.is_true_in(deal))))
        }
    }
}

/// The length of a row: one place for each sheriff, and one that always weighs nothing, for the sake of vector instructions.
pub(super) const ROW: usize = SHERIFFS.next_power_of_two();

/// A number for each sheriff that a team may have, by place.
pub(super) type Row = [f64; ROW];

/// The worlds of a seat, each with a weight. Only how weights compare matters.
#[derive(Clone, PartialEq, Debug)]
pub struct Beliefs {
    /// What the seat knows by the rules alone: claims are judged against it.
    known: Worlds,
    /// The weight of all deals with a given team and sheriff together; 0 once they are ruled out. No claim or modelled behaviour
    /// depends on who of the team is the don, so deals that differ only in that weigh the same.
    weights: Box<[Row; TEAMS]>,
}

/// Weights are rescaled once the heaviest falls below this, long before lighter ones would underflow.
const LIGHT: f64 = 1e-100;

impl Beliefs {
    /// Nobody has been heard yet: every world weighs the same.
    #[must_use]
    pub fn new(worlds: &Worlds) -> Self {
        let mut weights = Box::new([[0.0; ROW]; TEAMS]);
        for (team, sheriff, _) in worlds.set().iter() {
            weights[team][sheriff] += 1.0;
        }
        Self { known: worlds.clone(), weights }
    }

    /// Weighs a claim. Worlds that it rules out are dropped.
    pub fn hear(&mut self, claim: &Claim, trust: Trust) {
        let share = self.known.share(|deal| claim.is_true_in(deal));
        let [if_true, if_false] = match trust {
            Trust::Certain | Trust::Trusted => [1.0, 0.0],
            Trust::Uncertain(chance) => factors(within(chance, share), share),
            Trust::Distrusted(chance) => factors(within(chance, share).min(share), share),
        };
        let is_excused =
            |deal: &Deal| trust == Trust::Trusted && deal.role(claim.by).colour() == Colour::Black;
        self.weigh(|team| {
            by_sheriff(
                team,
                |deal| {
                    if claim.is_true_in(deal) || is_excused(deal) { if_true } else { if_false }
                },
            )
        });
    }

    /// Weighs what was done, by how likely it was in each world. What the seat did itself teaches it nothing.
    pub fn observe(&mut self, behaviour: &Behaviour, model: &BehaviourModel) {
        if self.learns_from(behaviour) {
            self.weigh(|team| model.likelihoods(behaviour, team));
        }
    }

    fn learns_from(&self, behaviour: &Behaviour) -> bool {
        behaviour.by().is_none() || behaviour.by() != self.known.seat()
    }

    /// Multiplies every weight. Worlds with a factor of 0 are dropped.
    fn weigh(&mut self, factors: impl Fn(&Team) -> Row) {
        // One for each place, so that the comparisons do not depend on each other.
        let mut heaviest: Row = [0.0; ROW];
        for (at, (team, weights)) in TEAM_TABLE.iter().zip(self.weights.iter_mut()).enumerate() {
            if !self.known.set().has_team(at) {
                continue;
            }
            for ((weight, factor), heaviest) in weights.iter_mut().zip(factors(team)).zip(&mut heaviest) {
                // However unlikely it gets, a world is only ruled out by something impossible in it.
                let least = if *weight > 0.0 && factor > 0.0 { f64::MIN_POSITIVE } else { 0.0 };
                let product = *weight * factor;
                *weight = if product > least { product } else { least };
                *heaviest = if *weight > *heaviest { *weight } else { *heaviest };
            }
        }
        let heaviest = heaviest.into_iter().fold(0.0, f64::max);
        if heaviest < LIGHT && heaviest > 0.0 {
            self.weights.as_flattened_mut().iter_mut().for_each(|weight| *weight /= heaviest);
        }
    }

    /// Drops what does not fit a later view of the same seat in the same game.
    pub fn narrow(&mut self, rules: Rules, view: &View<State>) {
        let before = *self.known.set();
        self.known.narrow(rules, view);
        let after = self.known.set();
        if before == *after {
            return;
        }
        for (team, weights) in self.weights.iter_mut().enumerate().filter(|(team, _)| before.has_team(*team))
        {
            for (sheriff, weight) in weights.iter_mut().enumerate().take(SHERIFFS) {
                let (dons, left) = (before.dons(team, sheriff), after.dons(team, sheriff));
                if left < dons {
                    *weight *= f64::from(left) / f64::from(dons);
                }
            }
        }
    }

    /// Two branches: as if the claim were true, and as if it were false. Their weights add up to the present ones.
    #[must_use]
    pub fn split(&self, claim: &Claim) -> [Self; 2] {
        [true, false].map(|is_true| {
            let mut branch = self.clone();
            for (team, weights) in TEAM_TABLE.iter().zip(branch.weights.iter_mut()) {
                let kept = by_sheriff(team, |deal| f64::from(claim.is_true_in(deal) == is_true));
                weights.iter_mut().zip(kept).for_each(|(weight, kept)| *weight *= kept);
            }
            branch
        })
    }

    /// The worlds that have a weight. None are left once trusted claims contradict each other or what the seat knows.
    pub fn worlds(&self) -> impl Iterator<Item = (Deal, f64)> {
        let known: &DealSet = self.known.set();
        let weighed = known.iter().map(|(team, sheriff, deal)| {
            (deal, self.weights[team][sheriff] / f64::from(known.dons(team, sheriff)))
        });
        weighed.filter(|(_, weight)| *weight > 0.0)
    }

    /// All weights together.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.weights.as_flattened().iter().sum()
    }

    /// The weighed probability that something holds; none without a world.
    #[must_use]
    pub fn probability(&self, holds: impl Fn(&Deal) -> bool) -> Option<f64> {
        let share: f64 = self.worlds().filter(|(deal, _)| holds(deal)).map(|(_, weight)| weight).sum();
        let total: f64 = self.worlds().map(|(_, weight)| weight).sum();
        (total > 0.0).then(|| share / total)
    }

    /// The weighed probability of each role for each seat; none without a world.
    #[must_use]
    pub fn odds(&self) -> Option<Odds> {
        Odds::new(Basis::Weighed, self.worlds())
    }

    /// How likely each seat is black: the same as from [`odds`](Self::odds), but much faster. None if no world is left.
    #[must_use]
    pub fn black_odds(&self) -> Option<[f64; SEATS]> {
        black_odds(TEAM_TABLE.iter().zip(self.weights.iter().copied()))
    }

    /// What [`black_odds`](Self::black_odds) would be after observing these behaviours as well.
    #[must_use]
    pub fn black_odds_after(&self, behaviours: &[Behaviour], model: &BehaviourModel) -> Option<[f64; SEATS]> {
        black_odds(TEAM_TABLE.iter().zip(self.weights.iter()).map(|(team, weights)| {
            let mut row = *weights;
            for behaviour in behaviours.iter().filter(|behaviour| self.learns_from(behaviour)) {
                let likelihoods = model.likelihoods(behaviour, team);
                row.iter_mut().zip(likelihoods).for_each(|(weight, likelihood)| *weight *= likelihood);
            }
            (team, row)
        }))
    }

    /// How likely each seat is the sheriff; none if no world is left.
    #[must_use]
    pub fn sheriff_odds(&self) -> Option<[f64; SEATS]> {
        let mut sheriff = [0.0; SEATS];
        for (team, weights) in TEAM_TABLE.iter().zip(self.weights.iter()) {
            let reds = (0..SHERIFFS).map(|place| team.with_sheriff(place).sheriff());
            reds.zip(weights).for_each(|(seat, weight)| sheriff[seat.index()] += weight);
        }
        let total: f64 = sheriff.iter().sum();
        (total > 0.0).then(|| sheriff.map(|weight| weight / total))
    }

    /// What is so in every world that is left: certain only if all trust was deserved.
    #[must_use]
    pub fn conclusions(&self) -> Vec<Conclusion> {
        odds::conclusions(self.worlds().map(|(deal, _)| deal))
    }
}

/// How likely each seat is black, from the weights of all teams; none if they are all 0.
fn black_odds<'a>(teams: impl Iterator<Item = (&'a Team, Row)>) -> Option<[f64; SEATS]> {
    let mut black = [0.0; SEATS];
    let mut total = 0.0;
    for (team, [a, b, c, d, e, f, g, h]) in teams {
        // In pairs, so that the additions do not depend on each other.
        let weight = ((a + b) + (c + d)) + ((e + f) + (g + h));
        total += weight;
        team.blacks.iter().for_each(|seat| black[seat.index()] += weight);
    }
    (total > 0.0).then(|| black.map(|weight| weight / total))
}

/// A row of what this gives for each sheriff.
fn by_sheriff(team: &Team, of: impl Fn(&Deal) -> f64) -> Row {
    std::array::from_fn(|place| if place < SHERIFFS { of(team.with_sheriff(place)) } else { 0.0 })
}
