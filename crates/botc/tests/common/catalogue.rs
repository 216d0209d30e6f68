//! The driver of the catalogue: reads every `tests/catalogue/*.txt`, a list of small situations, plays them
//! with the engine and checks what they claim. A [`Witness`] is told about every action, taken or only tried,
//! and may disagree.
//!
//! A case is `== title` and lines that act or claim something; `#` begins a comment, and a line that begins
//! with a blank continues the line before.
//!
//! - `script CHARACTERS` names the script, separated by spaces (Trouble Brewing if there is no such line; its
//!   printed night order is used then, the global one otherwise).
//! - `deal Ann:chef Ben:monk(drunk) Cy:imp …` seats the players clockwise and deals; `monk(drunk)` is a Drunk who
//!   drew the Monk. The numbers of each team are taken from the deal, less what characters add, so that small
//!   tables of three and more work.
//! - `table Ann Ben Cy …` seats the players and deals nothing, for deals that are refused; with `counts 1,0,1,1` behind
//!   the names the set-up states its own numbers of Townsfolk, Outsiders, Minions and Demons.
//! - `do EVENT, EVENT` acts, each event by whoever is named and only if it is legal.
//! - `when EVENT` is a standing order: whenever its actor is asked and it is legal, `skip` does it. The first of
//!   several that are legal wins; `forget` drops all of them.
//! - `skip to ACTOR`, `skip to <N2>`, `skip to over`, `skip to ACTOR in <N2>` goes on until ACTOR (`st` for the
//!   Storyteller) is to act, or that phase has come: standing orders first, else players pass or abstain, good
//!   ones choose the first in the list, and the Storyteller takes the first of the list. Evil players who must
//!   choose need a standing order. At least one action is taken by `skip to ACTOR`.
//! - `skip until EVENT` goes on in the same way until this very event is legal, and does not act it.
//! - `to ACTOR`, `phase <N2>`, `legal EVENT, …`, `illegal EVENT, …`, `only EVENT, …` (just these are listed, open
//!   choices aside), `refused EVENT rule/id`, `alive NAMES`, `dead NAMES`, `role Ann imp`, `side Ann evil`, `tokens Ann
//!   poisoner:poisoned …` (all of that seat's; `none`), `grimoire [ … ]`, `outcome good|evil|none` claim what is so.
//! - `breaks RULE,RULE EVENT` claims that the event is not legal; the tests of the referee ask that it breaks just these of its rules.
//! - `heard Ann EVENT` claims that Ann has seen this event, at any time; `not heard Ann EVENT` that she never has.

#![allow(dead_code, unreachable_pub, reason = "tests of two crates use a part of it each")]

#[path = "../../../core/tests/common/files.rs"]
pub(crate) mod files;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;

use gaslamp_botc::rules::Action;
use gaslamp_botc::{Character, Script, Setup, State, Team};
use gaslamp_core::trace::{Event, line};
use gaslamp_core::{Actions, Actor, Choice, Game as _, Notation as _, Run, Seat};

use files::files_in;

pub type Verdict = Result<(), String>;

/// More actions than any case needs.
const PATIENCE: usize = 3000;

pub fn claim(holds: bool, message: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(message()) }
}

pub fn read_events(text: &str) -> Result<Vec<Event>, String> {
    let reading = line::read(text, State::DIALECT);
    claim(reading.problems.is_empty(), || format!("{:?}", reading.problems))?;
    Ok(reading.trace.events().map(|(_, event)| event.clone()).collect())
}

/// An independent authority on the rules.
pub trait Witness {
    /// This action was taken and led from one state to the other.
    ///
    /// # Errors
    /// Why it should not have been allowed, or should have led to another state.
    fn done(&mut self, before: &Run<State>, action: Action, after: &Run<State>) -> Verdict;

    /// Somebody tried this, whether or not it is their turn, and the engine allows it or not.
    ///
    /// # Errors
    /// Why the engine is wrong.
    fn tried(&mut self, run: &Run<State>, by: Actor, action: Action, is_legal: bool) -> Verdict;
}

/// A witness that never disagrees.
impl Witness for () {
    fn done(&mut self, _: &Run<State>, _: Action, _: &Run<State>) -> Verdict {
        Ok(())
    }

    fn tried(&mut self, _: &Run<State>, _: Actor, _: Action, _: bool) -> Verdict {
        Ok(())
    }
}

/// A case in progress.
pub struct Case<W> {
    pub witness: W,
    script: Option<Vec<Character>>,
    pub run: Option<Run<State>>,
    names: Vec<String>,
    orders: Vec<Event>,
    pub claims: usize,
}

impl<W: Witness> Case<W> {
    pub fn new(witness: W) -> Self {
        Self { witness, script: None, run: None, names: Vec::new(), orders: Vec::new(), claims: 0 }
    }

