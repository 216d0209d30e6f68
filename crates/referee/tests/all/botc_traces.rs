//! Whole traces before the rules in ASP: records without their deal against every deal that the engine replays, games of which much is left
//! out, grimoires that were reached, and a table of traces that can and cannot be (`botc_traces.txt`).

#![cfg(feature = "clingo")]

use crate::common;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use common::{on_all_cores, play, seeds};

use gaslamp_botc::notation::any::{self, Written};
use gaslamp_botc::notation::grimoire_text::GrimoireText;
use gaslamp_botc::notation::trace_input::TraceInput;
use gaslamp_botc::notation::trace_model::TraceModel;
use gaslamp_botc::rules::phase::place;
use gaslamp_botc::rules::phase::{DAY, EVENING, NIGHT};
use gaslamp_botc::rules::{Content, Deal, default_names};
use gaslamp_botc::{Action, Character, Script, Setup, SetupSpace, State, Wishes};
use gaslamp_core::trace::{Phase, Trace, What};
use gaslamp_core::{Actor, Game as _, Rng, Run, Span};
use gaslamp_referee::asp::Patience;
use gaslamp_referee::asp::botc::trace::{Inquiry, Reading};

/// A game of this table, up to some step in or after a phase.
fn game(setup: &Setup, last: Phase, rng: &mut Rng) -> Run<State> {
    let mut game = None;
    play(setup, rng, |run, rng| {
        game = Some(run.clone());
        let phase = run.state().phase();
        place(phase) <= place(last) && (phase != last || rng.below(12) != 0)
    });
    game.expect("a game has a deal at least")
}

/// The trace without the deal, of the events that are kept.
fn without_deal(trace: &Trace, mut keeps: impl FnMut(&str) -> bool) -> Trace {
    let mut kept = Trace::default();
    for (phase, event) in trace.events() {
        let verb = event.verb.as_deref().unwrap_or_default();
        if verb != "deals" && keeps(verb) {
            kept.push(phase, What::Event(event.clone()), Span::default());
        }
    }
    kept
}

/// All orders of a list.
fn orders(list: &[(Character, Character)]) -> Vec<Vec<(Character, Character)>> {
    let Some((first, rest)) = list.split_first() else { return vec![Vec::new()] };
    let insert = |order: Vec<(Character, Character)>| {
        (0..=order.len()).map(move |at| [&order[..at], &[*first], &order[at..]].concat())
    };
    orders(rest).into_iter().flat_map(insert).collect()
}

/// Every deal of a table.
fn deals(setup: &Setup) -> Vec<Deal> {
    let space = SetupSpace::new(&setup.script, setup.names.len(), &Wishes::default()).expect("bags");
    let bags = (0..space.bags()).filter_map(|number| space.bag(number));
    let seated = bags.flat_map(|bag| {
        let token = |role: &Character| {
            bag.tokens.iter().find(|(owner, _)| owner == role).map_or(*role, |(_, token)| *token)
        };
        let cards: Vec<_> = bag.roles.iter().map(|role| (*role, token(role))).collect();
        orders(&cards)
    });
    seated.filter_map(|seats| Deal::new(&seats)).collect()
}

/// The actions of a game after its deal, and who did each.
fn moves(run: &Run<State>) -> Vec<(Actor, Action)> {
    let actor = |step: usize| run.at(step).expect("played").state().to_act().expect("somebody");
    (1..).zip(&run.record().actions[1..]).map(|(step, &action)| (actor(step), action)).collect()
}

/// Whether the engine plays the same moves after another deal.
fn replays(setup: &Setup, moves: &[(Actor, Action)], deal: &Deal) -> bool {
    let mut other = Run::<State>::new(setup.clone()).expect("a set-up");
    let dealt = other.intern(Content::Deal(*deal));
    other.apply(Action::Deal(dealt)).is_ok()
        && moves
            .iter()
            .all(|&(actor, action)| other.state().to_act() == Some(actor) && other.apply(action).is_ok())
}

fn deal_of(run: &Run<State>) -> Deal {
    let Some(&Action::Deal(id)) = run.record().actions.first() else { panic!("a game begins with a deal") };
    let Some(Content::Deal(deal)) = run.record().contents.get(id) else { panic!("a deal") };
    *deal
}

