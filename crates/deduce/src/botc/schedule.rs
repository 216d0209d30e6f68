//! In which nights a player would have something to report, judging by what the whole table saw. Accepts a script, a claimed character
//! and a log; the [`Profile`] of a character says what it is asked and told.

use gaslamp_botc::rules::script::Step;
use gaslamp_botc::rules::{ChoiceShape, Profile, Shape, Subject};
use gaslamp_botc::{Character, CharacterSet, Script, Team};
use gaslamp_core::Seat;

use super::case::{LogEntry, PublicEvent};

/// Who wakes when, as far as the table can see.
pub(super) struct Schedule {
    /// The characters that wake before the first Demon kills.
    early: CharacterSet,
}

impl Schedule {
    /// The schedule of a script, by its night order.
    pub(super) fn of(script: &Script) -> Self {
        let kills = |character: Character| {
            character.team() == Team::Demon && Profile::of(character).is_some_and(|profile| profile.kills())
        };
        let order = script.night_order(true).into_iter().filter_map(|step| match step {
            Step::Character(character) => Some(character),
            Step::MinionInfo | Step::DemonInfo => None,
        });
        Self { early: order.take_while(|character| !kills(*character)).collect() }
    }

    /// Whether a player of this character is asked or told something in this night, as far as the table could see.
    pub(super) fn is_due(&self, character: Character, seat: Seat, night: u16, log: &[LogEntry]) -> bool {
        let Some(profile) = Profile::of(character).filter(has_to_tell) else { return false };
        let is_woken = if profile.wakes_when_dying() {
            died_in(log, seat, night)
        } else {
            // No Demon kills in the first night.
            let has_woken = night == 1 || self.early.contains(character);
            is_alive(log, seat, night) || died_in(log, seat, night) && has_woken
        };
        let has_cause = !profile.wakes_after_execution() || executed_before(log, night).is_some();
        profile.wakes_in(night) && is_woken && has_cause
    }
}

/// Whether the character is ever asked or told anything at night.
fn has_to_tell(profile: &Profile) -> bool {
    profile.choice() != ChoiceShape::Nothing || profile.telling() != Shape::Silent
}

/// Whether a report of this ability names the player who was executed, rather than one who was chosen.
pub(super) fn is_about_executed(ability: Character) -> bool {
    Profile::of(ability).is_some_and(|profile| profile.subject() == Subject::Executed)
}

/// On which nights a character may wake: the first, others. Hardly anybody dies in the first, so a character that wakes upon
/// dying wakes in others.
pub(super) fn nights(character: Character) -> [bool; 2] {
    Profile::of(character).map_or([false; 2], |profile| {
        [profile.wakes_first_night() && !profile.wakes_when_dying(), profile.wakes_other_nights()]
    })
}

/// Who was executed and died on the day before this night.
pub(super) fn executed_before(log: &[LogEntry], night: u16) -> Option<Seat> {
    log.iter().filter(|seen| seen.number + 1 == night).find_map(|seen| match seen.what {
        PublicEvent::Executed { seat, died: true } => Some(seat),
        PublicEvent::ExecutedForNominating { by, .. } => Some(by),
        _ => None,
    })
}

/// Whether a player was alive at the end of this night.
fn is_alive(log: &[LogEntry], seat: Seat, night: u16) -> bool {
    let is_past = |seen: &&LogEntry| {
        seen.number < night || seen.number == night && matches!(seen.what, PublicEvent::Died(_))
    };
    !log.iter().filter(is_past).any(|seen| seen.what.dead().contains(seat))
}

fn died_in(log: &[LogEntry], seat: Seat, night: u16) -> bool {
    log.iter().any(|seen| {
        seen.number == night && matches!(seen.what, PublicEvent::Died(died) if died.contains(seat))
    })
}
