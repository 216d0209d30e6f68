//! The worlds of Mafia: never without the truth, as many as the rules leave, the same as the enumerator by replay finds.

use crate::common;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use common::mafia::{all_deals, deal_of, dealt, play, random_action, random_game, rule_sets, seats};
use gaslamp_core::{Actor, Contents, Game as _, NoContent, Rng, Run, Seat, View};
use gaslamp_deduce::mafia::{Basis, Conclusion, is_possible, public_worlds, worlds};
use gaslamp_deduce::replay::{Extent, Question, each_world};
use gaslamp_mafia::rules::Open;
use gaslamp_mafia::rules::phase::{EVENING, NIGHT};
use gaslamp_mafia::{Action, Colour, Deal, Role, Rules, State};

/// How many worlds a seat has.
fn count(run: &Run<State>, seat: Seat) -> usize {
    worlds(run.record().setup, &run.view(seat)).count()
}

/// Don 0, mafia 1 and 2, sheriff 3.
fn first_deal() -> Deal {
    Deal::from_arrangement(0).expect("a deal")
}

/// Everybody ends the turn until this is so.
fn pass_until(run: &mut Run<State>, reached: impl Fn(&State) -> bool) {
    while !reached(run.state()) {
        run.apply(Action::EndTurn).expect("a turn can end");
    }
}

fn is_night(state: &State) -> bool {
    state.phase().label == NIGHT
}

fn apply(run: &mut Run<State>, actions: &[Action]) {
    for &action in actions {
        run.apply(action).expect("legal");
    }
}

/// In every step of many games the truth is among the worlds of every seat.
#[test]
fn the_true_deal_is_always_possible() {
    let mut rng = Rng::new(1);
    let mut asked = 0u32;
    for game in 0..400 {
        let rules = rule_sets()[game % 4];
        let brevity = [1, 4, 12][game % 3];
        let deal = Deal::from_arrangement(rng.below(Deal::COUNT.into()) as u16).expect("a deal");
        let mut run = dealt(rules, deal);
        loop {
            // Turns look alike; of a long game every tenth step of the day is asked about, and every step of the night.
            if is_night(run.state()) || rng.below(10) == 0 || run.state().outcome().is_some() {
                for seat in seats() {
                    assert!(
                        is_possible(rules, &run.view(seat), deal),
                        "game {game}, {seat:?}, {:?}",
                        run.state()
                    );
                    asked += 1;
                }
            }
            let Some(action) = random_action(run.state(), brevity, &mut rng) else { break };
            run.apply(action).expect("a listed action");
        }
    }
    assert!(asked > 100_000, "{asked}");
}

/// The same of the whole list, at fewer steps.
#[test]
fn the_worlds_hold_the_true_deal_and_just_what_is_possible() {
    let mut rng = Rng::new(2);
    for game in 0..12 {
        let rules = rule_sets()[game % 4];
        let whole = random_game(rules, 4, &mut rng);
        let deal = deal_of(&whole);
        for _ in 0..2 {
            let cut = 1 + rng.below(whole.record().actions.len() as u32) as usize;
            let run = whole.at(cut).expect("its own record");
            for seat in seats() {
                let view = run.view(seat);
                let worlds = worlds(rules, &view);
                assert!(worlds.deals().contains(&deal), "game {game}, {cut} actions, {seat:?}");
                // The engine, which plays the whole view again with each deal, has the last word.
                let possible: Vec<Deal> =
                    all_deals().filter(|&other| is_possible(rules, &view, other)).collect();
                assert_eq!(worlds.deals(), possible, "game {game}, {cut} actions, {seat:?}");
            }
        }
    }
}

#[test]
fn the_deal_leaves_as_many_worlds_as_combinatorics_says() {
    let run = Run::<State>::new(Rules::default()).expect("legal rules");
    assert_eq!(count(&run, Seat::new(0)), 2520, "nothing is dealt");
    let run = dealt(Rules::default(), first_deal());
    for seat in seats() {
        let expected = match first_deal().role(seat) {
            Role::Citizen => 9 * 28 * 6,
            Role::Sheriff => 9 * 28,
            Role::Mafia => 2 * 7,
            Role::Don => 7,
        };
        assert_eq!(count(&run, seat), expected, "{seat:?}");
    }
}

/// A quiet first day, and in the night the don shoots 9 while don and sheriff look at somebody.
fn after_a_night() -> Run<State> {
    let mut run = dealt(Rules::default(), first_deal());
    pass_until(&mut run, is_night);
    let [one, four, nine] = [1, 4, 9].map(Seat::new);
    apply(&mut run, &[Action::Kill(nine), Action::DonCheck(four), Action::SheriffCheck(one)]);
    run
}

