//! The named facts: whether those who acted were sober and healthy, then what happened.

use std::collections::BTreeMap;

use gaslamp_botc::Character;
use gaslamp_core::trace::Phase;

use super::events;
use super::ledger::{Ledger, moment};
use super::{Acting, Truth, Variable};

/// Every variable of a trace.
pub(super) fn of(ledger: &Ledger<'_>) -> Vec<Variable> {
    let mut variables = sobrieties(ledger);
    variables.extend(events::of(ledger));
    variables
}

fn sobrieties(ledger: &Ledger<'_>) -> Vec<Variable> {
    let mut roles: Vec<Character> = Vec::new();
    for acting in &ledger.actings {
        if !roles.contains(&acting.role) {
            roles.push(acting.role);
        }
    }
    roles.into_iter().flat_map(|role| sobriety(ledger, role)).collect()
}

/// Whether a character was sober and healthy whenever it acted, and for each phase if there are several.
fn sobriety(ledger: &Ledger<'_>, role: Character) -> Vec<Variable> {
    let mut phases: BTreeMap<(u16, u8), (Phase, Vec<&Acting>)> = BTreeMap::new();
    for acting in ledger.actings.iter().filter(|acting| acting.role == role) {
        let phase = acting.place.phase;
        phases.entry(moment(phase)).or_insert_with(|| (phase, Vec::new())).1.push(acting);
    }
    let name = format!("{role}_was_sober_and_healthy_when_acting");
    let all = phases.values().flat_map(|(_, actings)| actings).copied();
    let mut variables: Vec<Variable> = weakest(&name, all).into_iter().collect();
    if phases.len() > 1 {
        for (phase, actings) in phases.values() {
            let name = format!("{name}_in_{}", phase.to_string().to_lowercase());
            variables.extend(weakest(&name, actings.iter().copied()));
        }
    }
    variables
}

/// The variable that stands for several actings: false if one of them was not sober, else unknown if one may not have been.
fn weakest<'a>(name: &str, actings: impl Iterator<Item = &'a Acting>) -> Option<Variable> {
    let weight = |acting: &&Acting| match acting.is_sober {
        Truth::False => 0,
        Truth::Unknown => 1,
        Truth::True => 2,
    };
    let acting = actings.min_by_key(weight)?;
    Some(Variable {
        name: name.to_owned(),
        value: acting.is_sober,
        reason: acting.reason.clone(),
        place: Some(acting.place.clone()),
    })
}
