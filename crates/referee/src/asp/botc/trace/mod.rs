//! Questions about whole traces: may this have happened at all, from which set-ups, and if from none, which parts contradict each other.
//!
//! Accepts a trace or a grimoire, emits answers of `rules/botc/trace.lp`: a game is found in which everything happens that is told, or there
//! is none. A whole record tells every move, and nothing else is done; of any other trace much may be left out, but no death.

mod cast;
mod plan;
mod premise;

use std::ops::ControlFlow;

use clingo::Model;
use gaslamp_botc::notation::grimoire_text::{GrimoireText, Life};
use gaslamp_botc::notation::trace_model::TraceModel;
use gaslamp_botc::rules::Deal;
use gaslamp_botc::rules::phase::{EVENING, NIGHT, place};
use gaslamp_botc::{Character, CharacterSet, Setup};
use gaslamp_core::Diagnostic;
use gaslamp_core::trace::Phase;

use self::cast::Cast;
use self::plan::Plan;
pub use self::premise::Premise;
use self::premise::When;
use super::profile::Profile;
use super::rules;
use crate::asp::program::{Answer, Failure, Given, Input, Output, Patience, Program};

/// How much a trace tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// Every move.
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
    pub premises: Vec<Premise>,
    /// What of the trace is not judged, and why.
    pub unjudged: Vec<Diagnostic>,
    /// How long one question may take.
    pub patience: Patience,
    setup: Setup,
    reading: Reading,
    at_least: Phase,
    /// Who is what by a deal or a grimoire is certain here.
    rules: Rules,
}

/// The rules of a table, ground for one trace.
#[derive(Debug)]
struct Rules {
    program: Program,
    /// By seat, the characters that may have been dealt there.
    holds: Vec<Vec<Place>>,
    draws: Vec<Vec<Place>>,
    told: Vec<Input>,
    strict: Input,
    plan: Plan,
}

/// That a character was dealt to a seat.
#[derive(Debug)]
struct Place {
    character: Character,
    input: Input,
    output: Output,
}

/// Set-ups from which something may have happened.
#[derive(Clone, Debug)]
pub struct Listing {
    /// Some of them, if there are any.
    pub deals: Vec<Deal>,
    /// Whether there are no others.
    pub is_all: bool,
}

/// Premises that contradict each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clash {
    /// Which, by number.
    pub premises: Vec<usize>,
    /// Whether without any one of them the others can be. If not, that was too hard to find out for some, or there was no time for it.
    pub is_smallest: bool,
}

/// How many steps of the solver it may take to find out whether a premise is needed, and how many to see at all that there is a contradiction when everybody may be
/// anything.
const STEPS_OF_DOUBT: u32 = 4_000;
const STEPS_OF_DOUBTS: u32 = 20_000;

/// A move that cannot follow what was done before it.
#[derive(Clone, Debug)]
pub struct Obstacle {
    /// Which of the premises.
    pub premise: usize,
    /// The rules that stand against it, by name: each alone, in one world or another, or all of them together. None if it cannot follow
    /// whatever rule is broken, as a death of which nothing is the cause.
    pub rules: Vec<String>,
    /// Whether it is all of them together.
    pub together: bool,
}

impl Inquiry {
    /// Questions about a trace at this table.
    ///
    /// # Errors
    /// When a character is not among those whose rules are stated, the trace is too long, or clingo fails.
    pub fn of_model(setup: &Setup, model: &TraceModel, reading: Reading) -> Result<Self, Failure> {
        let (premises, unjudged) = premise::of_model(model, reading);
        Self::new(setup, premises, unjudged, reading, Phase::new(NIGHT, 1))
    }

    /// Questions about a grimoire: whether some game leads to it.
    ///
    /// # Errors
    /// When a character is not among those whose rules are stated, or clingo fails.
    pub fn of_grimoire(setup: &Setup, grimoire: &GrimoireText) -> Result<Self, Failure> {
        Self::of_grimoire_by(setup, grimoire, Phase::new(EVENING, enough_nights(grimoire)))
    }

