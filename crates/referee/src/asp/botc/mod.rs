//! The referee of Blood on the Clocktower: scripts of characters that have a file in `rules/botc/cast`.
//!
//! Accepts states and moves of the engine, emits what the rules under `rules/botc` say of them. It knows the whole table, as a Storyteller
//! does.

mod facts;
mod formula;
mod moves;
mod profile;
mod question;
mod rules;
mod setup;
pub mod trace;

use std::collections::BTreeSet;

use gaslamp_botc::rules::{Action, Claim, Content, Deal, Pending, Statement};
use gaslamp_botc::{Script, Setup, State};
use gaslamp_core::{Actor, ContentId, Contents, Game};

use self::facts::Places;
pub use self::rules::is_stated;
pub use self::setup::{SetupReferee, bags};
use super::hearing::{self, Difference};
use super::program::Failure;
use super::transition::{Facts, Judgement, Transition};

/// Judges deals and moves at one kind of table.
#[derive(Debug)]
pub struct Referee {
    setup: SetupReferee,
    rules: Transition,
    places: Places,
    seats: usize,
    script: Script,
    /// A table with this set-up; none if the engine refuses it.
    table: Option<State>,
}

impl Referee {
    /// A referee for tables with this set-up, whatever the players are called.
    ///
    /// # Errors
    /// When a character is not among those whose rules are stated, or clingo fails.
    pub fn new(setup: &Setup) -> Result<Self, Failure> {
        Self::with_house_rules(setup, "")
    }

    /// The same for a table with rules of its own beside the stated ones: `house` is ASP in the words of `rules/botc`, and says more of
    /// moves, not of deals. It can forbid a move (`violated(name,T)`), or that a move names a character (`misnamed(name,C,T)`, so that the
    /// list of legal moves knows of it too), explain that (`says(name,"words")`) and add to what follows.
    ///
    /// # Errors
    /// When a character is not among those whose rules are stated, or clingo fails, as it does with rules that it cannot read.
    pub fn with_house_rules(setup: &Setup, house: &str) -> Result<Self, Failure> {
        let seats = setup.names.len();
        let mut texts = rules::of_transition(setup)?;
        texts.push(house.to_owned());
        let rules = Transition::new(&texts, facts::PARTS, facts::TURNING_POINTS)?;
        let deals = SetupReferee::new(setup)?;
        let places = Places::new(&rules, &setup.script, seats, &deals.profile())?;
        let (script, table) = (setup.script.clone(), State::start(setup).ok());
        Ok(Self { setup: deals, rules, places, seats, script, table })
    }

    /// What is so in a state, as the rules see it.
    ///
    /// # Errors
    /// When the rules do not know something of it.
    pub fn facts(&self, state: &State) -> Result<Facts, Failure> {
        if state.seats() != self.seats {
            return Err(Failure::Unknown(format!("a table of {} seats here", state.seats())));
        }
        let facts = self.places.state(state)?;
        if !self.table.as_ref().is_some_and(|table| table.shares_script(state)) {
            return Err(Failure::Unknown("a table with another script".to_owned()));
        }
        Ok(facts)
    }

    /// The rules that a move breaks; none if it is legal.
    ///
    /// # Errors
    /// When the rules do not know something of it, or clingo fails; that is no answer.
    pub fn violated(&mut self, state: &State, by: Actor, action: Action) -> Result<Vec<String>, Failure> {
        self.violated_with(state, &Contents::default(), by, action)
    }

    fn violated_with(
        &mut self,
        state: &State,
        contents: &Contents<Content>,
        by: Actor,
        action: Action,
    ) -> Result<Vec<String>, Failure> {
        let made = self.made(state, contents, by, action)?;
        self.rules.violated(&self.facts(state)?, &made)
    }

    /// A move as facts, with whether what it says is true.
    fn made(
        &self,
        state: &State,
        contents: &Contents<Content>,
        by: Actor,
        action: Action,
    ) -> Result<Facts, Failure> {
        let id = match action {
            Action::Claim(id) | Action::Ask(id) | Action::Tell(_, Statement::Things(id)) => Some(id),
            _ => None,
        };
        let formulas = match id.and_then(|id| contents.get(id)) {
            Some(Content::Claim(Claim::Gossip(formula)) | Content::Question(formula)) => vec![formula],
            Some(Content::Things(a, b)) => vec![a, b],
            _ => Vec::new(),
        };
        let judge = || formula::judge(&self.script, state, &formulas);
        let truth = if formulas.is_empty() { None } else { Some(judge()?) };
        self.places.move_facts(by, action, contents, truth)
    }

