//! What is said in Mafia, how far it is trusted, and what follows.

use crate::common;

use common::mafia::{dealt, random_game};
use gaslamp_core::{Rng, Run, Seat};
use gaslamp_deduce::mafia::{
    Assertion, Basis, Beliefs, Claim, Conclusion, Contradiction, Trust, Worlds, claims, worlds,
};
use gaslamp_mafia::{Action, Colour, Deal, Role, Rules, State};

/// Don 0, mafia 1 and 2, sheriff 3; this is said on day 1, each by its seat, and 5 listens.
fn heard(said: &[(usize, Action)]) -> (Worlds, Vec<Claim>) {
    let run = table(said);
    let view = run.view(Seat::new(5));
    (worlds(Rules::default(), &view), claims(&view))
}

fn table(said: &[(usize, Action)]) -> Run<State> {
    let mut run = dealt(Rules::default(), Deal::from_arrangement(0).expect("a deal"));
    for speaker in 0..10 {
        for &(by, action) in said {
            if by == speaker {
                run.apply(action).expect("legal talk");
            }
        }
        run.apply(Action::EndTurn).expect("a turn can end");
    }
    run
}

fn claim(by: usize, assertion: Assertion) -> Claim {
    Claim { by: Seat::new(by), assertion, nights: 0 }
}

fn near(a: Option<f64>, b: f64) {
    assert!(a.is_some_and(|a| (a - b).abs() < 1e-12), "{a:?} is not {b}");
}

#[test]
fn claims_are_what_others_said_each_once() {
    let nine = Seat::new(9);
    let (_, said) = heard(&[
        (1, Action::ClaimSheriff),
        (1, Action::ClaimCheck(nine, Colour::Black)),
        (2, Action::Say(nine, Colour::Red)),
        (3, Action::DenySheriff),
        (5, Action::ClaimSheriff),
    ]);
    let expected = [
        claim(1, Assertion::Sheriff(true)),
        claim(1, Assertion::Checked(nine, Colour::Black)),
        claim(2, Assertion::Colour(nine, Colour::Red)),
        claim(3, Assertion::Sheriff(false)),
    ];
    assert_eq!(said, expected);
    let game = random_game(Rules::default(), 1, &mut Rng::new(4));
    let said = claims(&game.view(Seat::new(2)));
    assert!(said.len() > 50 && said.iter().all(|claim| claim.by != Seat::new(2)));
    let once = |a: &Claim| {
        said.iter().filter(|b| (a.by, a.assertion, a.nights > 0) == (b.by, b.assertion, b.nights > 0)).count()
            == 1
    };
    assert!(said.iter().all(once));
}

#[test]
fn a_check_is_only_true_of_a_sheriff_after_a_night() {
    let deal = Deal::from_arrangement(0).expect("a deal");
    let check = |by, about, colour, nights| {
        let assertion = Assertion::Checked(Seat::new(about), colour);
        Claim { by: Seat::new(by), assertion, nights }.is_true_in(&deal)
    };
    assert!(check(3, 0, Colour::Black, 1) && check(3, 9, Colour::Red, 1));
    assert!(!check(3, 0, Colour::Black, 0) && !check(3, 0, Colour::Red, 1) && !check(4, 0, Colour::Black, 1));
}

