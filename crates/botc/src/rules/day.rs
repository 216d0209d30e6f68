//! The day: talk, what abilities do by day, nominations, votes, the block, execution, dusk.

use std::sync::Arc;

use gaslamp_core::{Seat, Seats};

use super::action::{Action, Claim};
use super::cast;
use super::event::Phrase;
use super::formula::Formula;
use super::hooks::Hook;
use super::marks::Lasts;
use super::mutator::Mutator;
use super::ruling::{Purpose, Question, Ruling};
use super::state::{Between, Cause, Interlude, Pending, SEATS, Side, Stage, State, Topic};
use crate::characters::{Character, CharacterSet, Team};

/// The most claims a player makes in a day, so that records stay readable and games come to an end.
pub(crate) const CLAIMS_A_DAY: u8 = 8;

/// Something that a player does by day with an ability, real or pretended.
#[derive(Clone, Copy, Debug)]
pub enum Use<'a> {
    /// Shoots a player.
    Shoot(Seat),
    /// Guesses characters.
    Guess(&'a [(Seat, Character)]),
    /// Tells the Storyteller whom they suspect.
    Suspect(Seat),
    /// Says that a player is in hiding.
    Unmask(Seat),
    /// Says who all the Minions and Demons are.
    Accuse(&'a [(Seat, Team)]),
    /// Makes a statement.
    Gossip(&'a Formula),
    /// Asks the Storyteller a question.
    Ask(&'a Formula),
    /// Visits the Storyteller.
    Visit,
}

/// The kinds of [`Use`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DayVerb {
    /// To shoot a player publicly.
    Shoot,
    /// To guess characters publicly.
    Guess,
    /// To tell the Storyteller in private whom one suspects.
    Suspect,
    /// To say publicly that a player is in hiding.
    Unmask,
    /// To say publicly who all the Minions and Demons are.
    Accuse,
    /// To make a public statement.
    Gossip,
    /// To ask the Storyteller in private.
    Ask,
    /// To visit the Storyteller.
    Visit,
}

impl DayVerb {
    pub(crate) const ALL: [Self; 8] = [
        Self::Shoot,
        Self::Guess,
        Self::Suspect,
        Self::Unmask,
        Self::Accuse,
        Self::Gossip,
        Self::Ask,
        Self::Visit,
    ];
}

impl Use<'_> {
    /// Its kind.
    #[must_use]
    pub const fn verb(self) -> DayVerb {
        match self {
            Self::Shoot(_) => DayVerb::Shoot,
            Self::Guess(_) => DayVerb::Guess,
            Self::Suspect(_) => DayVerb::Suspect,
            Self::Unmask(_) => DayVerb::Unmask,
            Self::Accuse(_) => DayVerb::Accuse,
            Self::Gossip(_) => DayVerb::Gossip,
            Self::Ask(_) => DayVerb::Ask,
            Self::Visit => DayVerb::Visit,
        }
    }
}

/// What an ability does by day.
pub(crate) struct DayAbility {
    /// What its player does.
    pub(crate) verb: DayVerb,
    /// Who may do so.
    pub(crate) open_to: OpenTo,
    /// How often a player may.
    pub(crate) often: Often,
    /// Any further condition for doing so today.
    pub(crate) is_open: fn(&State, Seat) -> bool,
    /// The effect when a player who has the ability, or thinks they do, does so.
    pub(crate) acts: fn(&mut Mutator<'_>, Seat, Use<'_>),
}

/// Who may use an ability by day.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OpenTo {
    /// Everyone, if the character may be in play: to do it is to claim to be that character.
    Everybody,
    /// Living players who have the ability, or think they do: the Storyteller talks to nobody else.
    Holder,
}

/// How often a player may use an ability by day.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Often {
    OnceAGame,
    OnceADay,
    /// As often as [`DayAbility::is_open`] allows.
    WhileOpen,
}

