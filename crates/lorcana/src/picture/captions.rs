//! The texts in the picture of a board: cards, lasting effects, questions.

use gaslamp_core::{Actor, Seat};

use crate::notation::ability_words::modifier;
use crate::notation::spelling;
use crate::rules::piece::player_name;
use crate::rules::position::{Pending, Stage, Until};
use crate::rules::{Piece, State};
use crate::view::VisibleEffect;

/// A card with its player and copy: `p1's Tipo - Growing Son (a)`.
pub(super) fn card(piece: Piece) -> String {
    spelling::piece_name(piece)
}

/// Who acts: a player or chance.
pub(super) const fn actor(actor: Actor) -> &'static str {
    match actor {
        Actor::Storyteller => "chance",
        Actor::Seat(seat) => player_name(seat),
    }
}

/// The stage of the game.
pub(super) fn stage(stage: Stage) -> String {
    let name = match stage {
        Stage::Begin => "chance decides who begins",
        Stage::Shuffle(seat) => return format!("{}'s deck is shuffled", player_name(seat)),
        Stage::Reshuffle(seat) => return format!("{}'s deck is shuffled again", player_name(seat)),
        Stage::Alter(seat) => return format!("{} may alter their hand", player_name(seat)),
        Stage::Set => "set step",
        Stage::Draw => "draw step",
        Stage::Main => "main step",
        Stage::Challenge { .. } => "a challenge, before damage",
        Stage::ChallengeEnd { .. } => "a challenge, after damage",
        Stage::End | Stage::Passing => "end of turn",
        Stage::Over { winner } => return format!("{} has won", player_name(winner)),
    };
    name.to_owned()
}

/// The pending question.
pub(super) fn question(state: &State) -> Option<String> {
    let card = |id| card(state.piece(id));
    Some(match state.position().pending? {
        Pending::Order(_) => "Which trigger is next?".to_owned(),
        Pending::Replace(_) => "Which replacement applies?".to_owned(),
        Pending::Step(_) => {
            let frame = state.position().frames.last()?;
            format!("{} needs an answer.", card(frame.source))
        }
        Pending::EnterExerted(id) => format!("Does {} enter play exerted?", card(id)),
        Pending::Sing { song, total } => {
            format!("Who else sings {}? The total cost so far is {total}.", card(song))
        }
        Pending::ShiftAlso { card: id, onto } => {
            format!("Which second character is {} shifted onto, besides {}?", card(id), card(onto))
        }
        Pending::ShiftDiscard { card: id, left, .. } => {
            format!("Which card is discarded to shift {}? {left} left to discard.", card(id))
        }
    })
}

/// A lasting effect: what it is on, the change, how long it lasts, and where it comes from.
pub(super) fn lasting(lasting: &VisibleEffect) -> String {
    let on = lasting.on.map_or_else(|seat| player_name(seat).to_owned(), card);
    let (modifier, until) = (modifier(lasting.modifier), until(lasting.until));
    format!("{on}: {modifier}, {until} (from {})", card(lasting.source))
}

fn until(until: Until) -> String {
    let of = |seat: Seat, what: &str| format!("until {}'s {what}", player_name(seat));
    match until {
        Until::EndOfTurn => "until the turn ends".to_owned(),
        Until::StartOfTurn(seat) => of(seat, "next turn begins"),
        Until::Ready(seat) => of(seat, "next ready step is over"),
        Until::EndOfChallenge => "until the challenge ends".to_owned(),
    }
}
