//! Set-ups by the rules in ASP: every bag of small tables, counted, and deals that the engine and the rules judge alike, random legal
//! ones and ones that something was changed in.

#![cfg(feature = "clingo")]

use std::collections::BTreeSet;

use gaslamp_botc::rules::{Content, Deal, Dealer, default_names};
use gaslamp_botc::{Action, Character, Script, Setup, SetupSpace, State, Wishes};
use gaslamp_core::{Game as _, Rng, Run};
use gaslamp_referee::asp::botc::{SetupReferee, bags};

/// Players, role sets and bags, as they were counted in closed form.
const COUNTS: [(usize, usize, usize); 4] =
    [(5, 936, 1_365), (6, 3_484, 11_635), (7, 5_577, 13_299), (8, 16_588, 51_337)];

/// How many deals are judged at each table.
const DEALS: usize = 300;

#[test]
fn the_rules_allow_just_the_known_bags() {
    let script = Script::built_in("tb").expect("an edition");
    for (players, role_sets, count) in COUNTS {
        let found = bags(&script, players).expect("an answer");
        let sets: BTreeSet<&[Character]> = found.iter().map(|bag| bag.roles.as_slice()).collect();
        assert_eq!((sets.len(), found.len()), (role_sets, count), "{players} players");
        let space = SetupSpace::new(&script, players, &Wishes::default()).expect("bags");
        let mut numbered: Vec<_> = (0..space.bags()).filter_map(|number| space.bag(number)).collect();
        numbered.sort_unstable();
        assert!(found == numbered, "the engine has other bags for {players} players");
    }
}

/// The names of the rules that may stand for the engine's rule.
fn names(id: &str) -> &'static [&'static str] {
    match id {
        "botc/deal/size" => &["setup_size"],
        "botc/deal/twice" => &["setup_twice"],
        "botc/deal/script" => &["setup_script"],
        "botc/deal/demons" => &["setup_demons"],
        "botc/deal/minions" => &["setup_minions"],
        "botc/deal/outsiders" => &["setup_outsiders"],
        "botc/deal/token" => &["setup_token", "drunk_token", "setup_script"],
        _ => &[],
    }
}

/// A legal deal with a character, a token, a seat or two changed.
fn mutated(deal: &Deal, rng: &mut Rng) -> Deal {
    let all: Vec<Character> = Character::all().collect();
    let script = Script::built_in("tb").expect("an edition");
    let mut seats: Vec<(Character, Character)> =
        deal.roles().iter().copied().zip(deal.tokens().iter().copied()).collect();
    for _ in 0..=rng.below(2) {
        let at = rng.below(seats.len() as u32) as usize;
        let other = *rng.pick(script.characters()).expect("a character");
        match rng.below(8) {
            0 => seats[at] = [*rng.pick(&all).expect("a character"); 2].into(),
            1 | 2 => seats[at] = (other, other),
            3 => seats[at].1 = other,
            4 => seats[at] = (Character::read("drunk").expect("a character"), other),
            5 => seats[at] = *rng.pick(&seats).expect("a seat"),
            6 if seats.len() > 3 => drop(seats.remove(at)),
            _ => seats.swap(at, 0),
        }
    }
    Deal::new(&seats).expect("seats enough")
}

/// Judges a deal by the engine and by the rules; what it breaks by the rules.
fn compare(referee: &mut SetupReferee, setup: &Setup, deal: Deal) -> Vec<String> {
    let mut run = Run::<State>::new(setup.clone()).expect("a set-up");
    let action = Action::Deal(run.intern(Content::Deal(deal)));
    let refusal = run.state().check(action, &run.record().contents).err().map(|refusal| refusal.rule.id);
    let broken = referee.judge(&deal).expect("an answer");
    match refusal {
        None => assert!(broken.is_empty(), "{deal:?} breaks {broken:?}"),
        Some(id) => {
            let is_named = broken.iter().any(|rule| names(id).contains(&rule.as_str()));
            assert!(is_named, "{deal:?} is refused as {id} and breaks {broken:?}");
        }
    }
    broken
}

fn tables() -> Vec<Setup> {
    let mut tables: Vec<Setup> = (5..=15).map(Setup::trouble_brewing).collect();
    for counts in [[2, 0, 0, 1], [1, 1, 1, 1], [4, 3, 2, 1], [11, 2, 4, 1]] {
        let names = default_names(counts.iter().sum());
        tables.push(Setup { names, counts: Some(counts), ..Setup::trouble_brewing(5) });
    }
    tables
}

#[expect(clippy::print_stdout, reason = "shown with --nocapture")]
fn report(legal: usize, illegal: usize) {
    println!("{legal} deals are legal and {illegal} are not");
}

#[test]
fn engine_and_rules_agree_on_deals() {
    let mut rng = Rng::new(1);
    let (mut legal, mut illegal) = (0, 0);
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut known: BTreeSet<String> = BTreeSet::new();
    for setup in tables() {
        let mut referee = SetupReferee::new(&setup).expect("rules");
        let counts = setup.base_counts().expect("counts");
        let dealer = Dealer::new(&setup.script, counts).expect("a dealer");
        for number in 0..DEALS {
            let deal = dealer.draw(&mut rng).expect("a deal");
            let is_changed = number % 3 > 0;
            let deal = if is_changed { mutated(&deal, &mut rng) } else { deal };
            let broken = compare(&mut referee, &setup, deal);
            assert!(is_changed || broken.is_empty(), "{deal:?} was drawn and breaks {broken:?}");
            *(if broken.is_empty() { &mut legal } else { &mut illegal }) += 1;
            seen.extend(broken);
        }
        known.extend(referee.rules().iter().map(ToString::to_string));
        assert!(referee.rules().iter().all(|rule| referee.words(rule).is_some()), "{:?}", referee.rules());
    }
    report(legal, illegal);
    assert_eq!(seen, known, "every rule is broken by some deal");
}

#[test]
fn four_players_need_counts_of_their_own() {
    let characters: Vec<_> =
        ["chef", "monk", "poisoner", "imp"].into_iter().filter_map(Character::read).collect();
    let seats: Vec<_> = characters.into_iter().map(|character| (character, character)).collect();
    let deal = Deal::new(&seats).expect("four seats");
    let mut setup = Setup::trouble_brewing(4);
    let judged = SetupReferee::new(&setup).expect("rules").judge(&deal);
    assert_eq!(judged, Ok(vec!["setup_players".to_owned()]));
    setup.counts = Some([2, 0, 1, 1]);
    assert_eq!(SetupReferee::new(&setup).expect("rules").judge(&deal), Ok(Vec::new()));
}
