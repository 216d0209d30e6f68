//! Worlds weighed by what is said, each statement as far as it is trusted.
//!
//! Accepts the [`Worlds`] of a seat, then statements, each with a [`Trust`]; emits [`Odds`] and what is certain *if* the
//! trust is deserved. A world's weight is the product over all statements, as if each were made for itself; trust is
//! the caller's assumption, so nothing here is a fact of the rules.

use gaslamp_mafia::{Colour, Deal};

use super::odds::{self, Basis, Fact, Odds};
use super::{Says, Statement, Worlds};

/// How far a statement is believed. Numbers are from 0 to 1; what lies outside counts as the nearest that does not.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Trust {
    /// It is true: the seat's own ability says so. Worlds in which it is false are out.
    Certain,
    /// It is true if whoever says it is red; a black player may say anything.
    Trusted,
    /// It is true with this probability. One half teaches nothing.
    Uncertain(f64),
    /// It is true with this probability, which is not above one half. At one half it is ignored, at 0 taken for a lie.
    Distrusted(f64),
}

impl Trust {
    /// What a world's weight is multiplied with.
    fn factor(self, statement: &Statement, deal: &Deal) -> f64 {
        let is_true = statement.is_true_in(deal);
        let weigh = |chance: f64| if is_true { chance } else { 1.0 - chance };
        match self {
            Self::Certain => f64::from(u8::from(is_true)),
            Self::Trusted => {
                f64::from(u8::from(is_true || deal.role(statement.by).colour() == Colour::Black))
            }
            Self::Uncertain(chance) => weigh(within(chance, 1.0)),
            Self::Distrusted(chance) => weigh(within(chance, 0.5)),
        }
    }
}

/// The chance between 0 and `most`; what is no number teaches nothing.
fn within(chance: f64, most: f64) -> f64 {
    if chance.is_nan() { 0.5 } else { chance.clamp(0.0, most) }
}

impl Worlds {
    /// How far to believe a statement if nothing else is known of the speaker, as the four levels are meant: what the
    /// seat knows itself is certain; what contradicts that is distrusted; what only the speaker can know is
    /// trusted if the speaker is known to be red; all else is true with this probability.
    #[must_use]
    pub fn trust(&self, statement: &Statement, otherwise: f64) -> Trust {
        let is_red = |deal: &Deal| deal.role(statement.by).colour() == Colour::Red;
        let is_opinion = matches!(statement.says, Says::Colour(..));
        if self.is_certain(|deal| statement.is_true_in(deal)) {
            Trust::Certain
        } else if self.is_certain(|deal| !statement.is_true_in(deal)) {
            Trust::Distrusted(0.0)
        } else if !is_opinion && self.is_certain(is_red) {
            Trust::Trusted
        } else {
            Trust::Uncertain(otherwise)
        }
    }
}

/// The worlds of a seat, each with a weight. Only how weights compare matters.
#[derive(Clone, PartialEq, Debug)]
pub struct Beliefs {
    worlds: Vec<(Deal, f64)>,
}

impl Beliefs {
    /// Nobody has been heard yet: every world weighs the same.
    #[must_use]
    pub fn new(worlds: &Worlds) -> Self {
        Self { worlds: worlds.deals().iter().map(|&deal| (deal, 1.0)).collect() }
    }

    /// Weighs a statement. Worlds that it rules out are dropped.
    pub fn hear(&mut self, statement: &Statement, trust: Trust) {
        self.worlds.retain_mut(|(deal, weight)| {
            let factor = trust.factor(statement, deal);
            // However unlikely, a world is out only if a statement says so.
            *weight = (*weight * factor).max(f64::MIN_POSITIVE);
            factor > 0.0
        });
        self.level();
    }

    /// Two branches: as if the statement were true, and as if it were false. Their weights add up to the present ones.
    #[must_use]
    pub fn split(&self, statement: &Statement) -> [Self; 2] {
        let (if_true, if_false) = self.worlds.iter().partition(|(deal, _)| statement.is_true_in(deal));
        [Self { worlds: if_true }, Self { worlds: if_false }]
    }

    /// The worlds that have a weight, in the order of the deals' numbers. None are left once trusted statements
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
    pub fn certain(&self) -> Vec<Fact> {
        odds::certain(self.worlds.iter().map(|(deal, _)| *deal))
    }

    /// Keeps the heaviest world at 1, so that no number of statements makes all weights vanish.
    fn level(&mut self) {
        let most = self.worlds.iter().map(|(_, weight)| *weight).fold(0.0, f64::max);
        self.worlds.iter_mut().for_each(|(_, weight)| *weight /= most);
    }
}
