//! Blood on the Clocktower.

pub mod bags;
pub mod beliefs;
pub mod calibrate;
pub mod check;
mod context;
pub mod coverage;
pub mod nights;
pub mod puzzle;
pub mod referee;
pub mod render;
pub mod seating;
pub mod setup;
pub mod sim;
pub mod solve;
pub mod strangers;
pub mod trace;

use gaslamp_botc::encoding::Item;
use gaslamp_botc::rules::{Content, Event, Phrase, Statement};
use gaslamp_botc::{Action, State, encoding};
use gaslamp_core::trace::Event as TraceEvent;
use gaslamp_core::{Actor, Contents, Notation as _, Run, Seat, Seats, Token, TokenError, Tokens as _, View};
use serde_json::{Value, json};

use crate::diagnostic::{Input, Problems};
use crate::record::{self, Part};
use crate::tokens::{Codec, Piece};

/// A record played again: all of it, or what a seat may know.
///
/// # Errors
/// What cannot be read, or which rule refuses it.
pub fn replay(input: &Input, part: &Part) -> Result<Value, Problems> {
    record::replay::<State>(input, part, observe)
}

/// What learners see of a view.
#[must_use]
pub fn observe(view: &View<State>) -> (Vec<Token>, Value) {
    let seen = encoding::observe(view);
    let value = json!({
        "tokens": seen.tokens,
        "public_tokens": seen.public_tokens,
        "private_tokens": seen.private_tokens,
        "legal_mask": seen.legal_mask.map(|mask| mask.to_json()),
    });
    (seen.tokens, value)
}

/// An action of which nothing says who takes it.
fn without_actor(names: &[String], action: Action) -> TraceEvent {
    let written = State::write_action(names, &Contents::default(), Actor::Storyteller, action);
    TraceEvent { actor: None, ..written }
}

impl Codec for State {
    fn read_tokens(text: &str) -> Result<Vec<Token>, TokenError> {
        encoding::read_tokens(text)
    }

    /// Contents stand in place of the bare verb, or behind the one who is told them.
    fn write(_: Actor, action: Action, contents: &Contents<Content>) -> Vec<Token> {
        let mut tokens = Vec::new();
        let content = match action {
            Action::Deal(id) | Action::Claim(id) | Action::Ask(id) => contents.get(id),
            Action::Tell(_, Statement::Things(id)) => {
                State::encode(action, &mut tokens);
                contents.get(id)
            }
            _ => None,
        };
        match content {
            Some(content) => encoding::encode_content(content, &mut tokens),
            None => State::encode(action, &mut tokens),
        }
        tokens
    }

    fn pieces(names: &[String], _: Seat, tokens: &[Token]) -> Result<Vec<Piece>, TokenError> {
        let pieces = encoding::decode_sequence(tokens)?.into_iter().map(|item| {
            let mut tokens = Vec::new();
            item.encode(&mut tokens);
            match item {
                Item::Phase(phase) => Piece::phase(tokens, phase),
                Item::Event { by: None, phrase: Phrase::Act(action) } => {
                    Piece::event::<Self>(tokens, Some(without_actor(names, action)))
                }
                Item::Event { by, phrase } => {
                    let is_said = matches!(phrase, Phrase::Said(_) | Phrase::Asked(_));
                    let event = Event { phrase, by, audience: Seats::NONE };
                    let mut event = Self::write_event(names, &event);
                    if by.is_none() && is_said {
                        event.iter_mut().for_each(|event| event.actor = None);
                    }
                    Piece::event::<Self>(tokens, event)
                }
            }
        });
        Ok(pieces.collect())
    }

    fn mask(run: &Run<State>, _: Seat, prefix: &[Token], mask: &mut [bool]) -> Result<(), TokenError> {
        run.state().next_token_mask(prefix, mask)
    }
}
