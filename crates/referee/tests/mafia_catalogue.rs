//! The cases of the rule book, `crates/mafia/tests/catalogue/*.txt`, judged by the rules in ASP.
//!
//! The engine only carries the state from line to line: of every `do`, `pass`, `legal`, `refused`, `count`, `table` and `outcome` the
//! rules must say the same as the line. What seats are told, `tells`, the rules do not state; `to` and `verbs` are about the engine.

#![cfg(feature = "clingo")]

#[path = "../../mafia/tests/common/mod.rs"]
mod common;

use std::path::Path;

use gaslamp_core::trace::{Phase, line};
use gaslamp_core::{Actor, Contents, Game as _, Notation as _};
use gaslamp_mafia::notation::table::Table;
use gaslamp_mafia::{Action, Rules, State};
use gaslamp_referee::asp::mafia::Referee;
use gaslamp_referee::asp::{Facts, Judgement};

use common::{actor_name, position};

type Verdict = Result<(), String>;

/// The rules' name for what the engine's rule refuses; none where the rules have no word for the deed.
fn rule_name(id: &str) -> Option<&'static str> {
    Some(match id {
        "mafia/over" => "game_over",
        "mafia/deal/first" => "deal_first",
        "mafia/deal/once" => "deal_once",
        "mafia/phase/talk" => "talk_only",
        "mafia/phase/vote" => "vote_only",
        "mafia/phase/night" => "night_only",
        "mafia/night/step" => "wrong_night_step",
        "mafia/turn/length" => "turn_full",
        "mafia/turn/repeated" => "said_twice",
        "mafia/nominate/once-a-turn" => "nominate_twice",
        "mafia/nominate/again" => "nominated_before",
        "mafia/nominate/last-words" => "nominate_in_last_words",
        "mafia/target/self" => "self_target",
        "mafia/target/out" => "dead_target",
        "mafia/vote/not-nominated" => "not_nominated",
        "mafia/vote/round" => "vote_against_one",
        "mafia/vote/lift" => "vote_on_all",
        _ => return None,
    })
}

fn claim(holds: bool, message: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(message()) }
}

fn state_of(text: &str) -> Result<State, String> {
    Table::read_state(&position(text)).map_err(|problems| format!("{problems:?}"))
}

/// Events as actions, each with who acts.
fn deeds(text: &str) -> Result<Vec<(Actor, Action)>, String> {
    let reading = line::read(text);
    claim(reading.problems.is_empty(), || format!("{:?}", reading.problems))?;
    let deed = |event| {
        let action = State::read_action(&[], event, &mut Contents::default()).map_err(|e| e.to_string())?;
        let by = event.actor.as_ref().map_or(String::new(), ToString::to_string);
        Ok((State::read_actor(&[], &by).ok_or_else(|| format!("`{by}` is nobody"))?, action))
    };
    reading.trace.events().map(|(_, event)| deed(event)).collect()
}

struct Case<'a> {
    referee: &'a mut Referee,
    state: State,
    /// What is so by the rules, from the position and all deeds since.
    facts: Facts,
    checked: usize,
}

