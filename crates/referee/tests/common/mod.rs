//! Games for tests, played at random, in which nobody talks, and scripts made at random.

#![allow(dead_code, reason = "every test file uses a part of it")]

use std::num::NonZero;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use gaslamp_botc::rules::script::Step;
use gaslamp_botc::{Character, Script, Setup, State, Team};
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

/// Does a job for every number below this one, on all cores; what comes of them, in order.
pub(crate) fn on_all_cores<T: Send>(count: u64, job: impl Fn(u64) -> T + Sync) -> Vec<T> {
    let next = AtomicU64::new(0);
    let worker = || {
        let numbers = std::iter::repeat_with(|| next.fetch_add(1, Relaxed));
        numbers.take_while(|&number| number < count).map(|number| (number, job(number))).collect()
    };
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    let mut done: Vec<(u64, T)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().flat_map(|worker| -> Vec<_> { worker.join().expect("no panic") }).collect()
    });
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}

/// How many games to look at: as many as `GASLAMP_SEEDS` says.
pub(crate) fn seeds(usual: u64) -> u64 {
    number("GASLAMP_SEEDS", usual)
}

/// What a variable of the environment says.
pub(crate) fn number(variable: &str, usual: u64) -> u64 {
    std::env::var(variable).map_or(usual, |count| count.parse().expect("a number"))
}

/// Steps in any order, some of them forgotten.
fn some_order(steps: &[Step], rng: &mut Rng) -> Vec<Step> {
    let mut order: Vec<Step> = steps.iter().copied().filter(|_| rng.below(4) > 0).collect();
    rng.shuffle(&mut order);
    order
}

/// A script that lacks some characters of Trouble Brewing, often with an order of its own, good or bad.
pub(crate) fn some_script(rng: &mut Rng) -> Script {
    let mut characters: Vec<Character> = Setup::trouble_brewing(5).script.characters().to_vec();
    for _ in 0..rng.below(7) {
        let lost = *rng.pick(&characters).expect("some");
        // Nobody plays without a Demon, and a Baron needs Outsiders to bring.
        if lost.team() != Team::Demon && lost.team() != Team::Outsider {
            characters.retain(|character| *character != lost);
        }
    }
    let mut steps: Vec<Step> = characters.iter().map(|character| Step::Character(*character)).collect();
    let script = Script::new("some", characters);
    let other = (rng.below(4) > 0).then(|| some_order(&steps, rng));
    steps.extend([Step::MinionInfo, Step::DemonInfo]);
    let first = (rng.below(4) > 0).then(|| some_order(&steps, rng));
    script.with_order([first, other])
}

/// The characters whose rules are stated in ASP.
pub(crate) fn stated() -> Vec<Character> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/botc/cast");
    let files = std::fs::read_dir(folder).expect("rules").flatten();
    let mut characters: Vec<Character> =
        files.filter_map(|file| Character::read(file.path().file_stem()?.to_str()?)).collect();
    characters.sort_unstable();
    characters
}

/// A script of some of the characters whose rules are stated, enough of every team for a small table.
pub(crate) fn some_stated_script(rng: &mut Rng) -> Script {
    let mut stated = stated();
    rng.shuffle(&mut stated);
    let of_team = |(team, count): (Team, usize)| {
        stated.iter().copied().filter(move |character| character.team() == team).take(count)
    };
    let counts = [(Team::Townsfolk, 9), (Team::Outsider, 5), (Team::Minion, 3), (Team::Demon, 2)];
    Script::new("stated", counts.into_iter().flat_map(of_team).collect::<Vec<_>>())
}
