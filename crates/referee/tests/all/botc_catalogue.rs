//! The cases of the rule book, `crates/botc/tests/catalogue/*.txt`, judged by the rules in ASP as well.
//!
//! The driver of the engine's own tests reads and plays the cases; here a witness compares every action that is done or tried with the
//! rules' judgement of it, every list of legal actions, and every state that follows. Cases with characters whose rules are not stated
//! in ASP are skipped, and counted.

#![cfg(feature = "clingo")]

use crate::common;
use crate::driver;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use gaslamp_botc::rules::{Action, Content, Pending};
use gaslamp_botc::{Character, State};
use gaslamp_core::{Actions, Actor, Choice, Game as _, Run};
use gaslamp_referee::asp::botc::Referee;
use gaslamp_referee::asp::{self, Failure};

use common::on_all_cores;
use driver::{Case, Verdict, Witness, cases, files};

/// At least this many cases are about characters whose rules are stated.
const RUN: usize = 1_515;
/// At least so many of them are heard in the plain test.
const RUN_PLAINLY: usize = 640;
/// Of tables that are not heard in the plain test for their characters, one in so many is all the same.
const SAMPLE: usize = 4;
/// How often talk is refused for what it says.
const TALK: usize = 5;

/// What was compared.
#[derive(Default, PartialEq, Eq, Debug)]
struct Count {
    run: usize,
    skipped: usize,
    transitions: usize,
    /// Deals, legal or not.
    deals: usize,
    allowed: usize,
    refused: usize,
    /// Refused by the engine, and about something that the rules have no word for.
    wordless: usize,
    /// Talk that the engine refuses for what it says or because there was enough of it; the rules say only when somebody may talk.
    talk: usize,
}

/// A kind of table: its script, whether that has an order of its own, its seats and counts.
type Kind = (Vec<Character>, bool, usize, Option<[usize; 4]>);

/// The referees of all scripts and numbers of seats that have come up.
#[derive(Default)]
struct Court {
    referees: BTreeMap<Kind, Referee>,
    count: Count,
}

/// An answer, or why there is none in words.
fn said<T>(answer: Result<T, Failure>) -> Result<T, String> {
    answer.map_err(|failure| failure.to_string())
}

impl Court {
    fn referee(&mut self, run: &Run<State>) -> Result<&mut Referee, String> {
        let setup = &run.record().setup;
        let script = &setup.script;
        let key =
            (script.characters().to_vec(), script.own_order().is_some(), setup.names.len(), setup.counts);
        if !self.referees.contains_key(&key) {
            let referee = said(Referee::new(setup))?;
            self.referees.insert(key.clone(), referee);
        }
        self.referees.get_mut(&key).ok_or_else(|| "no referee".to_owned())
    }

    /// The list of legal actions, talk aside.
    fn check_list(&mut self, run: &Run<State>) -> Verdict {
        let mut legal = Actions::<State>::new();
        run.state().legal(&mut legal);
        let listed = legal.iter().filter_map(|choice| match choice {
            Choice::Action(action) => Some(*action),
            Choice::Open(_) => None,
        });
        let mut listed: Vec<Action> = listed.collect();
        listed.sort_unstable();
        let by_rules = said(self.referee(run)?.legal(run.state()))?;
        let only = |a: &[Action], b: &[Action]| -> Vec<Action> {
            a.iter().copied().filter(|action| !b.contains(action)).collect()
        };
        let (refused, allowed) = (only(&listed, &by_rules), only(&by_rules, &listed));
        driver::claim(listed == by_rules, || format!("the rules refuse {refused:?} and allow {allowed:?}"))
    }

    /// Whether a deal is legal; anything else is not while one is asked for.
    fn check_deal(&mut self, run: &Run<State>, action: Action, is_legal: bool) -> Verdict {
        let content = match action {
            Action::Deal(id) => run.record().contents.get(id),
            _ => None,
        };
        let Some(Content::Deal(deal)) = content else {
            return driver::claim(!is_legal, || "it is no deal".to_owned());
        };
        self.count.deals += 1;
        let broken = said(self.referee(run)?.judge_deal(deal))?.violated;
        driver::claim(is_legal == broken.is_empty(), || {
            format!("legal to the engine: {is_legal}; by the rules it breaks {broken:?}")
        })
    }

