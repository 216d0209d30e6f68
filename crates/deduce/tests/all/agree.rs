//! Compares the solver with the slow enumerator by replay: small tables, one seat's view, no talk.

use crate::common;

use std::collections::BTreeSet;

use common::botc::{play, table};
use gaslamp_botc::rules::phase::{DAY, EVENING};
use gaslamp_botc::rules::{Content, Deal, Open, Setup};
use gaslamp_botc::{Action, Character, State, Team};
use gaslamp_core::trace::Phase;
use gaslamp_core::{Contents, Game, Rng, Run, Seat};
use gaslamp_deduce::botc::{Case, evidence, solve};
use gaslamp_deduce::replay::{Extent, Question, states};

/// Every way to give the table's seats roles and tokens of the script; the rules refuse the wrong ones.
fn deals(setup: &Setup) -> Vec<Deal> {
    let script = setup.script.characters();
    let drunk = Character::with_id("drunk");
    let mut cards: Vec<(Character, Character)> =
        script.iter().filter(|role| **role != drunk).map(|role| (*role, *role)).collect();
    if script.contains(&drunk) {
        cards.extend(
            script.iter().filter(|token| token.team() == Team::Townsfolk).map(|token| (drunk, *token)),
        );
    }
    let mut seated: Vec<Vec<(Character, Character)>> = vec![Vec::new()];
    for _ in &setup.names {
        let longer = |seats: &Vec<(Character, Character)>| {
            let free = cards.iter().filter(|card| !seats.contains(card));
            free.map(|card| [seats.as_slice(), &[*card]].concat()).collect::<Vec<_>>()
        };
        seated = seated.iter().flat_map(longer).collect();
    }
    seated.iter().filter_map(|seats| Deal::new(seats)).collect()
}

/// The seatings with some run that looks to the seat like its own game; `None` if there are too many runs. Deals are tried one by
/// one, since games with different deals may reach the same state.
fn by_replay(run: &Run<State>, seat: Seat) -> Option<BTreeSet<Vec<Character>>> {
    let setup = &run.record().setup;
    let view = run.view(seat);
    let mut seatings = BTreeSet::new();
    for deal in deals(setup) {
        let question = Question { setup, view: &view, limit: 300_000, merge: true };
        let mut open = |_: &State, kind, contents: &mut Contents<Content>, out: &mut Vec<Action>| {
            if kind == Open::Deal {
                out.push(Action::Deal(contents.intern(Content::Deal(deal))));
            }
        };
        let (found, extent) = states(&question, &mut open).expect("a legal set-up");
        if extent != Extent::Complete {
            return None;
        }
        if !found.is_empty() {
            seatings.insert(deal.roles().to_vec());
        }
    }
    Some(seatings)
}

fn by_solver(run: &Run<State>, seat: Seat) -> BTreeSet<Vec<Character>> {
    let setup = &run.record().setup;
    let case = Case {
        counts: setup.counts,
        script: Some(setup.script.clone()),
        ..evidence::own_case(&run.view(seat))
    };
    let found = solve(&case).expect("a case that can be solved");
    found.worlds.into_iter().map(|world| world.start).collect()
}

/// The number of games for each table; `GASLAMP_SEEDS` sets another.
fn seeds() -> u64 {
    std::env::var("GASLAMP_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(6)
}

#[test]
fn both_find_the_same_seatings() {
    let tables = [
        table(&["chef", "empath", "poisoner", "imp"], [1, 0, 1, 1]),
        table(&["washerwoman", "chef", "drunk", "poisoner", "imp"], [1, 1, 1, 1]),
        table(&["empath", "recluse", "spy", "soldier", "imp"], [1, 1, 1, 1]),
        table(&["fortuneteller", "monk", "ravenkeeper", "scarletwoman", "imp"], [2, 0, 1, 1]),
        table(&["virgin", "slayer", "undertaker", "saint", "scarletwoman", "imp"], [2, 1, 1, 1]),
        table(&["mayor", "empath", "investigator", "poisoner", "spy", "imp"], [2, 0, 1, 1]),
    ];
    let mut compared = 0;
    for (number, setup) in tables.iter().enumerate() {
        for seed in 0..seeds() {
            let mut rng = Rng::new(10_000 * number as u64 + seed);
            let mut last = None;
            play(setup.clone(), &mut rng, |run, _, _| {
                let phase = run.state().phase();
                if last.replace(phase) == Some(phase) || !matches!(phase.label, DAY | EVENING) {
                    return true;
                }
                for seat in (0..run.state().seats()).map(Seat::new) {
                    let Some(slow) = by_replay(run, seat) else { continue };
                    let fast = by_solver(run, seat);
                    assert_eq!(
                        fast,
                        slow,
                        "table {number}, seed {seed}, {phase}, {seat:?}\n{:#?}",
                        run.view(seat).trace().to_string()
                    );
                    compared += 1;
                }
                !matches!(phase, Phase { label: DAY, number: 2 })
            });
        }
    }
    assert!(compared > 100, "{compared} views");
}