    fn run(&self) -> Result<&Run<State>, String> {
        self.run.as_ref().ok_or_else(|| "nothing is dealt".to_owned())
    }

    /// Acts or claims what a line says.
    ///
    /// # Errors
    /// Why it does not hold.
    pub fn line(&mut self, line: &str) -> Verdict {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "script" => {
                let characters: Option<Vec<Character>> =
                    rest.split_whitespace().map(Character::read).collect();
                self.script = Some(characters.ok_or("an unknown character")?);
                Ok(())
            }
            "deal" => self.deal(rest),
            "table" => self.table(rest),
            "do" => read_events(rest)?.iter().try_for_each(|event| self.act(event)),
            "when" => {
                self.orders.extend(read_events(rest)?);
                Ok(())
            }
            "forget" => {
                self.orders.clear();
                Ok(())
            }
            "skip" => match rest.split_once(' ') {
                Some(("to", goal)) => self.skip(goal),
                Some(("until", event)) => self.skip_until(event),
                _ => Err("skip to what?".to_owned()),
            },
            "breaks" => {
                let (_, event) = rest.split_once(' ').ok_or("breaks RULE,RULE EVENT")?;
                self.claims += 1;
                self.check("illegal", event)
            }
            _ => {
                self.claims += 1;
                self.check(word, rest)
            }
        }
    }

    fn deal(&mut self, text: &str) -> Verdict {
        let mut event = Event::new("st", "deals");
        let mut roles = Vec::new();
        for word in text.split_whitespace() {
            let (name, token) = word.split_once(':').ok_or_else(|| format!("{word}: Name:character"))?;
            let (token, role) = match token.split_once('(') {
                Some((token, role)) => (token, role.trim_end_matches(')')),
                None => (token, token),
            };
            let role = Character::read(role).ok_or_else(|| format!("{word}: no such character"))?;
            roles.push(role);
            self.names.push(name.to_owned());
            event = event.tagged(name, token);
            if role.to_string() != token {
                event.targets.last_mut().expect("a target").args = vec![format!("{role}:is_the_{role}")];
            }
        }
        self.sit_down(Some(base_counts(&roles)))?;
        self.act(&event)
    }

    fn table(&mut self, text: &str) -> Verdict {
        let (names, counts) = text.split_once(" counts ").map_or((text, None), |(a, b)| (a, Some(b)));
        self.names = names.split_whitespace().map(str::to_owned).collect();
        let read = |counts: &str| {
            let counts: Vec<usize> = counts.split(',').filter_map(|word| word.trim().parse().ok()).collect();
            <[usize; 4]>::try_from(counts).map_err(|_| "counts 1,0,1,1")
        };
        self.sit_down(counts.map(read).transpose()?)
    }

    fn sit_down(&mut self, counts: Option<[usize; 4]>) -> Verdict {
        let script = match &self.script {
            Some(characters) => Script::new("a script", characters.iter().copied()),
            None => Script::built_in("tb").expect("an edition"),
        };
        let setup = Setup { script, names: self.names.clone(), counts };
        self.run = Some(Run::new(setup).map_err(|problems| format!("{problems:?}"))?);
        Ok(())
    }

    fn act(&mut self, event: &Event) -> Verdict {
        let run = self.run.as_mut().ok_or("nothing is dealt")?;
        let action = run.read_action(event).map_err(|problem| format!("{event}: {problem}"))?;
        self.apply(action).map_err(|problem| format!("{event}: {problem}"))
    }

    fn apply(&mut self, action: Action) -> Verdict {
        let run = self.run.as_mut().ok_or("nothing is dealt")?;
        let before = run.clone();
        run.apply(action).map_err(|refusal| format!("refused: {refusal}"))?;
        self.witness.done(&before, action, run)
    }

    fn actor_name(&self) -> Result<String, String> {
        Ok(match self.run()?.state().to_act() {
            None => "nobody".to_owned(),
            Some(Actor::Storyteller) => "st".to_owned(),
            Some(Actor::Seat(seat)) => self.names[seat.index()].clone(),
        })
    }

    fn skip(&mut self, goal: &str) -> Verdict {
        let (actor, phase) = match goal.split_once(" in ") {
            Some((actor, phase)) => (Some(actor), Some(phase)),
            None if goal.starts_with('<') => (None, Some(goal)),
            None => (Some(goal), None),
        };
        let phase =
            phase.map(|phase| State::DIALECT.read_phase(phase.trim_matches(['<', '>'])).ok_or("no phase"));
        let phase = phase.transpose()?;
        for step in 0..PATIENCE {
            let now = self.actor_name()?;
            if goal == "over" && now == "nobody" {
                return Ok(());
            }
            let at = self.run()?.state().phase();
            let is_moved = step > 0 || phase.is_some();
            if is_moved && actor.is_none_or(|actor| actor == now) && phase.is_none_or(|phase| phase == at) {
                return Ok(());
            }
            if now == "nobody" {
                return Err(format!("the game is over before: {goal}"));
            }
            self.step(&now)?;
        }
        Err(format!("never: {goal}"))
    }

    fn skip_until(&mut self, event: &str) -> Verdict {
        let [event] = read_events(event)?.try_into().map_err(|_| "skip until one event")?;
        for _ in 0..PATIENCE {
            if self.is_legal(&event)? {
                return Ok(());
            }
            let now = self.actor_name()?;
            claim(now != "nobody", || format!("the game is over before: {event}"))?;
            self.step(&now)?;
        }
        Err(format!("never: {event}"))
    }

    /// A standing order, or else what does least.
    fn step(&mut self, now: &str) -> Verdict {
        for order in self.orders.clone() {
            let is_own = order.actor.as_ref().is_some_and(|actor| actor.name == now);
            if is_own && self.is_legal(&order)? {
                return self.act(&order);
            }
        }
        let mut legal = Actions::<State>::new();
        let run = self.run.as_mut().ok_or("nothing is dealt")?;
        run.state().legal(&mut legal);
        let written = |run: &Run<State>, choice: &Choice<State>| match choice {
            Choice::Action(action) => run.write_action(*action).to_string(),
            Choice::Open(_) => String::new(),
        };
        let quiet = legal.iter().find(|choice| {
            let text = written(run, choice);
            text.ends_with("!passes") || text.ends_with("!abstains")
        });
        if let Some(Actor::Seat(seat)) = run.state().to_act() {
            let is_evil = run.state().person(seat).token.team() >= Team::Minion;
            claim(quiet.is_some() || !is_evil, || format!("say what {now} does, with `when {now}!…`"))?;
        }
        let choice = *quiet.or(legal.first()).ok_or("nothing is legal")?;
        let action = run.concrete(choice, &mut gaslamp_core::Rng::new(0));
        self.apply(action).map_err(|problem| format!("{now}: {problem}"))
    }

    fn is_legal(&mut self, event: &Event) -> Result<bool, String> {
        Ok(self.refusal(event)?.is_none())
    }

    /// The id of the rule that refuses an event; none if it is legal.
    fn refusal(&mut self, event: &Event) -> Result<Option<&'static str>, String> {
        let mut run = self.run()?.clone();
        let refusal = match run.read_action(event) {
            Err(problem) if problem.id.starts_with("record/") => Some(problem.id),
            Err(problem) => return Err(format!("{event}: {problem}")),
            Ok(action) => run.clone().apply(action).err().map(|refusal| refusal.rule.id),
        };
        // An event refused only because of its actor is still an action.
        let mut contents = run.record().contents.clone();
        let action = State::read_action(&self.names, event, &mut contents);
        let by = event.actor.as_ref().map_or("st", |actor| actor.name.as_str());
        if let (Ok(action), Some(by)) = (action, State::read_actor(&self.names, by)) {
            let witnessed = self.witness.tried(&run, by, action, refusal.is_none());
            witnessed.map_err(|problem| format!("{event}: {problem}"))?;
        }
        Ok(refusal)
    }

    fn seat(&self, name: &str) -> Result<Seat, String> {
        let index = self.names.iter().position(|known| known == name);
        index.map(Seat::new).ok_or_else(|| format!("nobody is called {name}"))
    }

    fn check(&mut self, word: &str, rest: &str) -> Verdict {
        let state = *self.run()?.state();
        let grimoire = state.grimoire();
        let words: Vec<&str> = rest.split_whitespace().collect();
        match (word, words.as_slice()) {
            ("to", [actor]) => {
                let now = self.actor_name()?;
                claim(now == *actor, || format!("{now} is to act"))
            }
            ("phase", [phase]) => {
                let now = format!("<{}>", state.phase());
                claim(now == *phase, || format!("it is {now}"))
            }
            ("legal", _) => read_events(rest)?.iter().try_for_each(|event| {
                let refusal = self.refusal(event)?;
                claim(refusal.is_none(), || format!("{event} is refused: {refusal:?}\n{}", self.situation()))
            }),
            ("illegal", _) => read_events(rest)?.iter().try_for_each(|event| {
                claim(!self.is_legal(event)?, || format!("{event} is legal\n{}", self.situation()))
            }),
            ("only", _) => self.check_only(rest),
            ("refused", [.., id]) => {
                let event = rest.strip_suffix(id).unwrap_or(rest);
                for event in read_events(event)? {
                    let refusal = self.refusal(&event)?;
                    claim(refusal == Some(*id), || format!("{event}: {refusal:?}"))?;
                }
                Ok(())
            }
            ("alive" | "dead", names) => names.iter().try_for_each(|name| {
                let is_alive = grimoire.seats[self.seat(name)?.index()].is_alive;
                claim(is_alive == (word == "alive"), || format!("{name} is not {word}"))
            }),
            ("role", [name, role]) => {
                let now = state.person(self.seat(name)?).role.to_string();
                claim(now == *role, || format!("{name} is the {now}"))
            }
            ("side", [name, side]) => {
                let now = state.person(self.seat(name)?).side.name();
                claim(now == *side, || format!("{name} is {now}"))
            }
            ("tokens", [name, tokens @ ..]) => {
                let entry = &grimoire.seats[self.seat(name)?.index()];
                let lie: BTreeSet<String> = entry.reminders.iter().map(ToString::to_string).collect();
                let said: BTreeSet<String> =
                    tokens.iter().filter(|token| **token != "none").map(|t| (*t).to_owned()).collect();
                claim(lie == said, || format!("{name} has {lie:?}"))
            }
            ("grimoire", _) => {
                let now = state.write_state(&self.names);
                claim(now == rest, || format!("it is {now}"))
            }
            ("outcome", [result]) => {
                let now = state.outcome().map_or("none", |outcome| outcome.result);
                claim(now == *result, || format!("it is {now}\n{}", self.situation()))
            }
            ("heard", [name, ..]) => self.check_heard(name, &rest[name.len()..], true),
            ("not", ["heard", name, ..]) => {
                let event = rest.trim_start_matches("heard").trim_start();
                self.check_heard(name, &event[name.len()..], false)
            }
            _ => Err(format!("no line begins with `{word}`, or not so")),
        }
    }

    fn check_only(&self, rest: &str) -> Verdict {
        let run = self.run()?;
        let mut legal = Actions::<State>::new();
        run.state().legal(&mut legal);
        let listed: BTreeSet<String> = legal
            .iter()
            .filter_map(|choice| match choice {
                Choice::Action(action) => Some(run.write_action(*action).to_string()),
                Choice::Open(_) => None,
            })
            .collect();
        let said: BTreeSet<String> = read_events(rest)?.iter().map(ToString::to_string).collect();
        claim(listed == said, || format!("listed: {listed:?}"))
    }

    fn check_heard(&self, name: &str, event: &str, is_heard: bool) -> Verdict {
        let view = self.run()?.view(self.seat(name)?);
        for event in read_events(event)? {
            let found = view.trace().events().any(|(_, seen)| seen.same_as(&event));
            claim(found == is_heard, || format!("{name} has seen {}", view.trace()))?;
        }
        Ok(())
    }

    /// The grimoire and what is pending, for messages.
    fn situation(&self) -> String {
        let Ok(run) = self.run() else { return String::new() };
        let mut legal = Actions::<State>::new();
        run.state().legal(&mut legal);
        let mut text = run.state().write_state(&self.names);
        let _ =
            write!(text, "\n{} is to act in {}:", self.actor_name().unwrap_or_default(), run.state().phase());
        for choice in legal.iter().take(12) {
            if let Choice::Action(action) = choice {
                let _ = write!(text, " {}", run.write_action(*action));
            }
        }
        text
    }
}

