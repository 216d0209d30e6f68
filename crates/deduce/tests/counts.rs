//! Worlds that are counted against worlds that are listed, and against the table of set-ups.

mod common;

use common::botc::{play, table, trouble_brewing};
use gaslamp_botc::rules::Setup;
use gaslamp_botc::{State, Team};
use gaslamp_core::trace::Phase;
use gaslamp_core::{Game, Rng, Run, Seat};
use gaslamp_deduce::botc::{Case, Counted, Model, Player, count, solve, witness};

fn counted(case: &Case) -> Counted {
    count(case, &Model::default(), 2_000_000).expect("a case that can be solved").expect("few patterns")
}

/// What a seat knows when nobody has said anything.
fn own_case(run: &Run<State>, seat: Seat) -> Case {
    let setup = &run.record().setup;
    let own = witness::own_case(&run.view(seat));
    Case { counts: setup.counts, script: Some(setup.script.clone()), ..own }
}

/// Runs at the moments at which somebody has just learned something: the first day, and the days after it.
fn mornings(setup: Setup, seed: u64, last: u16, mut look: impl FnMut(&Run<State>)) {
    let mut before = None;
    play(setup, &mut Rng::new(seed), |run, _, _| {
        let phase = run.state().phase();
        if before.replace(phase) != Some(phase) && matches!(phase, Phase::Day(_)) {
            look(run);
        }
        phase != Phase::Day(last)
    });
}

#[test]
fn nobody_knows_anything_yet() {
    let table: [(usize, u128); 11] = [
        (5, 112_320),
        (6, 2_508_480),
        (7, 28_108_080),
        (8, 668_828_160),
        (9, 8_510_261_760),
        (10, 102_745_843_200),
        (11, 1_438_441_804_800),
        (12, 16_644_826_598_400),
        (13, 196_792_538_342_400),
        (14, 2_044_505_285_222_400),
        (15, 12_341_830_685_184_000),
    ];
    for (size, seated) in table {
        let run = Run::<State>::new(trouble_brewing(size)).expect("a set-up");
        let silent = |name: &String| Player { name: name.clone(), claims: Vec::new(), says: Vec::new() };
        let view = run.view(Seat::new(0));
        let mut case = witness::case(&view, view.names.iter().map(silent).collect());
        case.hidden = view.now.script;
        let counted = counted(&case);
        assert_eq!((counted.supposed, counted.worlds), (seated, seated), "{size} players");
        let [_, _, minions, demons] = gaslamp_botc::rules::setup::base_counts(size).expect("a size");
        for (index, evil) in counted.weighed.evil.iter().enumerate() {
            assert!((evil - (minions + demons) as f64 / size as f64).abs() < 1e-9, "{size}: {index}");
        }
    }
}

fn compare(case: &Case, place: &str) {
    let counted = counted(case);
    let listed = solve(case).expect("a case that can be solved");
    assert_eq!(counted.worlds, listed.len() as u128, "{place} {:?}", case.players);
    assert_eq!(counted.supposed > 0, listed.supposed > 0, "{place}");
    assert_eq!(counted.certain, listed.certain(), "{place}");
    for seat in (0..case.players.len()).map(Seat::new) {
        let index = seat.index();
        let evil = listed.share(|world| world.evil.contains(seat));
        assert!(
            (counted.shares.evil[index] - evil).abs() < 1e-9,
            "{place} {index}: {:?} {evil} {:?}",
            counted.shares,
            case.players
        );
        let demon = listed.share(|world| world.end[index].team() == Team::Demon);
        let other = counted.shares.demon[index];
        assert!((other - demon).abs() < 1e-9, "{place} {index}: {other} or {demon}");
        for (role, worlds) in listed.roles(seat) {
            let share = worlds as f64 / listed.len() as f64;
            let other = counted.shares.roles[index].get(&role).copied().unwrap_or(0.0);
            assert!((other - share).abs() < 1e-9, "{place} {index} {}: {other} or {share}", role.name());
        }
        let all: f64 = counted.shares.roles[index].values().sum();
        assert!((all - 1.0).abs() < 1e-9, "{place} {index}: {all}");
    }
}

/// How many games of each table are played; `GASLAMP_SEEDS` asks for more.
fn seeds() -> u64 {
    std::env::var("GASLAMP_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(3)
}

#[test]
fn counted_is_listed() {
    let learners = ["washerwoman", "librarian", "investigator", "chef", "empath", "fortuneteller"];
    let script = |others: &[&'static str]| [learners.as_slice(), others].concat();
    let tables = [
        (trouble_brewing(5), 1),
        (table(&script(&["drunk", "saint", "poisoner", "baron", "imp"]), [3, 1, 1, 1]), 1),
        (table(&script(&["recluse", "drunk", "spy", "poisoner", "imp"]), [4, 1, 1, 1]), 1),
        (
            table(
                &["chef", "monk", "mayor", "soldier", "virgin", "butler", "poisoner", "spy", "imp"],
                [4, 1, 2, 1],
            ),
            1,
        ),
        (
            table(&["empath", "monk", "undertaker", "recluse", "drunk", "scarletwoman", "imp"], [2, 1, 1, 1]),
            3,
        ),
        (table(&["ravenkeeper", "slayer", "saint", "chef", "poisoner", "imp"], [2, 1, 1, 1]), 3),
        (table(&["artist", "dreamer", "tealady", "drunk", "pukka", "poisoner"], [2, 1, 1, 1]), 2),
    ];
    let mut compared = 0;
    for (number, (setup, last)) in tables.iter().enumerate() {
        for seed in 0..seeds() {
            mornings(setup.clone(), 100 * number as u64 + seed, *last, |run| {
                for seat in (0..run.state().seats()).map(Seat::new) {
                    compare(
                        &own_case(run, seat),
                        &format!("table {number}, seed {seed}, {:?}", run.state().phase()),
                    );
                    compared += 1;
                }
            });
        }
    }
    assert!(compared > 60, "{compared} views");
}
