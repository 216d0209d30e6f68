//! A simple player worth beating, for either side; it uses only its own view.
//!
//! Good players say who they are and what they learned, and execute the players who look suspicious; evil ones bluff,
//! mislead, and keep the Demon off the block. See `good` and `evil` for the rules of thumb, `memory` for suspicion.

use std::cell::OnceCell;

use gaslamp_botc::notation::trace;
use gaslamp_botc::rules::{Claim, Open, Side};
use gaslamp_botc::{Action, State};
use gaslamp_core::{Choice, Reply, Rng, Seat, Seats, View};

use super::memory::{Memory, Scores};
use super::{evil, good};
use crate::Agent;

/// A player with a few rules of thumb.
#[derive(Clone, Debug)]
pub struct Heuristic {
    rng: Rng,
    memory: Memory,
}

impl Heuristic {
    /// A player that breaks ties with this generator.
    #[must_use]
    pub fn new(rng: Rng) -> Self {
        Self { rng, memory: Memory::default() }
    }
}

impl Agent<State> for Heuristic {
    fn decide(&mut self, view: &View<State>) -> Reply<State> {
        let mut mind = Mind::new(view, &mut self.memory, &mut self.rng);
        let wish =
            if view.now.side == Some(Side::Evil) { evil::decide(&mut mind) } else { good::decide(&mut mind) };
        mind.reply(wish)
    }
}

/// What a player would like to do.
pub(super) enum Wish {
    Do(Action),
    Say(Claim),
    /// Nothing in particular.
    Whatever,
}

/// One decision.
pub(super) struct Mind<'a> {
    pub(super) view: &'a View<State>,
    pub(super) memory: &'a Memory,
    /// Suspicion by which the decision goes, once somebody asks for it: talk goes without.
    pub(super) scores: OnceCell<Scores>,
    pub(super) rng: &'a mut Rng,
}

impl<'a> Mind<'a> {
    /// One decision of a player with this view and this memory.
    pub(super) fn new(view: &'a View<State>, memory: &'a mut Memory, rng: &'a mut Rng) -> Self {
        memory.read(view);
        Self { view, memory, scores: OnceCell::new(), rng }
    }
}

impl Mind<'_> {
    /// The wish if it is legal; otherwise pass or abstain; otherwise anything.
    pub(super) fn reply(&mut self, wish: Wish) -> Reply<State> {
        match wish {
            Wish::Do(action) if self.is_legal(action) => return Reply::Choice(Choice::Action(action)),
            Wish::Say(claim) => {
                let name = &self.view.names[self.view.seat.index()];
                return Reply::Written(trace::write_claim(&self.view.names, name, &claim));
            }
            _ => {}
        }
        let quiet = [Action::Pass, Action::Abstain].into_iter().find(|&action| self.is_legal(action));
        let choice = quiet.map(Choice::Action).or_else(|| self.rng.pick(&self.view.legal).copied());
        choice.map_or(Reply::Leave, Reply::Choice)
    }

    pub(super) fn is_legal(&self, action: Action) -> bool {
        self.view.legal.contains(&Choice::Action(action))
    }

    /// The first of these that has not been said yet, if there is still time to speak.
    pub(super) fn unsaid(&self, claims: impl IntoIterator<Item = Claim>) -> Option<Wish> {
        let may_speak = self.view.legal.contains(&Choice::Open(Open::Claim));
        let mut claims = claims.into_iter().filter(|claim| may_speak && !self.memory.has_said(claim));
        claims.next().map(Wish::Say)
    }

    /// How suspicious somebody looks; the player never to him- or herself.
    pub(super) fn score(&self, seat: Seat) -> i32 {
        let scores = self.scores.get_or_init(|| {
            let mut scores = self.memory.suspicion(self.view);
            scores[self.view.seat.index()] = i32::MIN;
            scores
        });
        scores[seat.index()]
    }

    /// How suspicious the player looks to others.
    pub(super) fn danger(&self) -> i32 {
        self.memory.suspicion(self.view)[self.view.seat.index()]
    }

    /// The living other than the player.
    pub(super) fn others(&self) -> Seats {
        self.view.now.living.without(self.view.seat)
    }

    /// The most suspicious of these. Everybody breaks ties in the same way, which changes from day to day, so that votes agree.
    pub(super) fn most_suspicious(&self, seats: Seats) -> Option<Seat> {
        let (size, day) = (self.view.now.size, usize::from(self.view.now.number));
        let first = day * 3 % size;
        let turn = |seat: Seat| {
            let place = seat.index() + first;
            if place < size { place } else { place - size }
        };
        seats.iter().max_by_key(|&seat| (self.score(seat), turn(seat)))
    }

    /// The least suspicious of these, ties broken at random.
    pub(super) fn most_trusted(&mut self, seats: Seats) -> Option<Seat> {
        let least = seats.iter().map(|seat| self.score(seat)).min()?;
        let best: Vec<Seat> = seats.iter().filter(|&seat| self.score(seat) == least).collect();
        self.rng.pick(&best).copied()
    }

    pub(super) fn any(&mut self, seats: Seats) -> Option<Seat> {
        let seats: Vec<Seat> = seats.iter().collect();
        self.rng.pick(&seats).copied()
    }

    /// How many votes put a player on the block.
    pub(super) fn enough(&self) -> usize {
        self.view.now.living.len().div_ceil(2).max(usize::from(self.view.now.block.1) + 1)
    }
}
