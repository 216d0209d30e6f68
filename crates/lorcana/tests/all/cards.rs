//! The table of cards: what identifies a card is unique, every name is read, facts are as printed.

use std::collections::{HashMap, HashSet};

use gaslamp_lorcana::Card;
use gaslamp_lorcana::cards::{
    Classification, Coverage, Discarded, Ink, Keyword, Kind, Onto, Rarity, Set, SetKind, Shift, ShiftCost,
};
use serde_json::Value;

fn card(name: &str) -> Card {
    Card::read(name).unwrap_or_else(|| panic!("{name}"))
}

#[test]
fn every_key_name_and_id_belongs_to_one_card() {
    let mut keys = HashSet::new();
    let mut names = HashSet::new();
    let mut ids = HashSet::new();
    for card in Card::all() {
        let facts = card.facts();
        assert!(keys.insert(facts.key), "{card}");
        assert!(names.insert(facts.full_name), "{card}");
        assert_eq!(facts.printings[0].id, facts.id, "{card}");
        assert!(facts.printings.iter().all(|printing| ids.insert(printing.id)), "{card}");
    }
    assert_eq!((keys.len(), ids.len()), (2785, 3556));
}

#[test]
fn a_card_is_found_by_everything_that_names_it() {
    for card in Card::all() {
        let facts = card.facts();
        assert_eq!(Card::at(card.index()), Some(card));
        assert_eq!(Card::from_key(facts.key), Some(card));
        assert_eq!(Card::read(facts.key), Some(card));
        assert_eq!(Card::read(&facts.full_name.to_uppercase()), Some(card));
        assert_eq!(Card::read(&facts.full_name.replace(" - ", ", ")), Some(card));
        for printing in facts.printings {
            assert_eq!(Card::from_id(printing.id.into()), Some(card));
        }
    }
    for nobody in ["", "tipo", "tipo_growing_so", "tipo_growing_sonn", "~", "\u{0}"] {
        assert_eq!((Card::from_key(nobody), Card::read(nobody)), (None, None), "{nobody}");
    }
    for nobody in [0, 3596, 65_535, 65_536, u32::MAX] {
        assert_eq!(Card::from_id(nobody), None, "{nobody}");
    }
    assert_eq!(Card::at(2785), None);
}

#[test]
fn cards_are_numbered_by_id() {
    assert!(Card::all().map(|card| card.facts().id).is_sorted());
    assert_eq!(Card::all().len(), 2785);
}

#[test]
fn loose_names_are_read() {
    for (text, key) in [
        ("tinker bell giant fairy", "tinker_bell_giant_fairy"),
        ("  Namaari – Single Minded Rival ", "namaari_single_minded_rival"),
        ("TE KA: HEARTLESS", "te_kā_heartless"),
        ("hector rivera, street musician", "héctor_rivera_street_musician"),
        ("Pocahontas and Meeko - Adventurous Friends", "pocahontas_&_meeko_adventurous_friends"),
        ("ursula’s shell necklace", "ursula's_shell_necklace"),
        ("Omnidroid V10", "omnidroid_v.10"),
        ("99 puppies", "99_puppies"),
    ] {
        assert_eq!(Card::read(text).map(Card::key), Some(key), "{text}");
    }
}

#[test]
fn there_are_so_many_of_each_type() {
    let mut kinds = HashMap::new();
    for card in Card::all() {
        let facts = card.facts();
        *kinds.entry(facts.kind.name()).or_insert(0) += 1;
        assert_eq!(facts.is_song(), facts.is(Classification::Song), "{card}");
        assert!(facts.inks.len() <= 2, "{card}");
        let of_quest = facts.printings.iter().all(|printing| printing.set.kind == SetKind::Quest);
        assert!(!facts.inks.is_empty() || of_quest, "{card}");
    }
    let expected = [("Action", 373), ("Character", 2081), ("Item", 230), ("Location", 101)];
    assert_eq!(kinds, HashMap::from(expected));
    let dual = Card::all().filter(|card| card.facts().inks.len() == 2).count();
    assert_eq!(dual, 136);
}

