//! Random games, of Trouble Brewing and of all characters whose rules are stated, every step judged by the engine and by clingo: the whole list of legal actions, the state that
//! follows, and actions that are not in the list. `./x cross N` compares as many transitions as wanted; `GASLAMP_FIRST_SEED` says which game is first.

#![cfg(feature = "clingo")]

use crate::common;

use std::collections::BTreeMap;

use common::{number, some_script, some_stated_script};
use gaslamp_botc::rules::{Action, Pending, Statement};
use gaslamp_botc::{Character, Script, Setup, State};
use gaslamp_core::{Actions, Choice, Game, Rng, Run, Seat};
use gaslamp_referee::asp::botc::Referee;
use gaslamp_referee::asp::hear;

/// On no script here.
const DREAMER: Character = Character::with_id("dreamer");

/// What was compared.
#[derive(Default, Debug)]
struct Count {
    transitions: usize,
    lists: usize,
    refused: usize,
    games: usize,
}

fn action_of(choice: &Choice<State>) -> Option<Action> {
    match choice {
        Choice::Action(action) => Some(*action),
        Choice::Open(_) => None,
    }
}

/// Something that may be no answer to what is asked.
fn stray(state: &State, rng: &mut Rng) -> Action {
    let seat = |rng: &mut Rng| Seat::new(rng.below(state.seats() as u32) as usize);
    let a = seat(rng);
    let b = Seat::new((a.index() + 1 + rng.below(state.seats() as u32 - 1) as usize) % state.seats());
    let character = state.omniscient().role(seat(rng));
    let told = match state.pending() {
        Pending::Telling(told, _) => told,
        _ => b,
    };
    let strays = [
        Action::Choose(a),
        Action::ChooseTwo(a.min(b), a.max(b)),
        Action::Pick(a),
        Action::PickNobody,
        Action::Rule(true),
        Action::Show(character),
        Action::Pass,
        Action::Shoot(a),
        Action::Nominate(a),
        Action::Vote(a),
        Action::Tell(told, Statement::Number(rng.below(3) as u8)),
        Action::Tell(told, Statement::Answer(rng.below(2) == 0)),
        Action::Tell(told, Statement::Is(character)),
        Action::Tell(told, Statement::Pair { holder: a, wrong: b, character }),
        Action::Tell(told, Statement::Nobody),
        Action::Tell(told, Statement::Nothing),
        Action::ChooseTwo(a, a),
        Action::Tell(told, Statement::Number(3 + rng.below(30) as u8)),
        Action::Tell(told, Statement::Is(DREAMER)),
        Action::Tell(told, Statement::Pair { holder: a, wrong: b, character: DREAMER }),
    ];
    *rng.pick(&strays).expect("some")
}

fn shown(run: &Run<State>) -> String {
    gaslamp_core::record::write_line(run)
}

/// Plays a game and compares every step.
fn cross_examine(referee: &mut Referee, setup: &Setup, rng: &mut Rng, count: &mut Count) {
    let mut run = Run::<State>::new(setup.clone()).expect("a set-up");
    let mut legal = Actions::<State>::new();
    while let Some(actor) = run.state().to_act() {
        run.state().legal(&mut legal);
        let listed: Vec<Action> = legal.iter().filter_map(action_of).collect();
        let choice = match rng.pick(&listed) {
            Some(action) => Choice::Action(*action),
            None => legal[0],
        };
        let state = *run.state();
        let action = run.concrete(choice, rng);
        let contents = run.record().contents.clone();
        if state.pending() == Pending::Deal {
            let hearing = hear(referee, &state, &contents, actor, action).expect("an answer");
            run.apply(action).expect("legal");
            assert!(hearing.agrees(), "after the deal {}\n{hearing:#?}", shown(&run));
            continue;
        }
        let mut expected = listed.clone();
        expected.sort_unstable();
        let by_rules = referee.legal(&state).expect("an answer");
        if by_rules != expected {
            let only = |a: &[Action], b: &[Action]| a.iter().copied().find(|action| !b.contains(action));
            let refused = only(&expected, &by_rules);
            let why = refused.map(|action| referee.judge(&state, actor, action).expect("an answer").violated);
            let allowed = only(&by_rules, &expected);
            panic!(
                "{}\nasked {:?}\nthe referee refuses {refused:?} for {why:?} and allows {allowed:?}",
                shown(&run),
                state.pending()
            );
        }
        count.lists += 1;
        let stray = stray(&state, rng);
        let hearing = hear(referee, &state, &contents, actor, stray).expect("an answer");
        assert!(hearing.agrees(), "{}\n{stray:?}\n{hearing:#?}", shown(&run));
        let is_listed = by_rules.contains(&stray);
        let is_legal = hearing.is_asked && hearing.violated.is_empty();
        assert_eq!(is_legal, is_listed, "listed and judged alone: {}\n{stray:?}", shown(&run));
        count.refused += usize::from(hearing.refusal.is_some());
        let hearing = hear(referee, &state, &contents, actor, action).expect("an answer");
        assert!(hearing.agrees() && hearing.refusal.is_none(), "{}\n{action:?}\n{hearing:#?}", shown(&run));
        run.apply(action).expect("legal");
        count.transitions += 1;
    }
    count.games += 1;
}

