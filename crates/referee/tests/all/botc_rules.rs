//! Illegal moves, each with the exact names of the rules that it breaks: the lines `breaks` of `botc_rules.txt`, and of the engine's catalogue,
//! whose driver reads both. The engine refuses each of them too, and every rule that an action can break is broken somewhere.

#![cfg(feature = "clingo")]

use crate::driver;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use gaslamp_botc::rules::{Action, Content, Statement};
use gaslamp_botc::{Character, State};
use gaslamp_core::trace::Event;
use gaslamp_core::{Actor, Contents, Game as _, Notation as _, Run};
use gaslamp_referee::asp::{self, botc::Referee};

use driver::{Case, Verdict, cases, claim, files, read_events};

/// Rules that no single action of the engine breaks, and why.
const UNBREAKABLE: [(&str, &str); 3] = [
    ("one_deed", "an action is one deed"),
    ("one_actor", "an action has one actor"),
    ("shape", "an action cannot be written with the parts of another"),
];

/// Who does what, whether or not it is that one's turn.
fn read_move(run: &Run<State>, event: &Event) -> Result<(Actor, Action, Contents<Content>), String> {
    let names = &run.record().setup.names;
    let mut contents = run.record().contents.clone();
    let action = State::read_action(names, event, &mut contents).map_err(|problem| problem.to_string())?;
    let by = event.actor.as_ref().map_or("st", |actor| actor.name.as_str());
    Ok((State::read_actor(names, by).ok_or_else(|| format!("nobody is called {by}"))?, action, contents))
}

/// The rules that a line expects to be broken, if both the referee and the engine refuse the move.
fn check(referee: &mut Referee, run: &Run<State>, line: &str) -> Result<BTreeSet<String>, String> {
    let (rules, event) = line.split_once(' ').ok_or("breaks RULE,RULE EVENT")?;
    let expected: BTreeSet<String> = rules.split(',').map(str::to_owned).collect();
    let [event] = read_events(event)?.try_into().map_err(|_| "one event is judged at a time")?;
    let (by, action, contents) = read_move(run, &event)?;
    let judged = asp::Referee::judge(referee, run.state(), &contents, by, action);
    let judged = judged.map_err(|failure| failure.to_string())?;
    let broken: BTreeSet<String> = judged.violated.into_iter().collect();
    claim(broken == expected, || format!("it breaks {broken:?}"))?;
    let is_allowed = run.state().to_act() == Some(by) && run.state().check(action, &contents).is_ok();
    claim(!is_allowed, || "the engine allows it".to_owned())?;
    Ok(expected)
}

/// The table as it is judged.
#[derive(Default)]
struct Table {
    referees: BTreeMap<(Vec<Character>, usize), Referee>,
    broken: BTreeSet<String>,
    rows: usize,
}

impl Table {
    fn play(&mut self, lines: &[(usize, String)]) -> Verdict {
        let mut case = Case::new(());
        for (number, line) in lines {
            let result = match line.strip_prefix("breaks ") {
                Some(row) => self.judge(case.run.as_ref(), row),
                None => case.line(line),
            };
            result.map_err(|message| format!("line {number}: {line}\n  {message}"))?;
        }
        Ok(())
    }

    fn judge(&mut self, run: Option<&Run<State>>, row: &str) -> Verdict {
        let run = run.ok_or("nothing is dealt")?;
        let setup = &run.record().setup;
        let new = || Referee::new(setup).expect("rules");
        let key = (setup.script.characters().to_vec(), setup.names.len());
        let referee = self.referees.entry(key).or_insert_with(new);
        self.broken.extend(check(referee, run, row)?);
        self.rows += 1;
        Ok(())
    }
}

/// The names of all rules that are stated in words, of all files in a folder and those below it.
fn stated(folder: &Path) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for entry in std::fs::read_dir(folder).expect("rules").flatten() {
        if entry.path().is_dir() {
            names.extend(stated(&entry.path()));
            continue;
        }
        let text = std::fs::read_to_string(entry.path()).expect("a readable file");
        let says = text.lines().filter_map(|line| line.strip_prefix("says(")?.split_once(','));
        names.extend(says.map(|(name, _)| name.to_owned()));
    }
    names
}

/// Whether a rule is about deals: those are judged, and all of them broken, in `botc_setup.rs`.
fn is_of_deals(rule: &str) -> bool {
    rule.starts_with("setup_") || ["drunk_token", "lunatic_token"].contains(&rule)
}

#[expect(clippy::print_stdout, reason = "shown with --nocapture")]
fn report(table: &Table) {
    println!("{} rows break {} rules", table.rows, table.broken.len());
}

#[test]
fn illegal_moves_break_the_rules_that_they_should() {
    let mut table = Table::default();
    let mut problems = Vec::new();
    let own = cases(include_str!("../botc_rules.txt"));
    let texts: String =
        files().iter().map(|file| std::fs::read_to_string(file).expect("a readable file")).collect();
    let is_judged =
        |(_, lines): &(_, Vec<(usize, String)>)| lines.iter().any(|(_, line)| line.starts_with("breaks "));
    for (title, lines) in own.into_iter().chain(cases(&texts).into_iter().filter(is_judged)) {
        problems.extend(table.play(&lines).err().map(|message| format!("{title}\n  {message}\n")));
    }
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
    report(&table);
    let mut stated = stated(&Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/botc"));
    stated.retain(|rule| !is_of_deals(rule));
    let unbreakable: BTreeSet<String> = UNBREAKABLE.iter().map(|(rule, _)| (*rule).to_owned()).collect();
    let covered: BTreeSet<String> = table.broken.union(&unbreakable).cloned().collect();
    assert_eq!(stated, covered, "every rule that can be broken is");
    assert!(table.broken.is_disjoint(&unbreakable));
}

/// At this table the Librarian never hears of the Saint.
const HOUSE_RULE: &str = "misnamed(no_saint,saint,T) :- telling(librarian,T).";

#[test]
fn a_house_rule_about_a_character_is_known_to_the_list_too() {
    let mut case = Case::new(());
    case.line("deal Ann:librarian(drunk) Ben:monk Cy:soldier Dee:baron Eve:imp Fay:saint").expect("a deal");
    let run = case.run.expect("a table");
    let tells_of = |action: &Action, told: Character| matches!(action, Action::Tell(_, Statement::Pair { character, .. }) if *character == told);
    let saint = Character::with_id("saint");
    let by_book = Referee::new(&run.record().setup).expect("rules").legal(run.state()).expect("a list");
    let mut house = Referee::with_house_rules(&run.record().setup, HOUSE_RULE).expect("rules");
    let (forbidden, allowed): (Vec<_>, Vec<_>) =
        by_book.into_iter().partition(|action| tells_of(action, saint));
    assert_eq!((forbidden.len(), allowed.len()), (6 * 5, 3 * 6 * 5 + 1));
    assert_eq!(house.legal(run.state()), Ok(allowed));
    let broken = house.violated(run.state(), Actor::Storyteller, forbidden[0]);
    assert_eq!(broken, Ok(vec!["no_saint".to_owned()]));
}
