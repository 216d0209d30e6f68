//! What happened, as named facts: those that a character of the story can bring about are there, whether they are true or not.

mod day;
mod demon;
mod night;
mod virgin;

use gaslamp_botc::Character;

use super::ledger::Ledger;
use super::{Truth, Variable};

/// What finds the events of a character.
type Finder = fn(&Ledger<'_>) -> Vec<Variable>;

/// The events of the characters that the story names.
pub(super) fn of(ledger: &Ledger<'_>) -> Vec<Variable> {
    let of_character: [(Character, Finder); 14] = {
        use super::known::*;
        [
            (VIRGIN, virgin::virgin),
            (SLAYER, day::slayer),
            (SAINT, day::saint),
            (BUTLER, day::butler),
            (UNDERTAKER, day::undertaker),
            (IMP, demon::imp),
            (SCARLET_WOMAN, demon::scarlet_woman),
            (RECLUSE, demon::recluse),
            (SPY, virgin::spy),
            (RAVENKEEPER, night::ravenkeeper),
            (MAYOR, night::mayor),
            (MONK, night::monk),
            (SOLDIER, night::soldier),
            (FORTUNE_TELLER, night::fortune_teller),
        ]
    };
    let is_there = |(role, _): &(Character, _)| ledger.known.characters.contains(*role);
    of_character.into_iter().filter(is_there).flat_map(|(_, events)| events(ledger)).collect()
}

/// Something that was found in a story: whether it is so, why, and which deed says so.
struct Finding {
    value: Truth,
    reason: String,
    deed: Option<usize>,
}

impl Finding {
    fn at(deed: usize, value: Truth, reason: String) -> Self {
        Self { value, reason, deed: Some(deed) }
    }

    /// It happened in this deed.
    fn yes(deed: usize, reason: String) -> Self {
        Self::at(deed, Truth::True, reason)
    }

    /// Nothing in the story says so: it did not happen if the story is whole.
    fn untold(ledger: &Ledger<'_>) -> Self {
        let (value, reason) = if ledger.is_whole() {
            (Truth::False, "it has not happened")
        } else {
            (Truth::Unknown, "the trace does not tell of it")
        };
        Self { value, reason: reason.to_owned(), deed: None }
    }

    fn named(self, name: &str, ledger: &Ledger<'_>) -> Variable {
        Variable {
            name: name.to_owned(),
            value: self.value,
            reason: self.reason,
            place: self.deed.map(|deed| ledger.place(deed)),
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
