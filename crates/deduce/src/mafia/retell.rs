//! One deal against one view: the engine plays the view again as if the cards had been dealt so.
//!
//! Everything public is played as it was seen, and what is hidden so that it comes to what was seen. No search is
//! needed, as of hidden deeds only the night's victim ever shows:
//! - A check is seen by whoever makes it and changes nothing, so others pass.
//! - Others shoot whoever is found dead at dawn. If nobody is, they miss, which is never refused; with
//!   `unanimous_kill` a single miss saves everybody.
//! - Votes are revealed in the end. Until then nothing depends on them, so before the reveal of a round others keep
//!   their hands down.
//!
//! The engine refuses or tells otherwise whatever a deal makes impossible: own role, team, checks, who is awake, whom a
//! shot cannot hit, when the game is over.

use gaslamp_core::trace::Phase;
use gaslamp_core::{Actor, Contents, Game as _, Seat, Seats, View};
use gaslamp_mafia::view::Scene;
use gaslamp_mafia::{Action, Deal, Event, Phrase, Rules, State};

use crate::replay::{follow, looks_alike};

/// The view without mere talk, which changes nothing ("Day n": only nominations change the state).
pub(super) fn without_talk(view: &View<State>) -> View<State> {
    let mut view = view.clone();
    view.seen.retain(|(_, event)| !matches!(event.phrase, Phrase::Act(action) if is_talk(action)));
    view
}

fn is_talk(action: Action) -> bool {
    matches!(action, Action::ClaimSheriff | Action::DenySheriff | Action::ClaimCheck(..) | Action::Say(..))
}

/// Whether the seat could have this view, without its talk, if the cards had been dealt so. Before the deal it could
/// always.
pub(super) fn fits(rules: Rules, view: &View<State>, deal: Deal) -> bool {
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

/// Whether the seat would see the card that it sees, and its team. The engine would find out too, but deals all the
/// cards for it, which takes much longer.
fn is_own_card(view: &View<State>, deal: &Deal) -> bool {
    let is_black = deal.blacks().contains(view.seat);
    let team = if is_black { deal.blacks().without(view.seat) } else { Seats::NONE };
    view.now.role == Some(deal.role(view.seat)) && view.now.team == team
}

/// What happens next in a run that is to end in this view; nothing if the view should have ended before.
fn next_action(state: &State, view: &View<State>, seen: usize) -> Option<Action> {
    let ahead = view.seen.get(seen..)?;
    let actor = state.to_act()?;
    match state.sight(view.seat).scene {
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
