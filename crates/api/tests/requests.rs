//! Requests as a program makes them: texts in, JSON out.

use gaslamp_api::answer::object;
use gaslamp_api::botc::{self, beliefs, check, render, solve};
use gaslamp_api::record::Part;
use gaslamp_api::{Cause, Input, Stop, Stopped, lorcana, mafia};
use gaslamp_botc::Setup;
use serde_json::{Value, json};

const RECORD: &str = "game botc 2 players=5 <SETUP> \
    st!deals->P1:chef,P2:monk,P3:soldier,P4:poisoner,P5:imp <N1> P4!chooses->P1";

fn input(text: &str) -> Input {
    Input::new("request", text)
}

fn request() -> check::Request {
    check::Request::new(Setup::trouble_brewing(0).script)
}

fn checked(text: &str, request: &check::Request) -> Value {
    check::check(&input(text), request, &Stop::default()).to_json()
}

#[test]
fn a_record_is_shown_whole_or_through_a_seat() {
    let whole = botc::replay(&input(RECORD), &Part::default()).expect("a record");
    assert_eq!(
        (&whole["game"], &whole["steps"], &whole["to_act"]),
        (&json!("botc"), &json!(2), &json!("st"))
    );
    assert!(whole["state"].to_string().contains("monk"));
    let seen =
        botc::replay(&input(RECORD), &Part { seat: Some("4".to_owned()), at: None }).expect("a record");
    assert_eq!(seen["seat"], 3);
    assert!(!seen.to_string().contains("monk"), "{seen}");
    let start =
        botc::replay(&input(RECORD), &Part { seat: Some("4".to_owned()), at: Some(1) }).expect("a record");
    assert!(
        start["legal"].as_array().is_some_and(|legal| legal.contains(&json!("P4!chooses->P1"))),
        "{start}"
    );
    let refused = botc::replay(&input(RECORD), &Part { seat: None, at: Some(9) }).expect_err("no such step");
    assert_eq!(refused.to_json()[0]["id"], "input/step");
}

#[test]
fn what_is_illegal_is_told_with_its_place_and_the_fix() {
    let answer = checked("{chef chef monk poisoner imp}", &request());
    let error = &answer["errors"][0];
    assert_eq!((&answer["legal"], &error["place"]["file"]), (&json!(false), &json!("request")), "{answer}");
    assert!(
        error["id"].is_string() && error["place"]["start"].is_u64() && error["fix"].is_string(),
        "{answer}"
    );
    assert_eq!(checked("{chef monk virgin poisoner imp}", &request())["legal"], true);
    assert_eq!(checked(RECORD, &request()), json!({ "legal": true, "by": "engine", "actions": 2 }));
    let washed = checked("[Ann:washerwoman Ben:poisoner Cy:empath Dan:imp Eve:saint]", &request());
    assert_eq!((&washed["legal"], &washed["by"]), (&json!(false), &json!("constraints")), "{washed}");
}

#[test]
fn unknown_seats_are_completed() {
    let partial = check::partial::Options { count: true, sample: Some(2), ..Default::default() };
    let request = check::Request { partial, ..request() };
    let answer = checked("[Ann:chef Ben:imp Cy:mayor Dan:monk Eve:?]", &request);
    assert_eq!(answer["samples"].as_array().map(Vec::len), Some(2), "{answer}");
    assert!(answer["completions"].is_string() && answer["seats"][4]["possible"].is_array(), "{answer}");
}

#[test]
fn a_search_that_is_stopped_says_so() {
    let stop = Stop::default();
    stop.stop(Stopped { cause: Cause::OutOfTime, words: "too late".to_owned() });
    let answer = check::check(&input("[Ann:? Ben:? Cy:? Dan:? Eve:?]"), &request(), &stop);
    let answer = answer.to_json();
    assert_eq!(answer["errors"][0]["id"], "limit/time", "{answer}");
}

#[test]
fn puzzles_are_solved_and_explained() {
    let text = r#"
        id = "two-chefs"
        hidden = ["Imp", "Poisoner", "Chef", "Empath", "Monk"]
        ends = "N1 begun"
        player = [{ name = "Ann", claim = "Chef" }, { name = "Ben", claim = "Chef" }, { name = "Cy", claim = "Empath" },
            { name = "Dan", claim = "Monk" }, { name = "Eve", claim = "Monk" }]
    "#;
    let (options, stop) =
        (solve::Options { ask: vec!["evil(Cy)".to_owned()], ..Default::default() }, Stop::default());
    let answer = solve::solve(&input(text), options, &stop).to_json();
    assert_eq!(answer["asked"][0]["answer"], "never", "{answer}");
    assert!(answer.get("elapsed_ms").is_none(), "nobody has said how long it took");
    let puzzle = solve::read(&input(text)).expect("a puzzle");
    let reason = solve::why(&puzzle.case, &[], "Cy=Imp", &stop).expect("a reason");
    assert_eq!(object(solve::why_fields(&puzzle.case, "Cy=Imp", &reason))["possible"], false);
    let unreadable = solve::solve(&input("nonsense"), solve::Options::default(), &stop).to_json();
    assert_eq!(unreadable["errors"][0]["place"]["line"], 1, "{unreadable}");
}

#[test]
fn beliefs_are_those_of_one_seat() {
    let request = beliefs::Request { at: Some(1), draws: 20, ..beliefs::Request::new("P4") };
    let believed = beliefs::beliefs(&input(RECORD), &request, &Stop::default()).expect("beliefs");
    let answer = believed.answer().to_json();
    assert_eq!(
        (&answer["seat"], &answer["counted"]["seats"][3]["evil"]),
        (&json!("P4"), &json!(1.0)),
        "{answer}"
    );
    let deal = "game mafia 1 <SETUP> st!deals->P0:don,P1:mafia,P8:mafia,P2:sheriff";
    let request = mafia::beliefs::Request { seat: "2".to_owned(), ..Default::default() };
    let answer = mafia::beliefs::beliefs(&input(deal), &request).expect("beliefs").to_json();
    assert_eq!((&answer["worlds"], &answer["certain"]), (&json!(252), &json!(["P2 is sheriff"])));
}

#[test]
fn grimoires_and_decks_are_read_from_texts() {
    let options = render::Options { form: Some(render::Form::Line), ..Default::default() };
    let line = render::render(&input(RECORD), &options).expect("a grimoire");
    assert!(line.contains("P2:monk"), "{line}");
    let deck = lorcana::deck::check(&input("5 I2I")).expect("a deck list").answer().to_json();
    assert_eq!((&deck["legal"], &deck["cards"]), (&json!(false), &json!(5)), "{deck}");
    assert!(deck["errors"][0]["id"].is_string());
}
