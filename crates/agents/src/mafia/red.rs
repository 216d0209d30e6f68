//! How a reasoning red plays: by its own beliefs. The sheriff reveals all checks once a finding, a rival claim or the end of
//! its game calls for it.

use gaslamp_core::Seat;
use gaslamp_mafia::rules::Finding;
use gaslamp_mafia::view::Scene;
use gaslamp_mafia::{Action, Colour, Role};

use super::belief_tracker::{Suspicion, any_best};
use super::memory::Claim;
use super::reasoning::Decision;

/// How likely black a player must be to be nominated when a wrong vote costs most.
const SURE: f64 = 0.55;
/// How much likelier black than every nominee a player must be to be nominated as well.
const WORSE: f64 = 0.03;
/// How likely black the tied players must be on average to be voted out together.
const LIFT: f64 = 0.45;
/// From this day on a sheriff comes forward with red checks alone.
const SHERIFF_DAY: u8 = 2;

/// What this player would like to do now, best first.
pub(super) fn preferences(decision: &mut Decision<'_>) -> Vec<Action> {
    let suspicion = decision.beliefs.suspicion();
    match decision.view.now.scene {
        Scene::Talk(_) => {
            let mut preferences = reveals(decision);
            preferences.extend(nomination(decision, &suspicion).map(Action::Nominate));
            preferences
        }
        Scene::LastWords(_) => reveals(decision),
        Scene::Vote { round: 3, .. } => vec![lift(decision, &suspicion)],
        Scene::Vote { .. } => {
            let others = decision.nominees().without(decision.view.seat);
            suspicion.worst(others).map(Action::Vote).into_iter().collect()
        }
        Scene::Night { .. } => check(decision, &suspicion).map(Action::SheriffCheck).into_iter().collect(),
        Scene::Deal | Scene::Over => Vec::new(),
    }
}

/// Whom to nominate: the most suspicious player, if that is better than what would happen otherwise. With an even number of
/// living players a wrong vote costs a day, while a day without a vote costs only a citizen ("End").
fn nomination(decision: &mut Decision<'_>, suspicion: &Suspicion) -> Option<Seat> {
    let worst = any_best(decision.others(), |seat| suspicion.of_seat(seat), decision.rng)?;
    let of_worst = suspicion.of_seat(worst);
    let is_better = match suspicion.worst(decision.nominees().without(decision.view.seat)) {
        Some(nominee) => of_worst > suspicion.of_seat(nominee) + WORSE,
        None => !decision.nominees().is_empty() || decision.view.now.living.len() % 2 == 1 || of_worst > SURE,
    };
    is_better.then_some(worst)
}

/// What the sheriff reveals.
fn reveals(decision: &Decision<'_>) -> Vec<Action> {
    if decision.view.now.role != Some(Role::Sheriff) || !comes_forward(decision) {
        return Vec::new();
    }
    let own = decision.view.seat;
    let claim = (!decision.claimants().contains(own)).then_some(Action::ClaimSheriff);
    let is_new = |about, colour| !decision.memory.claims.contains(&Claim { by: own, about, colour });
    let checks = decision.memory.findings.iter().filter_map(|&(seat, found)| match found {
        Finding::Colour(colour) if is_new(seat, colour) => Some(Action::ClaimCheck(seat, colour)),
        _ => None,
    });
    claim.into_iter().chain(checks).collect()
}

/// Whether the sheriff should come forward.
fn comes_forward(decision: &Decision<'_>) -> bool {
    let now = &decision.view.now;
    let is_black = |&(seat, found): &(Seat, Finding)| {
        found == Finding::Colour(Colour::Black) && now.living.contains(seat)
    };
    matches!(now.scene, Scene::LastWords(_))
        || !decision.claimants().is_empty()
        || now.nominees.set().contains(decision.view.seat)
        || now.day >= SHERIFF_DAY
        || decision.memory.findings.iter().any(is_black)
}

/// Whether to vote out all the tied players.
fn lift(decision: &Decision<'_>, suspicion: &Suspicion) -> Action {
    let tied = decision.nominees();
    let total: f64 = tied.iter().map(|seat| suspicion.of_seat(seat)).sum();
    if total > LIFT * tied.len() as f64 { Action::EliminateAll } else { Action::KeepAll }
}

/// Whom the sheriff checks: the player whose colour is least certain.
fn check(decision: &mut Decision<'_>, suspicion: &Suspicion) -> Option<Seat> {
    any_best(decision.others(), |seat| -(suspicion.of_seat(seat) - 0.5).abs(), decision.rng)
}
