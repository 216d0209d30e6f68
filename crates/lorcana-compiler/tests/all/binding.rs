//! What pronouns mean.

use gaslamp_lorcana::cards::Kind;
use gaslamp_lorcana_compiler::compile;

use crate::CHARACTER;

fn json(kind: Kind, text: &str) -> String {
    let abilities = compile(text, kind).unwrap_or_else(|missing| panic!("{text}: {missing:?}"));
    serde_json::to_string(&abilities).expect("abilities are JSON")
}

#[test]
fn the_nearest_choice() {
    let found = json(
        Kind::Action,
        "Exert chosen item. Ready chosen character. They can't quest for the rest of this turn.",
    );
    assert!(found.contains(r#"{"Gives":[{"Ref":{"Slot":1}}"#), "{found}");
}

#[test]
fn the_subject_of_the_trigger() {
    let found = json(CHARACTER, "Whenever one of your characters is exerted, they get +3 ⛉ this turn.");
    assert!(found.contains(r#"{"Gives":[{"Ref":"Subject"}"#), "{found}");
}

#[test]
fn the_card_itself() {
    let found = json(CHARACTER, "While this character has damage, he gets +7 ⛉.");
    assert!(found.contains(r#"[{"Ref":"This"},"#), "{found}");
}

#[test]
fn what_was_revealed_and_not_what_was_looked_at() {
    let text = "Look at the top 9 cards of your deck. You may reveal a song card and put it into your hand. Put the rest into your discard.";
    let found = json(Kind::Action, text);
    assert!(found.contains(r#"{"Put":[{"Ref":{"Slot":1}},{"to":"Hand"}]}"#), "{found}");
    assert!(found.contains(r#"{"Put":[{"Each":[{"Slot":0},[]]},{"to":"Discard"}]}"#), "{found}");
}

#[test]
fn the_player_of_the_chosen_card() {
    let found = json(Kind::Action, "Banish chosen location. That player draws 5 cards.");
    assert!(found.contains(r#"{"Draw":[{"PlayerOf":{"Slot":0}},5]}"#), "{found}");
}

#[test]
fn may_ends_with_its_sentence() {
    let found = json(
        CHARACTER,
        "Whenever this character quests, you may ready this character. They can't challenge for the rest of this turn.",
    );
    assert!(found.contains(r#"{"May":["You",[{"Ready":{"Ref":"This"}}]]},{"Gives""#), "{found}");
}

#[test]
fn the_challenging_character_is_the_subject_or_the_other_one() {
    let found =
        json(CHARACTER, "Whenever this character is challenged, deal 9 damage to the challenging character.");
    assert!(found.contains(r#"{"Deal":[9,{"Ref":"Other"}]}"#), "{found}");
    let found = json(
        CHARACTER,
        "Whenever one of your characters challenges, deal 9 damage to the challenging character.",
    );
    assert!(found.contains(r#"{"Deal":[9,{"Ref":"Subject"}]}"#), "{found}");
}

#[test]
fn another_is_another_than_what_was_chosen_before() {
    let found = json(Kind::Action, "Deal 9 damage to chosen character. Banish another chosen character.");
    assert!(found.contains(r#"{"OtherThan":{"Slot":0}}"#), "{found}");
}