    /// Questions about a grimoire: whether some game leads to it by the end of a phase.
    ///
    /// # Errors
    /// When a character is not among those whose rules are stated, the game is too long, or clingo fails.
    pub fn of_grimoire_by(setup: &Setup, grimoire: &GrimoireText, last: Phase) -> Result<Self, Failure> {
        let (premises, unjudged) = premise::of_grimoire(&setup.script, grimoire);
        Self::new(setup, premises, unjudged, Reading::Parts, last)
    }

    /// Questions about a trace and the grimoire that it ends with.
    ///
    /// # Errors
    /// When a character is not among those whose rules are stated, the trace is too long, or clingo fails.
    pub fn of_both(setup: &Setup, model: &TraceModel, grimoire: &GrimoireText) -> Result<Self, Failure> {
        let (told, unjudged) = premise::of_model(model, Reading::Parts);
        let (seen, more) = premise::of_grimoire(&setup.script, grimoire);
        Self::new(
            setup,
            [told, seen].concat(),
            [unjudged, more].concat(),
            Reading::Parts,
            Phase::new(NIGHT, 1),
        )
    }

    fn new(
        setup: &Setup,
        premises: Vec<Premise>,
        unjudged: Vec<Diagnostic>,
        reading: Reading,
        at_least: Phase,
    ) -> Result<Self, Failure> {
        let rules = Rules::new(setup, &premises, reading, at_least, reading == Reading::Parts)?;
        Ok(Self {
            premises,
            unjudged,
            patience: Patience::ENDLESS,
            setup: setup.clone(),
            reading,
            at_least,
            rules,
        })
    }

    /// Set-ups from which all of it may have happened: all, or as many as are wanted, or as were found until time ran out.
    ///
    /// # Errors
    /// When clingo fails or there is not enough time to find any; that is no answer.
    pub fn deals(&mut self, most: usize) -> Result<Listing, Failure> {
        let given = self.rules.believing_all();
        self.rules.deals(&given, &self.patience, most)
    }

    /// Whether all of it may have happened after this deal.
    ///
    /// # Errors
    /// When the deal is one for another table, clingo fails or there is not enough time; that is no answer.
    pub fn may_follow(&mut self, deal: &Deal) -> Result<bool, Failure> {
        let mut given = self.rules.believing_all();
        for (dealt, places) in [(deal.roles(), &self.rules.holds), (deal.tokens(), &self.rules.draws)] {
            if dealt.len() != places.len() {
                return Err(Failure::Unknown(format!("a deal to {} seats here", dealt.len())));
            }
            for (character, places) in dealt.iter().zip(places) {
                let Some(place) = places.iter().find(|place| place.character == *character) else {
                    return Ok(false);
                };
                given.fix(place.input);
            }
        }
        self.rules.is_possible(&given, &self.patience)
    }

    /// Who may have been dealt what, by seat.
    ///
    /// # Errors
    /// When clingo fails or there is not enough time; that is no answer.
    pub fn possible_roles(&mut self) -> Result<Vec<CharacterSet>, Failure> {
        let rules = &mut self.rules;
        let mut possible = vec![CharacterSet::NONE; rules.holds.len()];
        for seat in 0..rules.holds.len() {
            for at in 0..rules.holds[seat].len() {
                let Place { character, input, .. } = rules.holds[seat][at];
                if possible[seat].contains(character) {
                    continue;
                }
                let mut given = rules.believing_all();
                given.fix(input);
                for deal in rules.deals(&given, &self.patience, 1)?.deals {
                    for (known, &role) in possible.iter_mut().zip(deal.roles()) {
                        *known = known.or(CharacterSet::only(role));
                    }
                }
            }
        }
        Ok(possible)
    }

