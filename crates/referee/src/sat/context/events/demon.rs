//! How the Demon goes from one player to another, and a Recluse who is taken for evil.

use gaslamp_botc::Character;
use gaslamp_botc::notation::trace_model::roles::Stint;
use gaslamp_botc::rules::phase::NIGHT;

use super::super::ledger::Ledger;
use super::super::{Cause, Truth, Variable};
use super::virgin::{registered, unseen};
use super::{Finding, any_of};

pub(super) fn passed_on(ledger: &Ledger<'_>, role: Character) -> Vec<Variable> {
    let mut chosen = ledger.attacks.iter().filter(|attack| !attack.is_bounced);
    let chose_itself = chosen
        .find(|attack| attack.by == Some(attack.on))
        .map(|attack| Finding::yes(attack.number, format!("{} chose themselves", ledger.name(attack.on))));
    vec![
        any_of(chose_itself, ledger).named(format!("{role}_chose_itself"), ledger),
        any_of(inherited(ledger, role), ledger).named(format!("{role}_was_passed_on"), ledger),
    ]
}

/// Such a Demon has died at night, and somebody else is that Demon afterwards.
fn inherited(ledger: &Ledger<'_>, role: Character) -> Option<Finding> {
    ledger.deaths.iter().find_map(|death| {
        let at = death.since.number;
        let is_night = death.since.phase.label == NIGHT;
        let dead = death.player;
        if !is_night || ledger.standing(dead, at).role != Some(role) {
            return None;
        }
        let became = |player: usize| {
            let stints = ledger.model.roles.stints(player);
            stints.into_iter().find(|stint| is_it_after(ledger, role, stint, at))
        };
        let players = 0..ledger.model.names.len();
        let (heir, stint) =
            players.filter(|&player| player != dead).find_map(|player| Some((player, became(player)?)))?;
        let reason =
            format!("{} died, and {} is the {} now", ledger.name(dead), ledger.name(heir), role.name());
        Some(Finding::yes(stint.told.at, reason))
    })
}

/// Whether somebody is said to be that Demon behind this event, or to become it with it.
fn is_it_after(ledger: &Ledger<'_>, role: Character, stint: &Stint, at: usize) -> bool {
    let is_it = stint.standing.role.or(ledger.known.demon) == Some(role);
    is_it && stint.told.at + 1 >= at
}

pub(super) fn became_demon(ledger: &Ledger<'_>, role: Character) -> Vec<Variable> {
    let by_token = ledger.tokens.iter().find(|placement| placement.token.owner() == role);
    let by_token = by_token.and_then(|placement| Some((placement.on, placement.since.as_ref()?.number)));
    let promoted = |player: usize| {
        let stints = ledger.model.roles.stints(player);
        let becomes = |pair: &&[Stint]| {
            let [was, is] = [pair[0], pair[1]].map(|stint| stint.standing.role);
            was == Some(role) && Ledger::is_demon(is.or(ledger.known.demon))
        };
        stints.windows(2).find(becomes).map(|pair| (player, pair[1].told.at))
    };
    let became = by_token.or_else(|| (0..ledger.model.names.len()).find_map(promoted));
    let became =
        became.map(|(player, at)| Finding::yes(at, format!("{} became the Demon", ledger.name(player))));
    vec![any_of(became, ledger).named(format!("{role}_became_demon"), ledger)]
}

/// A Recluse died of a Slayer's shot, inherited the Imp, or was shown as a Minion by somebody sober and healthy.
pub(super) fn registered_as_evil(ledger: &Ledger<'_>, role: Character) -> Vec<Variable> {
    let is_it = |player: usize, at: usize| ledger.standing(player, at).role == Some(role);
    let shot = ledger
        .deaths
        .iter()
        .find(|death| death.cause == Cause::Shot && is_it(death.player, death.since.number));
    let shot =
        shot.map(|death| Finding::yes(death.since.number, format!("{} was shot", ledger.name(death.player))));
    let inherited = (0..ledger.model.names.len()).find_map(|player| {
        let stints = ledger.model.roles.stints(player);
        let pair = stints.windows(2).find(|pair| pair[0].standing.role == Some(role))?;
        Some(Finding::yes(pair[1].told.at, format!("{} became the Demon", ledger.name(player))))
    });
    let shown = ledger.tokens.iter().filter_map(|placement| {
        let at = placement.since.as_ref()?.number;
        let is_shown = placement.token.word() == "minion" && is_it(placement.on, at);
        is_shown.then(|| registered(ledger, placement, at))
    });
    let finding = shot.into_iter().chain(inherited).chain(shown);
    let finding = finding.min_by_key(|finding| finding.value != Truth::True);
    vec![finding.unwrap_or_else(unseen).named(format!("{role}_registered_as_evil"), ledger)]
}
