//! Which bags are legal, which rules the others break, what fixes them, and how far apart bags are.

#![allow(clippy::unwrap_used)]

use std::collections::HashSet;
use std::sync::LazyLock;

use gaslamp_botc::notation::bag;
use gaslamp_botc::notation::line;
use gaslamp_botc::rules::bag_check::{BagRules, Change, Draw};
use gaslamp_botc::{Bag, Character, Script, SetupSpace, Wishes};
use gaslamp_core::Rng;
use proptest::prelude::*;

fn rules(script: &str) -> BagRules {
    BagRules::new(&Script::built_in(script).unwrap())
}

fn draws(text: &str) -> Vec<Draw> {
    let placed = bag::read_draws(text).unwrap_or_else(|problems| panic!("{text}: {problems:?}"));
    placed.into_iter().map(|(draw, _)| draw).collect()
}

/// The id of a broken rule, and the entry that breaks it.
type Broken = (&'static str, Option<&'static str>);

const PLAYERS: &str = "botc/setup/players";
const SIZE: &str = "botc/deal/size";
const TWICE: &str = "botc/deal/twice";
const SCRIPT: &str = "botc/deal/script";
const DEMONS: &str = "botc/deal/demons";
const MINIONS: &str = "botc/deal/minions";
const OUTSIDERS: &str = "botc/deal/outsiders";
const TOKEN: &str = "botc/deal/token";

