//! Deck lists: every usual form is read, every error is reported at once with its place, and what is written
//! reads back.

use crate::common;

use gaslamp_core::{Diagnostic, Fault};
use gaslamp_lorcana::cards::{Card, Ink, Inks};
use gaslamp_lorcana::deck::{self, Line, MOST_ON_A_LINE};
use gaslamp_lorcana::seed::read_dek;
use gaslamp_lorcana::{Deck, LegalDeck, Seed};
use proptest::prelude::*;

use common::{BS01, RP01, changed};

fn told<'a>(text: &'a str, problems: &[Diagnostic]) -> Vec<(&'static str, &'a str)> {
    problems.iter().map(|d| (d.id, d.span.map_or("", |span| &text[span.range()]))).collect()
}

#[test]
fn sample_decks_are_legal_and_read_back() {
    for (text, lines) in [(BS01, 17), (RP01, 19)] {
        let legal = LegalDeck::read(text).unwrap();
        assert_eq!((legal.deck().lines.len(), legal.deck().size()), (lines, 60));
        assert_eq!(legal.deck().to_string(), format!("{text}\n"));
        assert_eq!(Deck::read(&legal.deck().to_string()).as_ref(), Ok(legal.deck()));
    }
}

#[test]
fn every_sample_is_legal_and_does_all_it_says() {
    for (name, text) in deck::SAMPLES {
        let legal = LegalDeck::read(text).unwrap_or_else(|problems| panic!("{name}: {problems:?}"));
        let lines = &legal.deck().lines;
        assert!(lines.iter().all(|line| line.card().is_whole()), "{name}");
        assert_eq!(Deck::read(&legal.deck().to_string()).as_ref(), Ok(legal.deck()), "{name}");
    }
    let inks = |ink: &str| deck::SAMPLES.iter().filter(|(name, _)| name.contains(ink)).count();
    for ink in ["amber", "amethyst", "emerald", "ruby", "sapphire", "steel"] {
        assert!(inks(ink) >= 3, "{ink}");
    }
}

#[test]
fn every_form_of_a_line_is_read() {
    for (line, written) in [
        ("4 Tipo - Growing Son", "4 Tipo - Growing Son"),
        ("4x Tipo - Growing Son", "4 Tipo - Growing Son"),
        ("4 x Tipo - Growing Son", "4 Tipo - Growing Son"),
        ("04 tipo, growing son", "4 Tipo - Growing Son"),
        ("Tipo, Growing Son", "1 Tipo - Growing Son"),
        ("\t2\u{a0}TIPO – GROWING SON  # the small one", "2 Tipo - Growing Son"),
        ("3 tipo_growing_son//x", "3 Tipo - Growing Son"),
        ("\u{feff}1 Te Ka Heartless", "1 Te Kā - Heartless"),
        ("2 Chip ‘n’ Dale, Recovery Rangers", "2 Chip 'n' Dale - Recovery Rangers"),
        ("99 Puppies", "1 99 Puppies"),
        ("2 99 Puppies", "2 99 Puppies"),
        ("4*Town - Made by the Vine", "1 4*Town - Made by the Vine"),
        ("3 4*Town, Made by the Vine", "3 4*Town - Made by the Vine"),
        ("3x 4*Town - Made by the Vine", "3 4*Town - Made by the Vine"),
        ("I2I", "1 I2I"),
        ("99 Dalmatian Puppy - Tail Wagger", "99 Dalmatian Puppy - Tail Wagger"),
        ("Tipo - Growing Son x4", "4 Tipo - Growing Son"),
        ("tipo, growing son ×4", "4 Tipo - Growing Son"),
        ("4 Tipo - Growing Son (5) 157", "4 Tipo - Growing Son"),
        ("4x Tipo - Growing Son (157/204)", "4 Tipo - Growing Son"),
        ("Tipo - Growing Son (5) 157 x4", "4 Tipo - Growing Son"),
        ("Tipo - Growing Son x4 (5) 157", "4 Tipo - Growing Son"),
        ("2 Tipo - Growing Son (Shimmering Skies) 157b", "2 Tipo - Growing Son"),
        ("2 99 Puppies (6) 24", "2 99 Puppies"),
        ("99 Puppies x2", "2 99 Puppies"),
        ("4*Town - Made by the Vine x3", "3 4*Town - Made by the Vine"),
        ("Characters (20)\n2 I2I\nSONGS:\nItems (0):", "2 I2I"),
    ] {
        let read = Deck::read(line).unwrap_or_else(|problems| panic!("{line}: {problems:?}"));
        assert_eq!(read.to_string(), format!("{written}\n"), "{line}");
    }
}

