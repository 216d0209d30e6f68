//! A grimoire as written: a claim about a table, complete or partial, that no rule has checked yet.
//!
//! Every form of a grimoire is read into a [`GrimoireText`] and written from one: a line ([`super::line`]), a
//! frame ([`super::frame`]), the game state of another tool ([`super::townsquare`]), pictures
//! ([`crate::picture`]).

use gaslamp_core::{Diagnostic, Seat};

use crate::characters::{Character, CharacterSet, ReminderToken, Team};
use crate::rules::script::Script;
use crate::rules::{Grimoire, Laid, State};
use crate::view::VisibleState;

/// A table as written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GrimoireText {
    /// The players, clockwise.
    pub players: Vec<Player>,
    /// The script, if it is given.
    pub script: Option<ScriptNote>,
    /// The bluffs: characters that the Demon is told are not in play.
    pub bluffs: CharacterSet,
    /// The Storyteller's helpers: Fabled and Loric.
    pub fabled: CharacterSet,
}

/// One seat of a grimoire.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Player {
    /// The player's name. Any text without control characters.
    pub name: String,
    /// The character token at the seat.
    pub character: Known,
    /// Whether the player is alive and may vote.
    pub life: Life,
    /// The reminder tokens, from the seat outwards.
    pub tokens: Vec<PlacedReminder>,
}

/// What is known about a character token.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Known {
    /// Nothing.
    #[default]
    Nothing,
    /// It is this character.
    Is(Character),
    /// It is one of these; at least two.
    OneOf(CharacterSet),
}

impl Known {
    /// The characters that are named.
    #[must_use]
    pub fn characters(self) -> CharacterSet {
        match self {
            Self::Nothing => CharacterSet::NONE,
            Self::Is(character) => CharacterSet::only(character),
            Self::OneOf(characters) => characters,
        }
    }
}

/// Whether a player is alive and may vote.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Life {
    /// Alive.
    #[default]
    Alive,
    /// Dead, with a vote left.
    Dead,
    /// Dead, with the vote spent.
    Spent,
}

/// A reminder token at a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlacedReminder {
    /// A printed token.
    Reminder(ReminderToken),
    /// A note in the Storyteller's own words. Any text without control characters.
    Note(String),
}

impl PlacedReminder {
    /// The character it says the player is, if that differs from the character token: `is_the_drunk` marks a
    /// Drunk.
    #[must_use]
    pub fn marks(&self) -> Option<Character> {
        match self {
            Self::Reminder(token) if token.marks_its_owner() => Some(token.owner()),
            Self::Reminder(_) | Self::Note(_) => None,
        }
    }
}

impl Player {
    /// The player's character: the one a reminder names, or else the character token.
    #[must_use]
    pub fn role(&self) -> Known {
        self.tokens.iter().find_map(PlacedReminder::marks).map_or(self.character, Known::Is)
    }
}

/// The script of a grimoire.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScriptNote {
    /// Its title, possibly empty.
    pub title: String,
    /// Its characters.
    pub characters: CharacterSet,
}

impl ScriptNote {
    /// The short name, if this is an unchanged built-in edition.
    #[must_use]
    pub fn short_name(&self) -> Option<&'static str> {
        let is_this = |short: &&str| Self::built_in(short).as_ref() == Some(self);
        Script::BUILT_IN.map(|(short, _)| short).into_iter().find(|short| is_this(short))
    }

    /// The script itself, with the night order of the edition or else the global one.
    #[must_use]
    pub fn script(&self) -> Script {
        let built_in = self.short_name().and_then(Script::built_in);
        built_in.unwrap_or_else(|| Script::new(self.title.clone(), self.characters.iter()))
    }

    /// A built-in edition.
    #[must_use]
    pub fn built_in(short: &str) -> Option<Self> {
        Script::built_in(short).as_ref().map(Self::from)
    }
}

impl From<&Script> for ScriptNote {
    fn from(script: &Script) -> Self {
        Self { title: script.name().to_owned(), characters: script.set() }
    }
}

impl GrimoireText {
    /// The most players a grimoire can have.
    pub const MOST: usize = 20;

    /// The grimoire of a game.
    #[must_use]
    pub fn of(names: &[String], grimoire: &Grimoire) -> Self {
        let token = |laid: &Laid| match laid.token() {
            Some(token) => PlacedReminder::Reminder(token),
            None => PlacedReminder::Note(laid.to_string()),
        };
        let player = |(index, entry): (usize, &crate::rules::Entry)| Player {
            name: names.get(index).cloned().unwrap_or_default(),
            character: Known::Is(entry.character),
            life: Life::of(entry.is_alive, entry.has_vote),
            tokens: entry.reminders.iter().map(token).collect(),
        };
        Self { players: grimoire.seats.iter().enumerate().map(player).collect(), ..Self::default() }
    }

    /// The grimoire of a game as it is now; nobody has a token before the deal.
    #[must_use]
    pub fn of_state(names: &[String], state: &State) -> Self {
        if state.is_dealt() {
            return Self::of(names, &state.grimoire());
        }
        let player = |name: &String| Player { name: name.clone(), ..Player::default() };
        Self { players: names.iter().map(player).collect(), ..Self::default() }
    }

