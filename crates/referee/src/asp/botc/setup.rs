//! Set-ups by the rules of `rules/botc/setup.lp`. Accepts deals of the engine, emits the rules that they break; accepts a script and a
//! number of players, emits every bag that breaks none.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

use gaslamp_botc::rules::Deal;
use gaslamp_botc::{Bag, Character, Script, Setup};

use super::profile::Profile;
use super::rules;
use crate::asp::program::{Failure, Given, Input, Output, Patience, Program};

/// What the rules call a character whom they do not know.
const STRANGER: &str = "stranger";

/// Judges deals at one table.
#[derive(Debug)]
pub struct SetupReferee {
    program: Program,
    /// By seat and name of the character.
    holds: Vec<HashMap<&'static str, Input>>,
    draws: Vec<HashMap<&'static str, Input>>,
    violations: Vec<(String, Output)>,
}

impl SetupReferee {
    /// A referee for deals at this table.
    ///
    /// # Errors
    /// When a character of the script is not among those whose rules are stated, or clingo fails.
    pub fn new(setup: &Setup) -> Result<Self, Failure> {
        let seats = setup.names.len();
        let host = "may_hold(H,C) :- H = 0..seats-1, character(C).\n";
        let program = program(&setup.script, seats, setup.counts, host)?;
        let ids = setup.script.characters().iter().map(|character| character.facts().id);
        let names: Vec<&'static str> = ids.chain([STRANGER]).collect();
        let inputs = |predicate: &str, seat: usize| -> Result<HashMap<&'static str, Input>, Failure> {
            let input =
                |name: &&'static str| Ok((*name, program.input(&format!("{predicate}({seat},{name})"))?));
            names.iter().map(input).collect()
        };
        Ok(Self {
            holds: (0..seats).map(|seat| inputs("holds", seat)).collect::<Result<_, _>>()?,
            draws: (0..seats).map(|seat| inputs("draws", seat)).collect::<Result<_, _>>()?,
            violations: program.outputs("violated"),
            program,
        })
    }

    /// The rules that a deal breaks, by name; none if it is legal.
    ///
    /// # Errors
    /// When it is for more seats than the table has, or clingo fails; that is no answer.
    pub fn judge(&mut self, deal: &Deal) -> Result<Vec<String>, Failure> {
        if deal.size() > self.holds.len() {
            return Err(Failure::Unknown(format!("seat {} at this table", deal.size())));
        }
        let mut given = self.program.question();
        set_all(&mut given, &self.holds, deal.roles());
        set_all(&mut given, &self.draws, deal.tokens());
        let mut broken = Vec::new();
        let violations = &self.violations;
        self.program.ask(&given, &Patience::ENDLESS, |model| {
            for (rule, output) in violations {
                if output.holds(model)? {
                    broken.push(rule.clone());
                }
            }
            Ok(ControlFlow::Break(()))
        })?;
        Ok(broken)
    }

    /// What the files of the script's characters declare.
    pub(super) fn profile(&self) -> Profile {
        Profile::of(&self.program)
    }

    /// What a rule says, in words.
    #[must_use]
    pub fn words(&self, rule: &str) -> Option<&str> {
        self.program.words(rule)
    }

    /// The names of all rules that may be broken.
    #[must_use]
    pub fn rules(&self) -> BTreeSet<&str> {
        self.violations.iter().map(|(rule, _)| rule.as_str()).collect()
    }
}

fn set_all(given: &mut Given, places: &[HashMap<&'static str, Input>], characters: &[Character]) {
    for (known, character) in places.iter().zip(characters) {
        let input = known.get(character.facts().id).or_else(|| known.get(STRANGER));
        input.into_iter().for_each(|input| given.set(*input));
    }
}

/// Every bag of this script for this many players, sorted.
///
/// # Errors
/// When a character of the script is not among those whose rules are stated, or clingo fails; that is no answer.
pub fn bags(script: &Script, players: usize) -> Result<Vec<Bag>, Failure> {
    let mut program = program(script, players, None, "may_hold(C,C) :- on_script(C).\n")?;
    let mut given = program.question();
    program.inputs().filter(|(name, _)| *name != "strict").for_each(|(_, input)| given.leave_open(input));
    given.set(program.input("strict")?);
    let characters = script.characters();
    let of = |predicate: &str, holder: Character, character: Character| {
        program.output(&format!("{predicate}({},{})", holder.facts().id, character.facts().id))
    };
    let holds: Vec<(Character, Output)> =
        characters.iter().map(|&character| (character, of("holds", character, character))).collect();
    let pairs = characters.iter().flat_map(|&holder| characters.iter().map(move |&token| (holder, token)));
    let others: Vec<(Character, Character, Output)> = pairs
        .filter(|(holder, token)| holder != token)
        .map(|(holder, token)| (holder, token, of("draws", holder, token)))
        .collect();
    let mut bags = Vec::new();
    program.ask(&given, &Patience::ENDLESS, |model| {
        let mut bag = Bag { roles: Vec::new(), tokens: Vec::new() };
        for &(character, output) in &holds {
            if output.holds(model)? {
                bag.roles.push(character);
            }
        }
        for &(holder, token, output) in &others {
            if output.holds(model)? {
                bag.tokens.push((holder, token));
            }
        }
        bag.roles.sort_unstable();
        bags.push(bag);
        Ok(ControlFlow::Continue(()))
    })?;
    bags.sort_unstable();
    Ok(bags)
}

/// The rules of set-ups, with what the host adds to them.
fn program(
    script: &Script,
    seats: usize,
    own_counts: Option<[usize; 4]>,
    host: &str,
) -> Result<Program, Failure> {
    let texts = rules::of_setup(script, seats, own_counts)?;
    Program::new(texts.iter().map(String::as_str).chain([host]))
}
