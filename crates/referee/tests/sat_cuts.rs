//! Traces that the engine writes, cut anywhere, before the SAT checker: whatever happened is legal, however little of it is told.

mod common;

use common::{number, seeds, some_script};
use gaslamp_botc::notation::sheet::ScriptNote;
use gaslamp_botc::notation::story::Story;
use gaslamp_botc::{Setup, State};
use gaslamp_core::trace::{Event, Phase, Trace, What};
use gaslamp_core::{Actions, Choice, Diagnostic, Game as _, Notation as _, Rng, Run, Span};
use gaslamp_referee::sat::{Check, Stop};

/// A table of 5 to 15 players, every fourth time with a script of its own.
fn some_table(game: u64, rng: &mut Rng) -> Setup {
    if game % 4 == 3 {
        return Setup { script: some_script(rng), ..Setup::trouble_brewing(5 + game as usize % 4) };
    }
    Setup::trouble_brewing(5 + game as usize % 11)
}

/// A whole game at random, in which now and then somebody talks.
fn whole_game(setup: &Setup, rng: &mut Rng) -> Run<State> {
    let mut run = Run::<State>::new(setup.clone()).expect("a set-up");
    let mut legal = Actions::<State>::new();
    while run.state().to_act().is_some() {
        run.state().legal(&mut legal);
        let talks = rng.below(10) == 0;
        let listed: Vec<_> =
            legal.iter().copied().filter(|choice| talks || matches!(choice, Choice::Action(_))).collect();
        let choice = rng.pick(&listed).copied().unwrap_or(legal[0]);
        let action = run.concrete(choice, rng);
        run.apply(action).expect("a listed action");
    }
    run
}

fn trace_of(events: &[(Phase, Event)]) -> Trace {
    let mut trace = Trace::default();
    for (phase, event) in events {
        trace.push(*phase, What::Event(event.clone()), Span::default());
    }
    trace
}

/// Why the checker refuses a trace, if it does.
fn refusal(setup: &Setup, trace: &Trace) -> Option<String> {
    let story = Story::read(trace, &setup.names, Some(&ScriptNote::from(&setup.script)));
    let unreadable = story.unreadable();
    if !unreadable.is_empty() {
        return Some(format!("unreadable: {unreadable:?}"));
    }
    let mut check = Check::of_story(setup, &story, None, &Stop::default()).expect("not too long");
    // How votes are counted is announced, and no grimoire shows anything of it.
    let is_count = |unjudged: &&Diagnostic| unjudged.message.starts_with("`st!counts->");
    if let Some(unjudged) = check.unjudged.iter().find(|unjudged| !is_count(unjudged)) {
        return Some(unjudged.message.clone());
    }
    if check.is_legal() {
        return None;
    }
    let clashes = check.explain().clashes;
    let words = clashes.iter().flat_map(|clash| check.statements_of(clash)).map(|said| said.words);
    Some(words.collect::<Vec<_>>().join("\n"))
}

/// Whether an event tells of a death: those are never left out.
fn is_death(event: &Event) -> bool {
    matches!(event.verb.as_deref(), Some("dies" | "executes" | "announces"))
}

#[test]
fn a_trace_of_the_engine_is_legal_wherever_it_is_cut() {
    let games = seeds(12);
    // Every cut would take long: one in so many is looked at, and those behind what follows by itself three times as often.
    let one_in = number("GASLAMP_ONE_IN", 24) as u32;
    let mut refused = Vec::new();
    let mut looked_at = 0;
    for game in 0..games {
        let mut rng = Rng::for_game(21, game);
        let setup = some_table(game, &mut rng);
        let run = whole_game(&setup, &mut rng);
        let events: Vec<(Phase, Event)> =
            run.trace().events().map(|(phase, event)| (phase, event.clone())).collect();
        for cut in 1..=events.len() {
            let is_action = events[cut - 1].1.verb_among(State::VERBS).is_some();
            if rng.below(if is_action { one_in } else { one_in.div_ceil(3) }) > 0 {
                continue;
            }
            let until = trace_of(&events[..cut]);
            let without_deal = trace_of(&events[1..cut]);
            let deaths = events[..cut].iter().filter(|(_, event)| is_death(event));
            let since: Vec<_> = deaths.chain(&events[cut..]).cloned().collect();
            for (how, trace) in
                [("until", until), ("without deal", without_deal), ("since", trace_of(&since))]
            {
                looked_at += 1;
                if let Some(why) = refusal(&setup, &trace) {
                    refused.push(format!("game {game}, {how} {cut}: {why}\n{trace}"));
                }
            }
        }
    }
    let sample: Vec<&str> = refused.iter().take(5).map(String::as_str).collect();
    assert!(refused.is_empty(), "{} of {looked_at}:\n{}", refused.len(), sample.join("\n\n"));
    assert!(looked_at > games, "{looked_at}");
}
