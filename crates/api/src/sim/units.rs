//! Tests of units: however a range is cut, on however many threads, its tallies add up to that of the whole.

use std::fmt::Debug;
use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use gaslamp_core::Rng;
use gaslamp_lorcana::deck::SAMPLES;
use serde_json::Value;

use super::{Played, Range, Score, Sink, Tally};
use crate::{Course, Input, Problems, Workers, botc, lorcana, mafia};

const PLAYED: Played = Played { seed: 7, threads: 1, seconds: 2.0 };

type Unit<'a, S> = dyn Fn(Range, &Course<'_>, Option<&Sink<'_>>) -> Result<Tally<S>, Problems> + 'a;

fn workers(threads: usize) -> Workers {
    Workers::new("sim/threads", NonZero::new(threads)).expect("threads")
}

/// The tally of a unit, its records in order and the progress it told.
fn played<S: Score>(
    unit: &Unit<'_, S>,
    first: u64,
    games: u64,
    threads: usize,
) -> (Tally<S>, Vec<String>, u64) {
    let (told, records) = (AtomicU64::new(0), Mutex::new(Vec::new()));
    let progress = |done| {
        told.fetch_add(done, Relaxed);
    };
    let sink = |game: u64, record: &str| {
        records.lock().expect("a lock").push((game, record.to_owned()));
        Ok(())
    };
    let (workers, stop) = (workers(threads), AtomicBool::new(false));
    let course = Course { workers: &workers, stop: &stop, progress: &progress };
    let tally = unit(Range { seed: 7, first, games }, &course, Some(&sink)).expect("a tally");
    let mut records = records.into_inner().expect("records");
    records.sort();
    let numbers: Vec<u64> = records.iter().map(|(game, _)| *game).collect();
    assert_eq!(numbers, (first..first + games).collect::<Vec<_>>());
    (tally, records.into_iter().map(|(_, record)| record).collect(), told.into_inner())
}

/// Cuts so many games, from a number on, at random.
fn add_up<S: Score + PartialEq + Debug>(unit: &Unit<'_, S>, first: u64, games: u64) {
    let (whole, all_records, told) = played(unit, first, games, 2);
    assert_eq!((whole.games, told), (games, games));
    for seed in 0..3 {
        let mut rng = Rng::new(seed);
        let (mut from, mut units) = (first, Vec::new());
        while from < first + games {
            let size = 1 + u64::from(rng.below((first + games - from) as u32));
            units.push(played(unit, from, size, 1 + rng.below(2) as usize));
            from += size;
        }
        let records: Vec<String> = units.iter().flat_map(|(_, records, _)| records.clone()).collect();
        assert_eq!(records, all_records);
        rng.shuffle(&mut units);
        let mut sum = Tally::default();
        for (tally, ..) in &units {
            let text = tally.to_json().to_string();
            let read = serde_json::from_str(&text).map(|value: Value| Tally::from_json(&value));
            sum.merge(&read.expect("JSON").expect("a tally"));
        }
        assert_eq!(sum, whole);
        assert_eq!(sum.answer(&PLAYED), whole.answer(&PLAYED));
    }
}

#[test]
fn units_of_mafia_add_up() {
    for (red, black, games) in [("random", "random", 150), ("reasoning", "heuristic", 5)] {
        let options = mafia::sim::Options { red: red.into(), black: black.into(), ..Default::default() };
        let simulation = mafia::sim::Simulation::new(options).expect("a simulation");
        add_up(&|range, course, records| simulation.unit(range, course, records), 3, games);
    }
}

#[test]
fn units_of_botc_add_up() {
    let usual = botc::sim::Options::new(gaslamp_botc::Setup::trouble_brewing(7));
    let seated =
        botc::sim::Options { good: "heuristic".into(), storyteller: "scripted".into(), ..usual.clone() };
    for (options, games) in [(usual, 80), (seated, 5)] {
        let simulation = botc::sim::Simulation::new(options).expect("a simulation");
        add_up(&|range, course, records| simulation.unit(range, course, records), 90, games);
    }
}

fn sample_decks() -> gaslamp_lorcana::Setup {
    let deck = |index: usize| {
        let (name, text) = SAMPLES[index];
        let listing = lorcana::deck::read(&Input::new(name, text)).expect("a list");
        listing.check().expect("a legal deck").deck().clone()
    };
    gaslamp_lorcana::Setup::Fresh { decks: [deck(0), deck(1)] }
}

