//! The deals that are possible for a seat by the rules and what it has seen. What players claim does not count here.
//!
//! By day everybody may say anything and nominate and vote for anybody, whatever was dealt. So only a few events rule deals out:
//! the seat's own cards, what its checks find, who is shot, whether the game goes on after a departure, and when the seat is
//! woken at night. Each is tested with the engine's own functions.

use gaslamp_core::{Seat, Seats, View};
use gaslamp_mafia::rules::{Finding, night_steps, shooters, winner};
use gaslamp_mafia::view::{Scene, VisibleState};
use gaslamp_mafia::{Deal, Event, Phrase, Role, Rules, SEATS, State};

use super::consistency;
use super::deal_set::DealSet;
use super::odds::{self, Basis, Conclusion, Odds};

/// Every deal that fits what one seat has seen, or what everybody has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Worlds {
    /// Whose view; nobody's if only what is public counts.
    seat: Option<Seat>,
    deals: DealSet,
    /// How many events of the view have been read.
    read: usize,
    living: Seats,
    /// The seat's own role, once dealt.
    role: Option<Role>,
    /// Whether a day has begun and nobody has spoken yet.
    is_dawn: bool,
    /// Whether somebody has just left and the next event will show whether the game goes on.
    is_departure: bool,
    /// How often the seat has acted tonight; none by day.
    night_actions: Option<usize>,
}

/// The deals that fit a view of a game by these rules. Before the deal, all do.
#[must_use]
pub fn worlds(rules: Rules, view: &View<State>) -> Worlds {
    Worlds::new(Some(view.seat), rules, view)
}

/// The deals that fit what is public in a view: those possible for somebody who was dealt no card.
#[must_use]
pub fn public_worlds(rules: Rules, view: &View<State>) -> Worlds {
    Worlds::new(None, rules, view)
}

impl Worlds {
    fn new(seat: Option<Seat>, rules: Rules, view: &View<State>) -> Self {
        let mut worlds = Self {
            seat,
            deals: DealSet::ALL,
            read: 0,
            living: Seats::first(SEATS),
            role: None,
            is_dawn: false,
            is_departure: false,
            night_actions: None,
        };
        worlds.narrow(rules, view);
        // If the view is of a game by these rules, every deal left fits it; if not, none does. So it is enough to replay one.
        let is_of_a_game = worlds.deals.iter().next().is_some_and(|(.., deal)| match seat {
            Some(_) => consistency::is_possible(rules, view, deal),
            None => consistency::is_publicly_possible(rules, view, deal),
        });
        if !is_of_a_game {
            worlds.deals = DealSet::NONE;
        }
        worlds
    }

    /// Drops what does not fit a later view of the same seat in the same game; that the game goes by the rules is taken on trust.
    /// What did not fit before stays out, even if the reason could be seen only for a moment, such as that a night went on.
    pub fn narrow(&mut self, rules: Rules, view: &View<State>) {
        for (_, event) in view.seen.get(self.read..).unwrap_or_default() {
            if self.seat.is_some() || event.audience.len() == SEATS {
                self.see(rules, event);
            }
        }
        self.read = view.seen.len();
        self.look(rules, &view.now);
    }

    fn see(&mut self, rules: Rules, event: &Event) {
        if self.is_departure && !matches!(event.phrase, Phrase::Eliminated(_)) {
            self.settle(event.phrase);
        }
        match event.phrase {
            Phrase::YourRole(role) => {
                self.role = Some(role);
                self.seat.iter().for_each(|&own| self.deals.retain_role(own, role));
            }
            Phrase::MafiaTeam(team) => {
                self.deals.retain_teams(|deal| team.iter().all(|&seat| deal.blacks().contains(seat)));
            }
            Phrase::CheckResult(seat, Finding::Colour(colour)) => {
                self.deals.retain_teams(|deal| deal.role(seat).colour() == colour);
            }
            Phrase::CheckResult(seat, Finding::Sheriff(is_sheriff)) => {
                self.deals.retain_sheriff(seat, is_sheriff);
            }
            Phrase::Night(_) => self.night_actions = Some(0),
            Phrase::Act(_) => self.night_actions = self.night_actions.map(|actions| actions + 1),
            Phrase::Day(_) => {
                self.end_night(rules);
                self.is_dawn = true;
            }
            Phrase::StartingPlayer(_) => self.is_dawn = false,
            Phrase::Eliminated(seat) => self.leave(rules, seat),
            _ => {}
        }
    }

