//! Tokens and masks.

use gaslamp_core::{
    Actor, Contents, Diagnostic, Game as _, Notation as _, Run, Seat, Token, TokenError, Tokens as _, record,
    trace,
};
use gaslamp_mafia::encoding::{self, VERBS, VOCABULARY};
use gaslamp_mafia::notation::write_without_actor;
use gaslamp_mafia::{Action, Phrase, Rules, SEATS, State};
use serde_json::{Value, json};

use super::table::read_state;
use crate::diagnostic::{Input, Problems};
use crate::record::{Part, read, seat};

/// All tokens, with their ids.
#[must_use]
pub fn list() -> Value {
    VOCABULARY.iter().enumerate().map(|(id, name)| json!({ "id": id, "name": name })).collect()
}

/// The tokens of every action of a record or of events that stand alone.
///
/// # Errors
/// What cannot be read, or that there is none.
pub fn encode(input: &Input) -> Result<Vec<Vec<Token>>, Problems> {
    let lines =
        if record::has_first_line(&input.text) { encode_record(input)? } else { encode_events(input)? };
    if lines.is_empty() {
        return Err(Problems::unreadable("encode/empty", format!("{} contains no event", input.name)));
    }
    Ok(lines)
}

/// The actions of the seats in a record; the deal has no tokens.
fn encode_record(input: &Input) -> Result<Vec<Vec<Token>>, Problems> {
    let run: Run<State> = read(input, None)?;
    let encode = |&action: &Action| {
        let mut tokens = Vec::new();
        State::encode(action, &mut tokens);
        tokens
    };
    Ok(run.record().actions.iter().map(encode).filter(|tokens| !tokens.is_empty()).collect())
}

/// Events outside a record; whether they are legal is not checked.
fn encode_events(input: &Input) -> Result<Vec<Vec<Token>>, Problems> {
    let reading = trace::read(&input.text, State::DIALECT);
    let mut problems = reading.problems;
    let mut lines = Vec::new();
    let names = State::names(&Rules::default());
    for entry in reading.trace.blocks.iter().flat_map(|block| &block.entries) {
        let trace::What::Event(event) = &entry.what else { continue };
        match encode_event(&names, event) {
            Ok(tokens) => lines.push(tokens),
            Err(problem) => problems.push(problem.at(entry.span)),
        }
    }
    if problems.is_empty() { Ok(lines) } else { Err(input.problems(problems)) }
}

/// The tokens of a seat's action.
fn encode_event(names: &[String], event: &trace::Event) -> Result<Vec<Token>, Diagnostic> {
    let action = State::read_action(names, event, &mut Contents::default())?;
    let actor = event.actor.as_ref().and_then(|actor| State::read_actor(names, &actor.name));
    if actor.and_then(Actor::seat).is_none() {
        let problem = Diagnostic::new("mafia/notation/seat", "only the actions of seats have tokens");
        return Err(problem.fix("name a seat before the `!`: P0 to P9"));
    }
    let mut tokens = Vec::new();
    State::encode(action, &mut tokens);
    Ok(tokens)
}

/// Some tokens that belong together, and what they say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decoded {
    /// The tokens.
    pub tokens: Vec<Token>,
    /// An action in the notation without its actor, anything else as its token names.
    pub text: String,
}

impl Decoded {
    fn of(phrase: Phrase) -> Self {
        let mut tokens = Vec::new();
        encoding::encode_phrase(phrase, &mut tokens);
        let text = match phrase {
            Phrase::Act(action) => write_without_actor(action),
            _ => tokens.iter().map(|&token| VOCABULARY[usize::from(token)]).collect::<Vec<_>>().join(" "),
        };
        Self { tokens, text }
    }

    /// The same for programs.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({ "tokens": self.tokens, "text": self.text })
    }
}

/// The phrases of token ids or names with spaces between.
///
/// # Errors
/// Which token means nothing there, or that there is none.
pub fn decode(text: &str) -> Result<Vec<Decoded>, Problems> {
    let tokens = encoding::read_tokens(text)?;
    if tokens.is_empty() {
        return Err(TokenError::new(0, "tokens/empty", "there is no token to decode").into());
    }
    Ok(encoding::decode_sequence(&tokens)?.into_iter().map(Decoded::of).collect())
}

/// What whoever is to act may do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mask {
    /// Who is to act.
    pub seat: Seat,
    /// Which verbs may be done to which seats.
    pub legal: [[bool; SEATS]; VERBS],
    /// The tokens of an action that is partly written.
    pub prefix: Vec<Token>,
    /// Which may follow them.
    pub next: [bool; VOCABULARY.len()],
}

/// The mask of a record or a table line, behind the first tokens of an action.
///
/// # Errors
/// What cannot be read, or that no seat, or another one, is to act.
pub fn mask(input: &Input, part: &Part, prefix: &str) -> Result<Mask, Problems> {
    let state = read_state(input, part.at)?;
    let asked = part.seat.as_deref().map(|text| seat(text, &State::names(&Rules::default()))).transpose()?;
    let Some(Actor::Seat(actor)) = state.to_act() else {
        return Err(Problems::illegal("mask/nobody", "no seat is to act here, so there is no mask"));
    };
    if asked.is_some_and(|seat| seat != actor) {
        return Err(Problems::illegal("mask/seat", "it is not this seat's turn to act, so it has no mask"));
    }
    let prefix = encoding::read_tokens(prefix)?;
    let mut next = [false; VOCABULARY.len()];
    state.next_token_mask(&prefix, &mut next).map_err(|error| {
        Problems::illegal(error.id, format!("token {} of the prefix: {}", error.at, error.message))
    })?;
    Ok(Mask { seat: actor, legal: encoding::legal_mask(state.legal_set()), prefix, next })
}

impl Mask {
    /// The same for programs.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let next: Vec<u8> = self.next.iter().map(|&set| u8::from(set)).collect();
        json!({
            "seat": self.seat.index(),
            "legal_mask": mask_rows(&self.legal),
            "prefix": self.prefix,
            "next_token_mask": next,
        })
    }
}

/// The mask as numbers.
pub(super) fn mask_rows(mask: &[[bool; SEATS]; VERBS]) -> Value {
    let rows: Vec<Vec<u8>> = mask.iter().map(|row| row.iter().map(|&set| u8::from(set)).collect()).collect();
    json!(rows)
}
