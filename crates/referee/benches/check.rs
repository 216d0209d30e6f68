//! Speeds of the checker: a grimoire of fifteen seats with the trace of six days, legal and not. And of the context of a trace, followed event by event,
//! beside what it would cost to derive it from all of the engine's runs.

#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../tests/brute/mod.rs"]
mod brute;
#[path = "../tests/common/mod.rs"]
mod common;

use divan::Bencher;
use gaslamp_botc::notation::grimoire_text::{GrimoireText, Life};
use gaslamp_botc::notation::trace_input::TraceInput;
use gaslamp_botc::notation::trace_model::TraceModel;
use gaslamp_botc::rules::phase::NIGHT;
use gaslamp_botc::{Setup, State};
use gaslamp_core::trace::{Phase, Trace};
use gaslamp_core::{Actions, Choice, Game as _, Rng, Run};
use gaslamp_referee::sat::context::Context;
use gaslamp_referee::sat::{Check, Stop};

fn main() {
    divan::main();
}

/// A game of fifteen up to the sixth evening: its trace and its grimoire.
fn game() -> (Setup, Trace, GrimoireText) {
    let setup = Setup::trouble_brewing(15);
    let games = (0..).filter_map(|seed| {
        let mut rng = Rng::for_game(1, seed);
        let mut run = Run::<State>::new(setup.clone()).ok()?;
        let mut legal = Actions::<State>::new();
        while run.state().to_act().is_some() && run.state().phase() != Phase::new(NIGHT, 7) {
            run.state().legal(&mut legal);
            let listed: Vec<_> =
                legal.iter().copied().filter(|choice| matches!(choice, Choice::Action(_))).collect();
            let choice = rng.pick(&listed).copied().or_else(|| legal.first().copied())?;
            let action = run.concrete(choice, &mut rng);
            run.apply(action).ok()?;
            if run.state().phase() == Phase::new(NIGHT, 7) {
                break;
            }
        }
        (run.state().phase() == Phase::new(NIGHT, 7)).then_some(run)
    });
    let run = games.take(1).next().expect("a long game");
    let grimoire = GrimoireText::of_state(&setup.names, run.state());
    (setup, run.trace(), grimoire)
}

fn verdict(bencher: Bencher<'_, '_>, change: impl Fn(&mut GrimoireText), explains: bool) {
    let (setup, trace, mut grimoire) = game();
    change(&mut grimoire);
    bencher.bench_local(|| {
        let model = TraceModel::read(&trace, &setup.names, None);
        let mut check =
            Check::of_model(&setup, &model, Some(&grimoire), &Stop::default()).expect("not too long");
        if explains { check.explain().clashes.len() } else { usize::from(check.is_legal()) }
    });
}

#[divan::bench]
fn legal(bencher: Bencher<'_, '_>) {
    verdict(bencher, |_| {}, false);
}

#[divan::bench]
fn illegal(bencher: Bencher<'_, '_>) {
    verdict(bencher, |grimoire| grimoire.players.swap(0, 1), false);
}

/// Somebody is dead who was never said to die.
#[divan::bench]
fn explained(bencher: Bencher<'_, '_>) {
    let kill = |grimoire: &mut GrimoireText| {
        if let Some(player) = grimoire.players.iter_mut().find(|player| player.life == Life::Alive) {
            player.life = Life::Spent;
        }
    };
    verdict(bencher, kill, true);
}

#[divan::bench]
fn grimoire_alone(bencher: Bencher<'_, '_>) {
    let (setup, _, grimoire) = game();
    bencher.bench_local(|| {
        Check::of_grimoire(&setup, &grimoire, 8, &Stop::default()).expect("not too long").is_legal()
    });
}

/// The trace of six days, from the deal to the sixth evening, without the engine.
#[divan::bench]
fn context_of_a_trace(bencher: Bencher<'_, '_>) {
    let (setup, trace, _) = game();
    let input = TraceInput { trace, run: None, unreadable: Vec::new(), does_not_replay: None };
    let model = TraceModel::read(&input.trace, &setup.names, None);
    bencher.bench_local(|| Context::of(&input, &model).variables.len());
}

/// All that the engine may do in two days after one deal to five players of which nothing else is told. There are 163,800 such deals.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn engine_runs_of_one_deal(bencher: Bencher<'_, '_>) {
    let setup = Setup::trouble_brewing(5);
    let dealt = brute::judge::read_table("washerwoman fortuneteller monk poisoner imp");
    bencher.bench_local(|| brute::Histories::of(&setup, &dealt).is_some());
}
