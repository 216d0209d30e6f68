//! Grimoires and traces through the binary: any form in, any form out, and what is wrong with them.

use crate::common;

use std::path::Path;

use common::{done, gaslamp, refused, stderr, stdout};
use serde_json::Value;
use tempfile::TempDir;

const FRAME: &str = include_str!("../data/twelve-seats.txt");
const TWELVE: &str = "[Alice:butler(librarian:outsider) Bob:washerwoman(drunk:is_the_drunk) Charlie:baron(librarian:wrong) \
                      David:scarlet_woman Eve:poisoner(washerwoman:townsfolk) Frank:virgin(virgin:no_ability) Grace:imp \
                      Hannah:librarian Kate:slayer(slayer:no_ability) Mark:monk(washerwoman:wrong) Leo:chef \
                      Ian:mayor(poisoner:poisoned)]";
const ODD: &str = r#"["Mary Ann":{chef empath}("ask, \"twice\"") *王:imp(imp:dead)* *~~Zoë~~:?* Dee:thief] script{"Ours" chef imp} bluffs{monk saint} fabled{angel}"#;

fn rendered(dir: &Path, input: &str, more: &[&str]) -> String {
    let args = [&["botc", "render", "-"], more].concat();
    let output = gaslamp(dir, &args, input);
    assert!(output.status.success(), "{more:?}: {}", stderr(&output));
    stdout(&output)
}

#[test]
fn the_frame_of_twelve_is_read_clockwise() {
    let dir = TempDir::new().expect("a directory");
    assert_eq!(rendered(dir.path(), FRAME, &["--as", "line"]).trim_end(), TWELVE);
}

#[test]
fn every_form_becomes_every_other_and_comes_back() {
    let dir = TempDir::new().expect("a directory");
    let forms: [&[&str]; 8] = [
        &["--as", "line"],
        &["--as", "line", "--short"],
        &["--as", "ascii"],
        &["--as", "ascii", "--columns", "--layout", "square"],
        &["--as", "json"],
        &["--as", "svg"],
        &["--as", "svg", "--theme", "dark"],
        &["--as", "html"],
    ];
    for line in [TWELVE, ODD, "[]"] {
        for from in forms {
            let first = rendered(dir.path(), line, from);
            for to in forms {
                let second = rendered(dir.path(), &first, to);
                let back = rendered(dir.path(), &second, &["--as", "line"]);
                assert_eq!(back.trim_end(), line, "{from:?} {to:?}");
            }
        }
    }
}

#[test]
fn the_public_forms_keep_every_secret() {
    let dir = TempDir::new().expect("a directory");
    for form in ["line", "ascii", "json", "svg", "html"] {
        let text = rendered(dir.path(), TWELVE, &["--as", form, "--public"]).to_lowercase();
        for secret in
            ["butler", "washerwoman", "imp", "monk", "poison", "no_ability", "no ability", "drunk", "scarlet"]
        {
            let is_word = |at: usize| {
                let before = text[..at].chars().next_back().is_some_and(char::is_alphanumeric);
                let after = text[at + secret.len()..].chars().next().is_some_and(char::is_alphanumeric);
                !before && !after
            };
            assert!(!text.match_indices(secret).any(|(at, _)| is_word(at)), "{form} tells of {secret}");
        }
        let back = rendered(
            dir.path(),
            &rendered(dir.path(), TWELVE, &["--as", form, "--public"]),
            &["--as", "line"],
        );
        assert!(back.starts_with("[Alice:? Bob:? Charlie:?"), "{back}");
    }
}

