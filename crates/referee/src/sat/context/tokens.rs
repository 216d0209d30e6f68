//! Where reminder tokens lie, from when to when, and whether they do anything. How long a token lasts and whether it needs whoever put it
//! there is asked of the engine's marks.

use gaslamp_botc::characters::ReminderToken;
use gaslamp_botc::notation::trace_model::roles::Says;
use gaslamp_botc::notation::trace_model::{Act, Party, TokenChange};
use gaslamp_botc::rules::phase::{EVENING, NIGHT};
use gaslamp_botc::rules::{Lasts, Reminder};
use gaslamp_core::trace::Phase;

use super::character::{binds_vote, needs_source, token_of_choice};
use super::ledger::{Ledger, moment};
use super::{End, Ending, Placement, Truth};

/// Whether a token lies with the player whose ability it is about.
pub(super) fn marks_own_seat(token: ReminderToken) -> bool {
    matches!(token.word(), "no_ability" | "is_the_demon")
}

/// Whether a token only notes something that has happened, which is so whether its owner is sober or not.
fn is_note(token: ReminderToken) -> bool {
    token.marks_its_owner() || marks_own_seat(token) || matches!(token.word(), "dead" | "died_today")
}

/// The last phase in which a token that was put down in this one lies there, and why it goes then.
fn expiry(token: ReminderToken, since: Phase) -> Option<(Phase, Ending)> {
    let number = moment(since).0;
    match (Reminder::of(token)?.lasts(), since) {
        (Lasts::Long, _) => None,
        (Lasts::Dusk, _) => Some((Phase::new(EVENING, number.max(1)), Ending::Dusk)),
        (Lasts::Dawn | Lasts::Step, Phase { label: NIGHT, .. }) => Some((since, Ending::Dawn)),
        (Lasts::Dawn | Lasts::Step, _) => Some((Phase::new(NIGHT, number.saturating_add(1)), Ending::Dawn)),
    }
}

