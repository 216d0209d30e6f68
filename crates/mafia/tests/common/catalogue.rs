//! The driver of the catalogue: reads every `tests/catalogue/*.txt`, a list of cases, plays them with the
//! engine and checks what they claim. A [`Witness`] is told about every action, taken or only tried, and may
//! disagree.
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

#![allow(dead_code, reason = "tests of two crates use a part of it each")]

#[path = "../../../core/tests/common/files.rs"]
pub(crate) mod files;

use std::collections::BTreeSet;

use gaslamp_core::trace::line;
use gaslamp_core::{Actor, Choice, Contents, Event as _, Game as _, Notation as _, Seat};
use gaslamp_mafia::encoding::{encode_phrase, read_tokens};
use gaslamp_mafia::notation::table::Table;
use gaslamp_mafia::{Action, Colour, Event, Role, Rules, SEATS, State};

use crate::common::tokens::words;
use crate::common::{actor_name, position, seats};
use files::files_in;

pub(crate) type Verdict = Result<(), String>;

pub(crate) fn claim(holds: bool, message: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(message()) }
}

/// An independent authority on the rules.
pub(crate) trait Witness {
    /// This action was taken and led from one state to the other.
    ///
    /// # Errors
    /// Why it should not have been allowed, or should have led to another state.
    fn done(&mut self, before: &State, action: Action, after: &State) -> Verdict;

    /// Somebody tried this, whether or not it is their turn, and the engine allows it or refuses it by this
    /// rule.
    ///
    /// # Errors
    /// Why the engine is wrong.
    fn tried(&mut self, state: &State, by: Actor, action: Action, refusal: Option<&str>) -> Verdict;

    /// These are legal, in ascending order.
    ///
    /// # Errors
    /// Which are not, or which others are.
    fn listed(&mut self, state: &State, legal: &[Action]) -> Verdict;
}

/// A witness that never disagrees.
impl Witness for () {
    fn done(&mut self, _: &State, _: Action, _: &State) -> Verdict {
        Ok(())
    }

    fn tried(&mut self, _: &State, _: Actor, _: Action, _: Option<&str>) -> Verdict {
        Ok(())
    }

    fn listed(&mut self, _: &State, _: &[Action]) -> Verdict {
        Ok(())
    }
}

/// Events as actions, each with its written actor.
fn read_events(text: &str) -> Result<Vec<(Actor, Action)>, String> {
    let reading = line::read(text, State::DIALECT);
    claim(reading.problems.is_empty(), || format!("{:?}", reading.problems))?;
    let names = State::names(&Rules::default());
    let events = reading.trace.events().map(|(_, event)| {
        let by = event.actor.as_ref().map_or(String::new(), ToString::to_string);
        let action =
            State::read_action(&names, event, &mut Contents::default()).map_err(|e| e.to_string())?;
        Ok((State::read_actor(&names, &by).ok_or_else(|| format!("`{by}` is nobody"))?, action))
    });
    events.collect()
}

/// A case in progress.
struct Case<'a, W> {
    witness: &'a mut W,
    state: State,
    log: Vec<Event>,
    /// How much of the log each seat's `tells` have covered.
    told: [usize; SEATS],
    /// The rules that have refused something.
    provoked: BTreeSet<String>,
    claims: usize,
}

impl<'a, W: Witness> Case<'a, W> {
    fn begin(text: &str, witness: &'a mut W) -> Result<Self, String> {
        let table = Table::read(&position(text)).map_err(|problems| format!("{problems:?}"))?;
        let state = table.check().map_err(|problems| format!("{problems:?}"))?;
        let (told, provoked) = ([0; SEATS], BTreeSet::new());
        Ok(Self { witness, state, log: Vec::new(), told, provoked, claims: 0 })
    }

    fn apply(&mut self, action: Action) -> Verdict {
        let (before, log) = (self.state, &mut self.log);
        let answer = self.state.apply(action, &Contents::default(), &mut |_, event| log.push(event));
        answer.map_err(|refusal| format!("{action:?} is refused: {refusal}"))?;
        self.witness.done(&before, action, &self.state)
    }