#[test]
fn numbers_are_as_printed() {
    type Numbers = (u8, bool, Option<u8>, Option<u8>, Option<u8>, Option<u8>);
    let table: [(&str, Numbers, &[Ink]); 5] = [
        ("Ariel - On Human Legs", (4, true, Some(3), Some(4), Some(2), None), &[Ink::Amber]),
        ("Be Our Guest", (2, true, None, None, None, None), &[Ink::Amber]),
        ("The Glass Slipper", (2, false, None, None, None, None), &[Ink::Amber]),
        (
            "Christopher Robin - Hunny Sage",
            (6, true, Some(4), Some(4), Some(2), None),
            &[Ink::Amethyst, Ink::Sapphire],
        ),
        ("Vine Tendril", (0, true, Some(1), Some(1), Some(1), None), &[]),
    ];
    for (name, numbers, inks) in table {
        let facts = card(name).facts();
        let found =
            (facts.cost, facts.inkable, facts.strength(), facts.willpower(), facts.lore(), facts.move_cost());
        assert_eq!(found, numbers, "{name}");
        assert_eq!(facts.inks.iter().collect::<Vec<_>>(), inks, "{name}");
    }
    let library = card("The Library - A Gift for Belle").facts();
    assert!(matches!(library.kind, Kind::Location { .. }) && library.move_cost().is_some());
}

#[test]
fn keywords_have_their_values() {
    let shift = |cost, onto, temporary| Keyword::Shift(Shift { cost, onto, temporary });
    let table: [(&str, &[Keyword]); 12] = [
        ("Ariel - Spectacular Singer", &[Keyword::Singer(5)]),
        ("Maximus - Palace Horse", &[Keyword::Bodyguard, Keyword::Support]),
        ("Hades - King of Olympus", &[shift(ShiftCost::Ink(6), Onto::SameName, false)]),
        (
            "Ursula - Eric's Bride",
            &[shift(ShiftCost::Discard(1, Discarded::SongCard), Onto::SameName, false)],
        ),
        (
            "Flotsam & Jetsam - Entangling Eels",
            &[shift(ShiftCost::Discard(2, Discarded::AnyCard), Onto::SameName, false)],
        ),
        ("Baymax - Giant Robot", &[shift(ShiftCost::Ink(4), Onto::AnyCharacter, false)]),
        ("Baymax - Amped Up", &[shift(ShiftCost::InkDrops(2), Onto::SameName, false)]),
        ("Posey - Vampire Potato", &[shift(ShiftCost::Ink(5), Onto::ItemNamed("Potato"), false)]),
        (
            "Sun Yee - Red Panda Spirit",
            &[shift(ShiftCost::Ink(2), Onto::Class(Classification::RedPanda), true)],
        ),
        ("Sulley & Boo - Scare Buddies", &[shift(ShiftCost::Ink(4), Onto::OneOrBoth, false)]),
        ("Mickey Mouse & Minnie Mouse - Adventuring Duo", &[shift(ShiftCost::Ink(0), Onto::Both, false)]),
        (
            "Dash Parr & Violet Parr - Super Siblings",
            &[shift(ShiftCost::Ink(6), Onto::OneOrBoth, false), Keyword::Evasive, Keyword::Resist(1)],
        ),
    ];
    for (name, keywords) in table {
        assert_eq!(card(name).facts().keywords, keywords, "{name}");
    }
    let mut counts = HashMap::new();
    for keyword in Card::all().flat_map(|card| card.facts().keywords) {
        *counts.entry(keyword.name()).or_insert(0) += 1;
    }
    assert_eq!(counts.len(), 15);
    assert_eq!(
        [counts["Evasive"], counts["Shift"], counts["Sing Together"], counts["Boost"]],
        [149, 216, 22, 32]
    );
}

#[test]
fn abilities_beyond_keywords_are_counted() {
    for (name, total) in [
        ("Maximus - Palace Horse", 0),
        ("Stitch - New Dog", 0),
        ("Ariel - On Human Legs", 1),
        ("Be Our Guest", 1),
        ("Flotsam & Jetsam - Entangling Eels", 0),
        ("Microbots", 2),
        ("The Glass Slipper", 2),
    ] {
        assert_eq!(card(name).facts().abilities.total(), total, "{name}");
    }
    let plain = Card::all().filter(|card| card.facts().abilities.total() == 0).count();
    let blank =
        Card::all().filter(|card| card.facts().abilities.total() == 0 && card.facts().keywords.is_empty());
    assert_eq!((plain, blank.count()), (563, 313));
}

#[test]
fn cards_with_several_names_go_by_each() {
    let pair = card("Woody & Buzz Lightyear - Best Buddies").facts();
    for name in ["Woody", "Buzz Lightyear", "Woody & Buzz Lightyear"] {
        assert!(pair.is_named(name), "{name}");
    }
    assert!(!pair.is_named("Buzz"));
    assert_eq!(Card::all().filter(|card| !card.facts().names.is_empty()).count(), 20);
}

