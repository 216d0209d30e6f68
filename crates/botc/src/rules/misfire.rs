//! Abilities that had another result than they would have had without someone else's: false information, an
//! attack on a protected player, a choice made while poisoned (rule book of the cast, M13).
//!
//! Every effect of an ability passes through [`Mutator::use_ability`] and all information through
//! [`Mutator::note_telling`], so that misfires are known to whoever counts them. If no character of the
//! script does, nothing is recorded.

use std::ops::ControlFlow;

use gaslamp_core::{Seat, Seats};

use super::day::DayVerb;
use super::event::Phrase;
use super::formula::Formula;
use super::marks::{Lasts, Mark};
use super::mutator::Mutator;
use super::registration::{Registration, Verdict, must_be_false};
use super::ruling::{Purpose, Question, Ruling};
use super::state::{Cause, Pending, State, Topic};
use super::statement::{Shape, Statement};

/// The players whose ability has misfired since the last dawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Misfires {
    /// Definitely.
    pub(crate) certain: Seats,
    /// Possibly, as the Storyteller decides.
    pub(crate) perhaps: Seats,
    /// Tokens that would protect a player had they not been placed in vain; their placer misfires when they would
    /// have done so.
    pub(crate) vain_wards: [Option<Mark>; MOST_WARDS],
}

/// The most tokens placed in vain that are remembered.
pub(crate) const MOST_WARDS: usize = 4;

impl Misfires {
    pub(crate) const NONE: Self =
        Self { certain: Seats::NONE, perhaps: Seats::NONE, vain_wards: [None; MOST_WARDS] };

    /// Those that still matter when the night is over.
    pub(crate) const fn after_dawn(self) -> Self {
        Self { vain_wards: self.vain_wards, ..Self::NONE }
    }

    /// Those of others than this player.
    pub(crate) fn of_others(&self, seat: Seat) -> (Seats, Seats) {
        let certain = self.certain.without(seat);
        (certain, self.perhaps.without(seat).minus(certain))
    }
}

/// What an ability would have done.
enum Lost {
    Nothing,
    /// It would have protected somebody.
    Wards,
    /// It would have poisoned a player, or done something if the Storyteller had let a player register so.
    Perhaps,
    /// Something visible.
    Effect,
}

impl State {
    /// Whether a player's ability does not work, and not because of that very ability.
    fn is_hindered(&self, seat: Seat) -> bool {
        !self.works(seat) && (self.is_fake(seat) || !self.is_impaired_by_self(seat))
    }

    /// The same table if a player were sober and healthy and really had the ability that they believe in.
    fn if_it_worked(&self, seat: Seat) -> Self {
        let mut would = Self { deemed_sober: Seats::only(seat), ..*self };
        would.script.counts_misfires = false;
        would.roles[seat.index()] =
            if self.is_deluded(seat) { self.ability_at(seat) } else { self.role(seat) };
        while would.marks.take(|mark| mark.by == seat && mark.reminder.is_in_vain()).is_some() {}
        would
    }

    /// Whose tokens would keep this player from dying of this if they worked.
    fn sleeping_guards(&self, victim: Seat, cause: Cause) -> Seats {
        let is_asleep =
            |mark: &&Mark| mark.on == victim && mark.reminder.wards_off(cause) && self.is_hindered(mark.by);
        self.marks.iter().filter(is_asleep).map(|mark| mark.by).collect()
    }

    /// What is new at this table, compared with the one before.
    fn lost_since(&self, before: &Self) -> Lost {
        let is_same = self.living == before.living
            && self.undead == before.undead
            && self.roles == before.roles
            && self.evil == before.evil
            && self.winner == before.winner;
        match (self.marks_since(before).next(), self.ruling_since(before)) {
            _ if !is_same => Lost::Effect,
            // What only might happen, as the Storyteller likes, cannot go wrong by not happening.
            (_, Some(Ruling { question: Question::Dies | Question::Pick(Purpose::Revival), .. })) => {
                Lost::Nothing
            }
            (_, Some(ruling)) if !ruling.has_certain_effect() => Lost::Perhaps,
            (_, Some(_)) => Lost::Effect,
            (None, None) => Lost::Nothing,
            (Some(mark), None) if mark.reminder.is_ward() => Lost::Wards,
            (Some(mark), None) if mark.reminder.poisons() => Lost::Perhaps,
            (Some(_), None) => Lost::Effect,
        }
    }

