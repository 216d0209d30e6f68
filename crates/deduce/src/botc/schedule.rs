//! In which nights a player would have something to report, judging by what the whole table saw. Accepts a script, a claimed character
//! and a log; the [`Profile`] of a character says what it is asked and told.

use gaslamp_botc::rules::script::Step;
use gaslamp_botc::rules::{ChoiceShape, Profile, Subject};
use gaslamp_botc::{Character, CharacterSet, Script, Team};
use gaslamp_core::{Seat, Seats};

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

    /// Whether a player of this character must have something to report of this night, as far as the table could see.
    pub(super) fn is_due(&self, character: Character, seat: Seat, night: u16, log: &[LogEntry]) -> bool {
        let Some(profile) = Profile::of(character) else { return false };
        let is_woken = if profile.wakes_when_dying() {
            died_in(log, seat, night)
        } else {
            // No Demon kills in the first night.
            let has_woken = night == 1 || self.early.contains(character);
            is_alive(log, seat, night) || died_in(log, seat, night) && has_woken
        };
        let has_cause = !profile.wakes_after_execution() || executed_before(log, night).is_some();
        profile.wakes_in(night) && is_woken && has_cause && has_to_tell(&profile, night)
    }
}

/// Whether the character is told something in this night if it wakes, or must choose. One that may pass, or whose information
/// comes of what it does by day, need not have anything to tell.
fn has_to_tell(profile: &Profile, night: u16) -> bool {
    match profile.choice() {
        ChoiceShape::Nothing => profile.day_verb().is_none() && profile.is_told_in(night),
        choice => !may_choose_nothing(choice),
    }
}

/// Whether a player with this ability may choose nobody and nothing when it wakes.
pub(super) fn may_pass(ability: Character) -> bool {
    Profile::of(ability).is_some_and(|profile| may_choose_nothing(profile.choice()))
}

fn may_choose_nothing(choice: ChoiceShape) -> bool {
    match choice {
        ChoiceShape::Nothing
        | ChoiceShape::One
        | ChoiceShape::Two
        | ChoiceShape::TwoInOrder
        | ChoiceShape::Naming
        | ChoiceShape::Believed => false,
        ChoiceShape::OneOrPass
        | ChoiceShape::TwoOrPass
        | ChoiceShape::OneOrThree
        | ChoiceShape::CharacterOrPass => true,
    }
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
        PublicEvent::ExecutedForNominating { by, died: true, .. } => Some(by),
        _ => None,
    })
}

/// Whether a player was alive at the end of this night.
fn is_alive(log: &[LogEntry], seat: Seat, night: u16) -> bool {
    let is_past = |seen: &&LogEntry| {
        let is_dawn = matches!(seen.what, PublicEvent::Died(_) | PublicEvent::Revived(_));
        seen.number < night || seen.number == night && is_dawn
    };
    !dead_after(log.iter().filter(is_past)).contains(seat)
}

/// Who is alive at the dusk before this night, of this many players.
pub(super) fn alive_before(log: &[LogEntry], night: u16, players: usize) -> Seats {
    Seats::first(players).minus(dead_after(log.iter().filter(|seen| seen.number < night)))
}

/// Who is dead after these events.
fn dead_after<'a>(events: impl Iterator<Item = &'a LogEntry>) -> Seats {
    events.fold(Seats::NONE, |dead, seen| match seen.what {
        PublicEvent::Revived(seats) => dead.minus(seats),
        ref what => dead.or(what.dead()),
    })
}

fn died_in(log: &[LogEntry], seat: Seat, night: u16) -> bool {
    log.iter().any(|seen| {
        seen.number == night && matches!(seen.what, PublicEvent::Died(died) if died.contains(seat))
    })
}
