//! The day: talk, shots, nominations, votes, the block, execution, dusk.

use gaslamp_core::{Seat, Seats};

use super::action::{Action, Claim};
use super::cast::{artist, gossip, juggler, savant, slayer};
use super::event::Phrase;
use super::marks::{Lasts, Reminder};
use super::play::Play;
use super::registration::Verdict;
use super::state::{Ask, SEATS, Stage, State};

/// More claims than this nobody makes in a day; the text of a record stays readable, and a game comes to an end.
pub(crate) const CLAIMS_A_DAY: u8 = 8;

impl State {
    /// Whether this player may still say "I shoot": anybody may, once a game, where there could be a Slayer.
    pub(crate) fn may_shoot(&self, seat: Seat) -> bool {
        self.sheet.characters.contains(slayer::ID) && !self.shot.contains(seat)
    }

    /// Whom this player may nominate now.
    pub(crate) fn nominees_for(&self, seat: Seat) -> Seats {
        let may =
            self.stage == Stage::Evening && self.living.contains(seat) && !self.nominators.contains(seat);
        if may { self.seats_set().minus(self.nominated) } else { Seats::NONE }
    }

    /// Who is asked next in the evening: clockwise, whoever may nominate or shoot and has not passed since the
    /// last nomination.
    pub(crate) fn next_evening_turn(&self) -> Option<Seat> {
        let all = self.seats_set();
        let is_open = self.nominated != all;
        let nominators = if is_open { self.living.minus(self.nominators) } else { Seats::NONE };
        let has_slayer = self.sheet.characters.contains(slayer::ID);
        let shooters = if has_slayer { all.minus(self.shot) } else { Seats::NONE };
        nominators.or(shooters).minus(self.passed).next_after(self.cursor)
    }

    pub(crate) fn may_claim(&self, seat: Seat) -> bool {
        self.claims[seat.index()] < CLAIMS_A_DAY
    }

    /// Whether this player may guess as a Juggler does: anybody on the first day, or who has become one since.
    pub(crate) fn may_guess(&self, seat: Seat) -> bool {
        let is_first_day = self.number == 1 || self.fresh.contains(seat) && self.seems(seat, juggler::ID);
        self.sheet.characters.contains(juggler::ID) && is_first_day && !self.guessed.contains(seat)
    }

    /// Whether this player may gossip: anybody, once a day, where there could be a Gossip.
    pub(crate) fn may_gossip(&self, seat: Seat) -> bool {
        self.sheet.characters.contains(gossip::ID) && !self.gossiped.contains(seat)
    }

    /// Whether this player may ask a question as an Artist does.
    pub(crate) fn may_ask(&self, seat: Seat) -> bool {
        self.seems(seat, artist::ID)
            && self.living.contains(seat)
            && !self.marks.is_placed_by(Reminder::ArtistNoAbility, seat)
    }

    /// Whether this player may visit the Storyteller as a Savant does.
    pub(crate) fn may_visit(&self, seat: Seat) -> bool {
        self.seems(seat, savant::ID) && self.living.contains(seat) && !self.visited.contains(seat)
    }

    /// The votes that count: a Butler's may not.
    fn counted_votes(&self) -> u8 {
        let is_idle =
            |voter: &Seat| self.ability_of(*voter).vote_counts.is_some_and(|counts| !counts(self, *voter));
        (self.hands.len() - self.hands.iter().filter(is_idle).count()) as u8
    }
}

