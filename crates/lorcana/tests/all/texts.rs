//! Texts from a user's own file: matched by the id of any printing or by name; a file of any other form is reported.

use gaslamp_core::{Fault, Span};
use gaslamp_lorcana::Card;
use gaslamp_lorcana::cards::Texts;
use proptest::prelude::*;

/// In the form of LorcanaJSON; the words are ours.
const FILE: &str = r#"{"metadata": {"formatVersion": "2.4.0"}, "sets": {}, "cards": [
    {"id": 205, "fullName": "Somebody - Else", "fullText": "by the id of a later printing\nand a line", "flavorText": "f"},
    {"id": 5, "fullText": "a second printing, which does not count"},
    {"id": "6", "fullText": " ", "abilities": [{"fullText": "one"}, {"type": "keyword"}, 7, {"fullText": "two"}]},
    {"id": 9999999999, "fullName": "i2i", "flavorText": "only this"},
    {"fullName": "Tipo, Growing Son", "fullText": "by name"},
    {"fullName": "Nobody - At All", "fullText": "x"}, {"id": 7}, {}, null, 7, "x"
]}"#;

#[test]
fn entries_are_matched_by_id_or_name() {
    let texts = Texts::read(FILE).unwrap();
    for (name, rules, flavour) in [
        ("Hades - King of Olympus", Some("by the id of a later printing\nand a line"), Some("f")),
        ("Hades - Lord of the Underworld", Some("one\ntwo"), None),
        ("I2I", None, Some("only this")),
        ("Tipo - Growing Son", Some("by name"), None),
    ] {
        let text = texts.of(Card::read(name).unwrap()).unwrap();
        assert_eq!((text.rules.as_deref(), text.flavour.as_deref()), (rules, flavour), "{name}");
    }
    assert_eq!(texts.of(Card::read("HeiHei - Boat Snack").unwrap()), None);
}

#[test]
fn what_is_no_such_file_is_told() {
    for (text, id, place) in [
        ("", "lorcana/texts/json", Some(0..0)),
        ("4 Tipo - Growing Son", "lorcana/texts/json", Some(2..3)),
        ("{\n\"é\": ñ}", "lorcana/texts/json", Some(8..10)),
        ("{}", "lorcana/texts/shape", None),
        ("{\"cards\": {\"1\": {}}}", "lorcana/texts/shape", None),
        ("7", "lorcana/texts/shape", None),
        ("[]", "lorcana/texts/none", None),
        ("{\"cards\": [{\"id\": 1}, {\"fullText\": \"x\"}]}", "lorcana/texts/none", None),
    ] {
        let problem = Texts::read(text).unwrap_err();
        assert_eq!((problem.id, problem.span.map(Span::range)), (id, place), "{text}");
        assert_eq!((problem.fault, problem.fix.is_some()), (Fault::Unreadable, true));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_breaks_the_reader(
        at in any::<prop::sample::Index>(),
        left_out in 0..20_usize,
        piece in prop_oneof!["[\\[\\]{}\",:0-9é]{0,4}", any::<String>()],
    ) {
        let mut chars: Vec<char> = FILE.chars().collect();
        let at = at.index(chars.len());
        let end = (at + left_out).min(chars.len());
        chars.splice(at..end, piece.chars());
        let text: String = chars.into_iter().collect();
        if let Err(problem) = Texts::read(&text) {
            prop_assert!(problem.span.is_none_or(|span| text.get(span.range()).is_some()));
        }
    }
}
