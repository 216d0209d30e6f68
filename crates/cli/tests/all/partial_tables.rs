//! Real tables described in part: records cut anywhere, with claims, seats and tokens missing. `solve`, `beliefs`, `check` and `referee`
//! have an answer, or say that they have none; none of them says no to what happened, and their answers to the same question agree.
//!
//! `GASLAMP_TABLES=300` tries 300 tables, as `./x partial` does; `GASLAMP_FIRST=53` begins with table 53.

use crate::common;

use std::path::Path;

use common::{gaslamp, stderr, stdout};
use gaslamp_botc::notation::grimoire_text::{GrimoireText, Known, PlacedReminder};
use gaslamp_botc::notation::line::{self, Naming};
use gaslamp_botc::{Setup, State};
use gaslamp_core::{Rng, Run, Seat, record};
use gaslamp_deduce::botc::{Case, Player, Puzzle, evidence, puzzle};
use serde_json::Value;
use tempfile::TempDir;

/// The default number of tables.
const TABLES: u64 = 3;

/// How long each question may take, in seconds.
const LIMIT: &str = "10";

fn number_from(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().and_then(|number| number.parse().ok())
}

/// A table at some step of a random game.
struct Table {
    setup: Setup,
    run: Run<State>,
    step: usize,
}

impl Table {
    fn new(number: u64, rng: &mut Rng, dir: &Path) -> Self {
        let players = (5 + number % 11).to_string();
        let agents = if rng.below(2) == 0 { "random" } else { "heuristic" };
        let seed = number.to_string();
        let args = ["botc", "play", "--players", &players, "--seats", agents, "--seed", &seed];
        let kept = ["--storyteller", "random", "--record", "game.txt", "--force"];
        let output = gaslamp(dir, &[&args[..], &kept[..]].concat(), "");
        assert!(output.status.success(), "{}", stderr(&output));
        let text = std::fs::read_to_string(dir.join("game.txt")).expect("a record");
        let whole: Run<State> = record::read(&text).expect("a record");
        let setup = whole.record().setup.clone();
        let actions = whole.record().actions.len();
        let step = 1 + rng.below(actions as u32) as usize;
        let run = whole.at(step).expect("a step");
        Self { setup, run, step }
    }

    fn grimoire(&self) -> GrimoireText {
        GrimoireText::of_state(&self.setup.names, self.run.state())
    }

    /// What the table saw, if nobody says anything.
    fn silent_puzzle(&self) -> String {
        let view = self.run.view(Seat::new(0));
        let silent = |name: &String| Player { name: name.clone(), claims: Vec::new(), says: Vec::new() };
        let hidden = view.now.script;
        let case = evidence::case(&view, self.setup.names.iter().map(silent).collect());
        let case = Case { hidden, script: Some(self.setup.script.clone()), ..case };
        let id = "silent".to_owned();
        puzzle::write(&Puzzle { id, source: None, note: None, case, answer: None, also: Vec::new() })
    }
}

/// The exit code of a question, and its output. Only "yes" and "unknown" are right.
fn asked(dir: &Path, args: &[&str], wrong: &mut Vec<String>) -> (Option<i32>, String) {
    let output = gaslamp(dir, &[args, &["--limit", LIMIT]].concat(), "");
    let code = output.status.code();
    if !matches!(code, Some(0 | 2)) {
        wrong.push(format!("{args:?}: exit {code:?}\n{}{}", stdout(&output), stderr(&output)));
    }
    (code, stdout(&output))
}

/// A grimoire with some tokens and seats forgotten. A Drunk without the mark becomes unknown.
fn forgotten(grimoire: &GrimoireText, rng: &mut Rng) -> GrimoireText {
    let mut grimoire = grimoire.clone();
    for player in &mut grimoire.players {
        let is_mark = |token: &PlacedReminder| matches!(token, PlacedReminder::Reminder(token) if token.marks_its_owner());
        let was_marked = player.tokens.iter().any(is_mark);
        player.tokens.retain(|_| rng.below(2) == 0);
        if rng.below(3) == 0 || was_marked && !player.tokens.iter().any(is_mark) {
            player.character = Known::Nothing;
        }
    }
    grimoire
}

fn ask_about(table: &Table, number: u64, rng: &mut Rng, dir: &Path, wrong: &mut Vec<String>) -> usize {
    let grimoire = table.grimoire();
    let whole = line::write(&grimoire, Naming::Long);
    let part = line::write(&forgotten(&grimoire, rng), Naming::Long);
    let mut answered = 0;
    for args in [
        &["botc", "check", &whole][..],
        &["botc", "check", &part, "--tokens", "at-least"],
        &["botc", "referee", &whole],
    ] {
        answered += usize::from(asked(dir, args, wrong).0 == Some(0));
    }
    std::fs::write(dir.join("silent.toml"), table.silent_puzzle()).expect("a file");
    let seat = Seat::new(rng.below(table.setup.names.len() as u32) as usize);
    let name = &table.setup.names[seat.index()];
    let role = table.run.state().all_roles()[seat.index()].name();
    let is_so = format!("{name}={role}");
    if !table.run.state().is_over() {
        let args = ["botc", "solve", "silent.toml", "--ask", &is_so, "--json"];
        let (code, text) = asked(dir, &args, wrong);
        answered += usize::from(code == Some(0));
        let answer: Value = serde_json::from_str(&text).unwrap_or_default();
        // A command that runs out of time need not have an answer; one that has an answer never denies the truth.
        let denies = matches!(answer["asked"][0]["answer"].as_str(), Some("never" | "no world"));
        let is_missing = code == Some(0) && answer["asked"][0]["answer"].is_null();
        if denies || is_missing {
            wrong.push(format!("table {number}, step {}: {is_so} is {}", table.step, answer["asked"]));
        }
    }
    let (at, seat_number) = (table.step.to_string(), (seat.index() + 1).to_string());
    let args = ["botc", "beliefs", "game.txt", "--seat", &seat_number, "--at", &at, "--json"];
    let (code, text) = asked(dir, &args, wrong);
    answered += usize::from(code == Some(0));
    let beliefs: Value = serde_json::from_str(&text).unwrap_or_default();
    let own = beliefs["counted"]["seats"][seat.index()]["evil"].as_f64();
    let is_evil = table.run.state().evil().contains(seat);
    if own.is_some_and(|own| (own - f64::from(u8::from(is_evil))).abs() > 1e-9) {
        wrong.push(format!("table {number}, step {at}: {name} thinks to be evil: {own:?}, is {is_evil}"));
    }
    answered
}

#[test]
fn what_happened_is_never_called_impossible() {
    let mut wrong = Vec::new();
    let (mut answered, mut told) = (0, 0);
    let tables = number_from("GASLAMP_TABLES").unwrap_or(TABLES);
    let first = number_from("GASLAMP_FIRST").unwrap_or(0);
    for number in first..first + tables {
        let dir = TempDir::new().expect("a directory");
        let mut rng = Rng::for_game(31, number);
        let table = Table::new(number, &mut rng, dir.path());
        answered += ask_about(&table, number, &mut rng, dir.path(), &mut wrong);
        common::say(&format!("table {number}: {answered} answers, {} wrong", wrong.len()));
        wrong.iter().skip(told).for_each(|wrong| common::say(wrong));
        told = wrong.len();
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(answered as u64 > 2 * tables, "{answered} answers");
}
