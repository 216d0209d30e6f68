//! The one door for secrets: what a seat sees of a state, and which events reach it.

use gaslamp_core::{Seat, Seats};

use crate::characters::{Character, CharacterSet};
use crate::rules::{Event, Phrase, Scene, Side, State, Statement};

/// What one seat sees of the present.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VisibleState {
    /// Whose visible_state it is.
    pub seat: Seat,
    /// How many seats there are.
    pub size: usize,
    /// Who may be in play.
    pub script: CharacterSet,
    /// What the seat believes to be, once dealt.
    pub character: Option<Character>,
    /// The side on which the seat believes to be, once dealt.
    pub side: Option<Side>,
    /// Who lives.
    pub living: Seats,
    /// Who is dead and has a vote left.
    pub ghost_votes: Seats,
    /// Which night, and which day after it.
    pub number: u16,
    /// What goes on, as everybody sees it.
    pub scene: Scene,
    /// Whether the seat is awake at night.
    pub is_awake: bool,
    /// Who has nominated today.
    pub nominators: Seats,
    /// Who has been nominated today.
    pub nominated: Seats,
    /// Who is on the block, and the most votes that anybody has had today.
    pub block: (Option<Seat>, u8),
    /// Whose hand is up in the vote that is on.
    pub hands: Seats,
}

/// What a seat sees of a state.
pub(crate) fn visible_state(state: &State, seat: Seat) -> VisibleState {
    let own = state.own_secrets(seat);
    let public = state.public();
    VisibleState {
        seat,
        size: public.size,
        script: public.script,
        character: own.map(|(character, _)| character),
        side: own.map(|(_, side)| side),
        living: public.living,
        ghost_votes: public.ghost_votes,
        number: public.number,
        scene: public.scene,
        is_awake: state.is_awake(seat),
        nominators: public.nominators,
        nominated: public.nominated,
        block: public.block,
        hands: public.hands,
    }
}

impl gaslamp_core::Event for Event {
    fn seen_by(&self, seat: Seat) -> Option<Self> {
        if !self.audience.contains(seat) {
            return None;
        }
        let mut seen = self.clone();
        // Which of the two is meant is the Storyteller's secret.
        if let Phrase::Told(_, Statement::Pair { holder, wrong, .. }) = &mut seen.phrase
            && holder > wrong
        {
            std::mem::swap(holder, wrong);
        }
        Some(seen)
    }
}