/// A script, the number of players if it is not the size of the bag, the bag, what it breaks, and how many
/// single changes fix it.
type Case = (&'static str, Option<usize>, &'static str, &'static [Broken], usize);

const BAGS: &[Case] = &[
    ("tb", None, "{chef monk virgin poisoner imp}", &[], 0),
    ("tb", Some(5), "{imp, virgin monk\n poisoner chef}", &[], 0),
    // The Baron adds two Outsiders at every number of players.
    ("tb", None, "{chef saint butler baron imp}", &[], 0),
    ("tb", None, "{chef monk virgin saint butler baron imp}", &[], 0),
    // A Drunk's token is a Townsfolk that is not in play, given or not.
    ("tb", None, "{chef monk virgin empath(drunk) poisoner imp}", &[], 0),
    ("tb", None, "{chef monk virgin drunk poisoner imp}", &[], 0),
    // Outsiders by Demon: one more with a Fang Gu, one fewer with a Vigormortis, never below zero.
    ("snv", None, "{artist clockmaker mutant witch fang_gu}", &[], 0),
    ("snv", None, "{artist clockmaker dreamer witch vigormortis}", &[], 0),
    // A Godfather removes or adds one; a Lunatic draws any Demon's token, even the one in play.
    ("bmr", None, "{chambermaid courtier exorcist fool godfather po}", &[], 0),
    ("bmr", None, "{chambermaid courtier goon po(lunatic:is_the_lunatic) godfather po}", &[], 0),
    ("bmr", None, "{chambermaid courtier goon lunatic godfather po}", &[], 0),
    // Replacing one of four Townsfolk by one of four Outsiders; or five players, or seven.
    ("tb", None, "{chef monk virgin empath poisoner imp}", &[(OUTSIDERS, None)], 4 * 4 + 4 + 9),
    ("tb", Some(6), "{chef monk virgin empath poisoner imp}", &[(OUTSIDERS, None)], 4 * 4),
    ("tb", Some(6), "{chef monk virgin poisoner imp}", &[(SIZE, None), (OUTSIDERS, None)], 4),
    ("tb", Some(5), "{chef monk virgin empath poisoner imp}", &[(SIZE, None)], 4),
    // Any other Townsfolk for either of them.
    ("tb", None, "{chef monk chef poisoner imp}", &[(TWICE, Some("chef"))], 11),
    (
        "tb",
        Some(5),
        "{chef monk virgin imp imp}",
        &[(TWICE, Some("imp")), (DEMONS, Some("imp")), (MINIONS, None)],
        3,
    ),
    ("tb", Some(7), "{chef monk virgin empath mayor baron imp}", &[(OUTSIDERS, None)], 3),
    (
        "tb",
        Some(7),
        "{chef monk virgin empath saint baron imp}",
        &[(OUTSIDERS, None)],
        // Another Outsider for a Townsfolk.
        4 * 3,
    ),
    (
        "tb",
        Some(7),
        "{chef monk virgin saint butler recluse imp}",
        &[(MINIONS, None), (OUTSIDERS, Some("recluse"))],
        3,
    ),
    ("tb", None, "{chef monk vortox poisoner imp}", &[(SCRIPT, Some("vortox")), (DEMONS, Some("imp"))], 11),
    (
        "tb",
        None,
        "{chef monk virgin scapegoat poisoner imp}",
        &[(SCRIPT, Some("scapegoat")), (OUTSIDERS, None)],
        5,
    ),
    ("tb", None, "{chef monk poisoner imp}", &[(PLAYERS, None)], 11),
    ("tb", None, "{}", &[(PLAYERS, None)], 0),
    (
        "tb",
        None,
        "{chef monk virgin chef(drunk) poisoner imp}",
        &[(TOKEN, Some("chef(drunk)"))],
        // Another token; another Outsider; another Townsfolk for the Chef; five players without the Drunk.
        10 + 3 + 10 + 1,
    ),
    ("tb", Some(6), "{chef monk virgin saint(drunk) poisoner imp}", &[(TOKEN, Some("saint(drunk)"))], 10 + 3),
    (
        "tb",
        Some(6),
        "{chef monk virgin artist(drunk) poisoner imp}",
        &[(TOKEN, Some("artist(drunk)"))],
        10 + 3,
    ),
    (
        "bmr",
        Some(6),
        "{fool courtier goon chef(lunatic:is_the_lunatic) godfather po}",
        &[(TOKEN, Some("chef(lunatic:is_the_lunatic)"))],
        4 + 2,
    ),
    // Two rules that no single change fixes together.
    ("tb", Some(5), "{chef chef spy poisoner imp}", &[(TWICE, Some("chef")), (MINIONS, Some("poisoner"))], 0),
    (
        "tb",
        Some(5),
        "{drunk monk(drunk) butler saint imp}",
        &[(TWICE, Some("monk(drunk)")), (MINIONS, None), (OUTSIDERS, Some("saint"))],
        0,
    ),
];

#[test]
fn bags_break_these_rules_at_these_places_and_changes_mend_them() {
    for &(script, players, text, expected, mending) in BAGS {
        let rules = players.map_or_else(|| rules(script), |players| rules(script).players(players));
        let placed = bag::read_draws(text).unwrap();
        let draws = draws(text);
        let breaches = rules.breaches(&draws);
        let found: Vec<(&str, Option<&str>)> = breaches
            .iter()
            .map(|breach| (breach.rule.id, breach.draw.map(|draw| &text[placed[draw].1.range()])))
            .collect();
        assert_eq!(found, expected, "{text}");
        let repairs = rules.repairs(&draws, &breaches);
        assert_eq!(repairs.whole.len(), mending, "{text}: {:?}", repairs.whole);
        for change in &repairs.whole {
            let made = change.made(&draws);
            assert_eq!(rules.breaches(&made).len(), 0, "{text}: {change:?}");
        }
    }
}

#[test]
fn what_no_single_change_mends_is_mended_rule_by_rule() {
    let rules = rules("tb").players(5);
    let draws = draws("{chef chef spy poisoner imp}");
    let breaches = rules.breaches(&draws);
    let repairs = rules.repairs(&draws, &breaches);
    assert_eq!(repairs.whole, []);
    let ids =
        |change: &Change| rules.breaches(&change.made(&draws)).iter().map(|b| b.rule.id).collect::<Vec<_>>();
    let [twice, minions] = repairs.single.as_slice() else { panic!("{repairs:?}") };
    // One of twelve other Townsfolk for a Chef, or for one of two Minions.
    assert_eq!((twice.len(), minions.len()), (12, 24));
    assert!(twice.iter().all(|change| ids(change) == [MINIONS]), "{twice:?}");
    assert!(minions.iter().all(|change| ids(change) == [TWICE]), "{minions:?}");
}

#[test]
fn nobody_judges_a_bag_with_a_set_up_that_is_not_known() {
    let rules = BagRules::new(&Script::new("odd", Character::all()));
    let draws = draws("{chef monk huntsman poisoner imp}");
    let breaches = rules.breaches(&draws);
    let found: Vec<_> = breaches.iter().map(|breach| (breach.rule.id, breach.draw)).collect();
    assert_eq!(found, [("botc/setup/unsupported", Some(2))]);
    assert_eq!(breaches[0].problem.fault, gaslamp_core::Fault::Unsupported);
}

#[test]
fn a_long_bag_is_judged_without_trying_every_change() {
    let draws = draws(&format!("{{{}}}", "chef ".repeat(20_000)));
    let rules = rules("tb");
    let breaches = rules.breaches(&draws);
    assert_eq!(breaches.iter().filter(|breach| breach.rule.id == TWICE).count(), 19_999);
    assert_eq!(rules.repairs(&draws, &breaches).single.len(), 0);
}

#[test]
fn own_counts_replace_those_of_the_table() {
    let rules = rules("tb").counts([1, 1, 0, 1]);
    let ids = |text| rules.breaches(&draws(text)).iter().map(|breach| breach.rule.id).collect::<Vec<_>>();
    assert_eq!(ids("{chef saint imp}"), Vec::<&str>::new());
    assert_eq!(ids("{chef monk imp}"), [OUTSIDERS]);
    assert_eq!(ids("{chef monk saint poisoner imp}"), [SIZE, MINIONS]);
}

#[test]
fn bags_differ_by_as_many_characters_as_must_be_changed() {
    let table = [
        ("{chef monk virgin poisoner imp}", "{imp poisoner virgin monk chef}", 0),
        ("{chef monk virgin poisoner imp}", "{chef monk mayor spy imp}", 2),
        ("{chef monk virgin poisoner imp}", "{slayer mayor empath spy vortox}", 5),
        ("{chef monk imp}", "{chef monk mayor poisoner imp}", 2),
        ("{chef monk imp}", "{}", 3),
        ("{chef monk(drunk) imp}", "{chef mayor(drunk) imp}", 1),
        ("{chef monk(drunk) imp}", "{chef drunk imp}", 0),
        ("{chef monk(drunk) imp}", "{chef monk imp}", 1),
        ("{chef chef imp}", "{chef imp imp}", 1),
    ];
    for (a, b, distance) in table {
        let read = |text| Bag::try_from(&bag::read(text).unwrap()).unwrap();
        assert_eq!(read(a).distance(&read(b)), distance, "{a} {b}");
        assert_eq!(read(b).distance(&read(a)), distance, "{b} {a}");
    }
}

#[test]
fn the_bag_of_a_grimoire_is_who_sits_there_without_travellers() {
    let bag_of = |text: &str| Bag::try_from(&line::read(text).unwrap()).map(|bag| bag.to_string());
    assert_eq!(
        bag_of("[Ann:chef(poisoned) *Ben:imp* Cy:monk(drunk,poisoned) Dee:scapegoat Eve:poisoner]").unwrap(),
        "{chef monk(drunk:is_the_drunk) poisoner imp}"
    );
    let problems = bag_of("[Ann:chef Ben:? Cy:{imp spy}]").unwrap_err();
    let found: Vec<_> = problems.iter().map(|problem| (problem.id, problem.message.as_str())).collect();
    assert_eq!(
        found,
        [
            ("botc/bag/unknown", "Ben: `?` does not say which character it is"),
            ("botc/bag/unknown", "Cy: `{spy imp}` does not say which character it is"),
        ]
    );
}

/// Every legal bag of Trouble Brewing for five to nine players, and every legal role set.
static LEGAL: LazyLock<(HashSet<Bag>, HashSet<Vec<Character>>)> = LazyLock::new(|| {
    let bags: HashSet<Bag> = (5..=9)
        .flat_map(|players| {
            let space = space("tb", players);
            (0..space.bags()).map(move |number| space.bag(number).unwrap())
        })
        .collect();
    let role_sets = bags.iter().map(|bag| bag.roles.clone()).collect();
    (bags, role_sets)
});

fn space(script: &str, players: usize) -> SetupSpace {
    SetupSpace::new(&Script::built_in(script).unwrap(), players, &Wishes::default()).unwrap()
}

/// Whether these draws are one of the bags that can be drawn or, if a Drunk's token is not given, one of the
/// role sets.
fn can_be_drawn(draws: &[Draw]) -> bool {
    let (bags, role_sets) = &*LEGAL;
    let mut roles: Vec<Character> = draws.iter().map(|draw| draw.role).collect();
    roles.sort_unstable();
    let tokens: Vec<_> = draws.iter().filter_map(|draw| Some((draw.role, draw.token?))).collect();
    let is_said = |draw: &Draw| draw.role.word() != "drunk" || draw.token.is_some();
    match draws.iter().all(is_said) {
        true => bags.contains(&Bag { roles, tokens }),
        false => role_sets.contains(&roles),
    }
}

/// Any character, mostly of Trouble Brewing; a Drunk with any token, or with none given.
fn random_draw(rng: &mut Rng) -> Draw {
    let all: Vec<Character> = Character::all().collect();
    let of_script: Vec<Character> = Script::built_in("tb").unwrap().characters().to_vec();
    let anybody =
        |rng: &mut Rng| *rng.clone().pick(if rng.below(8) == 0 { &all } else { &of_script }).unwrap();
    let drunk = Character::read("drunk").unwrap();
    let role = if rng.below(4) == 0 { drunk } else { anybody(rng) };
    let is_said = role == drunk && rng.below(4) > 0;
    Draw { role, token: is_said.then(|| anybody(rng)) }
}

fn random_change(rng: &mut Rng, draws: &[Draw]) -> Change {
    let index = rng.below(draws.len() as u32) as usize;
    match rng.below(6) {
        0 => Change::Drop(index),
        1 => Change::Add(random_draw(rng)),
        _ => Change::Replace(index, random_draw(rng)),
    }
}

#[test]
fn every_bag_that_can_be_drawn_is_legal() {
    let rules = rules("tb");
    for bag in &LEGAL.0 {
        assert_eq!(rules.breaches(&bag.draws()).len(), 0, "{bag}");
        assert!(can_be_drawn(&bag.draws()), "{bag}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 4000, ..ProptestConfig::default() })]

    #[test]
    fn a_bag_of_any_edition_that_can_be_drawn_is_legal(seed: u64, players in 5_usize..=15, script in 0_usize..3) {
        let short = Script::BUILT_IN[script].0;
        let bag = space(short, players).sample(&mut Rng::new(seed)).unwrap();
        let ids: Vec<_> =
            rules(short).players(players).breaches(&bag.draws()).iter().map(|breach| breach.rule.id).collect();
        prop_assert_eq!(ids, Vec::<&str>::new(), "{}", bag);
    }

    #[test]
    fn a_changed_bag_is_legal_if_it_can_be_drawn(seed: u64, players in 5_usize..=8) {
        let mut rng = Rng::new(seed);
        let draws = space("tb", players).sample(&mut rng).unwrap().draws();
        let changed = random_change(&mut rng, &draws).made(&draws);
        let text = bag::write_draws(&changed);
        let is_legal = |rules: &BagRules| rules.breaches(&changed).is_empty();
        prop_assert_eq!(is_legal(&rules("tb")), can_be_drawn(&changed), "{}", &text);
        let is_for_them = can_be_drawn(&changed) && changed.len() == players;
        prop_assert_eq!(is_legal(&rules("tb").players(players)), is_for_them, "{} for {}", &text, players);
    }

    #[test]
    fn changes_that_mend_are_all_that_can_be_drawn(seed: u64, players in 5_usize..=8) {
        let mut rng = Rng::new(seed);
        let draws = space("tb", players).sample(&mut rng).unwrap().draws();
        let broken = random_change(&mut rng, &draws).made(&draws);
        let rules = rules("tb").players(players);
        let breaches = rules.breaches(&broken);
        let whole = rules.repairs(&broken, &breaches).whole;
        prop_assert!(whole.iter().all(|change| can_be_drawn(&change.made(&broken))));
        // Whatever was changed can be changed back, if only to a Drunk whose token is not given.
        prop_assert!(breaches.is_empty() || !whole.is_empty(), "{}", bag::write_draws(&broken));
    }

    #[test]
    fn distances_are_those_of_a_metric(seed: u64, sizes in proptest::array::uniform3(5_usize..=9)) {
        let mut rng = Rng::new(seed);
        let [a, b, c] = sizes.map(|players| space("tb", players).sample(&mut rng).unwrap());
        prop_assert_eq!(a.distance(&a), 0);
        prop_assert_eq!(a.distance(&b), b.distance(&a));
        prop_assert_eq!(a.distance(&b) == 0, a == b);
        prop_assert!(a.distance(&c) <= a.distance(&b) + b.distance(&c));
    }
}
