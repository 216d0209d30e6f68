//! What happens by day: a Slayer's shot, a Saint's execution, a Butler's vote, an execution for the Undertaker.

use gaslamp_botc::notation::trace_model::Act;

use super::super::known::{BUTLER, SAINT, SLAYER};
use super::super::ledger::Ledger;
use super::super::{Cause, Death, Placement, Truth, Variable};
use super::{Finding, any_of};

pub(super) fn slayer(ledger: &Ledger<'_>) -> Vec<Variable> {
    let shot = ledger.actings.iter().find(|acting| acting.role == SLAYER);
    let used = shot.map(|acting| {
        let who = acting.player.map_or("the Slayer", |player| ledger.name(player));
        Finding::yes(acting.place.deed, format!("{who} has shot"))
    });
    let killed = ledger.deaths.iter().find(|death| death.cause == Cause::Shot);
    let killed = killed
        .map(|death| Finding::yes(death.since.deed, format!("{} died of it", ledger.name(death.player))));
    let is_used = used.is_some();
    let missed =
        || Finding { reason: "nobody is said to have died of it".to_owned(), ..Finding::untold(ledger) };
    let killed = killed.or_else(|| is_used.then(missed));
    [(used, "slayer_shot_was_used"), (killed, "slayer_shot_killed")]
        .into_iter()
        .map(|(finding, name)| finding.unwrap_or_else(|| Finding::untold(ledger)).named(name, ledger))
        .collect()
}

pub(super) fn saint(ledger: &Ledger<'_>) -> Vec<Variable> {
    let is_saint = |death: &&Death| {
        death.cause == Cause::Execution && ledger.acts_as(death.player, death.since.deed) == Some(SAINT)
    };
    let executed =
        ledger.deaths.iter().find(is_saint).map(|death| {
            Finding::yes(death.since.deed, format!("{} was executed", ledger.name(death.player)))
        });
    vec![any_of(executed, ledger).named("saint_was_executed", ledger)]
}

pub(super) fn undertaker(ledger: &Ledger<'_>) -> Vec<Variable> {
    let executed = ledger.deaths.iter().find(|death| death.cause == Cause::Execution).map(|death| {
        Finding::yes(death.since.deed, format!("{} died by execution", ledger.name(death.player)))
    });
    vec![any_of(executed, ledger).named("undertaker_had_an_execution", ledger)]
}

/// Whether the Butler voted with the master's hand up, and without.
pub(super) fn butler(ledger: &Ledger<'_>) -> Vec<Variable> {
    let deeds = ledger.story.events.iter().enumerate();
    let votes: Vec<(usize, Truth, String)> = deeds
        .filter_map(|(at, deed)| match (&deed.act, deed.by.player()) {
            (Act::Votes(nominee), Some(player)) if ledger.acts_as(player, at) == Some(BUTLER) => {
                let (with_master, reason) = with_master(ledger, at, player, *nominee);
                Some((at, with_master, reason))
            }
            _ => None,
        })
        .collect();
    let with = votes.iter().map(|(at, with, reason)| Finding::at(*at, *with, reason.clone()));
    let without = votes.iter().map(|(at, with, reason)| Finding::at(*at, with.not(), reason.clone()));
    vec![
        any_of(with, ledger).named("butler_voted_with_master", ledger),
        any_of(without, ledger).named("butler_voted_without_master", ledger),
    ]
}

/// Whether the Butler's master votes for the same nominee, whichever of them is asked first.
fn with_master(ledger: &Ledger<'_>, at: usize, butler: usize, nominee: usize) -> (Truth, String) {
    let lay_then = |placement: &&Placement| {
        let since = placement.since.as_ref().map_or(0, |place| place.deed);
        placement.token.owner() == BUTLER
            && placement.by.is_none_or(|by| by == butler)
            && (since..placement.until.map_or(usize::MAX, |end| end.deed)).contains(&at)
    };
    let butler = ledger.name(butler);
    let Some(master) = ledger.tokens.iter().find(lay_then).map(|placement| placement.on) else {
        return (Truth::Unknown, format!("{butler} voted, and no master is told of"));
    };
    let name = ledger.name(master);
    let of_master = |at: &usize| ledger.deed(*at).by.player() == Some(master);
    let ballot = ballot(ledger, at, nominee);
    let votes = |at: &usize| ledger.deed(*at).act == Act::Votes(nominee);
    if ballot.iter().copied().filter(of_master).any(|at| votes(&at)) {
        return (Truth::True, format!("{butler} voted, and so did {name}, the master"));
    }
    let abstains = ballot.iter().copied().filter(of_master).any(|at| ledger.deed(at).act == Act::Abstains);
    if abstains || ledger.is_whole() {
        return (Truth::False, format!("{butler} voted, and {name}, the master, did not"));
    }
    (Truth::Unknown, format!("{butler} voted; a vote of {name}, the master, is not told"))
}

/// The deeds around a vote that belong to the same nomination: up to the next, to a count, or to a vote for somebody else.
fn ballot(ledger: &Ledger<'_>, at: usize, nominee: usize) -> Vec<usize> {
    let phase = ledger.deed(at).phase;
    let is_same = |at: &usize| {
        let deed = ledger.deed(*at);
        let is_other = match deed.act {
            Act::Nominates(_) => true,
            Act::Votes(other) => other != nominee,
            _ => ledger.verb(*at) == "counts",
        };
        deed.phase == phase && !is_other
    };
    let before = (0..at).rev().take_while(is_same);
    let behind = (at..ledger.story.events.len()).take_while(is_same);
    before.chain(behind).collect()
}