    fn line(&mut self, text: &str) -> Verdict {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        self.claims += usize::from(!["do", "pass"].contains(&word));
        match word {
            "do" => read_events(rest)?.into_iter().try_for_each(|(by, action)| {
                claim(self.state.to_act() == Some(by), || {
                    format!("{by:?} acts, but it is the turn of {}", actor_name(&self.state))
                })?;
                self.apply(action)
            }),
            "pass" => self.pass(rest),
            "to" => claim(actor_name(&self.state) == rest, || format!("it is {}", actor_name(&self.state))),
            "count" => {
                let mut listed = self.listed();
                claim(listed.len().to_string() == rest, || {
                    format!("{} are legal: {listed:?}", listed.len())
                })?;
                listed.sort();
                self.witness.listed(&self.state, &listed)
            }
            "verbs" => self.verbs(rest),
            "legal" => read_events(rest)?.into_iter().try_for_each(|(by, action)| {
                let answer = self.state.check(action, &Contents::default());
                claim(answer.is_ok() && self.listed().contains(&action), || {
                    format!("{action:?}: {answer:?}")
                })?;
                self.witness.tried(&self.state, by, action, None)
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
                    Some(self.state.phase()) == State::DIALECT.read_phase(label.trim_matches(['<', '>']))
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
        let [(by, action)] = read_events(&event.replace("P10", "P9"))?[..] else {
            return Err("one event is wanted".to_owned());
        };
        let elsewhere = Seat::new(10);
        let action = match action {
            Action::Nominate(_) if event.contains("P10") => Action::Nominate(elsewhere),
            Action::Kill(_) if event.contains("P10") => Action::Kill(elsewhere),
            Action::Say(_, colour) if event.contains("P10") => Action::Say(elsewhere, colour),
            action => action,
        };
        let (before, told) = (self.state, self.log.len());
        let answer = self.apply(action);
        claim(self.state == before && self.log.len() == told, || "a refusal changed something".to_owned())?;
        let rule = before.check(action, &Contents::default()).map_err(|refusal| refusal.rule.id);
        claim(answer.is_err() && rule == Err(id), || format!("the answer is {rule:?}"))?;
        claim(!self.listed().contains(&action), || "it is in the legal list".to_owned())?;
        self.provoked.insert(id.to_owned());
        self.witness.tried(&self.state, by, action, Some(id))
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

/// The lines of a file, each with its number, with continuation lines joined.
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

/// Plays a case: returns the rules that have refused something, or the number of the line that does not hold,
/// and why.
fn play(case: &[(usize, String)], witness: &mut impl Witness) -> Result<BTreeSet<String>, (usize, String)> {
    let [(title, _), (number, at), rest @ ..] = case else {
        return Err((0, "a case is a title, a position and claims".to_owned()));
    };
    let place = at.strip_prefix("at ").ok_or((*number, "a case begins with `at`".to_owned()))?;
    let mut case = Case::begin(place, witness).map_err(|message| (*number, message))?;
    for (number, line) in rest {
        case.line(line).map_err(|message| (*number, format!("{line}\n  {message}")))?;
    }
    if case.claims == 0 { Err((*title, "the case claims nothing".to_owned())) } else { Ok(case.provoked) }
}

/// The result of all cases.
#[derive(Default)]
pub(crate) struct Played {
    pub(crate) cases: usize,
    pub(crate) failures: Vec<String>,
    /// The rules that have refused something.
    pub(crate) provoked: BTreeSet<String>,
}

/// Plays every case.
pub(crate) fn play_all(witness: &mut impl Witness) -> Played {
    let mut played = Played::default();
    for path in files_in("../mafia/tests/catalogue") {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        for case in lines(&text).chunk_by(|_, (_, next)| !next.starts_with("==")) {
            played.cases += 1;
            match play(case, witness) {
                Ok(provoked) => played.provoked.extend(provoked),
                Err((number, message)) => {
                    played.failures.push(format!("{file}:{number} {}\n  {message}", case[0].1));
                }
            }
        }
    }
    played
}

/// Every case holds, and there are as many as there should be.
pub(crate) fn assert_all_hold(played: &Played) {
    let Played { cases, failures, .. } = played;
    assert!(failures.is_empty(), "{} of {cases} cases fail:\n\n{}", failures.len(), failures.join("\n\n"));
    assert!(*cases > 80, "the catalogue was not found: {cases} cases");
}
