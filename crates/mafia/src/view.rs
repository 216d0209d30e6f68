//! What a seat may know: the only way secrets leave.
//!
//! Accepts a state or an event and a seat; emits what that seat sees. The steps of the night look alike to
//! everyone but the player who acts.

use gaslamp_core::{Actor, Game, Seat, Seats};

use crate::rules::{Deal, Event, Role, SeatList, Stage, State};

/// What one seat sees of the present.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VisibleState {
    /// The seat.
    pub seat: Seat,
    /// Its own role, once dealt.
    pub role: Option<Role>,
    /// For a black seat, the other two blacks.
    pub team: Seats,
    /// Who is still in the game.
    pub living: Seats,
    /// The number of the day and of its night.
    pub day: u8,
    /// Who spoke first today.
    pub starter: Seat,
    /// What the table is seen doing.
    pub scene: Scene,
    /// The nominees.
    pub nominees: SeatList,
}

/// What the table is seen doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scene {
    /// The cards are being dealt.
    Deal,
    /// A player has their turn.
    Talk(Seat),
    /// A player says last words.
    LastWords(Seat),
    /// The table votes, and it is this player's turn to vote.
    Vote {
        /// The round: 1, 2 or 3.
        round: u8,
        /// The player to vote.
        voter: Seat,
    },
    /// It is night.
    Night {
        /// Whether this seat is awake.
        awake: bool,
    },
    /// The game has ended.
    Over,
}

/// What this seat sees of the state.
pub(crate) fn visible_state(state: &State, seat: Seat) -> VisibleState {
    let blacks = state.deal.as_ref().map_or(Seats::NONE, Deal::blacks);
    let is_black = blacks.contains(seat);
    VisibleState {
        seat,
        role: state.deal.map(|deal| deal.role(seat)),
        team: if is_black { blacks.without(seat) } else { Seats::NONE },
        living: state.living,
        day: state.day,
        starter: state.starter,
        scene: match state.stage {
            Stage::Deal => Scene::Deal,
            Stage::Talk(speaker) => Scene::Talk(speaker),
            Stage::LastWords { speaker, .. } => Scene::LastWords(speaker),
            Stage::Vote { round, voter } => Scene::Vote { round, voter },
            Stage::Kill(_) | Stage::DonCheck | Stage::SheriffCheck => {
                Scene::Night { awake: state.to_act() == Some(Actor::Seat(seat)) }
            }
            Stage::Over { .. } => Scene::Over,
        },
        nominees: state.nominees,
    }
}

impl gaslamp_core::Event for Event {
    #[inline]
    fn seen_by(&self, seat: Seat) -> Option<Self> {
        self.audience.contains(seat).then_some(*self)
    }
}
