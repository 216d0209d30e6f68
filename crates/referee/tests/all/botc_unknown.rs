//! What the rules have no word for: tables of another kind and moves that cannot be. Each is refused in words that name it, and is never
//! an answer.

#![cfg(feature = "clingo")]

use crate::driver;

use gaslamp_botc::rules::{Action, Bluffs, EvilTeam, Statement};
use gaslamp_botc::{Character, CharacterSet, Setup, State};
use gaslamp_core::{Actor, Contents, Run, Seat, Seats};
use gaslamp_referee::asp::botc::Referee;
use gaslamp_referee::asp::{self, Failure};

use driver::Case;

const TROUBLE_BREWING: &str = "script washerwoman librarian investigator chef empath fortune_teller undertaker monk ravenkeeper virgin \
     slayer soldier mayor butler drunk recluse saint poisoner spy scarlet_woman baron imp";

const DEAL: &str = "deal Ann:chef Ben:monk Cy:soldier Dee:poisoner Eve:imp";

/// Tables that a referee of Trouble Brewing with five seats does not know, as cases of the catalogue, and what it says.
const TABLES: [(&[&str], &str); 7] = [
    (&["table Ann Ben Cy Dee Eve"], "a table before the deal"),
    (&["deal Ann:chef Ben:monk Cy:soldier Dee:poisoner Eve:imp Fay:saint"], "a table of 6 seats here"),
    (&["deal Ann:chef Ben:monk Dee:poisoner Eve:imp"], "a table of 4 seats here"),
    (
        &[
            "script dreamer snake_charmer artist savant philosopher pit_hag fang_gu vortox",
            "deal Ann:dreamer Ben:artist Cy:savant Dee:pit_hag Eve:vortox",
        ],
        "the Dreamer on this script",
    ),
    (
        &[
            "script chef monk soldier dreamer drunk poisoner imp",
            "deal Ann:chef Ben:monk Cy:dreamer(drunk) Dee:poisoner Eve:imp",
        ],
        "a Drunk with the token of the Dreamer",
    ),
    // Nobody in play is strange, but who may be told of is.
    (&["script chef monk soldier dreamer drunk poisoner imp", DEAL], "a table with another script"),
    // The same characters, who wake in the global night order.
    (&[TROUBLE_BREWING, DEAL], "a table with another script"),
];

fn run(lines: &[&str]) -> Run<State> {
    let mut case = Case::new(());
    for line in lines {
        case.line(line).unwrap_or_else(|problem| panic!("{line}: {problem}"));
    }
    case.run.expect("a table")
}

fn referee() -> Referee {
    Referee::new(&Setup::trouble_brewing(5)).expect("rules")
}

#[test]
fn a_table_of_another_kind_is_no_table() {
    let mut referee = referee();
    for (lines, words) in TABLES {
        let run = run(lines);
        let unknown = Failure::Unknown(words.to_owned());
        assert_eq!(referee.facts(run.state()), Err(unknown.clone()), "{lines:?}");
        assert_eq!(referee.legal(run.state()), Err(unknown.clone()), "{lines:?}");
        let judged = referee.judge(run.state(), Actor::Storyteller, Action::PickNobody);
        assert_eq!(judged, Err(unknown), "{lines:?}");
    }
}

const ST: Actor = Actor::Storyteller;
const ANN: Seat = Seat::new(0);
const BEN: Seat = Seat::new(1);
/// Nobody sits there.
const SIXTH: Seat = Seat::new(5);
const LAST: Seat = Seat::new(31);
const DREAMER: Character = Character::with_id("dreamer");
const CHEF: Character = Character::with_id("chef");

const fn pair(holder: Seat, wrong: Seat, character: Character) -> Action {
    Action::Tell(ANN, Statement::Pair { holder, wrong, character })
}

fn team(minions: Seats, bluff: Character) -> Action {
    let bluffs = Bluffs::new(CharacterSet::only(bluff)).expect("bluffs");
    Action::Tell(ANN, Statement::Team(EvilTeam { minions, bluffs }))
}

