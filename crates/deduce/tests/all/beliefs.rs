//! What a seat supposedly knows is true: random games, every seat, every moment at which something new is seen.

use crate::common;

use common::botc::{honest_case, play, table, trouble_brewing};
use gaslamp_botc::rules::Setup;
use gaslamp_botc::rules::phase::DAY;
use gaslamp_botc::{Character, CharacterSet, State, Team};
use gaslamp_core::trace::Phase;
use gaslamp_core::{Game, Rng, Run, Seat, Seats};
use gaslamp_deduce::botc::odds::{
    DRAWS, Effort, Glance, Manner, Nothing, Odds, Refuted, estimate, weigh, weigh_on,
};
use gaslamp_deduce::botc::{
    Amount, BeliefState, Case, Clash, Fact, Inquiry, Model, Trust, Watch, evidence, solve,
};

fn inquiry<'a>(run: &Run<State>, view: &'a gaslamp_core::View<State>) -> Inquiry<'a> {
    let setup = &run.record().setup;
    Inquiry {
        counts: setup.counts,
        script: Some(setup.script.clone()),
        effort: Effort { draws: 100, manner: Manner::Draw, ..Effort::default() },
        patterns: 30_000,
        ..Inquiry::new(view)
    }
}

fn weighed(beliefs: &BeliefState) -> &Odds {
    beliefs.weighed.as_ref().expect("a world")
}

fn is_so(fact: &Fact, start: &[Character], state: &State) -> bool {
    let evil = state.evil();
    match fact {
        Fact::Role(seat, role) => start[seat.index()] == *role,
        Fact::Became(seat, role) => state.all_roles()[seat.index()] == *role,
        Fact::Evil(seat) => evil.contains(*seat),
        Fact::Good(seat) => !evil.contains(*seat),
        Fact::OneEvil(a, b) => evil.contains(*a) || evil.contains(*b),
        Fact::DemonAmong(seats) => {
            let demons = (0..start.len()).map(Seat::new).filter(|seat| state.is_demon(*seat));
            demons.into_iter().all(|seat| seats.contains(seat))
        }
        Fact::InPlay(role) => start.contains(role),
    }
}