impl State {
    /// The script's ability with this verb, if it has one.
    #[inline]
    pub(crate) fn day_ability(&self, verb: DayVerb) -> Option<&'static DayAbility> {
        self.script.day_character(verb).and_then(|character| cast::of(character).day)
    }

    /// Whether anyone at this table could do this by day.
    pub(crate) fn has_verb(&self, verb: DayVerb) -> bool {
        self.script.day_character(verb).is_some()
    }

    /// Whether this player may do this now.
    #[inline]
    pub(crate) fn may_use(&self, seat: Seat, verb: DayVerb) -> bool {
        self.day_ability(verb).is_some_and(|day| self.is_open_to(seat, verb, day))
    }

    fn is_open_to(&self, seat: Seat, verb: DayVerb, day: &DayAbility) -> bool {
        let is_entitled = match day.open_to {
            OpenTo::Everybody => true,
            OpenTo::Holder => self.holds_verb(seat, verb) && self.living.contains(seat),
        };
        let is_left = day.often == Often::WhileOpen || !self.used[verb as usize].contains(seat);
        is_entitled && is_left && (day.is_open)(self, seat)
    }

    /// Whether the ability that a player has, or thinks they have, does this by day.
    fn holds_verb(&self, seat: Seat, verb: DayVerb) -> bool {
        self.part_of(seat, |ability| ability.day.filter(|day| day.verb == verb)).is_some()
    }

    /// Whom this player may nominate now.
    pub(crate) fn nominees_for(&self, seat: Seat) -> Seats {
        let may = self.stage == Stage::Evening
            && self.living.contains(seat)
            && !self.nominators.contains(seat)
            && self.is_able_to_nominate(seat);
        if may { self.all_seats().minus(self.nominated) } else { Seats::NONE }
    }

    /// Whether a player's own ability lets them nominate. Those who may not are asked all the same: nobody else knows.
    pub(crate) fn is_able_to_nominate(&self, seat: Seat) -> bool {
        let may = |character| cast::of(character).may_nominate.is_none_or(|may| may(self, seat));
        !self.script.has(Hook::MayNominate) || self.abilities(seat).all(may)
    }

    /// Whether a player may nominate at all today: the living may unless they have no nomination left, and nominees whose
    /// death lets them nominate the next.
    #[must_use]
    pub fn may_nominate_today(&self, seat: Seat) -> bool {
        (self.living.contains(seat) || !self.has_votes()) && self.is_able_to_nominate(seat)
    }

    /// Whether nominees are voted on today.
    #[must_use]
    pub fn has_votes(&self) -> bool {
        self.nominee_killer().is_none()
    }

    /// Whose ability lets nominees die today, so that there are no votes.
    pub(crate) fn nominee_killer(&self) -> Option<Seat> {
        let kills = |seat: &Seat| {
            let kills = self.working_part_of(*seat, |ability| ability.kills_nominees);
            kills.is_some_and(|kills| kills(self, *seat))
        };
        self.holders_with(Hook::KillsNominees).iter().find(kills)
    }

    /// Whom a nominee may nominate who has to: living players who have not been nominated today.
    pub(crate) fn next_nominees(&self) -> Seats {
        self.living.minus(self.nominated)
    }

    /// Who acts next in the evening: clockwise, the next player who may nominate or shoot and has not passed
    /// since the last nomination.
    pub(crate) fn next_evening_turn(&self) -> Option<Seat> {
        let all = self.all_seats();
        let is_open = self.nominated != all;
        let nominators = if is_open { self.living.minus(self.nominators) } else { Seats::NONE };
        let has_shots = self.has_verb(DayVerb::Shoot);
        let shooters = if has_shots { all.minus(self.used[DayVerb::Shoot as usize]) } else { Seats::NONE };
        nominators.or(shooters).minus(self.passed).next_after(self.cursor)
    }

    pub(crate) fn may_claim(&self, seat: Seat) -> bool {
        self.claims[seat.index()] < CLAIMS_A_DAY
    }

    /// Whether a nominee for whom just these players have voted has no votes.
    pub(crate) fn are_votes_void(&self, voters: Seats) -> bool {
        let voids = |seat: Seat| {
            let voids = self.working_part_of(seat, |ability| ability.voids_votes);
            voids.is_some_and(|voids| voids(self, seat, voters))
        };
        self.holders_with(Hook::VoidsVotes).iter().any(voids)
    }

    /// The votes that count; with some abilities, their player's vote depends on others.
    fn counted_votes(&self) -> u8 {
        if self.are_votes_void(self.hands) {
            return 0;
        }
        let counts = |voter: Seat| self.part_of(voter, |ability| ability.vote_counts);
        let is_idle = |voter: &Seat| counts(*voter).is_some_and(|counts| !counts(self, *voter));
        let idle = self.with_hook(self.hands, Hook::VoteCounts).iter().filter(is_idle).count();
        (self.hands.len() - idle) as u8
    }
}