/// Who does what at a table of five, and what the rules do not know of it.
fn moves() -> Vec<(Actor, Action, &'static str)> {
    vec![
        (Actor::Seat(SIXTH), Action::Pass, "seat 6 at this table"),
        (Actor::Seat(LAST), Action::Pass, "seat 32 at this table"),
        (Actor::Seat(ANN), Action::Choose(SIXTH), "seat 6 at this table"),
        (Actor::Seat(ANN), Action::ChooseTwo(BEN, LAST), "seat 32 at this table"),
        (Actor::Seat(ANN), Action::ChooseTwo(ANN, SIXTH), "seat 6 at this table"),
        (Actor::Seat(ANN), Action::ChooseTwo(BEN, ANN), "a choice of players who are not in seat order"),
        (Actor::Seat(ANN), Action::Nominate(SIXTH), "seat 6 at this table"),
        (Actor::Seat(ANN), Action::Vote(LAST), "seat 32 at this table"),
        (Actor::Seat(ANN), Action::Shoot(SIXTH), "seat 6 at this table"),
        (ST, Action::Pick(SIXTH), "seat 6 at this table"),
        (ST, Action::Tell(SIXTH, Statement::Nothing), "seat 6 at this table"),
        (ST, pair(SIXTH, ANN, CHEF), "seat 6 at this table"),
        (ST, pair(ANN, LAST, CHEF), "seat 32 at this table"),
        (ST, team(Seats::only(SIXTH), CHEF), "seat 6 at this table"),
        (ST, Action::Tell(ANN, Statement::OneOf(CHEF, DREAMER)), "the move Tell("),
        (ST, Action::Tell(ANN, Statement::Clockwise(true)), "the statement Clockwise("),
        (Actor::Seat(ANN), Action::AttackTwo(ANN, BEN), "the move AttackTwo("),
        (Actor::Seat(ANN), Action::Suspect(BEN), "the move Suspect("),
    ]
}

/// Whether this is unknown for these words.
fn is_unknown<T>(answer: Result<T, Failure>, words: &str) -> bool {
    matches!(answer, Err(Failure::Unknown(what)) if what.starts_with(words))
}

#[test]
fn a_move_that_cannot_be_is_no_move() {
    let mut referee = referee();
    let run = run(&[DEAL]);
    for (by, action, words) in moves() {
        let judged = referee.judge(run.state(), by, action);
        assert!(is_unknown(judged.clone(), words), "{action:?}: {judged:?}");
        assert!(is_unknown(referee.violated(run.state(), by, action), words), "{action:?}");
    }
    // What was refused has left no trace.
    let judged = referee.judge(run.state(), Actor::Seat(Seat::new(3)), Action::Choose(ANN));
    assert_eq!(judged.map(|judgement| judgement.violated), Ok(Vec::new()));
}

/// A deal is judged apart from all other moves: the table, the move, and the rules that it breaks.
#[test]
fn a_deal_is_the_only_answer_to_its_question() {
    let mut referee = referee();
    let (before, after) = (run(&["table Ann Ben Cy Dee Eve"]), run(&[DEAL]));
    let Some(&deal) = after.record().actions.first() else { panic!("no deal") };
    let contents = &after.record().contents;
    let rows: [(&Run<State>, Action, &[&str]); 5] = [
        (&before, deal, &[]),
        (&before, Action::Pass, &["not_now"]),
        (&before, Action::Choose(SIXTH), &["not_now"]),
        (&after, deal, &["not_now"]),
        (&after, Action::Show(CHEF), &["not_asked", "not_now"]),
    ];
    for (run, action, broken) in rows {
        let judged = asp::Referee::judge(&mut referee, run.state(), contents, ST, action).expect("an answer");
        assert_eq!(judged.violated, broken, "{action:?}");
        let violated = asp::Referee::violated(&mut referee, run.state(), contents, ST, action);
        assert_eq!(violated.expect("an answer"), broken, "{action:?}");
    }
    // The record must hold it.
    let judged = asp::Referee::judge(&mut referee, before.state(), &Contents::default(), ST, deal);
    assert!(is_unknown(judged.clone(), "a deal of nothing"), "{judged:?}");
}
