//! What is known of a game: who sits where, what the whole table saw, and what everybody says.
//!
//! Anybody may write a case down, as a puzzle file or from one seat's view of a running game. Nothing in it has been checked
//! against the rules.

use gaslamp_botc::rules::{Formula, Phrase, Profile, Report};
use gaslamp_botc::{Character, CharacterSet, Script};
use gaslamp_core::{Seat, Seats, Span};

use super::variant::Variant;

/// What is known of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Case {
    /// The seats, clockwise.
    pub players: Vec<Player>,
    /// Characters that may be in play although nobody, or somebody else, claims them.
    pub hidden: CharacterSet,
    /// Those of them that may be in play more than once, each as often as it stands here beside the first; only if
    /// characters may repeat.
    pub hidden_again: Vec<Character>,
    /// Characters that can only come into play later.
    pub also_on_script: CharacterSet,
    /// The seat from whose point of view the case is written: what it says is what it knows. `None` if the case is seen from outside.
    pub you: Option<Seat>,
    /// The characters that this seat could be without knowing it.
    pub you_may_be: CharacterSet,
    /// Seats that are certainly honest, whichever side they are on.
    pub known: Seats,
    /// Those of them that are what they claim.
    pub undeluded: Seats,
    /// Seats that report everything they chose and were told.
    pub tells_all: Seats,
    /// Seats that would say so if they had become another character.
    pub tells_changes: Seats,
    /// Numbers of Townsfolk, Outsiders, Minions and Demons before characters change them, if not the usual ones.
    pub counts: Option<[usize; 4]>,
    /// The characters whose abilities somebody has who has several at once; `None` if all of the script that their own
    /// character unites.
    pub united: Option<CharacterSet>,
    /// Whether a character may be in the bag more than once.
    pub duplicate_roles: bool,
    /// Whether a Demon may choose dead players.
    pub demon_may_attack_dead: bool,
    /// The script, for its night order; without one the order is that of Trouble Brewing if all characters are from there, otherwise the
    /// global one.
    pub script: Option<Script>,
    /// What the whole table saw, in order. Deaths that are not listed did not happen.
    pub log: Vec<LogEntry>,
    /// The moment up to which the log goes.
    pub ends: Ending,
    /// What this case adds to the rules.
    pub variant: Variant,
}

impl Case {
    /// Seats that are certainly honest: the one whose point of view it is, and the known ones.
    pub(super) fn certain(&self) -> Seats {
        self.you.map_or(self.known, |you| self.known.with(you))
    }

    /// The names of the players.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.players.iter().map(|player| player.name.clone()).collect()
    }
}

/// One seat of a case.
#[derive(Clone, PartialEq, Debug)]
pub struct Player {
    /// The player's name.
    pub name: String,
    /// What the player claims to have been at the beginning: no claim if empty, one of these if there are several.
    pub claims: Vec<Character>,
    /// What the player claims to have done and learned since.
    pub says: Vec<TestimonyEntry>,
}

/// Something that a player claims to have done or learned, and its place in the text.
#[derive(Clone, PartialEq, Debug)]
pub struct TestimonyEntry {
    /// The testimony.
    pub what: Testimony,
    /// Its place in the text; `None` if it does not come from a text.
    pub span: Option<Span>,
}

/// What a player may claim to have done or learned.
#[derive(Clone, PartialEq, Debug)]
pub enum Testimony {
    /// Chose these players at night and was told this. If the ability involves no choice, the chosen player is the one that the
    /// information is about.
    Report(Report),
    /// Chose a character at night, as a Philosopher does.
    Chose {
        /// The number of the night.
        night: u16,
        /// The character whose ability was used.
        ability: Character,
        /// The chosen character.
        character: Character,
    },
    /// Chose a player and named a character for them, as a Gambler does.
    Named {
        /// The number of the night.
        night: u16,
        /// The character whose ability was used.
        ability: Character,
        /// The chosen player.
        seat: Seat,
        /// The named character.
        character: Character,
    },
    /// Was told something by another player's ability.
    Learned {
        /// The number of the night.
        night: u16,
        /// What was told.
        what: Learned,
    },
    /// Told the Storyteller whom they suspect, as a Puzzlemaster does, and was shown a player.
    Suspected {
        /// The number of the day.
        day: u16,
        /// The character whose ability was used.
        ability: Character,
        /// The suspect.
        seat: Seat,
        /// The player who was shown.
        told: Seat,
    },
    /// The Storyteller's answer to a question made this true.
    Answered {
        /// The number of the day.
        day: u16,
        /// The character whose ability was used.
        ability: Character,
        /// The statement.
        truth: Formula,
    },
    /// The Storyteller's answer to a question about the linked board made this true there.
    AnsweredElsewhere {
        /// The number of the day.
        day: u16,
        /// The character whose ability was used.
        ability: Character,
        /// The statement, about the players of that board.
        truth: Formula,
    },
    /// The Storyteller told these two things.
    Things {
        /// The number of the day.
        day: u16,
        /// The character whose ability was used.
        ability: Character,
        /// The two statements.
        things: [Formula; 2],
    },
    /// Became another character in this night.
    Became {
        /// The number of the night.
        night: u16,
        /// The new character.
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
        /// The number of the night.
        night: u16,
        /// Everybody's role.
        roles: Vec<Character>,
    },
}

