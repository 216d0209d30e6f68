//! What happens by day: a Slayer's shot, a Saint's execution, a Butler's vote, an execution for the Undertaker.

use gaslamp_botc::Character;
use gaslamp_botc::notation::trace_model::Act;

use super::super::ledger::Ledger;
use super::super::{Cause, Death, Placement, Truth, Variable};
use super::{Finding, any_of};

pub(super) fn shot(ledger: &Ledger<'_>, role: Character) -> Vec<Variable> {
    let shot = ledger.actings.iter().find(|acting| acting.role == role);
    let used = shot.map(|acting| {
        let who = acting.player.map_or("somebody", |player| ledger.name(player));
        Finding::yes(acting.place.number, format!("{who} has shot"))
    });
    let killed = ledger.deaths.iter().find(|death| death.cause == Cause::Shot);
    let killed = killed
        .map(|death| Finding::yes(death.since.number, format!("{} died of it", ledger.name(death.player))));
    let is_used = used.is_some();
    let missed = || Finding {
        reason: "the trace does not say that anybody died of it".to_owned(),
        ..Finding::untold(ledger)
    };
    let killed = killed.or_else(|| is_used.then(missed));
    [(used, "shot_was_used"), (killed, "shot_killed")]
        .into_iter()
        .map(|(finding, name)| (finding, format!("{role}_{name}")))
        .map(|(finding, name)| finding.unwrap_or_else(|| Finding::untold(ledger)).named(name, ledger))
        .collect()
}

pub(super) fn was_executed(ledger: &Ledger<'_>, role: Character) -> Vec<Variable> {
    let is_it = |death: &&Death| {
        death.cause == Cause::Execution && ledger.acts_as(death.player, death.since.number) == Some(role)
    };
    let executed =
        ledger.deaths.iter().find(is_it).map(|death| {
            Finding::yes(death.since.number, format!("{} was executed", ledger.name(death.player)))
        });
    vec![any_of(executed, ledger).named(format!("{role}_was_executed"), ledger)]
}

pub(super) fn had_an_execution(ledger: &Ledger<'_>, role: Character) -> Vec<Variable> {
    let executed = ledger.deaths.iter().find(|death| death.cause == Cause::Execution).map(|death| {
        Finding::yes(death.since.number, format!("{} died by execution", ledger.name(death.player)))
    });
    vec![any_of(executed, ledger).named(format!("{role}_had_an_execution"), ledger)]
}

/// Whether the Butler voted with the master's hand up, and without.
pub(super) fn voted_with_master(ledger: &Ledger<'_>, role: Character) -> Vec<Variable> {
    let events = ledger.model.events.iter().enumerate();
    let votes: Vec<(usize, Truth, String)> = events
        .filter_map(|(at, event)| match (&event.act, event.by.player()) {
            (Act::Votes(nominee), Some(player)) if ledger.acts_as(player, at) == Some(role) => {
                let (with_master, reason) = with_master(ledger, at, (player, role), *nominee);
                Some((at, with_master, reason))
            }
            _ => None,
        })
        .collect();
    let with = votes.iter().map(|(at, with, reason)| Finding::at(*at, *with, reason.clone()));
    let without = votes.iter().map(|(at, with, reason)| Finding::at(*at, with.not(), reason.clone()));
    vec![
        any_of(with, ledger).named(format!("{role}_voted_with_master"), ledger),
        any_of(without, ledger).named(format!("{role}_voted_without_master"), ledger),
    ]
}

/// Whether the Butler's master votes for the same nominee, whichever of them is asked first.
fn with_master(
    ledger: &Ledger<'_>,
    at: usize,
    (butler, role): (usize, Character),
    nominee: usize,
) -> (Truth, String) {
    let lay_then = |placement: &&Placement| {
        let since = placement.since.as_ref().map_or(0, |place| place.number);
        placement.token.owner() == role
            && placement.by.is_none_or(|by| by == butler)
            && (since..placement.until.map_or(usize::MAX, |end| end.number)).contains(&at)
    };
    let butler = ledger.name(butler);
    let Some(master) = ledger.tokens.iter().find(lay_then).map(|placement| placement.on) else {
        return (Truth::Unknown, format!("{butler} voted, but the trace does not say who the master is"));
    };
    let name = ledger.name(master);
    let of_master = |at: &usize| ledger.event(*at).by.player() == Some(master);
    let ballot = ballot(ledger, at, nominee);
    let votes = |at: &usize| ledger.event(*at).act == Act::Votes(nominee);
    if ballot.iter().copied().filter(of_master).any(|at| votes(&at)) {
        return (Truth::True, format!("{butler} voted, and so did {name}, the master"));
    }
    let abstains = ballot.iter().copied().filter(of_master).any(|at| ledger.event(at).act == Act::Abstains);
    if abstains || ledger.is_whole() {
        return (Truth::False, format!("{butler} voted, and {name}, the master, did not"));
    }
    (Truth::Unknown, format!("{butler} voted, but the trace does not say whether {name}, the master, did"))
}

/// The events around a vote that belong to the same nomination: up to the next, to a count, or to a vote for somebody else.
fn ballot(ledger: &Ledger<'_>, at: usize, nominee: usize) -> Vec<usize> {
    let phase = ledger.event(at).phase;
    let is_same = |at: &usize| {
        let event = ledger.event(*at);
        let is_other = match event.act {
            Act::Nominates(_) => true,
            Act::Votes(other) => other != nominee,
            _ => ledger.verb(*at) == "counts",
        };
        event.phase == phase && !is_other
    };
    let before = (0..at).rev().take_while(is_same);
    let behind = (at..ledger.model.events.len()).take_while(is_same);
    before.chain(behind).collect()
}
