//! The shortcuts of the search change nothing: small random cases are solved with and without them, and give the same worlds.
//!
//! A few dozen cases here; `GASLAMP_SEEDS` makes it longer.

use crate::common;
use crate::soundness::{is_refused, seeds};

use common::botc::{honest_case, play};
use gaslamp_botc::rules::phase::EVENING;
use gaslamp_botc::rules::{Setup, Statement, default_names};
use gaslamp_botc::{Character, Script, State, Team};
use gaslamp_core::{Game, Rng, Run, Seat, Seats};
use gaslamp_deduce::botc::{Case, Player, Solver, Testimony, Watch, World};
use rayon::prelude::*;

/// The most deals of a case that is solved without shortcuts.
const MOST_DEALS: usize = 300;

/// A script of a few characters that can be played together.
fn small_script(rng: &mut Rng) -> Script {
    const SIZES: [(Team, usize); 4] =
        [(Team::Townsfolk, 4), (Team::Outsider, 2), (Team::Minion, 2), (Team::Demon, 1)];
    let all = Script::random(rng);
    let few = SIZES.iter().flat_map(|(team, size)| {
        let mut members: Vec<Character> = all.team(*team).collect();
        rng.shuffle(&mut members);
        members.truncate(*size);
        members
    });
    Script::new("Small", few.collect::<Vec<_>>())
}

/// A small game of this seed.
fn setup(seed: u64) -> Setup {
    let tries = (0..).map(|more| {
        let script = small_script(&mut Rng::for_game(seed, more));
        Setup { script, names: default_names(5), counts: Some([2, 1, 1, 1]) }
    });
    let is_played = |setup: &Setup| !is_refused(&setup.script) && Run::<State>::new(setup.clone()).is_ok();
    tries.into_iter().find(is_played).expect("another script")
}

/// How a case is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Told {
    /// As it was.
    Honestly,
    /// Somebody evil claims what an honest player is and reports something else.
    WithDoubleClaim,
    /// Some of what was told is told otherwise.
    WithMistakes,
}

fn told(case: Case, told: Told, evil: Seats, rng: &mut Rng) -> Case {
    match told {
        Told::Honestly => case,
        Told::WithDoubleClaim => with_double_claim(case, evil, rng),
        Told::WithMistakes => with_mistakes(case, rng),
    }
}

fn with_double_claim(mut case: Case, evil: Seats, rng: &mut Rng) -> Case {
    let honest: Vec<usize> =
        (0..case.players.len()).filter(|index| !evil.contains(Seat::new(*index))).collect();
    let liars: Vec<Seat> = evil.iter().collect();
    if let (Some(liar), Some(honest)) = (rng.pick(&liars).copied(), rng.pick(&honest).copied()) {
        let copied = case.players[honest].clone();
        let liar = &mut case.players[liar.index()];
        *liar = Player { name: liar.name.clone(), ..copied };
        liar.says.iter_mut().for_each(|said| mistake(&mut said.what));
    }
    case
}

fn with_mistakes(mut case: Case, rng: &mut Rng) -> Case {
    let says = case.players.iter_mut().flat_map(|player| &mut player.says);
    for said in says {
        if rng.below(2) == 0 {
            mistake(&mut said.what);
        }
    }
    case
}

/// Changes what somebody reports to have been told.
fn mistake(saying: &mut Testimony) {
    let Testimony::Report(report) = saying else { return };
    report.told = report.told.map(|told| match told {
        Statement::Number(number) => Statement::Number(u8::from(number == 0)),
        Statement::Answer(answer) => Statement::Answer(!answer),
        Statement::Clockwise(clockwise) => Statement::Clockwise(!clockwise),
        other => other,
    });
}

/// The worlds with their sides, with or without shortcuts.
fn worlds(solver: &Solver<'_>) -> Vec<(World, Seats)> {
    solver.worlds(&Watch::default()).worlds.into_iter().map(|world| (world.clone(), world.evil)).collect()
}

/// Where the search with shortcuts finds other worlds than the one without, and how many cases were compared.
fn differences(seed: u64) -> (Vec<String>, usize) {
    let (mut found, mut compared, mut seen) = (Vec::new(), 0, None);
    let manner = [Told::Honestly, Told::WithDoubleClaim, Told::WithMistakes][(seed % 3) as usize];
    play(setup(seed), &mut Rng::new(seed), |run, start, rng| {
        let phase = run.state().phase();
        if seen.replace(phase) == Some(phase) || phase.label != EVENING {
            return phase.number <= 2;
        }
        let case = told(honest_case(run, rng), manner, run.state().evil(), rng);
        let case = Case { also_on_script: run.state().script(), ..case };
        let solver = Solver::new(&case).expect("a case that can be solved");
        if solver.supposed().is_none_or(|deals| deals > MOST_DEALS) {
            return true;
        }
        let fast = worlds(&solver);
        let slow = worlds(&solver.exhaustive().expect("the same case"));
        let place = || {
            let record = gaslamp_core::record::write_line(run);
            format!("seed {seed}, {phase}, {manner:?}\n  {record}\n  {:?}", case.players)
        };
        if fast != slow {
            let only = |these: &[(World, Seats)], those: &[(World, Seats)]| {
                these.iter().filter(|world| !those.contains(world)).take(2).cloned().collect::<Vec<_>>()
            };
            found.push(format!(
                "{}\n  only fast {:?}\n  only slow {:?}",
                place(),
                only(&fast, &slow),
                only(&slow, &fast)
            ));
        }
        let end = run.state().all_roles();
        let is_true = |(world, _): &(World, Seats)| world.start == start && world.end == end;
        if manner == Told::Honestly && !fast.iter().any(is_true) {
            found.push(format!("the truth is not among the worlds of {}", place()));
        }
        compared += 1;
        found.is_empty()
    });
    (found, compared)
}

#[test]
fn shortcuts_lose_and_invent_no_worlds() {
    let all: Vec<(Vec<String>, usize)> = seeds(60).into_par_iter().map(differences).collect();
    let compared: usize = all.iter().map(|(_, compared)| compared).sum();
    let found: Vec<String> = all.into_iter().flat_map(|(found, _)| found).collect();
    assert!(found.is_empty(), "{} of {compared}\n{}", found.len(), found.join("\n"));
    assert!(compared > 0);
}