/// The counts of a set-up that allows this deal.
fn base_counts(roles: &[Character]) -> [usize; 4] {
    let count = |team: Team| roles.iter().filter(|role| role.team() == team).count();
    let has = |id: &str| roles.iter().any(|role| role.facts().id == id);
    // A Godfather adds one where there is any to add, and takes none away from none.
    let added = 2 * usize::from(has("baron")) + usize::from(has("fanggu")) + usize::from(has("godfather"));
    let removed = usize::from(has("vigormortis") && count(Team::Townsfolk) > 0);
    let outsiders = (count(Team::Outsider) + removed).saturating_sub(added);
    let townsfolk = count(Team::Townsfolk) + count(Team::Outsider) - outsiders;
    [townsfolk, outsiders, count(Team::Minion), count(Team::Demon)]
}

/// The lines of a case, each with its number; a line that begins with a blank continues the one before.
pub fn cases(text: &str) -> Vec<(String, Vec<(usize, String)>)> {
    let mut cases: Vec<(String, Vec<(usize, String)>)> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.split_once('#').map_or(line, |(line, _)| line);
        if line.trim().is_empty() {
            continue;
        }
        if let Some(title) = line.strip_prefix("== ") {
            cases.push((title.to_owned(), Vec::new()));
        } else if let Some((_, lines)) = cases.last_mut() {
            match lines.last_mut().filter(|_| line.starts_with(' ')) {
                Some((_, before)) => *before += line,
                None => lines.push((index + 1, line.trim_end().to_owned())),
            }
        }
    }
    cases
}

/// The files of the catalogue.
pub fn files() -> Vec<PathBuf> {
    files_in("../botc/tests/catalogue")
}
