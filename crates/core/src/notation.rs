//! What a game adds so that its states, actions and events have a text form.

use crate::diagnostic::{Diagnostic, Span};
use crate::game::{Choice, Contents, Game};
use crate::seat::{Actor, Seat};
use crate::trace::{self, Dialect};

/// A game with a text form. Implemented in the game's `notation`.
pub trait Notation: Game {
    /// The vocabulary of its traces: phases, verbs with the sentences of the rich form, remarks.
    const DIALECT: &'static Dialect;

    /// The players' names, by seat.
    fn names(setup: &Self::Setup) -> Vec<String>;

    /// The fields of the record's first line; defaults are left out.
    fn write_setup(setup: &Self::Setup) -> Vec<(&'static str, String)>;

    /// Reads those fields.
    ///
    /// # Errors
    /// Every field that cannot be read.
    fn read_setup(fields: &[Field<'_>]) -> Result<Self::Setup, Vec<Diagnostic>>;

    /// An action as an event of the trace. It needs no state, so anyone who sees a legal list can write it.
    fn write_action(
        names: &[String],
        contents: &Contents<Self::Content>,
        actor: Actor,
        action: Self::Action,
    ) -> trace::Event;

    /// Reads an event whose verb is an action.
    ///
    /// # Errors
    /// Why it is not an action of this game.
    fn read_action(
        names: &[String],
        event: &trace::Event,
        contents: &mut Contents<Self::Content>,
    ) -> Result<Self::Action, Diagnostic>;

    /// An event of the rules as an event of the trace; none if the phase label already says it.
    fn write_event(names: &[String], event: &Self::Event) -> Option<trace::Event>;

    /// The state in the game's own one-line or whole-file notation.
    fn write_state(&self, names: &[String]) -> String;

    /// What a seat sees of the present, written for a person.
    fn write_visible_state(names: &[String], visible_state: &Self::VisibleState) -> String;

    /// The state as a list of named facts in a fixed order, so that two states can be compared in text.
    fn facts(&self, names: &[String]) -> Vec<(String, String)>;

    /// What the action's id in a tree is derived from.
    fn id_key(&self, names: &[String], contents: &Contents<Self::Content>, action: Self::Action) -> IdKey;

    /// The whole state, written for a person.
    fn write_table(&self, names: &[String]) -> String {
        self.write_state(names)
    }

    /// One of the listed actions, in the words of a person at the table.
    fn say_action(names: &[String], actor: Actor, action: Self::Action, _legal: &[Choice<Self>]) -> String {
        Self::write_action(names, &Contents::default(), actor, action).to_string()
    }

    /// The listed action that a person's words mean, or why they mean none of them. None if they are not the words of
    /// an action: the notation may still know them.
    fn read_said(
        _actor: Actor,
        _text: &str,
        _legal: &[Choice<Self>],
    ) -> Option<Result<Self::Action, Diagnostic>> {
        None
    }

    /// What anybody may look up during a game, such as a card by its name. None if there is nothing to look up.
    fn describe(_name: &str) -> Option<String> {
        None
    }

    /// The actor that a name in a trace stands for, if anyone.
    fn read_actor(names: &[String], name: &str) -> Option<Actor> {
        if is_storyteller(name) {
            return Some(Actor::Storyteller);
        }
        let index = names.iter().position(|known| known.eq_ignore_ascii_case(name))?;
        Some(Actor::Seat(Seat::new(index)))
    }
}

/// Whether a name means the Storyteller or dealer.
#[must_use]
pub fn is_storyteller(name: &str) -> bool {
    ["st", "storyteller", "dealer"].iter().any(|st| st.eq_ignore_ascii_case(name))
}

/// The name of an actor in traces.
#[must_use]
pub fn actor_name(names: &[String], actor: Actor) -> &str {
    match actor {
        Actor::Storyteller => "st",
        Actor::Seat(seat) => names.get(seat.index()).map_or("?", String::as_str),
    }
}

/// A `key=value` field of a set-up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field<'a> {
    /// The part before the `=`.
    pub key: &'a str,
    /// The part after it.
    pub value: &'a str,
    /// Its place, if it was read from a text.
    pub span: Option<Span>,
}

/// An action's id is the prefix followed by hex digits of a hash over `from:to`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IdKey {
    /// The kind of action, one letter.
    pub prefix: char,
    /// Who or what acts: the `from` of the hash.
    pub from: String,
    /// Who or what it acts on: the `to` of the hash.
    pub to: String,
}
