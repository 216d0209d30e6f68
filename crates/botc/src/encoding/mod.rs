//! Tokens: the vocabulary, actions and observations as token ids, masks for learners.
//!
//! Accepts actions, views and token ids; emits token ids, masks and items. Ids are those of the table in
//! `docs/botc-tokens.md`, which is generated from here by [`documentation`]. Sequences are read strictly:
//! whatever is accepted encodes to the same tokens again.
//!
//! An action with contents (a deal, a claim, a question, a Savant's two statements) is encoded as its verb
//! alone, since an action knows only where a record keeps them. The contents are written by
//! [`encode_content`], and in the phrase of the resulting event; [`decode_content`] reads what a learner has
//! written.

mod document;
mod mask;
mod read;
mod vocabulary;
mod write;

use crate::rules::phase;
use gaslamp_core::trace::Phase;
use gaslamp_core::{Actions, Choice, Game, Token, TokenError, Tokens, View};

pub use document::{GRAMMAR, documentation};
pub use mask::{JointMask, OPEN, joint_mask};
pub use read::{Item, decode_content, decode_sequence, read_tokens};
pub use vocabulary::{CHARACTERS, VERBS, VOCABULARY, name};
pub use write::{encode_content, encode_event, encode_phase, encode_phrase};

use crate::rules::phase::{after, place};
use crate::rules::{Action, Event, Scene, State};
use crate::view::VisibleState;

/// Changes whenever an id changes its meaning.
pub const VERSION: u32 = 6;

impl Tokens for State {
    const VOCABULARY: &'static [&'static str] = &VOCABULARY;

    fn encode(action: Action, out: &mut Vec<Token>) {
        write::encode_action(action, out);
    }

    fn decode(tokens: &[Token]) -> Result<Action, TokenError> {
        read::decode_action(tokens)
    }

    fn next_token_mask(&self, prefix: &[Token], mask: &mut [bool]) -> Result<(), TokenError> {
        mask.fill(false);
        let mut legal = Actions::new();
        self.legal(&mut legal);
        // The longest start of the prefix that a legal action shares, to point at the first wrong token.
        let (mut shared, mut fits, mut is_listed) = (0, false, false);
        let mut tokens = Vec::new();
        for choice in &legal {
            let Choice::Action(action) = choice else { continue };
            is_listed = true;
            tokens.clear();
            Self::encode(*action, &mut tokens);
            let same = tokens.iter().zip(prefix).take_while(|(word, written)| word == written).count();
            shared = shared.max(same);
            if same == prefix.len() {
                fits = true;
                let next = tokens.get(same).and_then(|&next| mask.get_mut(usize::from(next)));
                next.into_iter().for_each(|place| *place = true);
            }
        }
        match (fits, is_listed, legal.is_empty()) {
            (true, ..) => Ok(()),
            (_, _, true) => Err(TokenError::new(0, "tokens/nobody-to-act", "nobody is to act")),
            (_, false, _) => Err(TokenError::new(0, "tokens/open", "what the actor may do is not listed")),
            _ => {
                let word = prefix.get(shared).map_or_else(String::new, |&token| name(token));
                Err(TokenError::new(shared, "tokens/not-legal", format!("{word} is not legal here")))
            }
        }
    }
}

/// What a seat reads: everything it has seen, both combined and split into public and private. Each sequence
/// begins with the set-up and has every phase up to now, so it only ever grows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Observation {
    /// Everything in order.
    pub tokens: Vec<Token>,
    /// What the whole table has seen.
    pub public_tokens: Vec<Token>,
    /// What only this seat has seen.
    pub private_tokens: Vec<Token>,
    /// The mask, if the seat is to act.
    pub legal_mask: Option<JointMask>,
}

/// The observation of a view.
#[must_use]
pub fn observe(view: &View<State>) -> Observation {
    let mut seen = Observation::default();
    let [mut all, mut public, mut private] = [Stream::default(); 3];
    for (phase, event) in &view.seen {
        all.push(*phase, event, &mut seen.tokens);
        if is_public(event, view.now.size) {
            public.push(*phase, event, &mut seen.public_tokens);
        } else {
            private.push(*phase, event, &mut seen.private_tokens);
        }
    }
    // A game that is over has reached the phase of the last public event.
    let now = phase_now(&view.now).or_else(|| view.seen.last().map(|(phase, _)| *phase));
    if let Some(phase) = now {
        all.advance(phase, &mut seen.tokens);
        public.advance(phase, &mut seen.public_tokens);
        private.advance(phase, &mut seen.private_tokens);
    }
    seen.legal_mask = view.to_act().then(|| joint_mask(view));
    seen
}

fn is_public(event: &Event, size: usize) -> bool {
    event.audience.len() == size
}

/// The phase that everyone at the table knows it to be; none once the game is over.
fn phase_now(visible_state: &VisibleState) -> Option<Phase> {
    match visible_state.scene {
        Scene::Setup => Some(Phase::SETUP),
        Scene::Night => Some(Phase::new(phase::NIGHT, visible_state.number)),
        Scene::Talk(_) | Scene::LastChoice { is_evening: false, .. } => {
            Some(Phase::new(phase::DAY, visible_state.number))
        }
        Scene::Evening(_)
        | Scene::Defence(_)
        | Scene::Vote { .. }
        | Scene::LastChoice { is_evening: true, .. } => {
            Some(Phase::new(phase::EVENING, visible_state.number))
        }
        Scene::Over => None,
    }
}

/// The phase that a sequence has reached: what a seat sees is appended as it happens, with every phase in between.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stream {
    phase: Option<Phase>,
}

impl Stream {
    /// Appends an event as the seat saw it.
    pub fn push(&mut self, phase: Phase, event: &Event, out: &mut Vec<Token>) {
        self.advance(phase, out);
        encode_event(event.by, &event.phrase, out);
    }

    /// Appends the phases up to the present, as the seat knows it.
    pub fn now(&mut self, visible_state: &VisibleState, out: &mut Vec<Token>) {
        phase_now(visible_state).into_iter().for_each(|phase| self.advance(phase, out));
    }

    /// Appends the phases up to this one. Everyone knows that a night has passed, even if they slept through it.
    fn advance(&mut self, to: Phase, out: &mut Vec<Token>) {
        while self.phase != Some(to) {
            let next = self.phase.map_or(Phase::SETUP, after);
            // Time does not go back; if a view says so, it is followed.
            let next = if place(next) > place(to) { to } else { next };
            encode_phase(next, out);
            self.phase = Some(next);
        }
    }
}