#[test]
fn a_night_rules_out_what_the_rules_say() {
    let run = after_a_night();
    let at = |seat: usize| count(&run, Seat::new(seat));
    // Whoever was shot is not the don, who shot: with 9 as the don there would be a pair of eight and six sheriffs.
    assert_eq!(at(5), 9 * 28 * 6 - 28 * 6);
    // The victim knew that already.
    assert_eq!(at(9), 9 * 28 * 6);
    // The don found that 4 is not the sheriff.
    assert_eq!(at(0), 6);
    // The mafia knows that 0 or 2 shot, and cannot say which.
    assert_eq!(at(1), 14);
    // The sheriff knows that 1 is black, and 9 not the don: 1 is the don beside a pair of eight, or has one of eight for a
    // partner under one of seven dons, less those with 9 as the don.
    let pairs = 28 + 8 * 7 - 7;
    assert_eq!(at(3), pairs);
}

/// With the sheriff dead a don whose check is over sees the morning at once: still night, still a sheriff.
#[test]
fn a_night_that_goes_on_tells_the_don_who_is_awake() {
    let mut run = dealt(Rules::default(), first_deal());
    pass_until(&mut run, is_night);
    let [zero, five, nine] = [0, 5, 9].map(Seat::new);
    apply(&mut run, &[Action::Kill(nine), Action::EndTurn, Action::EndTurn]);
    pass_until(&mut run, is_night);
    // 9 is out. Had 9 been the sheriff, the night would be over now.
    apply(&mut run, &[Action::Kill(five), Action::EndTurn]);
    assert!(is_night(run.state()));
    let sheriffs: BTreeSet<usize> =
        worlds(Rules::default(), &run.view(zero)).deals().iter().map(|deal| deal.sheriff().index()).collect();
    assert_eq!(sheriffs, BTreeSet::from([3, 4, 5, 6, 7, 8]));
}

/// Once a black has left, who is woken to shoot tells the mafia which of the others is the don.
#[test]
fn being_woken_or_not_tells_the_mafia_who_is_the_don() {
    let rules = Rules { lone_nominee_leaves_on_day_1: true, ..Rules::default() };
    let night_without = |don: usize, leaves: usize| {
        let blacks = |deal: &Deal| deal.blacks() == (0..3).map(Seat::new).collect();
        let deal = all_deals().find(|deal| blacks(deal) && deal.don() == Seat::new(don)).expect("a deal");
        let mut run = dealt(rules, deal);
        pass_until(&mut run, |state| state.to_act() == Some(Actor::Seat(Seat::new(3))));
        apply(&mut run, &[Action::Nominate(Seat::new(leaves))]);
        pass_until(&mut run, is_night);
        run
    };
    let dons = |run: &Run<State>, seat: usize| -> BTreeSet<usize> {
        let worlds = worlds(rules, &run.view(Seat::new(seat)));
        worlds.deals().iter().map(|deal| deal.don().index()).collect()
    };
    // 1 is woken, so the don has left; 2 would sleep either way.
    let run = night_without(0, 0);
    assert_eq!((dons(&run, 1), dons(&run, 2)), ([0].into(), [0, 1].into()));
    // 0 would be woken if the don had left, and is not.
    let run = night_without(2, 1);
    assert_eq!(dons(&run, 0), [2].into());
}

#[test]
fn a_common_shot_never_hits_a_black() {
    let rules = Rules { unanimous_kill: true, ..Rules::default() };
    let mut run = dealt(rules, first_deal());
    pass_until(&mut run, is_night);
    let nine = Seat::new(9);
    apply(&mut run, &[Action::Kill(nine); 3]);
    apply(&mut run, &[Action::EndTurn; 2]);
    let worlds = worlds(rules, &run.view(Seat::new(5)));
    assert!(worlds.is_certain(|deal| deal.role(nine).colour() == Colour::Red));
    // 9 is the sheriff, or else a citizen: blacks among eight, and for each triple three dons.
    assert_eq!(worlds.count(), 56 * 3 + 56 * 3 * 5);
    assert!(worlds.conclusions().contains(&Conclusion::Colour(nine, Colour::Red)));
}

