//! A simple player worth beating.
//!
//! The sheriff checks, and comes forward with the first black found or when somebody else claims the name;
//! citizens follow a sheriff they can believe; blacks shoot whoever claims to be the sheriff, and one of them
//! claims it too.

use gaslamp_core::{Reply, Rng, Seat, View};
use gaslamp_mafia::encoding::listed;
use gaslamp_mafia::rules::{ActionSet, Finding};
use gaslamp_mafia::view::Scene;
use gaslamp_mafia::{Action, Colour, Role, SEATS, State};

use super::memory::{Claim, Memory};
use crate::Agent;

/// A player with a few rules of thumb.
#[derive(Clone, Debug)]
pub struct Heuristic {
    rng: Rng,
}

impl Heuristic {
    /// A player that breaks ties with this generator.
    #[must_use]
    pub fn new(rng: Rng) -> Self {
        Self { rng }
    }
}

impl Agent<State> for Heuristic {
    fn decide(&mut self, view: &View<State>) -> Reply<State> {
        let mut mind = Mind { view, legal: listed(view), memory: Memory::of(view), rng: &mut self.rng };
        let action = match view.now.scene {
            Scene::Talk(_) | Scene::LastWords(_) => mind.talk(),
            Scene::Vote { round: 3, .. } => mind.lift(),
            Scene::Vote { .. } => mind.vote(),
            Scene::Night { .. } => mind.night(),
            Scene::Deal | Scene::Over => Action::EndTurn,
        };
        Reply::Choice(gaslamp_core::Choice::Action(action))
    }
}

/// One decision.
struct Mind<'a> {
    view: &'a View<State>,
    legal: ActionSet,
    memory: Memory,
    rng: &'a mut Rng,
}