#[test]
fn a_record_is_a_grimoire_for_the_storyteller_and_a_town_for_a_seat() {
    let dir = TempDir::new().expect("a directory");
    let dir = dir.path();
    done(dir, &["botc", "play", "--players", "7", "--seats", "random", "--record", "g.txt", "--seed", "5"]);
    let table = done(dir, &["botc", "replay", "g.txt", "--as", "table"]);
    let line = done(dir, &["botc", "render", "g.txt", "--as", "line"]);
    assert_eq!(line.trim_end(), format!("{} script{{tb}}", table.trim_end()));
    let seen = done(dir, &["botc", "replay", "g.txt", "--seat", "3", "--as", "table"]);
    let line = done(dir, &["botc", "render", "g.txt", "--seat", "P3", "--as", "line"]);
    assert_eq!(line.trim_end().strip_suffix(" script{tb}"), seen.lines().next());
    let dealt = done(dir, &["botc", "render", "g.txt", "--at", "0", "--as", "line"]);
    assert!(dealt.starts_with("[P1:? P2:? P3:?"), "{dealt}");
    refused(dir, &["botc", "render", "g.txt", "--at", "100000"], 2, "input/step");
    refused(dir, &["botc", "render", "g.txt", "--seat", "8"], 2, "input/seat");
    refused(dir, &["botc", "render", "[Ann:imp]", "--seat", "0"], 2, "render/game");
}

