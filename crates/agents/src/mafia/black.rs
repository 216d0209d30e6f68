//! How a reasoning black plays: by what the public believes, which the whole team can work out alike.

use gaslamp_core::{Seat, Seats};
use gaslamp_deduce::mafia::Behaviour;
use gaslamp_mafia::rules::Finding;
use gaslamp_mafia::view::Scene;
use gaslamp_mafia::{Action, Colour, Event, Phrase};

use super::belief_tracker::{Suspicion, any_best, first_best};
use super::reasoning::Decision;

/// How suspicious a teammate must be to be given up in a vote.
const DOOMED: f64 = 0.8;
/// How sharply votes follow suspicion: the exponent of a softmax.
const SHARPNESS: f64 = 8.0;
/// How much likelier a bluff must make it that the next vote hits a red.
const WORTH: f64 = 0.05;
/// How much more it is worth to shoot a likely sheriff than a player whom the table trusts.
const DREAD: f64 = 2.0;

/// What this player would like to do now, best first.
pub(super) fn preferences(decision: &mut Decision<'_>) -> Vec<Action> {
    let suspicion = decision.beliefs.suspicion();
    let reds = decision.view.now.living.minus(team(decision));
    match decision.view.now.scene {
        Scene::Talk(_) => {
            let mut preferences = bluff(decision, &suspicion, reds);
            // The red whom the table suspects most.
            let named =
                any_best(reds.minus(decision.nominees()), |seat| suspicion.of_seat(seat), decision.rng);
            preferences.extend(named.map(Action::Nominate));
            preferences
        }
        Scene::Vote { round: 3, .. } => vec![lift(decision)],
        Scene::Vote { .. } => vote(decision, &suspicion, reds).map(Action::Vote).into_iter().collect(),
        Scene::Night { .. } => night(decision, &suspicion, reds),
        Scene::LastWords(_) | Scene::Deal | Scene::Over => Vec::new(),
    }
}

fn team(decision: &Decision<'_>) -> Seats {
    decision.view.now.team.with(decision.view.seat)
}

/// The claims of a false sheriff, if they leave the team better off than silence does. Only a player who answers another
/// sheriff's claim, or has already claimed, bluffs; one per team is enough.
fn bluff(decision: &Decision<'_>, suspicion: &Suspicion, reds: Seats) -> Vec<Action> {
    let own = decision.view.seat;
    let claimants = decision.claimants();
    let has_claimed = claimants.contains(own);
    let may_claim = has_claimed || (claimants.and(team(decision)).is_empty() && !claimants.is_empty());
    let told: Seats =
        decision.memory.claims.iter().filter(|claim| claim.by == own).map(|claim| claim.about).collect();
    let has_night = told.len() < usize::from(decision.view.now.day.saturating_sub(1));
    if !may_claim || !has_night {
        return Vec::new();
    }
    let (living, among) = (decision.view.now.living, decision.others());
    let claim = Behaviour::Turn { by: own, claims: true, rivals: claimants, is_last: false };
    let value = |about: Seat, colour: Colour| {
        let check = Behaviour::Check { by: own, about, colour, is_possible: true, among };
        let behaviours = [claim, check];
        let done = if has_claimed { &behaviours[1..] } else { &behaviours };
        standing(&decision.beliefs.suspicion_after(done), living, reds)
    };
    let untold = among.minus(told);
    let checks =
        untold.iter().flat_map(|about| Colour::ALL.map(|colour| (value(about, colour), about, colour)));
    let silence = standing(suspicion, living, reds);
    match checks.max_by(|a, b| a.0.total_cmp(&b.0)) {
        Some((value, about, colour)) if value > silence + WORTH => {
            let claim = (!has_claimed).then_some(Action::ClaimSheriff);
            claim.into_iter().chain([Action::ClaimCheck(about, colour)]).collect()
        }
        _ => Vec::new(),
    }
}

/// How likely the next vote hits a red, given what the table suspects.
fn standing(suspicion: &Suspicion, living: Seats, reds: Seats) -> f64 {
    let weight =
        |seats: Seats| -> f64 { seats.iter().map(|seat| (SHARPNESS * suspicion.of_seat(seat)).exp()).sum() };
    weight(reds) / weight(living)
}

/// The red whom the table suspects most, unless a teammate is lost anyway.
fn vote(decision: &Decision<'_>, suspicion: &Suspicion, reds: Seats) -> Option<Seat> {
    let others = decision.nominees().without(decision.view.seat);
    let lost = suspicion.worst(others).filter(|&seat| suspicion.of_seat(seat) > DOOMED);
    lost.or_else(|| suspicion.worst(others.and(reds))).or_else(|| suspicion.worst(others))
}

/// Votes the tied players out if most of them are red.
fn lift(decision: &Decision<'_>) -> Action {
    let own = decision.nominees().and(team(decision)).len();
    if own * 2 < decision.nominees().len() { Action::EliminateAll } else { Action::KeepAll }
}

/// Whom to shoot, and whom to check as a possible sheriff.
fn night(decision: &mut Decision<'_>, suspicion: &Suspicion, reds: Seats) -> Vec<Action> {
    let sheriffs = decision.beliefs.beliefs().sheriff_odds().unwrap_or_default();
    let sheriff = |seat: Seat| sheriffs.get(seat.index()).copied().unwrap_or_default();
    let prey = prey(decision, reds, |seat| DREAD * sheriff(seat) - suspicion.of_seat(seat));
    let seen: Seats = decision.memory.findings.iter().map(|(seat, _)| *seat).chain(prey).collect();
    let check = any_best(reds.minus(seen), sheriff, decision.rng);
    prey.map(Action::Kill).into_iter().chain(check.map(Action::DonCheck)).collect()
}

/// Whom to shoot: the target of a shot already fired tonight, a sheriff whom the don has found, or else whoever is worth most.
/// Where the team must agree, all of them come to the same answer.
fn prey(decision: &mut Decision<'_>, reds: Seats, worth: impl Fn(Seat) -> f64) -> Option<Seat> {
    if let Some((_, Event { phrase: Phrase::Act(Action::Kill(seat)), .. })) = decision.view.seen.last() {
        return Some(*seat);
    }
    if decision.rules.unanimous_kill {
        return first_best(reds, worth);
    }
    let is_sheriff =
        |(seat, found): &&(Seat, Finding)| *found == Finding::Sheriff(true) && reds.contains(*seat);
    let known = decision.memory.findings.iter().find(is_sheriff).map(|(seat, _)| *seat);
    known.or_else(|| any_best(reds, worth, decision.rng))
}