#[expect(clippy::print_stdout, reason = "shown with --nocapture")]
fn report(count: &Count) {
    println!("{count:?}");
}

/// Which games are played, as many as are needed.
fn games() -> std::ops::RangeFrom<u64> {
    number("GASLAMP_FIRST_SEED", 0)..
}

#[test]
fn engine_and_clingo_agree_on_every_step() {
    let wanted = number("GASLAMP_TRANSITIONS", 3_000) as usize;
    let mut referees: BTreeMap<usize, Referee> = BTreeMap::new();
    let mut count = Count::default();
    for game in games() {
        if count.transitions >= wanted {
            break;
        }
        let seats = 5 + game as usize % 11;
        let setup = Setup::trouble_brewing(seats);
        let referee = referees.entry(seats).or_insert_with(|| Referee::new(&setup).expect("rules"));
        cross_examine(referee, &setup, &mut Rng::for_game(1, game), &mut count);
    }
    report(&count);
}

#[test]
fn engine_and_clingo_agree_on_the_other_editions() {
    let wanted = number("GASLAMP_TRANSITIONS", 3_000) as usize / 2;
    for edition in ["snv", "bmr"] {
        let mut referees: BTreeMap<usize, Referee> = BTreeMap::new();
        let mut count = Count::default();
        for game in games() {
            if count.transitions >= wanted {
                break;
            }
            let seats = 7 + game as usize % 4;
            let script = Script::built_in(edition).expect("an edition");
            let setup = Setup { script, ..Setup::trouble_brewing(seats) };
            let referee = referees.entry(seats).or_insert_with(|| Referee::new(&setup).expect("rules"));
            cross_examine(referee, &setup, &mut Rng::for_game(4, game), &mut count);
        }
        report(&count);
    }
}

#[test]
fn engine_and_clingo_agree_on_scripts_with_orders_of_their_own() {
    let wanted = number("GASLAMP_TRANSITIONS", 1_500) as usize / 4;
    let mut count = Count::default();
    for game in games() {
        if count.transitions >= wanted {
            break;
        }
        let mut rng = Rng::for_game(2, game);
        let setup = Setup { script: some_script(&mut rng), ..Setup::trouble_brewing(5 + game as usize % 4) };
        let mut referee = Referee::new(&setup).expect("rules");
        cross_examine(&mut referee, &setup, &mut rng, &mut count);
    }
    report(&count);
}

#[test]
fn engine_and_clingo_agree_on_scripts_of_all_characters() {
    let wanted = number("GASLAMP_TRANSITIONS", 3_000) as usize / 4;
    let mut count = Count::default();
    for game in games() {
        if count.transitions >= wanted {
            break;
        }
        let mut rng = Rng::for_game(3, game);
        let setup =
            Setup { script: some_stated_script(&mut rng), ..Setup::trouble_brewing(5 + game as usize % 5) };
        let mut referee = Referee::new(&setup).expect("rules");
        // The rules are ground once for some games.
        for _ in 0..3 {
            cross_examine(&mut referee, &setup, &mut rng, &mut count);
        }
    }
    report(&count);
}