    /// Somebody leaves the game. Nobody can have shot themselves.
    fn leave(&mut self, rules: Rules, seat: Seat) {
        if self.is_dawn {
            let living = self.living;
            self.deals.retain_blacks(|deal| !shooters(deal, living, rules).contains(seat));
        }
        self.living = self.living.without(seat);
        self.is_departure = true;
    }

    /// Everybody who leaves together has left; the next event shows whether the game is over.
    fn settle(&mut self, next: Phrase) {
        let living = self.living;
        let seen = if let Phrase::Won(colour) = next { Some(colour) } else { None };
        self.deals.retain_teams(|deal| winner(deal, living) == seen);
        self.is_departure = false;
    }

    /// The night is over: the seat must have acted as often as the deal says.
    fn end_night(&mut self, rules: Rules) {
        let (living, Some(actions)) = (self.living, self.night_actions.take()) else { return };
        if self.wakes() {
            self.retain_own(|deal, own| {
                night_steps(deal, living, rules).as_slice().iter().filter(|&&seat| seat == own).count()
                    == actions
            });
        }
    }

    /// What can only be seen at this moment: that the night goes on, and whether the seat is awake.
    fn look(&mut self, rules: Rules, now: &VisibleState) {
        let living = self.living;
        match (now.scene, self.night_actions) {
            (Scene::Night { awake }, Some(actions)) if self.wakes() => self.retain_own(|deal, own| {
                let steps = night_steps(deal, living, rules);
                let acted =
                    |step: usize| steps.as_slice().iter().take(step).filter(|&&seat| seat == own).count();
                let mut asked = steps.as_slice().iter().enumerate();
                asked.any(|(step, &seat)| (seat == own) == awake && acted(step) == actions)
            }),
            (Scene::Over, _) => self.end_night(rules),
            _ => {}
        }
    }

    /// Whether the seat may be woken at night. Citizens sleep.
    fn wakes(&self) -> bool {
        self.role.is_some_and(|role| role != Role::Citizen)
    }

    /// Keeps the deals for which this holds of the seat; does nothing for the public.
    fn retain_own(&mut self, holds: impl Fn(&Deal, Seat) -> bool) {
        if let Some(own) = self.seat {
            self.deals.retain(|deal| holds(deal, own));
        }
    }

    /// Whose view they fit; nobody's if only what is public counts.
    #[must_use]
    pub fn seat(&self) -> Option<Seat> {
        self.seat
    }

    /// The deals, in the order of their numbers.
    #[must_use]
    pub fn deals(&self) -> Vec<Deal> {
        let mut deals: Vec<Deal> = self.deals.iter().map(|(.., deal)| deal).collect();
        deals.sort_unstable();
        deals
    }

    pub(super) fn set(&self) -> &DealSet {
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
        !self.deals.is_empty() && self.deals.iter().all(|(.., deal)| holds(&deal))
    }

    /// In which share of the worlds this holds; 0 without a world.
    pub(super) fn share(&self, holds: impl Fn(&Deal) -> bool) -> f64 {
        let count = self.deals.iter().filter(|(.., deal)| holds(deal)).count();
        count as f64 / self.count().max(1) as f64
    }

    /// What the seat can conclude with certainty: the strongest conclusion about each seat.
    #[must_use]
    pub fn conclusions(&self) -> Vec<Conclusion> {
        odds::conclusions(self.deals.iter().map(|(.., deal)| deal))
    }

    /// How many of the worlds give each role to each seat, as shares; none without a world.
    #[must_use]
    pub fn odds(&self) -> Option<Odds> {
        Odds::new(Basis::Counted, self.deals.iter().map(|(.., deal)| (deal, 1.0)))
    }
}