    /// Premises that contradict each other, as few as can be found. None if all of it may have happened.
    ///
    /// # Errors
    /// When clingo fails or there is not enough time to find any; that is no answer.
    pub fn clash(&mut self, mut progress: impl FnMut(usize)) -> Result<Option<Clash>, Failure> {
        let is_about = |premise: &usize| self.premises[*premise].about.is_some();
        let (roles, others): (Vec<usize>, Vec<usize>) = (0..self.premises.len()).partition(is_about);
        // Who is what is doubted last: as long as it is certain there is less to think about.
        let Some(mut clash) = self.rules.needed(others, &roles, &self.patience, &mut progress)? else {
            return Ok(None);
        };
        if !roles.is_empty() {
            self.doubt_roles(roles, &mut clash, &mut progress)?;
        }
        clash.premises.sort_unstable();
        Ok(Some(clash))
    }

    /// Adds those premises of who is what that a contradiction needs; all of them if that is too hard to find out.
    fn doubt_roles(
        &self,
        roles: Vec<usize>,
        clash: &mut Clash,
        progress: &mut impl FnMut(usize),
    ) -> Result<(), Failure> {
        let last = self.enough_for(&clash.premises);
        let mut rules = Rules::new(&self.setup, &self.premises, self.reading, last, false)?;
        let patience = self.patience.within(STEPS_OF_DOUBTS);
        match rules.needed(roles.clone(), &clash.premises, &patience, progress) {
            Ok(needed) => {
                let needed = needed.ok_or_else(|| Failure::Clingo("what cannot be can be".to_owned()))?;
                clash.is_smallest &= needed.is_smallest;
                clash.premises.extend(needed.premises);
                Ok(())
            }
            Err(Failure::Stopped) => {
                clash.is_smallest = false;
                clash.premises.extend(roles);
                Ok(())
            }
            Err(failure) => Err(failure),
        }
    }

    /// By when a game has shown these premises and who is what, if any has. Of a grimoire alone that is sooner than for all of it.
    fn enough_for(&self, premises: &[usize]) -> Phase {
        let is_told = self.premises.iter().any(|premise| premise.when != When::Seen);
        if is_told {
            return self.at_least;
        }
        let dead = premises.iter().filter(|&&at| self.premises[at].tells_dead()).count();
        // Whoever became the Demon has outlived another.
        let heirs = self.premises.iter().filter(|premise| premise.shows_demon()).count().saturating_sub(1);
        let enough = match premises.is_empty() {
            true => Phase::new(NIGHT, night_number(1 + heirs)),
            false => Phase::new(EVENING, night_number(2 + heirs + dead)),
        };
        if place(enough) < place(self.at_least) { enough } else { self.at_least }
    }

    /// The first move of a whole record that cannot follow what was done before it, and the rules that stand against it.
    ///
    /// # Errors
    /// When clingo fails or there is not enough time; that is no answer.
    pub fn first_obstacle(&mut self) -> Result<Option<Obstacle>, Failure> {
        let (rules, patience) = (&mut self.rules, &self.patience);
        let (mut possible, mut impossible) = (0, self.premises.len() + 1);
        while possible + 1 < impossible {
            let middle = possible.midpoint(impossible);
            let given = rules.up_to(middle)?;
            if rules.is_possible(&given, patience)? { possible = middle } else { impossible = middle }
        }
        if impossible > self.premises.len() {
            return Ok(None);
        }
        let premise = impossible - 1;
        let names: Vec<(String, Input)> = rules
            .program
            .inputs()
            .filter_map(|(name, input)| {
                Some((name.strip_prefix("excused(")?.strip_suffix(')')?.to_owned(), input))
            })
            .collect();
        let mut given = rules.up_to(impossible)?;
        given.set(rules.program.input(&format!("is_last({})", rules.plan.places[premise].start))?);
        let mut alone = Vec::new();
        for (name, input) in &names {
            let mut given = given.clone();
            given.set(*input);
            if rules.is_possible(&given, patience)? {
                alone.push(name.clone());
            }
        }
        alone.sort_unstable();
        if !alone.is_empty() {
            return Ok(Some(Obstacle { premise, rules: alone, together: false }));
        }
        let rules = rules.smallest_excuse(&given, names, patience)?;
        Ok(Some(Obstacle { premise, rules, together: true }))
    }

