//! The words of a character's file that no character of Trouble Brewing uses, tried with rules of a house: the table is `botc_hooks.txt`.

#![cfg(feature = "clingo")]

use crate::driver;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use gaslamp_botc::State;
use gaslamp_botc::rules::Action;
use gaslamp_core::trace::Event;
use gaslamp_core::{Actions, Choice, Game as _, Notation as _, Run};
use gaslamp_referee::asp::botc::Referee;
use gaslamp_referee::asp::{self, Patience, Program};

use driver::{Case, Verdict, cases, claim, read_events};

/// A case with the rules of its house.
struct Trial {
    case: Case<()>,
    house: String,
    referee: Option<Referee>,
}

impl Trial {
    fn line(&mut self, line: &str) -> Verdict {
        if let Some(rules) = line.strip_prefix("house ") {
            self.house.push_str(rules);
            self.house.push('\n');
            return Ok(());
        }
        let Some((word @ ("allows" | "so"), rest)) = line.split_once(' ') else {
            return self.case.line(line);
        };
        let run = self.case.run.as_ref().ok_or("nothing is dealt")?;
        if self.referee.is_none() {
            let referee = Referee::with_house_rules(&run.record().setup, &self.house);
            self.referee = Some(referee.map_err(|failure| failure.to_string())?);
        }
        let referee = self.referee.as_mut().ok_or("no referee")?;
        if word == "allows" { allows(referee, run, rest) } else { so(referee, run, rest) }
    }
}

fn read(run: &Run<State>, event: &Event) -> Result<Action, String> {
    let mut contents = run.record().contents.clone();
    State::read_action(&run.record().setup.names, event, &mut contents).map_err(|problem| problem.to_string())
}

/// Just these are legal in the house and not by the engine, and nothing is the other way round.
fn allows(referee: &mut Referee, run: &Run<State>, events: &str) -> Verdict {
    let mut legal = Actions::<State>::new();
    run.state().legal(&mut legal);
    let listed = legal.iter().filter_map(|choice| match choice {
        Choice::Action(action) => Some(*action),
        Choice::Open(_) => None,
    });
    let mut expected: Vec<Action> = listed.collect();
    if events != "none" {
        for event in read_events(events)? {
            let action = read(run, &event)?;
            claim(!expected.contains(&action), || format!("the engine allows {action:?} too"))?;
            expected.push(action);
        }
    }
    expected.sort_unstable();
    let listed = referee.legal(run.state()).map_err(|failure| failure.to_string())?;
    claim(listed == expected, || format!("the referee lists {listed:?}"))
}

/// What follows differs in just this.
fn so(referee: &mut Referee, run: &Run<State>, row: &str) -> Verdict {
    let (event, facts) = row.split_once(" | ").ok_or("so EVENT | +FACT -FACT")?;
    let [event] = read_events(event)?.try_into().map_err(|_| "one event at a time")?;
    let action = read(run, &event)?;
    let mut after = run.clone();
    let actor = run.state().to_act().ok_or("the game is over")?;
    after.apply(action).map_err(|refusal| refusal.rule.id.to_owned())?;
    let judged = referee.judge(run.state(), actor, action).map_err(|failure| failure.to_string())?;
    claim(judged.violated.is_empty(), || format!("it breaks {:?}", judged.violated))?;
    let by_engine = referee.facts(after.state()).map_err(|failure| failure.to_string())?;
    let differences = asp::Referee::<State>::differences(referee, &by_engine, &judged.next);
    let sign = |is_engines| if is_engines { '-' } else { '+' };
    let found: BTreeSet<String> =
        differences.iter().map(|one| format!("{}{}", sign(one.is_engines), one.fact)).collect();
    let expected: BTreeSet<String> = facts.split_whitespace().map(str::to_owned).collect();
    claim(found == expected, || format!("the referee differs in {found:?}"))
}

#[test]
fn every_word_does_what_it_says() {
    let mut problems = Vec::new();
    let mut claims = 0;
    for (title, lines) in cases(include_str!("../botc_hooks.txt")) {
        let mut trial = Trial { case: Case::new(()), house: String::new(), referee: None };
        claims +=
            lines.iter().filter(|(_, line)| line.starts_with("so ") || line.starts_with("allows ")).count();
        let played = lines.iter().try_for_each(|(number, line)| {
            trial.line(line).map_err(|message| format!("line {number}: {line}\n  {message}"))
        });
        problems.extend(played.err().map(|message| format!("{title}\n  {message}\n")));
    }
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
    assert_eq!(claims, 13, "claims were added or lost");
}

/// A table of eight, of whom one is an Outsider; one of the Townsfolk changes that by one, up or down, and a Demon takes one away.
const TABLE: &str = "#const seats = 8.
    base(townsfolk,5). base(outsider,1). base(minion,1). base(demon,1).
    team((t1;t2;t3;t4;t5;t6;t7),townsfolk). team((o1;o2;o3),outsider). team(m,minion). team((d1;d2),demon).
    on_script(C) :- team(C,M).
    adds_outsiders(t1,(-1;1)). adds_outsiders(d2,-1).
    may_hold(H,C) :- H = 0..seats-1, character(C).";

/// The rules that a deal of these characters breaks.
fn broken(dealt: &[&str]) -> Vec<String> {
    let mut program = Program::new([include_str!("../../rules/botc/setup.lp"), TABLE]).expect("rules");
    let mut given = program.question();
    for (seat, character) in dealt.iter().enumerate() {
        for predicate in ["holds", "draws"] {
            given.set(program.input(&format!("{predicate}({seat},{character})")).expect("an input"));
        }
    }
    let violations = program.outputs("violated");
    let mut broken = Vec::new();
    let answer = program.ask(&given, &Patience::ENDLESS, |model| {
        for (rule, output) in &violations {
            if output.holds(model)? {
                broken.push(rule.clone());
            }
        }
        Ok(ControlFlow::Break(()))
    });
    answer.expect("an answer");
    broken
}

#[test]
fn a_character_may_change_the_outsiders_by_one_of_several_numbers() {
    let numbers = ["setup_outsiders", "setup_townsfolk"];
    let rows: [(&str, &[&str]); 8] = [
        ("t2 t3 t4 t5 t6 o1 m d1", &[]),
        ("t1 t2 t3 t4 t5 o1 m d1", &numbers),
        ("t1 t2 t3 t4 t5 t6 m d1", &[]),
        ("t1 t2 t3 t4 o1 o2 m d1", &[]),
        ("t2 t3 t4 t5 t6 t7 m d2", &[]),
        ("t2 t3 t4 t5 t6 o1 m d2", &numbers),
        // Both together: one in all, or one less than none, which is none.
        ("t1 t2 t3 t4 t5 o1 m d2", &[]),
        ("t1 t2 t3 t4 t5 t6 m d2", &[]),
    ];
    for (dealt, rules) in rows {
        assert_eq!(broken(&dealt.split(' ').collect::<Vec<_>>()), rules, "{dealt}");
    }
}
