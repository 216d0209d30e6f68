//! The true world is never excluded: random games with honest good players.

use crate::common;

use common::botc::{honest_case, play, trouble_brewing};
use gaslamp_botc::rules::phase::{DAY, EVENING};
use gaslamp_botc::rules::{Setup, default_names};
use gaslamp_botc::{Character, Script};
use gaslamp_core::trace::Phase;
use gaslamp_core::{Game, Rng};
use gaslamp_deduce::botc::solve;

/// The number of games; `GASLAMP_SEEDS` sets another.
fn games() -> u64 {
    std::env::var("GASLAMP_SEEDS").ok().and_then(|games| games.parse().ok()).unwrap_or(150)
}

/// Plays a game and asks every evening, up to this day, and when it is over.
fn check(setup: Setup, seed: u64, last: u16) {
    let mut rng = Rng::new(seed);
    let mut seen = None;
    let script = setup.script.name().to_owned();
    play(setup, &mut rng, |run, start, rng| {
        let phase = run.state().phase();
        let is_new = seen.replace(phase) != Some(phase);
        if is_new && phase.label == EVENING || run.state().is_over() {
            let mut case = honest_case(run, rng);
            // Whom a player may become, or register as, nobody need speak of.
            case.also_on_script = run.state().script();
            let found = solve(&case).expect("a case that can be solved");
            let is_there = found.worlds.iter().any(|world| world.start == start);
            assert!(is_there, "{script}, seed {seed}, {phase:?}, {start:?}\n{case:#?}");
        }
        !matches!(phase, Phase { label: DAY, number } if number == last)
    });
}

#[test]
fn the_true_world_is_always_among_those_found() {
    for seed in 0..games() {
        check(trouble_brewing(5 + (seed % 5) as usize), seed, 5);
    }
}

/// Characters who change others, and who count what went wrong with them.
const SCRIPTS: &[(&str, &str)] = &[
    (
        "numbers",
        "chef empath clockmaker mathematician slayer soldier monk virgin barber sweetheart drunk recluse poisoner \
         assassin imp nodashii",
    ),
    (
        "changes",
        "chef fortuneteller undertaker mayor ravenkeeper mathematician philosopher barber saint drunk \
         scarletwoman pithag imp nodashii",
    ),
    (
        "falsehoods",
        "washerwoman librarian empath mathematician artist savant dreamer clockmaker barber sweetheart recluse butler \
         spy poisoner vortox nodashii",
    ),
];

#[test]
fn the_true_world_is_found_where_characters_change_and_go_wrong() {
    for seed in 0..games() / 3 {
        for (name, characters) in SCRIPTS {
            let characters = characters.split_whitespace().filter_map(Character::read);
            let names = default_names(5 + (seed % 3) as usize);
            let setup = Setup { script: Script::new(*name, characters), names, counts: None };
            check(setup, seed, 3);
        }
    }
}
