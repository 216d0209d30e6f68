//! What deduction needs of the engine: whether this may be told here, without listing what else could be; and
//! that any known choice can be fixed while the others are enumerated.

use gaslamp_botc::rules::Statement;
use gaslamp_botc::{Action, Character, Setup, State};
use gaslamp_core::{Actions, Choice, Contents, Game as _, Rng, Seat};

/// Every statement of a plain shape at a table of this size.
fn statements(size: usize) -> Vec<Statement> {
    let seats = || (0..size).map(Seat::new);
    let script = || Character::all().filter(|character| character.facts().edition == "tb");
    let pairs = seats().flat_map(|holder| {
        seats().flat_map(move |wrong| {
            script().map(move |character| Statement::Pair { holder, wrong, character })
        })
    });
    let plain = [
        Statement::Nobody,
        Statement::Answer(true),
        Statement::Answer(false),
        Statement::Grimoire,
        Statement::Nothing,
    ];
    (0..=size as u8 + 1)
        .map(Statement::Number)
        .chain(script().map(Statement::Is))
        .chain(pairs)
        .chain(plain)
        .collect()
}

#[test]
fn one_statement_is_judged_as_the_list_would() {
    let mut asked = 0;
    for seed in 0..60 {
        let players = 5 + seed as usize % 6;
        let (mut rng, mut contents) = (Rng::new(seed), Contents::default());
        let mut state = State::start(&Setup::trouble_brewing(players)).expect("a legal set-up");
        let mut legal = Actions::<State>::new();
        let all = statements(players);
        for _ in 0..400 {
            state.legal(&mut legal);
            let Some(&choice) = rng.pick(&legal) else { break };
            if let Some((told, Some(_))) = state.about_to_hear() {
                for &statement in &all {
                    let is_listed = legal.contains(&Choice::Action(Action::Tell(told, statement)));
                    assert_eq!(
                        state.may_tell(statement),
                        is_listed,
                        "seed {seed}: {statement:?} to {told:?}"
                    );
                }
                asked += 1;
            } else if state.about_to_hear().is_none() {
                assert!(!all.iter().any(|&statement| state.may_tell(statement)), "nobody is told anything");
            }
            let action = match choice {
                Choice::Action(action) => action,
                Choice::Open(open) => state.sample(open, &mut rng, &mut contents),
            };
            state.apply(action, &contents, &mut |_, _| {}).expect("a listed action");
        }
    }
    assert!(asked > 200, "{asked} tellings");
}

/// A first night of which the deal and the Poisoner's victim are known: all that can be told is found by
/// branching on the rest, and a sober Empath's number is certain while a poisoned one's is not.
#[test]
fn what_is_known_is_fixed_and_the_rest_enumerated() {
    let setup = Setup::trouble_brewing(5);
    let names = &setup.names;
    let numbers = |victim: &str| {
        let mut run = gaslamp_core::Run::<State>::new(setup.clone()).expect("a legal set-up");
        let deal = "st!deals->P1:empath,P2:imp,P3:soldier,P4:poisoner,P5:monk";
        for text in [deal.to_owned(), format!("P4!chooses->{victim}")] {
            let event = gaslamp_core::trace::line::read_event(&text).expect("an event");
            let action = run.read_action(&event).expect("an action");
            run.apply(action).expect("legal");
        }
        (0..=3).filter(|&number| run.state().may_tell(Statement::Number(number))).collect::<Vec<u8>>()
    };
    assert_eq!(numbers(&names[2]), [1]);
    assert_eq!(numbers(&names[0]), [0, 1, 2]);
}
