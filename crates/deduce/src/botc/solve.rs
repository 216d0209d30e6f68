//! Every world that fits a case. Accepts a [`Case`], emits [`Worlds`].

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};

use gaslamp_botc::rules::{Deal, Formula, Hindsight, State, Statement};
use gaslamp_botc::{Character, CharacterSet, Script};
use gaslamp_core::{Diagnostic, Seat, Seats};
use rayon::prelude::*;

use super::case::{Case, Happening, Player, Saying};
use super::course::Course;
use super::suppose::{LUNATIC, Supposition, claimed, counts, suppositions};
use super::unfold::{Options, Unfolding, names_herring};
use super::worlds::{World, Worlds};

/// A case made ready: every supposition can be tried.
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
    Solver::new(case).map(|solver| solver.worlds(&Watch::default()))
}

/// Whoever waits for an answer: sees how far it is, and may stop it.
#[derive(Debug, Default)]
pub struct Watch {
    /// How many suppositions have been tried.
    pub tried: AtomicUsize,
    /// How many worlds have been found, some of them perhaps twice.
    pub found: AtomicUsize,
    /// Set to stop with what was found.
    pub stop: Arc<AtomicBool>,
}

/// How many suppositions are tried together by one thread.
const CHUNK: usize = 64;

impl Solver {
    /// Makes a case ready.
    ///
    /// # Errors
    /// What the case asks for and the rules engine does not have.
    pub fn new(case: &Case) -> Result<Self, Vec<Diagnostic>> {
        let counts = counts(case)?;
        let table = Hindsight::new(&script(case), counts)?;
        let suppositions = suppositions(case, counts);
        Ok(Self { course: Course::new(case), options: options(case), table, suppositions })
    }

    /// How many ways there are to seat the characters before anything is looked at but the claims.
    #[must_use]
    pub fn supposed(&self) -> usize {
        self.suppositions.len()
    }

    /// Every world, on as many threads as the pool has, always in the same order.
    #[must_use]
    pub fn worlds(&self, watch: &Watch) -> Worlds {
        self.worlds_where(watch, |_, _| true)
    }

    /// Every world of which `is_it` says so; it is shown the table at the end too.
    #[must_use]
    pub fn worlds_where(&self, watch: &Watch, is_it: impl Fn(&World, &State) -> bool + Sync) -> Worlds {
        let chunks: Vec<Vec<World>> = self
            .suppositions
            .par_chunks(CHUNK)
            .map(|chunk| {
                let mut unfolding = Unfolding::new(&self.course, self.options);
                let mut worlds = Vec::new();
                for supposition in chunk {
                    if watch.stop.load(Relaxed) {
                        break;
                    }
                    let before = worlds.len();
                    let found = self.worlds_of(supposition, &mut unfolding);
                    let kept = found.into_iter().filter(|(world, end)| is_it(world, end.state()));
                    worlds.extend(kept.map(|(world, _)| world));
                    watch.tried.fetch_add(1, Relaxed);
                    watch.found.fetch_add(worlds.len() - before, Relaxed);
                }
                worlds
            })
            .collect();
        let is_complete = watch.tried.load(Relaxed) >= self.suppositions.len();
        Worlds::new(chunks.into_iter().flatten(), self.suppositions.len(), is_complete)
    }

    /// A world of which `is_it` says so, if there is one: the first in order. It is shown the table at the end too.
    #[must_use]
    pub fn find(&self, is_it: impl Fn(&World, &State) -> bool + Sync) -> Option<World> {
        self.suppositions.par_chunks(CHUNK).find_map_first(|chunk| {
            let mut unfolding = Unfolding::new(&self.course, self.options);
            chunk.iter().find_map(|supposition| {
                let worlds = self.worlds_of(supposition, &mut unfolding);
                worlds.into_iter().find(|(world, end)| is_it(world, end.state())).map(|(world, _)| world)
            })
        })
    }