impl Ledger<'_> {
    /// The tokens at a seat.
    pub(super) fn lying_on(&self, player: usize) -> impl Iterator<Item = &Placement> {
        self.tokens.iter().filter(move |placement| placement.on == player && placement.until.is_none())
    }

    /// Notes the tokens that come and go with an event.
    pub(super) fn note_tokens(&mut self, at: usize) {
        let event = self.event(at);
        match &event.act {
            Act::Tokens(changes) => self.change_tokens(at, changes),
            Act::Other => match self.verb(at) {
                "deals" => self.note_delusions(at),
                "chooses" => self.note_choice(at),
                _ => {}
            },
            _ => {}
        }
        let changed = |player: &usize| {
            let becomes = |says| matches!(says, Says::Becomes(_) | Says::BecomesDemon);
            self.model.roles.of(*player).any(|fact| fact.at == at && becomes(fact.says))
        };
        let changed: Vec<usize> = (0..self.model.names.len()).filter(changed).collect();
        changed.into_iter().for_each(|player| self.lose_owner(player, at, Ending::OwnerChanged));
    }

    fn change_tokens(&mut self, at: usize, changes: &[TokenChange]) {
        for change in changes.iter().filter(|change| !change.comes) {
            let moves = changes.iter().any(|other| other.comes && other.token == change.token);
            self.take_token(at, change, moves);
        }
        for change in changes.iter().filter(|change| change.comes) {
            let by = self.source_of(at, change.token, change.on);
            self.put_token(at, change.token, change.on, by);
        }
    }

    /// Whose token is put down: its engine's source, whoever sits there or acts, or the only one whose it can be.
    pub(super) fn source_of(&self, at: usize, token: ReminderToken, on: usize) -> Option<usize> {
        if let Some(played) = &self.played {
            return Reminder::of(token).and_then(|reminder| played.source(reminder, on, at));
        }
        if marks_own_seat(token) {
            return Some(on);
        }
        match (self.event(at).by, self.holders(token.owner(), at).as_slice()) {
            (Party::Player(player), _) if self.acts_as(player, at) == Some(token.owner()) => Some(player),
            (_, [player]) => Some(*player),
            _ => None,
        }
    }

    fn put_token(&mut self, at: usize, token: ReminderToken, on: usize, by: Option<usize>) {
        if !self.is_whole() {
            if self.lying_on(on).any(|placement| placement.token == token) {
                return;
            }
            if needs_source(token) {
                // Each choice takes the place of the one before.
                self.end_tokens(at, Ending::Moved, |placement| placement.token == token);
            }
        }
        let has_effect = if is_note(token) { Truth::True } else { self.judge(by, token.owner(), at).value };
        let since = Some(self.place(at));
        self.tokens.push(Placement { token, on, by, since, until: None, has_effect });
    }

    fn take_token(&mut self, at: usize, change: &TokenChange, moves: bool) {
        let is_it = |placement: &Placement| placement.on == change.on && placement.token == change.token;
        let why = self.why_taken(at, change, moves);
        self.end_tokens(at, why, is_it);
    }

    /// Why a token is taken away; a record has the rules' reasons.
    fn why_taken(&self, at: usize, change: &TokenChange, moves: bool) -> Ending {
        let plain = if moves { Ending::Moved } else { Ending::Removed };
        let (Some(played), Some(reminder)) = (&self.played, Reminder::of(change.token)) else { return plain };
        let source = self.lying_on(change.on).find(|placement| placement.token == change.token);
        let source = source.and_then(|placement| placement.by).filter(|_| reminder.needs_source());
        if let Some(source) = source {
            let (before, after) = (played.person(source, at), played.person_after(source, at));
            if after.is_some_and(|after| !after.is_alive) {
                return Ending::OwnerDied;
            }
            if before.map(|person| person.role) != after.map(|person| person.role) {
                return Ending::OwnerChanged;
            }
        }
        match reminder.lasts() {
            Lasts::Dusk => Ending::Dusk,
            Lasts::Dawn | Lasts::Step => Ending::Dawn,
            Lasts::Long if self.is_put_again(at, change.token) => Ending::Moved,
            Lasts::Long => plain,
        }
    }

    /// Whether the next event puts the token down again.
    fn is_put_again(&self, at: usize, token: ReminderToken) -> bool {
        let next = self.model.events.get(at + 1).map(|event| &event.act);
        matches!(next, Some(Act::Tokens(changes)) if changes.iter().any(|change| change.comes && change.token == token))
    }

    /// Ends the time of all tokens of which `is_gone` says so.
    fn end_tokens(&mut self, at: usize, why: Ending, is_gone: impl Fn(&Placement) -> bool) {
        let phase = self.event(at).phase;
        let open = self.tokens.iter_mut().filter(|placement| placement.until.is_none());
        for placement in open.filter(|placement| is_gone(placement)) {
            placement.until = Some(End { phase, number: at, why });
        }
    }

    /// Time has gone on: what lasts until dusk or dawn is gone.
    pub(super) fn expire_tokens(&mut self, at: usize) {
        let now = moment(self.phase);
        for placement in self.tokens.iter_mut().filter(|placement| placement.until.is_none()) {
            let since = placement.since.as_ref().map(|place| place.phase);
            if let Some((phase, why)) = since.and_then(|since| expiry(placement.token, since))
                && moment(phase) < now
            {
                placement.until = Some(End { phase, number: at, why });
            }
        }
    }

    /// What a player's ability has done ends with it, where it does. A record tells that itself.
    pub(super) fn lose_owner(&mut self, player: usize, at: usize, why: Ending) {
        if !self.is_whole() {
            self.end_tokens(at, why, |placement| {
                placement.by == Some(player) && needs_source(placement.token)
            });
        }
    }

    /// Whoever is dealt another's token has one that says so.
    fn note_delusions(&mut self, at: usize) {
        for player in 0..self.model.names.len() {
            let dealt = self.model.roles.of(player).find(|fact| fact.at == at);
            if let Some(Says::Dealt(role, token)) = dealt.map(|fact| fact.says)
                && role != token
                && let Some(token) = ReminderToken::of(role).find(|token| token.marks_its_owner())
            {
                let since = Some(self.place(at));
                let placement =
                    Placement { token, on: player, by: None, since, until: None, has_effect: Truth::True };
                self.tokens.push(placement);
            }
        }
    }

    /// A choice puts down a token, whether the trace says so or not. That of a drunk or poisoned player does nothing and needs none, but
    /// a Butler is to have a master all the same.
    fn note_choice(&mut self, at: usize) {
        let Some(player) = self.event(at).by.player() else { return };
        let [target] = self.targets(at)[..] else { return };
        let Some(token) = self.acts_as(player, at).and_then(token_of_choice) else { return };
        let does_nothing = self.judge(Some(player), token.owner(), at).value == Truth::False;
        if !self.is_whole() && !self.is_told_later(at, token) && (binds_vote(token.owner()) || !does_nothing)
        {
            self.put_token(at, token, target, Some(player));
        }
    }

    /// Whether the trace itself puts this token down behind an event, in the same phase.
    pub(super) fn is_told_later(&self, at: usize, token: ReminderToken) -> bool {
        let puts = |act: &Act| matches!(act, Act::Tokens(changes) if changes.iter().any(|change| change.comes && change.token == token));
        self.rest_of_phase(at).any(|(_, event)| puts(&event.act))
    }

    /// A record's tokens are those of its last grimoire; a few of them follow from the table and are told by nobody.
    pub(super) fn settle_tokens(&mut self) {
        let Some(state) = self.played.as_ref().and_then(|played| played.last()) else { return };
        let grimoire = state.grimoire();
        let mut open: Vec<usize> =
            (0..self.tokens.len()).filter(|&index| self.tokens[index].until.is_none()).collect();
        for (on, entry) in grimoire.seats.iter().enumerate() {
            for laid in &entry.reminders {
                let Some(token) = laid.token() else { continue };
                let is_it =
                    |index: &usize| self.tokens[*index].on == on && self.tokens[*index].token == token;
                match open.iter().position(is_it) {
                    Some(place) => drop(open.remove(place)),
                    None => {
                        let has_effect = Truth::True;
                        self.tokens.push(Placement {
                            token,
                            on,
                            by: None,
                            since: None,
                            until: None,
                            has_effect,
                        });
                    }
                }
            }
        }
        let end = End { phase: self.phase, number: self.model.events.len(), why: Ending::Removed };
        open.into_iter().for_each(|index| self.tokens[index].until = Some(end));
    }
}
