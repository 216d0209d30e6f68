//! Compares counted worlds with listed worlds, and with the table of set-ups.

use crate::common;

use common::botc::{play, table, trouble_brewing};
use gaslamp_botc::rules::Setup;
use gaslamp_botc::rules::phase::DAY;
use gaslamp_botc::{State, Team};
use gaslamp_core::trace::Phase;
use gaslamp_core::{Game, Rng, Run, Seat};
use gaslamp_deduce::botc::{
    Case, Counted, Extent, Model, Player, Question, Solver, Survey, SurveyOptions, Watch, count, evidence,
    solve,
};

fn counted(case: &Case) -> Counted {
    count(case, &Model::default(), 2_000_000).expect("a case that can be solved").expect("few patterns")
}

/// What a seat knows when nobody has said anything.
fn own_case(run: &Run<State>, seat: Seat) -> Case {
    let setup = &run.record().setup;
    let own = evidence::own_case(&run.view(seat));
    Case { counts: setup.counts, script: Some(setup.script.clone()), ..own }
}

/// Runs at the moments at which somebody has just learned something: the first day, and the days after it.
fn mornings(setup: Setup, seed: u64, last: u16, mut look: impl FnMut(&Run<State>)) {
    let mut before = None;
    play(setup, &mut Rng::new(seed), |run, _, _| {
        let phase = run.state().phase();
        if before.replace(phase) != Some(phase) && phase.label == DAY {
            look(run);
        }
        phase != Phase::new(DAY, last)
    });
}

#[test]
fn nobody_knows_anything_yet() {
    let table: [(usize, u128); 11] = [
        (5, 112_320),
        (6, 2_508_480),
        (7, 28_108_080),
        (8, 668_828_160),
        (9, 8_510_261_760),
        (10, 102_745_843_200),
        (11, 1_438_441_804_800),
        (12, 16_644_826_598_400),
        (13, 196_792_538_342_400),
        (14, 2_044_505_285_222_400),
        (15, 12_341_830_685_184_000),
    ];
    for (size, seated) in table {
        let run = Run::<State>::new(trouble_brewing(size)).expect("a set-up");
        let silent = |name: &String| Player { name: name.clone(), claims: Vec::new(), says: Vec::new() };
        let view = run.view(Seat::new(0));
        let mut case = evidence::case(&view, view.names.iter().map(silent).collect());
        case.hidden = view.now.script;
        let counted = counted(&case);
        assert_eq!((counted.supposed, counted.worlds), (seated, seated), "{size} players");
        let [_, _, minions, demons] = gaslamp_botc::rules::bag_space::base_counts(size).expect("a size");
        for (index, evil) in counted.weighed.evil.iter().enumerate() {
            assert!((evil - (minions + demons) as f64 / size as f64).abs() < 1e-9, "{size}: {index}");
        }
    }
}

fn compare(case: &Case, place: &str) {
    let counted = counted(case);
    let listed = solve(case).expect("a case that can be solved");
    assert_eq!(counted.worlds, listed.len() as u128, "{place} {:?}", case.players);
    assert_eq!(counted.supposed > 0, listed.supposed > 0, "{place}");
    assert_eq!(counted.certain, listed.certain(), "{place}");
    for seat in (0..case.players.len()).map(Seat::new) {
        let index = seat.index();
        let evil = listed.share(|world| world.evil.contains(seat));
        assert!(
            (counted.shares.evil[index] - evil).abs() < 1e-9,
            "{place} {index}: {:?} {evil} {:?}",
            counted.shares,
            case.players
        );
        let demon = listed.share(|world| world.end[index].team() == Team::Demon);
        let other = counted.shares.demon[index];
        assert!((other - demon).abs() < 1e-9, "{place} {index}: {other} or {demon}");
        for (role, worlds) in listed.roles(seat) {
            let share = worlds as f64 / listed.len() as f64;
            let other = counted.shares.roles[index].get(&role).copied().unwrap_or(0.0);
            assert!((other - share).abs() < 1e-9, "{place} {index} {}: {other} or {share}", role.name());
        }
        let all: f64 = counted.shares.roles[index].values().sum();
        assert!((all - 1.0).abs() < 1e-9, "{place} {index}: {all}");
    }
}

