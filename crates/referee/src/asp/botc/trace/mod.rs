//! Questions about whole traces: may this have happened at all, from which set-ups, and if from none, what of it cannot all be.
//!
//! Accepts a story or a grimoire, emits answers of `rules/botc/trace.lp`: a game is found in which everything happens that is told, or there
//! is none. A whole record tells every deed, and nothing else is done; of any other trace much may be left out, but no death.

mod plan;
mod saying;

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::time::Duration;

use clingo::Model;
use gaslamp_botc::notation::sheet::{Life, Sheet};
use gaslamp_botc::notation::story::Story;
use gaslamp_botc::rules::Deal;
use gaslamp_botc::{Character, CharacterSet, Setup};
use gaslamp_core::Diagnostic;
use gaslamp_core::trace::Phase;

use self::plan::Plan;
pub use self::saying::Saying;
use super::rules;
use crate::asp::program::{Answer, Failure, Given, Input, Output, Program};

/// How much a trace tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// Every deed.
    Whole,
    /// Some of what was done, in order, and every death.
    Parts,
}

/// Set-ups are listed once each, whatever was done.
const OPTIONS: &[&str] = &["--warn=none", "--models=0", "--project=project"];

/// Questions about one trace.
#[derive(Debug)]
pub struct Inquiry {
    /// What is told.
    pub sayings: Vec<Saying>,
    /// What of the trace is not judged, and why.
    pub unjudged: Vec<Diagnostic>,
    /// How long one question may take.
    pub limit: Option<Duration>,
    program: Program,
    characters: Vec<Character>,
    /// By seat, and by number of the character.
    holds: Vec<Vec<(Input, Output)>>,
    draws: Vec<Vec<(Input, Output)>>,
    told: Vec<Input>,
    strict: Input,
    plan: Plan,
}

/// A deed that cannot follow what was done before it.
#[derive(Clone, Debug)]
pub struct Obstacle {
    /// Which of the sayings.
    pub saying: usize,
    /// The rules that stand against it, by name: each alone, in one world or another, or all of them together.
    pub rules: Vec<String>,
    /// Whether it is all of them together.
    pub together: bool,
}

impl Inquiry {
    /// Questions about a story at this table.
    ///
    /// # Errors
    /// When a character is not among those whose rules are stated, the trace is too long, or clingo fails.
    pub fn of_story(setup: &Setup, story: &Story, reading: Reading) -> Result<Self, Failure> {
        let (sayings, unjudged) = saying::of_story(story, reading);
        Self::new(setup, sayings, unjudged, reading, Phase::Night(1))
    }

    /// Questions about a grimoire: whether some game leads to it.
    ///
    /// # Errors
    /// When a character is not among those whose rules are stated, or clingo fails.
    pub fn of_sheet(setup: &Setup, sheet: &Sheet) -> Result<Self, Failure> {
        // Two die in a day and a night; whatever lies there has come in the night before, or comes in the one after.
        let dead = sheet.players.iter().filter(|player| player.life != Life::Alive).count();
        Self::of_sheet_by(setup, sheet, Phase::Night(2 + (dead / 2) as u16))
    }

    /// Questions about a grimoire: whether some game leads to it by the end of a phase.
    ///
    /// # Errors
    /// When a character is not among those whose rules are stated, the game is too long, or clingo fails.
    pub fn of_sheet_by(setup: &Setup, sheet: &Sheet, last: Phase) -> Result<Self, Failure> {
        let (sayings, unjudged) = saying::of_sheet(sheet);
        Self::new(setup, sayings, unjudged, Reading::Parts, last)
    }

    /// Questions about a story and the grimoire that it ends with.
    ///
    /// # Errors
    /// When a character is not among those whose rules are stated, the trace is too long, or clingo fails.
    pub fn of_both(setup: &Setup, story: &Story, sheet: &Sheet) -> Result<Self, Failure> {
        let (told, unjudged) = saying::of_story(story, Reading::Parts);
        let (seen, more) = saying::of_sheet(sheet);
        Self::new(setup, [told, seen].concat(), [unjudged, more].concat(), Reading::Parts, Phase::Night(1))
    }

