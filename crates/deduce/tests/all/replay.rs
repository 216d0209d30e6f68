//! The enumerator by replay: counts that can be computed by hand, and a plain filter over all runs.

use crate::common;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use common::mafia::{all_deals, dealt, play, seats};
use gaslamp_botc::rules::phase::{DAY, EVENING, NIGHT};
use gaslamp_botc::rules::{self as botc, Content, Open, default_names};
use gaslamp_botc::{Character, Script, Setup, Team};
use gaslamp_core::{Actions, Choice, Contents, Game, Record, Rng, Run, Seat, View};
use gaslamp_deduce::replay::{Extent, Question, each_world, states, worlds};
use gaslamp_mafia::{Action, Deal, Role, Rules, State};

fn mafia_deals(
    _: &State,
    _: gaslamp_mafia::rules::Open,
    _: &mut Contents<gaslamp_core::NoContent>,
    out: &mut Vec<Action>,
) {
    out.extend(all_deals().map(Action::Deal));
}

/// How many worlds there are for the first seat with this role.
fn count(run: &Run<State>, role: Role) -> usize {
    let deal = common::mafia::deal_of(run);
    let seat = seats().find(|&seat| deal.role(seat) == role).expect("somebody has it");
    let question =
        Question { setup: &run.record().setup, view: &run.view(seat), limit: u64::MAX, merge: false };
    let (states, extent) = states(&question, &mut mafia_deals).expect("legal rules");
    assert_eq!(extent, Extent::Complete);
    states.len()
}

#[test]
fn after_the_deal_every_role_has_the_worlds_that_combinatorics_says() {
    let table = [
        // Nine seats for the don, a pair of the other eight, six for the sheriff.
        (Role::Citizen, 9 * 28 * 6),
        // Nine seats for the don, a pair of the other eight.
        (Role::Sheriff, 9 * 28),
        // Which of the other two is the don, and which of seven the sheriff.
        (Role::Mafia, 2 * 7),
        (Role::Don, 7),
    ];
    for number in [0, 42, 1300, 2519] {
        let mut run = dealt(Rules::default(), Deal::from_arrangement(number).expect("a deal"));
        for (role, expected) in table {
            assert_eq!(count(&run, role), expected, "deal {number}, {role:?}");
        }
        // Talk adds no knowledge.
        for action in [Action::ClaimSheriff, Action::EndTurn, Action::DenySheriff] {
            run.apply(action).expect("legal");
        }
        for (role, expected) in table {
            assert_eq!(count(&run, role), expected, "deal {number}, {role:?}, later");
        }
    }
}

#[test]
fn before_the_deal_there_is_one_world() {
    let run = Run::<State>::new(Rules::default()).expect("legal rules");
    let view = run.view(Seat::new(3));
    let question = Question { setup: &run.record().setup, view: &view, limit: u64::MAX, merge: false };
    let found = worlds(&question, &mut mafia_deals).expect("legal rules");
    assert_eq!((found.worlds.len(), found.extent), (1, Extent::Complete));
    assert!(found.worlds[0].actions.is_empty());
}

