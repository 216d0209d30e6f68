//! What happens at night: a Ravenkeeper's death, attacks that a Monk, a Soldier or a Mayor turns aside, a Fortune Teller's choice.

use gaslamp_botc::Character;
use gaslamp_botc::notation::trace_model::Act;
use gaslamp_botc::rules::phase::NIGHT;
use gaslamp_core::trace::Phase;

use super::super::character::is_red_herring;
use super::super::ledger::{Attack, Ledger};
use super::super::{Truth, Variable};
use super::{Finding, any_of};

pub(super) fn died_at_night(ledger: &Ledger<'_>, role: Character) -> Vec<Variable> {
    let deaths =
        ledger.deaths.iter().filter(|death| ledger.acts_as(death.player, death.since.number) == Some(role));
    let died = deaths.map(|death| {
        let is_night = death.since.phase.label == NIGHT;
        let reason = format!("{} died in {}", ledger.name(death.player), death.since.phase);
        Finding::at(death.since.number, Truth::of(is_night), reason)
    });
    vec![any_of(died, ledger).named(format!("{role}_died_at_night"), ledger)]
}

/// The event in which a player died in this phase.
fn death_in(ledger: &Ledger<'_>, player: usize, phase: Phase) -> Option<usize> {
    let deaths = ledger.deaths.iter();
    let mut deaths = deaths.filter(|death| death.player == player && death.since.phase == phase);
    deaths.next().map(|death| death.since.number)
}

/// Whether an attack came to nothing because of what should keep the player alive.
fn survived(ledger: &Ledger<'_>, attack: &Attack, is_safe: Truth) -> Finding {
    let name = ledger.name(attack.on);
    if let Some(at) = death_in(ledger, attack.on, attack.phase) {
        return Finding::at(at, Truth::False, format!("{name} died in {}", attack.phase));
    }
    let value = attack.is_sober.and(is_safe);
    let reason = match (attack.is_sober, is_safe) {
        (Truth::False, _) => "the Demon was not sober and healthy".to_owned(),
        (Truth::Unknown, _) => {
            format!(
                "{name} was chosen and lived, but it is not known whether the Demon was sober and healthy"
            )
        }
        (_, Truth::Unknown) => {
            format!("{name} was chosen and lived, but it is not known whether the protection worked")
        }
        _ => format!("{name} was attacked and lived"),
    };
    Finding::at(attack.number, value, reason)
}

pub(super) fn protection_saved(ledger: &Ledger<'_>, role: Character) -> Vec<Variable> {
    let warded = ledger.attacks.iter().filter(|attack| attack.is_warded != Truth::False);
    let saved = warded.map(|attack| survived(ledger, attack, attack.is_warded));
    vec![any_of(saved, ledger).named(format!("{role}_protection_saved"), ledger)]
}

pub(super) fn survived_attack(ledger: &Ledger<'_>, role: Character) -> Vec<Variable> {
    let attacked = attacks_on(ledger, role);
    let survived = attacked.map(|attack| survived(ledger, attack, sobriety(ledger, role, attack)));
    vec![any_of(survived, ledger).named(format!("{role}_survived_attack"), ledger)]
}

fn attacks_on<'a>(ledger: &'a Ledger<'_>, role: Character) -> impl Iterator<Item = &'a Attack> {
    ledger.attacks.iter().filter(move |attack| ledger.acts_as(attack.on, attack.number) == Some(role))
}

/// Whether the one who was attacked was sober and healthy.
fn sobriety(ledger: &Ledger<'_>, role: Character, attack: &Attack) -> Truth {
    let mut actings = ledger.actings.iter();
    let acting = actings.find(|acting| acting.role == role && acting.place.number == attack.number);
    acting.map_or(Truth::False, |acting| acting.is_sober)
}

pub(super) fn death_bounced(ledger: &Ledger<'_>, role: Character) -> Vec<Variable> {
    let bounced = attacks_on(ledger, role).map(|attack| bounced(ledger, attack));
    vec![any_of(bounced, ledger).named(format!("{role}_death_bounced"), ledger)]
}

/// Whether somebody else was to die instead of the Mayor.
fn bounced(ledger: &Ledger<'_>, attack: &Attack) -> Finding {
    let mayor = ledger.name(attack.on);
    if let Some(at) = death_in(ledger, attack.on, attack.phase) {
        return Finding::at(at, Truth::False, format!("{mayor} died"));
    }
    for (at, event) in ledger.rest_of_phase(attack.number) {
        let instead = match (&event.act, ledger.verb(at)) {
            (Act::Other, "picks") => ledger.targets(at).first().copied(),
            (Act::Dies, _) => event.by.player(),
            (Act::DemonKills(player), _) => Some(*player),
            (Act::Tokens(changes), _) => changes
                .iter()
                .find(|change| change.comes && change.token.word() == "dead")
                .map(|change| change.on),
            _ => None,
        };
        if let Some(instead) = instead.filter(|&player| player != attack.on) {
            return Finding::yes(at, format!("{} was struck instead of {mayor}", ledger.name(instead)));
        }
    }
    let untold = Finding::untold(ledger);
    Finding {
        reason: format!("{mayor} was chosen, and the trace does not say that anybody died instead"),
        ..untold
    }
}

pub(super) fn chose_red_herring(ledger: &Ledger<'_>, role: Character) -> Vec<Variable> {
    let herring = ledger
        .tokens
        .iter()
        .find(|placement| placement.token.owner() == role && is_red_herring(placement.token));
    let choices = (0..ledger.model.events.len()).filter(|&at| ledger.is_choice_of(role, at));
    let chosen = choices.map(|at| match herring {
        Some(herring) => {
            let is_chosen = ledger.targets(at).contains(&herring.on);
            let verb = if is_chosen { "was" } else { "was not" };
            let reason = format!("{}, the red herring, {verb} chosen", ledger.name(herring.on));
            Finding::at(at, Truth::of(is_chosen), reason)
        }
        None => Finding::at(at, Truth::Unknown, "the trace does not say who the red herring is".to_owned()),
    });
    vec![any_of(chosen, ledger).named(format!("{role}_chose_red_herring"), ledger)]
}
