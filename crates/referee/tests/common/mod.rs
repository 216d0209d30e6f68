//! Games for tests: played at random, nobody talks.

use gaslamp_botc::{Setup, State};
use gaslamp_core::{Actions, Choice, Game as _, Rng, Run};

/// Plays a game at random, and shows every state to `watch` until it has seen enough.
pub(crate) fn play(setup: &Setup, rng: &mut Rng, mut watch: impl FnMut(&Run<State>, &mut Rng) -> bool) {
    let mut run = Run::<State>::new(setup.clone()).expect("a set-up");
    let mut legal = Actions::<State>::new();
    while run.state().to_act().is_some() {
        run.state().legal(&mut legal);
        let listed: Vec<_> =
            legal.iter().copied().filter(|choice| matches!(choice, Choice::Action(_))).collect();
        let choice = rng.pick(&listed).copied().unwrap_or(legal[0]);
        let action = run.concrete(choice, rng);
        run.apply(action).expect("a listed action");
        if !watch(&run, rng) {
            return;
        }
    }
}

/// How many games to look at: as many as `GASLAMP_SEEDS` says.
pub(crate) fn seeds(usual: u64) -> u64 {
    number("GASLAMP_SEEDS", usual)
}

/// What a variable of the environment says.
pub(crate) fn number(variable: &str, usual: u64) -> u64 {
    std::env::var(variable).map_or(usual, |count| count.parse().expect("a number"))
}
