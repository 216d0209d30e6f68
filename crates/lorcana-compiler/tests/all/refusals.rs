//! What is not understood to the last word is refused, with the place.

use gaslamp_lorcana::cards::Kind;
use gaslamp_lorcana_compiler::{Missing, compile};

use crate::CHARACTER;

#[test]
fn wrong_endings_are_refused() {
    for text in [
        "Draw a card. banana",
        "Draw a card banana.",
        "Draw a card. Draw a",
        "Draw a card to.",
        "Draw a card,, then.",
        "",
    ] {
        assert!(compile(text, Kind::Action).is_err(), "{text}");
    }
}

#[test]
fn the_furthest_words_are_named() {
    let Err(Missing::Words(before, after)) = compile("Deal 2 damage to chosen banana.", Kind::Action) else {
        panic!("this has a meaning");
    };
    assert_eq!(before, "2 damage to chosen");
    assert_eq!(after, "banana .");
}

#[test]
fn a_pronoun_needs_a_noun() {
    let refused = compile("They can't quest for the rest of this turn.", Kind::Action);
    assert!(matches!(refused, Err(Missing::Meaning(_))), "{refused:?}");
}

#[test]
fn another_than_either_of_two_is_refused() {
    let text =
        "Whenever this character challenges another character, deal 3 damage to another chosen character.";
    assert!(matches!(compile(text, CHARACTER), Err(Missing::Meaning(_))));
}

#[test]
fn a_choice_in_one_branch_is_not_named_in_the_other() {
    let text = "If you have 5 or more items in play, banish chosen character. Otherwise, exert them.";
    assert!(matches!(compile(text, Kind::Action), Err(Missing::Meaning(_))));
}
