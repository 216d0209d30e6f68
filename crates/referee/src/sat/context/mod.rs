//! The temporal context of a trace: what was so when, as named facts and as spans of time.
//!
//! **Accepts** an [`TraceInput`] and its [`TraceModel`]. Of a game that replays, the engine is asked: everybody's sobriety is that of the state
//! before the action, tokens come and go as its events say. Of any other trace the events are followed in the order in which they
//! stand, with the ends that the rules set to effects: poison at dusk, protection at dawn, and whatever needs its owner when the owner dies or
//! becomes somebody else.
//!
//! **Emits** a [`Context`], which is plain data, and its text ([`write()`]).
//!
//! A [`Variable`] is true, false or unknown. What a trace does not tell is unknown. An event is false where the whole game was played and it did not
//! happen, or where it did not happen whenever the trace says that it could have.
//! `chef_was_sober_and_healthy_when_acting` is there for every character that acted or put down a token; it is false if
//! the character was drunk or poisoned at any of these times, unknown if it may have been. Where it acted in several phases, a variable for
//! each of them follows, such as `…_when_acting_in_n2`. A Drunk acts as the Townsfolk that the player thinks they are.
//!
//! `…_was_sober_and_healthy…` is true without a record only where the trace says enough: the player cannot be the Drunk (was dealt
//! the character, is no Townsfolk, or somebody else is the Drunk) and cannot be poisoned (the poison of that night lies elsewhere, or the
//! Poisoner chose later or is dead or not in play).

mod acting;
mod character;
mod events;
mod known;
mod ledger;
mod lives;
mod played;
mod sobriety;
mod tokens;
mod truth;
mod variables;
mod write;

use gaslamp_botc::Character;
use gaslamp_botc::characters::ReminderToken;
use gaslamp_botc::notation::trace_input::TraceInput;
use gaslamp_botc::notation::trace_model::TraceModel;
use gaslamp_core::trace::Phase;
use gaslamp_core::{Diagnostic, Span};

use ledger::Ledger;
pub use write::write;

/// What was so when. Players are numbered as in `names`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Context {
    /// The players.
    pub names: Vec<String>,
    /// Whether the whole game was played again, so that nothing was left out.
    pub is_whole: bool,
    /// The facts by name.
    pub variables: Vec<Variable>,
    /// Every time that a character acted, in order.
    pub actings: Vec<Acting>,
    /// Every token that was put down, in order.
    pub tokens: Vec<Placement>,
    /// Who was what, by player.
    pub roles: Vec<Tenure>,
    /// Who died, in order.
    pub deaths: Vec<Death>,
    /// What cannot be told, with its place; beside [`TraceModel::problems`].
    pub problems: Vec<Diagnostic>,
}

/// Whether something is so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truth {
    /// It is.
    True,
    /// It is not.
    False,
    /// The trace does not say.
    Unknown,
}

/// A fact by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Its name: `virgin_was_nominated`.
    pub name: String,
    /// Whether it is so.
    pub value: Truth,
    /// Why, in words.
    pub reason: String,
    /// What says so, if it is one event.
    pub place: Option<Place>,
}

/// An event of the trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// Its number in [`TraceModel::events`].
    pub number: usize,
    /// When.
    pub phase: Phase,
    /// Where in the text; of what follows by the rules, the place of the action before. None if there is no text.
    pub span: Option<Span>,
    /// The event, as the one-liner has it.
    pub event: String,
}

/// A character acts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Acting {
    /// As whom.
    pub role: Character,
    /// Who, if that can be told.
    pub player: Option<usize>,
    /// Which event it is.
    pub place: Place,
    /// Whether the player was sober and healthy, and had the ability for real.
    pub is_sober: Truth,
    /// Why, in words.
    pub reason: String,
}

/// A reminder token at a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placement {
    /// Which.
    pub token: ReminderToken,
    /// At whose seat.
    pub on: usize,
    /// Who put it there, if that can be told.
    pub by: Option<usize>,
    /// What put it there; none where nothing tells.
    pub since: Option<Place>,
    /// When it went; none if it lies there in the end.
    pub until: Option<End>,
    /// Whether it does something: the token of a drunk or poisoned player lies there without effect.
    pub has_effect: Truth,
}

/// The end of a token's time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct End {
    /// The last phase in which it lay there.
    pub phase: Phase,
    /// The number of the event from which on it is gone.
    pub number: usize,
    /// Why.
    pub why: Ending,
}

/// Why a token goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// Somebody took it away.
    Removed,
    /// It lies somewhere else.
    Moved,
    /// The day ended.
    Dusk,
    /// The night ended.
    Dawn,
    /// Whoever put it there died.
    OwnerDied,
    /// Whoever put it there became somebody else.
    OwnerChanged,
}

/// A time in which a player was one thing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tenure {
    /// Who.
    pub player: usize,
    /// What the player was; a Demon without a name if none is known.
    pub role: Option<Character>,
    /// What the player believed to be, if that was something else.
    pub believed: Option<Character>,
    /// What the player became it by; none if it was so from the beginning.
    pub since: Option<Place>,
    /// What says so first.
    pub told: Place,
    /// The last phase of it; none if it was so to the end.
    pub until: Option<Phase>,
}

/// A death.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Death {
    /// Who.
    pub player: usize,
    /// What tells of it.
    pub since: Place,
    /// Of what.
    pub cause: Cause,
    /// The last vote, if it was given.
    pub vote: Option<Place>,
    /// What tells that the player lives again.
    pub revived: Option<Place>,
}

/// What somebody dies of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// An execution.
    Execution,
    /// The Demon.
    Demon,
    /// A Slayer's shot.
    Shot,
    /// Nothing tells.
    Unknown,
}

impl Context {
    /// Derives the context of a trace.
    #[must_use]
    pub fn of(account: &TraceInput, model: &TraceModel) -> Self {
        let mut ledger = Ledger::new(account, model);
        ledger.follow(account.trace.blocks.last().map(|block| block.phase));
        Self {
            names: model.names.clone(),
            is_whole: ledger.is_whole(),
            variables: variables::of(&ledger),
            roles: ledger.tenures(),
            actings: ledger.actings,
            tokens: ledger.tokens,
            deaths: ledger.deaths,
            problems: ledger.problems,
        }
    }

    /// The variable of this name.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<&Variable> {
        self.variables.iter().find(|variable| variable.name == name)
    }

    /// The tokens that lie there in the end.
    pub fn tokens_now(&self) -> impl Iterator<Item = &Placement> {
        self.tokens.iter().filter(|placement| placement.until.is_none())
    }

    /// The tokens whose effect lasts a while: poison, protection, a master.
    pub fn transients(&self) -> impl Iterator<Item = &Placement> {
        self.tokens.iter().filter(|placement| placement.is_transient())
    }

    /// Whoever is dead in the end.
    pub fn dead_now(&self) -> impl Iterator<Item = &Death> {
        self.deaths.iter().filter(|death| death.revived.is_none())
    }
}

impl Placement {
    /// Whether its effect lasts a while.
    #[must_use]
    pub fn is_transient(&self) -> bool {
        character::impairs(self.token) || character::needs_source(self.token)
    }
}
