//! The first nomination of the Virgin, and whether the nominator was a Townsfolk.
//!
//! The rule book: the first nomination spends the ability whoever nominates and whether it works or not, so the token alone says
//! nothing about the nominator. A nominator who is executed at once counted as a Townsfolk; one who is not, though the Virgin was sober and
//! healthy, did not.

use gaslamp_botc::Character;
use gaslamp_botc::characters::{ReminderToken, Team};
use gaslamp_botc::notation::trace_model::Act;
use gaslamp_botc::rules::Profile;

use super::super::character::{has, may_register};
use super::super::ledger::Ledger;
use super::super::{Placement, Truth, Variable};
use super::Finding;

pub(super) fn nominated(ledger: &Ledger<'_>, role: Character) -> Vec<Variable> {
    let nomination = first_nomination(ledger, role);
    let was_nominated = match nomination {
        Some((at, nominee)) => Finding::yes(at, nominated_text(ledger, at, nominee)),
        None => spent(ledger, role).unwrap_or_else(|| Finding::untold(ledger)),
    };
    let is_nominated = was_nominated.value == Truth::True;
    let mut variables = vec![was_nominated.named(format!("{role}_was_nominated"), ledger)];
    if is_nominated {
        let (was_executed, was_townsfolk) = match nomination {
            Some((at, nominee)) => (executed_at_once(ledger, at), nominator(ledger, at, nominee)),
            None => (Finding::untold(ledger), Finding::untold(ledger)),
        };
        variables.push(was_townsfolk.named("nominator_was_townsfolk", ledger));
        variables.push(was_executed.named(format!("{role}_executed_nominator"), ledger));
    }
    variables
}

fn nominated_text(ledger: &Ledger<'_>, at: usize, nominee: usize) -> String {
    let by = ledger.event(at).by.player().map_or("somebody", |player| ledger.name(player));
    format!("{by} nominated {}", ledger.name(nominee))
}

/// Where the Virgin was nominated first, and who she is.
fn first_nomination(ledger: &Ledger<'_>, role: Character) -> Option<(usize, usize)> {
    let acting = ledger.actings.iter().find(|acting| acting.role == role)?;
    let at = acting.place.number;
    match ledger.event(at).act {
        Act::Nominates(nominee) => Some((at, nominee)),
        _ => None,
    }
}

/// The token that only a nomination puts down.
fn spent(ledger: &Ledger<'_>, role: Character) -> Option<Finding> {
    let token = ledger.tokens.iter().find(|placement| placement.token.owner() == role)?;
    let reason = format!("{} has the token that a nomination puts down", ledger.name(token.on));
    Some(Finding::yes(token.since.as_ref()?.number, reason))
}

/// Whether the nominator was executed before anybody voted.
fn executed_at_once(ledger: &Ledger<'_>, at: usize) -> Finding {
    let Some(nominator) = ledger.event(at).by.player() else { return Finding::untold(ledger) };
    let name = ledger.name(nominator);
    for (later, event) in ledger.rest_of_phase(at) {
        let is_executed = match event.act {
            Act::Executes(player) => player == nominator,
            Act::Dies => event.by.player() == Some(nominator),
            _ => false,
        };
        if is_executed {
            return Finding::yes(later, format!("{name} was executed at once"));
        }
        if Ledger::is_vote(event) || matches!(event.act, Act::Nominates(_) | Act::Executes(_)) {
            return Finding::at(later, Truth::False, format!("the day went on after {name} nominated"));
        }
    }
    Finding::untold(ledger)
}

/// Whether the nominator counted as a Townsfolk.
fn nominator(ledger: &Ledger<'_>, at: usize, virgin: usize) -> Finding {
    let Some(player) = ledger.event(at).by.player() else { return Finding::untold(ledger) };
    let name = ledger.name(player);
    let executed = executed_at_once(ledger, at);
    let virgin_was_sober = ledger.actings.iter().find(|acting| acting.place.number == at);
    let virgin_was_sober = virgin_was_sober.map_or(Truth::Unknown, |acting| acting.is_sober);
    let role = ledger.standing(player, at).role;
    let spy = role.filter(|role| may_register(*role, Team::Townsfolk)).map(Character::name);
    match (role, executed.value, spy) {
        (_, Truth::True, Some(spy)) => Finding::yes(at, format!("{name}, the {spy}, registered as one")),
        (_, Truth::True, None) => Finding { reason: format!("{name} was executed at once"), ..executed },
        (_, Truth::Unknown, Some(spy)) => {
            Finding::at(at, Truth::Unknown, format!("{name}, the {spy}, may have registered as one"))
        }
        (Some(role), ..) => {
            let is_townsfolk = role.team() == Team::Townsfolk;
            Finding::at(at, Truth::of(is_townsfolk), format!("{name} is the {}", role.name()))
        }
        (None, Truth::False, _) if virgin_was_sober == Truth::True => {
            let virgin = ledger.name(virgin);
            let reason = format!("{virgin} was sober and healthy, and {name} was not executed at once");
            Finding::at(at, Truth::False, reason)
        }
        (None, ..) => Finding::at(
            at,
            Truth::Unknown,
            format!("the trace does not say who {name} is, and the token is put down whoever nominates"),
        ),
    }
}

/// A Spy registered as good where only the good can stand.
pub(super) fn registered_as_good(ledger: &Ledger<'_>, role: Character) -> Vec<Variable> {
    let is_spy = |player: usize, at: usize| ledger.standing(player, at).role == Some(role);
    let virgins = ledger.known.characters.iter().filter(|other| has(*other, Profile::answers_nomination));
    let executed = virgins.filter_map(|virgin| first_nomination(ledger, virgin)).find_map(|(at, _)| {
        let player = ledger.event(at).by.player().filter(|&player| is_spy(player, at))?;
        let executed = executed_at_once(ledger, at);
        let reason = format!("{} was executed for nominating the Virgin", ledger.name(player));
        (executed.value == Truth::True).then(|| Finding::yes(at, reason))
    });
    let is_for_good = |token: ReminderToken| matches!(token.word(), "townsfolk" | "outsider" | "red_herring");
    let shown = ledger.tokens.iter().filter_map(|placement| {
        let at = placement.since.as_ref()?.number;
        (is_for_good(placement.token) && is_spy(placement.on, at)).then(|| registered(ledger, placement, at))
    });
    let finding = executed.into_iter().chain(shown).min_by_key(|finding| finding.value != Truth::True);
    vec![finding.unwrap_or_else(unseen).named(format!("{role}_registered_as_good"), ledger)]
}

/// A player has a token that a sober, healthy owner puts only where somebody registers as what it says.
pub(super) fn registered(ledger: &Ledger<'_>, placement: &Placement, at: usize) -> Finding {
    let value = if placement.has_effect == Truth::True { Truth::True } else { Truth::Unknown };
    Finding::at(at, value, format!("{} has {}", ledger.name(placement.on), placement.token))
}

/// How somebody registers is often seen by nobody.
pub(super) fn unseen() -> Finding {
    Finding { value: Truth::Unknown, reason: "nothing shows it".to_owned(), number: None }
}