impl Mind<'_> {
    fn is_black(&self) -> bool {
        self.view.now.role.is_some_and(|role| role.colour() == Colour::Black)
    }

    fn is_own(&self, seat: Seat) -> bool {
        seat == self.view.seat || self.view.now.team.contains(seat)
    }

    /// The first of these that may be done now; else the turn ends.
    fn first_legal(&self, wishes: impl IntoIterator<Item = Action>) -> Action {
        wishes.into_iter().find(|&wish| self.legal.contains(wish)).unwrap_or(Action::EndTurn)
    }

    fn talk(&mut self) -> Action {
        let reveal = self.reveals();
        let target = self.target();
        let mut wishes = reveal;
        wishes.extend(target.map(Action::Nominate));
        wishes.extend(target.filter(|_| !self.is_black()).map(|seat| Action::Say(seat, Colour::Black)));
        self.first_legal(wishes)
    }

    /// What the sheriff tells, or a black who plays the sheriff.
    fn reveals(&self) -> Vec<Action> {
        let own = self.view.seat;
        let is_new = |about, colour| !self.memory.claims.contains(&Claim { by: own, about, colour });
        let others_claim = self.memory.sheriffs.iter().any(|&seat| seat != own);
        if self.view.now.role == Some(Role::Sheriff) {
            let found_black =
                self.memory.findings.iter().any(|(_, found)| *found == Finding::Colour(Colour::Black));
            let last_words = matches!(self.view.now.scene, Scene::LastWords(_));
            if !(found_black || others_claim || last_words || self.view.now.day >= 3) {
                return Vec::new();
            }
            let claims = self.memory.findings.iter().filter_map(|&(seat, found)| match found {
                Finding::Colour(colour) if is_new(seat, colour) => Some(Action::ClaimCheck(seat, colour)),
                _ => None,
            });
            return self.claim_sheriff().into_iter().chain(claims).collect();
        }
        match self.enemy_sheriff() {
            Some(enemy) if self.plays_sheriff() && is_new(enemy, Colour::Black) => {
                self.claim_sheriff().into_iter().chain([Action::ClaimCheck(enemy, Colour::Black)]).collect()
            }
            _ => Vec::new(),
        }
    }

    fn claim_sheriff(&self) -> Option<Action> {
        (!self.memory.sheriffs.contains(&self.view.seat)).then_some(Action::ClaimSheriff)
    }

    /// Somebody who says to be the sheriff, lives, and is not one of the own team.
    fn enemy_sheriff(&self) -> Option<Seat> {
        let mut latest_first = self.memory.sheriffs.iter().rev().copied();
        latest_first.find(|&seat| self.view.now.living.contains(seat) && !self.is_own(seat))
    }

    /// Whether this black is the one to counter-claim: the lowest living one, unless another did already.
    fn plays_sheriff(&self) -> bool {
        let team = self.view.now.team.and(self.view.now.living);
        let taken = team.iter().any(|seat| self.memory.sheriffs.contains(&seat));
        self.is_black() && !taken && team.iter().all(|seat| seat > self.view.seat)
    }

    /// Whom to nominate or vote against if everybody living could be.
    fn target(&mut self) -> Option<Seat> {
        let living: Vec<Seat> = self.view.now.living.iter().collect();
        if self.is_black() {
            // Push a rival sheriff, or follow a suspicion against a red.
            return self.enemy_sheriff().or_else(|| self.worst(&living, 10));
        }
        self.worst(&living, 1)
    }

    /// The most suspicious of these, if suspicious enough.
    fn worst(&mut self, seats: &[Seat], least: i32) -> Option<Seat> {
        let score = self.scores();
        let top = seats.iter().map(|seat| score[seat.index()]).max().filter(|&top| top >= least)?;
        let best: Vec<Seat> = seats.iter().copied().filter(|seat| score[seat.index()] == top).collect();
        self.rng.pick(&best).copied()
    }

    /// Suspicion as a red sees it; a black sees the reds so and spares its own.
    fn scores(&self) -> [i32; SEATS] {
        let mut score = self.memory.suspicion(self.view.seat);
        for seat in self.view.now.team.with(self.view.seat).iter() {
            score[seat.index()] = -10_000;
        }
        score
    }

    fn vote(&mut self) -> Action {
        let nominees = self.view.now.nominees.as_slice().to_vec();
        if let Some(enemy) = self.enemy_sheriff().filter(|_| self.is_black())
            && nominees.contains(&enemy)
        {
            return Action::Vote(enemy);
        }
        self.worst(&nominees, i32::MIN).map_or(Action::EndTurn, Action::Vote)
    }

    /// Round 3: a black keeps its own, a red lets go whom it suspects.
    fn lift(&mut self) -> Action {
        let tied = self.view.now.nominees;
        let eliminate = if self.is_black() {
            tied.as_slice().iter().all(|&seat| !self.is_own(seat))
        } else {
            let score = self.scores();
            tied.as_slice().iter().map(|seat| score[seat.index()]).sum::<i32>() > 0
        };
        if eliminate { Action::EliminateAll } else { Action::KeepAll }
    }

    fn night(&mut self) -> Action {
        let checked: Vec<Seat> = self.memory.findings.iter().map(|(seat, _)| *seat).collect();
        let sheriff = self.memory.findings.iter().find(|(_, found)| *found == Finding::Sheriff(true));
        let prey = sheriff.map(|(seat, _)| *seat).or_else(|| self.enemy_sheriff());
        if let Some(kill) = prey.map(Action::Kill).filter(|&kill| self.legal.contains(kill)) {
            return kill;
        }
        let useful: Vec<Action> = self
            .legal
            .iter()
            .filter(|action| match action {
                Action::Kill(seat) => !self.is_own(*seat),
                Action::DonCheck(seat) => !self.is_own(*seat) && !checked.contains(seat),
                Action::SheriffCheck(seat) => !checked.contains(seat),
                _ => false,
            })
            .collect();
        self.rng.pick(&useful).copied().unwrap_or(Action::EndTurn)
    }
}
