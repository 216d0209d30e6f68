//! The rule book as data: every `tests/catalogue/*.txt` is a list of cases, read and played by one driver.
//!
//! A case is `== title`, a position, and lines that act or claim something. A position is a table line in
//! which the seats may be left out: the don is then P0, the mafia P1 and P2, the sheriff P3, and `-P4` takes
//! P4 out of the game. Lines that begin with a blank go on with the line before; `#` begins a comment.
//!
//! - `at POSITION` begins; `do EVENT, EVENT` acts; `pass to P3`, `pass until <N1>`, `pass until over` let
//!   everybody pass until then.
//! - `to P3`, `count 48`, `verbs passes votes`, `legal EVENT, EVENT`, `refused EVENT rule/id`,
//!   `table POSITION`, `outcome red` claim what is so now; an outcome claims the scores too.
//! - `tells P3 P4: TOKENS`, `tells all: …`, `tells all but P0: …` claim all that those seats were told since
//!   the last such line about them, or since the beginning.

mod common;

use std::collections::BTreeSet;

use gaslamp_core::trace::{Phase, line};
use gaslamp_core::{Actor, Choice, Contents, Event as _, Game as _, Notation as _, Seat};
use gaslamp_mafia::encoding::{encode_phrase, read_tokens};
use gaslamp_mafia::notation::table::Table;
use gaslamp_mafia::rules::REFUSALS;
use gaslamp_mafia::{Action, Colour, Event, Role, Rules, SEATS, State};

use common::{actor_name, position, seats, tests_dir, words};

struct Case {
    state: State,
    log: Vec<Event>,
    /// How much of the log each seat's `tells` have covered.
    told: [usize; SEATS],
    provoked: BTreeSet<String>,
    claims: usize,
}

type Verdict = Result<(), String>;

fn claim(holds: bool, message: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(message()) }
}

/// Events as actions, each with who is written to act.
fn read_events(text: &str) -> Result<Vec<(String, Action)>, String> {
    let reading = line::read(text);
    claim(reading.problems.is_empty(), || format!("{:?}", reading.problems))?;
    let events = reading.trace.events().map(|(_, event)| {
        let by = event.actor.as_ref().map_or(String::new(), ToString::to_string);
        let action = State::read_action(&State::names(&Rules::default()), event, &mut Contents::default());
        action.map(|action| (by, action)).map_err(|e| e.to_string())
    });
    events.collect()
}

impl Case {
    fn begin(text: &str) -> Result<Self, String> {
        let table = Table::read(&position(text)).map_err(|problems| format!("{problems:?}"))?;
        let state = table.check().map_err(|problems| format!("{problems:?}"))?;
        Ok(Self { state, log: Vec::new(), told: [0; SEATS], provoked: BTreeSet::new(), claims: 0 })
    }

    fn apply(&mut self, action: Action) -> Verdict {
        let log = &mut self.log;
        let answer = self.state.apply(action, &Contents::default(), &mut |_, event| log.push(event));
        answer.map_err(|refusal| format!("{action:?} is refused: {refusal}"))
    }

    fn line(&mut self, text: &str) -> Verdict {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        self.claims += usize::from(!["do", "pass"].contains(&word));
        match word {
            "do" => read_events(rest)?.into_iter().try_for_each(|(by, action)| {
                let actor = self.state.to_act();
                claim(State::read_actor(&[], &by) == actor, || {
                    format!("{by} acts, but it is the turn of {}", actor_name(&self.state))
                })?;
                self.apply(action)
            }),
            "pass" => self.pass(rest),
            "to" => claim(actor_name(&self.state) == rest, || format!("it is {}", actor_name(&self.state))),
            "count" => {
                let count = self.listed().len();
                claim(count.to_string() == rest, || format!("{count} are legal: {:?}", self.listed()))
            }
            "verbs" => self.verbs(rest),
            "legal" => read_events(rest)?.into_iter().try_for_each(|(_, action)| {
                let answer = self.state.check(action, &Contents::default());
                claim(answer.is_ok() && self.listed().contains(&action), || format!("{action:?}: {answer:?}"))
            }),
            "refused" => self.refused(rest),
            "table" => {
                let now = Table::of(&self.state).to_string();
                claim(now == position(rest), || format!("it is {now}"))
            }
            "outcome" => self.outcome(rest),
            "tells" => self.tells(rest),
            _ => Err(format!("`{word}` is no line of a case")),
        }
    }