/// 1512 worlds of a citizen: in 1/9 of them a given other seat is the sheriff.
#[test]
fn the_four_levels_weigh_a_claim() {
    let (worlds, said) = heard(&[(3, Action::ClaimSheriff)]);
    assert_eq!((worlds.count(), said.len()), (1512, 1));
    let three = Seat::new(3);
    let after = |trust| {
        let mut beliefs = Beliefs::new(&worlds);
        beliefs.hear(&said[0], trust);
        beliefs
    };
    let is_sheriff = |beliefs: &Beliefs| beliefs.probability(|deal| deal.sheriff() == three);
    assert_eq!(after(Trust::Certain).worlds().count(), 9 * 28 * 6 / 9);
    near(is_sheriff(&after(Trust::Certain)), 1.0);
    assert!(after(Trust::Certain).conclusions().contains(&Conclusion::Role(three, Role::Sheriff)));
    // Red means sheriff now: 168 worlds, beside the third of all in which 3 is black.
    near(is_sheriff(&after(Trust::Trusted)), 168.0 / (168.0 + 504.0));
    for (trust, expected) in [
        (Trust::Uncertain(0.8), 0.8),
        (Trust::Uncertain(0.5), 0.5),
        (Trust::Uncertain(0.05), 0.05),
        (Trust::Uncertain(0.0), 0.0),
        (Trust::Uncertain(7.0), 1.0),
        (Trust::Uncertain(f64::NAN), 1.0 / 9.0),
        (Trust::Distrusted(0.05), 0.05),
        (Trust::Distrusted(0.2), 1.0 / 9.0),
        (Trust::Distrusted(0.9), 1.0 / 9.0),
        (Trust::Distrusted(0.0), 0.0),
        (Trust::Distrusted(f64::NAN), 1.0 / 9.0),
    ] {
        near(is_sheriff(&after(trust)), expected);
    }
    let odds = after(Trust::Trusted).odds().expect("worlds");
    assert_eq!(odds.basis, Basis::Weighed);
    near(Some(odds.colour(three, Colour::Black)), 0.75);
}

/// Two who claim the same are each judged on their own, whoever is heard first: 3/5 over 2/5, against 1/9 over 8/9.
#[test]
fn claims_are_weighed_in_any_order() {
    let (worlds, said) = heard(&[(3, Action::ClaimSheriff), (4, Action::ClaimSheriff)]);
    let after = |order: [usize; 2]| {
        let mut beliefs = Beliefs::new(&worlds);
        order.iter().for_each(|&index| beliefs.hear(&said[index], Trust::Uncertain(0.6)));
        beliefs
    };
    let (believed, not) = (0.6 * 9.0, 0.4 * 9.0 / 8.0);
    let expected = believed * not / (2.0 * believed * not + 7.0 * not * not);
    for beliefs in [after([0, 1]), after([1, 0])] {
        for seat in [3, 4].map(Seat::new) {
            near(beliefs.probability(|deal| deal.sheriff() == seat), expected);
        }
    }
}

/// What is true in all worlds, or in none, teaches nothing, however little or much it is believed.
#[test]
fn what_is_known_cannot_be_doubted() {
    let (worlds, _) = heard(&[]);
    for colour in Colour::ALL {
        for chance in [0.0, 0.3, 1.0] {
            let mut beliefs = Beliefs::new(&worlds);
            beliefs.hear(&claim(1, Assertion::Colour(Seat::new(5), colour)), Trust::Uncertain(chance));
            assert_eq!(beliefs, Beliefs::new(&worlds));
        }
    }
}

#[test]
fn a_split_has_both_branches() {
    let (worlds, said) = heard(&[(3, Action::ClaimSheriff), (4, Action::Say(Seat::new(6), Colour::Black))]);
    let mut beliefs = Beliefs::new(&worlds);
    beliefs.hear(&said[1], Trust::Uncertain(0.7));
    let [if_true, if_false] = beliefs.split(&said[0]);
    near(Some((if_true.total() + if_false.total()) / beliefs.total()), 1.0);
    near(if_true.probability(|deal| deal.sheriff() == Seat::new(3)), 1.0);
    near(if_false.probability(|deal| deal.sheriff() == Seat::new(3)), 0.0);
    // Whoever lies about it is rather black than before.
    let black = |beliefs: &Beliefs| beliefs.odds().expect("worlds").colour(Seat::new(3), Colour::Black);
    assert!(black(&if_false) > black(&beliefs));
}