/// The end of the game tells what nothing else does: with three left who play on, one of them is black.
#[test]
fn a_game_that_goes_on_tells_who_can_be_left() {
    let mut rng = Rng::new(5);
    let mut seen_late = 0;
    for _ in 0..40 {
        let whole = random_game(Rules::default(), 12, &mut rng);
        let last = whole.record().actions.len();
        for cut in (1..last).step_by(7) {
            let run = whole.at(cut).expect("its own record");
            let seat = Seat::new(rng.below(10) as usize);
            let living = run.state().visible_state(seat).living;
            if living.len() > 4 {
                continue;
            }
            seen_late += 1;
            let worlds = worlds(Rules::default(), &run.view(seat));
            assert!(worlds.is_certain(|deal| deal.blacks().and(living).len() == 1));
        }
    }
    assert!(seen_late > 20, "{seen_late}");
}

/// Whoever looks on whenever asked knows as much as who looks back, and so does the public.
#[test]
fn worlds_that_are_narrowed_are_the_worlds_of_the_last_view() {
    let mut rng = Rng::new(21);
    for game in 0..16 {
        let rules = rule_sets()[game % 4];
        let whole = random_game(rules, [4, 12][game % 2], &mut rng);
        let seat = Seat::new(game % 10);
        let mut run = Run::<State>::new(rules).expect("legal rules");
        let mut own = worlds(rules, &run.view(seat));
        let mut public = public_worlds(rules, &run.view(seat));
        for &action in &whole.record().actions {
            run.apply(action).expect("its own record");
            let view = run.view(seat);
            // Turns look alike.
            let is_asked = rng.below(8) == 0;
            if view.to_act() {
                own.narrow(rules, &view);
                assert!(!is_asked || own == worlds(rules, &view), "game {game}, {:?}", run.state());
            }
            public.narrow(rules, &view);
            if is_asked {
                assert!(public == public_worlds(rules, &view), "game {game}, {:?}", run.state());
            }
        }
    }
}

/// What everybody knows is what the citizens know but for their own cards, whoever tells it.
#[test]
fn the_public_knows_what_citizens_know() {
    let mut rng = Rng::new(22);
    for game in 0..8 {
        let rules = rule_sets()[game % 4];
        let whole = random_game(rules, 8, &mut rng);
        let deal = deal_of(&whole);
        for cut in (1..=whole.record().actions.len()).step_by(9) {
            let run = whole.at(cut).expect("its own record");
            let public = public_worlds(rules, &run.view(deal.don()));
            assert_eq!(public.seat(), None);
            for citizen in seats().filter(|&seat| deal.role(seat) == Role::Citizen).take(2) {
                let known: Vec<Deal> = public
                    .deals()
                    .iter()
                    .filter(|deal| deal.role(citizen) == Role::Citizen)
                    .copied()
                    .collect();
                assert_eq!(
                    worlds(rules, &run.view(citizen)).deals(),
                    known,
                    "game {game}, {cut}, {citizen:?}"
                );
                let told = public_worlds(rules, &run.view(citizen));
                assert_eq!(told.deals(), public.deals(), "game {game}, {cut}, {citizen:?}");
            }
        }
    }
}

fn replayed(rules: Rules, view: &View<State>, limit: u64) -> Option<BTreeSet<Deal>> {
    let mut deals = BTreeSet::new();
    let mut open = |_: &State, Open::Deal, _: &mut Contents<NoContent>, out: &mut Vec<Action>| {
        out.extend(all_deals().map(Action::Deal));
    };
    let question = Question { setup: &rules, view, limit, merge: true };
    let extent = each_world(&question, &mut open, &mut |found| {
        if let Some(&Action::Deal(deal)) = found.actions.first() {
            deals.insert(deal);
        }
        ControlFlow::Continue(())
    });
    (extent == Ok(Extent::Complete)).then_some(deals)
}

/// The two ways to find worlds agree, unless there are too many runs to look at.
fn compare(run: &Run<State>, seat: Seat, limit: u64) -> bool {
    let (rules, view) = (run.record().setup, run.view(seat));
    let Some(expected) = replayed(rules, &view, limit) else { return false };
    let found: BTreeSet<Deal> = worlds(rules, &view).deals().iter().copied().collect();
    assert_eq!(found, expected, "{seat:?} {rules:?} {:?}", run.record().actions);
    true
}

/// A first night and the morning after, as red seats see it who know little.
#[test]
fn reds_have_the_worlds_of_the_enumerator() {
    let mut rng = Rng::new(6);
    let mut compared = 0;
    for game in 0..7 {
        let deal = Deal::from_arrangement(rng.below(Deal::COUNT.into()) as u16).expect("a deal");
        let mut run = dealt(rule_sets()[game % 4], deal);
        pass_until(&mut run, is_night);
        play(&mut run, game, 2, &mut rng);
        let red = seats().filter(|&seat| deal.role(seat).colour() == Colour::Red).nth(game).expect("a red");
        compared += usize::from(compare(&run, red, 3_000_000));
    }
    assert_eq!(compared, 7);
}