    /// The table as one seat sees it.
    #[must_use]
    pub fn seen(names: &[String], visible_state: &VisibleState) -> Self {
        let player = |index: usize| {
            let seat = Seat::new(index);
            let own = visible_state.character.filter(|_| seat == visible_state.seat);
            let (is_alive, has_ghost_vote) =
                (visible_state.living.contains(seat), visible_state.ghost_votes.contains(seat));
            Player {
                name: names.get(index).cloned().unwrap_or_default(),
                character: own.map_or(Known::Nothing, Known::Is),
                life: Life::of(is_alive, is_alive || has_ghost_vote),
                tokens: Vec::new(),
            }
        };
        Self { players: (0..visible_state.size).map(player).collect(), ..Self::default() }
    }

    /// What everyone at the table sees: who is alive, who may vote, the script, Travellers and Fabled. It
    /// contains nothing else of the grimoire.
    #[must_use]
    pub fn public(&self) -> Self {
        let player = |player: &Player| Player {
            name: player.name.clone(),
            character: match player.character {
                Known::Is(character) if character.team() == Team::Traveller => player.character,
                _ => Known::Nothing,
            },
            life: player.life,
            tokens: Vec::new(),
        };
        Self {
            players: self.players.iter().map(player).collect(),
            script: self.script.clone(),
            bluffs: CharacterSet::NONE,
            fabled: self.fabled,
        }
    }

    /// The characters that are named at the seats.
    #[must_use]
    pub fn characters(&self) -> CharacterSet {
        let all = self.players.iter().map(|player| player.character.characters());
        all.fold(CharacterSet::NONE, CharacterSet::or)
    }
}

impl Life {
    /// From the state of a player in the rules.
    const fn of(is_alive: bool, has_vote: bool) -> Self {
        match (is_alive, has_vote) {
            (true, _) => Self::Alive,
            (false, true) => Self::Dead,
            (false, false) => Self::Spent,
        }
    }
}

/// Finds the owners of tokens written without one: among the characters at the seats, or else in the script,
/// which is Trouble Brewing if none is named.
#[derive(Clone, Copy, Debug)]
pub struct Owners {
    seated: CharacterSet,
    script: CharacterSet,
}

impl Owners {
    /// For a table of these characters with this script.
    #[must_use]
    pub fn new(seated: CharacterSet, script: Option<&ScriptNote>) -> Self {
        let usual = || Script::built_in("tb").map_or(CharacterSet::NONE, |script| script.set());
        Self { seated, script: script.map_or_else(usual, |script| script.characters) }
    }

    /// The token that a text stands for: `washerwoman:townsfolk`, `ww:townsfolk`, `townsfolk`. A character's
    /// name alone stands for its mark on a player who does not know: `drunk` is `drunk:is_the_drunk`.
    ///
    /// # Errors
    /// When no character has such a token, or several do.
    pub fn token(&self, text: &str) -> Result<ReminderToken, Diagnostic> {
        if text.contains(':') { owned_token(text) } else { self.bare(text) }
    }

    fn bare(&self, name: &str) -> Result<ReminderToken, Diagnostic> {
        for among in [self.seated, self.script] {
            let owned = |name: &str| -> Vec<ReminderToken> {
                among.iter().filter_map(|owner| ReminderToken::read(owner, name)).collect()
            };
            let mut found = owned(name);
            if found.is_empty() {
                found = owned(&format!("is_the_{name}"));
            }
            match found.as_slice() {
                [] => {}
                [token] => return Ok(*token),
                [first, ..] => {
                    let owners: Vec<&str> = found.iter().map(|token| token.owner().name()).collect();
                    let message = format!("`{name}` could be a token of {}", owners.join(" or "));
                    return Err(Diagnostic::new("botc/token/ambiguous", message).fix(format!("{first}")));
                }
            }
        }
        let message = format!("no character at this table or in its script has a token `{name}`");
        let elsewhere =
            ReminderToken::all().find(|token| ReminderToken::read(token.owner(), name) == Some(*token));
        let problem = Diagnostic::new("botc/token/unknown", message);
        Err(match elsewhere {
            Some(token) => problem.fix(format!("{token}")),
            None => problem.fix("write your own notes in double quotes"),
        })
    }
}

/// The token of a text with an owner.
pub(super) fn owned_token(text: &str) -> Result<ReminderToken, Diagnostic> {
    let (owner, name) = text.split_once(':').unwrap_or((text, ""));
    let (owner, name) = (owner.trim(), name.trim());
    let Some(character) = Character::read(owner) else {
        return Err(Diagnostic::new("botc/token/owner", format!("unknown character `{owner}`")));
    };
    ReminderToken::read(character, name).ok_or_else(|| {
        let message = format!("the {} has no token `{name}`", character.name());
        let problem = Diagnostic::new("botc/token/unknown", message);
        let known: Vec<String> = ReminderToken::of(character).map(|token| token.to_string()).collect();
        if known.is_empty() { problem } else { problem.fix(known.join(", ")) }
    })
}