    /// What is so after the move, by the rules and by the engine.
    fn check_next(&mut self, before: &Run<State>, action: Action, after: &Run<State>) -> Verdict {
        let referee = self.referee(before)?;
        let actor = before.state().to_act().ok_or("done after the end")?;
        let contents = &after.record().contents;
        let judgement = asp::Referee::judge(referee, before.state(), contents, actor, action);
        let judgement = said(judgement)?;
        driver::claim(judgement.violated.is_empty(), || format!("it breaks {:?}", judgement.violated))?;
        let facts = said(referee.facts(after.state()))?;
        let differences = asp::Referee::<State>::differences(referee, &facts, &judgement.next);
        driver::claim(differences.is_empty(), || format!("{differences:?}"))
    }
}

impl Witness for &mut Court {
    fn done(&mut self, before: &Run<State>, action: Action, after: &Run<State>) -> Verdict {
        self.count.transitions += 1;
        if before.state().pending() == Pending::Deal {
            self.check_deal(before, action, true)?;
        }
        self.check_next(before, action, after)?;
        self.check_list(after)
    }

    fn tried(&mut self, run: &Run<State>, by: Actor, action: Action, is_legal: bool) -> Verdict {
        if run.state().pending() == Pending::Deal {
            return self.check_deal(run, action, is_legal);
        }
        let contents = run.record().contents.clone();
        let judged = asp::Referee::judge(self.referee(run)?, run.state(), &contents, by, action);
        match judged {
            Err(Failure::Unknown(_)) if !is_legal => self.count.wordless += 1,
            Err(failure) => return Err(failure.to_string()),
            Ok(judgement) if !is_legal && is_talk(action) && judgement.violated.is_empty() => {
                self.count.talk += 1;
            }
            Ok(judgement) => {
                let broken = judgement.violated;
                driver::claim(is_legal == broken.is_empty(), || {
                    format!("legal to the engine: {is_legal}; by the rules it breaks {broken:?}")
                })?;
                *(if is_legal { &mut self.count.allowed } else { &mut self.count.refused }) += 1;
            }
        }
        Ok(())
    }
}

fn is_talk(action: Action) -> bool {
    matches!(action, Action::Claim(_))
}

/// A character of the case's script whose rules are not stated.
fn stranger(lines: &[(usize, String)]) -> Option<Character> {
    let cast = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/botc/cast");
    let is_stated = |character: &Character| cast.join(format!("{}.lp", character.facts().id)).exists();
    script(lines).find(|character| !is_stated(character))
}

/// The characters of a case's script, if it names them.
fn script(lines: &[(usize, String)]) -> impl Iterator<Item = Character> {
    let scripts = lines.iter().filter_map(|(_, line)| line.strip_prefix("script "));
    scripts.flat_map(str::split_whitespace).filter_map(Character::read)
}

#[expect(clippy::print_stdout, reason = "shown with --nocapture")]
fn report(count: &Count, skipped: &BTreeMap<&str, usize>) {
    println!("{count:?}\nskipped for {skipped:?}");
}

/// A case of the catalogue.
struct Trial {
    name: String,
    lines: Vec<(usize, String)>,
}

/// The cases of these files by script and number of seats, since tables of one kind have the same rules, which are ground once.
fn by_table(files: &[PathBuf]) -> Vec<Vec<Trial>> {
    let mut tables: BTreeMap<(Vec<String>, usize), Vec<Trial>> = BTreeMap::new();
    for file in files {
        let text = std::fs::read_to_string(file).expect("a readable file");
        let stem = file.file_name().unwrap_or_default().to_string_lossy();
        for (title, lines) in cases(&text) {
            let words = |first: &str| -> Vec<String> {
                let mut found = lines.iter().filter_map(|(_, line)| line.strip_prefix(first));
                found.next().unwrap_or_default().split_whitespace().map(str::to_owned).collect()
            };
            let mut script = words("script ");
            script.sort_unstable();
            let seats = words("deal ").len().max(words("table ").len());
            let trial = Trial { name: format!("{stem}: {title}"), lines };
            tables.entry((script, seats)).or_default().push(trial);
        }
    }
    tables.into_values().collect()
}

