//! Meanings that a reader of the compiled cards found wrong once.

use gaslamp_lorcana::cards::Kind;
use gaslamp_lorcana_compiler::compile;

use crate::{CHARACTER, LOCATION};

fn json(kind: Kind, text: &str) -> String {
    let abilities = compile(text, kind).unwrap_or_else(|missing| panic!("{text}: {missing:?}"));
    serde_json::to_string(&abilities).expect("abilities are JSON")
}

#[test]
fn a_second_verb_has_the_same_subject() {
    for (text, found) in [
        (
            "Each player loses 5 lore and draws 3 cards.",
            r#"[{"LoseLore":["EachPlayer",5]},{"Draw":["EachPlayer",3]}]"#,
        ),
        (
            "Each opponent draws 6 cards, then discards 4 cards at random.",
            r#"[{"Draw":["EachOpponent",6]},{"DiscardAtRandom":["EachOpponent",4]}]"#,
        ),
        (
            "Each opponent loses 5 lore and you gain 3 lore.",
            r#"[{"LoseLore":["EachOpponent",5]},{"GainLore":["You",3]}]"#,
        ),
    ] {
        assert_eq!(json(Kind::Action, text), format!(r#"[{{"Effect":{found}}}]"#), "{text}");
    }
}

#[test]
fn what_is_done_instead_takes_the_place_of_the_last_act_only() {
    let found = json(
        Kind::Action,
        "Banish chosen item of yours to gain 4 lore. If you have 6 or more cards in your hand, gain 7 lore instead.",
    );
    assert!(found.contains(r#""then":[{"Instead":{"does":[{"GainLore":["You",4]}]"#), "{found}");
    let found = json(
        CHARACTER,
        "Whenever this character quests, you may choose and discard a card to deal 4 damage to chosen character. \
         If you discarded a Hero character card, deal 7 damage instead.",
    );
    assert!(found.contains(r#""then":[{"Instead":{"does":[{"Deal":[4,"#), "{found}");
}

#[test]
fn what_is_done_instead_of_an_earlier_act_is_refused() {
    let text = "Look at the top 3 cards of your deck, then put one into your hand and the rest on the bottom of your deck in any order. \
                If you have 5 or more items in play, look at the top 7 cards of your deck instead.";
    assert!(compile(text, Kind::Action).is_err());
}

#[test]
fn a_choice_instead_of_a_choice_is_the_same_choice() {
    let text = "Chosen character gets +4 ¤ this turn. If you have 5 or more items in play, chosen character gets +7 ¤ this turn instead.";
    let found = json(Kind::Action, text);
    assert!(found.contains(r#""then":[{"Gives":[{"Ref":{"Slot":0}},[{"Stat":["Strength",7]}]"#), "{found}");
}

#[test]
fn the_rest_is_not_the_card_that_was_found() {
    let text = "Reveal cards from the top of your deck until you reveal a Pirate character card. Put that card into your hand and shuffle the rest into your deck.";
    let found = json(Kind::Action, text);
    assert!(found.contains(r#"{"Put":[{"Ref":{"Slot":0}},{"to":"Hand"}]}"#), "{found}");
    assert!(found.contains(r#"{"Put":[{"Each":[{"Slot":1},[]]},{"to":"ShuffledIn"}]}"#), "{found}");
}

#[test]
fn a_location_gives_to_the_character_of_its_trigger() {
    let text = "Whenever a character quests while here, you may banish this location to draw 3 cards and give them Ward until the start of your next turn.";
    let found = json(LOCATION, text);
    assert!(found.contains(r#"{"Gives":[{"Ref":"Subject"}"#), "{found}");
}

#[test]
fn otherwise_belongs_to_the_last_may() {
    let text = "Whenever this character quests, you may reveal the top card of your deck. If you do, you may play it for free. Otherwise, put it into your hand.";
    let found = json(CHARACTER, text);
    assert!(found.contains(r#""then":[{"To":{"first":[{"May":["You",[{"Play":"#), "{found}");
}

#[test]
fn each_of_the_others_gets_something_while_it_is_challenged() {
    let found = json(CHARACTER, "While being challenged, your other characters get +4 ⛉.");
    assert!(
        found.contains(
            r#"["Yours","Other",{"Type":"Character"}]]},[{"WhileChallenged":[{"Stat":["Willpower",4]}]"#
        ),
        "{found}"
    );
    let found = json(CHARACTER, "While being challenged, this character gets +4 ⛉.");
    assert!(found.contains(r#"[{"Ref":"This"},[{"Stat":["Willpower",4]}]]"#), "{found}");
}

#[test]
fn a_shift_of_ones_own_works_in_the_hand() {
    let found = json(CHARACTER, "If you have 5 or more items in play, this card gains Shift 3 ⬡.");
    assert!(found.starts_with(r#"[{"Own":{"Gains":[{"There":"#), "{found}");
    // It is never a static ability, which would apply in play only.
    assert!(
        compile("While you have 5 or more items in play, this card gains Shift 3 ⬡.", CHARACTER).is_err()
    );
    assert!(compile("While you have 5 or more items in play, this character gains Ward.", CHARACTER).is_ok());
}

#[test]
fn only_damage_that_you_removed_counts() {
    let text = "When you play this character, if you removed damage from one of your characters this turn, gain 4 lore.";
    assert!(json(CHARACTER, text).contains(r#"{"Healed":["You",["Yours""#));
}

#[test]
fn one_opponent_has_them_all() {
    let text =
        "At the start of your turn, if an opponent has 3 or more exerted characters in play, draw 4 cards.";
    let found = json(CHARACTER, text);
    assert!(
        found.contains(r#"{"AnyOf":["EachOpponent",{"There":[{"From":3},"InPlay",["Theirs","#),
        "{found}"
    );
}
