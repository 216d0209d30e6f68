//! The grimoire: every token as it lies before the Storyteller. A Spy sees it, a Storyteller keeps it.

use gaslamp_core::{Seat, Seats};

use super::state::State;
use crate::characters::Character;

/// The whole table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grimoire {
    /// The seats, clockwise.
    pub seats: Vec<Entry>,
}

/// One seat of a grimoire.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The token that lies there. A Drunk's is a Townsfolk's, and a reminder says so.
    pub character: Character,
    /// Whether the player lives.
    pub is_alive: bool,
    /// Whether the player has a vote left.
    pub has_vote: bool,
    /// The reminder tokens: whose they are, and their names.
    pub reminders: Vec<(Character, String)>,
}

impl State {
    /// The grimoire as it lies now.
    #[must_use]
    pub fn grimoire(&self) -> Grimoire {
        Grimoire { seats: self.seats_set().iter().map(|seat| self.entry(seat)).collect() }
    }

    fn entry(&self, seat: Seat) -> Entry {
        let mut reminders = Vec::new();
        let (role, character) = (self.role(seat), self.shown_token(seat));
        if character != role {
            reminders.push((role, format!("is_the_{role}")));
        }
        for mark in self.marks.iter().filter(|mark| mark.on == seat) {
            reminders.extend(mark.reminder.name().map(|name| (mark.reminder.owner(), name.to_owned())));
        }
        for &(owner, name, at) in &self.standing_reminders() {
            if at.contains(seat) {
                reminders.push((owner, name.to_owned()));
            }
        }
        let is_alive = self.living.contains(seat);
        let has_vote = is_alive || self.ghost_votes.contains(seat);
        Entry { character, is_alive, has_vote, reminders }
    }

    /// Reminders that follow from the table as it is and are not put down by anybody.
    fn standing_reminders(&self) -> Vec<(Character, &'static str, Seats)> {
        let owners = self.alive().iter().filter_map(|seat| {
            let (name, of) = self.ability_of(seat).standing_reminder?;
            Some((self.ability[seat.index()], name, of(self, seat)))
        });
        owners.collect()
    }
}
