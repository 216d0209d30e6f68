//! A simple player worth beating.
//!
//! The sheriff checks, and comes forward on finding the first black or when somebody else claims to be the sheriff;
//! citizens follow a sheriff they can believe; blacks shoot whoever claims to be the sheriff, and one of them
//! claims it too.

use gaslamp_core::{Choice, Reply, Rng, Seat, Seats, View};
use gaslamp_mafia::encoding::listed;
use gaslamp_mafia::rules::{ActionSet, Finding};
use gaslamp_mafia::view::Scene;
use gaslamp_mafia::{Action, Colour, Role, SEATS, State};

use super::is_legal;
use super::memory::{Claim, Memory};
use crate::Agent;

/// A player with a few rules of thumb.
#[derive(Clone, Debug)]
pub struct Heuristic {
    rng: Rng,
    memory: Memory,
}

impl Heuristic {
    /// A player that breaks ties with this generator.
    #[must_use]
    pub fn new(rng: Rng) -> Self {
        Self { rng, memory: Memory::default() }
    }
}

impl Agent<State> for Heuristic {
    fn decide(&mut self, view: &View<State>) -> Reply<State> {
        self.memory.follow(view);
        let mut decision = Decision { view, memory: &self.memory, rng: &mut self.rng };
        let action = match view.now.scene {
            Scene::Talk(_) | Scene::LastWords(_) => decision.talk(),
            Scene::Vote { round: 3, .. } => decision.lift(),
            Scene::Vote { .. } => decision.vote(),
            Scene::Night { .. } => decision.night(),
            Scene::Deal | Scene::Over => Action::EndTurn,
        };
        Reply::Choice(Choice::Action(action))
    }
}

/// One decision.
struct Decision<'a> {
    view: &'a View<State>,
    memory: &'a Memory,
    rng: &'a mut Rng,
}