    fn new(
        setup: &Setup,
        sayings: Vec<Saying>,
        unjudged: Vec<Diagnostic>,
        reading: Reading,
        at_least: Phase,
    ) -> Result<Self, Failure> {
        let seats = setup.names.len();
        let plan = Plan::new(&sayings, reading, seats, at_least)?;
        let mut host = format!("#const slots = {}.\n{}", plan.slots, plan.facts);
        let teams = ["townsfolk", "outsider", "minion", "demon"];
        for (team, count) in setup.counts.iter().flat_map(|counts| teams.iter().zip(counts)) {
            let _ = writeln!(host, "own_count({team},{count}).");
        }
        if reading == Reading::Parts {
            host.push_str("any_order.\n");
        }
        let texts = rules::of_trace(&setup.script, seats)?;
        let program =
            Program::with_options(texts.iter().map(String::as_str).chain([host.as_str()]), OPTIONS)?;
        let characters = setup.script.characters().to_vec();
        let table = |predicate: &str| {
            let place = |seat: usize, character: &Character| {
                let name = format!("{predicate}({seat},{})", character.facts().id);
                Ok((program.input(&name)?, program.output(&name)))
            };
            let row = |seat| characters.iter().map(|character| place(seat, character)).collect();
            (0..seats).map(row).collect::<Result<Vec<Vec<_>>, Failure>>()
        };
        let told = (0..sayings.len()).map(|at| program.input(&format!("told({at})")));
        Ok(Self {
            holds: table("holds")?,
            draws: table("draws")?,
            told: told.collect::<Result<_, _>>()?,
            strict: program.input("strict")?,
            limit: None,
            sayings,
            unjudged,
            program,
            characters,
            plan,
        })
    }

    /// A question in which these sayings are believed.
    fn believing(&self, sayings: impl IntoIterator<Item = usize>) -> Given {
        let mut given = self.program.question();
        given.set(self.strict);
        let deal = self.holds.iter().chain(&self.draws).flatten();
        deal.for_each(|(input, _)| given.leave_open(*input));
        sayings.into_iter().for_each(|saying| given.set(self.told[saying]));
        given
    }

    fn believing_all(&self) -> Given {
        self.believing(0..self.sayings.len())
    }

    /// Set-ups from which all of it may have happened: all, or as many as are wanted.
    ///
    /// # Errors
    /// When clingo fails or there is not enough time; that is no answer.
    pub fn deals(&mut self, most: usize) -> Result<Vec<Deal>, Failure> {
        let given = self.believing_all();
        self.deals_of(&given, most)
    }

