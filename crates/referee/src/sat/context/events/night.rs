//! What happens at night: a Ravenkeeper's death, attacks that a Monk, a Soldier or a Mayor turns aside, a Fortune Teller's choice.

use gaslamp_botc::Character;
use gaslamp_botc::notation::trace_model::Act;
use gaslamp_botc::rules::phase::NIGHT;
use gaslamp_core::trace::Phase;

use super::super::known::{FORTUNE_TELLER, MAYOR, RAVENKEEPER, SOLDIER};
use super::super::ledger::{Attack, Ledger};
use super::super::{Truth, Variable};
use super::{Finding, any_of};

pub(super) fn ravenkeeper(ledger: &Ledger<'_>) -> Vec<Variable> {
    let deaths = ledger
        .deaths
        .iter()
        .filter(|death| ledger.acts_as(death.player, death.since.deed) == Some(RAVENKEEPER));
    let died = deaths.map(|death| {
        let is_night = death.since.phase.label == NIGHT;
        let reason = format!("{} died in {}", ledger.name(death.player), death.since.phase);
        Finding::at(death.since.deed, Truth::of(is_night), reason)
    });
    vec![any_of(died, ledger).named("ravenkeeper_died_at_night", ledger)]
}

/// The deed in which a player died in this phase.
fn death_in(ledger: &Ledger<'_>, player: usize, phase: Phase) -> Option<usize> {
    let deaths = ledger.deaths.iter();
    let mut deaths = deaths.filter(|death| death.player == player && death.since.phase == phase);
    deaths.next().map(|death| death.since.deed)
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
            format!("{name} was chosen and lived; whether the Demon was sober and healthy is not known")
        }
        (_, Truth::Unknown) => {
            format!("{name} was chosen and lived; whether the protection worked is not known")
        }
        _ => format!("{name} was attacked and lived"),
    };
    Finding::at(attack.deed, value, reason)
}

pub(super) fn monk(ledger: &Ledger<'_>) -> Vec<Variable> {
    let warded = ledger.attacks.iter().filter(|attack| attack.is_warded != Truth::False);
    let saved = warded.map(|attack| survived(ledger, attack, attack.is_warded));
    vec![any_of(saved, ledger).named("monk_protection_saved", ledger)]
}

pub(super) fn soldier(ledger: &Ledger<'_>) -> Vec<Variable> {
    let attacked = attacks_on(ledger, SOLDIER);
    let survived = attacked.map(|attack| survived(ledger, attack, sobriety(ledger, SOLDIER, attack)));
    vec![any_of(survived, ledger).named("soldier_survived_attack", ledger)]
}

fn attacks_on<'a>(ledger: &'a Ledger<'_>, role: Character) -> impl Iterator<Item = &'a Attack> {
    ledger.attacks.iter().filter(move |attack| ledger.acts_as(attack.on, attack.deed) == Some(role))
}

/// Whether the one who was attacked was sober and healthy.
fn sobriety(ledger: &Ledger<'_>, role: Character, attack: &Attack) -> Truth {
    let mut actings = ledger.actings.iter();
    let acting = actings.find(|acting| acting.role == role && acting.place.deed == attack.deed);
    acting.map_or(Truth::False, |acting| acting.is_sober)
}

pub(super) fn mayor(ledger: &Ledger<'_>) -> Vec<Variable> {
    let bounced = attacks_on(ledger, MAYOR).map(|attack| bounced(ledger, attack));
    vec![any_of(bounced, ledger).named("mayor_death_bounced", ledger)]
}

/// Whether somebody else was to die instead of the Mayor.
fn bounced(ledger: &Ledger<'_>, attack: &Attack) -> Finding {
    let mayor = ledger.name(attack.on);
    if let Some(at) = death_in(ledger, attack.on, attack.phase) {
        return Finding::at(at, Truth::False, format!("{mayor} died"));
    }
    for (at, deed) in ledger.rest_of_phase(attack.deed) {
        let instead = match (&deed.act, ledger.verb(at)) {
            (Act::Other, "picks") => ledger.targets(at).first().copied(),
            (Act::Dies, _) => deed.by.player(),
            (Act::DemonKills(player), _) => Some(*player),
            (Act::Tokens(changes), _) => changes
                .iter()
                .find(|change| change.comes && change.token.word() == "dead")
                .map(|change| change.on),
            _ => None,
        };
        if let Some(instead) = instead.filter(|&player| player != attack.on) {
            return Finding::yes(at, format!("it came to {} instead of {mayor}", ledger.name(instead)));
        }
    }
    let untold = Finding::untold(ledger);
    Finding { reason: format!("{mayor} was chosen, and nobody is said to have died instead"), ..untold }
}

pub(super) fn fortune_teller(ledger: &Ledger<'_>) -> Vec<Variable> {
    let herring = ledger.tokens.iter().find(|placement| {
        placement.token.owner() == FORTUNE_TELLER && placement.token.word() == "red_herring"
    });
    let choices = (0..ledger.story.events.len()).filter(|&at| ledger.is_fortune_tellers_choice(at));
    let chosen = choices.map(|at| match herring {
        Some(herring) => {
            let is_chosen = ledger.targets(at).contains(&herring.on);
            let verb = if is_chosen { "was" } else { "was not" };
            let reason = format!("{}, the red herring, {verb} chosen", ledger.name(herring.on));
            Finding::at(at, Truth::of(is_chosen), reason)
        }
        None => Finding::at(at, Truth::Unknown, "who is the red herring is not told".to_owned()),
    });
    vec![any_of(chosen, ledger).named("fortune_teller_chose_red_herring", ledger)]
}
