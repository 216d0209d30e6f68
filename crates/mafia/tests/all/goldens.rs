//! Three whole games as transcripts in `tests/goldens`: any change in rules, views, tokens or notation shows
//! up here. `GASLAMP_BLESS=1` rewrites them.

use crate::common;
use crate::driver::files;

use std::fmt::Write as _;

use gaslamp_core::{Actor, Contents, Game as _, Notation as _, Rng, Run, Seat, Token, record};
use gaslamp_mafia::notation::table::Table;
use gaslamp_mafia::{Action, Deal, Rules, State};

use common::tokens::words;
use common::{Mood, actor_name, observe, seats};
use files::agrees_with_file;

/// What every seat was told, grouping those who were told the same.
fn news(told: &[(Seat, Vec<Token>)]) -> String {
    let mut out = String::new();
    let mut left: Vec<&(Seat, Vec<Token>)> = told.iter().filter(|(_, tokens)| !tokens.is_empty()).collect();
    while let Some((_, tokens)) = left.first() {
        let (same, other): (Vec<_>, Vec<_>) = left.iter().copied().partition(|(_, these)| these == tokens);
        let who: Vec<String> = same.iter().map(|(seat, _)| format!("P{}", seat.index())).collect();
        let who = if same.len() == told.len() { "all".to_owned() } else { who.join(" ") };
        let _ = writeln!(out, "      {who}: {}", words(tokens));
        left = other;
    }
    out
}

fn transcript(seed: u64, rules: Rules, mood: Mood) -> String {
    let mut rng = Rng::new(seed);
    let mut run: Run<State> = Run::new(rules).expect("legal rules");
    let names = State::names(&rules);
    let mut out = String::new();
    let mut phase = None;
    while let Some(actor) = run.state().to_act() {
        if phase.replace(run.state().phase()) != Some(run.state().phase()) {
            let _ = writeln!(out, "\n{}", Table::of(run.state()));
        }
        let action = match actor {
            Actor::Storyteller => {
                let number = rng.below(Deal::COUNT.into()) as u16;
                Deal::from_arrangement(number).map(Action::Deal).expect("a deal")
            }
            Actor::Seat(_) => mood.choose(run.state(), &mut rng),
        };
        let event = State::write_action(&names, &Contents::default(), actor, action);
        let _ = writeln!(out, "  {} of {}: {event}", actor_name(run.state()), run.state().legal_set().len());
        let before: Vec<usize> = seats().map(|seat| observe(&run, seat).tokens.len()).collect();
        run.apply(action).expect("legal");
        let told: Vec<(Seat, Vec<Token>)> =
            seats().map(|seat| (seat, observe(&run, seat).tokens[before[seat.index()]..].to_vec())).collect();
        out += &news(&told);
    }
    let outcome = run.state().outcome().expect("it is over");
    let _ = writeln!(out, "\n{}\nresult {}, won {:?}\n", Table::of(run.state()), outcome.result, outcome.won);
    for seat in seats() {
        let tokens: Vec<String> = observe(&run, seat).tokens.iter().map(ToString::to_string).collect();
        let _ = writeln!(out, "P{} {}", seat.index(), tokens.join(" "));
    }
    out + "\n" + &record::write_line(&run)
}

fn check(seed: u64, rules: Rules, mood: Mood) {
    let text = transcript(seed, rules, mood);
    assert!(text.len() < 60_000, "{} bytes are too many to read", text.len());
    agrees_with_file(&format!("tests/goldens/seed-{seed}.txt"), text.trim_start());
}

#[test]
fn seed_1_plays_as_before() {
    check(1, Rules { actions_per_turn: 2, ..Rules::default() }, Mood::Uniform);
}

#[test]
fn seed_2_with_unanimous_shots_plays_as_before() {
    check(2, Rules { actions_per_turn: 1, unanimous_kill: true, ..Rules::default() }, Mood::Tied);
}

#[test]
fn seed_3_with_short_turns_plays_as_before() {
    let rules = Rules { actions_per_turn: 1, lone_nominee_leaves_on_day_1: true, ..Rules::default() };
    check(3, rules, Mood::Curt);
}
