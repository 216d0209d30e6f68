//! How people are thought to play Mafia, and what follows for who was dealt what.

use crate::common;

use common::mafia::{dealt, random_game};
use gaslamp_core::trace::Phase;
use gaslamp_core::{Actor, Game as _, Rng, Run, Seat, Seats};
use gaslamp_deduce::mafia::{
    Assertion, Behaviour, BehaviourModel, Beliefs, Claim, behaviours, public_worlds, worlds,
};
use gaslamp_mafia::rules::phase::{DAY, EVENING, NIGHT};
use gaslamp_mafia::{Action, Colour, Deal, Role, Rules, State};

/// Don 0, mafia 1 and 2, sheriff 3. Everybody ends the turn but those who do this, each in its own turn of this day.
fn table(done: &[(u16, usize, Action)]) -> Run<State> {
    let mut run = dealt(Rules::default(), Deal::from_arrangement(0).expect("a deal"));
    let mut left = done.to_vec();
    while !left.is_empty() {
        let actor = run.state().to_act().and_then(Actor::seat).expect("somebody is to act");
        let phase = run.state().phase();
        let meant = left.iter().position(|&(day, by, action)| {
            let is_then =
                [Phase::new(DAY, day), Phase::new(EVENING, day), Phase::new(NIGHT, day)].contains(&phase);
            is_then && by == actor.index() && run.state().legal_set().contains(action)
        });
        let action = meant.map_or(Action::EndTurn, |index| left.remove(index).2);
        run.apply(action).expect("legal");
    }
    run
}

/// What seat 5, a citizen, believes after all this.
fn believed(run: &Run<State>) -> Beliefs {
    let view = run.view(Seat::new(5));
    let mut beliefs = Beliefs::new(&worlds(Rules::default(), &view));
    behaviours(&view).iter().for_each(|behaviour| beliefs.observe(behaviour, &BehaviourModel::default()));
    beliefs
}

fn sheriff(beliefs: &Beliefs, seat: usize) -> f64 {
    beliefs.probability(|deal| deal.sheriff() == Seat::new(seat)).expect("worlds")
}

fn black(beliefs: &Beliefs, seat: usize) -> f64 {
    beliefs.probability(|deal| deal.blacks().contains(Seat::new(seat))).expect("worlds")
}

const CLAIM: Action = Action::ClaimSheriff;

fn nominate(seat: usize) -> Action {
    Action::Nominate(Seat::new(seat))
}

fn checked(seat: usize, colour: Colour) -> Action {
    Action::ClaimCheck(Seat::new(seat), colour)
}

#[test]
fn a_lone_sheriff_is_believed_and_more_so_the_longer_nobody_objects() {
    let at_once = sheriff(&believed(&table(&[(1, 3, CLAIM)])), 3);
    let after_two = sheriff(&believed(&table(&[(1, 3, CLAIM), (1, 6, Action::EndTurn)])), 3);
    let after_all = sheriff(&believed(&table(&[(1, 3, CLAIM), (1, 9, Action::EndTurn)])), 3);
    assert!(
        0.6 < at_once && at_once < after_two && after_two < after_all,
        "{at_once} {after_two} {after_all}"
    );
    assert!(after_all > 0.8, "{after_all}");
}

#[test]
fn two_sheriffs_share_the_belief_and_one_of_them_is_likely_black() {
    let beliefs = believed(&table(&[(1, 1, CLAIM), (1, 3, CLAIM), (1, 9, Action::EndTurn)]));
    let [first, second] = [1, 3].map(|seat| sheriff(&beliefs, seat));
    assert!(first > 0.25 && second > 0.25 && first + second > 0.9, "{first} {second}");
    assert!(black(&beliefs, 1) + black(&beliefs, 3) > 0.9);
}

/// A claimed check colours whoever is named as far as the claim is believed; nobody checks before the first night.
#[test]
fn checks_colour_whom_they_name() {
    let told = |day, colour| {
        black(
            &believed(&table(&[(day, 3, CLAIM), (day, 3, checked(6, colour)), (day, 4, Action::EndTurn)])),
            6,
        )
    };
    let [red, dark, early] = [told(2, Colour::Red), told(2, Colour::Black), told(1, Colour::Black)];
    assert!(red < 0.15 && dark > 0.55, "{red} {dark}");
    assert!(early < 0.4, "{early}");
}