/// The number of games for each table; `GASLAMP_SEEDS` sets another.
fn seeds() -> u64 {
    std::env::var("GASLAMP_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(2)
}

fn check(setup: &Setup, seed: u64, exact: &mut usize) {
    let mut before = None;
    play(setup.clone(), &mut Rng::new(seed), |run, start, _| {
        let phase = run.state().phase();
        if before.replace(phase) == Some(phase) || run.state().is_over() {
            return true;
        }
        for seat in (0..run.state().seats()).map(Seat::new) {
            let view = run.view(seat);
            let beliefs = BeliefState::of(&inquiry(run, &view)).expect("a game that can be looked at");
            let place = format!("{} players, seed {seed}, {phase:?}, {seat:?}", start.len());
            let Ok(known) = &beliefs.known else { continue };
            let Amount::Exact(worlds) = known.worlds else { continue };
            *exact += 1;
            assert!(worlds > 0, "{place}");
            for fact in &known.certain {
                assert!(is_so(fact, start, run.state()), "{place}: {fact:?}");
            }
            for (index, role) in start.iter().enumerate() {
                let shares = [&known.shares.roles[index], &weighed(&beliefs).roles[index]];
                assert!(
                    shares.iter().all(|roles| roles.get(role).is_some_and(|share| *share > 0.0)),
                    "{place}"
                );
            }
        }
        !matches!(phase, Phase { label: DAY, number: 3 })
    });
}

#[test]
fn what_is_certain_is_so() {
    let mut exact = 0;
    for seed in 0..seeds() {
        for players in [5, 7, 9] {
            check(&trouble_brewing(players), seed, &mut exact);
        }
        check(
            &table(&["artist", "dreamer", "zombuul", "drunk", "poisoner", "monk"], [2, 1, 1, 1]),
            seed,
            &mut exact,
        );
    }
    assert!(exact > 200, "{exact} views were looked at as a whole");
}

/// A game in which Ann claims to be the Chef, as Ben does, and Cy says nothing.
fn claimed() -> Run<State> {
    let text = "game botc 2 players=Ann,Ben,Cy,Dan,Eve
<SETUP> st!deals->Ann:chef,Ben:poisoner,Cy:monk,Dan:imp,Eve:soldier \
<N1> Ben!chooses->Cy, st!tells->Ann(0) <D1> Ann!claims(chef), Ann!reports(n1,chef,0), Ann!passes, Ben!claims(chef)";
    gaslamp_core::record::read(&text.replace("\\\n", "")).expect("a record")
}

#[test]
fn claims_are_believed_as_far_as_they_are_trusted() {
    let run = claimed();
    let view = run.view(Seat::new(2));
    let with = |trust: Vec<(Seat, Trust)>| {
        let inquiry = Inquiry {
            effort: Effort { draws: 1_000_000, ..Effort::default() },
            trust,
            ..inquiry(&run, &view)
        };
        BeliefState::of(&inquiry).expect("beliefs")
    };
    let (ann, ben) = (Seat::new(0), Seat::new(1));
    let honest = |beliefs: &BeliefState, seat: Seat| weighed(beliefs).honest[seat.index()];
    let usual = with(Vec::new());
    // Nobody has the token of another's role, so two Chefs cannot both be honest.
    assert_eq!(usual.clashes(), [Clash::Two(ann, ben)]);
    assert!(honest(&usual, ann) + honest(&usual, ben) <= 1.0 + 1e-9);
    let certain = with(vec![(ann, Trust::Certain)]);
    assert!((honest(&certain, ann) - 1.0).abs() < 1e-9);
    assert_eq!(certain.clashes(), [Clash::Alone(ben)]);
    let trusted = with(vec![(ann, Trust::Trusted)]);
    let uncertain = with(vec![(ann, Trust::Uncertain(0.6))]);
    let distrusted = with(vec![(ann, Trust::Distrusted(Some(0.1)))]);
    assert!(honest(&trusted, ann) > honest(&uncertain, ann));
    assert!(honest(&uncertain, ann) > honest(&distrusted, ann));
    let ignored = with(vec![(ann, Trust::Distrusted(None)), (ben, Trust::Distrusted(None))]);
    assert_eq!(weighed(&ignored).evil[0], weighed(&ignored).evil[4], "nobody has said anything then");
    let evil = weighed(&ignored).evil.iter().sum::<f64>();
    assert!((evil - 2.0).abs() < 1e-9, "{evil}");
}

#[test]
fn trust_is_read() {
    let table = [
        ("certain", Some(Trust::Certain)),
        ("trusted", Some(Trust::Trusted)),
        ("distrusted", Some(Trust::Distrusted(None))),
        ("0.7", Some(Trust::Uncertain(0.7))),
        ("70%", Some(Trust::Uncertain(0.7))),
        ("0.2", Some(Trust::Distrusted(Some(0.2)))),
        ("1.2", None),
        ("-1", None),
        ("NaN", None),
        ("", None),
        ("sure", None),
    ];
    for (text, trust) in table {
        assert_eq!(Trust::read(text).ok(), trust, "{text}");
    }
}

/// The Demon and the Minion know each other in a game of seven, and nobody else does.
#[test]
fn evil_players_know_their_own() {
    let text = "game botc 2 players=7
<SETUP> st!deals->P1:chef,P2:poisoner,P3:monk,P4:imp,P5:soldier,P6:mayor,P7:virgin \
<N1> st!tells->P4(team,P2,washerwoman,librarian,saint), P2!chooses->P3, st!tells->P1(0)";
    let run: Run<State> = gaslamp_core::record::read(&text.replace("\\\n", "")).expect("a record");
    let view = run.view(Seat::new(3));
    let beliefs = BeliefState::of(&inquiry(&run, &view)).expect("beliefs");
    let shares = beliefs.known.expect("a world").shares;
    let evil: Vec<f64> = shares.evil.clone();
    assert_eq!(evil, [0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
    let shown: CharacterSet =
        ["washerwoman", "librarian", "saint"].map(Character::with_id).into_iter().collect();
    for roles in &shares.roles {
        assert!(roles.keys().all(|role| !shown.contains(*role)), "bluffs are not in play");
    }
    let minions: f64 =
        shares.roles[1].iter().filter(|(role, _)| role.team() == Team::Minion).map(|(_, share)| share).sum();
    assert!((minions - 1.0).abs() < 1e-9);
}

/// What is known if everybody's role is known, but nobody's choices are.
fn roles_alone(run: &Run<State>, start: &[Character]) -> Case {
    let mut case = evidence::own_case(&run.view(Seat::new(0)));
    (case.counts, case.tells_all) = (run.record().setup.counts, Seats::NONE);
    (case.tells_changes, case.known) = (Seats::NONE, Seats::first(start.len()));
    for (player, role) in case.players.iter_mut().zip(start) {
        (player.claims, player.says) = (vec![*role], Vec::new());
    }
    case
}

/// Odds are called exact only where every hidden choice was followed.
#[test]
fn drawn_choices_are_told() {
    let busy = ["tealady", "soldier", "mayor", "monk", "lunatic", "pithag", "poisoner", "po", "pukka", "imp"];
    for (setup, is_busy) in [(table(&busy, [4, 1, 2, 1]), true), (trouble_brewing(5), false)] {
        let mut is_drawn = false;
        for seed in 0..8 {
            play(setup.clone(), &mut Rng::new(seed), |run, start, _| {
                let is_day = matches!(run.state().phase(), Phase { label: DAY, number: 2 | 3 });
                if is_day && !run.state().is_over() {
                    let odds = weigh(&roles_alone(run, start), &Model::default(), DRAWS).expect("a case");
                    is_drawn |= odds.expect("a world").drawn.is_some();
                }
                run.state().phase() != Phase::new(DAY, 3)
            });
        }
        assert_eq!(is_drawn, is_busy);
    }
}

/// How far estimates are off, in units of their stated errors.
#[derive(Default)]
struct Misses {
    squares: f64,
    count: usize,
}

impl Misses {
    fn add(&mut self, estimated: f64, error: f64, exact: f64, place: &str) {
        let miss = (estimated - exact) / error;
        assert!(miss.abs() < 6.0, "{place}: {estimated} ± {error}, not {exact}");
        self.squares += miss * miss;
        self.count += 1;
    }

    fn root_mean_square(&self) -> f64 {
        (self.squares / self.count as f64).sqrt()
    }
}

/// Compares estimates with listed worlds: views of one seat, and tables at which everybody talks.
#[test]
fn estimates_miss_as_far_as_they_say() {
    let mut worlds = Misses::default();
    let mut evil = Misses::default();
    let tables = [
        (
            table(
                &["empath", "monk", "undertaker", "chef", "recluse", "drunk", "scarletwoman", "imp"],
                [3, 1, 1, 1],
            ),
            3,
        ),
        (
            table(
                &["ravenkeeper", "slayer", "saint", "chef", "monk", "drunk", "poisoner", "spy", "imp"],
                [3, 1, 1, 1],
            ),
            2,
        ),
        (
            table(
                &["artist", "dreamer", "tealady", "snakecharmer", "drunk", "saint", "fanggu", "poisoner"],
                [3, 1, 1, 1],
            ),
            2,
        ),
    ];
    for (number, (setup, last)) in tables.iter().enumerate() {
        for seed in 0..seeds() {
            let mut before = None;
            play(setup.clone(), &mut Rng::new(seed), |run, _, rng| {
                let phase = run.state().phase();
                let is_new = before.replace(phase) != Some(phase);
                if is_new && phase.label == DAY && !run.state().is_over() {
                    let mut own = evidence::own_case(&run.view(Seat::new(0)));
                    own.counts = run.record().setup.counts;
                    for (view, case) in [("own", own), ("outside", honest_case(run, rng))] {
                        let exact = solve(&case).expect("a case");
                        let place = format!("table {number}, seed {seed}, {phase:?}, {view}");
                        let effort = Effort { draws: exact.supposed / 4, seed, ..Effort::default() };
                        if effort.draws < 60 {
                            continue;
                        }
                        let found = estimate(&case, effort, 5, &Watch::default()).expect("a case");
                        let Ok(found) = found else { continue };
                        assert!(found.examples.iter().all(|world| exact.worlds.contains(world)), "{place}");
                        if !found.shares.drawn.is_some_and(|drawn| drawn.is_enough()) {
                            continue;
                        }
                        worlds.add(found.worlds, found.error, exact.len() as f64, &place);
                        for seat in (0..case.players.len()).map(Seat::new) {
                            let share = exact.share(|world| world.evil.contains(seat));
                            let (stated, error) =
                                (found.shares.evil[seat.index()], found.shares.error[seat.index()]);
                            evil.add(stated, error, share, &place);
                        }
                    }
                }
                phase != Phase::new(DAY, *last)
            });
        }
    }
    assert!(worlds.count >= 8, "{} views", worlds.count);
    let misses = [worlds.root_mean_square(), evil.root_mean_square()];
    assert!(misses.iter().all(|miss| (0.2..1.5).contains(miss)), "{misses:?} in {} views", worlds.count);
}

/// A glance at the most promising hypotheses comes close to all of them, however much has been remembered as refuted.
#[test]
fn a_glance_comes_close() {
    let glance = Glance { draws: 400, listed: 1_500 };
    let (mut off, mut count) = (0.0, 0);
    for seed in 0..seeds().min(12) {
        let mut refuted = Refuted::default();
        play(trouble_brewing(7), &mut Rng::new(seed), |run, _, _| {
            let phase = run.state().phase();
            if phase.label == DAY && !run.state().is_over() {
                let case = evidence::own_case(&run.view(Seat::new(0)));
                let model = Model::default();
                let all = weigh(&case, &model, DRAWS).expect("a case");
                let most = weigh_on(&case, &model, glance, &mut refuted).expect("a case");
                if let (Ok(all), Ok(most)) = (all, most) {
                    let misses = all.evil.iter().zip(&most.evil).map(|(all, most)| (all - most).abs());
                    (off, count) = misses.fold((off, count), |(off, count), miss| (off + miss, count + 1));
                }
            }
            phase != Phase::new(DAY, 3)
        });
    }
    assert!(count > 100, "{count} seats");
    let mean = off / f64::from(count);
    assert!(mean < 0.03, "a glance misses by {mean} on average, at {count} seats");
}

/// If no draw fits, there are no odds.
#[test]
fn nothing_found_is_no_answer() {
    let run = claimed();
    let view = run.view(Seat::new(2));
    let effort = Effort { draws: 1, ..Effort::default() };
    let nothing = Inquiry { effort, patterns: 0, ..inquiry(&run, &view) };
    let stopped = Watch::default();
    stopped.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let beliefs = BeliefState::watched(&nothing, &stopped).expect("a case");
    assert_eq!(beliefs.known.err(), Some(Nothing { drawn: Some(0) }));
    assert_eq!(beliefs.weighed.err(), Some(Nothing { drawn: Some(0) }));
}
