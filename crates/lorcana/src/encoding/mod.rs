//! Tokens: the vocabulary, actions and observations as token ids, masks for learners.
//!
//! Accepts actions, views and token ids; emits token ids, masks and items. Ids are those of the table in
//! `docs/lorcana-tokens.md`, which is generated from here by [`documentation`]. A sequence is read strictly: whatever
//! is accepted encodes to the same tokens again.
//!
//! An action on its own names the players `<P1>` and `<P2>`, since it does not know who acts. Everything made from a
//! view says `<ME>` and `<OPPONENT>`: both players do the same things, so a learner has to learn them only once.

mod document;
mod read;
mod vocabulary;
mod write;

use gaslamp_core::trace::Phase;
use gaslamp_core::{Actions, Choice, Event as _, Game, Seat, Token, TokenError, Tokens, View};

pub use document::{GRAMMAR, documentation};
pub use read::{Item, decode_sequence, read_tokens};
pub use vocabulary::{FIRST_CARD, VOCABULARY, name};

use crate::rules::piece::opponent;
use crate::rules::{Action, Event, State};
use crate::view::VisibleState;
use vocabulary::Perspective;
use write::Writer;

/// Increased whenever an id changes its meaning.
pub const VERSION: u32 = 2;

impl Tokens for State {
    const VOCABULARY: &'static [&'static str] = &VOCABULARY;

    fn encode(action: Action, out: &mut Vec<Token>) {
        Writer::new(Perspective::Table, |token| out.push(token)).action(action);
    }

    fn decode(tokens: &[Token]) -> Result<Action, TokenError> {
        read::decode_action(Perspective::Table, tokens)
    }

    fn next_token_mask(&self, prefix: &[Token], mask: &mut [bool]) -> Result<(), TokenError> {
        let mut legal = Actions::new();
        self.legal(&mut legal);
        mask_of(Perspective::Table, &legal, prefix, mask)
    }
}

/// Appends the tokens of an action from the perspective of this seat.
pub fn encode_for(seat: Seat, action: Action, out: &mut Vec<Token>) {
    Writer::new(Perspective::Of(seat), |token| out.push(token)).action(action);
}

/// Reads exactly one action from the perspective of this seat.
///
/// # Errors
/// Where and why the tokens are not one whole action.
pub fn decode_for(seat: Seat, tokens: &[Token]) -> Result<Action, TokenError> {
    read::decode_action(Perspective::Of(seat), tokens)
}

/// Marks the tokens that may come next after the seat of this view has written `prefix` of an action from its own
/// perspective, in the caller's mask, which is as long as the vocabulary. Nothing may follow a complete action.
///
/// # Errors
/// Where and why the prefix is not the beginning of a legal action.
pub fn next_token_mask_for(
    view: &View<State>,
    prefix: &[Token],
    mask: &mut [bool],
) -> Result<(), TokenError> {
    mask_of(Perspective::Of(view.seat), &view.legal, prefix, mask)
}

/// Goes over the legal list once, and writes each action only as far as it matches.
fn mask_of(
    perspective: Perspective,
    legal: &[Choice<State>],
    prefix: &[Token],
    mask: &mut [bool],
) -> Result<(), TokenError> {
    mask.fill(false);
    // The longest beginning of the prefix that any legal action shares, to point at the first wrong token.
    let (mut shared, mut fits, mut is_listed) = (0, false, false);
    for choice in legal {
        let Choice::Action(action) = choice else { continue };
        is_listed = true;
        let (mut at, mut same, mut next) = (0, 0, None);
        let compare = |token| {
            if same == at {
                match prefix.get(at) {
                    Some(&written) => same += usize::from(written == token),
                    None => next = Some(token),
                }
            }
            at += 1;
        };
        Writer::new(perspective, compare).action(*action);
        shared = shared.max(same);
        fits |= same == prefix.len();
        let next = next.and_then(|token| mask.get_mut(usize::from(token)));
        next.into_iter().for_each(|place| *place = true);
    }
    match (fits, is_listed, legal.is_empty()) {
        (true, ..) => Ok(()),
        (_, _, true) => Err(TokenError::new(0, "lorcana/tokens/nobody-to-act", "nobody is to act")),
        (_, false, _) => {
            Err(TokenError::new(0, "lorcana/tokens/open", "there are too many legal actions to list here"))
        }
        _ => {
            let word = prefix.get(shared).map_or_else(String::new, |&token| name(token));
            Err(TokenError::new(shared, "lorcana/tokens/not-legal", format!("{word} is not legal here")))
        }
    }
}

/// What a seat reads, all of it from its own perspective.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Observation {
    /// Everything it has seen, in order. It only ever grows.
    pub tokens: Vec<Token>,
    /// What both players have seen.
    pub public_tokens: Vec<Token>,
    /// What only this seat has seen, or seen more of than the other player.
    pub private_tokens: Vec<Token>,
    /// The current state: the seat's own hand, both sides of the table, the bag and lasting effects.
    pub now: Vec<Token>,
    /// Everything that the seat may do, if it has to act.
    pub legal: Vec<Vec<Token>>,
}

/// The observation of a view.
#[must_use]
pub fn observe(view: &View<State>) -> Observation {
    let mut observation = Observation::default();
    let [mut public, mut private] = [Stream::default(); 2];
    for (phase, event) in &view.seen {
        let shared = event.seen_by(opponent(view.seat));
        if shared.as_ref() != Some(event) {
            private.push(view.seat, *phase, event, &mut observation.private_tokens);
        }
        if let Some(shared) = &shared {
            public.push(view.seat, *phase, shared, &mut observation.public_tokens);
        }
    }
    encode_seen(view, &mut observation.tokens);
    encode_now(&view.now, &mut observation.now);
    observation.legal = encode_legal(view);
    observation
}

/// Appends everything that the seat has seen, with a phase wherever one begins.
pub fn encode_seen(view: &View<State>, out: &mut Vec<Token>) {
    let mut stream = Stream::default();
    view.seen.iter().for_each(|(phase, event)| stream.push(view.seat, *phase, event, out));
}

/// Appends what a seat sees of the current state.
pub fn encode_now(visible_state: &VisibleState, out: &mut Vec<Token>) {
    Writer::new(Perspective::Of(visible_state.seat), |token| out.push(token)).visible_state(visible_state);
}

/// What the seat may do, in the order of the legal list; nothing if it does not have to act.
fn encode_legal(view: &View<State>) -> Vec<Vec<Token>> {
    let actions = view.legal.iter().filter_map(|choice| match choice {
        Choice::Action(action) => Some(*action),
        Choice::Open(_) => None,
    });
    let tokens = actions.map(|action| {
        let mut tokens = Vec::new();
        encode_for(view.seat, action, &mut tokens);
        tokens
    });
    tokens.collect()
}

/// The phase that a sequence has reached: what a seat sees is appended as it happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stream {
    phase: Option<Phase>,
}

impl Stream {
    /// Appends an event as the seat saw it, preceded by the phase if that has changed.
    pub fn push(&mut self, seat: Seat, phase: Phase, event: &Event, out: &mut Vec<Token>) {
        let mut writer = Writer::new(Perspective::Of(seat), |token| out.push(token));
        if self.phase != Some(phase) {
            writer.phase(phase);
        }
        writer.event(event);
        self.phase = Some(phase);
    }
}
