//! Seeds deal what the file format's own results say, and follow CPython's generator exactly.

use crate::common;

use std::collections::HashSet;

use gaslamp_core::Diagnostic;
use gaslamp_lorcana::cards::CardCopy;
use gaslamp_lorcana::seed::{PythonRandom, matchup, read_dek, write_dek};
use gaslamp_lorcana::{Deal, Deck, Seed};

use common::{BS01, RP01};

const DEALS: &str = include_str!("../data/deals.txt");
const PUPPIES: &str = "2 Microbots\n30 Dalmatian Puppy - Tail Wagger\n3 Microbots\n";

fn deal(seed: &str, decks: [&str; 2]) -> Result<[Deal; 2], Vec<Diagnostic>> {
    let decks = decks.map(|deck| Deck::read(deck).expect("a readable deck"));
    Seed::read(seed)?.deal([&decks[0], &decks[1]])
}

fn copies(line: &str) -> Vec<CardCopy> {
    line.split_whitespace().map(|copy| CardCopy::read(copy).expect("a copy of a card")).collect()
}

#[test]
fn matchups_have_their_names() {
    for (deck1, deck2, name) in [
        (BS01, RP01, "b013"),
        (RP01, BS01, "5931"),
        ("", "", "d41d"),
        ("ab", "c", "9001"),
        ("a", "bc", "9001"),
    ] {
        assert_eq!(matchup(deck1.as_bytes(), deck2.as_bytes()), name);
    }
}

#[test]
fn golden_seeds_deal_golden_hands_and_decks() {
    let mut seeds = 0;
    for block in DEALS.split("\nseed ").skip(1) {
        let (seed, block) = block.split_once('\n').unwrap();
        let dealt = deal(seed, [BS01, RP01]).unwrap();
        for line in block.lines().filter(|line| !line.is_empty()) {
            let (player, line) = line.split_once(' ').unwrap();
            let dealt = &dealt[usize::from(player == "p2")];
            let (zone, expected) = line.split_once(' ').unwrap();
            let cards = if zone == "hand" { &dealt.hand } else { &dealt.deck };
            assert_eq!(*cards, copies(expected), "{seed} {player} {zone}");
        }
        assert_eq!(block.split_whitespace().filter(|word| word.contains('.')).count(), 120, "{seed}");
        seeds += 1;
    }
    assert_eq!(seeds, 4);
}

/// A copy of a puppy by its letters, of a microbot with a `0` before them.
fn short(word: &str) -> CardCopy {
    let copy = match word.strip_prefix('0') {
        Some(letters) => format!("microbots.{letters}"),
        None => format!("dalmatian_puppy_tail_wagger.{word}"),
    };
    CardCopy::read(&copy).expect("a copy of a card")
}

/// The orders were computed with CPython.
#[test]
fn a_card_on_two_lines_goes_on_with_its_letters() {
    let named = "0c a 0a b c d 0d \
        j r t ad ac aa y o z m 0b g v ab i 0e f h p s u w l q k x n e";
    let plain = "ad m v 0a r u k 0e 0d p y o l z aa i j 0c x g s e t a n h b 0b ac f w q d c ab";
    for (seed, order) in [("2101112.0000000.q7", named), ("puppies", plain)] {
        let [dealt, _] = deal(seed, [PUPPIES, "7 Microbots"]).unwrap();
        let expected: Vec<CardCopy> = order.split_whitespace().map(short).collect();
        assert_eq!([dealt.hand, dealt.deck].concat(), expected, "{seed}");
    }
}

#[test]
fn a_deal_is_the_whole_deck() {
    for seed in ["0123456.0123456.ab", "0000111.0000222.00", "x", "żółw 🎴", "ABC-1"] {
        for (dealt, list) in deal(seed, [BS01, RP01]).unwrap().into_iter().zip([BS01, RP01]) {
            let all: HashSet<CardCopy> = dealt.hand.iter().chain(&dealt.deck).copied().collect();
            assert_eq!((dealt.hand.len(), dealt.deck.len()), (7, 53));
            assert_eq!(all, Deck::read(list).unwrap().copies().unwrap().concat().into_iter().collect());
            assert_eq!(read_dek(&write_dek(&dealt.deck)), Ok(dealt.deck));
        }
    }
}