#[test]
fn line_ends_comments_and_blanks_do_not_matter() {
    let text = BS01.replace('\n', " # x\r\n\r\n// y\r\n  ");
    assert_eq!(Deck::read(&format!("\u{feff}{text}")), Deck::read(BS01));
    assert_eq!(Deck::read(&BS01.replace('\n', "\r")), Deck::read(BS01));
    for empty in ["", "\n", "# none\r\n", "\u{feff}"] {
        assert_eq!(Deck::read(empty), Ok(Deck::default()));
    }
}

#[test]
fn lines_that_cannot_be_read_are_all_told_with_what_was_meant() {
    let text = "4 Tipo - Growing Sun\n  2 I2I\r\n0 I2I\n1000 I2I\n-1 I2I\n4x\n99999999999 I2I\nMickey Mouse\nqqqqqqqqqqqqq\n4 - \n";
    let listing = deck::read(text);
    let expected = [
        ("lorcana/deck/unknown-card", "Tipo - Growing Sun", "Tipo - Growing Son"),
        ("lorcana/deck/count", "0", "a number from 1 to 999"),
        ("lorcana/deck/count", "1000", "a number from 1 to 999"),
        ("lorcana/deck/unknown-card", "-1 I2I", "I2I"),
        ("lorcana/deck/no-card", "4x", "4 Tipo - Growing Son"),
        ("lorcana/deck/count", "99999999999", "a number from 1 to 999"),
        ("lorcana/deck/unknown-card", "Mickey Mouse", ""),
        ("lorcana/deck/unknown-card", "qqqqqqqqqqqqq", ""),
        ("lorcana/deck/unknown-card", "-", ""),
    ];
    assert_eq!(listing.deck.to_string(), "2 I2I\n");
    assert_eq!(told(text, &listing.problems), expected.map(|(id, place, _)| (id, place)));
    for (problem, (_, place, fix)) in listing.problems.iter().zip(expected) {
        let found = problem.fix.as_deref().unwrap_or_default();
        assert!(found.starts_with(fix), "{place}: {found}");
        assert_eq!(problem.fault, Fault::Unreadable);
    }
    let mickey = listing.problems[6].fix.as_deref().unwrap_or_default();
    assert_eq!(mickey.matches("Mickey Mouse - ").count(), 3, "{mickey}");
}

#[test]
fn what_only_looks_like_a_printing_or_a_title_is_told() {
    for (line, place) in [
        ("4 Tipo - Growing Sun (5) 157", "Tipo - Growing Sun"),
        ("4 Tipo - Growing Son (best)", "Tipo - Growing Son (best)"),
        ("4 Tipo - Growing Son x4", "Tipo - Growing Son x4"),
        ("Tipo - Growing Sonx4", "Tipo - Growing Sonx4"),
        ("I2I x0", "0"),
        ("Sideboard", "Sideboard"),
        ("Characters (some)", "Characters (some)"),
        ("(5) 157", "(5) 157"),
        ("é (é) 1", "é (é) 1"),
        ("x4", "x4"),
        (")", ")"),
    ] {
        let problems = deck::read(line).problems;
        assert_eq!(problems.iter().map(|d| &line[d.span.unwrap().range()]).collect::<Vec<_>>(), [place]);
    }
}

#[test]
fn a_file_that_is_no_deck_is_told_line_by_line() {
    let problems = deck::read(&"Tipo - Growing Sun\n".repeat(20_000)).problems;
    assert_eq!(problems.len(), 20_000);
    assert_eq!(problems.iter().filter(|problem| problem.fix.is_some()).count(), 200);
}

/// This many lines of four ordinary cards of one ink.
fn lines_of(ink: Ink, lines: usize) -> String {
    let is_plain = |card: &Card| {
        let facts = card.facts();
        facts.inks == Inks::of(&[ink]) && facts.infinity && facts.most_copies == Some(4)
    };
    Card::all().filter(is_plain).take(lines).map(|card| format!("4 {card}\n")).collect()
}

