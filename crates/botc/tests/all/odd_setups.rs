//! Set-ups that characters change in other ways than by a fixed number of Outsiders: every bag that the rules
//! allow has a number, and deals are drawn uniformly.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};

use gaslamp_botc::rules::Dealer;
use gaslamp_botc::rules::bag_check::{BagRules, Draw};
use gaslamp_botc::rules::bag_space::{outsider_counts, outsiders_fit, seats_fit};
use gaslamp_botc::{Bag, Character, CharacterSet, Script, SetupSpace, Wishes};
use gaslamp_core::Rng;

fn characters(names: &str) -> Vec<Character> {
    names.split_whitespace().map(|name| Character::read(name).unwrap()).collect()
}

fn script(names: &str) -> Script {
    Script::new("odd", characters(names))
}

/// Every way in which somebody may draw, legal or not.
fn draws(script: &Script) -> Vec<Draw> {
    let rules = BagRules::new(script);
    let of = |role: Character| {
        let tokens: Vec<Option<Character>> =
            rules.tokens_for(role, CharacterSet::NONE).iter().map(Some).collect();
        let tokens = if tokens.is_empty() { vec![None] } else { tokens };
        tokens.into_iter().map(move |token| Draw { role, token })
    };
    script.characters().iter().copied().flat_map(of).collect()
}

/// Shows every bag of that many of these draws.
fn each_bag(from: &[Draw], count: usize, bag: &mut Vec<Draw>, show: &mut dyn FnMut(&[Draw])) {
    if count == 0 {
        return show(bag);
    }
    for (at, draw) in from.iter().enumerate() {
        bag.push(*draw);
        each_bag(&from[at..], count - 1, bag, show);
        bag.pop();
    }
}

fn written(draws: &[Draw]) -> Vec<Draw> {
    let mut draws = draws.to_vec();
    draws.sort_unstable();
    draws
}

#[test]
fn every_bag_that_the_rules_allow_has_a_number() {
    let table: [(&str, [usize; 4]); 6] = [
        ("chef soldier virgin balloonist village_idiot saint butler drunk poisoner baron imp", [2, 1, 1, 1]),
        ("chef soldier virgin balloonist saint butler drunk marionette imp", [3, 0, 1, 1]),
        ("chef soldier virgin balloonist saint butler drunk marionette poisoner imp", [1, 1, 2, 1]),
        ("chef soldier virgin empath saint butler lunatic xaan marionette imp po", [3, 0, 1, 1]),
        ("chef soldier virgin saint butler recluse kazali poisoner imp fang_gu", [2, 1, 1, 1]),
        ("chef soldier village_idiot saint lord_of_typhon poisoner spy marionette imp vortox", [3, 0, 1, 1]),
    ];
    for (names, counts) in table {
        let script = script(names);
        let rules = BagRules::new(&script).counts(counts);
        let mut legal = BTreeSet::new();
        each_bag(&draws(&script), counts.iter().sum(), &mut Vec::new(), &mut |bag| {
            if rules.breaches(bag).is_empty() {
                legal.insert(written(bag));
            }
        });
        let space = SetupSpace::with_counts(&script, counts, &Wishes::default()).unwrap();
        let bags: Vec<Bag> = (0..space.bags()).map(|number| space.bag(number).unwrap()).collect();
        let numbered: BTreeSet<Vec<Draw>> = bags.iter().map(|bag| written(&bag.draws())).collect();
        assert_eq!(numbered, legal, "{names}");
        assert_eq!(numbered.len() as u64, space.bags(), "{names}");
        let role_sets: BTreeSet<&[Character]> = bags.iter().map(|bag| bag.roles.as_slice()).collect();
        assert_eq!(role_sets.len() as u64, space.role_sets(), "{names}");
    }
}