impl Mutator<'_> {
    /// A new day: nobody has said or done anything yet.
    pub(crate) fn begin_day(&mut self) {
        self.passed = Seats::NONE;
        self.nominators = Seats::NONE;
        self.nominated = Seats::NONE;
        for verb in DayVerb::ALL {
            if self.day_ability(verb).is_some_and(|day| day.often == Often::OnceADay) {
                self.used[verb as usize] = Seats::NONE;
            }
        }
        self.claims = [0; SEATS];
        self.block = None;
        self.most_votes = 0;
        self.executed = None;
        self.execution_killed = false;
        self.somebody_died_today = false;
        self.is_day_over = false;
        self.begin_interlude(Between::Talk);
    }

    /// The Storyteller is about to be asked what happens by their will alone.
    fn begin_interlude(&mut self, between: Between) {
        if self.script.has(Hook::BetweenActs) {
            self.interlude = Interlude::At(Seat::new(0), between);
        } else {
            self.interlude = if between == Between::Close { Interlude::Closed } else { Interlude::Over };
        }
    }

    /// Goes through the abilities that act between two acts of the day, one after the other; returns whether one was
    /// left.
    #[inline]
    fn is_in_interlude(&mut self) -> bool {
        match self.interlude {
            Interlude::At(from, between) => self.is_asked_between(from, between),
            Interlude::Over | Interlude::Closed => false,
        }
    }

    /// The same from this seat on.
    fn is_asked_between(&mut self, from: Seat, between: Between) -> bool {
        let left = self.all_seats().minus(Seats::first(from.index()));
        let seat = self.with_hook(left, Hook::BetweenActs).lowest();
        let next = seat.map_or(self.size(), |seat| seat.index() + 1);
        self.interlude = match between {
            _ if next < self.size() => Interlude::At(Seat::new(next), between),
            Between::Close => Interlude::Closed,
            _ => Interlude::Over,
        };
        let Some(seat) = seat else { return false };
        self.each_ability(Seats::only(seat), Hook::BetweenActs, |play, seat, _, ability| {
            if let Some(between_acts) = ability.between_acts {
                between_acts(play, seat, between);
            }
        });
        true
    }

    /// Asks whoever has learned of their own death and must choose; returns whether anybody must.
    fn is_last_choice_due(&mut self) -> bool {
        match self.last_choices.lowest() {
            Some(seat) => self.pending = Pending::LastChoice(seat),
            None => return false,
        }
        true
    }

    /// A dead player has publicly chosen somebody.
    pub(crate) fn choose_at_last(&mut self, seat: Seat, chosen: Seat) {
        self.last_choices = self.last_choices.without(seat);
        self.say_action(seat, Action::Choose(chosen));
        self.each_ability(Seats::only(seat), Hook::LastChoice, |play, seat, _, ability| {
            if let Some(acts) = ability.last_choice {
                acts(play, seat, chosen);
            }
        });
        if self.has_nothing_pending() {
            self.settle();
        }
    }

    /// The next player to speak; after the last one, the evening begins.
    pub(crate) fn talk_on(&mut self) {
        if self.is_last_choice_due() || self.is_in_interlude() {
            return;
        }
        match self.all_seats().minus(self.passed).lowest() {
            Some(seat) => self.pending = Pending::Turn(seat),
            None => {
                self.stage = Stage::Evening;
                self.passed = Seats::NONE;
                self.cursor = Seat::new(self.size() - 1);
                self.begin_interlude(Between::Nominations);
            }
        }
    }

    /// The next vote, the next nomination, or dusk.
    pub(crate) fn evening_on(&mut self) {
        if self.is_last_choice_due() {
            return;
        }
        if self.is_day_over {
            self.dusk();
        } else if self.is_in_interlude() {
            // What was asked comes first.
        } else if let Some(nominee) = self.nominee {
            if self.is_nominee_speaking {
                self.pending = Pending::Turn(nominee);
            } else if let Some(killer) = self.nominee_killer() {
                self.kill_nominee(killer, nominee);
            } else {
                self.vote_on(nominee);
            }
        } else if let Some(seat) = self.must_nominate {
            self.let_nominate(seat);
        } else {
            match self.next_evening_turn() {
                Some(seat) => self.pending = Pending::Turn(seat),
                None if self.interlude == Interlude::Closed => self.close_nominations(),
                None => self.begin_interlude(Between::Close),
            }
        }
    }

    /// A nominee dies at once and is to nominate the next.
    pub(crate) fn kill_nominee(&mut self, killer: Seat, nominee: Seat) {
        self.nominee = None;
        self.must_nominate = Some(nominee);
        self.threaten(nominee, Cause::Ability { by: killer });
    }

    /// A nominee is to nominate the next, if the ability still works that demands it and anybody is left.
    fn let_nominate(&mut self, seat: Seat) {
        if self.nominee_killer().is_none() {
            self.must_nominate = None;
        } else if self.next_nominees().is_empty() {
            self.must_nominate = None;
            self.is_day_over = true;
        } else {
            self.pending = Pending::Turn(seat);
        }
    }

    /// A player passes, which ends their turn.
    pub(crate) fn pass(&mut self, seat: Seat) {
        if std::mem::take(&mut self.is_nominee_speaking) {
            self.say_action(seat, Action::Pass);
            return;
        }
        self.passed = self.passed.with(seat);
        self.cursor = seat;
        self.say_action(seat, Action::Pass);
    }

    /// A player uses an ability by day. It has an effect only if the player has that ability, or thinks they
    /// do.
    pub(crate) fn use_by_day(&mut self, seat: Seat, what: Use<'_>) {
        let verb = what.verb();
        self.used[verb as usize] = self.used[verb as usize].with(seat);
        if let Some(day) = self.part_of(seat, |ability| ability.day.filter(|day| day.verb == verb)) {
            (day.acts)(self, seat, what);
        }
        self.each_ability(self.all_seats(), Hook::HearsOfUse, |play, hearer, _, ability| {
            if let Some(hears) = ability.hears_of_use {
                hears(play, hearer, seat, what);
            }
        });
    }

    #[inline(never)]
    pub(crate) fn nominate(&mut self, by: Seat, nominee: Seat) {
        self.nominators = self.nominators.with(by);
        self.nominated = self.nominated.with(nominee);
        self.passed = Seats::NONE;
        self.cursor = nominee;
        self.nominator = by;
        self.nominee = Some(nominee);
        self.is_nominee_speaking = self.script.has(Hook::LetsNomineesSpeak);
        self.must_nominate = None;
        self.hands = Seats::NONE;
        self.voters = self.living.or(self.ghost_votes);
        self.say_action(by, Action::Nominate(nominee));
        self.note_nomination(by);
        self.each_ability(self.all_seats(), Hook::HearsOfNomination, |play, seat, _, ability| {
            if let Some(hears) = ability.hears_of_nomination {
                hears(play, seat, by, nominee);
            }
        });
        if let Some(nominated) = self.part_of(nominee, |ability| ability.nominated) {
            nominated(self, nominee);
        }
    }

    /// The Storyteller notes who has nominated, if anybody may be told about that.
    pub(crate) fn note_nomination(&mut self, by: Seat) {
        const TAKE_NOTES: CharacterSet = cast::characters_with(Hook::NotesNomination);
        for character in self.script.characters.and(TAKE_NOTES).iter() {
            if let Some(notes) = cast::of(character).notes_nomination {
                notes(self, by);
            }
        }
    }

    /// Voting goes clockwise, starting after the nominee and ending with them.
    fn vote_on(&mut self, nominee: Seat) {
        match self.voters.next_after(self.cursor) {
            Some(voter) => self.pending = Pending::Vote(voter),
            None => self.count(nominee),
        }
    }

    /// A player votes, or does not.
    pub(crate) fn vote(&mut self, voter: Seat, action: Action) {
        self.say_action(voter, action);
        self.voters = self.voters.without(voter);
        self.cursor = voter;
        let is_for = !matches!(action, Action::Abstain);
        self.hands = if is_for { self.hands.with(voter) } else { self.hands };
        if self.script.has(Hook::NotesVote) && is_for {
            self.note_vote(voter);
        }
    }

    /// The Storyteller notes what some ability of the script may ask about this vote.
    pub(crate) fn note_vote(&mut self, voter: Seat) {
        const TAKE_NOTES: CharacterSet = cast::characters_with(Hook::NotesVote);
        for character in self.script.characters.and(TAKE_NOTES).iter() {
            if let Some(notes) = cast::of(character).notes_vote {
                notes(self, voter);
            }
        }
    }

    /// The votes are counted.
    #[inline(never)]
    fn count(&mut self, nominee: Seat) {
        let votes = self.counted_votes();
        let enough = self.living.len().div_ceil(2) as u8;
        if votes >= enough && votes > self.most_votes {
            self.block = Some(nominee);
        } else if votes >= enough && votes == self.most_votes {
            self.block = None;
        }
        // An earlier count must be beaten even if it was not enough at the time.
        self.most_votes = self.most_votes.max(votes);
        // A dead player has one vote for the rest of the game.
        self.ghost_votes = self.ghost_votes.minus(self.hands.minus(self.living));
        self.nominee = None;
        self.cursor = self.nominator;
        let block = self.block;
        self.say_to_all(Phrase::Counted { nominee, votes, block }, None);
        self.begin_interlude(Between::Count);
    }

    /// No more nominations: the player on the block is executed.
    #[inline(never)]
    fn close_nominations(&mut self) {
        if let Some(killer) = self.nominee_killer()
            && !self.next_nominees().is_empty()
        {
            // It must happen: if nobody nominates, the Storyteller picks somebody who does.
            let (ability, question) = (self.ability_at(killer), Question::Pick(Purpose::Target));
            self.ask_ruling(Ruling { ability, by: killer, about: killer, question, cause: None });
            return;
        }
        self.is_day_over = true;
        if let Some(seat) = self.block {
            self.execute(seat);
        }
    }

    /// The nomination and the day end at once: the nominator is executed.
    pub(crate) fn execute_nominator(&mut self) {
        self.execute_at_once(self.nominator);
    }

    /// The day is over.
    #[inline(never)]
    fn dusk(&mut self) {
        self.check_end(None);
        let wins = |seat: Seat| {
            self.abilities(seat)
                .find_map(|character| cast::of(character).at_dusk.and_then(|at| at(self, seat)))
        };
        // If both sides win at once, good wins, as in the base game.
        let winner =
            self.holders_with(Hook::AtDusk).iter().filter_map(wins).filter(|&side| self.may_win(side)).min();
        let is_last_day = self.extra_day == self.number;
        if let Some(side) = winner.or(is_last_day.then_some(Side::Good)) {
            self.win(side);
        }
        if self.winner.is_none() {
            self.note_vain_dusk();
            self.unmark_lasting(Lasts::Dusk);
            self.each_ability(self.all_seats(), Hook::DuskFalls, |play, seat, _, ability| {
                if let Some(dusk_falls) = ability.dusk_falls {
                    dusk_falls(play, seat);
                }
            });
            self.fresh = Seats::NONE;
            self.begin_night();
        }
    }

    /// A player says something publicly.
    pub(crate) fn claim(&mut self, seat: Seat, claim: &Claim) {
        self.claims[seat.index()] += 1;
        self.say_to_all(Phrase::Said(Arc::new(claim.clone())), Some(seat));
        match claim {
            Claim::Guesses(guesses) => self.use_by_day(seat, Use::Guess(guesses)),
            Claim::Gossip(statement) => self.use_by_day(seat, Use::Gossip(statement)),
            Claim::Accusation(accused) => self.use_by_day(seat, Use::Accuse(accused)),
            Claim::Role(_) | Claim::Report(_) => {}
        }
        self.each_ability(self.all_seats(), Hook::HearsOfClaim, |play, hearer, _, ability| {
            if let Some(hears) = ability.hears_of_claim {
                hears(play, hearer, seat, claim);
            }
        });
        // A nominee says one thing before the vote.
        self.is_nominee_speaking = false;
    }

    /// The Storyteller is to tell this player what their ability of this character tells.
    pub(crate) fn ask_telling(&mut self, seat: Seat, ability: Character) {
        self.pending = Pending::Telling(seat, Topic::Ability(ability));
    }
}