/// The number of games for each table; `GASLAMP_SEEDS` sets another.
fn seeds() -> u64 {
    std::env::var("GASLAMP_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(3)
}

#[test]
fn counted_is_listed() {
    let learners = ["washerwoman", "librarian", "investigator", "chef", "empath", "fortuneteller"];
    let script = |others: &[&'static str]| [learners.as_slice(), others].concat();
    let tables = [
        (trouble_brewing(5), 1),
        (table(&script(&["drunk", "saint", "poisoner", "baron", "imp"]), [3, 1, 1, 1]), 1),
        (table(&script(&["recluse", "drunk", "spy", "poisoner", "imp"]), [4, 1, 1, 1]), 1),
        (
            table(
                &["chef", "monk", "mayor", "soldier", "virgin", "butler", "poisoner", "spy", "imp"],
                [4, 1, 2, 1],
            ),
            1,
        ),
        (
            table(&["empath", "monk", "undertaker", "recluse", "drunk", "scarletwoman", "imp"], [2, 1, 1, 1]),
            3,
        ),
        (table(&["ravenkeeper", "slayer", "saint", "chef", "poisoner", "imp"], [2, 1, 1, 1]), 3),
        (table(&["artist", "dreamer", "tealady", "drunk", "pukka", "poisoner"], [2, 1, 1, 1]), 2),
    ];
    let mut compared = 0;
    for (number, (setup, last)) in tables.iter().enumerate() {
        for seed in 0..seeds() {
            mornings(setup.clone(), 100 * number as u64 + seed, *last, |run| {
                for seat in (0..run.state().seats()).map(Seat::new) {
                    compare(
                        &own_case(run, seat),
                        &format!("table {number}, seed {seed}, {:?}", run.state().phase()),
                    );
                    compared += 1;
                }
            });
        }
    }
    assert!(compared > 60, "{compared} views");
}

/// What the table saw, if nobody says anything.
fn silent_case(run: &Run<State>) -> Case {
    let view = run.view(Seat::new(0));
    let silent = |name: &String| Player { name: name.clone(), claims: Vec::new(), says: Vec::new() };
    let setup = &run.record().setup;
    let hidden = view.now.script;
    let case = evidence::case(&view, view.names.iter().map(silent).collect());
    Case { counts: setup.counts, script: Some(setup.script.clone()), hidden, ..case }
}

/// Nominations, shots and executions at some seats single out characters there that are equivalent to others elsewhere.
#[test]
fn silent_tables_are_counted_as_they_are_listed() {
    let tables = [
        table(&["virgin", "slayer", "chef", "empath", "saint", "poisoner", "imp"], [3, 0, 1, 1]),
        table(&["virgin", "slayer", "soldier", "mayor", "saint", "recluse", "baron", "imp"], [4, 0, 1, 1]),
        table(&["virgin", "monk", "chef", "empath", "drunk", "saint", "spy", "imp"], [3, 1, 1, 1]),
        table(&["monk", "soldier", "mayor", "chef", "empath", "recluse", "poisoner", "imp"], [4, 0, 1, 1]),
        table(&["monk", "soldier", "slayer", "chef", "saint", "scarletwoman", "spy", "imp"], [3, 1, 1, 1]),
        table(&["slayer", "virgin", "chef", "butler", "saint", "scarletwoman", "baron", "imp"], [3, 0, 1, 1]),
    ];
    let mut compared = 0;
    for (number, setup) in tables.iter().enumerate() {
        for seed in 0..2 * seeds() {
            mornings(setup.clone(), 1_000 * number as u64 + seed, 3, |run| {
                let case = silent_case(run);
                let place = format!("table {number}, seed {seed}, {:?}", run.state().phase());
                compare(&case, &place);
                compare_surveys(&case, &place);
                compared += 1;
            });
        }
    }
    assert!(compared > 30, "{compared} tables");
}

/// A survey by counting agrees with one by listing; without weights, more worlds fall into one pattern.
fn compare_surveys(case: &Case, place: &str) {
    let solver = Solver::new(case).expect("a case");
    let options = SurveyOptions { keep: usize::MAX, ..SurveyOptions::default() };
    let listed = Survey::of(&solver, &options, &Watch::default()).expect("a survey");
    let counted = Survey::counted_of(&solver, &options, &Watch::default()).expect("a case").expect("few");
    assert_eq!(
        (listed.extent, &listed.certain),
        (counted.extent, &counted.certain),
        "{place} {:?}",
        case.log
    );
    assert_eq!(listed.worlds, counted.worlds, "{place} {:?}", case.log);
    for (index, (a, b)) in listed.seats.iter().zip(&counted.seats).enumerate() {
        assert!((a.evil - b.evil).abs() < 1e-9, "{place} {index}: {a:?} or {b:?}");
    }
}

/// Whatever is asked and assumed, counting agrees with listing.
#[test]
fn what_is_asked_is_counted_as_it_is_listed() {
    let setup =
        table(&["virgin", "slayer", "chef", "empath", "drunk", "saint", "poisoner", "imp"], [3, 1, 1, 1]);
    let asked = [
        "evil(P1) and evil(P2)",
        "P2=Virgin",
        "role(P3, Slayer) or role(P4, Imp)",
        "type(P2, Outsider)",
        "in_play(Chef)",
        "next_to(Imp, Poisoner)",
        "townsfolk_row(at least 3)",
    ];
    mornings(setup, 7, 2, |run| {
        let case = silent_case(run);
        let names = case.names();
        let questions = asked.map(|text| Question::read(&names, text).expect("a question"));
        let assumptions = [Question::read(&names, "not evil(P4)").expect("a question")];
        let solver = Solver::new(&case).expect("a case").asked(&questions).expect("few nights");
        let options = SurveyOptions {
            assumptions: &assumptions,
            questions: &questions,
            keep: 5,
            ..SurveyOptions::default()
        };
        let listed = Survey::of(&solver, &options, &Watch::default()).expect("a survey");
        let counted = Survey::counted_of(&solver, &options, &Watch::default()).expect("a case").expect("few");
        assert!(matches!(listed.extent, Extent::All(worlds) if worlds > 100), "{:?}", listed.extent);
        assert_eq!((listed.extent, &listed.certain), (counted.extent, &counted.certain));
        assert_eq!(listed.answers, counted.answers);
        assert!(
            counted.worlds.len() >= 5 && counted.worlds.iter().all(|world| listed.worlds.contains(world))
        );
    });
}