#[test]
fn units_of_lorcana_add_up() {
    for (agents, games) in [(["random", "random"], 20), (["greedy", "random"], 3)] {
        let options = lorcana::sim::Options { setup: sample_decks(), agents: agents.map(str::to_owned) };
        let simulation = lorcana::sim::Simulation::new(options).expect("a simulation");
        add_up(&|range, course, records| simulation.unit(range, course, records), 0, games);
    }
}

#[test]
fn a_unit_that_is_stopped_has_what_was_played() {
    let simulation = mafia::sim::Simulation::new(mafia::sim::Options::default()).expect("a simulation");
    let (workers, stop) = (workers(1), AtomicBool::new(false));
    let progress = |_| stop.store(true, Relaxed);
    let course = Course { workers: &workers, stop: &stop, progress: &progress };
    let tally = simulation.unit(Range { seed: 0, first: 0, games: 640 }, &course, None).expect("a tally");
    assert_eq!(tally.games, 10, "one block of 64");
}

#[test]
fn what_cannot_be_played_is_refused() {
    let ids = |problems: Problems| problems.iter().map(|problem| problem.diagnostic.id).collect::<Vec<_>>();
    let options = mafia::sim::Options { red: "human".into(), ..Default::default() };
    let problems = mafia::sim::Simulation::new(options).expect_err("nobody is called like that");
    assert_eq!(problems.to_json()[0]["fix"], "random, heuristic, reasoning");
    assert_eq!(ids(problems), ["sim/agent"]);
    let usual = botc::sim::Options::new(gaslamp_botc::Setup::trouble_brewing(7));
    for (options, id) in [
        (botc::sim::Options { evil: "greedy".into(), ..usual.clone() }, "sim/agent"),
        (botc::sim::Options { storyteller: "human".into(), ..usual }, "sim/storyteller"),
        (botc::sim::Options::new(gaslamp_botc::Setup::trouble_brewing(40)), "botc/setup/players"),
    ] {
        assert_eq!(botc::sim::Simulation::new(options).err().map(ids), Some(vec![id]));
    }
    let simulation = mafia::sim::Simulation::new(mafia::sim::Options::default()).expect("a simulation");
    let (workers, stop) = (workers(1), AtomicBool::new(false));
    let course = Course { workers: &workers, stop: &stop, progress: &|_| () };
    let too_far = Range { seed: 0, first: u64::MAX, games: 2 };
    assert_eq!(simulation.unit(too_far, &course, None).err().map(ids), Some(vec!["sim/range"]));
}

#[test]
fn malformed_tallies_are_refused() {
    let sound = |text: &str| {
        let value: Value = serde_json::from_str(text).expect("JSON");
        mafia::sim::Tally::from_json(&value).is_ok()
    };
    let won = |red: &str| {
        format!(
            r#"{{"games":3,"steps":9,"unfinished":1,"endings":[1,1,0],"score":{{"red":{red},"black":{{"won":1,"of":2}}}}}}"#
        )
    };
    assert!(sound(&won(r#"{"won":1,"of":2}"#)));
    for wrong in
        ["{\"won\":3,\"of\":2}", "{\"won\":1,\"of\":9}", "{\"won\":1}", "[]", "{\"won\":-1,\"of\":2}"]
    {
        assert!(!sound(&won(wrong)), "{wrong}");
    }
    let good = won(r#"{"won":1,"of":2}"#);
    for (from, to) in [("[1,1,0]", "[1,1]"), ("[1,1,0]", "[18446744073709551615,1,0]"), ("steps", "stops")] {
        assert!(!sound(&good.replace(from, to)), "{to}");
    }
    let huge = good.replace("\"steps\":9", "\"steps\":18446744073709551615");
    let mut tally =
        mafia::sim::Tally::from_json(&serde_json::from_str(&huge).expect("JSON")).expect("a tally");
    tally.merge(&tally.clone());
    assert_eq!((tally.games, tally.steps), (6, u64::MAX));
    assert!(botc::sim::Tally::from_json(&tally.to_json()).is_err(), "another game's");
    assert!(lorcana::sim::Tally::from_json(&tally.to_json()).is_err(), "another game's");
}
