//! Grimoires as townsquare's game states: samples in the shape of its exports, what is refused, and round trips.

#![allow(clippy::unwrap_used)]

use crate::common;

use common::{named_grimoire, placed, random_grimoire};
use gaslamp_botc::notation::grimoire_text::GrimoireText;
use gaslamp_botc::notation::line::{self, Naming};
use gaslamp_botc::notation::townsquare;
use gaslamp_core::Rng;
use proptest::prelude::*;

/// Ten players, official characters, the dead with and without a vote, in one line as it is copied.
const OFFICIAL: &str = r#"{"bluffs":["chef","monk","mayor"],"edition":{"id":"tb"},"roles":"","fabled":[{"id":"angel"},{"id":"bootlegger"}],"players":[{"name":"Ann","id":"","role":"washerwoman","reminders":[],"isVoteless":false,"isDead":false,"pronouns":""},{"name":"Ben","id":"a1b2c3","role":"imp","reminders":[],"isVoteless":false,"isDead":false,"pronouns":"he/him"},{"name":"Cy","id":"","role":"empath","reminders":[{"role":"poisoner","name":"Poisoned"},{"role":"washerwoman","name":"Townsfolk"}],"isVoteless":false,"isDead":false,"pronouns":""},{"name":"Dee","id":"","role":"fortuneteller","reminders":[{"role":"drunk","name":"Is the Drunk"}],"isVoteless":false,"isDead":true,"pronouns":"they"},{"name":"Eve Ann","id":"","role":"poisoner","reminders":[{"role":"washerwoman","name":"Wrong"}],"isVoteless":true,"isDead":true,"pronouns":""},{"name":"Flo","id":"","role":"virgin","reminders":[{"role":"virgin","name":"No ability"},{"role":"custom","name":"nominated by \"Ben\""}],"isVoteless":true,"isDead":true,"pronouns":""},{"name":"Gil","id":"","role":"scapegoat","reminders":[{"role":"good","name":"Good"}],"isVoteless":false,"isDead":false,"pronouns":""},{"name":"Hal","id":"","role":{},"reminders":[],"isVoteless":false,"isDead":false,"pronouns":""},{"name":"Ida","id":"","role":"baron","reminders":[],"isVoteless":false,"isDead":false,"pronouns":""},{"name":"Joe","id":"","role":"saint","reminders":[{"role":"fortuneteller","name":"Red Herring"}],"isVoteless":false,"isDead":false,"pronouns":""}]}"#;

/// A custom script with everything that older and other tools write differently.
const CUSTOM: &str = r#"{
  "bluffs": [null, "Snake_Charmer", ""],
  "edition": {"id": "custom", "name": "Our\tEvening", "author": "us", "logo": "", "isOfficial": false},
  "roles": [
    {"id": "_meta", "name": "not this"},
    {"id": "snakecharmer"},
    "Pit-Hag",
    {"id": "vigormortis", "name": "Vigormortis", "team": "demon", "ability": "", "firstNight": 0, "otherNight": -3.5},
    {"id": "bone_collector", "team": "traveler"},
    {}
  ],
  "fabled": ["SENTINEL", {"id": "gardener", "name": "Gardener"}],
  "players": [
    {"name": "Ann\u0000\nB", "role": {"id": "snakecharmer", "name": "Snake Charmer"}, "reminders": null},
    {"name": 7, "role": "", "isDead": 1, "isVoteless": 0, "reminders": [{"role": "mine", "name": "Marked"}, "by hand"]},
    {"name": "Cy", "role": null, "isDead": "true", "isVoteless": "TRUE", "possible": ["chef", "pit_hag", "chef"]},
    {"role": "bonecollector", "isDead": null, "reminders": [{"role": "chef", "name": "Odd"}, {"role": {"id": "pithag"}}, null]},
    {"name": "Eve", "possible": ["imp"]},
    {"name": "Flo", "role": "imp", "possible": ["chef", "monk"], "reminders": [{"role": "AMNESIAC", "name": "?", "image": "x"}]}
  ]
}"#;