/// Whole games, mostly as black seats see them, who have few worlds.
#[test]
fn blacks_have_the_worlds_of_the_enumerator_to_the_end() {
    let mut rng = Rng::new(9);
    let (mut compared, mut nights, mut late, mut ends) = (0, 0, 0, 0);
    for game in 0..60 {
        let whole = random_game(rule_sets()[game % 4], 60, &mut rng);
        let actions = whole.record().actions.len();
        let some = 1 + rng.below(actions as u32) as usize;
        for cut in [some, actions] {
            let run = whole.at(cut).expect("its own record");
            let black = deal_of(&run).blacks().iter().nth(game % 3).expect("a black");
            let seat = if game % 5 == 0 { Seat::new(rng.below(10) as usize) } else { black };
            if compare(&run, seat, 40_000) {
                compared += 1;
                nights += usize::from(is_night(run.state()));
                late += usize::from(run.state().visible_state(seat).day > 2);
                ends += usize::from(run.state().outcome().is_some_and(|outcome| outcome.result != "draw"));
            }
        }
    }
    assert!(compared > 40 && nights > 10 && late > 10 && ends > 5, "{compared} {nights} {late} {ends}");
}

/// A vote between two, as the don sees it before and after it is revealed, in all rounds.
#[test]
fn votes_leave_the_worlds_of_the_enumerator() {
    let mut rng = Rng::new(12);
    let mut compared = 0;
    for game in 0..12 {
        let deal = Deal::from_arrangement(game * 200 + 7).expect("a deal");
        let mut run = dealt(rule_sets()[usize::from(game) % 2], deal);
        for nominee in [5, 6] {
            apply(&mut run, &[Action::Nominate(Seat::new(nominee)), Action::EndTurn]);
        }
        pass_until(&mut run, |state| state.phase().label == EVENING);
        play(&mut run, usize::from(game) * 3, 2, &mut rng);
        compared += usize::from(compare(&run, deal.don(), 300_000));
    }
    assert!(compared > 8, "{compared}");
}

#[test]
fn odds_are_shares_of_the_worlds() {
    let run = after_a_night();
    let [four, five, nine] = [4, 5, 9].map(Seat::new);
    let worlds = worlds(Rules::default(), &run.view(five));
    let odds = worlds.odds().expect("worlds");
    assert_eq!(odds.basis, Basis::Counted);
    assert_eq!((odds.role(five, Role::Citizen), odds.role(nine, Role::Don)), (1.0, 0.0));
    // 9 shares a pair with one of eight, beside one of seven dons and six sheriffs, or is left aside.
    let is_mafia = 8.0 * 7.0 * 6.0 / 1344.0;
    assert!((odds.role(nine, Role::Mafia) - is_mafia).abs() < 1e-12);
    assert!((odds.role(four, Role::Don) - 1.0 / 8.0).abs() < 1e-12);
    let blacks: f64 = seats().map(|seat| odds.colour(seat, Colour::Black)).sum();
    assert!((blacks - 3.0).abs() < 1e-9);
    assert_eq!(worlds.conclusions(), [Conclusion::Role(five, Role::Citizen)]);
}

#[test]
fn blacks_know_their_team_and_sheriffs_what_they_found() {
    let run = after_a_night();
    let seat = Seat::new;
    let conclusions = |index| worlds(Rules::default(), &run.view(seat(index))).conclusions();
    let red = |index| Conclusion::Colour(seat(index), Colour::Red);
    assert_eq!(
        conclusions(3),
        [Conclusion::Colour(seat(1), Colour::Black), Conclusion::Role(seat(3), Role::Sheriff)]
    );
    let roles =
        [(0, Role::Don), (1, Role::Mafia), (2, Role::Mafia)].map(|(i, role)| Conclusion::Role(seat(i), role));
    let mut expected = roles.to_vec();
    expected.extend([red(3), Conclusion::Role(seat(4), Role::Citizen)]);
    expected.extend((5..10).map(red));
    assert_eq!(conclusions(0), expected);
}

#[test]
fn a_view_of_no_game_has_no_world() {
    let run = after_a_night();
    let mut view = run.view(Seat::new(5));
    view.seen.swap(0, 1);
    let worlds = worlds(Rules::default(), &view);
    assert_eq!((worlds.count(), worlds.odds(), worlds.conclusions()), (0, None, Vec::new()));
    assert!(!worlds.is_certain(|_| true));
    let mut longer = after_a_night();
    play(&mut longer, 5, 2, &mut Rng::new(0));
    assert!(count(&longer, Seat::new(5)) > 0);
}
