//! Scripts in the official JSON form, read and written.

#![allow(clippy::unwrap_used)]

use crate::common;

use common::{pick, placed, random_character, random_set};
use gaslamp_botc::notation::script;
use gaslamp_botc::rules::script::Step;
use gaslamp_botc::{Character, Script, Setup, State};
use gaslamp_core::diagnostic::Fault;
use gaslamp_core::{Game as _, Notation as _, Rng};
use proptest::prelude::*;

fn random_script(rng: &mut Rng) -> Script {
    let name = pick(rng, &["", "the script", "Ours \"2\"", "tab\tand\nline", "Ünï"]);
    let most = pick(rng, &[0, 1, 5, 30, 200]);
    let script = Script::new(name, random_set(rng, most).iter());
    script.with_order([(); 2].map(|()| (rng.below(2) == 0).then(|| random_night(rng))))
}

fn random_night(rng: &mut Rng) -> Vec<Step> {
    let step = |rng: &mut Rng| match rng.below(8) {
        0 => Step::MinionInfo,
        1 => Step::DemonInfo,
        _ => Step::Character(random_character(rng)),
    };
    (0..rng.below(12)).map(|_| step(rng)).collect()
}

#[test]
fn a_script_is_written_as_the_schema_says() {
    let steps = |words: &[&str]| Some(words.iter().filter_map(|word| Step::read(word).unwrap()).collect());
    let script =
        Script::new("Small \"one\"", ["imp", "fortune_teller"].map(|name| Character::read(name).unwrap()))
            .with_order([steps(&["minioninfo", "demoninfo", "fortuneteller"]), steps(&[])]);
    let expected = r#"[
  {
    "id": "_meta",
    "name": "Small \"one\"",
    "firstNight": [
      "dusk",
      "minioninfo",
      "demoninfo",
      "fortuneteller",
      "dawn"
    ],
    "otherNight": [
      "dusk",
      "dawn"
    ]
  },
  "fortuneteller",
  "imp"
]
"#;
    assert_eq!(script::write(&script), expected);
}

#[test]
fn built_in_editions_read_as_they_are_written() {
    for (short, _) in Script::BUILT_IN {
        let script = Script::built_in(short).unwrap();
        assert_eq!(script.own_order().is_some(), short == "tb");
        let again = script::read(&script::write(&script)).unwrap();
        assert_eq!(again.short_name(), Some(short));
        assert_eq!(again, script);
    }
}

#[test]
fn a_night_that_is_left_out_is_no_empty_night() {
    let table = [
        ("{}", "", ""),
        (r#"{"firstNight": ["dusk", "imp", "dawn"]}"#, "firstNight", " first=imp"),
        (r#"{"otherNight": ["imp"]}"#, "otherNight", " other=imp"),
        (r#"{"firstNight": [], "otherNight": ["imp"]}"#, "firstNight otherNight", " first=\"\" other=imp"),
    ];
    for (meta, keys, fields) in table {
        let meta = meta.replacen('{', r#"{"id": "_meta", "name": "X", "#, 1).replace(", }", "}");
        let text = format!(r#"[{meta}, "imp", "chef", "monk"]"#);
        let script = script::read(&text).unwrap_or_else(|problems| panic!("{text}: {problems:?}"));
        let written = script::write(&script);
        let found: Vec<&str> =
            ["firstNight", "otherNight"].into_iter().filter(|key| written.contains(*key)).collect();
        assert_eq!(found.join(" "), keys, "{text}");
        assert_eq!(script::read(&written), Ok(script.clone()), "{text}");
        let setup = Setup { names: ["Ann", "Ben"].map(str::to_owned).to_vec(), script, counts: None };
        let words: String = State::write_setup(&setup)
            .iter()
            .filter(|(key, _)| matches!(*key, "first" | "other"))
            .map(|(key, value)| format!(" {key}={}", if value.is_empty() { "\"\"" } else { value }))
            .collect();
        assert_eq!(words, fields, "{text}");
    }
}

#[test]
fn exporters_may_say_more_of_official_characters() {
    let table = [
        (r#"["imp"]"#, "the script", "imp"),
        (r#"[{"id": "imp"}, "Fortune_Teller", "CHEF"]"#, "the script", "chef fortune_teller imp"),
        (
            r#"[{"id": "imp", "name": "Imp", "team": "demon", "ability": "", "firstNight": -1, "otherNight": 24.5}]"#,
            "the script",
            "imp",
        ),
        (
            r#"[{"id": "scapegoat", "team": "traveler", "setup": false}, {"id": "angel"}]"#,
            "the script",
            "scapegoat angel",
        ),
        (
            r#"[{"id": "_meta", "name": "Ours", "author": "us", "logo": null, "bootlegger": ["x"], "firstNight": null}, "po"]"#,
            "Ours",
            "po",
        ),
        (r#"[{"id": "_meta"}]"#, "the script", ""),
        ("[]", "the script", ""),
    ];
    for (text, name, characters) in table {
        let script = script::read(text).unwrap_or_else(|problems| panic!("{text}: {problems:?}"));
        let words: Vec<String> = script.characters().iter().map(ToString::to_string).collect();
        assert_eq!(
            (script.name(), words.join(" ").as_str(), script.own_order()),
            (name, characters, None),
            "{text}"
        );
    }
}

#[test]
fn every_problem_is_told_with_its_place() {
    let table: &[(&str, &[(&str, &str)])] = &[
        ("{\"players\": []}", &[("botc/script/shape", "{")]),
        ("[\"imp\"", &[("botc/script/json", "\"")]),
        (
            r#"[{"id": "mine", "team": "demon"}, {"id": "mine"}, "mi\u006ee", {"name": "x"}, {"id": 3}, null, {"id": "Imp"}, "imp"]"#,
            &[
                ("botc/script/homebrew", "\"mine\""),
                ("botc/script/unknown", "\"mine\""),
                ("botc/script/unknown", "\"mi\\u006ee\""),
                ("botc/script/item", "{"),
                ("botc/script/item", "3"),
                ("botc/script/item", "null"),
                ("botc/script/twice", "\"imp\""),
            ],
        ),
        (
            r#"[{"id": "_meta", "firstNight": ["chef", "gremlin", 7], "otherNight": "imp"}, "imp"]"#,
            &[
                ("botc/script/order", "\"gremlin\""),
                ("botc/script/order", "7"),
                ("botc/script/order", "\"imp\""),
            ],
        ),
    ];
    for (text, problems) in table {
        assert_eq!(&placed(&script::read(text).expect_err(text), text), problems, "{text}");
    }
}

#[test]
fn a_jinx_that_is_not_built_is_refused_with_both_names() {
    let characters = ["monk", "chef", "empath", "poisoner", "leviathan"];
    let characters = characters.map(|name| Character::read(name).unwrap());
    let setup = Setup { script: Script::new("", characters), ..Setup::trouble_brewing(5) };
    let problems = State::start(&setup).expect_err("a jinx");
    let found: Vec<_> = problems.iter().map(|problem| (problem.id, problem.fault)).collect();
    assert_eq!(found, [("botc/script/jinx", Fault::Unsupported)]);
    assert!(["Monk", "Leviathan"].iter().all(|name| problems[0].message.contains(name)));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_of_a_script_reads_the_same(seed: u64) {
        let script = random_script(&mut Rng::new(seed));
        let text = script::write(&script);
        let again = script::read(&text);
        prop_assert_eq!(again.as_ref(), Ok(&script), "{}", text);
    }
}
