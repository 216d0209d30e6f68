//! The only way secrets leave: what a seat sees of a state, and which events reach it.

use gaslamp_core::{Seat, Seats};

use crate::characters::{Character, CharacterSet};
use crate::rules::{Event, Phrase, Scene, Side, State, Statement};

/// What one seat sees of the present.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VisibleState {
    /// The seat.
    pub seat: Seat,
    /// The number of seats.
    pub size: usize,
    /// The characters that may be in play.
    pub script: CharacterSet,
    /// What the player thinks they are, once dealt.
    pub character: Option<Character>,
    /// The side the player thinks they are on, once dealt.
    pub side: Option<Side>,
    /// Who is alive.
    pub living: Seats,
    /// Who is dead and has a vote left.
    pub ghost_votes: Seats,
    /// The number of the night, and of the day after it.
    pub number: u16,
    /// What is going on, as everyone sees it.
    pub scene: Scene,
    /// Whether the player is awake at night.
    pub is_awake: bool,
    /// Who has nominated today.
    pub nominators: Seats,
    /// Who has been nominated today.
    pub nominated: Seats,
    /// Who is on the block, and the most votes anyone has had today.
    pub block: (Option<Seat>, u8),
    /// Who has voted for the nominee in the vote in progress.
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
    #[inline]
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