/// The ids of the problems, each with the part of the seed it points at.
fn problems<'a>(seed: &'a str, decks: [&str; 2]) -> Vec<(&'static str, &'a str)> {
    let found = deal(seed, decks).err().unwrap_or_default();
    found.iter().map(|d| (d.id, d.span.map_or("", |span| &seed[span.range()]))).collect()
}

#[test]
fn what_is_wrong_with_a_seed_is_told_at_once() {
    const FORM: &str = "lorcana/seed/form";
    const LINE: &str = "lorcana/seed/no-line";
    const COPY: &str = "lorcana/seed/no-copy-left";
    let long = "x".repeat(201);
    let table: [(&str, &[(&str, &str)]); 17] = [
        ("", &[(FORM, "")]),
        (&long, &[(FORM, "")]),
        ("a/b", &[(FORM, "/")]),
        ("a\\b:c\n", &[(FORM, "\\"), (FORM, ":"), (FORM, "\n")]),
        (".", &[(FORM, ".")]),
        ("..", &[(FORM, ""), (FORM, ""), (FORM, "")]),
        ("a.b", &[(FORM, "a.b")]),
        ("0123456.0123456.ab.c", &[(FORM, "0123456.0123456.ab.c")]),
        ("012345.0123456.ab", &[(FORM, "012345")]),
        ("0123456.01234567.abc", &[(FORM, "01234567"), (FORM, "abc")]),
        ("012345A.é123456.a_", &[(FORM, "A"), (FORM, "é"), (FORM, "_")]),
        ("012345.0123 56.ab", &[(FORM, "012345"), (FORM, " ")]),
        // bs01 has 17 lines, rp01 19.
        ("012345h.012345j.ab", &[(LINE, "h"), (LINE, "j")]),
        ("gggg000.iiii000.ab", &[]),
        ("2220000.3333000.ab", &[(COPY, "2"), (COPY, "3"), (COPY, "3"), (COPY, "3")]),
        ("00000hh.0123456.ab", &[(COPY, "0"), (LINE, "h"), (LINE, "h")]),
        ("zzzzzzz.0123456.ab", &[(LINE, "z"); 7]),
    ];
    for (seed, expected) in table {
        assert_eq!(problems(seed, [BS01, RP01]), expected, "{seed}");
    }
}

#[test]
fn decks_that_cannot_be_dealt_are_told_both() {
    let small = "6 Microbots";
    let large = "999 Microbots\n".repeat(11);
    assert_eq!(problems("x", [small, ""]), [("lorcana/seed/small-deck", ""); 2]);
    assert_eq!(problems("0000000.0000000.00", ["7 Microbots", small]), [("lorcana/seed/small-deck", "")]);
    assert!(deal("0000000.0000000.00", ["7 Microbots", "7 Microbots"]).is_ok_and(|[d, _]| d.deck.is_empty()));
    let lines = gaslamp_lorcana::deck::read(&large).deck;
    let small = Deck::read("8 Microbots").unwrap();
    let found = Seed::read("x").unwrap().deal([&lines, &small]).unwrap_err();
    assert_eq!(found.iter().map(|d| d.id).collect::<Vec<_>>(), ["lorcana/deck/too-large"]);
}

#[test]
fn what_is_wrong_with_a_dek_file_is_told_with_its_place() {
    let text = "// top\r\ntipo_growing_son.a\r\n\r\n  i3i.a\ntipo_growing_son.a # again\ni2i\n";
    let found = read_dek(text).unwrap_err();
    let told: Vec<_> = found.iter().map(|d| (d.id, &text[d.span.unwrap().range()])).collect();
    let expected = [
        ("lorcana/dek/card", "i3i.a"),
        ("lorcana/dek/twice", "tipo_growing_son.a"),
        ("lorcana/dek/card", "i2i"),
    ];
    assert_eq!(told, expected);
    assert_eq!(read_dek("\u{feff}\n"), Ok(Vec::new()));
}

