//! What a player believes, and what the table must believe, kept from one decision to the next.

use gaslamp_core::{Rng, Seat, Seats, View};
use gaslamp_deduce::mafia::{
    Behaviour, BehaviourModel, BehaviourTracker, Beliefs, Worlds, public_worlds, worlds,
};
use gaslamp_mafia::rules::SeatList;
use gaslamp_mafia::{Rules, SEATS, State};

/// Beliefs that follow a game.
#[derive(Clone, Debug)]
pub(super) struct BeliefTracker {
    rules: Rules,
    model: BehaviourModel,
    beliefs: Beliefs,
    behaviours: BehaviourTracker,
}

impl BeliefTracker {
    /// What the seat itself knows.
    pub(super) fn own(rules: Rules, view: &View<State>) -> Self {
        Self::new(rules, &worlds(rules, view))
    }

    /// What everybody knows.
    pub(super) fn public(rules: Rules, view: &View<State>) -> Self {
        Self::new(rules, &public_worlds(rules, view))
    }

    fn new(rules: Rules, worlds: &Worlds) -> Self {
        let (model, behaviours) = (BehaviourModel::default(), BehaviourTracker::default());
        Self { rules, model, beliefs: Beliefs::new(worlds), behaviours }
    }

    /// Takes in what has happened since.
    pub(super) fn follow(&mut self, view: &View<State>) {
        self.beliefs.narrow(self.rules, view);
        for behaviour in self.behaviours.follow(view) {
            self.beliefs.observe(behaviour, &self.model);
        }
    }

    pub(super) fn beliefs(&self) -> &Beliefs {
        &self.beliefs
    }

    pub(super) fn suspicion(&self) -> Suspicion {
        Suspicion(self.beliefs.black_odds().unwrap_or_default())
    }

    /// The same if this were done too.
    pub(super) fn suspicion_after(&self, behaviours: &[Behaviour]) -> Suspicion {
        Suspicion(self.beliefs.black_odds_after(behaviours, &self.model).unwrap_or_default())
    }
}

/// How likely everybody is black, by seat; nobody is if nothing fits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Suspicion([f64; SEATS]);

impl Suspicion {
    pub(super) fn of_seat(&self, seat: Seat) -> f64 {
        self.0.get(seat.index()).copied().unwrap_or_default()
    }

    /// The most suspicious of these.
    pub(super) fn worst(&self, seats: Seats) -> Option<Seat> {
        first_best(seats, |seat| self.of_seat(seat))
    }
}

/// Where this is most, the lowest seat of several: all who think alike choose the same.
pub(super) fn first_best(seats: Seats, score: impl Fn(Seat) -> f64) -> Option<Seat> {
    alike(seats, score).lowest()
}

/// Where this is most, one of several by chance.
pub(super) fn any_best(seats: Seats, score: impl Fn(Seat) -> f64, rng: &mut Rng) -> Option<Seat> {
    let best: SeatList = alike(seats, score).iter().collect();
    rng.pick(best.as_slice()).copied()
}

/// Where this is most.
fn alike(seats: Seats, score: impl Fn(Seat) -> f64) -> Seats {
    /// Sums of the same weights in another order differ by less.
    const ROUNDING: f64 = 1e-9;
    let most = seats.iter().map(&score).fold(f64::NEG_INFINITY, f64::max);
    seats.iter().filter(|&seat| score(seat) >= most - ROUNDING).collect()
}