    /// Judges a move: which rules it breaks, and if none, what is so when somebody is asked again.
    ///
    /// # Errors
    /// When the rules do not know something of it, or clingo fails; that is no answer.
    pub fn judge(&mut self, state: &State, by: Actor, action: Action) -> Result<Judgement, Failure> {
        self.judge_with(state, &Contents::default(), by, action)
    }

    fn judge_with(
        &mut self,
        state: &State,
        contents: &Contents<Content>,
        by: Actor,
        action: Action,
    ) -> Result<Judgement, Failure> {
        let made = self.made(state, contents, by, action)?;
        let judgement = self.rules.judge(&self.facts(state)?, &made)?;
        self.follow(judgement)
    }

    /// Judges a deal: which rules of the set-up it breaks, and if none, what is so when somebody is first asked.
    ///
    /// # Errors
    /// When the rules do not know something of it, or clingo fails; that is no answer.
    pub fn judge_deal(&mut self, deal: &Deal) -> Result<Judgement, Failure> {
        let violated = self.setup.judge(deal)?;
        if !violated.is_empty() {
            return Ok(Judgement { violated, next: Facts::default() });
        }
        let state = self.places.dealt(deal)?;
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

    /// Every legal move but talk, sorted.
    ///
    /// # Errors
    /// When the rules do not know something of the state, or clingo fails; that is no answer.
    pub fn legal(&mut self, state: &State) -> Result<Vec<Action>, Failure> {
        let facts = self.facts(state)?;
        let places = &self.places;
        let mut listed = Vec::new();
        self.rules.each_legal(&facts, |made| listed.push(places.action(made)))?;
        let mut actions = Vec::with_capacity(listed.len());
        for action in listed {
            actions.extend(action?);
        }
        actions.sort_unstable();
        // What is told may be true in more ways than one.
        actions.dedup();
        Ok(actions)
    }

    /// The names of all rules that may be broken.
    #[must_use]
    pub fn rules(&self) -> BTreeSet<&str> {
        self.rules.rules()
    }
}

impl hearing::Referee<State> for Referee {
    fn facts(&self, state: &State) -> Result<Facts, Failure> {
        self.facts(state)
    }

    fn judge(
        &mut self,
        state: &State,
        contents: &Contents<Content>,
        by: Actor,
        action: Action,
    ) -> Result<Judgement, Failure> {
        match (state.pending(), action) {
            (Pending::Deal, Action::Deal(id)) => self.judge_deal(deal(contents, id)?),
            (Pending::Deal, _) | (_, Action::Deal(_)) => {
                Ok(Judgement { violated: not_now(), next: Facts::default() })
            }
            _ => self.judge_with(state, contents, by, action),
        }
    }

    fn violated(
        &mut self,
        state: &State,
        contents: &Contents<Content>,
        by: Actor,
        action: Action,
    ) -> Result<Vec<String>, Failure> {
        match (state.pending(), action) {
            (Pending::Deal, Action::Deal(id)) => self.setup.judge(deal(contents, id)?),
            (Pending::Deal, _) | (_, Action::Deal(_)) => Ok(not_now()),
            _ => self.violated_with(state, contents, by, action),
        }
    }

    /// Of a game that is over, only how it ended matters.
    fn differences(&self, engine: &Facts, referee: &Facts) -> Vec<Difference> {
        let is_over = self.places.is_over(engine) && self.places.is_over(referee);
        let matters = |difference: &Difference| !is_over || Places::is_lasting(&difference.fact);
        self.rules.differences(engine, referee).into_iter().filter(matters).collect()
    }

    fn words(&self, rule: &str) -> Option<&str> {
        self.rules.words(rule).or_else(|| self.setup.words(rule))
    }
}

/// Deals have rules of their own, so it is said here what `deed.lp` says of all other moves: they answer what is asked.
fn not_now() -> Vec<String> {
    vec!["not_now".to_owned()]
}

fn deal(contents: &Contents<Content>, id: ContentId) -> Result<&Deal, Failure> {
    match contents.get(id) {
        Some(Content::Deal(deal)) => Ok(deal),
        _ => Err(Failure::Unknown("a deal of nothing".to_owned())),
    }
}
