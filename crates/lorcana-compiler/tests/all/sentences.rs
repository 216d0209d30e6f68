//! Every family of sentences: text to data, data to JSON and back, data to text and back.

use gaslamp_lorcana::cards::Kind;
use gaslamp_lorcana::language::Ability;
use gaslamp_lorcana::notation::ability_text;
use gaslamp_lorcana_compiler::compile;

use crate::{CHARACTER, LOCATION};

/// A kind of card, a text, and its compiled form.
const SENTENCES: &[(Kind, &str, &str)] = &[
    (Kind::Action, "Draw 3 cards.", r#"[{"Effect":[{"Draw":["You",3]}]}]"#),
    (
        Kind::Action,
        "Deal 7 damage to chosen damaged opposing character.",
        r#"[{"Effect":[{"Deal":[7,{"Chosen":{"what":["Opposing","Damaged",{"Type":"Character"}],"is_chosen":true}}]}]}]"#,
    ),
    (
        Kind::Action,
        "Banish chosen item of yours to gain 9 lore.",
        r#"[{"Effect":[{"To":{"first":[{"Banish":{"Chosen":{"what":[{"Type":"Item"},"Yours"],"is_chosen":true}}}],"then":[{"GainLore":["You",9]}]}}]}]"#,
    ),
    (
        Kind::Action,
        "Each opponent chooses and banishes one of their items.",
        r#"[{"Effect":[{"Banish":{"Chosen":{"by":"EachOpponent","what":["Theirs",{"Type":"Item"}]}}}]}]"#,
    ),
    (
        Kind::Action,
        "Choose one: • Draw 4 cards. • Gain 4 lore.",
        r#"[{"Effect":[{"OneOf":["You",[[{"Draw":["You",4]}],[{"GainLore":["You",4]}]]]}]}]"#,
    ),
    (
        CHARACTER,
        "Whenever this character quests, you may draw 4 cards.",
        r#"[{"Triggered":{"when":[{"Quests":"This"}],"does":[{"May":["You",[{"Draw":["You",4]}]]}]}}]"#,
    ),
    (
        CHARACTER,
        "During your turn, whenever one of your Pirate characters is banished, each opponent loses 6 lore.",
        r#"[{"Triggered":{"during":"YourTurn","when":[{"Banished":{"Any":["Yours",{"Class":"Pirate"},{"Type":"Character"}]}}],"does":[{"LoseLore":["EachOpponent",6]}]}}]"#,
    ),
    (
        CHARACTER,
        "Once during your turn, whenever you play a song, gain 5 lore.",
        r#"[{"Triggered":{"limit":{"times":1,"per":"YourTurn"},"when":[{"Plays":["You",{"Any":[{"Type":"Song"}]}]}],"does":[{"GainLore":["You",5]}]}}]"#,
    ),
    (
        CHARACTER,
        "While you have 7 or more items in play, this character gets +9 ◊.",
        r#"[{"Static":{"during":{"There":[{"From":7},"InPlay",["Yours",{"Type":"Item"}]]},"to":{"Cards":[{"Ref":"This"},[{"Stat":["Lore",9]}]]}}}]"#,
    ),
    (
        CHARACTER,
        "⟳, 5 ⬡ — Ready chosen location.",
        r#"[{"Activated":{"cost":["Exert",{"Ink":5}],"does":[{"Ready":{"Chosen":{"what":[{"Type":"Location"}],"is_chosen":true}}}]}}]"#,
    ),
    (
        CHARACTER,
        "If you have an Ally character in play, you pay 6 ⬡ less to play this character.",
        r#"[{"Own":{"Cheaper":{"so":{"There":[{"From":1},"InPlay",["Yours",{"Class":"Ally"},{"Type":"Character"}]]},"less":6}}}]"#,
    ),
    (
        CHARACTER,
        "This character can't challenge unless you have 5 or more cards in your hand.",
        r#"[{"Static":{"to":{"Cards":[{"Ref":"This"},[{"Cannot":{"Unless":["Challenge",{"There":[{"From":5},{"Hand":"You"},[]]}]}}]]}}}]"#,
    ),
    (
        Kind::Item,
        "You pay 4 ⬡ less to play Hero characters.",
        r#"[{"Static":{"to":{"Players":["You",{"Cheaper":[[{"Class":"Hero"},{"Type":"Character"}],4]}]}}}]"#,
    ),
    (
        CHARACTER,
        "If this character would be banished, draw 5 cards instead.",
        r#"[{"Replaces":{"would":{"BeBanished":{"Ref":"This"}},"instead":{"Steps":[{"Draw":["You",5]}]}}}]"#,
    ),
    (
        Kind::Action,
        "Whenever one of your characters quests this turn, gain 7 lore.",
        r#"[{"Effect":[{"Watch":[{"Triggered":{"when":[{"Quests":{"Any":["Yours",{"Type":"Character"}]}}],"does":[{"GainLore":["You",7]}]}},"ThisTurn"]}]}]"#,
    ),
    (
        LOCATION,
        "Characters gain Ward and get +5 ⛉ while here.",
        r#"[{"Static":{"to":{"Cards":[{"Each":["InPlay",[{"Type":"Character"},"Here"]]},[{"Keyword":{"name":"Ward"}},{"Stat":["Willpower",5]}]]}}}]"#,
    ),
];

fn compiled(kind: Kind, text: &str) -> Vec<Ability> {
    compile(text, kind).unwrap_or_else(|missing| panic!("{text}: {missing:?}"))
}

#[test]
fn each_family_compiles_as_expected() {
    for (kind, text, json) in SENTENCES {
        let abilities = compiled(*kind, text);
        assert_eq!(serde_json::to_string(&abilities).unwrap(), *json, "{text}");
    }
}

#[test]
fn json_and_text_lead_back() {
    for (kind, text, json) in SENTENCES {
        let read: Vec<Ability> = serde_json::from_str(json).unwrap();
        let rendered = ability_text::all(&read, *kind);
        assert_eq!(compiled(*kind, &rendered), read, "{text} renders as {rendered}");
    }
}