/// Whether the cases of all tables are heard, which takes some minutes: `./x catalogue`.
fn hears_all() -> bool {
    std::env::var_os("GASLAMP_CATALOGUE").is_some()
}

/// Whether cases with none but such characters are all heard in the plain test, too.
fn is_short(character: Character) -> bool {
    const OTHERS: [&str; 6] = ["assassin", "barber", "clockmaker", "mathematician", "nodashii", "sweetheart"];
    let facts = character.facts();
    facts.edition == "tb" || OTHERS.contains(&facts.id)
}

/// The tables of the plain test: those of Trouble Brewing with a few others, and a fair share of the rest.
fn sample(tables: Vec<Vec<Trial>>) -> Vec<Vec<Trial>> {
    let is_short_table = |trials: &Vec<Trial>| script(&trials[0].lines).all(is_short);
    let (mut heard, rest): (Vec<_>, Vec<_>) = tables.into_iter().partition(is_short_table);
    let is_stated = |trials: &Vec<Trial>| stranger(&trials[0].lines).is_none();
    heard.extend(rest.into_iter().filter(is_stated).step_by(SAMPLE));
    heard
}

/// What came of some cases.
#[derive(Default)]
struct Session {
    count: Count,
    skipped: BTreeMap<&'static str, usize>,
    problems: Vec<String>,
}

impl Session {
    /// Judges cases before one court.
    fn of(trials: &[Trial]) -> Self {
        let mut court = Court::default();
        let mut session = Self::default();
        for Trial { name, lines } in trials {
            if let Some(stranger) = stranger(lines) {
                *session.skipped.entry(stranger.name()).or_default() += 1;
                court.count.skipped += 1;
                continue;
            }
            court.count.run += 1;
            let mut case = Case::new(&mut court);
            let result = lines.iter().try_for_each(|(number, line)| {
                case.line(line).map_err(|message| format!("line {number}: {line}\n  {message}"))
            });
            session.problems.extend(result.err().map(|message| format!("{name}\n  {message}\n")));
        }
        session.count = court.count;
        session
    }

    fn add(&mut self, other: Self) {
        let Count { run, skipped, transitions, deals, allowed, refused, wordless, talk } = other.count;
        self.count.run += run;
        self.count.skipped += skipped;
        self.count.transitions += transitions;
        self.count.deals += deals;
        self.count.allowed += allowed;
        self.count.refused += refused;
        self.count.wordless += wordless;
        self.count.talk += talk;
        other.skipped.into_iter().for_each(|(name, count)| *self.skipped.entry(name).or_default() += count);
        self.problems.extend(other.problems);
    }
}

#[test]
fn the_rules_agree_with_every_case() {
    let mut files = files();
    // Only these files, while rules are written.
    let wanted = std::env::var("GASLAMP_CASES").unwrap_or_default();
    let is_wanted = |path: &PathBuf| {
        let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        wanted.is_empty() || wanted.split(',').any(|wanted| wanted == name)
    };
    files.retain(is_wanted);
    let is_whole = hears_all() || !wanted.is_empty();
    let tables = by_table(&files);
    let tables = if is_whole { tables } else { sample(tables) };
    let mut all = Session::default();
    on_all_cores(tables.len() as u64, |number| Session::of(&tables[number as usize]))
        .into_iter()
        .for_each(|session| all.add(session));
    report(&all.count, &all.skipped);
    assert!(all.problems.is_empty(), "\n{}", all.problems.join("\n"));
    if wanted.is_empty() {
        let Count { run, skipped, talk, .. } = all.count;
        assert_eq!(talk, TALK, "talk that only the engine refuses");
        let least = if is_whole { RUN } else { RUN_PLAINLY };
        assert!(run >= least, "{run} cases were judged and {skipped} skipped: some were lost");
    }
}
