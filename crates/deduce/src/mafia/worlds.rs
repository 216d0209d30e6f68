//! The deals that are possible for a seat, by the rules and its own eyes alone. Nobody's word counts here.

use std::sync::LazyLock;

use gaslamp_core::{Seat, View};
use gaslamp_mafia::{Deal, Rules, State};

use super::odds::{self, Basis, Fact, Odds};
use super::retell;

/// Every deal that fits what one seat has seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Worlds {
    /// Whose eyes.
    seat: Seat,
    deals: Vec<Deal>,
}

/// The deals that fit a view of a game by these rules, in the order of their numbers. Before the deal, all do.
#[must_use]
pub fn worlds(rules: Rules, view: &View<State>) -> Worlds {
    let told = retell::without_talk(view);
    let deals = DEALS.iter().copied().filter(|&deal| retell::fits(rules, &told, deal)).collect();
    Worlds { seat: view.seat, deals }
}

/// Whether one deal fits a view of a game by these rules.
#[must_use]
pub fn is_possible(rules: Rules, view: &View<State>, deal: Deal) -> bool {
    retell::fits(rules, &retell::without_talk(view), deal)
}

/// All deals, in the order of their numbers: making them anew takes longer than looking at most of them.
static DEALS: LazyLock<Vec<Deal>> =
    LazyLock::new(|| (0..Deal::COUNT).filter_map(Deal::from_arrangement).collect());

impl Worlds {
    /// Whose view they fit.
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The deals, in the order of their numbers.
    #[must_use]
    pub fn deals(&self) -> &[Deal] {
        &self.deals
    }

    /// How many there are; none only for a view that no game by these rules leads to.
    #[must_use]
    pub fn count(&self) -> usize {
        self.deals.len()
    }

    /// Whether this holds in every world; nothing does if there is none.
    #[must_use]
    pub fn is_certain(&self, holds: impl Fn(&Deal) -> bool) -> bool {
        !self.deals.is_empty() && self.deals.iter().all(holds)
    }

    /// What the seat knows for certain, by seat, the strongest fact of each.
    #[must_use]
    pub fn certain(&self) -> Vec<Fact> {
        odds::certain(self.deals.iter().copied())
    }

    /// How many of the worlds give each role to each seat, as shares; none without a world.
    #[must_use]
    pub fn odds(&self) -> Option<Odds> {
        Odds::new(Basis::Counted, self.deals.iter().map(|&deal| (deal, 1.0)))
    }
}
