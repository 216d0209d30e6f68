//! Whole games as transcripts in `tests/goldens`: any change in rules, views or notation shows up here.
//! `GASLAMP_BLESS=1` rewrites them.

use crate::driver::files;

use std::fmt::Write as _;

use gaslamp_botc::{Character, Script, Setup, State};
use gaslamp_core::notation::actor_name;
use gaslamp_core::trace::Event;
use gaslamp_core::{Actions, Choice, Game as _, Notation as _, Rng, Run, Seat, record};

use files::agrees_with_file;

/// What a seat has seen, event by event.
fn seen(run: &Run<State>, seat: Seat) -> Vec<String> {
    run.view(seat).trace().events().map(|(_, event): (_, &Event)| event.to_string()).collect()
}

/// What every seat was shown by one action, grouping those who were shown the same; the action itself is left
/// out for those who saw exactly that.
fn news(names: &[String], action: &str, shown: &[Vec<String>]) -> String {
    let mut out = String::new();
    let mut left: Vec<(usize, &Vec<String>)> =
        shown.iter().enumerate().filter(|(_, events)| !events.is_empty()).collect();
    while let Some(&(_, events)) = left.first() {
        let (same, other): (Vec<_>, Vec<_>) = left.into_iter().partition(|(_, these)| *these == events);
        let who: Vec<&str> = same.iter().map(|(index, _)| names[*index].as_str()).collect();
        let who = if same.len() == shown.len() { "all".to_owned() } else { who.join(" ") };
        if events.as_slice() != [action] || who != "all" {
            let _ = writeln!(out, "      {who}: {}", events.join(", "));
        }
        left = other;
    }
    out
}

/// Play that ends soon: passing and voting are more likely than other entries of a long list.
fn choose(run: &mut Run<State>, rng: &mut Rng) -> gaslamp_botc::Action {
    let mut legal = Actions::<State>::new();
    run.state().legal(&mut legal);
    let is_quiet = |choice: &&Choice<State>| matches!(choice, Choice::Action(gaslamp_botc::Action::Pass));
    let quiet = legal.iter().find(is_quiet).copied().filter(|_| rng.below(2) == 0);
    let choice = quiet.or_else(|| rng.pick(&legal).copied()).expect("something is legal");
    run.concrete(choice, rng)
}

fn transcript(seed: u64, setup: Setup) -> String {
    let mut rng = Rng::new(seed);
    let names = setup.names.clone();
    let mut run: Run<State> = Run::new(setup).expect("a legal set-up");
    let seats = || (0..names.len()).map(Seat::new);
    let mut out = String::new();
    let mut phase = None;
    let mut legal = Actions::<State>::new();
    while let Some(actor) = run.state().to_act() {
        if phase.replace(run.state().phase()) != Some(run.state().phase()) {
            let _ = writeln!(out, "\n<{}> {}", run.state().phase(), run.state().write_state(&names));
        }
        let action = choose(&mut run, &mut rng);
        let event = run.write_action(action).to_string();
        run.state().legal(&mut legal);
        let _ = writeln!(out, "  {} of {}: {event}", actor_name(&names, actor), legal.len());
        let before: Vec<usize> = seats().map(|seat| seen(&run, seat).len()).collect();
        run.apply(action).expect("legal");
        let shown: Vec<Vec<String>> =
            seats().map(|seat| seen(&run, seat)[before[seat.index()]..].to_vec()).collect();
        out += &news(&names, &event, &shown);
    }
    let outcome = run.state().outcome().expect("it is over");
    let _ = writeln!(out, "\n{}", run.state().write_state(&names));
    let _ = writeln!(out, "result {}, won {:?}\n\n{}", outcome.result, outcome.won, record::write_line(&run));
    out
}

fn check(name: &str, seed: u64, setup: Setup) {
    let text = transcript(seed, setup);
    assert!(text.len() < 60_000, "{} bytes are too many to read", text.len());
    agrees_with_file(&format!("tests/goldens/{name}.txt"), text.trim_start());
}

#[test]
fn six_players_play_as_before() {
    check("trouble-brewing-6", 2, Setup::trouble_brewing(6));
}

#[test]
fn nine_players_play_as_before() {
    check("trouble-brewing-9", 5, Setup::trouble_brewing(9));
}

#[test]
fn a_mixed_script_plays_as_before() {
    let characters = "artist dreamer gossip juggler philosopher professor savant snake_charmer tea_lady empath \
                      drunk lunatic recluse pit_hag poisoner fang_gu po pukka vortox zombuul";
    let characters = characters.split_whitespace().map(|name| Character::read(name).expect("a character"));
    let names = ["Ann", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus"].map(str::to_owned).to_vec();
    check("mixed-7", 4, Setup { script: Script::new("Mixed", characters), names, counts: None });
}