#[test]
fn a_bag_without_its_tokens_is_legal_if_some_tokens_make_it_so() {
    let script = script("chef soldier virgin balloonist saint butler drunk marionette imp");
    let rules = BagRules::new(&script).players(5);
    let is_legal = |names: &str| {
        let draws: Vec<Draw> = characters(names).into_iter().map(|role| Draw { role, token: None }).collect();
        rules.breaches(&draws).is_empty()
    };
    assert!(is_legal("chef soldier virgin marionette imp"));
    // The Marionette thinks to be the Balloonist, and an Outsider was added.
    assert!(is_legal("chef soldier saint marionette imp"));
    assert!(!is_legal("chef butler saint marionette imp"));
    assert!(is_legal("chef balloonist saint marionette imp"));
}

#[test]
fn characters_change_the_number_of_outsiders_together() {
    let everything: Vec<usize> = (0..=20).collect();
    let table: [(usize, &str, &[usize]); 10] = [
        (0, "baron imp", &[2]),
        (1, "baron vigormortis", &[2]),
        (0, "poisoner vigormortis", &[0]),
        (0, "baron vigormortis", &[1]),
        (1, "baron fang_gu", &[4]),
        (1, "balloonist imp", &[1, 2]),
        (0, "balloonist vigormortis", &[0, 1]),
        (1, "balloonist godfather imp", &[0, 1, 2, 3]),
        (0, "balloonist godfather imp", &[0, 1, 2]),
        (2, "baron vigormortis xaan", &everything),
    ];
    for (base, names, expected) in table {
        assert_eq!(outsider_counts(base, &characters(names)), expected, "{base} {names}");
    }
    let drawn = |roles: &str, tokens: &str| -> Vec<(Character, Character)> {
        characters(roles).into_iter().zip(characters(tokens)).collect()
    };
    assert!(outsiders_fit(1, &drawn("chef marionette imp", "chef saint imp")));
    assert!(!outsiders_fit(0, &drawn("chef marionette imp", "chef saint imp")));
    assert!(!outsiders_fit(1, &drawn("chef drunk imp saint", "chef soldier imp saint")));
}

#[test]
fn deals_are_drawn_uniformly_over_bags_and_seatings() {
    // The number of bags, and of seatings of each.
    let table = [
        // Five places for a line of three, two Minions and two others to swap.
        ("chef soldier poisoner spy lord_of_typhon", [3, 0, 1, 1], 1, 20),
        // Beside the Demon on either side; one of four Townsfolk is the token.
        ("chef soldier virgin empath marionette imp", [3, 0, 1, 1], 4, 5 * 2 * 6),
        // Beside him in a line: he is in the middle.
        ("chef soldier virgin marionette lord_of_typhon spy", [3, 0, 1, 1], 3, 5 * 2 * 2),
    ];
    for (names, counts, bags, seatings) in table {
        let dealer = Dealer::new(&script(names), counts).unwrap();
        let mut rng = Rng::new(5);
        let mut times: BTreeMap<String, u32> = BTreeMap::new();
        let deals = bags * seatings;
        for _ in 0..100 * deals {
            let deal = dealer.draw(&mut rng).unwrap();
            assert!(seats_fit(deal.roles()), "{names}: {:?}", deal.roles());
            *times.entry(format!("{:?} {:?}", deal.roles(), deal.tokens())).or_default() += 1;
        }
        assert_eq!(times.len(), deals, "{names}");
        let chi_square: f64 = times.values().map(|&seen| (f64::from(seen) - 100.0).powi(2) / 100.0).sum();
        let freedom = deals as f64 - 1.0;
        assert!((chi_square - freedom).abs() < 4.0 * (2.0 * freedom).sqrt(), "{names}: {chi_square}");
    }
}

#[test]
fn a_large_table_in_a_line_is_seated_at_once() {
    let names = "chef soldier virgin empath monk slayer mayor washerwoman librarian investigator undertaker butler saint recluse \
                 drunk marionette poisoner spy scarlet_woman baron assassin lord_of_typhon";
    let dealer = Dealer::new(&script(names), [9, 5, 5, 1]).unwrap();
    let mut rng = Rng::new(9);
    for _ in 0..1000 {
        let deal = dealer.draw(&mut rng).unwrap();
        assert!(seats_fit(deal.roles()));
    }
}