/// What CPython's generator gives.
struct Vector {
    text: &'static str,
    first: [u32; 3],
    word_623: u32,
    word_999: u32,
    shuffled: [u8; 12],
    /// Below [`BOUNDS`].
    below: [u32; 10],
}

const BOUNDS: [u32; 10] = [1, 2, 3, 7, 60, 64, 1000, 1 << 31, (1 << 31) + 1, u32::MAX];

/// `random.Random(text)` of CPython 3.11: `getrandbits(32)`, `shuffle(list(range(12)))`, `_randbelow(bound)`.
#[rustfmt::skip]
const VECTORS: [Vector; 7] = [
    Vector { text: "", first: [4124137760, 1951988028, 2557274880], word_623: 1170448423, word_999: 3939430690, shuffled: [11, 1, 5, 0, 4, 2, 8, 10, 6, 3, 9, 7], below: [0, 0, 1, 6, 46, 28, 876, 1475079175, 31197009, 4157757874] },
    Vector { text: "a", first: [1168357962, 2173948116, 289208638], word_623: 2531398605, word_999: 1151264975, shuffled: [9, 5, 7, 3, 6, 0, 11, 2, 10, 1, 8, 4], below: [0, 0, 2, 4, 43, 22, 899, 421499974, 1655513994, 4167463599] },
    Vector { text: "abcd1234_p1", first: [3108604247, 4130048081, 4123450219], word_623: 355254808, word_999: 3102414938, shuffled: [4, 6, 1, 8, 5, 7, 9, 0, 3, 10, 2, 11], below: [0, 0, 0, 0, 20, 9, 730, 429564923, 1972733471, 1823026870] },
    Vector { text: "0123456.0123456.ab", first: [1132015911, 472623576, 3294131874], word_623: 2378896454, word_999: 1177497967, shuffled: [5, 10, 8, 0, 3, 9, 6, 2, 11, 7, 1, 4], below: [0, 0, 1, 2, 8, 37, 651, 2055438396, 172569672, 570303814] },
    Vector { text: "żółw 🎴", first: [3401670855, 818730780, 528885957], word_623: 3513948360, word_999: 3080594780, shuffled: [0, 7, 10, 8, 4, 2, 5, 9, 6, 11, 1, 3], below: [0, 0, 2, 1, 42, 53, 242, 1095580968, 1218939451, 4101038370] },
    Vector { text: "\0zero", first: [564590560, 555325707, 3289185336], word_623: 635913076, word_999: 2408150593, shuffled: [3, 5, 4, 6, 9, 7, 0, 1, 10, 8, 11, 2], below: [0, 0, 2, 1, 41, 13, 89, 815516532, 1085773043, 178624884] },
    Vector { text: "\0\0\0\0x", first: [3927889497, 2495635230, 3869730718], word_623: 129001026, word_999: 847383731, shuffled: [8, 1, 2, 3, 5, 6, 7, 0, 10, 11, 4, 9], below: [0, 1, 2, 4, 2, 14, 51, 42779538, 1990064353, 2315506954] },
];

#[test]
fn the_generator_is_that_of_python() {
    for vector in &VECTORS {
        let mut random = PythonRandom::from_text(vector.text);
        let words: Vec<u32> = (0..1000).map(|_| random.next_word()).collect();
        assert_eq!(
            (&words[..3], words[623], words[999]),
            (&vector.first[..], vector.word_623, vector.word_999)
        );
        let mut items: Vec<u8> = (0..12).collect();
        PythonRandom::from_text(vector.text).shuffle(&mut items);
        assert_eq!(items, vector.shuffled);
        let mut random = PythonRandom::from_text(vector.text);
        assert_eq!(BOUNDS.map(|bound| random.below(bound)), vector.below);
    }
}

#[test]
fn a_seed_longer_than_the_state_is_used_whole() {
    let mut random = PythonRandom::from_text(&"x".repeat(3000));
    assert_eq!([0; 3].map(|_: u32| random.next_word()), [2036772161, 3538435759, 2616830263]);
    assert_eq!(random.below(0), 0);
    random.shuffle::<u8>(&mut []);
}
