//! What the whole table sees, and what players know about their own role: the parts of a view.

use gaslamp_core::{Seat, Seats};

use super::state::{Pending, Side, Stage, State};
use crate::characters::{Character, CharacterSet};

/// What everyone at the table sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Public {
    pub(crate) size: usize,
    pub(crate) script: CharacterSet,
    pub(crate) living: Seats,
    pub(crate) ghost_votes: Seats,
    pub(crate) number: u16,
    pub(crate) scene: Scene,
    pub(crate) nominators: Seats,
    pub(crate) nominated: Seats,
    pub(crate) block: (Option<Seat>, u8),
    pub(crate) hands: Seats,
}

/// What is going on, as everyone sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scene {
    /// The bag is being passed round.
    Setup,
    /// Eyes are closed.
    Night,
    /// This player speaks.
    Talk(Seat),
    /// This player has learned of their own death and chooses somebody.
    LastChoice {
        /// The player.
        seat: Seat,
        /// Whether it is evening.
        is_evening: bool,
    },
    /// This player may nominate.
    Evening(Seat),
    /// This nominee may say something before the vote.
    Defence(Seat),
    /// The table votes on a nominee.
    Vote {
        /// The nominee.
        nominee: Seat,
        /// The player to vote.
        voter: Seat,
    },
    /// The game is over.
    Over,
}

impl State {
    /// What everyone sees. Deaths of the current night are not announced yet.
    pub(crate) fn public(&self) -> Public {
        let is_day = matches!(self.stage, Stage::Talk | Stage::Evening);
        let today = |seats: Seats| if is_day { seats } else { Seats::NONE };
        let living = self.known_living();
        Public {
            size: self.size(),
            script: self.script.characters,
            living,
            ghost_votes: self.ghost_votes.minus(living),
            number: if self.is_dealt() { self.number.max(1) } else { 0 },
            scene: self.scene(),
            nominators: today(self.nominators),
            nominated: today(self.nominated),
            block: if is_day { (self.block, self.most_votes) } else { (None, 0) },
            hands: if self.nominee.is_some() { self.hands } else { Seats::NONE },
        }
    }

    fn scene(&self) -> Scene {
        if self.winner.is_some() {
            return Scene::Over;
        }
        if let Pending::LastChoice(seat) = self.pending {
            return Scene::LastChoice { seat, is_evening: self.stage == Stage::Evening };
        }
        let somebody = Seat::new(0);
        match (self.stage, self.nominee) {
            // Once the bag is dealt, eyes are closed: nobody can tell whether the Storyteller is still placing tokens.
            (Stage::Setup, _) if self.is_dealt() => Scene::Night,
            (Stage::Setup, _) => Scene::Setup,
            (Stage::Night, _) => Scene::Night,
            (Stage::Talk, _) => Scene::Talk(self.all_seats().minus(self.passed).lowest().unwrap_or(somebody)),
            (Stage::Evening, Some(nominee)) if self.is_nominee_speaking => Scene::Defence(nominee),
            (Stage::Evening, Some(nominee)) => {
                Scene::Vote { nominee, voter: self.voters.next_after(self.cursor).unwrap_or(nominee) }
            }
            (Stage::Evening, None) => {
                let next = self.must_nominate.or_else(|| self.next_evening_turn());
                Scene::Evening(next.unwrap_or(self.cursor))
            }
        }
    }

    /// Who is alive as far as players know; their choices of living or dead players depend on that.
    pub(crate) fn known_living(&self) -> Seats {
        let is_night = self.stage == Stage::Night && self.winner.is_none();
        if is_night { self.living_at_dusk } else { self.living }
    }

    /// Whether the roles have been dealt.
    pub(crate) fn is_dealt(&self) -> bool {
        self.pending != Pending::Deal
    }

    /// What a player thinks they are, and on which side; none before the deal.
    pub(crate) fn own_secrets(&self, seat: Seat) -> Option<(Character, Side)> {
        let side = if self.told_evil.contains(seat) { Side::Evil } else { Side::Good };
        self.is_dealt().then_some((self.shown_characters[seat.index()], side))
    }

    /// Whether a player is awake because they are asked or told something at night.
    pub(crate) fn is_awake(&self, seat: Seat) -> bool {
        let is_asked = match self.pending {
            Pending::Choice(asked) | Pending::Telling(asked, _) => asked == seat,
            _ => false,
        };
        self.stage == Stage::Night && is_asked
    }
}
