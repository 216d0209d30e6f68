//! Traces that leave much out and in which one thing is changed: the checker and the rules in ASP, which know nothing of each other, judge them
//! alike. The checker does not judge in which order things happen within a night, so no change makes only that wrong.

#![cfg(feature = "clingo")]

use crate::common;

use std::time::Duration;

use common::{on_all_cores, play, seeds};
use gaslamp_botc::notation::trace_model::TraceModel;
use gaslamp_botc::rules::phase::NIGHT;
use gaslamp_botc::{Setup, State};
use gaslamp_core::trace::{Event, Phase, Trace, What};
use gaslamp_core::{Game as _, Rng, Run, Span};
use gaslamp_referee::asp::Patience;
use gaslamp_referee::asp::botc::trace::{Inquiry, Reading};
use gaslamp_referee::sat::{Check, Stop};

/// The tokens of Trouble Brewing.
const TOKENS: [&str; 15] = [
    "washerwoman:townsfolk",
    "washerwoman:wrong",
    "librarian:outsider",
    "librarian:wrong",
    "investigator:minion",
    "investigator:wrong",
    "fortune_teller:red_herring",
    "undertaker:died_today",
    "monk:safe",
    "virgin:no_ability",
    "slayer:no_ability",
    "butler:master",
    "poisoner:poisoned",
    "scarlet_woman:is_the_demon",
    "imp:dead",
];

/// How often every game is told.
const TELLINGS: usize = 4;

/// A game at random, up to the end of its second day.
fn game(setup: &Setup, rng: &mut Rng) -> Run<State> {
    let mut last = Run::new(setup.clone()).expect("a set-up");
    play(setup, rng, |run, _| {
        let goes_on = !matches!(run.state().phase(), Phase { label: NIGHT, number: 3.. });
        if goes_on {
            last = run.clone();
        }
        goes_on
    });
    last
}

/// Some of the events: all deaths, and of the others a random share.
fn some(trace: &Trace, rng: &mut Rng) -> Vec<(Phase, Event)> {
    let has_deal = rng.below(2) == 0;
    let keeps = 15 + 20 * rng.below(4);
    let is_kept = |event: &Event, rng: &mut Rng| match event.verb.as_deref().unwrap_or_default() {
        "deals" => has_deal,
        "dies" | "executes" | "announces" => true,
        // The checker judges neither counts nor who does not vote.
        "passes" | "counts" | "abstains" => false,
        "votes" => rng.below(500) < keeps,
        _ => rng.below(100) < keeps,
    };
    let events = trace.events().map(|(phase, event)| (phase, event.clone()));
    events.filter(|(_, event)| is_kept(event, rng)).collect()
}

/// Somebody else does it, it is done to somebody else, another token comes or goes, or something else is told.
fn change(event: &mut Event, is_night: bool, names: &[String], rng: &mut Rng) {
    let mut anybody = || rng.pick(names).expect("somebody").clone();
    let (other, another) = (anybody(), anybody());
    match (rng.below(4), event.actor.as_mut(), event.targets.as_mut_slice()) {
        (0, Some(actor), _) if names.contains(&actor.name) => actor.name = other,
        (1, _, [first, ..]) => first.name.name = other,
        (2, _, [first, ..]) if !is_night && first.args.iter().any(|arg| arg.starts_with(['+', '-'])) => {
            let sign = if rng.below(4) == 0 { '-' } else { '+' };
            first.args = vec![format!("{sign}{}", rng.pick(&TOKENS).expect("some"))];
        }
        (_, _, targets) => {
            for arg in targets.iter_mut().flat_map(|target| &mut target.args) {
                *arg = match arg.as_str() {
                    "0" | "1" | "2" => rng.below(3).to_string(),
                    "yes" => "no".to_owned(),
                    "no" => "yes".to_owned(),
                    name if names.iter().any(|known| known == name) => another.clone(),
                    word => word.to_owned(),
                };
            }
        }
    }
}

/// Whether a trace may be, as both see it; nothing if it cannot be read, or clingo thinks too long.
fn verdicts(setup: &Setup, trace: &Trace) -> Option<[bool; 2]> {
    let model = TraceModel::read(trace, &setup.names, None);
    if !model.unreadable().is_empty() {
        return None;
    }
    let mut inquiry = Inquiry::of_model(setup, &model, Reading::Parts).expect("rules");
    inquiry.patience = Patience::of(Duration::from_secs(20));
    let deals = inquiry.deals(1).ok()?;
    Some([
        Check::of_model(setup, &model, None, &Stop::default()).expect("not too long").is_legal(),
        !deals.deals.is_empty(),
    ])
}

/// What both say of a game that is told several times, and the traces about which they differ.
#[derive(Default)]
struct Tally {
    legal: usize,
    illegal: usize,
    wrong: Vec<String>,
}

fn tally(at: u64) -> Tally {
    let mut tally = Tally::default();
    let mut rng = Rng::for_game(22, at);
    let setup = Setup::trouble_brewing(5 + at as usize % 2);
    let told = game(&setup, &mut rng).trace();
    for _ in 0..TELLINGS {
        let mut events = some(&told, &mut rng);
        let changed = rng.below(events.len() as u32) as usize;
        let (phase, event) = &mut events[changed];
        if event.verb.as_deref() != Some("deals") {
            change(event, phase.label == NIGHT, &setup.names, &mut rng);
        }
        let mut trace = Trace::default();
        events.into_iter().for_each(|(phase, event)| trace.push(phase, What::Event(event), Span::default()));
        match verdicts(&setup, &trace) {
            None => {}
            Some([true, true]) => tally.legal += 1,
            Some([false, false]) => tally.illegal += 1,
            Some([by_checker, _]) => {
                tally.wrong.push(format!("legal by the checker: {by_checker}\n  {trace}"));
            }
        }
    }
    tally
}

#[test]
fn changed_traces_are_judged_alike() {
    let all = on_all_cores(seeds(4), tally);
    let [legal, illegal] = [|tally: &Tally| tally.legal, |tally: &Tally| tally.illegal]
        .map(|count| all.iter().map(count).sum::<usize>());
    let wrong: Vec<String> = all.into_iter().flat_map(|tally| tally.wrong).collect();
    assert!(wrong.is_empty(), "beside {legal} legal and {illegal} illegal ones:\n{}", wrong.join("\n"));
    assert!(legal > 0 && illegal > 0, "{legal} legal, {illegal} illegal");
}
