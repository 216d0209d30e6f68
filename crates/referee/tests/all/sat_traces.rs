//! Traces before the SAT checker: what somebody is told is judged as the engine judges it, and so are other moves, in the middle of games of which all
//! that happened is told.

use crate::common;

use common::{play, seeds};
use gaslamp_botc::notation::trace_model::TraceModel;
use gaslamp_botc::rules::{Pending, Statement};
use gaslamp_botc::{Action, Character, Setup, State};
use gaslamp_core::trace::{Trace, What};
use gaslamp_core::{Actor, Game as _, Notation as _, Rng, Run, Seat, Span};
use gaslamp_referee::sat::{Check, Stop};

/// Something that somebody may be told, or not.
fn statement(state: &State, characters: &[Character], rng: &mut Rng) -> Statement {
    let seats = state.seats() as u32;
    let holder = rng.below(seats);
    let wrong = (holder + 1 + rng.below(seats - 1)) % seats;
    let [holder, wrong] = [holder, wrong].map(|seat| Seat::new(seat as usize));
    let character = *rng.pick(characters).expect("some");
    match rng.below(7) {
        0 => Statement::Number(rng.below(4) as u8),
        1 => Statement::Answer(rng.below(2) == 0),
        2 => Statement::Is(character),
        3 => Statement::Nobody,
        4 => Statement::Nothing,
        5 => Statement::Grimoire,
        _ => Statement::Pair { holder, wrong, character },
    }
}

/// What was told up to now, and then this move.
fn with_move(run: &Run<State>, names: &[String], actor: Actor, action: Action) -> Trace {
    let mut trace = run.trace();
    let event = State::write_action(names, &run.record().contents, actor, action);
    trace.push(run.state().phase(), What::Event(event), Span::default());
    trace
}

/// A move that may be legal: what somebody is told, or what somebody chooses.
fn some_move(state: &State, characters: &[Character], rng: &mut Rng) -> Option<Action> {
    let seat = Seat::new(rng.below(state.seats() as u32) as usize);
    match state.pending() {
        Pending::Telling(told, _) => Some(Action::Tell(told, statement(state, characters, rng))),
        Pending::Choice(_) if rng.below(4) == 0 => Some(Action::Choose(seat)),
        Pending::Turn(_) if rng.below(8) == 0 => Some(Action::Nominate(seat)),
        _ => None,
    }
}

#[test]
fn moves_are_judged_as_the_engine_judges_them() {
    let games = seeds(24);
    let (mut legal, mut illegal) = (0, 0);
    for game in 0..games {
        let mut rng = Rng::for_game(11, game);
        let setup = Setup::trouble_brewing(5 + game as usize % 11);
        let characters = setup.script.characters();
        play(&setup, &mut rng, |run, rng| {
            let state = *run.state();
            let (Some(actor), Some(action)) = (state.to_act(), some_move(&state, characters, rng)) else {
                return true;
            };
            let mut done = run.clone();
            let expected = done.apply(action).is_ok();
            let trace = if expected { done.trace() } else { with_move(run, &setup.names, actor, action) };
            let model = TraceModel::read(&trace, &setup.names, None);
            let found =
                Check::of_model(&setup, &model, None, &Stop::default()).expect("not too long").is_legal();
            assert_eq!(found, expected, "{action:?} after\n{}", gaslamp_core::record::write_line(run));
            if expected {
                legal += 1;
            } else {
                illegal += 1;
            }
            true
        });
    }
    assert!(legal > games / 2 && illegal > games / 2, "{legal} legal, {illegal} illegal");
}

/// What is told of five players, and whether it can be.
const TOLD: [(&str, bool); 18] = [
    // A Washerwoman learns in the first night alone.
    ("<N1> st!tells->Ann(Ben,Cy,chef) <N2> Dan!dies, Eve!chooses->Dan", true),
    ("<N1> Ben!chooses->Cy <N2> st!tells->Ann(Ben,Cy,chef), Dan!dies, Eve!chooses->Dan", false),
    // Everybody may shoot once, by day.
    ("<D1> Ann!shoots->Ben, Cy!shoots->Dan, Eve!shoots->Eve", true),
    ("<D1> Ann!shoots->Ben, Cy!shoots->Dan <E1> Ann!shoots->Eve", false),
    ("<N1> Ann!shoots->Ben <D1> Cy!shoots->Dan, Eve!shoots->Eve", false),
    // Who is picked before the first night is the red herring.
    ("<SETUP> st!picks->Ann <N1> Cy!chooses->Dan, Eve!chooses->Ann,Ben, st!tells->Eve(yes)", true),
    ("<SETUP> st!picks->Ann <N1> Cy!chooses->Dan, Eve!chooses->Ann,Ben, st!tells->Eve(no)", false),
    ("<SETUP> st!picks->Ann, st!Ben(+red_herring) <N1> Cy!chooses->Dan, Eve!chooses->Ann,Ben", false),
    ("<SETUP> st!picks->Ann, st!Ann(+red_herring)", true),
    ("<SETUP> st!picks->Ann, st!Ben(+red_herring)", false),
    // Votes come after the nomination and before the next, one from each player.
    ("<E1> Cy!nominates->Ben, Ann!votes->Ben, Dan!votes->Eve", true),
    ("<E1> Ann!votes->Ben, Cy!nominates->Ben, Dan!votes->Eve", false),
    ("<E1> Ann!votes->Ben, Cy!votes->Dan, Eve!votes->Ben", false),
    ("<E1> Ann!votes->Ben, Ann!votes->Ben, Cy!nominates->Dan, Eve!passes", false),
    // Somebody who lives has nominated whoever is voted on.
    (
        "<E1> Ann!nominates->Ann, Ben!nominates->Ben, Cy!nominates->Cy, Dan!nominates->Dan, Ann!votes->Eve",
        true,
    ),
    (
        "<E1> st!executes->Eve, Eve!dies <E2> Ann!nominates->Ann, Ben!nominates->Ben, Cy!nominates->Cy, Dan!nominates->Dan, Ann!votes->Eve",
        false,
    ),
    // An execution ends the day.
    ("<E1> Ann!nominates->Ben, Cy!votes->Ben, st!executes->Eve, Eve!dies, Dan!passes", true),
    ("<E1> st!executes->Eve, Eve!dies, Ann!nominates->Ben, Cy!votes->Ben, Dan!passes", false),
];

#[test]
fn traces_are_legal_or_not() {
    let names: Vec<String> = ["Ann", "Ben", "Cy", "Dan", "Eve"].map(str::to_owned).to_vec();
    let setup = Setup { names, ..Setup::trouble_brewing(5) };
    for (text, expected) in TOLD {
        let reading = gaslamp_core::trace::read(text, State::DIALECT);
        let model = TraceModel::read(&reading.trace, &setup.names, None);
        assert!(reading.problems.is_empty() && model.unreadable().is_empty(), "{text}");
        let mut check = Check::of_model(&setup, &model, None, &Stop::default()).expect("not too long");
        assert_eq!(check.is_legal(), expected, "{text}");
        assert_eq!(check.explain().clashes.is_empty(), expected, "{text}");
    }
}