/// The night does not shoot its own: who was shot is red, and a sheriff who was shot spoke the truth.
#[test]
fn who_is_shot_is_believed_and_who_is_spared_is_not() {
    let lone = [(2, 3, CLAIM), (2, 3, checked(6, Colour::Black))];
    let after = |claims: &[(u16, usize, Action)], shot| {
        let mut done = claims.to_vec();
        // The sheriff's turn, the shot, and the sheriff's check, which ends the night.
        let pass = (2, 3, Action::EndTurn);
        done.extend([pass, (2, 0, Action::Kill(Seat::new(shot))), pass]);
        believed(&table(&done))
    };
    let confirmed = after(&[(2, 1, CLAIM), lone[0], lone[1]], 3);
    let [shot, named, rival] = [3, 6, 1].map(|seat| black(&confirmed, seat));
    assert!(shot < 0.01 && sheriff(&confirmed, 3) > 0.9, "{shot} {}", sheriff(&confirmed, 3));
    assert!(named > 0.9 && rival > 0.8, "{named} {rival}");
    let evening = sheriff(&believed(&table(&[lone[0], lone[1], (2, 0, Action::EndTurn)])), 3);
    let spared = sheriff(&after(&lone, 9), 3);
    assert!(spared < evening - 0.03, "{spared} {evening}");
}

/// If 8 is black, whoever votes for another looks worse than whoever votes for 8.
#[test]
fn votes_tell_on_voters() {
    let vote = |by, against: usize| (2, by, Action::Vote(Seat::new(against)));
    let voted = |against| {
        let mut done = vec![(2, 4, nominate(7)), (2, 5, nominate(8))];
        done.extend((0..10).map(|by| vote(by, if by == 6 { against } else { 8 })));
        let is_black = Assertion::Colour(Seat::new(8), Colour::Black);
        let [if_black, _] =
            believed(&table(&done)).split(&Claim { by: Seat::new(5), assertion: is_black, nights: 1 });
        black(&if_black, 6)
    };
    assert!(voted(7) > voted(8) + 0.15, "{} {}", voted(7), voted(8));
}

/// Chances of one turn are chances: a claim and its absence sum to one, choices sum to one over all who can be chosen.
#[test]
fn likelihoods_are_shares_of_what_could_be_done() {
    let model = BehaviourModel::default();
    let living = Seats::first(10);
    for number in (0..Deal::COUNT).step_by(101) {
        let deal = Deal::from_arrangement(number).expect("a deal");
        for by in living.iter() {
            for rivals in [Seats::NONE, Seats::only(Seat::new((by.index() + 1) % 10))] {
                let turn = |claims| Behaviour::Turn { by, claims, rivals, is_last: false };
                let total: f64 =
                    [true, false].map(|claims| model.likelihood(&turn(claims), &deal)).iter().sum();
                assert!((total - 1.0).abs() < 1e-12);
            }
            let among = living.without(by);
            type Choose = fn(Seat, Seat, Seats) -> Behaviour;
            let choices: [Choose; 2] = [
                |by, about, among| Behaviour::Accusation { by, about, among },
                |by, about, among| Behaviour::Praise { by, about, among },
            ];
            for choose in choices {
                let total: f64 =
                    among.iter().map(|about| model.likelihood(&choose(by, about, among), &deal)).sum();
                assert!((total - 1.0).abs() < 1e-12);
            }
            let checks = among.iter().flat_map(|about| Colour::ALL.map(|colour| (about, colour)));
            let check = |about, colour| Behaviour::Check { by, about, colour, is_possible: true, among };
            let total: f64 =
                checks.map(|(about, colour)| model.likelihood(&check(about, colour), &deal)).sum();
            assert!((total - 1.0).abs() < 1e-12, "{:?} {total}", deal.role(by));
        }
        let shot = |victim| Behaviour::Shot { victim, living, claimants: Seats::first(2) };
        let total: f64 = living.iter().map(|victim| model.likelihood(&shot(victim), &deal)).sum();
        assert!((total - 1.0).abs() < 1e-12);
    }
}

/// Everybody at the table sees the same behaviours, and a longer view only has more of them.
#[test]
fn behaviours_are_public_and_never_taken_back() {
    let mut rng = Rng::new(31);
    for _ in 0..10 {
        let whole = random_game(Rules::default(), 3, &mut rng);
        let mut before: Vec<Behaviour> = Vec::new();
        for cut in (1..=whole.record().actions.len()).step_by(5) {
            let run = whole.at(cut).expect("its own record");
            let seen = behaviours(&run.view(Seat::new(0)));
            assert!((1..10).all(|seat| behaviours(&run.view(Seat::new(seat))) == seen));
            assert!(seen.starts_with(&before));
            before = seen;
        }
        assert!(before.iter().any(|behaviour| behaviour.by().is_none()) && before.len() > 20);
    }
}

/// Nobody's own behaviours change what they believe themselves; they change what the public does.
#[test]
fn own_behaviour_teach_others() {
    let run = table(&[(1, 5, CLAIM), (1, 6, Action::EndTurn)]);
    assert!(believed(&run).probability(|deal| deal.role(Seat::new(5)) == Role::Citizen) == Some(1.0));
    let view = run.view(Seat::new(5));
    let mut public = Beliefs::new(&public_worlds(Rules::default(), &view));
    behaviours(&view).iter().for_each(|behaviour| public.observe(behaviour, &BehaviourModel::default()));
    assert!(sheriff(&public, 5) > 0.6);
}
