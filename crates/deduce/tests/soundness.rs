//! The true world is never excluded: random games with honest good players.

mod common;

use common::botc::{honest_case, play, trouble_brewing};
use gaslamp_botc::rules::phase::{DAY, EVENING};
use gaslamp_core::trace::Phase;
use gaslamp_core::{Game, Rng};
use gaslamp_deduce::botc::solve;

/// The number of games; `GASLAMP_SEEDS` sets another.
fn games() -> u64 {
    std::env::var("GASLAMP_SEEDS").ok().and_then(|games| games.parse().ok()).unwrap_or(150)
}

#[test]
fn the_true_world_is_always_among_those_found() {
    for seed in 0..games() {
        let mut rng = Rng::new(seed);
        let players = 5 + (seed % 5) as usize;
        let mut last = None;
        play(trouble_brewing(players), &mut rng, |run, start, rng| {
            let phase = run.state().phase();
            let is_new = last.replace(phase) != Some(phase);
            if is_new && phase.label == EVENING || run.state().is_over() {
                let case = honest_case(run, rng);
                let found = solve(&case).expect("a case that can be solved");
                let is_there = found.worlds.iter().any(|world| world.start == start);
                assert!(is_there, "seed {seed}, {phase:?}, {start:?}\n{case:#?}");
            }
            !matches!(phase, Phase { label: DAY, number: 5 })
        });
    }
}