#[test]
fn decks_are_judged_by_every_rule_at_once() {
    let (amber, steel) = (lines_of(Ink::Amber, 8), lines_of(Ink::Steel, 8));
    let table: [(&str, &[(&str, &str)]); 16] = [
        ("", &[]),
        ("3 I2I", &[("lorcana/deck/inks", "3 I2I")]),
        ("1 I2I\n1 I2I", &[("lorcana/deck/inks", "1 I2I")]),
        ("1 Christopher Robin - Hunny Sage", &[("lorcana/deck/inks", "1 Christopher Robin - Hunny Sage")]),
        ("99 Dalmatian Puppy - Tail Wagger", &[]),
        (
            "100 Dalmatian Puppy - Tail Wagger",
            &[("lorcana/deck/copies", "100 Dalmatian Puppy - Tail Wagger")],
        ),
        ("2 The Glass Slipper", &[]),
        ("3 The Glass Slipper", &[("lorcana/deck/copies", "3 The Glass Slipper")]),
        ("2 The Glass Slipper\n1 The Glass Slipper", &[("lorcana/deck/copies", "1 The Glass Slipper")]),
        ("1 ariel, on human legs # a fifth one", &[("lorcana/deck/copies", "1 ariel, on human legs")]),
        (
            "5 Ariel - On Human Legs\n1 Ariel - On Human Legs",
            &[("lorcana/deck/copies", "5 Ariel - On Human Legs")],
        ),
        ("1 Vine Tendril", &[("lorcana/deck/quest-card", "1 Vine Tendril")]),
        (
            "1 Hiram Flaversham - Toymaker",
            &[
                ("lorcana/deck/inks", "1 Hiram Flaversham - Toymaker"),
                ("lorcana/deck/banned", "1 Hiram Flaversham - Toymaker"),
            ],
        ),
        ("5 Nobody - At All", &[("lorcana/deck/unknown-card", "Nobody - At All")]),
        (
            "x\n3 The Glass Slipper\n1 I2I\n1 Vine Tendril",
            &[
                ("lorcana/deck/unknown-card", "x"),
                ("lorcana/deck/copies", "3 The Glass Slipper"),
                ("lorcana/deck/inks", "1 I2I"),
                ("lorcana/deck/quest-card", "1 Vine Tendril"),
            ],
        ),
        ("1 Thunderbolt - Wonder Dog", &[("lorcana/deck/inks", "1 Thunderbolt - Wonder Dog")]),
    ];
    for (more, expected) in table {
        let text = format!("{amber}{steel}{more}");
        let problems = LegalDeck::read(&text).err().unwrap_or_default();
        assert_eq!(told(&text, &problems), expected, "{more}");
    }
}

#[test]
fn any_number_of_microbots_is_legal() {
    assert!(LegalDeck::read("60 Microbots").is_ok());
    assert!(LegalDeck::read("999 Microbots\n1 Microbots").is_ok());
    let large = "999 Microbots\n".repeat(11);
    assert_eq!(
        told(&large, &LegalDeck::read(&large).unwrap_err()),
        [("lorcana/deck/too-large", "999 Microbots"); 1]
    );
}

#[test]
fn a_deck_of_fewer_than_sixty_is_too_small() {
    for (text, is_legal) in [("60 Microbots", true), ("59 Microbots", false), ("", false)] {
        assert_eq!(LegalDeck::read(text).is_ok(), is_legal, "{text}");
        assert_eq!(Deck::read(text).unwrap().check().is_ok(), is_legal, "{text}");
    }
    let problems = LegalDeck::read("59 Microbots").unwrap_err();
    assert_eq!(told("", &problems), [("lorcana/deck/too-small", "")]);
    assert_eq!((problems[0].fix.as_deref(), problems[0].fault), (Some("1 more"), Fault::Illegal));
    // The missing cards may be on a line that cannot be read.
    assert_eq!(LegalDeck::read("59 Microbots\n1 Macrobots").unwrap_err().len(), 1);
}