#[test]
fn scripts_and_bags_have_their_own_forms() {
    let dir = TempDir::new().expect("a directory");
    let dir = dir.path();
    let script = done(dir, &["botc", "render", "[] script{tb}", "--as", "script"]);
    assert_eq!(rendered(dir, &script, &[]), script, "a script stays what it is");
    let line = rendered(dir, r#"[{"id":"_meta","name":"Ours"},"imp","chef"]"#, &["--as", "line"]);
    assert_eq!(line.trim_end(), r#"[] script{"Ours" chef imp}"#);
    let bag = done(dir, &["botc", "setup", "--players", "9", "--with", "drunk", "--seed", "3"]);
    assert_eq!(rendered(dir, &bag, &[]), bag);
    refused(dir, &["botc", "render", "{imp chef}", "--as", "svg"], 2, "render/bag");
    refused(dir, &["botc", "render", "[Ann:imp]", "--as", "script"], 2, "render/script");
}

#[test]
fn every_repair_that_is_offered_makes_a_legal_bag() {
    let dir = TempDir::new().expect("a directory");
    let dir = dir.path();
    std::fs::write(dir.join("bag.txt"), "{chef monk virgin chef(drunk)\n poisoner imp}\n").expect("a file");
    let output = gaslamp(dir, &["botc", "check", "bag.txt", "--json"], "");
    assert_eq!(output.status.code(), Some(1));
    let answer: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    assert_eq!(answer["errors"][0]["place"]["file"], "bag.txt");
    let repairs = answer["repairs"].as_array().expect("a list");
    assert_eq!(repairs.len(), 10 + 3 + 10 + 1);
    for repair in repairs {
        let output = gaslamp(dir, &["botc", "check", "-"], repair["bag"].as_str().expect("a bag"));
        assert!(output.status.success(), "{repair}: {}", stderr(&output));
    }
}

#[test]
fn a_table_keeps_a_file_of_what_it_has_played() {
    let dir = TempDir::new().expect("a directory");
    let dir = dir.path();
    let file = dir.join("played.txt");
    done(dir, &["botc", "play", "--players", "7", "--seats", "random", "--record", "g.txt", "--seed", "5"]);
    let mut played = done(dir, &["botc", "replay", "g.txt", "--as", "rich"]);
    played += &done(
        dir,
        &["botc", "render", "[Ann:chef(poisoned) *Ben:imp* Cy:monk(drunk) Dee:spy]", "--as", "line"],
    );
    for _ in 0..4 {
        std::fs::write(&file, &played).expect("a file");
        let next = done(dir, &["botc", "setup", "--players", "7", "--different-from", "played.txt"]);
        assert!(next.contains("} # differs by "), "{next}");
        played += &next;
    }
    let bags: Vec<&str> = played.lines().filter(|line| line.starts_with('{')).collect();
    let distances: Vec<&str> = bags.iter().filter_map(|bag| bag.rsplit(' ').next()).collect();
    // The Imp is in every bag; a bag that is far from a few bags is nearer to more of them.
    assert_eq!(distances.first(), Some(&"6"), "{played}");
    assert!(distances.is_sorted_by(|earlier, later| earlier >= later), "{played}");
}

#[test]
fn nobody_of_that_name_cannot_be_read_anywhere() {
    let dir = TempDir::new().expect("a directory");
    for (text, id) in [
        ("[Ann:nope]", "botc/grimoire/character"),
        ("{imp nope}", "botc/grimoire/character"),
        (r#"{"players":[{"name":"Ann","role":"nope"}]}"#, "botc/game-state/character"),
        (r#"["imp","nope"]"#, "botc/script/unknown"),
        (r#"[{"id":"_meta","firstNight":["nope"]},"imp"]"#, "botc/script/order"),
        ("game botc 2 players=5 script=imp,nope\n", "botc/script/unknown"),
        ("game botc 2 players=5 first=nope\n", "botc/script/order"),
    ] {
        refused(dir.path(), &["botc", "render", text], 2, id);
    }
}

#[test]
fn a_recorded_game_is_told_in_every_form_and_played_again() {
    let dir = TempDir::new().expect("a directory");
    let dir = dir.path();
    done(
        dir,
        &["botc", "play", "--players", "9", "--seats", "heuristic", "--record", "g.txt", "--seed", "1"],
    );
    let table = done(dir, &["botc", "replay", "g.txt", "--as", "table"]);
    for form in ["line", "rich"] {
        std::fs::write(dir.join("again.txt"), done(dir, &["botc", "trace", "g.txt", "--as", form]))
            .expect("a file");
        assert_eq!(done(dir, &["botc", "replay", "again.txt", "--as", "table"]), table, "{form}");
        let reduced = done(dir, &["botc", "trace", "again.txt", "--as", "line"]);
        assert_eq!(reduced, done(dir, &["botc", "trace", "g.txt", "--as", "line"]), "{form}");
    }
    let context = done(dir, &["botc", "trace", "g.txt", "--as", "context"]);
    assert!(context.contains("imp_was_sober_and_healthy_when_acting = "), "{context}");
    for form in ["analysis", "mermaid", "plantuml", "ascii"] {
        let text = done(dir, &["botc", "trace", "g.txt", "--as", form]);
        assert!(text.contains("nominates"), "{form}");
        let json: Value =
            serde_json::from_str(&done(dir, &["botc", "trace", "g.txt", "--as", form, "--json"]))
                .expect("JSON");
        assert_eq!(json["problems"], Value::Array(Vec::new()), "{form}");
    }
}

#[test]
fn what_a_seat_saw_is_read_back() {
    let dir = TempDir::new().expect("a directory");
    let dir = dir.path();
    done(dir, &["botc", "play", "--players", "7", "--seats", "random", "--record", "g.txt", "--seed", "5"]);
    let seen = done(dir, &["botc", "replay", "g.txt", "--seat", "2", "--as", "rich"]);
    let (table, scene) = seen.trim_end().rsplit_once('\n').expect("two lines");
    assert!(scene.starts_with("# the game is over"), "{scene}");
    let (trace, table) = table.rsplit_once('\n').expect("two lines");
    assert!(table.starts_with("# [*P1:?* P2:soldier "), "{table}");
    let output = gaslamp(dir, &["botc", "trace", "-"], &seen);
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(stdout(&output).trim_end(), trace.trim_end());
}

#[test]
fn what_cannot_be_read_of_a_trace_is_told_and_the_rest_shown() {
    let dir = TempDir::new().expect("a directory");
    let trace = "<N1> Alice:poisoner!Bob(+poisoned), what, Bob!dies <X2> Bob!dies";
    let output = gaslamp(dir.path(), &["botc", "trace", "-", "--as", "line"], trace);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(stdout(&output).trim_end(), "<N1> Alice:poisoner!Bob(+poisoner:poisoned), Bob!dies, Bob!dies");
    let told = stderr(&output);
    for id in ["error[trace/event]", "error[trace/phase]", "warning[botc/trace/dies-twice]"] {
        assert!(told.contains(id), "{told}");
    }
    let output = gaslamp(dir.path(), &["botc", "trace", "-", "--as", "analysis", "--json"], trace);
    let json: Value = serde_json::from_str(&stdout(&output)).expect("one JSON document");
    assert_eq!(json["errors"].as_array().map(Vec::len), Some(2));
    assert_eq!(json["problems"].as_array().map(Vec::len), Some(1));
    refused(dir.path(), &["botc", "trace", "nothing.txt"], 2, "input/no-file");
    let output = gaslamp(dir.path(), &["botc", "trace", "-"], " \n");
    assert!(stderr(&output).contains("error[input/empty]"));
}

#[test]
fn the_context_of_a_trace_says_what_was_so_when() {
    let dir = TempDir::new().expect("a directory");
    let dir = dir.path();
    let context = |trace: &str| done(dir, &["botc", "trace", trace, "--as", "context"]);
    for trace in [
        "<SETUP> st!Alice(+dr:is_the_drunk) <N1> Alice:washerwoman!Dave(+ww:townsfolk),Eve(+ww:wrong)",
        "<SETUP> st!Alice(+dr:is_the_drunk) <N1> st!Dave(+ww:townsfolk),Eve(+ww:wrong) <E1> Bob!nominates->Alice:washerwoman",
        "<SETUP>\n  storyteller places drunk token on Alice\n<N1>\n  Alice (washerwoman) passes\n  storyteller determines washerwoman \
         learns Dave:townsfolk, Eve:wrong\n",
    ] {
        let text = context(trace);
        assert!(
            text.starts_with(
                "washerwoman_was_sober_and_healthy_when_acting = false  # N1: Alice is the Drunk\n"
            ),
            "{text}"
        );
    }
    let virgin = context("<E1> Frank!nominates->Carol:virgin, st!Carol(+virgin:no_ability)");
    assert!(virgin.contains("virgin_was_nominated = true  # E1: Frank nominated Carol"), "{virgin}");
    let moved =
        "<N1> Alice:poisoner!Bob(+poi:poisoned) <N2> Alice:poisoner!Bob(-poi:poisoned),Carol(+poi:poisoned)";
    let json = done(dir, &["botc", "trace", moved, "--as", "context", "--json"]);
    let json: Value = serde_json::from_str(&json).expect("JSON");
    let context = &json["context"];
    assert_eq!(context["variables"]["poisoner_was_sober_and_healthy_when_acting"], true);
    assert_eq!(context["tokens_now"].as_array().map(Vec::len), Some(1));
    assert_eq!(context["tokens_now"][0]["on"], "Carol");
    let start = context["tokens_now"][0]["since"]["start"].as_u64().expect("a place") as usize;
    assert!(moved[start..].starts_with("Alice:poisoner!Bob(-poi:poisoned)"));
    assert_eq!(context["transients"][0]["until"]["why"], "dusk");
    assert_eq!(json["problems"], Value::Array(Vec::new()));
}

#[test]
fn what_nobody_knows_is_an_error_of_a_context() {
    let dir = TempDir::new().expect("a directory");
    let dir = dir.path();
    for (trace, id) in [
        ("<N1> Al:pisoner!Bob(+poisoned)", "botc/grimoire/character"),
        ("<N1> Al:poisoner!Bob(+poi:poisond)", "botc/token/unknown"),
        ("<N1> Al:poisoner!Bob(+nope:poisoned)", "botc/token/owner"),
        ("<N1> Al:poisoner!Bob(+poisoned), what", "trace/event"),
        ("game botc 2 players=5\n<N1> st!deals->P1:imp", "botc/notation/deal"),
    ] {
        refused(dir, &["botc", "trace", trace, "--as", "context"], 2, id);
    }
    let trace = "<N1> Al:poisoner!Bob(+nope), Bob!dies";
    let output = gaslamp(dir, &["botc", "trace", trace, "--as", "context", "--json"], "");
    assert_eq!(output.status.code(), Some(2));
    let json: Value = serde_json::from_str(&stdout(&output)).expect("one JSON document");
    assert_eq!(json["errors"][0]["id"], "botc/token/unknown");
    assert_eq!(json["context"]["deaths"][0]["player"], "Bob");
}