impl Case<'_> {
    fn judge(&mut self, actor: Actor, action: Action) -> Result<Judgement, String> {
        self.referee.judge(&self.state, actor, action).map_err(|failure| failure.to_string())
    }

    fn names(&self, facts: &Facts) -> String {
        self.referee.names(facts).collect::<Vec<_>>().join(" ")
    }

    fn is_so(&mut self, state: &State) -> Verdict {
        let expected = self.referee.facts(state).map_err(|failure| failure.to_string())?;
        claim(expected == self.facts, || {
            format!("so is\n  {}\nby the rules\n  {}", self.names(&expected), self.names(&self.facts))
        })
    }

    fn act(&mut self, actor: Actor, action: Action) -> Verdict {
        let judgement = self.judge(actor, action)?;
        claim(judgement.violated.is_empty(), || format!("{action:?} breaks {:?}", judgement.violated))?;
        self.facts = judgement.next;
        let answer = self.state.apply(action, &Contents::default(), &mut |_, _| {});
        answer.map_err(|refusal| format!("{action:?} is refused: {refusal}"))?;
        self.is_so(&self.state.clone())
    }

    fn pass(&mut self, rest: &str) -> Verdict {
        for _ in 0..1000 {
            let there = match rest.split_once(' ') {
                Some(("to", who)) => actor_name(&self.state) == who,
                Some(("until", "over")) => self.state.to_act().is_none(),
                Some(("until", label)) => {
                    Some(self.state.phase()) == Phase::read(label.trim_matches(['<', '>']))
                }
                _ => return Err(format!("`pass {rest}` is no line of a case")),
            };
            match self.state.to_act() {
                Some(actor) if !there => self.act(actor, Action::EndTurn)?,
                _ => return claim(there, || "the game is over".to_owned()),
            }
        }
        Err("a thousand passes were not enough".to_owned())
    }

    fn refused(&mut self, rest: &str) -> Verdict {
        let (event, id) = rest.rsplit_once(' ').ok_or("an event and a rule id are wanted")?;
        let Some(rule) = rule_name(id) else { return Ok(()) };
        for (actor, action) in deeds(event)? {
            let broken = self.judge(actor, action)?.violated;
            claim(broken.iter().any(|name| name == rule), || format!("{action:?} breaks {broken:?}"))?;
        }
        Ok(())
    }

    fn line(&mut self, text: &str) -> Verdict {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        self.checked += usize::from(!["to", "verbs", "tells"].contains(&word));
        match word {
            "do" => deeds(rest)?.into_iter().try_for_each(|(actor, action)| self.act(actor, action)),
            "pass" => self.pass(rest),
            "count" => {
                let legal = self.referee.legal(&self.state).map_err(|failure| failure.to_string())?;
                claim(legal.len().to_string() == rest, || format!("{} are legal: {legal:?}", legal.len()))
            }
            "legal" => deeds(rest)?.into_iter().try_for_each(|(actor, action)| {
                let broken = self.judge(actor, action)?.violated;
                claim(broken.is_empty(), || format!("{action:?} breaks {broken:?}"))
            }),
            "refused" => self.refused(rest),
            "table" => self.is_so(&state_of(rest)?),
            "outcome" => {
                let names = self.names(&self.facts);
                let holds = match rest {
                    "none" => !names.contains("result("),
                    result => names.contains(&format!("result({result})")),
                };
                claim(holds, || names)
            }
            "to" | "verbs" | "tells" => Ok(()),
            _ => Err(format!("`{word}` is no line of a case")),
        }
    }
}

/// The referee of these table rules, made when it is first needed.
fn referee_of(referees: &mut Vec<(Rules, Referee)>, rules: Rules) -> &mut Referee {
    let at = referees.iter().position(|(known, _)| *known == rules).unwrap_or_else(|| {
        referees.push((rules, Referee::new(rules).expect("the rules of Mafia")));
        referees.len() - 1
    });
    &mut referees[at].1
}

/// The lines of a file, each with its number, those that go on joined.
fn lines(text: &str) -> Vec<(usize, String)> {
    let mut lines: Vec<(usize, String)> = Vec::new();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#')) {
        match lines.last_mut() {
            Some((_, last)) if line.starts_with(' ') => *last = format!("{last} {}", line.trim()),
            _ if line.trim().is_empty() => {}
            _ => lines.push((number, line.trim_end().to_owned())),
        }
    }
    lines
}

/// Plays a case; how many of its lines were judged, or the line that the rules contradict.
fn play(case: &[(usize, String)], referees: &mut Vec<(Rules, Referee)>) -> Result<usize, (usize, String)> {
    let [_, (number, at), rest @ ..] = case else {
        return Err((0, "a case begins with one `at`".to_owned()));
    };
    let state = state_of(at.trim_start_matches("at ")).map_err(|message| (*number, message))?;
    let referee = referee_of(referees, Table::of(&state).rules);
    let facts = referee.facts(&state).map_err(|failure| (*number, failure.to_string()))?;
    let mut case = Case { referee, state, facts, checked: 0 };
    for (number, line) in rest {
        case.line(line).map_err(|message| (*number, format!("{line}\n  {message}")))?;
    }
    Ok(case.checked)
}

#[test]
fn the_rules_agree_with_every_case() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../mafia/tests/catalogue");
    let (mut cases, mut checked, mut failures, mut referees) = (0, 0, Vec::new(), Vec::new());
    for file in std::fs::read_dir(dir).expect("the catalogue").flatten() {
        let text = std::fs::read_to_string(file.path()).expect("a readable file");
        for case in lines(&text).chunk_by(|_, (_, next)| !next.starts_with("==")) {
            cases += 1;
            match play(case, &mut referees) {
                Ok(lines) => checked += lines,
                Err((number, message)) => {
                    failures.push(format!("{:?}:{number} {}\n  {message}", file.file_name(), case[0].1));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{} of {cases} cases fail:\n\n{}", failures.len(), failures.join("\n\n"));
    assert!(cases > 80 && checked > 200, "the catalogue was not found: {cases} cases, {checked} lines");
}