    /// What a rule says, in words.
    #[must_use]
    pub fn words(&self, rule: &str) -> Option<&str> {
        self.rules.program.words(rule)
    }
}

impl Rules {
    /// The rules for what is told; who is what by a deal or a grimoire is certain, or may be doubted.
    fn new(
        setup: &Setup,
        premises: &[Premise],
        reading: Reading,
        at_least: Phase,
        is_certain: bool,
    ) -> Result<Self, Failure> {
        let seats = setup.names.len();
        let profile = Profile::new(&setup.script)?;
        let cast = match is_certain {
            true => Cast::certain(&setup.script, seats, profile, premises),
            false => Cast::unknown(&setup.script, seats, profile),
        };
        let plan = Plan::new(premises, reading, &cast, at_least)?;
        let mut host = format!("#const slots = {}.\n{}{}", plan.slots, plan.facts, cast.facts);
        if reading == Reading::Parts {
            host.push_str("any_order.\n");
        }
        let texts = rules::of_trace(setup)?;
        let program =
            Program::with_options(texts.iter().map(String::as_str).chain([host.as_str()]), OPTIONS)?;
        let table = |predicate: &str| {
            let place = |seat: usize, character: Character| {
                let name = format!("{predicate}({seat},{})", character.facts().id);
                let input = program.input(&name).ok()?;
                Some(Place { character, input, output: program.output(&name) })
            };
            let characters = setup.script.characters();
            let row = |seat| characters.iter().filter_map(|&character| place(seat, character)).collect();
            (0..seats).map(row).collect()
        };
        let told = (0..premises.len()).map(|at| program.input(&format!("told({at})")));
        Ok(Self {
            holds: table("holds"),
            draws: table("draws"),
            told: told.collect::<Result<_, _>>()?,
            strict: program.input("strict")?,
            program,
            plan,
        })
    }

    /// A question in which these premises are believed.
    fn believing(&self, premises: impl IntoIterator<Item = usize>) -> Given {
        let mut given = self.program.question();
        given.set(self.strict);
        let deal = self.holds.iter().chain(&self.draws).flatten();
        deal.for_each(|place| given.leave_open(place.input));
        premises.into_iter().for_each(|premise| given.set(self.told[premise]));
        given
    }

    fn believing_all(&self) -> Given {
        self.believing(0..self.told.len())
    }

