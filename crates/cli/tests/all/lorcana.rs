//! What people do with Lorcana: check decks, look at cards, play, compare decks, feed it nonsense.

use crate::common;

use std::path::Path;

use common::{done, gaslamp, refused, stderr, stdout};
use gaslamp_lorcana::Card;
use gaslamp_lorcana::cards::Coverage;
use gaslamp_lorcana::cards::Ink;
use serde_json::Value;
use tempfile::TempDir;

const BS01: &str = include_str!("../../../lorcana/tests/data/decks/bs01.txt");
const RP01: &str = include_str!("../../../lorcana/tests/data/decks/rp01.txt");

#[test]
fn a_deck_is_read_from_a_file_an_argument_and_standard_input() {
    let dir = TempDir::new().expect("a directory");
    let dir = dir.path();
    std::fs::write(dir.join("deck.txt"), format!("\u{feff}{}", BS01.replace('\n', "\r\n"))).expect("a file");
    let shown = done(dir, &["lorcana", "deck", "deck.txt"]);
    assert!(shown.starts_with("Deck      60 cards, legal\n"), "{shown}");
    assert_eq!(done(dir, &["lorcana", "deck", BS01]), shown);
    assert_eq!(stdout(&gaslamp(dir, &["lorcana", "deck", "-"], BS01)), shown);
    let output = gaslamp(dir, &["lorcana", "deck", "-"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("error[input/empty]: standard input names no cards"));
}

#[test]
fn what_is_wrong_with_a_deck_decides_the_exit_code() {
    let dir = TempDir::new().expect("a directory");
    for (from, to, code, id) in [
        ("4 Tipo - Growing Son", "5 Tipo - Growing Son", 1, "lorcana/deck/copies"),
        ("4 Tipo - Growing Son", "3 Tipo - Growing Son", 1, "lorcana/deck/too-small"),
        ("4 Tipo - Growing Son", "4 I2I", 1, "lorcana/deck/inks"),
        ("4 Tipo - Growing Son", "4 Hiram Flaversham - Toymaker", 1, "lorcana/deck/banned"),
        ("4 Tipo - Growing Son", "4 Vine Tendril", 1, "lorcana/deck/quest-card"),
        ("4 Tipo - Growing Son", "4 Tipo - Growing Sun", 2, "lorcana/deck/unknown-card"),
        ("4 Tipo - Growing Son", "0 Tipo - Growing Son", 2, "lorcana/deck/count"),
        ("4 Tipo - Growing Son", "4x", 2, "lorcana/deck/no-card"),
    ] {
        let list = BS01.replace(from, to);
        refused(dir.path(), &["lorcana", "deck", &list], code, id);
        let output = gaslamp(dir.path(), &["lorcana", "deck", "-", "--json"], &list);
        let answer: Value = serde_json::from_str(&stdout(&output)).expect("one JSON value");
        assert_eq!((output.status.code(), answer["errors"][0]["id"].as_str()), (Some(code), Some(id)));
        let legal = (code == 1).then_some(false);
        assert_eq!(answer["legal"].as_bool(), legal, "what can be read is summed up all the same");
    }
}

#[test]
fn all_cards_are_one_database() {
    let dir = TempDir::new().expect("a directory");
    let all: Value = serde_json::from_str(&done(dir.path(), &["lorcana", "cards", "--json"])).expect("JSON");
    let made: Value =
        serde_json::from_str(include_str!("../../../lorcana/data/cards.json")).expect("the file of facts");
    assert_eq!(all["sets"], made["sets"]);
    let mut cards = all["cards"].as_array().expect("a list").clone();
    for card in &mut cards {
        let coverage = card.as_object_mut().and_then(|card| card.shift_remove("coverage"));
        assert!(coverage.is_some_and(|coverage| coverage == "whole" || coverage == "keywords"));
    }
    assert_eq!(Value::Array(cards), made["cards"]);
    let listed = done(dir.path(), &["lorcana", "cards"]);
    assert!(listed.lines().count() > 2785);
}

#[test]
fn no_text_moves_the_cursor() {
    let dir = TempDir::new().expect("a directory");
    let texts = r#"{"cards": [{"fullName": "I2I", "fullText": "red \u001b[31m and \r back"}]}"#;
    let shown = done(dir.path(), &["lorcana", "cards", "i2i", "--texts", texts]);
    assert!(shown.contains("| red") && !shown.contains(['\u{1b}', '\r']), "{shown:?}");
}

/// A directory with two decks, `a.txt` and `b.txt`.
fn with_decks() -> TempDir {
    let dir = TempDir::new().expect("a directory");
    std::fs::write(dir.path().join("a.txt"), BS01).expect("a file");
    std::fs::write(dir.path().join("b.txt"), RP01).expect("a file");
    dir
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("one JSON value")
}

#[test]
fn a_person_plays_against_the_greedy_player_and_leaves() {
    let dir = with_decks();
    let dir = dir.path();
    let args = ["lorcana", "duel", "a.txt", "b.txt", "--record", "game.txt", "--seed", "1"];
    let output = gaslamp(dir, &args, "list\ndance\nkeeps\nlist\np2!passes\npasses\n");
    assert_eq!(output.status.code(), Some(1));
    let (told, problem) = (stdout(&output), stderr(&output));
    assert!(problem.contains("error[play/left]: p1 has left the table; the game so far is in game.txt"));
    for line in [
        "  1  keeps the rest of the hand",
        "you are p1 and cannot act for anybody else",
        "p2 draws a card",
        "  1  ends the turn",
    ] {
        assert!(told.contains(line), "{line}: {told}");
    }
    assert!(!told.contains("chance shuffles"), "nobody is shown the order of a deck: {told}");
    let record = std::fs::read_to_string(dir.join("game.txt")).expect("the record");
    assert!(record.contains("p1!keeps") && record.contains("p1!passes"), "{record}");
    assert_eq!(done(dir, &["lorcana", "replay", "game.txt", "--as", "line"]).trim(), record.trim());
    refused(dir, &args, 1, "output/exists");
    let with_force = [&args[..], &["--force"]].concat();
    assert_eq!(gaslamp(dir, &with_force, "keeps\n").status.code(), Some(1));
}

#[test]
fn a_person_names_cards_as_people_do() {
    let dir = with_decks();
    let dir = dir.path();
    let args = ["lorcana", "duel", "a.txt", "b.txt", "--record", "game.txt", "--seed", "1"];
    let typed =
        "keep\nINK lexington\npass\nink Jasmine\np1 inks jasmine, steady strategist\nplay Tup\nplay Tip\n";
    let output = gaslamp(dir, &args, typed);
    let told = stdout(&output);
    for line in [
        "  p1 inks p1's Lexington - Small in Stature (a)\n",
        "`ink Jasmine` may mean: inks Jasmine - Steady Strategist; inks Jasmine - Fearless Princess [",
        "`play Tup` is not among the legal actions; these are: plays Tipo - Growing Son [",
        "  Tipo - Growing Son: 1/2, lore 1, drying\n",
        "resolving: p1's Tipo - Growing Son: \"Whenever you play this character, you may put a card from your hand",
    ] {
        assert!(told.contains(line), "{line}: {told}");
    }
    assert!(!told.contains("_growing_son"), "people are shown names: {told}");
    let record = std::fs::read_to_string(dir.join("game.txt")).expect("the record");
    assert!(record.contains("p1!plays->p1.tipo_growing_son.d"), "{record}");
    let rich = done(dir, &["lorcana", "replay", "game.txt"]);
    assert!(rich.contains("  p1 plays p1's Tipo - Growing Son (d)\n"), "{rich}");
    assert_eq!(done(dir, &["lorcana", "replay", &rich, "--as", "line"]).trim(), record.trim());
}

#[test]
fn samples_need_no_file() {
    let dir = TempDir::new().expect("a directory");
    let dir = dir.path();
    assert_eq!(done(dir, &["lorcana", "deck", "--sample", "rp01"]).trim_end(), RP01.trim_end());
    assert_eq!(done(dir, &["lorcana", "deck", "sample:bs01"]), done(dir, &["lorcana", "deck", BS01]));
    let sim = ["lorcana", "sim", "sample:BS01", "sample:rp01", "--games", "3", "--json"];
    assert_eq!(json(&done(dir, &sim))["games"], 3);
    assert_eq!(done(dir, &["lorcana", "match", "sample:bs01", "sample:rp01"]).trim_end(), "output/b013");
    refused(dir, &["lorcana", "duel", "sample:bs01", "sample:"], 2, "input/sample");
}

#[test]
fn a_person_looks_cards_up() {
    let dir = TempDir::new().expect("a directory");
    let args = ["lorcana", "duel", "sample:bs01", "sample:rp01", "--seed", "1"];
    let told =
        stdout(&gaslamp(dir.path(), &args, "card tipo, growing son\ncard Tipo\nCARD qqqqqqqqqq\ncard \n"));
    for line in [
        "  Numbers    strength 1, willpower 2, lore 1\n",
        "- Whenever you play this character, you may put a card from your hand into their inkwell facedown and exerted.\n",
        "`Tipo` may be: Tipo - Growing Son, Tipo - Junior Chipmunk\n",
        "there is no card `qqqqqqqqqq`\n",
        "name a card, such as `card Tipo - Growing Son`\n",
    ] {
        assert!(told.contains(line), "{line}: {told}");
    }
}

#[test]
fn a_record_is_drawn_at_any_step() {
    let dir = with_decks();
    let dir = dir.path();
    done(
        dir,
        &["lorcana", "duel", "a.txt", "b.txt", "--seats", "greedy", "--seed", "1", "--record", "game.txt"],
    );
    let draw = |more: &[&str]| done(dir, &[&["lorcana", "draw", "game.txt"], more].concat());
    let boards =
        [draw(&[]), draw(&["--at", "40"]), draw(&["--at", "40", "--seat", "p1"]), draw(&["--graph"])];
    for (at, board) in boards.iter().enumerate() {
        assert!(board.starts_with("<svg"), "{board}");
        assert!(boards[..at].iter().all(|other| other != board), "board {at} is another");
    }
    let record = std::fs::read_to_string(dir.join("game.txt")).expect("the record");
    assert_eq!(done(dir, &["lorcana", "draw", &record]), boards[0]);
    assert_eq!(stdout(&gaslamp(dir, &["lorcana", "draw", "-"], &record)), boards[0]);
    refused(dir, &["lorcana", "draw", "game.txt", "--at", "9999"], 2, "input/step");
    refused(dir, &["lorcana", "draw", "a.txt"], 2, "lorcana/record/deck");
    refused(dir, &["lorcana", "draw", "output", "--at", "1"], 2, "lorcana/draw/at");
}

#[test]
fn a_flow_of_commands_warns_once() {
    let dir = with_decks();
    let (deck, card) = partial_deck();
    std::fs::write(dir.path().join("a.txt"), deck).expect("a file");
    let run = |args: &[&str]| {
        let output = gaslamp(dir.path(), &[&["lorcana"], args].concat(), "");
        assert!(output.status.success(), "{}", stderr(&output));
        (stdout(&output), stderr(&output))
    };
    let (place, warning) = run(&["match", "a.txt", "a.txt"]);
    assert_eq!(warning.matches("warning: ").count(), 1, "{warning}");
    assert!(warning.contains(card.full_name()), "{warning}");
    let hash = place.trim_end().trim_start_matches("output/");
    let seed = "0123456.0123456.ab";
    for args in [&["shuffle", hash, seed][..], &["show", hash], &["show", hash, seed]] {
        assert_eq!(run(args).1, "", "{args:?}");
    }
    let (shown, _) = run(&["show", hash, seed]);
    assert!(shown.contains(" inks ") && !shown.contains("->"), "{shown}");
    let listed = shown.lines().find_map(|line| line.split_once(" inks ")).expect("something to ink");
    let (by_id, _) = run(&["play", hash, seed, listed.0.trim()]);
    let (by_name, _) = run(&["play", hash, seed, &format!("ink {}", listed.1), "pass"]);
    assert!(by_name.starts_with(by_id.trim_end()), "{by_name}");
}

#[test]
fn a_whole_game_is_recorded_and_can_be_shown() {
    let dir = with_decks();
    let dir = dir.path();
    let args = ["lorcana", "duel", "a.txt", "b.txt", "--seed", "2", "--record", "game.txt"];
    // The first of every list: keep the hand, end every turn.
    let output = gaslamp(dir, &args, &"1\n".repeat(500));
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(stdout(&output).contains("Result: p2 after"), "{}", stdout(&output));
    let replay = |form: &str| done(dir, &["lorcana", "replay", "game.txt", "--as", form]);
    for (form, begins) in [
        ("line", "game lorcana 2 deck1=4*tinker_bell_giant_fairy"),
        ("mermaid", "sequenceDiagram"),
        ("plantuml", "@startuml"),
    ] {
        assert!(replay(form).starts_with(begins), "{form}: {}", replay(form));
    }
    for form in ["rich", "ascii", "table"] {
        assert!(!replay(form).is_empty());
    }
    let all = json(&replay("json"));
    assert_eq!(all["outcome"]["result"], "p2");
    let seen = json(&done(dir, &["lorcana", "replay", "game.txt", "--seat", "1", "--as", "json"]));
    assert_eq!((seen["outcome"]["score"].as_i64(), seen["observation"].is_null()), (Some(-1), false));
    assert!(replay("tokens").contains("<TURN_BEGINS>"));
    refused(dir, &["lorcana", "replay", "game.txt", "--seat", "3"], 2, "input/seat");
    let again =
        ["lorcana", "duel", "a.txt", "b.txt", "--seed", "2", "--seats", "scripted:game.txt", "--json"];
    let again = json(&done(dir, &again));
    let record = std::fs::read_to_string(dir.join("game.txt")).expect("the record");
    assert_eq!((again["result"].as_str(), again["record"].as_str()), (Some("p2"), Some(record.as_str())));
}

/// What a simulation counted, without what the machine adds.
fn counted(dir: &Path, args: &[&str]) -> Value {
    let all = [&["lorcana", "sim", "a.txt", "b.txt", "--seed", "3", "--json"], args].concat();
    let mut counted = json(&done(dir, &all));
    let fields = counted.as_object_mut().expect("an object");
    for of_machine in ["elapsed_s", "games_per_s", "steps_per_s", "threads"] {
        assert!(fields.shift_remove(of_machine).is_some_and(|value| value.is_number()), "{of_machine}");
    }
    counted
}

#[test]
fn a_simulation_does_not_depend_on_threads() {
    let dir = with_decks();
    for args in [["--games", "500", "--agents", "random"], ["--games", "12", "--agents", "greedy,random"]] {
        let on = |threads| counted(dir.path(), &[&args[..], &["--threads", threads]].concat());
        assert_eq!(on("1"), on("2"));
    }
}

#[test]
fn a_simulation_tells_how_often_a_deck_wins_and_who_began() {
    let dir = with_decks();
    let told = counted(dir.path(), &["--games", "300"]);
    let number =
        |path: &str| told.pointer(path).and_then(Value::as_f64).unwrap_or_else(|| panic!("{path}: {told}"));
    assert_eq!(number("/p1_wins") + number("/p2_wins") + number("/unfinished"), 300.0);
    assert_eq!(number("/deck1/wins"), number("/p1_wins"));
    for field in ["games", "wins"] {
        let by = |starter| number(&format!("/deck1_by_starter/{starter}/{field}"));
        assert_eq!(by("deck1") + by("deck2"), number(&format!("/deck1/{field}")), "{field}");
    }
    for of in ["/deck1", "/deck1_by_starter/deck1", "/deck1_by_starter/deck2"] {
        let [low, rate, high] = ["low", "rate", "high"].map(|field| number(&format!("{of}/{field}")));
        assert!(0.0 < low && low < rate && rate < high && high < 1.0, "{of}: {told}");
    }
    let [fewest, mean, most] = ["min", "mean", "max"].map(|field| number(&format!("/turns/{field}")));
    assert!(1.0 <= fewest && fewest < mean && mean < most, "{told}");
    assert!(number("/mean_steps") > mean);
    let nothing = counted(dir.path(), &["--games", "0"]);
    assert!(nothing["turns"]["min"].is_null() && nothing["deck1"]["games"] == 0, "{nothing}");
}

/// A list of a legal deck with four copies of a card that is not wholly encoded, and the card.
fn partial_deck() -> (String, Card) {
    let fits = |card: &Card| {
        let facts = card.facts();
        let is_usual = facts.infinity && facts.most_copies == Some(4);
        is_usual && facts.inks.iter().all(|ink| matches!(ink, Ink::Sapphire | Ink::Steel))
    };
    let card = Card::all().filter(fits).find(|card| card.coverage() != Coverage::Whole).expect("such a card");
    (BS01.replace("4 Tipo - Growing Son", &format!("4 {card}")), card)
}

#[test]
fn cards_that_are_not_encoded_are_played_only_if_that_is_said() {
    let dir = with_decks();
    let (deck, card) = partial_deck();
    for verb in [&["duel", "--seats", "greedy"][..], &["sim", "--games", "3"]] {
        let args = [&["lorcana"], verb, &["b.txt", &deck]].concat();
        let told = refused(dir.path(), &args, 2, "lorcana/deck/partial");
        assert!(told.contains(card.full_name()) && told.contains("--allow-partial"), "{told}");
        let output = gaslamp(dir.path(), &[&args[..], &["--allow-partial", "--json"]].concat(), "");
        assert!(output.status.success(), "{}", stderr(&output));
        assert!(stderr(&output).contains("warning: ") && stderr(&output).contains(card.full_name()));
        json(&stdout(&output));
    }
}

#[test]
fn what_cannot_be_played_is_refused() {
    let dir = with_decks();
    let five = BS01.replace("4 Tipo - Growing Son", "5 Tipo - Growing Son");
    for (args, code, id) in [
        (&["duel", "a.txt", five.as_str()][..], 1, "lorcana/deck/copies"),
        (&["sim", five.as_str(), "a.txt"], 1, "lorcana/deck/copies"),
        (&["sim", "a.txt", "4 Tipo - Growing Sun"], 2, "lorcana/deck/unknown-card"),
        (&["sim", "a.txt", "none.txt"], 2, "input/no-file"),
        (&["sim", "a.txt", "b.txt", "--agents", "random,greedy,random"], 2, "sim/agents"),
        (&["sim", "a.txt", "b.txt", "--agents", "heuristic"], 2, "play/agent"),
        (&["sim", "a.txt", "b.txt", "--agents", "greedy,human"], 2, "sim/agent"),
        (&["duel", "a.txt", "b.txt", "--seats", "greedy,greedy,greedy"], 2, "play/seats"),
        (&["duel", "a.txt", "b.txt", "--seats", "heuristic"], 2, "play/agent"),
        (&["duel", "a.txt", "b.txt", "--record", "no/such/directory"], 2, "output/file"),
        (&["replay", "<T1> p1!passes"], 2, "lorcana/record/deck"),
    ] {
        refused(dir.path(), &[&["lorcana"], args].concat(), code, id);
    }
}