/// What a player is told by another player's ability.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Learned {
    /// The player at this seat is this character.
    Knows(Seat, Character),
    /// This character is in play.
    InPlay(Character),
    /// To be mad about being this character, if that is known.
    Mad(Option<Character>),
}

impl Learned {
    /// What an event of the rules tells a player, if it is of this kind.
    #[must_use]
    pub const fn of(phrase: &Phrase) -> Option<Self> {
        match phrase {
            Phrase::Knows(seat, character) => Some(Self::Knows(*seat, *character)),
            Phrase::KnowsInPlay(character) => Some(Self::InPlay(*character)),
            Phrase::Mad(character) => Some(Self::Mad(Some(*character))),
            _ => None,
        }
    }

    /// Whom this is about.
    #[must_use]
    pub const fn about(self) -> Option<Seat> {
        match self {
            Self::Knows(seat, _) => Some(seat),
            Self::InPlay(_) | Self::Mad(_) => None,
        }
    }

    /// Whether only evil players are told this, so that puzzles leave it out.
    #[must_use]
    pub fn is_confided(self) -> bool {
        match self {
            Self::Knows(_, character) | Self::InPlay(character) => {
                Profile::of(character).is_some_and(|profile| profile.confides_in_evil())
            }
            Self::Mad(_) => false,
        }
    }

    /// Whether a player who was told the other might report it so.
    #[must_use]
    pub fn reports(self, told: Self) -> bool {
        self == told || matches!((self, told), (Self::Mad(None), Self::Mad(_)))
    }
}

/// Something that the whole table saw, and its place in the text.
#[derive(Clone, PartialEq, Debug)]
pub struct LogEntry {
    /// The number of the night or day.
    pub number: u16,
    /// The event.
    pub what: PublicEvent,
    /// Its place in the text; `None` if it does not come from a text.
    pub span: Option<Span>,
}

/// What the whole table may see.
#[derive(Clone, PartialEq, Debug)]
pub enum PublicEvent {
    /// These players were alive at dusk and dead at dawn.
    Died(Seats),
    /// These players were dead at dusk and alive at dawn.
    Revived(Seats),
    /// This player was executed by vote.
    Executed {
        /// The executed player.
        seat: Seat,
        /// Whether it killed.
        died: bool,
    },
    /// The first player nominated the second and was executed for it at once.
    ExecutedForNominating {
        /// Who nominated.
        by: Seat,
        /// The nominee.
        nominee: Seat,
        /// Whether it killed.
        died: bool,
    },
    /// The first player nominated the second and nothing unusual followed.
    Nominated {
        /// Who nominated.
        by: Seat,
        /// The nominee.
        nominee: Seat,
    },
    /// The first player nominated the second, if that is known, and died of it.
    DiedNominating {
        /// Who nominated.
        by: Seat,
        /// The nominee.
        nominee: Option<Seat>,
    },
    /// The first player nominated the second, who died of it.
    DiedNominated {
        /// Who nominated.
        by: Seat,
        /// The nominee.
        nominee: Seat,
    },
    /// A player who has died chose somebody publicly, as a Klutz or a Moonchild does.
    Chose {
        /// The character that the player claims to be.
        ability: Character,
        /// The dead player.
        by: Seat,
        /// The chosen player.
        chosen: Seat,
    },
    /// The first player called for a death, and the second died.
    Doomed {
        /// Who called.
        by: Seat,
        /// Who died.
        victim: Seat,
    },
    /// This player died as well of what is told just before.
    DiedToo(Seat),
    /// This player died between two acts of the day.
    DiedByDay(Seat),
    /// A player said "I shoot".
    Shot {
        /// The player.
        by: Seat,
        /// The target.
        target: Seat,
        /// Whether it killed.
        died: bool,
    },
    /// A player guessed characters, as a Juggler does.
    Juggled {
        /// The player.
        by: Seat,
        /// The guesses.
        guesses: Vec<(Seat, Character)>,
    },
    /// A player made a statement, as a Gossip does.
    Gossiped {
        /// The player.
        by: Seat,
        /// The statement.
        truth: Formula,
    },
    /// Everybody who voted that day.
    Voted(Seats),
    /// Everybody who nominated that day.
    Nominators(Seats),
}

impl PublicEvent {
    /// Who dies in this event.
    #[must_use]
    pub const fn dead(&self) -> Seats {
        match self {
            Self::Died(seats) => *seats,
            Self::Executed { seat, died: true }
            | Self::ExecutedForNominating { by: seat, died: true, .. }
            | Self::DiedNominating { by: seat, .. }
            | Self::DiedNominated { nominee: seat, .. }
            | Self::Doomed { victim: seat, .. }
            | Self::DiedToo(seat)
            | Self::DiedByDay(seat)
            | Self::Shot { target: seat, died: true, .. } => Seats::only(*seat),
            _ => Seats::NONE,
        }
    }

    /// Who nominates in this event.
    #[must_use]
    pub const fn nominators(&self) -> Seats {
        match self {
            Self::Nominated { by, .. }
            | Self::ExecutedForNominating { by, .. }
            | Self::DiedNominated { by, .. }
            | Self::DiedNominating { by, .. } => Seats::only(*by),
            Self::Nominators(seats) => *seats,
            _ => Seats::NONE,
        }
    }
}

/// The moment at which a case ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The middle of this night, after everything that players claim to have heard in it.
    Night(u16),
    /// The dawn after this night.
    Dawn(u16),
    /// The middle of this day, after everything listed.
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