fn key(deal: &Deal) -> (Vec<Character>, Vec<Character>) {
    (deal.roles().to_vec(), deal.tokens().to_vec())
}

#[test]
fn the_deals_of_a_record_are_those_that_the_engine_replays() {
    let scripts = [
        "imp poisoner chef empath monk fortuneteller virgin drunk",
        "imp spy scarletwoman washerwoman ravenkeeper undertaker mayor recluse",
        "imp baron poisoner investigator slayer soldier librarian butler saint",
    ];
    let games = seeds(2);
    for (number, names) in scripts.iter().enumerate() {
        let characters = names.split(' ').map(|name| Character::read(name).expect("a character"));
        let setup = Setup { script: Script::new("small", characters), names: default_names(5), counts: None };
        let all = deals(&setup);
        for game_number in 0..games {
            let mut rng = Rng::for_game(number as u64, game_number);
            let last = [
                Phase::new(NIGHT, 1),
                Phase::new(DAY, 1),
                Phase::new(EVENING, 1),
                Phase::new(NIGHT, 2),
                Phase::new(EVENING, 2),
            ];
            let run = game(&setup, *rng.pick(&last).expect("some"), &mut rng);
            let shown = gaslamp_core::record::write_line(&run);
            let moves = moves(&run);
            let expected: BTreeSet<_> =
                all.iter().filter(|deal| replays(&setup, &moves, deal)).map(key).collect();
            let trace = without_deal(&gaslamp_core::record::actions_only::<State>(&run.trace()), |_| true);
            let model = TraceModel::read(&trace, &setup.names, None);
            let mut inquiry = Inquiry::of_model(&setup, &model, Reading::Whole).expect("rules");
            assert!(inquiry.unjudged.is_empty(), "{:?}", inquiry.unjudged);
            let found = inquiry.deals(usize::MAX).expect("an answer").deals;
            let count = found.len();
            let found: BTreeSet<_> = found.iter().map(key).collect();
            assert_eq!(found.len(), count, "a deal twice: {shown}");
            let differing: Vec<_> = found.symmetric_difference(&expected).take(3).collect();
            assert!(
                differing.is_empty(),
                "{} found, {} expected: {differing:?}\n{shown}",
                found.len(),
                expected.len()
            );
        }
    }
}

/// A game leaves a trace with consequences; whatever of it is left out but the deaths, it may have been after its own deal.
#[test]
fn a_game_of_which_much_is_left_out_may_have_been() {
    let games = seeds(4);
    for number in 0..games {
        let mut rng = Rng::for_game(77, number);
        let setup = Setup::trouble_brewing(5 + number as usize % 4);
        let run = game(&setup, Phase::new(NIGHT, 2), &mut rng);
        let deal = deal_of(&run);
        let keeps = rng.below(4) * 25 + 25;
        let trace = without_deal(&run.trace(), |verb| {
            matches!(verb, "dies" | "executes" | "announces")
                || verb != "knows" && verb != "makes" && verb != "sees" && rng.below(100) < keeps
        });
        let model = TraceModel::read(&trace, &setup.names, None);
        let mut inquiry = Inquiry::of_model(&setup, &model, Reading::Parts).expect("rules");
        assert!(inquiry.unjudged.is_empty(), "{:?}", inquiry.unjudged);
        let possible = inquiry.may_follow(&deal).expect("an answer");
        assert!(possible, "game {number}\n{}\n{trace}", gaslamp_core::record::write_line(&run));
    }
}

#[test]
fn grimoires_that_were_reached_are_possible() {
    let games = seeds(4);
    for number in 0..games {
        let mut rng = Rng::for_game(78, number);
        let setup = Setup::trouble_brewing(5 + number as usize % 3);
        let last = [Phase::new(NIGHT, 1), Phase::new(DAY, 1), Phase::new(EVENING, 1), Phase::new(NIGHT, 2)];
        let run = game(&setup, *rng.pick(&last).expect("some"), &mut rng);
        let grimoire = GrimoireText::of_state(&setup.names, run.state());
        // Where it is not said how long the game has lasted there is more to think about.
        let inquiry = match number {
            0 => Inquiry::of_grimoire(&setup, &grimoire),
            _ => Inquiry::of_grimoire_by(&setup, &grimoire, run.state().phase()),
        };
        let found = inquiry.expect("rules").deals(1).expect("an answer").deals;
        assert!(!found.is_empty(), "game {number}\n{}", gaslamp_core::record::write_line(&run));
    }
}