    fn deals_of(&mut self, given: &Given, most: usize) -> Result<Vec<Deal>, Failure> {
        let mut deals = Vec::new();
        let (holds, draws, characters) = (&self.holds, &self.draws, &self.characters);
        self.program.ask(given, self.limit, |model| {
            deals.extend(deal(model, holds, draws, characters)?);
            Ok(if deals.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        })?;
        Ok(deals)
    }

    /// Whether all of it may have happened after this deal.
    ///
    /// # Errors
    /// When the rules do not know the deal, clingo fails or there is not enough time; that is no answer.
    pub fn may_follow(&mut self, deal: &Deal) -> Result<bool, Failure> {
        let mut given = self.believing_all();
        for (dealt, places) in [(deal.roles(), &self.holds), (deal.tokens(), &self.draws)] {
            if dealt.len() != places.len() {
                return Err(Failure::Unknown(format!("a deal to {} seats here", dealt.len())));
            }
            for (character, places) in dealt.iter().zip(places) {
                let place = self.characters.iter().position(|known| known == character);
                let place = place
                    .ok_or_else(|| Failure::Unknown(format!("the {} on this script", character.name())))?;
                given.fix(places[place].0);
            }
        }
        self.is_possible(&given)
    }

    /// Who may have been dealt what, by seat.
    ///
    /// # Errors
    /// When clingo fails or there is not enough time; that is no answer.
    pub fn possible_roles(&mut self) -> Result<Vec<CharacterSet>, Failure> {
        let mut possible = vec![CharacterSet::NONE; self.holds.len()];
        for seat in 0..self.holds.len() {
            for at in 0..self.characters.len() {
                if possible[seat].contains(self.characters[at]) {
                    continue;
                }
                let mut given = self.believing_all();
                given.fix(self.holds[seat][at].0);
                for deal in self.deals_of(&given, 1)? {
                    for (known, &role) in possible.iter_mut().zip(deal.roles()) {
                        *known = known.or(CharacterSet::only(role));
                    }
                }
            }
        }
        Ok(possible)
    }

    /// A smallest set of sayings that cannot all be: without any one of them the others can. None if all of it may have happened.
    ///
    /// # Errors
    /// When clingo fails or there is not enough time; that is no answer.
    pub fn clash(&mut self, mut progress: impl FnMut(usize)) -> Result<Option<Vec<usize>>, Failure> {
        let Some(mut left) = self.contradiction((0..self.sayings.len()).collect())? else { return Ok(None) };
        let mut needed: Vec<usize> = Vec::new();
        while let Some(doubted) = left.pop() {
            progress(left.len() + needed.len());
            let others = left.iter().chain(&needed).copied().collect();
            match self.contradiction(others)? {
                Some(core) => left.retain(|saying| core.contains(saying)),
                None => needed.push(doubted),
            }
        }
        needed.sort_unstable();
        Ok(Some(needed))
    }

    /// Those of these sayings that suffice for a contradiction; none if all of them can be.
    fn contradiction(&mut self, believed: Vec<usize>) -> Result<Option<Vec<usize>>, Failure> {
        let given = self.believing(believed.iter().copied());
        let answer = self.program.ask(&given, self.limit, |_| Ok(ControlFlow::Break(())))?;
        Ok(match answer {
            Answer::Models(_) => None,
            Answer::Contradiction(core) => {
                Some(believed.into_iter().filter(|saying| core.contains(&self.told[*saying])).collect())
            }
        })
    }

    /// The first deed of a whole record that cannot follow what was done before it, and the rules that stand against it.
    ///
    /// # Errors
    /// When clingo fails or there is not enough time; that is no answer.
    pub fn first_obstacle(&mut self) -> Result<Option<Obstacle>, Failure> {
        let (mut possible, mut impossible) = (0, self.sayings.len() + 1);
        while possible + 1 < impossible {
            let middle = possible.midpoint(impossible);
            let given = self.up_to(middle)?;
            if self.is_possible(&given)? { possible = middle } else { impossible = middle }
        }
        if impossible > self.sayings.len() {
            return Ok(None);
        }
        let saying = impossible - 1;
        let names: Vec<(String, Input)> = self
            .program
            .inputs()
            .filter_map(|(name, input)| {
                Some((name.strip_prefix("excused(")?.strip_suffix(')')?.to_owned(), input))
            })
            .collect();
        let mut given = self.up_to(impossible)?;
        given.set(self.program.input(&format!("is_last({})", self.plan.places[saying].start))?);
        let mut alone = Vec::new();
        for (name, input) in &names {
            let mut given = given.clone();
            given.set(*input);
            if self.is_possible(&given)? {
                alone.push(name.clone());
            }
        }
        alone.sort_unstable();
        if !alone.is_empty() {
            return Ok(Some(Obstacle { saying, rules: alone, together: false }));
        }
        let rules = self.smallest_excuse(&given, names)?;
        Ok(Some(Obstacle { saying, rules, together: true }))
    }

    /// A smallest set of rules that must all be excused.
    fn smallest_excuse(
        &mut self,
        given: &Given,
        mut rules: Vec<(String, Input)>,
    ) -> Result<Vec<String>, Failure> {
        rules.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        let mut needed = Vec::new();
        while let Some(rule) = rules.pop() {
            let mut without = given.clone();
            rules.iter().chain(&needed).for_each(|(_, input)| without.set(*input));
            if !self.is_possible(&without)? {
                needed.push(rule);
            }
        }
        Ok(needed.into_iter().rev().map(|(name, _)| name).collect())
    }

    /// A question about the first so many sayings, and about nothing that comes later.
    fn up_to(&self, sayings: usize) -> Result<Given, Failure> {
        let mut given = self.believing(0..sayings);
        let end = self.plan.places[..sayings].iter().map(|place| place.end).max().unwrap_or(0);
        for slot in end..self.plan.slots {
            given.set(self.program.input(&format!("cut({slot})"))?);
        }
        Ok(given)
    }

    fn is_possible(&mut self, given: &Given) -> Result<bool, Failure> {
        let answer = self.program.ask(given, self.limit, |_| Ok(ControlFlow::Break(())))?;
        Ok(matches!(answer, Answer::Models(_)))
    }

    /// What a rule says, in words.
    #[must_use]
    pub fn words(&self, rule: &str) -> Option<&str> {
        self.program.words(rule)
    }
}

fn deal(
    model: &Model,
    holds: &[Vec<(Input, Output)>],
    draws: &[Vec<(Input, Output)>],
    characters: &[Character],
) -> Result<Option<Deal>, Failure> {
    let mut seats = Vec::new();
    for (roles, tokens) in holds.iter().zip(draws) {
        let role = first(model, roles, characters)?;
        let token = first(model, tokens, characters)?;
        seats.extend(role.zip(token));
    }
    Ok(Deal::new(&seats).filter(|deal| deal.size() == holds.len()))
}

fn first(
    model: &Model,
    places: &[(Input, Output)],
    characters: &[Character],
) -> Result<Option<Character>, Failure> {
    for ((_, output), character) in places.iter().zip(characters) {
        if output.holds(model)? {
            return Ok(Some(*character));
        }
    }
    Ok(None)
}