/// Game states and the equivalent lines.
const READ: [(&str, &str); 18] = [
    (
        OFFICIAL,
        r#"[Ann:washerwoman Ben:imp Cy:empath(poisoner:poisoned,washerwoman:townsfolk) *Dee:fortune_teller(drunk:is_the_drunk)* *~~"Eve Ann"~~:poisoner(washerwoman:wrong)* *~~Flo~~:virgin(virgin:no_ability,"nominated by \"Ben\"")* Gil:scapegoat("Good") Hal:? Ida:baron Joe:saint(fortune_teller:red_herring)] script{tb} bluffs{chef mayor monk} fabled{angel bootlegger}"#,
    ),
    (
        CUSTOM,
        r#"["Ann  B":snake_charmer *7:?("Marked","by hand")* *~~Cy~~:{chef pit_hag}* "":bone_collector("chef:Odd","pit_hag:") Eve:imp Flo:imp(amnesiac:?)] script{"Our Evening" snake_charmer pit_hag vigormortis bone_collector} bluffs{snake_charmer} fabled{sentinel gardener}"#,
    ),
    (r#"{"players": []}"#, "[]"),
    (r#"{"players": [], "edition": "snv", "roles": ""}"#, "[] script{snv}"),
    (r#"{"players": [], "edition": {"id": "TB", "name": "whatever", "isOfficial": true}}"#, "[] script{tb}"),
    (r#"{"players": [], "edition": {"id": "luf"}, "roles": ""}"#, r#"[] script{"luf" }"#),
    (r#"{"players": [], "edition": {"id": "custom"}, "roles": []}"#, "[]"),
    (r#"{"players": [], "edition": {"id": "custom", "name": ""}, "roles": []}"#, r#"[] script{"" }"#),
    (r#"{"players": [], "edition": {"id": "custom", "name": "Ours"}}"#, r#"[] script{"Ours" }"#),
    (r#"{"players": [], "roles": ["imp"]}"#, r#"[] script{"" imp}"#),
    (r#"{"players": [], "roles": [{"id": "_meta", "name": "Ours"}, "imp"]}"#, r#"[] script{"Ours" imp}"#),
    (r#"{"players": [], "edition": {"id": "tb"}, "roles": ["imp"]}"#, r#"[] script{"Trouble Brewing" imp}"#),
    (r#"{"players": "", "bluffs": "", "fabled": null, "edition": null, "roles": null}"#, "[]"),
    (r#"{"players": [{}], "something": [[{"else": 1}]]}"#, r#"["":?]"#),
    (
        r#"{"players": [{"name": "Ann"}, {"name": "Bo"}, {"name": "Ann"}, {"name": "Ann 2"}, {"name": "A\nl"}, {"name": "A l"}, {"name": "Ann"}]}"#,
        r#"[Ann:? Bo:? "Ann 3":? "Ann 2":? "A l":? "A l 2":? "Ann 4":?]"#,
    ),
    (
        r#"{"players": [{"name": "", "role": "imp"}, {"name": "P3"}, {}, {"name": null}]}"#,
        r#"[P1:imp P3:? "P3 2":? P4:?]"#,
    ),
    (r#"{"players": [{"name": "Al", "name": "Bo", "role": "chef"}]}"#, "[Bo:chef]"),
    (
        r#"{"players": [{"name": "a", "reminders": [{"role": "custom", "name": "No Ability"}, {"role": "virgin", "name": "no-ABILITY"}, {}]}]}"#,
        r#"[a:?("No Ability",virgin:no_ability,"")]"#,
    ),
];

#[test]
fn game_states_say_what_their_lines_say() {
    for (text, expected) in READ {
        let grimoire = townsquare::read(text).unwrap_or_else(|problems| panic!("{text}: {problems:?}"));
        assert_eq!(line::write(&grimoire, Naming::Long), expected, "{text}");
        assert_eq!(townsquare::read(&townsquare::write(&grimoire)), Ok(grimoire), "{text}");
        assert!(townsquare::is_game_state(text), "{text}");
    }
}

#[test]
fn a_game_state_has_the_shape_that_townsquare_writes() {
    let grimoire = r#"[Al:imp(virgin:no_ability,"x") *~~"B \"o\""~~:{chef empath}*] script{"Ours" imp} bluffs{chef} fabled{angel}"#;
    let expected = r#"{
  "bluffs": [
    "chef"
  ],
  "edition": {
    "id": "custom",
    "name": "Ours"
  },
  "roles": [
    {
      "id": "imp"
    }
  ],
  "fabled": [
    {
      "id": "angel"
    }
  ],
  "players": [
    {
      "name": "Al",
      "id": "",
      "role": "imp",
      "reminders": [
        {
          "role": "virgin",
          "name": "No Ability"
        },
        {
          "role": "custom",
          "name": "x"
        }
      ],
      "isVoteless": false,
      "isDead": false,
      "pronouns": ""
    },
    {
      "name": "B \"o\"",
      "id": "",
      "role": {},
      "possible": [
        "chef",
        "empath"
      ],
      "reminders": [],
      "isVoteless": true,
      "isDead": true,
      "pronouns": ""
    }
  ]
}
"#;
    assert_eq!(townsquare::write(&line::read(grimoire).unwrap()), expected);
    let built_in = townsquare::write(&line::read("[] script{tb}").unwrap());
    let expected = "{\n  \"bluffs\": [],\n  \"edition\": {\n    \"id\": \"tb\"\n  },\n  \"roles\": \"\",\n  \"fabled\": [],\n  \"players\": []\n}\n";
    assert_eq!(built_in, expected);
    assert!(townsquare::write(&GrimoireText::default()).contains("\"edition\": \"\",\n  \"roles\": \"\","));
}

#[test]
fn what_belongs_to_people_is_left_behind() {
    let written = townsquare::write(&townsquare::read(OFFICIAL).unwrap());
    assert!(!written.contains("a1b2c3") && !written.contains("he/him"));
}

#[test]
fn every_problem_is_told_with_its_place() {
    let table: &[(&str, &[(&str, &str)])] = &[
        ("", &[("botc/game-state/json", "")]),
        ("{\"players\": [é]}", &[("botc/game-state/json", "é")]),
        ("[\"imp\"]", &[("botc/game-state/shape", "[")]),
        ("{\"edition\": {}}", &[("botc/game-state/shape", "{")]),
        ("{\"players\": null}", &[("botc/game-state/shape", "{")]),
        (
            r#"{"players": {}, "bluffs": "chef", "fabled": 3, "roles": "imp", "edition": 1}"#,
            &[
                ("botc/game-state/list", "{"),
                ("botc/game-state/list", "\"chef\""),
                ("botc/game-state/list", "3"),
                ("botc/game-state/list", "\"imp\""),
            ],
        ),
        (
            r#"{"players": [{"name": "Al", "role": "mine"}, {"name": "Bo", "role": "chf"}], "bluffs": ["ours"],
                "roles": [{"id": "mine", "name": "Mine", "team": "demon"}, {"0": "ours", "1": "Ours"}, {"name": "x"}, 4],
                "fabled": [{"id": "helper", "team": "fabled"}]}"#,
            &[
                ("botc/game-state/homebrew", "\"mine\""),
                ("botc/game-state/character", "\"chf\""),
                ("botc/game-state/homebrew", "\"ours\""),
                ("botc/game-state/homebrew", "\"mine\""),
                ("botc/game-state/homebrew", "\"ours\""),
                ("botc/game-state/id", "{"),
                ("botc/game-state/id", "4"),
                ("botc/game-state/homebrew", "\"helper\""),
            ],
        ),
        (
            r#"{"players": [{"name": "Al", "isVoteless": true}, {"name": "Bo", "isVoteless": 1, "isDead": false}, {"name": "Cy", "isDead": [], "isVoteless": "perhaps"}]}"#,
            &[
                ("botc/game-state/voteless", "true"),
                ("botc/game-state/voteless", "1"),
                ("botc/game-state/flag", "["),
                ("botc/game-state/flag", "\"perhaps\""),
            ],
        ),
        (
            r#"{"players": [3, {"name": ["x"]}, {"name": "x", "reminders": [4, true, {"role": "custom", "name": {}}], "possible": ["gremlin"]}]}"#,
            &[
                ("botc/game-state/player", "3"),
                ("botc/game-state/text", "["),
                ("botc/game-state/text", "true"),
                ("botc/game-state/text", "{"),
                ("botc/game-state/character", "\"gremlin\""),
            ],
        ),
    ];
    for (text, problems) in table {
        assert_eq!(&placed(&townsquare::read(text).expect_err(text), text), problems, "{text}");
    }
}

#[test]
fn problems_name_who_is_meant_and_how_to_mend_it() {
    let text = r#"{"players": [{"name": "Al", "role": "Chf", "isVoteless": true}], "roles": [{"id": "mine", "team": "minion"}]}"#;
    let problems = townsquare::read(text).unwrap_err();
    let told: Vec<(&str, Option<&str>)> =
        problems.iter().map(|problem| (problem.message.as_str(), problem.fix.as_deref())).collect();
    let expected = [
        ("unknown character `Chf`", Some("chef")),
        ("`Al` is alive, and the living always have a vote", Some("\"isVoteless\": false")),
        ("`mine` is a homebrew character, which is not supported", None),
    ];
    assert_eq!(told, expected);
}

#[test]
fn a_table_has_as_many_players_as_a_grimoire() {
    let table = |players: usize| {
        let players: Vec<String> = (0..players).map(|at| format!(r#"{{"name": "P{at}"}}"#)).collect();
        format!(r#"{{"players": [{}]}}"#, players.join(", "))
    };
    assert_eq!(townsquare::read(&table(GrimoireText::MOST)).unwrap().players.len(), GrimoireText::MOST);
    let text = table(GrimoireText::MOST + 2);
    let problems = townsquare::read(&text).unwrap_err();
    assert_eq!(placed(&problems, &text), [("botc/grimoire/seats", "{")]);
    assert_eq!(problems[0].span.unwrap().start, text.find("{\"name\": \"P20\"}").unwrap());
}

#[test]
fn game_states_are_told_from_other_texts() {
    for text in [
        "",
        "[]",
        "{}",
        "[\"players\"]",
        "\"players\"",
        "{\"players\": [",
        "[Al:imp]",
        "{\"roles\": {\"players\": 1}}",
    ] {
        assert!(!townsquare::is_game_state(text), "{text}");
    }
    assert!(townsquare::is_game_state(" {\"players\": []}\n"));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_of_a_table_reads_the_same(seed: u64, players in 0..=GrimoireText::MOST) {
        let grimoire = random_grimoire(&mut Rng::new(seed), players);
        let text = townsquare::write(&grimoire);
        let again = townsquare::read(&text);
        prop_assert_eq!(again.as_ref(), Ok(&grimoire), "{}", text);
    }

    #[test]
    fn names_and_notes_may_be_any_text(seed: u64, name in "\\PC{0,9}", note in "\\PC{0,9}", title in "\\PC{0,9}") {
        let grimoire = named_grimoire(&mut Rng::new(seed), name, note, &title);
        let text = townsquare::write(&grimoire);
        let again = townsquare::read(&text);
        prop_assert_eq!(again.as_ref(), Ok(&grimoire), "{}", text);
    }
}
