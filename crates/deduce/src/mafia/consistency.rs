//! Whether a view is consistent with a deal: the engine replays the view as if the cards had been dealt so.
//!
//! Everything public is replayed as it was seen, and what is hidden in a way that leads to what was seen. No search is
//! needed, since of everything done in secret only the night's victim ever shows:
//! - A check is seen by whoever makes it and changes nothing, so others pass.
//! - Others shoot whoever is found dead at dawn. If nobody is, they miss, which is never refused; with
//!   `unanimous_kill` a single miss saves everybody.
//! - Votes are revealed in the end. Until then nothing depends on them, so before the reveal of a round others keep
//!   their hands down.
//!
//! Whatever a deal makes impossible, the engine refuses or tells differently: the seat's role, team and checks, who is awake,
//! whom a shot cannot hit, when the game is over.

use gaslamp_core::trace::Phase;
use gaslamp_core::{Actions, Actor, Contents, Game as _, Seat, Seats, View};
use gaslamp_mafia::rules::Ballot;
use gaslamp_mafia::rules::phase::EVENING;
use gaslamp_mafia::view::{Scene, VisibleState};
use gaslamp_mafia::{Action, Deal, Event, Phrase, Role, Rules, SEATS, State};

use crate::replay::{follow, looks_alike};

/// Whether one deal fits a view of a game by these rules.
#[must_use]
pub fn is_possible(rules: Rules, view: &View<State>, deal: Deal) -> bool {
    fits(rules, &without_talk(view), deal)
}

/// Whether one deal fits what is public in a view.
pub(super) fn is_publicly_possible(rules: Rules, view: &View<State>, deal: Deal) -> bool {
    let view = without_talk(view);
    idle_citizen(&view, &deal).is_some_and(|seat| fits(rules, &as_citizen(&view, seat), deal))
}

/// The view without mere talk, which changes nothing ("Day n": only nominations change the state).
fn without_talk(view: &View<State>) -> View<State> {
    let mut view = view.clone();
    view.seen.retain(|(_, event)| !matches!(event.phrase, Phrase::Act(action) if is_talk(action)));
    view
}

/// A citizen of this deal who is not to act now.
fn idle_citizen(view: &View<State>, deal: &Deal) -> Option<Seat> {
    let asked = match view.now.scene {
        Scene::Talk(seat) | Scene::LastWords(seat) | Scene::Vote { voter: seat, .. } => Some(seat),
        Scene::Deal | Scene::Night { .. } | Scene::Over => None,
    };
    let is_meant = |seat: &Seat| deal.role(*seat) == Role::Citizen && asked != Some(*seat);
    Seats::first(SEATS).iter().find(is_meant)
}

/// What this seat has seen if it is a citizen who is not to act now: just what is public.
fn as_citizen(view: &View<State>, seat: Seat) -> View<State> {
    let own = |phrase| Event { phrase, by: Some(seat), audience: Seats::only(seat) };
    let mut seen: Vec<(Phase, Event)> = Vec::new();
    let public = || view.seen.iter().filter(|(_, event)| event.audience.len() == SEATS);
    for (index, &(phase, event)) in public().enumerate() {
        if is_reveal(&event) && seen.last().is_some_and(|(_, last)| !is_reveal(last)) {
            // Who votes sees it at once, and nothing else until all votes are shown.
            let round = public().skip(index).map_while(|(_, event)| ballot(event));
            let cast = round.filter(|(by, _)| *by == seat).map(|(_, ballot)| Phrase::Act(ballot.action()));
            seen.extend(cast.map(|phrase| (phase, own(phrase))));
        }
        seen.push((phase, event));
        if event.phrase == Phrase::GameStart {
            let card = [Phrase::YourPosition(seat), Phrase::YourRole(Role::Citizen)];
            seen.extend(card.map(|phrase| (phase, own(phrase))));
        }
    }
    if let Scene::Vote { voter, .. } = view.now.scene
        && has_voted(&view.now, seat, voter)
    {
        seen.push((Phase::new(EVENING, view.now.day.into()), own(Phrase::Act(Action::EndTurn))));
    }
    let scene = match view.now.scene {
        Scene::Night { .. } => Scene::Night { awake: false },
        scene => scene,
    };
    let role = view.now.role.map(|_| Role::Citizen);
    let now = VisibleState { seat, role, team: Seats::NONE, scene, ..view.now };
    let ended = view.ended.map(|(result, _)| (result, citizens_score(result)));
    View { seat, names: view.names.clone(), now, seen, heard: Vec::new(), legal: Actions::new(), ended }
}

