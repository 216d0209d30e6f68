//! How a reasoning black plays: by what the table must believe of everybody, which all of the team know alike.

use gaslamp_core::{Seat, Seats};
use gaslamp_deduce::mafia::{Beliefs, Deed};
use gaslamp_mafia::rules::Finding;
use gaslamp_mafia::view::Scene;
use gaslamp_mafia::{Action, Colour, Event, Phrase};

use super::insight::{Suspicion, any_best, first_best};
use super::reasoning::Mind;

/// So suspicious one of the team must be to be given up in a vote.
const DOOMED: f64 = 0.8;
/// How sharply a table tells those it suspects more from those it suspects less.
const SHARPNESS: f64 = 8.0;
/// So much more likely the next vote must hit a red for a bluff to be worth it.
const WORTH: f64 = 0.05;
/// How much a likely sheriff is feared at night, against somebody whom the table trusts.
const DREAD: f64 = 2.0;

/// What to do now, best first.
pub(super) fn wishes(mind: &mut Mind<'_>) -> Vec<Action> {
    let suspicion = mind.insight.suspicion();
    let reds = mind.view.now.living.minus(team(mind));
    match mind.view.now.scene {
        Scene::Talk(_) => {
            let mut wishes = bluff(mind, reds);
            // The red whom the table suspects most.
            let named = any_best(reds.minus(mind.nominees()), |seat| suspicion.of_seat(seat), mind.rng);
            wishes.extend(named.map(Action::Nominate));
            wishes
        }
        Scene::Vote { round: 3, .. } => vec![lift(mind)],
        Scene::Vote { .. } => vote(mind, &suspicion, reds).map(Action::Vote).into_iter().collect(),
        Scene::Night { .. } => night(mind, &suspicion, reds),
        Scene::LastWords(_) | Scene::Deal | Scene::Over => Vec::new(),
    }
}

fn team(mind: &Mind<'_>) -> Seats {
    mind.view.now.team.with(mind.view.seat)
}

/// What to say as a false sheriff, if the table's answer would be better for the team than to silence. Only who answers
/// another sheriff, or has claimed it before, says so; one of the team is enough.
fn bluff(mind: &Mind<'_>, reds: Seats) -> Vec<Action> {
    let own = mind.view.seat;
    let claimants = mind.claimants();
    let has_claimed = claimants.contains(own);
    let may_claim = has_claimed || (claimants.and(team(mind)).is_empty() && !claimants.is_empty());
    let told: Seats =
        mind.memory.claims.iter().filter(|claim| claim.by == own).map(|claim| claim.about).collect();
    let has_night = told.len() < usize::from(mind.view.now.day.saturating_sub(1));
    if !may_claim || !has_night {
        return Vec::new();
    }
    let (living, among) = (mind.view.now.living, mind.others());
    let claim = Deed::Turn { by: own, claims: true, rivals: claimants, is_last: false };
    let value = |about: Seat, colour: Colour| {
        let check = Deed::Check { by: own, about, colour, is_possible: true, among };
        let deeds = [claim, check];
        standing(&mind.insight.after(if has_claimed { &deeds[1..] } else { &deeds }), living, reds)
    };
    let untold = among.minus(told);
    let checks =
        untold.iter().flat_map(|about| Colour::ALL.map(|colour| (value(about, colour), about, colour)));
    let silence = standing(mind.insight.beliefs(), living, reds);
    match checks.max_by(|a, b| a.0.total_cmp(&b.0)) {
        Some((value, about, colour)) if value > silence + WORTH => {
            let claim = (!has_claimed).then_some(Action::ClaimSheriff);
            claim.into_iter().chain([Action::ClaimCheck(about, colour)]).collect()
        }
        _ => Vec::new(),
    }
}

/// How likely the next vote hits a red if the table believes this.
fn standing(beliefs: &Beliefs, living: Seats, reds: Seats) -> f64 {
    let suspicion = Suspicion::of(beliefs);
    let weight =
        |seats: Seats| -> f64 { seats.iter().map(|seat| (SHARPNESS * suspicion.of_seat(seat)).exp()).sum() };
    weight(reds) / weight(living)
}

/// The red whom the table suspects most, unless one of the team is lost anyway.
fn vote(mind: &Mind<'_>, suspicion: &Suspicion, reds: Seats) -> Option<Seat> {
    let others = mind.nominees().without(mind.view.seat);
    let lost = suspicion.worst(others).filter(|&seat| suspicion.of_seat(seat) > DOOMED);
    lost.or_else(|| suspicion.worst(others.and(reds))).or_else(|| suspicion.worst(others))
}

/// All the tied leave if most of them are red.
fn lift(mind: &Mind<'_>) -> Action {
    let own = mind.nominees().and(team(mind)).len();
    if own * 2 < mind.nominees().len() { Action::EliminateAll } else { Action::KeepAll }
}

/// A shot, and a check of whoever else may be the sheriff.
fn night(mind: &mut Mind<'_>, suspicion: &Suspicion, reds: Seats) -> Vec<Action> {
    let beliefs = mind.insight.beliefs();
    let sheriff = |seat: Seat| beliefs.probability(|deal| deal.sheriff() == seat).unwrap_or(0.0);
    let prey = prey(mind, reds, |seat| DREAD * sheriff(seat) - suspicion.of_seat(seat));
    let seen: Seats = mind.memory.findings.iter().map(|(seat, _)| *seat).chain(prey).collect();
    let check = any_best(reds.minus(seen), sheriff, mind.rng);
    prey.map(Action::Kill).into_iter().chain(check.map(Action::DonCheck)).collect()
}

/// Whom to shoot: whom the shot of this night hit already, the sheriff, if the don has found out, or else where this is most. All of the
/// team come to the same answer where they must agree.
fn prey(mind: &mut Mind<'_>, reds: Seats, worth: impl Fn(Seat) -> f64) -> Option<Seat> {
    if let Some((_, Event { phrase: Phrase::Act(Action::Kill(seat)), .. })) = mind.view.seen.last() {
        return Some(*seat);
    }
    if mind.rules.unanimous_kill {
        return first_best(reds, worth);
    }
    let is_sheriff =
        |(seat, found): &&(Seat, Finding)| *found == Finding::Sheriff(true) && reds.contains(*seat);
    let known = mind.memory.findings.iter().find(is_sheriff).map(|(seat, _)| *seat);
    known.or_else(|| any_best(reds, worth, mind.rng))
}
