//! Every world that fits a case. Accepts a [`Case`], emits [`Worlds`].

use std::collections::BTreeSet;

use gaslamp_botc::rules::{Deal, Formula, Hindsight, Statement};
use gaslamp_botc::{Character, CharacterSet, Script};
use gaslamp_core::{Diagnostic, Seat, Seats};

use super::case::{Case, Happening, Saying};
use super::course::Course;
use super::suppose::{Supposition, claimed, counts, suppositions};
use super::unfold::{Options, Unfolding, names_herring};

/// Who is what, at the beginning and at the end. Worlds that differ only in hidden choices are one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct World {
    /// Everybody's role when the game began.
    pub start: Vec<Character>,
    /// Everybody's role at the end of what is known.
    pub end: Vec<Character>,
    /// Who is evil at the end.
    pub evil: u32,
}

/// The worlds of a case, each once, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Worlds {
    /// The worlds.
    pub worlds: Vec<World>,
    /// How many ways there are to seat the characters before anything is known of the game but the claims.
    pub supposed: usize,
}

/// A case made ready: suppositions can be tried one by one.
pub struct Solver {
    course: Course,
    options: Options,
    table: Hindsight,
    suppositions: Vec<Supposition>,
}

/// Finds every world.
///
/// # Errors
/// What the case asks for and the rules engine does not have.
pub fn solve(case: &Case) -> Result<Worlds, Vec<Diagnostic>> {
    let solver = Solver::new(case)?;
    let mut worlds = BTreeSet::new();
    let mut unfolding = Unfolding::new(&solver.course, solver.options);
    for supposition in &solver.suppositions {
        worlds.extend(solver.worlds_of(supposition, &mut unfolding));
    }
    Ok(Worlds { worlds: worlds.into_iter().collect(), supposed: solver.suppositions.len() })
}

impl Solver {
    /// Makes a case ready.
    ///
    /// # Errors
    /// What the case asks for and the rules engine does not have.
    pub fn new(case: &Case) -> Result<Self, Vec<Diagnostic>> {
        let counts = counts(case)?;
        let table = Hindsight::new(&script(case), counts)?;
        let course = Course::new(case);
        let options = Options {
            demon_may_attack_dead: case.demon_may_attack_dead,
            may_revive: roles(case).contains(Character::with_id("professor")),
            herring_matters: formulas(case).any(names_herring),
            claims_several: several(case),
        };
        Ok(Self { course, options, table, suppositions: suppositions(case, counts) })
    }

    fn worlds_of(&self, supposition: &Supposition, unfolding: &mut Unfolding<'_>) -> Vec<World> {
        let Some(deal) = Deal::new(&supposition.seats) else { return Vec::new() };
        let table = self.table.dealt(&deal);
        let ends = unfolding.ends(&table, supposition);
        ends.iter()
            .filter(|end| is_honesty_kept(end, supposition))
            .map(|end| world(supposition, end))
            .collect()
    }
}

fn world(supposition: &Supposition, end: &Hindsight) -> World {
    World {
        start: supposition.seats.iter().map(|(role, _)| *role).collect(),
        end: end.state().all_roles().to_vec(),
        evil: end.state().all_evil().bits(),
    }
}

/// Who was good and lied ends evil; who was evil and ends good has not lied.
fn is_honesty_kept(end: &Hindsight, supposition: &Supposition) -> bool {
    let evil = end.state().all_evil();
    supposition.seats.iter().enumerate().all(|(index, (role, _))| {
        let seat = Seat::new(index);
        let was_evil = CharacterSet::EVIL.contains(*role);
        let may_lie = was_evil || *role == Character::with_id("lunatic");
        let is_evil = evil.contains(seat);
        let is_honest = supposition.honest.contains(seat);
        is_honest || is_evil || may_lie && !was_evil
    })
}

/// Everybody who may be, become or be spoken of.
fn roles(case: &Case) -> CharacterSet {
    let mut roles = case.hidden.or(case.also_on_script).or(case.you_may_be).or(claimed(case));
    for said in case.players.iter().flat_map(|player| &player.says) {
        roles = roles.or(named(&said.what));
    }
    for seen in &case.log {
        if let Happening::Juggled { guesses, .. } = &seen.what {
            roles = roles.or(guesses.iter().map(|(_, guess)| *guess).collect());
        }
    }
    roles
}

/// The characters that a saying names.
fn named(saying: &Saying) -> CharacterSet {
    match saying {
        Saying::Report(report) => {
            let told: CharacterSet = match report.told {
                Some(Statement::Pair { character, .. } | Statement::Is(character)) => {
                    CharacterSet::only(character)
                }
                Some(Statement::OneOf(a, b)) => CharacterSet::only(a).with(b),
                _ => CharacterSet::NONE,
            };
            told.with(report.ability)
        }
        Saying::Chose { ability, character, .. } => CharacterSet::only(*ability).with(*character),
        Saying::Became { character, .. } => CharacterSet::only(*character),
        Saying::Bluffs(bluffs) => *bluffs,
        Saying::Answered { .. } | Saying::Things { .. } => CharacterSet::NONE,
    }
}

/// The script of a case. Trouble Brewing has an order of its own.
fn script(case: &Case) -> Script {
    let script = Script::new("", roles(case).iter());
    let printed = Script::built_in("tb");
    match printed.as_ref().map(|printed| (printed.set(), printed.own_order())) {
        Some((set, Some(order))) if roles(case).minus(set).is_empty() => script.with_order(order.clone()),
        _ => script,
    }
}

fn formulas(case: &Case) -> impl Iterator<Item = &Formula> {
    let said = case.players.iter().flat_map(|player| &player.says).flat_map(|said| match &said.what {
        Saying::Answered { truth, .. } => vec![truth],
        Saying::Things { things, .. } => things.iter().collect(),
        _ => Vec::new(),
    });
    let gossip = case.log.iter().filter_map(|seen| match &seen.what {
        Happening::Gossiped { truth, .. } => Some(truth),
        _ => None,
    });
    said.chain(gossip)
}

fn several(case: &Case) -> Seats {
    let several = case.players.iter().enumerate().filter(|(_, player)| player.claims.len() > 1);
    several.map(|(index, _)| Seat::new(index)).collect()
}