impl Decision<'_> {
    fn is_black(&self) -> bool {
        self.view.now.role.is_some_and(|role| role.colour() == Colour::Black)
    }

    /// This player and, if black, its team.
    fn own(&self) -> Seats {
        self.view.now.team.with(self.view.seat)
    }

    /// The first of these that may be done now.
    fn first_legal(&self, preferences: impl IntoIterator<Item = Action>) -> Option<Action> {
        preferences.into_iter().find(|&preference| is_legal(self.view, preference))
    }

    fn talk(&mut self) -> Action {
        let reveal = self.reveal();
        let target = self.target();
        let nomination = target.map(Action::Nominate);
        let accusation = target.filter(|_| !self.is_black()).map(|seat| Action::Say(seat, Colour::Black));
        let preferences = [reveal, nomination, accusation].into_iter().flatten();
        self.first_legal(preferences).unwrap_or(Action::EndTurn)
    }

    /// What the sheriff, or a black who poses as the sheriff, claims next.
    fn reveal(&self) -> Option<Action> {
        if self.view.now.role == Some(Role::Sheriff) {
            return self.sheriff_reveals();
        }
        let enemy = self.enemy_sheriff().filter(|&enemy| self.is_new(enemy, Colour::Black))?;
        let check = Action::ClaimCheck(enemy, Colour::Black);
        if self.plays_sheriff() {
            self.first_legal(self.claim_sheriff().into_iter().chain([check]))
        } else {
            None
        }
    }

    fn sheriff_reveals(&self) -> Option<Action> {
        let found_black = |(_, found): &(Seat, Finding)| *found == Finding::Colour(Colour::Black);
        let comes_forward = self.memory.findings.iter().any(found_black)
            || !self.memory.sheriffs.set().without(self.view.seat).is_empty()
            || matches!(self.view.now.scene, Scene::LastWords(_))
            || self.view.now.day >= 3;
        if !comes_forward {
            return None;
        }
        let checks = self.memory.findings.iter().filter_map(|&(seat, found)| match found {
            Finding::Colour(colour) if self.is_new(seat, colour) => Some(Action::ClaimCheck(seat, colour)),
            _ => None,
        });
        self.first_legal(self.claim_sheriff().into_iter().chain(checks))
    }

    /// Whether this check has not been claimed yet.
    fn is_new(&self, about: Seat, colour: Colour) -> bool {
        !self.memory.claims.contains(&Claim { by: self.view.seat, about, colour })
    }

    fn claim_sheriff(&self) -> Option<Action> {
        (!self.memory.sheriffs.set().contains(self.view.seat)).then_some(Action::ClaimSheriff)
    }

    /// Somebody who claims to be the sheriff, lives, and is not of this player's team.
    fn enemy_sheriff(&self) -> Option<Seat> {
        let mut latest_first = self.memory.sheriffs.as_slice().iter().rev().copied();
        let enemies = self.view.now.living.minus(self.own());
        latest_first.find(|&seat| enemies.contains(seat))
    }

    /// Whether this black is the one to counter-claim: the lowest living one, unless another did already.
    fn plays_sheriff(&self) -> bool {
        let team = self.view.now.team.and(self.view.now.living);
        let is_taken = !team.and(self.memory.sheriffs.set()).is_empty();
        self.is_black() && !is_taken && team.lowest().is_none_or(|seat| seat > self.view.seat)
    }

    /// Whom to nominate or vote against, out of everybody alive.
    fn target(&mut self) -> Option<Seat> {
        let living = self.view.now.living;
        if self.is_black() {
            // Push a rival sheriff, or follow a suspicion against a red.
            return self.enemy_sheriff().or_else(|| self.worst(living.iter(), 10));
        }
        self.worst(living.iter(), 1)
    }

    /// The most suspicious of these, if suspicious enough; one of several by chance.
    fn worst(&mut self, seats: impl Iterator<Item = Seat> + Clone, least: i32) -> Option<Seat> {
        let scores = self.scores();
        let score = |seat: &Seat| scores[seat.index()];
        let top = seats.clone().map(|seat| score(&seat)).max().filter(|&top| top >= least)?;
        let mut best = seats.filter(|seat| score(seat) == top);
        let chosen = self.rng.below(best.clone().count() as u32);
        best.nth(chosen as usize)
    }

    /// Suspicion as a red sees it; a black uses the same scores but spares its team.
    fn scores(&self) -> [i32; SEATS] {
        let mut score = self.memory.suspicion(self.view.seat);
        for seat in self.own().iter() {
            score[seat.index()] = -10_000;
        }
        score
    }

    fn vote(&mut self) -> Action {
        let nominees = self.view.now.nominees;
        let enemy = self.enemy_sheriff().filter(|_| self.is_black());
        if let Some(enemy) = enemy.filter(|&enemy| nominees.set().contains(enemy)) {
            return Action::Vote(enemy);
        }
        self.worst(nominees.as_slice().iter().copied(), i32::MIN).map_or(Action::EndTurn, Action::Vote)
    }

    /// Round 3: a black keeps its team, a red votes out those it suspects.
    fn lift(&mut self) -> Action {
        let tied = self.view.now.nominees;
        let eliminate = if self.is_black() {
            tied.set().and(self.own()).is_empty()
        } else {
            let score = self.scores();
            tied.as_slice().iter().map(|seat| score[seat.index()]).sum::<i32>() > 0
        };
        if eliminate { Action::EliminateAll } else { Action::KeepAll }
    }

    fn night(&mut self) -> Action {
        let sheriff = self.memory.findings.iter().find(|(_, found)| *found == Finding::Sheriff(true));
        let prey = sheriff.map(|(seat, _)| *seat).or_else(|| self.enemy_sheriff());
        if let Some(kill) = prey.map(Action::Kill).filter(|&kill| is_legal(self.view, kill)) {
            return kill;
        }
        let checked: Seats = self.memory.findings.iter().map(|(seat, _)| *seat).collect();
        let own = self.own();
        let is_useful = |action: &Action| match action {
            Action::Kill(seat) => !own.contains(*seat),
            Action::SheriffCheck(seat) | Action::DonCheck(seat) => !own.or(checked).contains(*seat),
            _ => false,
        };
        let useful = listed(self.view).iter().filter(is_useful).fold(ActionSet::default(), ActionSet::with);
        let chosen = self.rng.below(useful.len() as u32);
        useful.nth(chosen as usize).unwrap_or(Action::EndTurn)
    }
}