#[test]
fn two_sheriffs_clash_and_who_lies_to_me_is_refuted() {
    let (five, nine) = (Seat::new(5), Seat::new(9));
    let (worlds, said) = heard(&[
        (1, Action::ClaimSheriff),
        (2, Action::Say(five, Colour::Black)),
        (3, Action::ClaimSheriff),
        (4, Action::Say(nine, Colour::Red)),
        (6, Action::ClaimCheck(nine, Colour::Black)),
        (7, Action::Say(nine, Colour::Black)),
    ]);
    let [one, lie, three, red, early, black] = said.as_slice() else { panic!("{said:?}") };
    let expected = [
        Contradiction::Refuted(*lie),
        Contradiction::Clash(*one, *three),
        // There was no night before day 1.
        Contradiction::Refuted(*early),
        Contradiction::Clash(*red, *black),
    ];
    assert_eq!(worlds.contradictions(&said), expected);
    let mut beliefs = Beliefs::new(&worlds);
    beliefs.hear(one, Trust::Trusted);
    beliefs.hear(three, Trust::Trusted);
    // One of them lies, and a liar is black: both may.
    near(
        beliefs.probability(|deal| !deal.blacks().contains(one.by) && !deal.blacks().contains(three.by)),
        0.0,
    );
    beliefs.hear(one, Trust::Certain);
    assert!(beliefs.conclusions().contains(&Conclusion::Colour(three.by, Colour::Black)));
    beliefs.hear(three, Trust::Certain);
    assert!(
        beliefs.worlds().next().is_none() && beliefs.odds().is_none() && beliefs.conclusions().is_empty()
    );
    assert_eq!(beliefs.probability(|_| true), None);
}

#[test]
fn trust_follows_from_what_is_known() {
    // The don hears: the others of the team are known, and that all the rest is red.
    let nine = Seat::new(9);
    let run = table(&[
        (1, Action::Say(nine, Colour::Red)),
        (1, Action::ClaimSheriff),
        (4, Action::ClaimSheriff),
        (6, Action::Say(Seat::new(7), Colour::Black)),
    ]);
    let don = run.view(Seat::new(0));
    let (known, said) = (worlds(Rules::default(), &don), claims(&don));
    let trusts: Vec<Trust> = said.iter().map(|claim| known.trust(claim, 0.6)).collect();
    let expected = [Trust::Certain, Trust::Distrusted(0.0), Trust::Trusted, Trust::Distrusted(0.0)];
    assert_eq!(trusts, expected);
    let mut beliefs = Beliefs::new(&known);
    said.iter().zip(trusts).for_each(|(claim, trust)| beliefs.hear(claim, trust));
    near(beliefs.probability(|deal| deal.sheriff() == Seat::new(4)), 1.0);
    let citizen = run.view(Seat::new(5));
    let known = worlds(Rules::default(), &citizen);
    let trusts: Vec<Trust> = claims(&citizen).iter().map(|claim| known.trust(claim, 0.6)).collect();
    // Two thirds of the others are red anyway.
    let expected = [2.0 / 3.0, 0.6, 0.6, 0.6].map(Trust::Uncertain);
    assert_eq!(trusts, expected);
}

/// However much is said, weights neither vanish nor blow up.
#[test]
fn a_whole_game_of_talk_keeps_its_odds() {
    let game = random_game(Rules::default(), 1, &mut Rng::new(8));
    let view = game.view(Seat::new(0));
    let known = worlds(Rules::default(), &view);
    let mut beliefs = Beliefs::new(&known);
    for _ in 0..20 {
        for claim in claims(&view) {
            beliefs.hear(&claim, Trust::Uncertain(0.9));
        }
    }
    assert_eq!(beliefs.worlds().count(), known.count());
    let odds = beliefs.odds().expect("worlds");
    let total: f64 = odds.roles.iter().flatten().sum();
    assert!((total - 10.0).abs() < 1e-6, "{total}");
}
