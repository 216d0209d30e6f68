//! What a player believes, and what the table must believe, kept from one decision to the next.

use gaslamp_core::{Rng, Seat, Seats, View};
use gaslamp_deduce::mafia::{Behaviour, BehaviourModel, Beliefs, Odds, behaviours, public_worlds, worlds};
use gaslamp_mafia::{Colour, Rules, State};

/// Beliefs that follow a game.
#[derive(Clone, Debug)]
pub(super) struct BeliefTracker {
    rules: Rules,
    beliefs: Beliefs,
    /// How many behaviours have been weighed.
    observed: usize,
}

impl BeliefTracker {
    /// What the seat itself knows.
    pub(super) fn own(rules: Rules, view: &View<State>) -> Self {
        Self { rules, beliefs: Beliefs::new(&worlds(rules, view)), observed: 0 }
    }

    /// What everybody knows.
    pub(super) fn public(rules: Rules, view: &View<State>) -> Self {
        Self { rules, beliefs: Beliefs::new(&public_worlds(rules, view)), observed: 0 }
    }

    /// Takes in what has happened since.
    pub(super) fn follow(&mut self, view: &View<State>) {
        self.beliefs.narrow(self.rules, view);
        let behaviours = behaviours(view);
        let model = BehaviourModel::default();
        behaviours.iter().skip(self.observed).for_each(|behaviour| self.beliefs.observe(behaviour, &model));
        self.observed = behaviours.len();
    }

    /// The same if this were done too.
    pub(super) fn after(&self, behaviours: &[Behaviour]) -> Beliefs {
        let mut beliefs = self.beliefs.clone();
        behaviours.iter().for_each(|behaviour| beliefs.observe(behaviour, &BehaviourModel::default()));
        beliefs
    }

    pub(super) fn beliefs(&self) -> &Beliefs {
        &self.beliefs
    }

    /// How likely everybody is black; nobody is if nothing fits.
    pub(super) fn suspicion(&self) -> Suspicion {
        Suspicion::of(&self.beliefs)
    }
}

/// How likely everybody is black.
#[derive(Clone, Copy, Debug)]
pub(super) struct Suspicion(Option<Odds>);

impl Suspicion {
    pub(super) fn of(beliefs: &Beliefs) -> Self {
        Self(beliefs.odds())
    }

    pub(super) fn of_seat(&self, seat: Seat) -> f64 {
        self.0.map_or(0.0, |odds| odds.colour(seat, Colour::Black))
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
    let best: Vec<Seat> = alike(seats, score).iter().collect();
    rng.pick(&best).copied()
}

/// Where this is most.
fn alike(seats: Seats, score: impl Fn(Seat) -> f64) -> Seats {
    /// Sums of the same weights in another order differ by less.
    const ROUNDING: f64 = 1e-9;
    let most = seats.iter().map(&score).fold(f64::NEG_INFINITY, f64::max);
    seats.iter().filter(|&seat| score(seat) >= most - ROUNDING).collect()
}