/// Christopher Robin - Hunny Sage lets other Hunny characters be of any ink, but no other cards, nor without it.
#[test]
fn the_hunny_sage_gathers_hunny_characters_of_any_ink() {
    let ruby = "Tigger - Hunny Barbarian";
    let rest = format!("{}{}", lines_of(Ink::Amethyst, 10), lines_of(Ink::Sapphire, 5));
    let with = |more: String| LegalDeck::read(&format!("{rest}{more}"));
    assert!(with(format!("1 Christopher Robin - Hunny Sage\n1 {ruby}")).is_ok());
    assert!(with(format!("1 {ruby}")).is_err());
    assert!(with("1 Christopher Robin - Hunny Sage\n1 Ariel - On Human Legs".to_owned()).is_err());
}

fn any_line() -> impl Strategy<Value = Line> {
    let cards: Vec<Card> = Card::all().collect();
    (1..=MOST_ON_A_LINE, prop::sample::select(cards))
        .prop_map(|(count, card)| Line::new(count, card).expect("a count in range"))
}

/// A text with some of its characters replaced, left out or doubled, and pieces of other texts put in.
fn mutated() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        any::<char>().prop_map(String::from),
        "[ 0-9xX#/\\n\\r\\-,.]{1,4}",
        prop::sample::select(vec![
            "\u{feff}",
            "\r\n",
            "99 Puppies",
            "é",
            "4*Town",
            "\n999 Microbots\n",
            "//",
            "×"
        ])
        .prop_map(String::from),
    ];
    let change = (any::<prop::sample::Index>(), 0..3_usize, piece);
    let text = prop::sample::select(vec![BS01, RP01, "4x Tipo, Growing Son\r\n"]);
    (text, prop::collection::vec(change, 0..12)).prop_map(|(text, changes)| changed(text, changes))
}

/// Whatever the text, places are places in it, and what was read reads back.
fn assert_sound(text: &str) {
    let listing = deck::read(text);
    assert_eq!(listing.deck.lines.len(), listing.spans.len());
    for span in listing.spans.iter().chain(listing.problems.iter().filter_map(|d| d.span.as_ref())) {
        assert!(text.get(span.range()).is_some_and(|part| !part.is_empty()), "{span:?}");
    }
    for (line, span) in listing.deck.lines.iter().zip(&listing.spans) {
        assert_eq!(Deck::read(&text[span.range()]).map(|deck| deck.lines), Ok(vec![*line]));
    }
    let written = listing.deck.to_string();
    assert_eq!(deck::read(&written).deck, listing.deck);
    if let Err(problems) = listing.clone().check() {
        assert!(problems.iter().all(|d| d.span.is_none_or(|span| text.get(span.range()).is_some())));
    }
    for seed in ["x", "0123456.0123456.ab", "zzzzzzz.0000000.00"] {
        let seed = Seed::read(seed).expect("a seed of the right form");
        if let Ok(deals) = seed.deal([&listing.deck, &listing.deck]) {
            assert!(deals.iter().all(|deal| deal.hand.len() + deal.deck.len() == listing.deck.size()));
        }
    }
    let _ = read_dek(text);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_deck_reads_back(lines in prop::collection::vec(any_line(), 0..10)) {
        let deck = Deck { lines };
        prop_assert_eq!(Deck::read(&deck.to_string()), Ok(deck));
    }

    #[test]
    fn no_text_breaks_the_readers(text in mutated()) {
        assert_sound(&text);
    }

    #[test]
    fn no_bytes_break_the_readers(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let text = String::from_utf8_lossy(&bytes);
        assert_sound(&text);
        if let Ok(seed) = Seed::read(&text) {
            prop_assert_eq!(seed.as_str(), &*text);
        }
    }

    #[test]
    fn no_seed_breaks_the_dealer(text in "[0-9a-z.]{0,9}[.][0-9a-zA-Zé]{6,8}[.][0-9a-z]{1,3}") {
        let (bs01, rp01) = (Deck::read(BS01).unwrap(), Deck::read(RP01).unwrap());
        let dealt = Seed::read(&text).and_then(|seed| seed.deal([&bs01, &rp01]));
        if let Err(problems) = dealt {
            prop_assert!(problems.iter().all(|d| d.span.is_none_or(|span| text.get(span.range()).is_some())));
            prop_assert!(!problems.is_empty());
        }
    }
}
