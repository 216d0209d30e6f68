//! What a player, or the public, believes, kept up to date from one decision to the next.

use gaslamp_core::{Rng, Seat, Seats, View};
use gaslamp_deduce::mafia::{
    Behaviour, BehaviourModel, BehaviourTracker, Beliefs, Worlds, public_worlds, worlds,
};
use gaslamp_mafia::rules::SeatList;
use gaslamp_mafia::{Rules, SEATS, State};

/// Beliefs that are updated as a game goes on.
#[derive(Clone, Debug)]
pub(super) struct BeliefTracker {
    rules: Rules,
    model: BehaviourModel,
    beliefs: Beliefs,
    behaviours: BehaviourTracker,
}

impl BeliefTracker {
    /// Starts from what the seat itself knows.
    pub(super) fn own(rules: Rules, view: &View<State>) -> Self {
        Self::new(rules, &worlds(rules, view))
    }

    /// Starts from what everybody knows.
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

    /// What suspicion would be after these behaviours as well.
    pub(super) fn suspicion_after(&self, behaviours: &[Behaviour]) -> Suspicion {
        Suspicion(self.beliefs.black_odds_after(behaviours, &self.model).unwrap_or_default())
    }
}

/// How likely each seat is black; 0 everywhere if no deal fits.
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

/// The seat with the highest score; ties go to the lowest seat, so that players with the same scores agree.
pub(super) fn first_best(seats: Seats, score: impl Fn(Seat) -> f64) -> Option<Seat> {
    alike(seats, score).lowest()
}

/// The seat with the highest score; ties are broken at random.
pub(super) fn any_best(seats: Seats, score: impl Fn(Seat) -> f64, rng: &mut Rng) -> Option<Seat> {
    let best: SeatList = alike(seats, score).iter().collect();
    rng.pick(best.as_slice()).copied()
}

/// All seats that share the highest score.
fn alike(seats: Seats, score: impl Fn(Seat) -> f64) -> Seats {
    /// Larger than the rounding error of a sum that is taken in another order.
    const ROUNDING: f64 = 1e-9;
    let most = seats.iter().map(&score).fold(f64::NEG_INFINITY, f64::max);
    seats.iter().filter(|&seat| score(seat) >= most - ROUNDING).collect()
}