    fn listed(&self) -> Vec<Action> {
        let mut legal = Vec::new();
        self.state.legal(&mut legal);
        let action = |choice: &Choice<State>| match choice {
            Choice::Action(action) => Some(*action),
            Choice::Open(_) => None,
        };
        legal.iter().filter_map(action).collect()
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
            if there {
                return Ok(());
            }
            self.apply(Action::EndTurn)?;
        }
        Err("a thousand passes were not enough".to_owned())
    }

    fn verbs(&self, expected: &str) -> Verdict {
        let names = State::names(&Rules::default());
        let mut verbs: Vec<String> = Vec::new();
        for action in self.listed() {
            let actor = self.state.to_act().unwrap_or(Actor::Storyteller);
            let event = State::write_action(&names, &Contents::default(), actor, action);
            let verb = event.verb.unwrap_or_default();
            if !verbs.contains(&verb) {
                verbs.push(verb);
            }
        }
        claim(verbs.join(" ") == expected, || format!("the verbs are {}", verbs.join(" ")))
    }

    /// The notation has no seat 10, but an action can hold one: `P10` is read as such.
    fn refused(&mut self, rest: &str) -> Verdict {
        let (event, id) = rest.rsplit_once(' ').ok_or("an event and a rule id are wanted")?;
        let elsewhere = Seat::new(10);
        let action = match read_events(&event.replace("P10", "P9"))?.as_slice() {
            [(_, Action::Nominate(_))] if event.contains("P10") => Action::Nominate(elsewhere),
            [(_, Action::Kill(_))] if event.contains("P10") => Action::Kill(elsewhere),
            [(_, Action::Say(_, colour))] if event.contains("P10") => Action::Say(elsewhere, *colour),
            [(_, action)] => *action,
            _ => return Err("one event is wanted".to_owned()),
        };
        let (before, told) = (self.state, self.log.len());
        let answer = self.apply(action);
        claim(self.state == before && self.log.len() == told, || "a refusal changed something".to_owned())?;
        let rule = before.check(action, &Contents::default()).map_err(|refusal| refusal.rule.id);
        claim(answer.is_err() && rule == Err(id), || format!("the answer is {rule:?}"))?;
        claim(!self.listed().contains(&action), || "it is in the legal list".to_owned())?;
        self.provoked.insert(id.to_owned());
        Ok(())
    }

    fn outcome(&self, expected: &str) -> Verdict {
        let outcome = self.state.outcome();
        let result = outcome.map_or("none", |outcome| outcome.result);
        claim(result == expected, || format!("the outcome is {result}"))?;
        let Some(outcome) = outcome else { return Ok(()) };
        let table = Table::of(&self.state);
        let score = |seat: Seat| match (expected, table.roles[seat.index()].map(Role::colour)) {
            ("red", Some(Colour::Red)) | ("black", Some(Colour::Black)) => 1,
            ("draw", _) => 0,
            _ => -1,
        };
        claim(seats().all(|seat| outcome.score(seat) == score(seat)), || format!("{outcome:?}"))
    }

    fn tells(&mut self, rest: &str) -> Verdict {
        let (who, tokens) = rest.split_once(':').ok_or("`tells WHO: TOKENS` is wanted")?;
        let named =
            |text: &str| text.split(' ').filter_map(|name| State::read_actor(&[], name)?.seat()).collect();
        let told: Vec<Seat> = match who.split_once("all") {
            Some((_, but)) => {
                let but: Vec<Seat> = named(but);
                seats().filter(|seat| !but.contains(seat)).collect()
            }
            None => named(who),
        };
        let expected = read_tokens(tokens).map_err(|e| e.to_string())?;
        for seat in told {
            let mut heard = Vec::new();
            let seen = self.log[self.told[seat.index()]..].iter().filter_map(|event| event.seen_by(seat));
            seen.for_each(|event| encode_phrase(event.phrase, &mut heard));
            self.told[seat.index()] = self.log.len();
            claim(heard == expected, || format!("{seat:?} was told: {}", words(&heard)))?;
        }
        Ok(())
    }
}

/// Plays every case: what failed, the rules that refused something, and the number of cases.
fn play_all() -> (Vec<String>, BTreeSet<String>, usize) {
    let (mut failures, mut provoked, mut cases) = (Vec::new(), BTreeSet::new(), 0);
    let dir = tests_dir().join("catalogue");
    let mut paths: Vec<_> =
        std::fs::read_dir(dir).expect("the catalogue").flatten().map(|e| e.path()).collect();
    paths.sort();
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let mut lines: Vec<(usize, String)> = Vec::new();
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#')) {
            match lines.last_mut() {
                Some((_, last)) if line.starts_with(' ') => *last = format!("{last} {}", line.trim()),
                _ if line.trim().is_empty() => {}
                _ => lines.push((number, line.trim_end().to_owned())),
            }
        }
        for case in lines.chunk_by(|_, (_, next)| !next.starts_with("==")) {
            cases += 1;
            let mut open: Option<Case> = None;
            for (number, line) in &case[1..] {
                let verdict = match (line.strip_prefix("at "), &mut open) {
                    (Some(place), None) => Case::begin(place).map(|case| open = Some(case)),
                    (None, Some(case)) => case.line(line),
                    _ => Err("a case begins with one `at`".to_owned()),
                };
                if let Err(message) = verdict {
                    let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                    failures.push(format!("{file}:{number} {}\n  {line}\n  {message}", case[0].1));
                    break;
                }
            }
            let claims = open.as_ref().map_or(0, |case| case.claims);
            if claims == 0 {
                failures.push(format!("{}: the case claims nothing", case[0].1));
            }
            provoked.extend(open.into_iter().flat_map(|case| case.provoked));
        }
    }
    (failures, provoked, cases)
}

#[test]
fn every_case_holds() {
    let (failures, _, cases) = play_all();
    assert!(failures.is_empty(), "{} of {cases} cases fail:\n\n{}", failures.len(), failures.join("\n\n"));
    assert!(cases > 80, "the catalogue was not found: {cases} cases");
}

#[test]
fn every_refusal_is_provoked_and_has_its_own_id() {
    let (_, provoked, _) = play_all();
    let ids: Vec<&str> = REFUSALS.iter().map(|rule| rule.id).collect();
    let distinct: BTreeSet<String> = ids.iter().map(|&id| id.to_owned()).collect();
    assert_eq!(distinct.len(), ids.len(), "an id stands twice: {ids:?}");
    assert_eq!(provoked, distinct, "the rules that refuse something, and those of the catalogue");
    assert!(REFUSALS.iter().all(|rule| !rule.says.is_empty() && rule.id.starts_with("mafia/")));
}
