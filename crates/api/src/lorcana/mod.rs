//! Disney Lorcana.

pub mod cards;
pub mod deck;
pub mod games;
pub mod sim;

use gaslamp_core::svg::Theme;
use gaslamp_core::{
    Actor, Contents, Game as _, Notation as _, Run, Seat, Token, TokenError, Tokens as _, View,
};
use gaslamp_lorcana::encoding::Item;
use gaslamp_lorcana::picture::board::{self, Board};
use gaslamp_lorcana::rules::Order;
use gaslamp_lorcana::{Action, State, encoding};
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
        "now": seen.now,
        "legal": seen.legal,
    });
    (seen.tokens, value)
}

/// A picture of the board, whole or as a player sees it.
///
/// # Errors
/// That there is no such player.
pub fn board(run: &Run<State>, seat: Option<&str>, theme: Theme) -> Result<String, Problems> {
    let board = match seat {
        None => Board::of(run.state()),
        Some(text) => {
            let seat = record::seat(text, &State::names(&run.record().setup))?;
            Board::seen(&run.state().visible_state(seat))
        }
    };
    Ok(board::draw(&board, theme))
}

impl Codec for State {
    fn read_tokens(text: &str) -> Result<Vec<Token>, TokenError> {
        encoding::read_tokens(text)
    }

    fn write(actor: Actor, action: Action, _: &Contents<Order>) -> Vec<Token> {
        let mut tokens = Vec::new();
        match actor {
            Actor::Seat(seat) => encoding::encode_for(seat, action, &mut tokens),
            Actor::Storyteller => State::encode(action, &mut tokens),
        }
        tokens
    }

    fn pieces(names: &[String], seat: Seat, tokens: &[Token]) -> Result<Vec<Piece>, TokenError> {
        let own = encoding::decode_for(seat, tokens).map(|action| (Actor::Seat(seat), action));
        let action = own.or_else(|_| Self::decode(tokens).map(|action| (Actor::Storyteller, action)));
        if let Ok((actor, action)) = action {
            let event = Self::write_action(names, &Contents::default(), actor, action);
            return Ok(vec![Piece::event::<Self>(tokens.to_vec(), Some(event))]);
        }
        let pieces = encoding::decode_sequence(seat, tokens)?.into_iter().map(|item| {
            let mut tokens = Vec::new();
            item.encode(seat, &mut tokens);
            match item {
                Item::Phase(phase) => Piece::phase(tokens, phase),
                Item::Event(event) => Piece::event::<Self>(tokens, Self::write_event(names, &event)),
            }
        });
        Ok(pieces.collect())
    }

    fn mask(run: &Run<State>, seat: Seat, prefix: &[Token], mask: &mut [bool]) -> Result<(), TokenError> {
        encoding::next_token_mask_for(&run.view(seat), prefix, mask)
    }
}
