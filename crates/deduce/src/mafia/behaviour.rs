//! What players did in public, as occasions on which their roles may show.
//!
//! Accepts a view, emits [`Behaviour`]s in order; a later view of the same game only adds to them. How likely each role is to
//! behave so is for a [`BehaviourModel`](super::BehaviourModel) to say.

use gaslamp_core::{Seat, Seats, View};
use gaslamp_mafia::rules::Ballot;
use gaslamp_mafia::{Action, Colour, Phrase, SEATS, State};

/// Something done in public, or a shot that killed somebody.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Behaviour {
    /// A turn, or last words, of somebody who had not claimed to be the sheriff before.
    Turn {
        /// Who spoke.
        by: Seat,
        /// Whether the claim was made now.
        claims: bool,
        /// Who claimed it before.
        rivals: Seats,
        /// Whether these were last words.
        is_last: bool,
    },
    /// "I am not the sheriff".
    Denial {
        /// Who said so.
        by: Seat,
    },
    /// "I checked this player".
    Check {
        /// Who said so.
        by: Seat,
        /// Who was checked.
        about: Seat,
        /// What was found.
        colour: Colour,
        /// Whether a sheriff could say so: there was a night for it besides those of the earlier checks, none of which was of
        /// the same player.
        is_possible: bool,
        /// Who could have been named.
        among: Seats,
    },
    /// A player is nominated, voted against in a first round, or called black.
    Accusation {
        /// Who accuses.
        by: Seat,
        /// The other player.
        about: Seat,
        /// Who could have been chosen.
        among: Seats,
    },
    /// A player is called red.
    Praise {
        /// Who praises.
        by: Seat,
        /// The other player.
        about: Seat,
        /// Who could have been chosen.
        among: Seats,
    },
    /// A player is found dead at dawn.
    Shot {
        /// Who died.
        victim: Seat,
        /// Who was alive in the evening.
        living: Seats,
        /// Who had claimed to be the sheriff.
        claimants: Seats,
    },
}

impl Behaviour {
    /// Who did it; nobody knows who shot.
    #[must_use]
    pub fn by(&self) -> Option<Seat> {
        match *self {
            Self::Turn { by, .. }
            | Self::Denial { by }
            | Self::Check { by, .. }
            | Self::Accusation { by, .. }
            | Self::Praise { by, .. } => Some(by),
            Self::Shot { .. } => None,
        }
    }
}

/// Every behaviour in a view.
#[must_use]
pub fn behaviours(view: &View<State>) -> Vec<Behaviour> {
    let mut tracker = BehaviourTracker::default();
    tracker.follow(view);
    tracker.new
}

/// Reads behaviours from a view as it grows.
#[derive(Clone, Debug)]
pub struct BehaviourTracker {
    /// How many events of the view have been read.
    read: usize,
    /// What was new at the last reading.
    new: Vec<Behaviour>,
    living: Seats,
    /// Who has claimed to be the sheriff.
    claimants: Seats,
    /// Whom the speaker has accused in this turn: nominating a player and calling them black counts once.
    accused: Seats,
    /// The checks that were claimed: by whom, of whom, and the colour.
    checks: Vec<(Seat, Seat, Colour)>,
    nights: u8,
    is_dawn: bool,
    /// Who stands in the first round of a vote. Later rounds repeat it among fewer.
    nominees: Seats,
}

impl Default for BehaviourTracker {
    fn default() -> Self {
        Self {
            read: 0,
            new: Vec::new(),
            living: Seats::first(SEATS),
            claimants: Seats::NONE,
            accused: Seats::NONE,
            checks: Vec::new(),
            nights: 0,
            is_dawn: false,
            nominees: Seats::NONE,
        }
    }
}

impl BehaviourTracker {
    /// What is new in a later view of the same game.
    pub fn follow(&mut self, view: &View<State>) -> &[Behaviour] {
        self.new.clear();
        for (_, event) in view.seen.get(self.read..).unwrap_or_default() {
            if event.audience.len() == SEATS {
                self.see(event.phrase, event.by);
            }
        }
        self.read = view.seen.len();
        &self.new
    }

    fn see(&mut self, phrase: Phrase, by: Option<Seat>) {
        match phrase {
            Phrase::Night(number) => self.nights = number,
            Phrase::Day(_) => self.is_dawn = true,
            Phrase::StartingPlayer(_) => self.is_dawn = false,
            Phrase::Eliminated(seat) => self.leave(seat),
            Phrase::Turn(_) => self.accused = Seats::NONE,
            Phrase::NominatedList(nominees) => self.nominees = nominees.set(),
            Phrase::TieResult(_) => self.nominees = Seats::NONE,
            Phrase::VoteRevealed(by, Ballot::Against(about)) if self.nominees.contains(about) => {
                self.new.push(Behaviour::Accusation { by, about, among: self.nominees });
            }
            Phrase::Act(action) => by.iter().for_each(|&by| self.act(by, action)),
            _ => {}
        }
    }

    fn leave(&mut self, victim: Seat) {
        let (living, claimants) = (self.living, self.claimants);
        if self.is_dawn {
            self.new.push(Behaviour::Shot { victim, living, claimants });
        }
        self.living = living.without(victim);
    }

    fn act(&mut self, by: Seat, action: Action) {
        let among = self.living.without(by);
        match action {
            Action::ClaimSheriff => self.speak(by, true),
            Action::DenySheriff => self.new.push(Behaviour::Denial { by }),
            Action::ClaimCheck(about, colour) if !self.checks.contains(&(by, about, colour)) => {
                self.speak(by, true);
                let mut earlier = self.checks.iter().filter(|check| check.0 == by);
                let has_night = earlier.clone().count() < usize::from(self.nights);
                let is_possible = has_night && !earlier.any(|check| check.1 == about);
                self.new.push(Behaviour::Check { by, about, colour, is_possible, among });
                self.checks.push((by, about, colour));
            }
            Action::Say(about, Colour::Red) => self.new.push(Behaviour::Praise { by, about, among }),
            Action::Say(about, Colour::Black) | Action::Nominate(about) if !self.accused.contains(about) => {
                self.accused = self.accused.with(about);
                self.new.push(Behaviour::Accusation { by, about, among });
            }
            Action::EndTurn => self.speak(by, false),
            _ => {}
        }
    }

    /// A claim to be the sheriff, or the end of a turn without one; neither tells anything once the speaker has claimed.
    fn speak(&mut self, by: Seat, claims: bool) {
        if self.claimants.contains(by) {
            return;
        }
        let is_last = !self.living.contains(by);
        self.new.push(Behaviour::Turn { by, claims, rivals: self.claimants, is_last });
        if claims {
            self.claimants = self.claimants.with(by);
        }
    }
}
