//! The referee of Blood on the Clocktower: Trouble Brewing, and scripts of its characters.
//!
//! Accepts states and deeds of the engine, emits what the rules under `rules/botc` say of them. It knows the whole table, as a Storyteller
//! does.

mod facts;
mod rules;
mod setup;

use std::collections::BTreeSet;
use std::fmt;

use gaslamp_botc::rules::{Action, Ask};
use gaslamp_botc::{Script, State};
use gaslamp_core::{Actor, Game};

use self::facts::Places;
pub use self::setup::{SetupReferee, bags};
use super::program::Failure;
use super::transition::{Facts, Judgement, Transition};

/// Judges deeds at tables of one script and one number of seats.
#[derive(Debug)]
pub struct Referee {
    rules: Transition,
    places: Places,
    seats: usize,
}

impl Referee {
    /// A referee for this script and so many seats.
    ///
    /// # Errors
    /// When a character is not among those whose rules are stated, or clingo fails.
    pub fn new(script: &Script, seats: usize) -> Result<Self, Failure> {
        let rules = Transition::new(&rules::of_transition(script, seats)?, facts::PARTS)?;
        let places = Places::new(&rules, script, seats)?;
        Ok(Self { rules, places, seats })
    }

    /// What is so in a state, as the rules see it.
    ///
    /// # Errors
    /// When the rules do not know something of it.
    pub fn facts(&self, state: &State) -> Result<Facts, Failure> {
        if state.seats() != self.seats {
            return Err(Failure::Unknown(format!("a table of {} seats here", state.seats())));
        }
        self.places.state(state)
    }

    /// Judges a deed: which rules it breaks, and if none, what is so when somebody is asked again.
    ///
    /// # Errors
    /// When the rules do not know something of it, or clingo fails; that is no answer.
    pub fn judge(&mut self, state: &State, by: Actor, action: Action) -> Result<Judgement, Failure> {
        let deed = self.places.deed(by, action)?;
        let judgement = self.rules.judge(&self.facts(state)?, &deed)?;
        self.follow(judgement)
    }

    /// What is so when somebody is first asked after a deal.
    ///
    /// # Errors
    /// When clingo fails.
    pub fn begin(&mut self, dealt: &State) -> Result<Judgement, Failure> {
        let state = self.places.dealt(dealt)?;
        let judgement = self.rules.judge(&state, &self.places.begin)?;
        self.follow(judgement)
    }

    /// Lets the game go on until somebody is asked.
    fn follow(&mut self, mut judgement: Judgement) -> Result<Judgement, Failure> {
        while judgement.violated.is_empty() && judgement.next.contains(self.places.on) {
            judgement = self.rules.judge(&judgement.next, &self.places.goes_on)?;
        }
        Ok(judgement)
    }

    /// Every legal deed but talk, sorted.
    ///
    /// # Errors
    /// When the rules do not know something of the state, or clingo fails; that is no answer.
    pub fn legal(&mut self, state: &State) -> Result<Vec<Action>, Failure> {
        let facts = self.facts(state)?;
        let mut deeds = Vec::new();
        self.rules.each_legal(&facts, |deed| deeds.push(deed.clone()))?;
        let mut actions = Vec::new();
        for deed in &deeds {
            actions.extend(self.places.action(deed)?);
        }
        actions.sort_unstable();
        Ok(actions)
    }

    /// What a rule says, in words.
    #[must_use]
    pub fn words(&self, rule: &str) -> Option<&str> {
        self.rules.words(rule)
    }

    /// The names of all rules that may be broken.
    #[must_use]
    pub fn rules(&self) -> BTreeSet<&str> {
        self.rules.rules()
    }

    /// What holds in one of two states and not in the other; nothing of a game that is over but how it ended.
    #[must_use]
    pub fn differences(&self, engine: &Facts, referee: &Facts) -> Vec<Difference> {
        let is_over = self.places.is_over(engine) && self.places.is_over(referee);
        let name = |place| self.rules.fluent_name(place).to_owned();
        let matters = |fact: &String| !is_over || Places::is_lasting(fact);
        let only =
            |a: &Facts, b: &Facts| a.iter().filter(|&place| !b.contains(place)).map(name).collect::<Vec<_>>();
        let of_engine = only(engine, referee).into_iter().map(|fact| Difference { fact, is_engines: true });
        let of_referee = only(referee, engine).into_iter().map(|fact| Difference { fact, is_engines: false });
        of_engine.chain(of_referee).filter(|difference| matters(&difference.fact)).collect()
    }
}

/// Something that only one of the two says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// What.
    pub fact: String,
    /// Whether it is the engine.
    pub is_engines: bool,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", if self.is_engines { "engine" } else { "referee" }, self.fact)
    }
}

/// Whether a deal is asked for, which a referee of transitions does not judge.
#[must_use]
pub fn is_before_deal(state: &State) -> bool {
    state.ask() == Ask::Deal
}
