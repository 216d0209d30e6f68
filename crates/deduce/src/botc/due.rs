//! When somebody would have something to tell of a night, by what the whole table saw. Accepts a claimed character and a log.

use gaslamp_botc::Character;
use gaslamp_core::Seat;

use super::case::{Happening, Seen};

/// Whether whoever is this character is asked or told something in this night, as far as the table could see.
pub(super) fn is_due(character: Character, seat: Seat, night: u16, log: &[Seen]) -> bool {
    match character.facts().id {
        "ravenkeeper" => died_in(log, seat, night),
        "undertaker" => is_alive(log, seat, night) && executed_before(log, night).is_some(),
        _ => {
            let lives =
                is_alive(log, seat, night) || died_in(log, seat, night) && wakes_before_demons(character);
            lives && schedule(character)[usize::from(night > 1)]
        }
    }
}

/// Whether whom a report of this ability names was not chosen but executed.
pub(super) fn is_about_executed(ability: Character) -> bool {
    ability == Character::with_id("undertaker")
}

/// Whether a character has woken when Demons kill.
fn wakes_before_demons(character: Character) -> bool {
    let place = |character: Character| character.facts().other_night;
    place(character) < place(Character::with_id("imp"))
}

/// On which nights a character may wake: the first, others.
pub(super) fn schedule(character: Character) -> [bool; 2] {
    let facts = character.facts();
    [facts.first_night.is_some(), facts.other_night.is_some()]
}

/// Who died by execution on the day before this night.
pub(super) fn executed_before(log: &[Seen], night: u16) -> Option<Seat> {
    log.iter().filter(|seen| seen.number + 1 == night).find_map(|seen| match seen.what {
        Happening::Executed { seat, died: true } => Some(seat),
        Happening::ExecutedForNominating { by, .. } => Some(by),
        _ => None,
    })
}

/// Whether a player lived at the end of this night.
fn is_alive(log: &[Seen], seat: Seat, night: u16) -> bool {
    let is_past =
        |seen: &&Seen| seen.number < night || seen.number == night && matches!(seen.what, Happening::Died(_));
    !log.iter().filter(is_past).any(|seen| seen.what.dead().contains(seat))
}

fn died_in(log: &[Seen], seat: Seat, night: u16) -> bool {
    log.iter()
        .any(|seen| seen.number == night && matches!(seen.what, Happening::Died(died) if died.contains(seat)))
}