impl Play<'_> {
    /// A new day: nobody has said or done anything yet.
    pub(crate) fn begin_day(&mut self) {
        self.passed = Seats::NONE;
        self.nominators = Seats::NONE;
        self.nominated = Seats::NONE;
        self.visited = Seats::NONE;
        self.gossiped = Seats::NONE;
        self.claims = [0; SEATS];
        self.block = None;
        self.most_votes = 0;
        self.executed = None;
        self.execution_killed = false;
        self.somebody_died_today = false;
        self.is_day_over = false;
    }

    /// The next to speak; when all have, the evening begins.
    pub(crate) fn talk_on(&mut self) {
        match self.seats_set().minus(self.passed).lowest() {
            Some(seat) => self.ask = Ask::Turn(seat),
            None => {
                self.stage = Stage::Evening;
                self.passed = Seats::NONE;
                self.cursor = Seat::new(self.size() - 1);
            }
        }
    }

    /// The next vote, or the next nomination, or dusk.
    pub(crate) fn evening_on(&mut self) {
        if self.is_day_over {
            self.dusk();
        } else if let Some(nominee) = self.nominee {
            self.vote_on(nominee);
        } else {
            match self.next_evening_turn() {
                Some(seat) => self.ask = Ask::Turn(seat),
                None => self.close_nominations(),
            }
        }
    }

    /// A player passes: the turn is over.
    pub(crate) fn pass(&mut self, seat: Seat) {
        self.passed = self.passed.with(seat);
        self.cursor = seat;
        self.say_deed(seat, Action::Pass);
    }

    /// A player says "I shoot". It does something only if this is a Slayer who could.
    pub(crate) fn shoot(&mut self, by: Seat, target: Seat) {
        self.shot = self.shot.with(by);
        self.say_deed(by, Action::Shoot(target));
        slayer::shoot(self, by, target);
    }

    pub(crate) fn nominate(&mut self, by: Seat, nominee: Seat) {
        self.nominators = self.nominators.with(by);
        self.nominated = self.nominated.with(nominee);
        self.passed = Seats::NONE;
        self.cursor = nominee;
        self.nominator = by;
        self.nominee = Some(nominee);
        self.hands = Seats::NONE;
        self.voters = self.living.or(self.ghost_votes);
        self.say_deed(by, Action::Nominate(nominee));
        if let Some(nominated) = self.ability_of(nominee).nominated {
            nominated(self, nominee);
        }
    }

    /// The vote goes clockwise, beginning after the nominee and ending there.
    fn vote_on(&mut self, nominee: Seat) {
        match self.voters.next_after(self.cursor) {
            Some(voter) => self.ask = Ask::Vote(voter),
            None => self.count(nominee),
        }
    }

    /// A player votes, or does not.
    pub(crate) fn vote(&mut self, voter: Seat, action: Action) {
        self.say_deed(voter, action);
        self.voters = self.voters.without(voter);
        self.cursor = voter;
        if !matches!(action, Action::Abstain) {
            self.hands = self.hands.with(voter);
        }
    }

    /// The hands are counted.
    fn count(&mut self, nominee: Seat) {
        let votes = self.counted_votes();
        let enough = self.living.len().div_ceil(2) as u8;
        if votes >= enough && votes > self.most_votes {
            self.block = Some(nominee);
        } else if votes >= enough && votes == self.most_votes {
            self.block = None;
        }
        // An earlier count is to be beaten even if it was not enough at its time.
        self.most_votes = self.most_votes.max(votes);
        // Who is dead has one vote for the rest of the game.
        self.ghost_votes = self.ghost_votes.minus(self.hands.minus(self.living));
        self.nominee = None;
        self.cursor = self.nominator;
        let block = self.block;
        self.say_to_all(Phrase::Counted { nominee, votes, block }, None);
    }

    /// Nobody nominates any more: whoever is on the block is executed.
    fn close_nominations(&mut self) {
        self.is_day_over = true;
        if let Some(seat) = self.block {
            self.execute(seat);
        }
    }

    /// A nomination ends at once, and with it the day: its nominator is executed.
    pub(crate) fn execute_nominator(&mut self) {
        let nominator = self.nominator;
        self.nominee = None;
        self.is_day_over = true;
        self.execute(nominator);
    }

    /// The day is over.
    fn dusk(&mut self) {
        self.check_end(None);
        let wins = |seat: Seat| self.ability_of(seat).at_dusk.and_then(|at_dusk| at_dusk(self, seat));
        // Should both sides win at once, good does: that is how the base game settles it.
        let winner = self.alive().iter().filter_map(wins).min();
        if let Some(side) = winner {
            self.win(side);
        }
        if self.winner.is_none() {
            self.unmark_lasting(Lasts::Dusk);
            self.fresh = Seats::NONE;
            self.begin_night();
        }
    }

    /// A player says something for all to hear.
    pub(crate) fn claim(&mut self, seat: Seat, claim: &Claim) {
        self.claims[seat.index()] += 1;
        self.say_to_all(Phrase::Said(claim.clone()), Some(seat));
        match claim {
            Claim::Guesses(guesses) => {
                self.guessed = self.guessed.with(seat);
                juggler::guess(self, seat, guesses);
            }
            Claim::Gossip(formula) => {
                self.gossiped = self.gossiped.with(seat);
                let verdict = formula.judge(self);
                gossip::speak(self, seat, verdict);
            }
            Claim::Role(_) | Claim::Report(_) => {}
        }
    }

    /// An Artist's question has been asked; the Storyteller answers it.
    pub(crate) fn ask_storyteller(&mut self, seat: Seat, verdict: Verdict) {
        self.question = verdict;
        self.mark(Reminder::ArtistNoAbility, seat, seat);
        self.ask = Ask::Telling(seat, super::state::Topic::Ability);
    }

    /// A Savant visits the Storyteller, who tells two things.
    pub(crate) fn visit(&mut self, seat: Seat) {
        self.visited = self.visited.with(seat);
        self.say_own(seat, Action::Visit);
        self.ask = Ask::Telling(seat, super::state::Topic::Ability);
    }
}
