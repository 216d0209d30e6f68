//! The grimoire: every token as it is in front of the Storyteller. The Spy sees it too.

use std::fmt;

use gaslamp_core::{Seat, Seats};

use super::state::State;
use crate::characters::{Character, ReminderToken};

/// The whole table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grimoire {
    /// The seats, clockwise.
    pub seats: Vec<Entry>,
}

/// One seat of a grimoire.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The character token at the seat. A Drunk has a Townsfolk's token, and a reminder that says so.
    pub character: Character,
    /// Whether the player is alive.
    pub is_alive: bool,
    /// Whether the player has a vote left.
    pub has_vote: bool,
    /// The reminder tokens.
    pub reminders: Vec<Laid>,
}

/// A reminder token at a seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Laid {
    /// The player is this character, whatever the character token says.
    IsThe(Character),
    /// A token placed by an ability.
    Reminder(ReminderToken),
}

impl Laid {
    /// The character whose token it is.
    #[must_use]
    pub fn owner(self) -> Character {
        match self {
            Self::IsThe(character) => character,
            Self::Reminder(token) => token.owner(),
        }
    }

    /// The published token; not every character that is shown as another has one that says so.
    #[must_use]
    pub fn token(self) -> Option<ReminderToken> {
        match self {
            Self::IsThe(character) => ReminderToken::of(character).find(|token| token.marks_its_owner()),
            Self::Reminder(token) => Some(token),
        }
    }
}

/// With its owner: `drunk:is_the_drunk`, `virgin:no_ability`.
impl fmt::Display for Laid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IsThe(character) => write!(f, "{character}:is_the_{character}"),
            Self::Reminder(token) => fmt::Display::fmt(token, f),
        }
    }
}

impl Entry {
    /// The player's true character, which may differ from the character token.
    #[must_use]
    pub fn role(&self) -> Character {
        let is_the = |laid: &Laid| match laid {
            Laid::IsThe(character) => Some(*character),
            Laid::Reminder(_) => None,
        };
        self.reminders.iter().find_map(is_the).unwrap_or(self.character)
    }
}

impl State {
    /// The grimoire as it is now.
    #[must_use]
    pub fn grimoire(&self) -> Grimoire {
        Grimoire { seats: self.all_seats().iter().map(|seat| self.entry(seat)).collect() }
    }

    fn entry(&self, seat: Seat) -> Entry {
        let mut reminders = Vec::new();
        let (role, character) = (self.role(seat), self.shown_token(seat));
        if character != role {
            reminders.push(Laid::IsThe(role));
        }
        for mark in self.marks.iter().filter(|mark| mark.on == seat) {
            reminders.extend(mark.reminder.token().map(Laid::Reminder));
        }
        for &(token, at) in &self.standing_reminders() {
            if at.contains(seat) {
                reminders.push(Laid::Reminder(token));
            }
        }
        let is_alive = self.living.contains(seat);
        let has_vote = is_alive || self.ghost_votes.contains(seat);
        Entry { character, is_alive, has_vote, reminders }
    }

    /// Reminders that follow from the state of the table and that nobody places.
    fn standing_reminders(&self) -> Vec<(ReminderToken, Seats)> {
        let owners = self.alive().iter().filter_map(|seat| {
            let (name, of) = self.ability_of(seat).standing_reminder?;
            Some((ReminderToken::read(self.ability_at(seat), name)?, of(self, seat)))
        });
        owners.collect()
    }
}