    fn deals(&mut self, given: &Given, patience: &Patience, most: usize) -> Result<Listing, Failure> {
        let mut deals = Vec::new();
        let (holds, draws) = (&self.holds, &self.draws);
        let answer = self.program.ask(given, patience, |model| {
            deals.extend(deal(model, holds, draws)?);
            Ok(if deals.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        });
        match answer {
            Ok(_) => Ok(Listing { is_all: deals.len() < most, deals }),
            Err(Failure::Stopped) if !deals.is_empty() => Ok(Listing { is_all: false, deals }),
            Err(failure) => Err(failure),
        }
    }

    fn is_possible(&mut self, given: &Given, patience: &Patience) -> Result<bool, Failure> {
        let answer = self.program.ask(given, patience, |_| Ok(ControlFlow::Break(())))?;
        Ok(matches!(answer, Answer::Models(_)))
    }

    /// Those of the doubted premises that are needed for a contradiction with the believed ones, and those of which that is hard to say; none if all of them can be.
    fn needed(
        &mut self,
        doubted: Vec<usize>,
        believed: &[usize],
        patience: &Patience,
        progress: &mut impl FnMut(usize),
    ) -> Result<Option<Clash>, Failure> {
        let everything = [&doubted, believed].concat();
        let Some(core) = self.contradiction(everything, patience)? else { return Ok(None) };
        let mut left: Vec<usize> = doubted.into_iter().filter(|premise| core.contains(premise)).collect();
        let (mut needed, mut unsettled): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
        let patience = patience.within(STEPS_OF_DOUBT);
        while let Some(doubt) = left.pop() {
            progress(left.len() + needed.len() + unsettled.len());
            let others = [&left, &needed, &unsettled, believed].concat();
            match self.contradiction(others, &patience) {
                Ok(Some(core)) => [&mut left, &mut unsettled]
                    .into_iter()
                    .for_each(|premises| premises.retain(|premise| core.contains(premise))),
                Ok(None) => needed.push(doubt),
                Err(Failure::Stopped) => unsettled.push(doubt),
                Err(failure) => return Err(failure),
            }
            if patience.is_stopped() {
                unsettled.append(&mut left);
            }
        }
        let is_smallest = unsettled.is_empty();
        needed.extend(unsettled);
        Ok(Some(Clash { premises: needed, is_smallest }))
    }

    /// Those of these premises that suffice for a contradiction; none if all of them can be.
    fn contradiction(
        &mut self,
        believed: Vec<usize>,
        patience: &Patience,
    ) -> Result<Option<Vec<usize>>, Failure> {
        let given = self.believing(believed.iter().copied());
        let answer = self.program.ask(&given, patience, |_| Ok(ControlFlow::Break(())))?;
        Ok(match answer {
            Answer::Models(_) => None,
            Answer::Contradiction(core) => {
                Some(believed.into_iter().filter(|premise| core.contains(&self.told[*premise])).collect())
            }
        })
    }

    /// A smallest set of rules that must all be excused; none if that does not help.
    fn smallest_excuse(
        &mut self,
        given: &Given,
        mut rules: Vec<(String, Input)>,
        patience: &Patience,
    ) -> Result<Vec<String>, Failure> {
        rules.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        let mut all = given.clone();
        rules.iter().for_each(|(_, input)| all.set(*input));
        if !self.is_possible(&all, patience)? {
            return Ok(Vec::new());
        }
        let mut needed = Vec::new();
        while let Some(rule) = rules.pop() {
            let mut without = given.clone();
            rules.iter().chain(&needed).for_each(|(_, input)| without.set(*input));
            if !self.is_possible(&without, patience)? {
                needed.push(rule);
            }
        }
        Ok(needed.into_iter().rev().map(|(name, _)| name).collect())
    }

    /// A question about this many premises from the first on, and about nothing that comes later.
    fn up_to(&self, premises: usize) -> Result<Given, Failure> {
        let mut given = self.believing(0..premises);
        let end = self.plan.places[..premises].iter().map(|place| place.end).max().unwrap_or(0);
        for slot in end..self.plan.slots {
            given.set(self.program.input(&format!("cut({slot})"))?);
        }
        Ok(given)
    }
}

/// Nobody needs more nights than these, and the days after them, for a grimoire: each of the dead may have died on another day, perhaps votes on the
/// one after, and the tokens of the night that follows may lie there.
fn enough_nights(grimoire: &GrimoireText) -> u16 {
    let dead = grimoire.players.iter().filter(|player| player.life != Life::Alive).count();
    night_number(2 + dead)
}

fn night_number(nights: usize) -> u16 {
    u16::try_from(nights).unwrap_or(u16::MAX)
}

fn deal(model: &Model, holds: &[Vec<Place>], draws: &[Vec<Place>]) -> Result<Option<Deal>, Failure> {
    let mut seats = Vec::new();
    for (roles, tokens) in holds.iter().zip(draws) {
        seats.extend(first(model, roles)?.zip(first(model, tokens)?));
    }
    Ok(Deal::new(&seats).filter(|deal| deal.size() == holds.len()))
}

fn first(model: &Model, places: &[Place]) -> Result<Option<Character>, Failure> {
    for place in places {
        if place.output.holds(model)? {
            return Ok(Some(place.character));
        }
    }
    Ok(None)
}