#[test]
fn sets_have_their_cards() {
    let codes: HashSet<_> = Set::all().iter().map(|set| set.code).collect();
    assert_eq!(codes.len(), 19);
    let first = Set::read("the first chapter").unwrap();
    assert_eq!((first.code, first.kind, first.released), ("1", SetKind::Expansion, Some("2023-09-01")));
    assert_eq!(Set::read("q2").map(|set| set.name), Some("Illumineer's Quest: Palace Heist"));
    assert_eq!(Set::read("99"), None);
    assert_eq!(Set::read("16").map(|set| set.cards().count()), Some(0));
    assert_eq!(first.cards().next(), Some(card("Ariel - On Human Legs")));
    let puppy = card("Dalmatian Puppy - Tail Wagger").facts();
    let printed: Vec<_> =
        puppy.printings.iter().map(|p| (p.set.code, p.number, p.rarity, p.variant)).collect();
    assert_eq!(printed[1], ("3", Some(4), Rarity::Common, Some('b')));
    assert_eq!(printed[5], ("8", Some(38), Rarity::Common, None));
}

/// The table is made from `data/cards.json`.
#[test]
fn the_table_and_the_file_of_facts_agree() {
    let file: Value = serde_json::from_str(include_str!("../../data/cards.json")).unwrap();
    let sets: Vec<Value> = Set::all().iter().map(Set::to_json).collect();
    assert_eq!(file["sets"], Value::Array(sets));
    let listed = file["cards"].as_array().unwrap();
    assert_eq!(listed.len(), Card::all().len());
    for (card, facts) in Card::all().zip(listed) {
        assert_eq!(card.facts().to_json().to_string(), facts.to_string());
    }
}

/// Whatever its name, a fact is short: rules texts are not.
#[test]
fn the_file_of_facts_has_no_texts() {
    fn longest(value: &Value) -> usize {
        match value {
            Value::String(text) => text.len(),
            Value::Array(items) => items.iter().map(longest).max().unwrap_or_default(),
            Value::Object(fields) => fields.values().map(longest).max().unwrap_or_default(),
            _ => 0,
        }
    }
    let file: Value = serde_json::from_str(include_str!("../../data/cards.json")).unwrap();
    let longest_name = Card::all().map(|card| card.full_name().len()).max().unwrap();
    assert_eq!(longest(&file["cards"]), longest_name);
}

#[test]
fn keywords_are_written_as_on_cards() {
    for (name, keywords) in [
        ("Ariel - Spectacular Singer", "Singer 5"),
        ("Maximus - Palace Horse", "Bodyguard, Support"),
        ("Hades - King of Olympus", "Shift 6"),
        ("Ursula - Eric's Bride", "Shift (discards 1 song)"),
        ("Flotsam & Jetsam - Entangling Eels", "Shift (discards 2)"),
        ("Baymax - Giant Robot", "Universal Shift 4"),
        ("Baymax - Amped Up", "Shift (2 ink drops)"),
        ("Posey - Vampire Potato", "Potato Shift 5"),
        ("Sun Yee - Red Panda Spirit", "Temporary Red Panda Shift 2"),
        ("Mickey Mouse & Minnie Mouse - Adventuring Duo", "Duo Shift 0"),
        ("Dash Parr & Violet Parr - Super Siblings", "Combo Shift 6, Evasive, Resist +1"),
        ("I2I", "Sing Together 9"),
    ] {
        let written: Vec<String> = card(name).facts().keywords.iter().map(ToString::to_string).collect();
        assert_eq!(written.join(", "), keywords, "{name}");
    }
}

#[test]
fn versions_are_found_by_name() {
    let found = |name| Card::named(name).map(Card::full_name).collect::<Vec<_>>();
    assert_eq!(found("TIPO"), ["Tipo - Growing Son", "Tipo - Junior Chipmunk"]);
    assert!(found("jetsam").contains(&"Flotsam & Jetsam - Entangling Eels"));
    assert!(found("").is_empty() && found("Tip").is_empty());
}

#[test]
fn cards_without_further_abilities_are_whole() {
    let plain = Card::all().filter(|card| card.facts().abilities.total() == 0);
    assert!(plain.clone().count() > 500 && plain.clone().all(|card| card.coverage() == Coverage::Whole));
}