/// One case of `botc_traces.txt`: a text, and below it what is said of it.
fn check(text: &str, expected: &[&str]) -> Result<(), String> {
    let mut inquiry = inquiry(text)?;
    let deals = inquiry.deals(2).map_err(|failure| failure.to_string())?.deals;
    if deals.is_empty() && expected == ["impossible"] {
        return Ok(());
    }
    let said: Vec<String> = if deals.is_empty() {
        let clash = inquiry.clash(|_| {}).map_err(|failure| failure.to_string())?.ok_or("no clash")?;
        clash.premises.iter().map(|&at| inquiry.premises[at].words.clone()).collect()
    } else {
        vec![if deals.len() == 1 { "possible from one" } else { "possible" }.to_owned()]
    };
    if said == expected { Ok(()) } else { Err(format!("{text}\n  said {said:#?}\n  expected {expected:#?}")) }
}

fn inquiry(text: &str) -> Result<Inquiry, String> {
    if !text.starts_with('<') {
        let Ok(Written::GrimoireText(grimoire)) = any::read(text) else {
            return Err(format!("{text} is no grimoire"));
        };
        let names: Vec<String> = grimoire.players.iter().map(|player| player.name.clone()).collect();
        let setup = Setup { names, ..Setup::trouble_brewing(grimoire.players.len()) };
        return Inquiry::of_grimoire(&setup, &grimoire).map_err(|failure| failure.to_string());
    }
    let model = TraceInput::read(text).map_err(|problems| format!("{problems:?}"))?.model();
    let setup = Setup { names: model.names.clone(), ..Setup::trouble_brewing(model.names.len()) };
    let inquiry = Inquiry::of_model(&setup, &model, Reading::Parts).map_err(|failure| failure.to_string())?;
    if inquiry.unjudged.is_empty() { Ok(inquiry) } else { Err(format!("{:?}", inquiry.unjudged)) }
}

#[test]
fn traces_and_grimoires_that_can_and_cannot_be() {
    let cases = include_str!("../botc_traces.txt").split("\n\n").filter(|case| !case.trim().is_empty());
    let cases: Vec<(&str, Vec<&str>)> = cases
        .filter_map(|case| {
            let mut lines = case.lines().filter(|line| !line.starts_with('#'));
            Some((lines.next()?, lines.map(str::trim).collect()))
        })
        .collect();
    let judged = on_all_cores(cases.len() as u64, |number| {
        let (text, expected) = &cases[number as usize];
        check(text, expected).err()
    });
    let wrong: Vec<String> = judged.into_iter().flatten().collect();
    let count = cases.len();
    assert!(wrong.is_empty() && count > 10, "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}

/// Whoever is told to stop while doubting has premises that contradict each other, and does not say that all of them are needed.
#[test]
fn premises_that_were_not_doubted_stay() {
    let text = "[Ann:chef Ben:poisoner Cy:empath(poisoned) Dan:imp(poisoned) Eve:soldier]";
    let mut inquiry = inquiry(text).expect("a grimoire");
    let smallest = inquiry.clash(|_| {}).expect("an answer").expect("a clash");
    assert!(smallest.is_smallest && smallest.premises.len() == 2, "{smallest:?}");
    let stop = Arc::new(AtomicBool::new(false));
    inquiry.patience = Patience::until(Arc::clone(&stop));
    let clash = inquiry.clash(|_| stop.store(true, Relaxed)).expect("an answer").expect("a clash");
    assert!(!clash.is_smallest && clash.premises.len() > 2, "{clash:?}");
    assert!(smallest.premises.iter().all(|premise| clash.premises.contains(premise)), "{clash:?}");
}