fn is_reveal(event: &Event) -> bool {
    ballot(event).is_some()
}

fn ballot(event: &Event) -> Option<(Seat, Ballot)> {
    match event.phrase {
        Phrase::VoteRevealed(by, ballot) => Some((by, ballot)),
        _ => None,
    }
}

/// Whether this seat has already voted when it is the voter's turn.
fn has_voted(now: &VisibleState, seat: Seat, voter: Seat) -> bool {
    let place = |of: Seat| (SEATS + of.index() - now.starter.index()) % SEATS;
    now.living.contains(seat) && place(seat) < place(voter)
}

/// "End": 1 by team.
fn citizens_score(result: &str) -> i8 {
    match result {
        "red" => 1,
        "black" => -1,
        _ => 0,
    }
}

fn is_talk(action: Action) -> bool {
    matches!(action, Action::ClaimSheriff | Action::DenySheriff | Action::ClaimCheck(..) | Action::Say(..))
}

/// Whether the seat could have this view, without talk, if the cards had been dealt so. Before the deal, any deal fits.
fn fits(rules: Rules, view: &View<State>, deal: Deal) -> bool {
    if view.seen.is_empty() {
        return true;
    }
    if !is_own_card(view, &deal) {
        return false;
    }
    let contents = Contents::default();
    let mut state = State::new(rules);
    let mut action = Action::Deal(deal);
    let mut seen = 0;
    loop {
        let Some(now) = follow(&mut state, action, &contents, view, seen) else { return false };
        seen = now;
        if seen == view.seen.len() && looks_alike(&state, view) {
            return true;
        }
        let Some(next) = next_action(&state, view, seen) else { return false };
        action = next;
    }
}

/// Whether the seat would have its role and team. The engine would find out too, but much more slowly.
fn is_own_card(view: &View<State>, deal: &Deal) -> bool {
    let is_black = deal.blacks().contains(view.seat);
    let team = if is_black { deal.blacks().without(view.seat) } else { Seats::NONE };
    view.now.role == Some(deal.role(view.seat)) && view.now.team == team
}

/// What happens next in a run that leads to this view; nothing if it has gone past the end of the view.
fn next_action(state: &State, view: &View<State>, seen: usize) -> Option<Action> {
    let ahead = view.seen.get(seen..)?;
    let actor = state.to_act()?;
    match state.visible_state(view.seat).scene {
        Scene::Talk(_) | Scene::LastWords(_) => acted(ahead),
        _ if actor == Actor::Seat(view.seat) => acted(ahead),
        Scene::Vote { voter, .. } => Some(voted(voter, ahead)),
        Scene::Night { .. } if state.legal_set().targets(Action::Kill).is_empty() => Some(Action::EndTurn),
        Scene::Night { .. } => Some(found_dead(ahead).map_or(Action::EndTurn, Action::Kill)),
        Scene::Deal | Scene::Over => None,
    }
}

/// The action that is seen next.
fn acted(ahead: &[(Phase, Event)]) -> Option<Action> {
    match ahead.first()?.1.phrase {
        Phrase::Act(action) => Some(action),
        _ => None,
    }
}

/// The vote that the next reveal shows, or a hand kept down.
fn voted(voter: Seat, ahead: &[(Phase, Event)]) -> Action {
    let shown = ahead.iter().find_map(|(_, event)| match event.phrase {
        Phrase::VoteRevealed(by, ballot) if by == voter => Some(ballot.action()),
        _ => None,
    });
    shown.unwrap_or(Action::EndTurn)
}

/// Whose death the next morning begins with.
fn found_dead(ahead: &[(Phase, Event)]) -> Option<Seat> {
    let dawn = ahead.iter().position(|(_, event)| matches!(event.phrase, Phrase::Day(_)))?;
    match ahead.get(dawn + 1)?.1.phrase {
        Phrase::Eliminated(seat) => Some(seat),
        _ => None,
    }
}
