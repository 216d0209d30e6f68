//! Worlds weighed by what is said and done.
//!
//! Accepts the [`Worlds`] of a seat, then either behaviours, each as likely as a [`BehaviourModel`] says, or claims, each with a
//! [`Trust`]; emits [`Odds`] and what is certain *if* model and trust are right. A world's weight is the product over all of
//! them, so their order does not matter; nothing here is a conclusion of the rules.

use gaslamp_core::View;
use gaslamp_mafia::{Colour, Deal, Rules, State};

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

/// What a world's weight is multiplied with: first where a claim is true, then where it is false.
type Factors = [f64; 2];

/// How the weights must change so that something true in this share of the worlds has this probability. Where it is true
/// in all worlds, or in none, nothing is to be learned.
fn factors(chance: f64, share: f64) -> Factors {
    let is_open = share > 0.0 && share < 1.0;
    if is_open { [chance / share, (1.0 - chance) / (1.0 - share)] } else { [1.0; 2] }
}

/// The chance between 0 and 1; what is no number is this share, which teaches nothing.
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

    /// In which share of the worlds this holds; 0 without a world.
    fn share(&self, holds: impl Fn(&Deal) -> bool) -> f64 {
        let count = self.deals().iter().filter(|deal| holds(deal)).count();
        count as f64 / self.count().max(1) as f64
    }
}

/// The worlds of a seat, each with a weight. Only how weights compare matters.
#[derive(Clone, PartialEq, Debug)]
pub struct Beliefs {
    /// What the seat knew before anybody was heard: claims are judged against it.
    known: Worlds,
    worlds: Vec<(Deal, f64)>,
}

impl Beliefs {
    /// Nobody has been heard yet: every world weighs the same.
    #[must_use]
    pub fn new(worlds: &Worlds) -> Self {
        let weights = worlds.deals().iter().map(|&deal| (deal, 1.0)).collect();
        Self { known: worlds.clone(), worlds: weights }
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
        self.weigh(|deal| if claim.is_true_in(deal) || is_excused(deal) { if_true } else { if_false });
    }

    /// Weighs what was done, by how likely it was in each world. What the seat did itself teaches it nothing.
    pub fn observe(&mut self, behaviour: &Behaviour, model: &BehaviourModel) {
        if behaviour.by().is_none() || behaviour.by() != self.known.seat() {
            self.weigh(|deal| model.likelihood(behaviour, deal));
        }
    }

    /// Multiplies every weight. Worlds with a factor of 0 are dropped.
    fn weigh(&mut self, factor: impl Fn(&Deal) -> f64) {
        self.worlds.retain_mut(|(deal, weight)| {
            let factor = factor(deal);
            // However unlikely, a world is out only if something cannot be so.
            *weight = (*weight * factor).max(f64::MIN_POSITIVE);
            factor > 0.0
        });
        self.level();
    }

    /// Drops what does not fit a later view of the same seat in the same game.
    pub fn narrow(&mut self, rules: Rules, view: &View<State>) {
        let before = self.known.count();
        self.known.narrow(rules, view);
        if self.known.count() < before {
            // Both lists are in the order of the deals' numbers.
            let known = &self.known;
            self.worlds.retain(|(deal, _)| known.deals().binary_search(deal).is_ok());
            self.level();
        }
    }

    /// Two branches: as if the claim were true, and as if it were false. Their weights add up to the present ones.
    #[must_use]
    pub fn split(&self, claim: &Claim) -> [Self; 2] {
        let (if_true, if_false) = self.worlds.iter().partition(|(deal, _)| claim.is_true_in(deal));
        [if_true, if_false].map(|worlds| Self { known: self.known.clone(), worlds })
    }

    /// The worlds that have a weight, in the order of the deals' numbers. None are left once trusted claims
    /// contradict each other or what the seat knows.
    #[must_use]
    pub fn worlds(&self) -> &[(Deal, f64)] {
        &self.worlds
    }

    /// All weights together.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.worlds.iter().map(|(_, weight)| weight).sum()
    }

    /// The weighed probability that something holds; none without a world.
    #[must_use]
    pub fn probability(&self, holds: impl Fn(&Deal) -> bool) -> Option<f64> {
        let share: f64 = self.worlds.iter().filter(|(deal, _)| holds(deal)).map(|(_, weight)| weight).sum();
        (!self.worlds.is_empty()).then(|| share / self.total())
    }

    /// The weighed probability of each role for each seat; none without a world.
    #[must_use]
    pub fn odds(&self) -> Option<Odds> {
        Odds::new(Basis::Weighed, self.worlds.iter().copied())
    }

    /// What is so in every world that is left: certain only if all trust was deserved.
    #[must_use]
    pub fn conclusions(&self) -> Vec<Conclusion> {
        odds::conclusions(self.worlds.iter().map(|(deal, _)| *deal))
    }

    /// Keeps the heaviest world at 1, so that nothing that is heard makes all weights vanish.
    fn level(&mut self) {
        let most = self.worlds.iter().map(|(_, weight)| *weight).fold(0.0, f64::max);
        self.worlds.iter_mut().for_each(|(_, weight)| *weight /= most);
    }
}
