//! Bags on a line: read, written, and turned into bags of the rules.

#![allow(clippy::unwrap_used)]

use crate::common;

use common::{pick, placed, random_known, random_tokens};
use gaslamp_botc::notation::bag::{self, BagEntry, WrittenBag};
use gaslamp_botc::notation::line::Naming;
use gaslamp_botc::{Bag, Script, SetupSpace, Wishes};
use gaslamp_core::Rng;
use proptest::prelude::*;

fn random_entries(rng: &mut Rng) -> Vec<BagEntry> {
    (0..rng.below(16))
        .map(|_| BagEntry { character: random_known(rng), tokens: random_tokens(rng) })
        .collect()
}

/// What is read, and the one form in which it is written.
const READ: [(&str, &str); 12] = [
    ("{}", "{}"),
    (" { } ", "{}"),
    ("{imp,chef\n  Empath}", "{chef empath imp}"),
    ("{imp imp chef imp}", "{chef imp imp imp}"),
    ("{chef empath(drunk:is_the_drunk) imp}", "{chef empath(drunk:is_the_drunk) imp}"),
    ("{imp empath(dr:is_the_drunk)}", "{empath(drunk:is_the_drunk) imp}"),
    ("{empath(drunk)}", "{empath(drunk:is_the_drunk)}"),
    ("{? {imp chef} ww {po}}", "{washerwoman po {chef imp} ?}"),
    ("{?(\"who?\") ?}", "{? ?(\"who?\")}"),
    ("{imp(poisoned) pukka}", "{imp(pukka:poisoned) pukka}"),
    ("{\"Fortune Teller\" chef}", "{chef fortune_teller}"),
    ("{fortuneteller() chef}", "{chef fortune_teller}"),
];

#[test]
fn bags_are_read_in_many_forms_and_written_in_one() {
    for (text, written) in READ {
        let read = bag::read(text).unwrap_or_else(|problems| panic!("{text}: {problems:?}"));
        assert_eq!(read.to_string(), written, "{text}");
        assert_eq!(bag::read(written).as_ref(), Ok(&read), "{text}");
    }
}

#[test]
fn every_problem_is_told_with_its_place() {
    let table: &[(&str, &[(&str, &str)])] = &[
        ("", &[("botc/bag/brace", "")]),
        ("  [chef]", &[("botc/bag/brace", "[")]),
        ("{chef imp", &[("botc/grimoire/unclosed", "{")]),
        ("{chef imx}", &[("botc/grimoire/character", "imx")]),
        ("{chf, imx}", &[("botc/grimoire/character", "chf"), ("botc/grimoire/character", "imx")]),
        (
            "{chef)imp imp:x ] spy}",
            &[("botc/bag/entry", ")"), ("botc/bag/entry", ":"), ("botc/grimoire/character", "]")],
        ),
        ("{chef(monk:safe imp}", &[("botc/grimoire/unclosed", "(")]),
        ("{chef(monk:safe}", &[("botc/grimoire/unclosed", "(")]),
        ("{imp({}) chef}", &[("botc/grimoire/unclosed", "(")]),
        (
            "{virgin(no_ability) slayer(monk:x,nope)}",
            &[
                ("botc/token/unknown", "monk:x"),
                ("botc/token/ambiguous", "no_ability"),
                ("botc/token/unknown", "nope"),
            ],
        ),
        ("{{} imp}", &[("botc/grimoire/possibilities", "{")]),
        ("{imp} and more ", &[("botc/bag/more", "and more")]),
    ];
    for (text, problems) in table {
        assert_eq!(&placed(&bag::read(text).expect_err(text), text), problems, "{text}");
    }
}

#[test]
fn white_space_of_any_kind_parts_what_spaces_part() {
    let ids = |text: &str| {
        bag::read(text).map_err(|problems| problems.iter().map(|problem| problem.id).collect::<Vec<_>>())
    };
    for text in [
        " {chef}",
        "{ chef imp } ",
        "{chef( monk:safe ) imp}",
        "{{ chef imp } imp}",
        "{ ",
        "{chef ( x",
        "{ ] ",
    ] {
        for space in (char::MIN..=char::MAX).filter(|c| c.is_whitespace()) {
            assert_eq!(ids(&text.replace(' ', &space.to_string())), ids(text), "{text}: {space:?}");
        }
    }
}

#[test]
fn a_bag_of_the_rules_holds_what_is_known_and_who_draws_another_token() {
    let table: &[(&str, Result<&str, &[&str]>)] = &[
        ("{imp chef}", Ok("{chef imp}")),
        ("{imp empath(drunk) fortune_teller}", Ok("{fortune_teller empath(drunk:is_the_drunk) imp}")),
        ("{po imp(lunatic:is_the_lunatic) gambler}", Ok("{gambler imp(lunatic:is_the_lunatic) po}")),
        ("{village_idiot village_idiot}", Ok("{village_idiot village_idiot}")),
        ("{drunk imp}", Ok("{drunk imp}")),
        (
            "{? {chef imp} imp(\"x\") chef(monk:safe) mayor(drunk,drunk)}",
            Err(&[
                "botc/bag/tokens",
                "botc/bag/tokens",
                "botc/bag/tokens",
                "botc/bag/unknown",
                "botc/bag/unknown",
            ]),
        ),
        ("{chef(drunk) mayor(drunk) imp imp drunk}", Err(&["botc/bag/twice"])),
        ("{chef(drunk) drunk}", Err(&["botc/bag/twice"])),
    ];
    for (text, expected) in table {
        let found = Bag::try_from(&bag::read(text).unwrap());
        let found = found.map(|bag| bag.to_string());
        let found = found.map_err(|problems| problems.iter().map(|problem| problem.id).collect::<Vec<_>>());
        assert_eq!(
            found.as_ref().map(String::as_str).map_err(Vec::as_slice),
            expected.as_ref().map(|text| *text).map_err(|ids| *ids),
            "{text}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_of_a_bag_reads_the_same_in_any_order(seed: u64) {
        let mut rng = Rng::new(seed);
        let mut entries = random_entries(&mut rng);
        let written = WrittenBag::new(entries.clone());
        rng.shuffle(&mut entries);
        prop_assert_eq!(&WrittenBag::new(entries), &written);
        for naming in [Naming::Long, Naming::Short] {
            let text = bag::write(&written, naming);
            let again = bag::read(&text);
            prop_assert_eq!(again.as_ref(), Ok(&written), "{}", text);
        }
    }

    #[test]
    fn bags_with_an_entry_more_differ(seed: u64) {
        let mut rng = Rng::new(seed);
        let mut entries = random_entries(&mut rng);
        let written = WrittenBag::new(entries.clone());
        entries.push(BagEntry { character: random_known(&mut rng), tokens: random_tokens(&mut rng) });
        prop_assert_ne!(WrittenBag::new(entries), written);
    }

    #[test]
    fn every_legal_bag_is_read_as_it_is_written(seed: u64, players in 5_usize..=15) {
        let mut rng = Rng::new(seed);
        let script = Script::built_in(pick(&mut rng, &["tb", "snv", "bmr"])).unwrap();
        let bag = SetupSpace::new(&script, players, &Wishes::default()).unwrap().sample(&mut rng).unwrap();
        let written = bag::read(&bag.to_string());
        prop_assert_eq!(Bag::try_from(&written.unwrap()), Ok(bag));
    }
}
