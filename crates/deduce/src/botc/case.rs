//! What is known of a game: who sits there, what the whole table saw, and what everybody says.
//!
//! Anybody may write a case down: a puzzle file, or one seat's view of a game that goes on. Nothing in it has been
//! checked against the rules.

use gaslamp_botc::rules::{Formula, Report};
use gaslamp_botc::{Character, CharacterSet, Script};
use gaslamp_core::{Seat, Seats, Span};

/// What is known of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Case {
    /// The seats, clockwise.
    pub players: Vec<Player>,
    /// Who may be in play although nobody, or somebody else, claims it.
    pub hidden: CharacterSet,
    /// Who can only come into play later.
    pub also_on_script: CharacterSet,
    /// Whose eyes these are: what this seat says is what it knows. Nobody's, if it is an outside view.
    pub you: Option<Seat>,
    /// What that seat could be without knowing.
    pub you_may_be: CharacterSet,
    /// Seats whose words are certainly true, whichever side they are on.
    pub known: Seats,
    /// Seats that leave out nothing of what they chose and were told.
    pub tells_all: Seats,
    /// Seats that would say so if they had become somebody else.
    pub tells_changes: Seats,
    /// Townsfolk, Outsiders, Minions and Demons before characters change them, if not the usual ones.
    pub counts: Option<[usize; 4]>,
    /// Whether a character may be in the bag more than once.
    pub duplicate_roles: bool,
    /// Whether a Demon may choose the dead.
    pub demon_may_attack_dead: bool,
    /// The script that is played, for its night order; without one it is that of Trouble Brewing if all characters are from there, else
    /// that of the global sheet.
    pub script: Option<Script>,
    /// What the whole table saw, in order. A death that is not there did not happen.
    pub log: Vec<LogEntry>,
    /// Up to when that is.
    pub ends: Ending,
}

impl Case {
    /// Seats whose words are certainly true: whose eyes these are, and whoever is known.
    pub(super) fn certain(&self) -> Seats {
        self.you.map_or(self.known, |you| self.known.with(you))
    }

    /// What the players are called.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.players.iter().map(|player| player.name.clone()).collect()
    }
}

/// One seat of a case.
#[derive(Clone, PartialEq, Debug)]
pub struct Player {
    /// What the player is called.
    pub name: String,
    /// What the player says to have been at the beginning: nothing if empty, one of these if there are several.
    pub claims: Vec<Character>,
    /// What the player says to have done and learned since.
    pub says: Vec<TestimonyEntry>,
}

/// Something that a player says to have done or learned, and where that stands in the text.
#[derive(Clone, PartialEq, Debug)]
pub struct TestimonyEntry {
    /// What.
    pub what: Testimony,
    /// Where in the text it stands; nowhere if it comes from no text.
    pub span: Option<Span>,
}

/// What a player may say to have done or learned.
#[derive(Clone, PartialEq, Debug)]
pub enum Testimony {
    /// Chose these players at night and was told this. Where the ability lets nobody choose, the chosen one is whom the
    /// information is about.
    Report(Report),
    /// Chose a character at night, as a Philosopher does.
    Chose {
        /// Which night.
        night: u16,
        /// By whose ability.
        ability: Character,
        /// Whom.
        character: Character,
    },
    /// The Storyteller's answer to a question made this true.
    Answered {
        /// Which day.
        day: u16,
        /// By whose ability.
        ability: Character,
        /// What.
        truth: Formula,
    },
    /// The Storyteller told these two things.
    Things {
        /// Which day.
        day: u16,
        /// By whose ability.
        ability: Character,
        /// What.
        things: [Formula; 2],
    },
    /// Became another character in this night.
    Became {
        /// Which night.
        night: u16,
        /// Who.
        character: Character,
    },
    /// A Demon was told that these are not in play.
    Bluffs(CharacterSet),
    /// An evil player was told who else is evil: every Demon and every Minion, but for the player's own role.
    Team {
        /// The Demons, where that was told.
        demons: Option<Seats>,
        /// The other Minions.
        minions: Seats,
    },
    /// A Spy saw who everybody is.
    Grimoire {
        /// Which night.
        night: u16,
        /// Everybody's role.
        roles: Vec<Character>,
    },
}

/// Something that the whole table saw, and where that stands in the text.
#[derive(Clone, PartialEq, Debug)]
pub struct LogEntry {
    /// The number of the night or day.
    pub number: u16,
    /// What.
    pub what: PublicEvent,
    /// Where in the text it stands; nowhere if it comes from no text.
    pub span: Option<Span>,
}

/// What the whole table may see.
#[derive(Clone, PartialEq, Debug)]
pub enum PublicEvent {
    /// These were dead at dawn who lived at dusk.
    Died(Seats),
    /// These lived at dawn who were dead at dusk.
    Revived(Seats),
    /// The vote led to this player's execution.
    Executed {
        /// Who.
        seat: Seat,
        /// Whether it killed.
        died: bool,
    },
    /// The first player nominated the second and was executed for it at once.
    ExecutedForNominating {
        /// Who nominated.
        by: Seat,
        /// Whom.
        nominee: Seat,
    },
    /// The first player nominated the second and nothing unusual followed.
    Nominated {
        /// Who nominated.
        by: Seat,
        /// Whom.
        nominee: Seat,
    },
    /// A player said "I shoot".
    Shot {
        /// Who.
        by: Seat,
        /// Whom.
        target: Seat,
        /// Whether it killed.
        died: bool,
    },
    /// A player guessed characters, as a Juggler does.
    Juggled {
        /// Who.
        by: Seat,
        /// The guesses.
        guesses: Vec<(Seat, Character)>,
    },
    /// A player made a statement, as a Gossip does.
    Gossiped {
        /// Who.
        by: Seat,
        /// What.
        truth: Formula,
    },
    /// All who voted that day.
    Voted(Seats),
    /// All who nominated that day.
    Nominators(Seats),
}

impl PublicEvent {
    /// Who dies of it.
    #[must_use]
    pub const fn dead(&self) -> Seats {
        match self {
            Self::Died(seats) => *seats,
            Self::Executed { seat, died: true }
            | Self::ExecutedForNominating { by: seat, .. }
            | Self::Shot { target: seat, died: true, .. } => Seats::only(*seat),
            _ => Seats::NONE,
        }
    }
}

/// How far a case goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The middle of this night, after all that the speakers say to have heard in it.
    Night(u16),
    /// The dawn after this night.
    Dawn(u16),
    /// The middle of this day, after all that is listed.
    Day(u16),
    /// The end of this day.
    Dusk(u16),
}

impl Ending {
    /// The number of the last night.
    pub(super) const fn night(self) -> u16 {
        match self {
            Self::Night(number) | Self::Dawn(number) | Self::Day(number) | Self::Dusk(number) => number,
        }
    }
}
