//! What a player remembers of a game, gathered from its view.

use gaslamp_core::{Seat, Seats, View};
use gaslamp_mafia::rules::{Ballot, Finding, SeatList};
use gaslamp_mafia::{Action, Colour, Phrase, SEATS, State};

/// A check that somebody claims to have made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Claim {
    pub(super) by: Seat,
    pub(super) about: Seat,
    pub(super) colour: Colour,
}

/// What has been said and found out.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    /// Who claims to be the sheriff, in the order of their claims.
    pub(super) sheriffs: SeatList,
    /// What they claim to have found.
    pub(super) claims: Vec<Claim>,
    /// What this player's own checks found.
    pub(super) findings: Vec<(Seat, Finding)>,
    /// Who died at night.
    shot: Seats,
    /// Who has voted against whom, in all rounds.
    votes: Vec<(Seat, Seat)>,
    /// Whether a day has begun and nobody has spoken yet.
    is_dawn: bool,
    /// How many events of the view have been read.
    read: usize,
}

impl Memory {
    /// Reads what is new in a view of the same game.
    pub(super) fn follow(&mut self, view: &View<State>) {
        for (_, event) in view.seen.get(self.read..).unwrap_or_default() {
            match event.phrase {
                Phrase::Day(_) => self.is_dawn = true,
                Phrase::StartingPlayer(_) => self.is_dawn = false,
                Phrase::Eliminated(seat) if self.is_dawn => self.shot = self.shot.with(seat),
                Phrase::CheckResult(seat, finding) => self.findings.push((seat, finding)),
                Phrase::VoteRevealed(voter, Ballot::Against(seat)) => self.votes.push((voter, seat)),
                Phrase::Act(action) => event.by.iter().for_each(|&by| self.hear(by, action)),
                _ => {}
            }
        }
        self.read = view.seen.len();
    }

    fn hear(&mut self, by: Seat, action: Action) {
        match action {
            Action::ClaimSheriff => self.hear_sheriff(by),
            Action::DenySheriff => self.sheriffs = self.sheriffs.without(by),
            Action::ClaimCheck(about, colour) => {
                self.hear_sheriff(by);
                let claim = Claim { by, about, colour };
                if !self.claims.contains(&claim) {
                    self.claims.push(claim);
                }
            }
            _ => {}
        }
    }

    fn hear_sheriff(&mut self, by: Seat) {
        if !self.sheriffs.set().contains(by) {
            self.sheriffs.push(by);
        }
    }

    /// How suspicious each seat looks to a red player: a claim counts for as much as its maker is believed.
    pub(super) fn suspicion(&self, own: Seat) -> [i32; SEATS] {
        let mut suspicion = [0; SEATS];
        for claim in &self.claims {
            let rivals = self.sheriffs.set().contains(claim.about);
            let weight = self.credit(claim.by, own) / if rivals { 2 } else { 1 };
            suspicion[claim.about.index()] += if claim.colour == Colour::Black { weight } else { -weight };
        }
        for &seat in self.sheriffs.as_slice() {
            // All but one of several claimed sheriffs are lying, most likely the least credible.
            if self.sheriffs.len() > 1 && !self.shot.contains(seat) {
                suspicion[seat.index()] += 40 - self.credit(seat, own);
            }
        }
        for &(voter, against) in &self.votes {
            // Voting against somebody who was found red, or was shot, looks black.
            if suspicion[against.index()] < 0 || self.shot.contains(against) {
                suspicion[voter.index()] += 3;
            }
        }
        for &(seat, finding) in &self.findings {
            match finding {
                Finding::Colour(Colour::Black) => suspicion[seat.index()] += 1000,
                Finding::Colour(Colour::Red) => suspicion[seat.index()] -= 1000,
                Finding::Sheriff(_) => {}
            }
        }
        suspicion[own.index()] = -10_000;
        suspicion
    }

    /// How far somebody who claims to be the sheriff is believed.
    fn credit(&self, sheriff: Seat, own: Seat) -> i32 {
        let about_me = |colour| {
            self.claims
                .iter()
                .any(|claim| claim.by == sheriff && claim.about == own && claim.colour == colour)
        };
        if about_me(Colour::Black) {
            // A red player knows that this is a lie.
            return -60;
        }
        let is_first = self.sheriffs.as_slice().first() == Some(&sheriff);
        // Blacks do not shoot their own team, and a second claim is suspicious.
        let base = if self.sheriffs.len() == 1 || self.shot.contains(sheriff) {
            100
        } else if is_first {
            45
        } else {
            15
        };
        base + if about_me(Colour::Red) { 20 } else { 0 }
    }
}
