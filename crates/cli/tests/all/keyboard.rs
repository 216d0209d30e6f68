//! People at a terminal: whole games typed line by line through a pseudo-terminal, with fixed seeds.
#![cfg(unix)]

use std::path::Path;
use std::process::Command;

use assert_cmd::cargo::cargo_bin;
use rexpect::ReadUntil;
use rexpect::reader::Options;
use rexpect::session::{PtySession, spawn_with_options};
use tempfile::TempDir;

/// How long a person waits for an answer.
const PATIENCE: u64 = 12_000;

/// What everybody is asked with.
const PROMPT: &str = "your action> ";

/// A person at a terminal, and everything they have seen.
struct Person {
    terminal: PtySession,
    seen: String,
}

impl Person {
    fn sits_down(dir: &Path, args: &[&str]) -> Self {
        let mut command = Command::new("sh");
        // On a narrow screen the prompt would be drawn again with every letter of a second line.
        command.args(["-c", r#"stty cols 250; exec "$0" "$@""#]).arg(cargo_bin("gaslamp"));
        command.current_dir(dir).args(args).env("TERM", "xterm").env("NO_COLOR", "1");
        let options = Options::new().timeout_ms(Some(PATIENCE)).strip_ansi_escape_codes(true);
        let terminal = spawn_with_options(command, options).expect("a terminal");
        Self { terminal, seen: String::new() }
    }

    /// Waits for a prompt, and returns what is shown before it; nothing if the program has ended.
    fn asked(&mut self, prompt: &str) -> Option<String> {
        let ways = vec![ReadUntil::String(prompt.to_owned()), ReadUntil::EOF];
        let (before, found) = self.terminal.exp_any(ways).expect("an answer in time");
        self.seen.push_str(&before);
        self.seen.push_str(&found);
        found.ends_with(prompt).then_some(before)
    }

    fn types(&mut self, line: &str) {
        self.terminal.send_line(line).expect("somebody reads");
    }

    /// Types a line and returns the answer, up to the next time somebody is asked for an action.
    fn says(&mut self, line: &str) -> String {
        self.types(line);
        self.asked(PROMPT).unwrap_or_else(|| panic!("the game ends after `{line}`:\n{}", self.seen))
    }

    /// Types a line that asks for a part of an action, and returns the answer up to the question.
    fn is_asked(&mut self, line: &str, question: &str) -> String {
        self.types(line);
        self.asked(&format!("{question}> "))
            .unwrap_or_else(|| panic!("nobody asks {question}:\n{}", self.seen))
    }

    /// Everything seen, once the program has ended with this exit code.
    fn leaves(mut self, code: i32) -> String {
        assert_eq!(self.asked(PROMPT), None, "the game goes on:\n{}", self.seen);
        let status = format!("{:?}", self.terminal.process().wait());
        assert!(status.ends_with(&format!(", {code}))")), "{status}:\n{}", self.seen);
        self.seen
    }
}

fn contains(text: &str, words: &str) {
    assert!(text.contains(words), "no `{words}` in:\n{text}");
}

/// What a player does who has nothing special to say, by what they are shown.
fn usual(shown: &str) -> &'static str {
    let last = shown.rsplit("legal action").nth(1).unwrap_or_default();
    match last {
        _ if last.contains("you are awake") => "1",
        _ if last.contains("is to vote") => "vote",
        _ => "pass",
    }
}

#[test]
fn a_person_plays_a_whole_game() {
    let dir = TempDir::new().expect("a directory");
    let bag = "empath,imp,poisoner,chef,monk,virgin,soldier";
    let args = ["botc", "play", "--bag", bag, "--seed", "3", "--record", "g.txt"];
    let mut ann = Person::sits_down(dir.path(), &args);
    contains(&ann.asked(PROMPT).expect("a question"), "P1 is shown empath");
    contains(&ann.says("list CLAIM"), "9  claims ");
    contains(&ann.is_asked("claim", "what do you claim?"), "the truth: reports n1 empath 1");
    contains(&ann.says("1"), "P1 claims empath");
    ann.is_asked("report", "what do you claim?");
    contains(&ann.says("2"), "P1 reports n1, empath, 1");
    contains(&ann.says("undo"), "Taken back");
    let claims = ann.says("claims");
    assert!(claims.contains("P1: claims empath (D1)") && !claims.contains("reports"), "{claims}");
    ann.is_asked("claim", "what do you claim?");
    ann.is_asked("another rep", "as which character?");
    ann.is_asked("fortune_teller", "whom did you choose? (names, or nothing)");
    ann.is_asked("2 P3", "what were you told? (yes or no, or nothing)");
    contains(&ann.says("yes"), "P1!reports(n1,fortune_teller,yes)->P2,P3");
    contains(&ann.says("claim virgn"), "did you mean `Virgin`?");
    contains(&ann.says("P1 claims the virgin"), "P1 claims virgin");
    let why = ann.says("why not nominate 3");
    contains(&why, "nominations come in the evening, after everybody has passed by day");
    contains(&why, "Now P1 is asked to pass, shoot or claim");
    contains(&ann.says("why not vote"), "players vote or abstain when somebody is nominated");
    contains(&ann.says("why not pass"), "No rule forbids it.");
    contains(&ann.says("dance wildly"), "`dance wildly` is no action of this game");
    contains(&ann.says("pass"), "evening 1, P1 may nominate");
    contains(&ann.says("nominate 9"), "nobody at this table is called `9`");
    let mut shown = ann.says("nominate 3");
    contains(&shown, "P1 nominates P3");
    contains(&ann.says("votes"), "E1: P1 nominates P3");
    let why = ann.says("why not nominate 4");
    contains(&why, "[botc/not-now]");
    contains(&why, "Now P1 is asked to vote or abstain");
    loop {
        ann.types(usual(&shown));
        match ann.asked(PROMPT) {
            Some(more) => shown = more,
            None => break,
        }
    }
    contains(&ann.leaves(0), "Result: ");
    let record = std::fs::read_to_string(dir.path().join("g.txt")).expect("a record");
    contains(&record, "P1!claims(empath)");
    assert!(!record.contains("P1!reports(n1,empath"), "what was taken back is gone: {record}");
}

#[test]
fn a_person_keeps_a_whole_game() {
    let dir = TempDir::new().expect("a directory");
    let args = ["botc", "play", "--players", "7", "--storyteller", "human", "--seats", "heuristic"];
    let mut ann = Person::sits_down(dir.path(), &[&args[..], &["--seed", "5", "--record", "g.txt"]].concat());
    contains(&ann.asked(PROMPT).expect("a question"), "deal the bag: who is what?");
    ann.is_asked("deal", "how?");
    ann.is_asked("2", "what is P1?");
    for (role, next) in [("imp", "P2"), ("poisoner", "P3"), ("chef", "P4"), ("empath", "P5"), ("drunk", "")] {
        match next {
            "" => ann.is_asked(role, "which token does P5 draw?"),
            next => ann.is_asked(role, &format!("what is {next}?")),
        };
    }
    ann.is_asked("monk", "what is P6?");
    ann.is_asked("virgin", "what is P7?");
    contains(&ann.says("soldier"), "[botc/deal/outsiders]");
    ann.is_asked("deal", "how?");
    ann.types("1");
    let mut shown = ann.asked(PROMPT).expect("a question");
    contains(&shown, "suggestion: 1  ");
    let mut questions = 0;
    loop {
        if questions == 2 {
            contains(&ann.says("undo"), "Taken back");
        }
        questions += 1;
        assert!(shown.contains("wake ") || shown.contains('?'), "{shown}");
        ann.types("1");
        match ann.asked(PROMPT) {
            Some(more) => shown = more,
            None => break,
        }
    }
    contains(&ann.leaves(0), "Result: ");
}

/// The entries of a list, which has columns.
fn entries(listed: &str) -> Vec<&str> {
    let parts = listed.split(['\r', '\n']).flat_map(|line| line.split("  ")).map(str::trim);
    parts.filter(|part| !part.is_empty() && part.parse::<usize>().is_err()).collect()
}

/// A listed action as a card player would type it: the verb as a command, and cards without their versions and copies.
fn in_short(entry: &str) -> String {
    let (verb, cards) = entry.split_once(' ').unwrap_or((entry, ""));
    let verb = verb.strip_suffix('s').unwrap_or(verb);
    let cards: Vec<&str> =
        cards.split(" with ").map(|card| card.split(" - ").next().unwrap_or(card)).collect();
    format!("{verb} {}", cards.join(" with ")).to_lowercase()
}

#[test]
fn a_person_plays_a_duel_by_the_names_of_cards() {
    let mut deeds = ["inks ", "plays ", "challenges ", "quests "];
    let dir = TempDir::new().expect("a directory");
    let args = ["lorcana", "duel", "sample:bs01", "sample:rp01", "--seed", "1", "--record", "g.txt"];
    let mut ann = Person::sits_down(dir.path(), &args);
    ann.asked(PROMPT).expect("a question");
    contains(&ann.says("keep"), "p1 keeps the rest of the hand");
    contains(&ann.says("quest goliath"), "`quest goliath` is not among the legal actions");
    contains(&ann.says("why not quest goliath"), "[lorcana/not-in-play]");
    contains(&ann.says("card Tinker Bell - Giant Fairy"), "Tinker Bell - Giant Fairy");
    loop {
        let listed = ann.says("list");
        let listed = entries(&listed);
        let deed = deeds.iter().find_map(|deed| listed.iter().find(|entry| entry.starts_with(deed)));
        let deed =
            deed.or(listed.iter().find(|entry| !entry.starts_with("list"))).expect("something is legal");
        if deed.starts_with("challenges") {
            deeds = ["inks ", "plays ", "quests ", "challenges "];
        }
        ann.types(&in_short(deed));
        let mut answer = ann.asked(PROMPT);
        if answer.as_ref().is_some_and(|answer| answer.contains("may mean: ") || answer.contains("not among"))
        {
            ann.types(deed);
            answer = ann.asked(PROMPT);
        }
        let Some(answer) = answer else { break };
        assert!(!answer.contains("[lorcana/said/"), "{deed}: {answer}");
    }
    contains(&ann.leaves(0), "Result: ");
    let record = std::fs::read_to_string(dir.path().join("g.txt")).expect("a record");
    for deed in deeds {
        contains(&record, &format!("p1!{}", deed.trim_end()));
    }
}

#[test]
fn people_at_one_keyboard_see_only_their_own() {
    let dir = TempDir::new().expect("a directory");
    let bag = "empath,imp,poisoner,chef,monk";
    let args = ["botc", "play", "--bag", bag, "--seed", "3", "--seats", "human,human,random"];
    let mut both = Person::sits_down(dir.path(), &args);
    let turn = |name: &str| format!("pass the keyboard to {name}, press Enter ");
    for (name, own, other) in [("P1", "empath", "imp"), ("P2", "imp", "empath")] {
        both.asked(&turn(name)).expect("a screen between them");
        both.types("");
        let shown = both.asked(PROMPT).expect("a question");
        assert!(shown.contains(&format!("{name} is shown {own}")) && !shown.contains(other), "{shown}");
        both.types("pass");
    }
}

#[test]
fn a_fresh_seed_is_told_again_when_the_screen_has_been_cleared() {
    let dir = TempDir::new().expect("a directory");
    let args = ["botc", "play", "--bag", "empath,imp,poisoner,chef,monk", "--seats", "human,human,random"];
    let mut both = Person::sits_down(dir.path(), &args);
    let first = both.asked("pass the keyboard to P1, press Enter ").expect("a screen between them");
    let (_, seed) = first.split_once("seed ").expect("a fresh seed");
    let (seed, _) = seed.split_once(':').expect("a number");
    both.types("");
    both.asked(PROMPT).expect("a question");
    both.types("quit");
    let bag = "'empath,imp,poisoner,chef,monk'";
    let again =
        format!("repeat with gaslamp botc play --bag {bag} --seats 'human,human,random' --seed {seed}");
    let seen = both.leaves(1);
    let (_, end) = seen.rsplit_once("quit").expect("what was typed");
    assert!(end.replace('\'', "").contains(&again.replace('\'', "")), "{end}");
}

#[test]
fn ctrl_c_loses_nothing_and_the_game_goes_on() {
    let dir = TempDir::new().expect("a directory");
    let bag = "empath,imp,poisoner,chef,monk";
    let args = ["botc", "play", "--bag", bag, "--seats", "human,heuristic", "--seed", "3"];
    let mut ann = Person::sits_down(dir.path(), &args);
    ann.asked(PROMPT).expect("a question");
    ann.says("claim monk");
    ann.terminal.send_control('c').expect("somebody reads");
    contains(&ann.leaves(130), "the game so far is in botc-3.txt, go on with --resume botc-3.txt");
    let mut ann = Person::sits_down(dir.path(), &["botc", "play", "--resume", "botc-3.txt", "--seed", "4"]);
    contains(&ann.asked(PROMPT).expect("a question"), "P1 claims monk");
    ann.types("quit");
    contains(&ann.leaves(1), "P1 has left the table");
}

#[test]
fn ctrl_c_ends_an_experiment_with_what_was_found() {
    let dir = TempDir::new().expect("a directory");
    let args = ["botc", "calibrate", "--games", "5000", "--tellings", "1", "--seed", "1", "--threads", "1"];
    let mut ann = Person::sits_down(dir.path(), &args);
    ann.asked("/10,000 games").expect("progress is shown");
    ann.terminal.send_control('c').expect("somebody reads");
    contains(&ann.leaves(130), "error[calibrate/interrupted]: interrupted after ");
}

#[test]
fn whoever_waits_is_shown_that_something_goes_on() {
    let dir = TempDir::new().expect("a directory");
    let args = ["mafia", "play", "--seats", "exec:sleep 100,heuristic", "--limit", "2", "--seed", "1"];
    let mut ann = Person::sits_down(dir.path(), &args);
    ann.asked(" 1s").expect("how long it has taken");
    let seen = ann.leaves(0);
    contains(&seen, "`sleep 100` loses its seat");
    contains(&seen, "Result: ");
}