    /// In how many worlds, of those of which `is_it` says so, something holds whatever was hidden, and in how many it may.
    #[must_use]
    pub fn holds_where(
        &self,
        is_it: impl Fn(&World, &State) -> bool + Sync,
        holds: impl Fn(&World, &State) -> bool + Sync,
    ) -> Holds {
        let ends = self.suppositions.par_chunks(CHUNK).flat_map_iter(|chunk| {
            let mut unfolding = Unfolding::new(&self.course, self.options);
            let mut found = Vec::new();
            for (world, end) in
                chunk.iter().flat_map(|supposition| self.worlds_of(supposition, &mut unfolding))
            {
                if is_it(&world, end.state()) {
                    let holds = holds(&world, end.state());
                    found.push((world, holds));
                }
            }
            found
        });
        let mut worlds: BTreeMap<World, [bool; 2]> = BTreeMap::new();
        for (world, holds) in ends.collect::<Vec<_>>() {
            worlds.entry(world).or_default()[usize::from(holds)] = true;
        }
        let count = |is_it: fn(&[bool; 2]) -> bool| worlds.values().filter(|found| is_it(found)).count();
        Holds { always: count(|found| !found[0]), at_times: count(|found| found[1]), worlds: worlds.len() }
    }

    fn worlds_of(&self, supposition: &Supposition, unfolding: &mut Unfolding<'_>) -> Vec<(World, Hindsight)> {
        let Some(deal) = Deal::new(&supposition.seats) else { return Vec::new() };
        let table = self.table.dealt(&deal);
        let ends = unfolding.ends(&table, supposition);
        let kept = ends.into_iter().map(|(end, _)| end).filter(|end| is_honesty_kept(end, supposition));
        kept.map(|end| (world(supposition, &end), end)).collect()
    }
}

/// In how many worlds something holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Holds {
    /// In so many, whatever was hidden.
    pub always: usize,
    /// In so many, at least if the hidden choices were right.
    pub at_times: usize,
    /// Of so many.
    pub worlds: usize,
}

pub(super) fn options(case: &Case) -> Options {
    Options {
        demon_may_attack_dead: case.demon_may_attack_dead,
        may_revive: roles(case).contains(Character::with_id("professor")),
        herring_matters: formulas(case).any(names_herring),
        claims_several: seats_where(case, |player| player.claims.len() > 1),
        tells_all: case.tells_all,
        tells_changes: case.tells_changes,
        silent: seats_where(case, |player| player.claims.is_empty()),
    }
}

pub(super) fn world(supposition: &Supposition, end: &Hindsight) -> World {
    World {
        start: supposition.seats.iter().map(|(role, _)| *role).collect(),
        end: end.state().all_roles().to_vec(),
        evil: end.state().all_evil(),
    }
}

/// Keeps, of the tables at the end of a supposition, one for each world.
pub(super) fn keep_worlds(ends: &mut Vec<(Hindsight, f64)>, supposition: &Supposition) {
    let mut seen: Vec<Vec<Character>> = Vec::new();
    ends.retain(|(end, _)| {
        let roles = end.state().all_roles();
        let is_new = !seen.iter().any(|known| known == roles) && is_honesty_kept(end, supposition);
        if is_new {
            seen.push(roles.to_vec());
        }
        is_new
    });
}

/// Who was good and lied ends evil; who was evil and ends good has not lied.
pub(super) fn is_honesty_kept(end: &Hindsight, supposition: &Supposition) -> bool {
    let evil = end.state().all_evil();
    supposition.seats.iter().enumerate().all(|(index, (role, _))| {
        let seat = Seat::new(index);
        let was_evil = CharacterSet::EVIL.contains(*role);
        let may_lie = was_evil || *role == LUNATIC;
        let is_evil = evil.contains(seat);
        let is_honest = supposition.honest.contains(seat);
        is_honest || is_evil || may_lie && !was_evil
    })
}

/// Everybody who may be, become or be spoken of.
pub(super) fn roles(case: &Case) -> CharacterSet {
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
        Saying::Grimoire { roles, .. } => roles.iter().copied().collect(),
        Saying::Answered { .. } | Saying::Things { .. } | Saying::Team { .. } => CharacterSet::NONE,
    }
}

/// The script of a case: its characters, in the night order that is played.
pub(super) fn script(case: &Case) -> Script {
    let script = Script::new("", roles(case).iter());
    let played = match &case.script {
        Some(played) => Some(played.clone()),
        None => Script::built_in("tb").filter(|printed| roles(case).minus(printed.set()).is_empty()),
    };
    match played.as_ref().and_then(Script::own_order) {
        Some(order) => script.with_order(order.clone()),
        None => script,
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

fn seats_where(case: &Case, is_so: impl Fn(&Player) -> bool) -> Seats {
    let seats = case.players.iter().enumerate().filter(|(_, player)| is_so(player));
    seats.map(|(index, _)| Seat::new(index)).collect()
}