#[test]
fn a_search_that_stops_early_says_so() {
    let run = dealt(Rules::default(), Deal::from_arrangement(0).expect("a deal"));
    let view = run.view(Seat::new(9));
    let ask = |limit| {
        let question = Question { setup: &run.record().setup, view: &view, limit, merge: false };
        let found = worlds(&question, &mut mafia_deals).expect("legal rules");
        (found.worlds.len(), found.extent)
    };
    assert_eq!(ask(0), (0, Extent::Limit));
    let (some, extent) = ask(2000);
    assert!(some > 0 && some < 1512 && extent == Extent::Limit, "{some} {extent:?}");
    assert_eq!(ask(u64::MAX), (1512, Extent::Complete));
    let question = Question { setup: &run.record().setup, view: &view, limit: u64::MAX, merge: false };
    let mut seen = 0;
    let extent = each_world(&question, &mut mafia_deals, &mut |_| {
        seen += 1;
        if seen == 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((seen, extent), (10, Ok(Extent::Stopped)));
}

#[test]
fn a_set_up_that_the_rules_refuse_is_reported() {
    let run = dealt(Rules::default(), Deal::from_arrangement(0).expect("a deal"));
    let setup = Rules { quiet_rounds: 0, ..Rules::default() };
    let question = Question { setup: &setup, view: &run.view(Seat::new(0)), limit: 9, merge: false };
    let problems = worlds(&question, &mut mafia_deals).expect_err("a problem");
    assert_eq!(problems[0].id, "mafia/rules/quiet-rounds");
}

/// A first night and the morning after, seen by the don: merging keeps every state once, and in the same order.
#[test]
fn merged_runs_end_in_the_same_states() {
    let mut rng = Rng::new(3);
    let mut compared = 0;
    for number in (0..Deal::COUNT).step_by(100) {
        let deal = Deal::from_arrangement(number).expect("a deal");
        let mut run = dealt(Rules::default(), deal);
        while run.state().phase().label != NIGHT {
            play(&mut run, 1, 20, &mut rng);
        }
        for _ in 0..5 {
            compared += usize::from(compare_merged(&run, deal.don()));
            play(&mut run, 1, 20, &mut rng);
        }
    }
    assert!(compared > 60, "{compared}");
}

/// Compares all runs with merged ones, unless there are too many.
fn compare_merged(run: &Run<State>, seat: Seat) -> bool {
    let view = run.view(seat);
    let ask = |merge| {
        let question = Question { setup: &run.record().setup, view: &view, limit: 100_000, merge };
        worlds(&question, &mut mafia_deals).expect("legal rules")
    };
    let (every, merged) = (ask(false), ask(true));
    if every.extent == Extent::Limit {
        return false;
    }
    assert_eq!(merged.extent, Extent::Complete);
    let mut distinct: Vec<State> = Vec::new();
    for world in &every.worlds {
        if !distinct.contains(&world.state) {
            distinct.push(world.state);
        }
    }
    let kept: Vec<State> = merged.worlds.iter().map(|world| world.state).collect();
    assert_eq!(kept, distinct);
    assert!(kept.contains(run.state()));
    for world in merged.worlds.iter().chain(&every.worlds) {
        let again = Record { actions: world.actions.clone(), ..Record::new(run.record().setup) };
        assert_eq!(again.replay().expect("legal").view(seat), view);
    }
    assert_eq!(ask(true), merged, "the same question has the same answer");
    true
}

/// A table so small that all its first nights can be listed.
fn tiny(names: &[&str], counts: [usize; 4]) -> Setup {
    let characters = names.iter().map(|name| Character::read(name).expect("a character"));
    let script = Script::new("tiny", characters);
    Setup { script, names: default_names(counts.iter().sum()), counts: Some(counts) }
}

/// Every way to give a table tokens of its script; the rules refuse the wrong ones.
fn botc_deals(setup: &Setup, contents: &mut Contents<Content>, out: &mut Vec<botc::Action>) {
    let script = setup.script.characters();
    let mut cards = Vec::new();
    for &role in script {
        let drawn = script.iter().filter(|token| match role.facts().id {
            "drunk" => token.team() == Team::Townsfolk,
            _ => **token == role,
        });
        cards.extend(drawn.map(|&token| (role, token)));
    }
    let mut seated: Vec<Vec<(Character, Character)>> = vec![Vec::new()];
    for _ in &setup.names {
        let mut longer = Vec::new();
        for table in &seated {
            let free = cards.iter().filter(|card| !table.contains(card));
            longer.extend(free.map(|&card| [table.as_slice(), &[card]].concat()));
        }
        seated = longer;
    }
    let deals = seated.iter().filter_map(|seats| botc::Deal::new(seats));
    out.extend(deals.map(|deal| botc::Action::Deal(contents.intern(Content::Deal(deal)))));
}

/// Every run of the first night, complete or not, listed without regard to anybody's view.
fn all_first_nights(setup: &Setup) -> Vec<Run<botc::State>> {
    let mut record = Record::<botc::State>::new(setup.clone());
    let mut deals = Vec::new();
    botc_deals(setup, &mut record.contents, &mut deals);
    let mut runs = vec![record.replay().expect("a legal set-up")];
    let mut legal = Actions::<botc::State>::new();
    let mut next = 0;
    while next < runs.len() {
        let run = runs[next].clone();
        next += 1;
        if matches!(run.state().phase().label, DAY | EVENING) {
            continue;
        }
        run.state().legal(&mut legal);
        for &choice in &legal {
            let actions = match choice {
                Choice::Action(action) => vec![action],
                Choice::Open(Open::Deal) => deals.clone(),
                Choice::Open(other) => panic!("{other:?} is asked on the first night"),
            };
            for action in actions {
                let mut longer = run.clone();
                if longer.apply(action).is_ok() {
                    runs.push(longer);
                }
            }
        }
    }
    runs
}

fn actions_of(run: &Run<botc::State>) -> Vec<botc::Action> {
    run.record().actions.clone()
}

/// The runs that the enumerator finds, and the states without repetition.
fn found(setup: &Setup, view: &View<botc::State>) -> (BTreeSet<Vec<botc::Action>>, Vec<botc::State>) {
    let mut open = |_: &botc::State, kind, contents: &mut Contents<Content>, out: &mut Vec<_>| {
        if kind == Open::Deal {
            botc_deals(setup, contents, out);
        }
    };
    let question = Question { setup, view, limit: u64::MAX, merge: false };
    let every = worlds(&question, &mut open).expect("a legal set-up");
    assert_eq!(every.extent, Extent::Complete);
    let count = every.worlds.len();
    let runs: BTreeSet<_> = every.worlds.into_iter().map(|world| world.actions).collect();
    assert_eq!(runs.len(), count, "every run once");
    let question = Question { merge: true, ..question };
    let (states, extent) = states(&question, &mut open).expect("a legal set-up");
    assert_eq!(extent, Extent::Complete);
    (runs, states)
}

#[test]
fn tiny_clocktowers_have_just_the_worlds_that_a_plain_filter_keeps() {
    let tables = [
        tiny(&["chef", "empath", "poisoner", "imp"], [1, 0, 1, 1]),
        tiny(&["washerwoman", "chef", "drunk", "poisoner", "imp"], [1, 1, 1, 1]),
        tiny(&["empath", "recluse", "spy", "imp"], [1, 1, 1, 1]),
        tiny(&["chef", "empath", "investigator", "poisoner", "imp"], [3, 0, 1, 1]),
    ];
    let mut rng = Rng::new(11);
    for setup in tables {
        let runs = all_first_nights(&setup);
        let mut most = 0;
        for _ in 0..12 {
            let target = rng.pick(&runs).expect("runs");
            let seat = Seat::new(rng.below(setup.names.len() as u32) as usize);
            let view = target.view(seat);
            let fitting: Vec<_> = runs.iter().filter(|run| run.view(seat) == view).collect();
            let (found, states) = found(&setup, &view);
            assert_eq!(found, fitting.iter().map(|run| actions_of(run)).collect(), "{seat:?} {view:?}");
            assert!(found.contains(&actions_of(target)));
            let mut distinct: Vec<&botc::State> = Vec::new();
            for run in &fitting {
                if !distinct.contains(&run.state()) {
                    distinct.push(run.state());
                }
            }
            assert_eq!(states.len(), distinct.len());
            assert!(states.iter().all(|state| distinct.contains(&state)));
            most = most.max(found.len());
        }
        assert!(most > 10, "{} runs, {most} worlds: too few to show anything", runs.len());
    }
}
