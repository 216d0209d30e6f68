//! Games that both statements of the rules judge.

#![cfg(feature = "clingo")]

use crate::common;

use common::{done, gaslamp, stderr};
use tempfile::TempDir;

fn played(arguments: &[&str]) -> serde_json::Value {
    let dir = TempDir::new().expect("a directory");
    serde_json::from_str(&done(dir.path(), arguments)).expect("JSON")
}

#[test]
fn every_action_of_a_refereed_game_is_judged() {
    for referee in ["clingo", "both"] {
        let args =
            ["botc", "play", "--players", "6", "--seats", "random", "--seed", "3", "--json", "--referee"];
        let game = played(&[&args[..], &[referee]].concat());
        assert_eq!(game["judged"], game["steps"], "{referee}");
        let args = ["mafia", "play", "--seats", "random", "--seed", "3", "--json", "--referee"];
        let game = played(&[&args[..], &[referee]].concat());
        // The deal of Mafia is made before anybody sits down.
        assert_eq!(game["judged"].as_u64().map(|judged| judged + 1), game["steps"].as_u64(), "{referee}");
    }
    let alone = played(&["botc", "play", "--players", "6", "--seats", "random", "--seed", "3", "--json"]);
    assert_eq!(alone["judged"], serde_json::Value::Null);
}

/// Who is a person, what that one types, and what the referee says to it; the game goes on until the person leaves.
const SLIPS: [(&str, &str, &str, &str); 6] = [
    ("--seats", "human,random", "nominates->P2", "nominations come after the talk (nominate_evening)"),
    ("--storyteller", "human", "picks->P1", "this does not answer what is asked now (not_now)"),
    ("--storyteller", "human", "DEAL\nDEAL", "this does not answer what is asked now (not_now)"),
    ("--storyteller", "human", "DEAL\npicks->P5", "the red herring is a good player"),
    ("--storyteller", "human", "DEAL\ntells->P1(99)", "greater than that of the players (too_many)"),
    ("--storyteller", "human", "DEAL\nshows(chef)", "this does not answer what is asked now (not_now)"),
];

const DEAL: &str = "deals->P1:fortune_teller,P2:monk,P3:chef,P4:poisoner,P5:imp";

#[test]
fn a_referee_refuses_a_person_in_words() {
    let dir = TempDir::new().expect("a directory");
    for (option, who, typed, words) in SLIPS {
        for referee in ["clingo", "both"] {
            let args = ["botc", "play", "--players", "5", "--referee", referee, "--seed", "2", option, who];
            let seats: &[&str] = if option == "--seats" { &[] } else { &["--seats", "random"] };
            let typed = format!("{}\nquit\n", typed.replace("DEAL", DEAL));
            let output = gaslamp(dir.path(), &[&args[..], seats].concat(), &typed);
            let told = format!("{}{}", common::stdout(&output), stderr(&output));
            assert_eq!(output.status.code(), Some(1), "{told}");
            assert!(told.contains(words) && told.contains("has left the table"), "{typed}{told}");
        }
    }
    assert!(common::listing(dir.path()).is_empty(), "a dispute was written down");
}

#[test]
fn a_record_is_judged_again() {
    let dir = TempDir::new().expect("a directory");
    let dir = dir.path();
    done(
        dir,
        &["botc", "play", "--players", "7", "--seats", "heuristic", "--record", "g.txt", "--seed", "4"],
    );
    let record = std::fs::read_to_string(dir.join("g.txt")).expect("a record");
    // A dispute is written down as comments before the record.
    std::fs::write(dir.join("d.txt"), format!("# Disputed: P1!passes\n# The engine allows it\n{record}"))
        .expect("a file");
    for file in ["g.txt", "d.txt"] {
        let judged: serde_json::Value =
            serde_json::from_str(&done(dir, &["botc", "referee", file, "--json"])).expect("JSON");
        assert!(judged["legal"] == true && judged["judged"].as_u64() > Some(50), "{file}: {judged}");
    }
}

/// Characters and tokens that the rules do not know are refused by name; those that only the script lacks are in no game of it.
#[test]
fn what_the_rules_do_not_know_is_no_no() {
    const OF_SCRIPT: &str = "game botc 2 players=Ann,Ben,Cy,Dan,Eve script=[\"chef\",\"empath\",\"soldier\",\"mayor\",\"poisoner\",\"imp\"]";
    let lacks_monk = format!("{OF_SCRIPT} <N2> st!Ann(+monk:safe)");
    let table: &[(&[&str], i32, &str)] = &[
        (&["[Ann:chef(sailor:drunk) Ben:poisoner Cy:empath Dan:imp Eve:monk]"], 2, "referee/token"),
        (&["[Ann:clockmaker Ben:poisoner Cy:empath Dan:imp Eve:monk]"], 2, "referee/character"),
        (&["[Ann:{chef artist} Ben:poisoner Cy:empath Dan:imp Eve:monk]"], 2, "referee/character"),
        (
            &["[Ann:imp Ben:spy Cy:chef Dan:monk Eve:mayor] bluffs{artist saint butler}"],
            2,
            "referee/character",
        ),
        (&["<N1> st!Ann(+sailor:drunk)", "--players", "5"], 2, "referee/token"),
        (&["<N1> Ann:artist!chooses->Ben", "--players", "5"], 2, "referee/character"),
        (&["<N1> st!tells->Ann(artist)", "--players", "5"], 2, "referee/character"),
        (
            &["[Ann:chef Ben:poisoner Cy:empath Dan:imp Eve:monk]\n\n<N1> st!Ann(+sailor:drunk)"],
            2,
            "referee/token",
        ),
        (&[&lacks_monk], 1, "referee/impossible"),
        (&["[Ann:chef Ben:poisoner Cy:chef Dan:imp Eve:monk]"], 1, "referee/impossible"),
    ];
    let dir = TempDir::new().expect("a directory");
    for (args, code, id) in table {
        common::refused(dir.path(), &[&["botc", "referee"], *args].concat(), *code, id);
    }
}