    /// Whether a player is impaired by an ability of their own, which is no fault of anybody else's.
    fn is_impaired_by_itself(&self, seat: Seat) -> bool {
        self.marks.iter().any(|mark| mark.on == seat && mark.by == seat && mark.reminder.impairs())
    }

    /// The marks here that were not there before.
    fn marks_since<'a>(&'a self, before: &'a Self) -> impl Iterator<Item = &'a Mark> {
        self.marks.iter().filter(|mark| before.marks.iter().all(|known| known != *mark))
    }

    /// What the Storyteller is asked here and was not before.
    fn ruling_since(&self, before: &Self) -> Option<Ruling> {
        let asked = |state: &Self| state.later_rulings.into_iter().flatten().chain(state.ruling()).collect();
        let (now, then): (Vec<Ruling>, Vec<Ruling>) = (asked(self), asked(before));
        now.into_iter().find(|ruling| !then.contains(ruling))
    }

    /// Whether some of what this player may be told is true in fact, and whether some is false.
    fn may_hear_in_fact(&self, told: Seat) -> Verdict {
        match self.shape_of(told, Topic::Ability) {
            Shape::AnyTeam => Verdict::EITHER,
            Shape::Things => self.may_hear_things(told),
            _ => {
                let mut verdict = Verdict::NEITHER;
                let _ = self.each_statement(told, Topic::Ability, &mut |statement| {
                    verdict = verdict.with(!self.is_false_in_fact(told, statement));
                    if verdict == Verdict::EITHER {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                });
                verdict
            }
        }
    }

    /// The same of something told by day: true to the sober, unless somebody registers falsely.
    fn may_hear_things(&self, told: Seat) -> Verdict {
        let may_be_false = !self.works(told) || self.has_pretender() || must_be_false(self, told);
        Verdict { may_be_true: !must_be_false(self, told), may_be_false }
    }
}

impl Mutator<'_> {
    /// Runs the effect of a player's ability, if it works. If not, what it would have done is recorded.
    pub(crate) fn use_ability(&mut self, seat: Seat, act: impl Fn(&mut Mutator<'_>)) {
        if self.works(seat) {
            act(self);
        } else if self.script.counts_misfires && self.is_hindered(seat) {
            let before = self.if_it_worked(seat);
            let mut would = before;
            let mut mutator = Mutator { state: &mut would, emit: None };
            act(&mut mutator);
            mutator.attack_all();
            match would.lost_since(&before) {
                Lost::Nothing => {}
                Lost::Wards => would.marks_since(&before).for_each(|ward| self.note_vain_ward(*ward)),
                Lost::Perhaps => self.may_misfire(seat),
                Lost::Effect => self.misfire(seat),
            }
        }
    }

    fn note_vain_ward(&mut self, ward: Mark) {
        if let Some(place) = self.misfires.vain_wards.iter_mut().find(|place| place.is_none()) {
            *place = Some(ward);
        }
    }

    /// Tokens placed in vain would be removed now.
    pub(crate) fn forget_vain_wards(&mut self, until: Lasts) {
        for place in &mut self.misfires.vain_wards {
            *place = place.filter(|ward| ward.reminder.lasts() != until);
        }
    }

    /// A player's ability misfired. If the player does not know their character, that is up to the Storyteller (jinx).
    pub(crate) fn misfire(&mut self, seat: Seat) {
        if self.is_deluded(seat) {
            self.may_misfire(seat);
        } else if self.script.counts_misfires && !self.misfires.certain.contains(seat) {
            self.misfires.certain = self.misfires.certain.with(seat);
            self.say_to_nobody(Phrase::Misfired, Some(seat));
        }
    }

    /// A player's ability went wrong, if the Storyteller likes.
    pub(crate) fn may_misfire(&mut self, seat: Seat) {
        if self.script.counts_misfires {
            self.misfires.perhaps = self.misfires.perhaps.with(seat);
        }
    }

    /// A player's ability went wrong for certain, or if the Storyteller likes, or not.
    fn misfire_if(&mut self, seat: Seat, verdict: Verdict) {
        if verdict.is_certain() {
            self.misfire(seat);
        } else if verdict.may_be_true {
            self.may_misfire(seat);
        }
    }

    /// A player has been told something: a misfire if it is false in fact.
    pub(crate) fn note_telling(&mut self, seat: Seat, statement: Statement) {
        let is_own_fault = self.is_impaired_by_itself(seat) && !must_be_false(self, seat);
        if self.script.counts_misfires && !is_own_fault && self.is_false_in_fact(seat, statement) {
            self.misfire(seat);
        }
    }

    /// Somebody has been told something that nobody knows.
    pub(crate) fn note_unknown_telling(&mut self, seat: Seat) {
        if self.script.counts_misfires {
            let heard = self.may_hear_in_fact(seat);
            self.misfire_if(seat, heard.answered(false));
        }
    }

    /// The day is over, and nobody knows who has asked or visited the Storyteller.
    pub(crate) fn note_unknown_visits(&mut self) {
        if !self.script.counts_misfires {
            return;
        }
        for seat in self.all_seats().iter() {
            let may_visit = [DayVerb::Ask, DayVerb::Visit].iter().any(|verb| self.may_use(seat, *verb));
            if may_visit && self.may_hear_things(seat).may_be_false {
                self.may_misfire(seat);
            }
        }
    }

    /// A player has been told two statements, of which one should be true.
    pub(crate) fn note_things(&mut self, seat: Seat, a: &Formula, b: &Formula) {
        if self.script.counts_misfires && self.holds_plainly(a) == self.holds_plainly(b) {
            self.misfire(seat);
        }
    }

    /// An attack, or another ability that kills, was thwarted by another player's ability.
    pub(crate) fn note_thwarted(&mut self, cause: Cause) {
        if let Cause::Demon { by } | Cause::Ability { by } = cause {
            self.misfire(by);
        }
    }

    /// The Storyteller has decided whether somebody is protected, as players register: it went wrong if it is otherwise in fact.
    pub(crate) fn note_protection(&mut self, guard: Seat, victim: Seat, cause: Cause, protected: bool) {
        if let Some(protects) = self.ability_of(guard).protects {
            let plain = self.registering(Registration::Plain);
            if protects(&plain, guard, victim, cause).may_be_true != protected {
                self.misfire(guard);
            }
        }
    }

    /// A player is about to be attacked: whatever would have prevented that misfired.
    pub(crate) fn note_vain_protections(&mut self, victim: Seat, cause: Cause) {
        if !self.script.counts_misfires {
            return;
        }
        let in_vain = self.misfires.vain_wards.into_iter().flatten();
        let failed = in_vain.filter(|ward| ward.on == victim && ward.reminder.wards_off(cause));
        let guards: Seats = failed.map(|ward| ward.by).collect();
        guards.iter().for_each(|guard| self.misfire(guard));
        let is_attack = matches!(cause, Cause::Demon { .. });
        if is_attack && self.ability_of(victim).is_safe_from_demon && self.is_hindered(victim) {
            self.misfire(victim);
        }
        for guard in self.sleeping_guards(victim, cause).iter() {
            self.misfire(guard);
        }
        for guard in self.holders().iter() {
            if let Some(protects) = self.ability_of(guard).protects
                && self.is_hindered(guard)
            {
                let verdict = protects(&self.if_it_worked(guard), guard, victim, cause);
                self.misfire_if(guard, verdict);
            }
        }
    }

    /// Somebody is about to die: a side would have lost by that.
    pub(crate) fn note_vain_loss(&mut self, victim: Seat, cause: Cause) {
        if let Some(loses) = self.ability_of(victim).loses_by_death
            && self.script.counts_misfires
            && self.is_hindered(victim)
            && loses(&self.if_it_worked(victim), victim, cause).is_some()
        {
            self.misfire(victim);
        }
    }

    /// Somebody is about to be executed: a side would have lost by that.
    pub(crate) fn note_vain_execution(&mut self, executed: Seat) {
        if !self.script.counts_misfires {
            return;
        }
        for seat in self.holders().iter() {
            if let Some(loses) = self.ability_of(seat).loses_by_execution
                && !self.works(seat)
                && loses(&self.if_it_worked(seat), seat, executed).is_some()
            {
                self.misfire(seat);
            }
        }
    }

    /// Dusk is over and nobody has won: somebody would have.
    pub(crate) fn note_vain_dusk(&mut self) {
        if !self.script.counts_misfires {
            return;
        }
        for seat in self.holders().iter() {
            if let Some(at_dusk) = self.ability_of(seat).at_dusk
                && self.is_hindered(seat)
                && at_dusk(&self.if_it_worked(seat), seat).is_some()
            {
                self.misfire(seat);
            }
        }
    }

    /// Carries out attacks that were chosen but not yet made.
    fn attack_all(&mut self) {
        while self.pending == Pending::Nothing && self.attack_next() {}
    }
}
