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

    /// One of the listed actions in the words of a person at the table, if the game has other words than the notation.
    fn say_action(
        _names: &[String],
        _actor: Actor,
        _action: Self::Action,
        _legal: &[Choice<Self>],
    ) -> Option<String> {
        None
    }

    /// An action that a person's words mean although it is not listed, so that they can be told why; from what they see.
    fn read_unlisted(_now: &Self::VisibleState, _actor: Actor, _text: &str) -> Option<Self::Action> {
        None
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

/// The seat that a person means: a player's name, `P3`, or a number. Where all players are called `P0`, `P1`, … or the like, the
/// number is the one in the name; elsewhere seats are counted from 1.
#[must_use]
pub fn read_seat(names: &[String], text: &str) -> Option<Seat> {
    let named = |name: &str| names.iter().position(|known| known.eq_ignore_ascii_case(name));
    if let Some(index) = named(text) {
        return Some(Seat::new(index));
    }
    let digits = text.strip_prefix(['P', 'p']).unwrap_or(text);
    let number = digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse::<usize>().ok())??;
    if names.iter().all(|name| is_numbered(name)) {
        return named(&format!("P{number}")).map(Seat::new);
    }
    number.checked_sub(1).filter(|index| *index < names.len()).map(Seat::new)
}

/// Whether a name is `P` and a number.
fn is_numbered(name: &str) -> bool {
    let digits = name.strip_prefix(['P', 'p']).unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_named_alike_at_every_table() {
        let table = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        let (from_0, from_1) = (table(&["P0", "P1", "P2"]), table(&["p1", "p2"]));
        let named = table(&["Ann", "Ben", "P3", "4"]);
        for (names, text, expected) in [
            (&from_0, "P0", Some(0)),
            (&from_0, "2", Some(2)),
            (&from_0, "3", None),
            (&from_1, "P1", Some(0)),
            (&from_1, "2", Some(1)),
            (&from_1, "0", None),
            (&named, "ben", Some(1)),
            (&named, "1", Some(0)),
            (&named, "P2", Some(1)),
            (&named, "p3", Some(2)),
            (&named, "4", Some(3)),
            (&named, "5", None),
            (&named, "", None),
            (&named, "P", None),
            (&named, "-1", None),
            (&named, "99999999999999999999", None),
        ] {
            assert_eq!(read_seat(names, text).map(Seat::index), expected, "{text}");
        }
    }
}
