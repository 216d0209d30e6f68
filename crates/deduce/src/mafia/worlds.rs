//! The deals that are possible for a seat, by the rules and its own eyes alone. Nobody's word counts here.

use std::sync::LazyLock;

use gaslamp_core::trace::Phase;
use gaslamp_core::{Seat, Seats, View};
use gaslamp_mafia::rules::phase::{DAY, EVENING};
use gaslamp_mafia::view::Scene;
use gaslamp_mafia::{Deal, Event, Phrase, Role, Rules, SEATS, State};

use super::consistency;
use super::odds::{self, Basis, Conclusion, Odds};

/// Every deal that fits what one seat has seen, or what everybody has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Worlds {
    /// Whose eyes; nobody's in particular if only what is public counts.
    seat: Option<Seat>,
    deals: Vec<Deal>,
    /// How many events had been seen.
    seen: usize,
}

/// The deals that fit a view of a game by these rules, in the order of their numbers. Before the deal, all do.
#[must_use]
pub fn worlds(rules: Rules, view: &View<State>) -> Worlds {
    let mut worlds = Worlds { seat: Some(view.seat), deals: DEALS.clone(), seen: 0 };
    worlds.consistency(rules, view);
    worlds
}

/// The deals that fit what is public in a view: what somebody would think possible who was dealt no card.
#[must_use]
pub fn public_worlds(rules: Rules, view: &View<State>) -> Worlds {
    let mut worlds = Worlds { seat: None, deals: DEALS.clone(), seen: 0 };
    worlds.consistency(rules, view);
    worlds
}

/// Whether one deal fits a view of a game by these rules.
#[must_use]
pub fn is_possible(rules: Rules, view: &View<State>, deal: Deal) -> bool {
    consistency::fits(rules, &consistency::without_talk(view), deal)
}

/// All deals, in the order of their numbers: making them anew takes longer than looking at most of them.
static DEALS: LazyLock<Vec<Deal>> =
    LazyLock::new(|| (0..Deal::COUNT).filter_map(Deal::from_arrangement).collect());

/// Whether two deals have the same don and mafia.
fn same_blacks(a: &Deal, b: &Deal) -> bool {
    (a.don(), a.blacks()) == (b.don(), b.blacks())
}

/// Whether this tells nothing of the cards: by day everybody may say, nominate and vote whatever the deal; only who leaves, and
/// that the game goes on or not, tells something.
fn tells_nothing((phase, event): &(Phase, Event)) -> bool {
    let is_day = matches!(phase.label, DAY | EVENING);
    is_day && !matches!(event.phrase, Phrase::Day(_) | Phrase::Eliminated(_) | Phrase::Won(_))
}

impl Worlds {
    /// Drops what does not fit a later view of the same seat in the same game; what did not fit before stays out, even if
    /// the reason was to be seen for a moment only, such as that a night went on.
    pub fn narrow(&mut self, rules: Rules, view: &View<State>) {
        let is_night = matches!(view.now.scene, Scene::Night { .. } | Scene::Over);
        let is_known = view.seen.get(self.seen..).is_some_and(|news| news.iter().all(tells_nothing));
        if is_night || !is_known || self.seen == 0 {
            self.consistency(rules, view);
        }
        self.seen = view.seen.len();
    }

    /// Drops what does not fit the view from its beginning.
    fn consistency(&mut self, rules: Rules, view: &View<State>) {
        let told = consistency::without_talk(view);
        match (self.seat, view.now.role) {
            (None, _) => {
                let views: Vec<View<State>> =
                    Seats::first(SEATS).iter().map(|seat| consistency::as_citizen(&told, seat)).collect();
                self.keep_alike(|deal| {
                    let citizen =
                        consistency::idle_citizen(&told, deal).and_then(|seat| views.get(seat.index()));
                    citizen.is_some_and(|view| consistency::fits(rules, view, *deal))
                });
            }
            (Some(seat), Some(Role::Citizen)) => {
                self.deals.retain(|deal| deal.role(seat) == Role::Citizen);
                self.keep_alike(|deal| consistency::fits(rules, &told, *deal));
            }
            (Some(_), _) => self.deals.retain(|&deal| consistency::fits(rules, &told, deal)),
        }
        self.seen = view.seen.len();
    }

    /// Keeps what fits a citizen. Citizens sleep at night, so they cannot see who the sheriff is: deals that differ only
    /// in that fit together, and stand side by side in the list.
    fn keep_alike(&mut self, fits: impl Fn(&Deal) -> bool) {
        let alike = self.deals.chunk_by(same_blacks);
        let kept = alike.filter(|deals| deals.first().is_some_and(&fits));
        self.deals = kept.flatten().copied().collect();
    }

    /// Whose view they fit; nobody's if only what is public counted.
    #[must_use]
    pub fn seat(&self) -> Option<Seat> {
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

    /// What the seat knows for certain, by seat, the strongest conclusion of each.
    #[must_use]
    pub fn conclusions(&self) -> Vec<Conclusion> {
        odds::conclusions(self.deals.iter().copied())
    }

    /// How many of the worlds give each role to each seat, as shares; none without a world.
    #[must_use]
    pub fn odds(&self) -> Option<Odds> {
        Odds::new(Basis::Counted, self.deals.iter().map(|&deal| (deal, 1.0)))
    }
}
