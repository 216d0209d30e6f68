//! What happened, as named facts: those that a character of the trace can bring about are there, whether they are true or not.

mod day;
mod demon;
mod night;
mod virgin;

use gaslamp_botc::rules::Profile;
use gaslamp_botc::{Character, Team};

use super::character::{binds_vote, has, has_red_herring, may_register, shoots};
use super::ledger::Ledger;
use super::{Truth, Variable};

/// Of which characters there are such events, and what finds them.
type Finder = (fn(Character) -> bool, fn(&Ledger<'_>, Character) -> Vec<Variable>);

const FINDERS: [Finder; 14] = [
    (|role| has(role, Profile::answers_nomination), virgin::nominated),
    (shoots, day::shot),
    (|role| has(role, Profile::loses_by_execution), day::was_executed),
    (binds_vote, day::voted_with_master),
    (|role| has(role, Profile::wakes_after_execution), day::had_an_execution),
    (|role| has(role, Profile::passes_on), demon::passed_on),
    (|role| has(role, Profile::may_succeed_demon), demon::became_demon),
    (|role| may_register(role, Team::Minion), demon::registered_as_evil),
    (|role| may_register(role, Team::Townsfolk), virgin::registered_as_good),
    (|role| has(role, Profile::wakes_when_dying), night::died_at_night),
    (|role| has(role, Profile::may_divert_death), night::death_bounced),
    (|role| has(role, Profile::guards_others), night::protection_saved),
    (|role| has(role, Profile::is_safe_from_demon), night::survived_attack),
    (has_red_herring, night::chose_red_herring),
];

/// The events of the characters that the trace names.
pub(super) fn of(ledger: &Ledger<'_>) -> Vec<Variable> {
    let there = ledger.known.characters;
    let found = |&(has_events, find): &Finder| {
        there.iter().filter(move |role| has_events(*role)).flat_map(move |role| find(ledger, role))
    };
    FINDERS.iter().flat_map(found).collect()
}

/// Something that was found in a trace: whether it is so, why, and which event says so.
struct Finding {
    value: Truth,
    reason: String,
    number: Option<usize>,
}

impl Finding {
    fn at(number: usize, value: Truth, reason: String) -> Self {
        Self { value, reason, number: Some(number) }
    }

    /// It happened in this event.
    fn yes(number: usize, reason: String) -> Self {
        Self::at(number, Truth::True, reason)
    }

    /// Nothing in the trace says so: it did not happen if the trace is whole.
    fn untold(ledger: &Ledger<'_>) -> Self {
        let (value, reason) = if ledger.is_whole() {
            (Truth::False, "it has not happened")
        } else {
            (Truth::Unknown, "the trace does not say")
        };
        Self { value, reason: reason.to_owned(), number: None }
    }

    fn named(self, name: impl Into<String>, ledger: &Ledger<'_>) -> Variable {
        Variable {
            name: name.into(),
            value: self.value,
            reason: self.reason,
            place: self.number.map(|number| ledger.place(number)),
        }
    }
}

/// The strongest of several findings: one that is so, else one that may be, else one that is not.
fn any_of(findings: impl IntoIterator<Item = Finding>, ledger: &Ledger<'_>) -> Finding {
    let weight = |finding: &Finding| match finding.value {
        Truth::True => 0,
        Truth::Unknown => 1,
        Truth::False => 2,
    };
    findings.into_iter().min_by_key(weight).unwrap_or_else(|| Finding::untold(ledger))
}
