//! Abilities that had another result than they would have had without someone else's: false information, an
//! attack on a protected player, a choice made while poisoned (rule book of the cast, M13).
//!
//! Every effect of an ability passes through [`Mutator::use_ability`] and all information through
//! [`Mutator::note_telling`], so that misfires are known to whoever counts them. If no character of the
//! script does, nothing is recorded.

use std::ops::ControlFlow;

use gaslamp_core::{Seat, Seats};

use super::cast;
use super::day::DayVerb;
use super::event::Phrase;
use super::formula::Formula;
use super::hooks::Hook;
use super::marks::{Lasts, Mark};
use super::mutator::Mutator;
use super::registration::{Registration, Verdict, must_be_false};
use super::ruling::{Purpose, Question, Ruling};
use super::state::{Cause, State, Topic};
use super::statement::{Shape, Statement};
use crate::characters::Character;

/// The players whose ability has misfired since the last dawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Misfires {
    /// Definitely.
    pub(crate) certain: Seats,
    /// Possibly, as the Storyteller decides.
    pub(crate) perhaps: Seats,
    /// Perhaps, but nobody knows, since it is not known what they were told; in play, nobody.
    pub(crate) unknown: Seats,
    /// Tokens that would protect a player had they not been placed in vain; their placer misfires when they would
    /// have done so.
    pub(crate) vain_wards: [Option<Mark>; MOST_WARDS],
}

/// The most tokens placed in vain that are remembered.
pub(crate) const MOST_WARDS: usize = 4;

impl Misfires {
    pub(crate) const NONE: Self = Self {
        certain: Seats::NONE,
        perhaps: Seats::NONE,
        unknown: Seats::NONE,
        vain_wards: [None; MOST_WARDS],
    };

    /// Those that still matter when the night is over.
    pub(crate) const fn after_dawn(self) -> Self {
        Self { vain_wards: self.vain_wards, ..Self::NONE }
    }

    /// Those of others than this player: who is certain, whom the Storyteller decides on, and who is not known.
    pub(crate) fn of_others(&self, seat: Seat) -> [Seats; 3] {
        let certain = self.certain.without(seat);
        let unknown = self.unknown.without(seat).minus(certain);
        [certain, self.perhaps.without(seat).minus(certain).minus(unknown), unknown]
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
    fn is_hindered(&self, seat: Seat, character: Character) -> bool {
        let is_own_doing = || {
            !self.is_fake_as(seat, character)
                && self.responsible_for(seat, character) == seat
                && self.is_impaired_by_self(seat)
        };
        !self.works_as(seat, character) && !is_own_doing()
    }

    /// The same table if a player were sober and healthy and really had the ability that they believe in.
    fn if_it_worked(&self, seat: Seat, character: Character) -> Self {
        let sober = Seats::only(self.responsible_for(seat, character));
        let mut would = Self { deemed_sober: sober, ..*self };
        would.script.hooks = would.script.hooks.without(Hook::CountsMisfires);
        would.roles[seat.index()] =
            if self.is_deluded(seat) { self.ability_at(seat) } else { self.role(seat) };
        while would.marks.take(|mark| mark.by == seat && mark.reminder.is_in_vain()).is_some() {}
        would
    }

    /// Whose tokens would keep this player from dying of this if they worked.
    fn sleeping_guards(&self, victim: Seat, cause: Cause) -> Seats {
        let is_asleep = |mark: &&Mark| {
            mark.on == victim
                && mark.reminder.wards_off(cause)
                && self.is_hindered(mark.by, mark.reminder.owner())
        };
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

    /// The marks here that were not there before, and that change something.
    fn marks_since<'a>(&'a self, before: &'a Self) -> impl Iterator<Item = &'a Mark> {
        let is_new = |mark: &&Mark| before.marks.iter().all(|known| known != *mark);
        self.marks.iter().filter(is_new).filter(|mark| !mark.reminder.is_idle())
    }

    /// What the Storyteller is asked here and was not before.
    fn ruling_since(&self, before: &Self) -> Option<Ruling> {
        let asked = |state: &Self| state.later_rulings.into_iter().flatten().chain(state.ruling()).collect();
        let (now, then): (Vec<Ruling>, Vec<Ruling>) = (asked(self), asked(before));
        now.into_iter().find(|ruling| !then.contains(ruling))
    }

    /// Whether some of what this player may be told is true in fact, and whether some is false.
    fn may_hear_in_fact(&self, told: Seat, ability: Character) -> Verdict {
        let topic = Topic::Ability(ability);
        match self.shape_of(topic) {
            Shape::AnyTeam => Verdict::EITHER,
            Shape::Things => self.may_hear_things(told, ability),
            _ => {
                let mut verdict = Verdict::NEITHER;
                let _ = self.each_statement(told, topic, &mut |statement| {
                    verdict = verdict.with(!self.is_false_in_fact(told, ability, statement));
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
    fn may_hear_things(&self, told: Seat, ability: Character) -> Verdict {
        let may_be_false = !self.works_as(told, ability) || self.has_pretender() || must_be_false(self, told);
        Verdict { may_be_true: !must_be_false(self, told), may_be_false }
    }
}

impl Mutator<'_> {
    /// Runs the effect of a player's ability, if it works. If not, what it would have done is recorded.
    pub(crate) fn use_ability(&mut self, seat: Seat, character: Character, act: impl Fn(&mut Mutator<'_>)) {
        if self.works_as(seat, character) {
            act(self);
        } else if self.script.has(Hook::CountsMisfires) && self.is_hindered(seat, character) {
            let before = self.if_it_worked(seat, character);
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

    /// A player's ability misfired. If the player does not know their character, that is up to the Storyteller (jinx),
    /// unless the Drunk always counts here.
    pub(crate) fn misfire(&mut self, seat: Seat) {
        let identity = self.script.false_identity_of(self.role(seat));
        let always_counts = self.script.house.counts_drunk;
        if identity.is_some_and(|identity| !(identity.is_drunk && always_counts)) {
            self.may_misfire(seat);
        } else if self.script.has(Hook::CountsMisfires) && !self.misfires.certain.contains(seat) {
            self.misfires.certain = self.misfires.certain.with(seat);
            self.say_to_nobody(Phrase::Misfired, Some(seat));
        }
    }

    /// A player's ability went wrong, if the Storyteller likes.
    pub(crate) fn may_misfire(&mut self, seat: Seat) {
        if self.script.has(Hook::CountsMisfires) {
            self.misfires.perhaps = self.misfires.perhaps.with(seat);
        }
    }

    /// A player's ability may have gone wrong, which nobody knows.
    fn misfires_unknown(&mut self, seat: Seat) {
        self.misfires.unknown = self.misfires.unknown.with(seat);
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
    pub(crate) fn note_telling(&mut self, seat: Seat, ability: Character, statement: Statement) {
        let is_own_fault = self.is_impaired_by_itself(seat) && !must_be_false(self, seat);
        if self.script.has(Hook::CountsMisfires)
            && !is_own_fault
            && self.is_false_in_fact(seat, ability, statement)
        {
            self.misfire(seat);
        }
    }

    /// Somebody has been told something that nobody knows.
    pub(crate) fn note_unknown_telling(&mut self, seat: Seat, ability: Character) {
        if self.script.has(Hook::CountsMisfires) {
            let heard = self.may_hear_in_fact(seat, ability);
            match heard.may_be_true {
                false => self.misfire_if(seat, heard.answered(false)),
                true if heard.may_be_false => self.misfires_unknown(seat),
                true => {}
            }
        }
    }

    /// The day is over, and nobody knows who has asked or visited the Storyteller.
    pub(crate) fn note_unknown_visits(&mut self) {
        if !self.script.has(Hook::CountsMisfires) {
            return;
        }
        for seat in self.all_seats().iter() {
            for verb in [DayVerb::Ask, DayVerb::Visit] {
                if let Some(ability) = self.script.day_character(verb)
                    && self.may_use(seat, verb)
                    && self.may_hear_things(seat, ability).may_be_false
                {
                    self.misfires_unknown(seat);
                }
            }
        }
    }

    /// A player has been told two statements, of which one should be true.
    pub(crate) fn note_things(&mut self, seat: Seat, a: &Formula, b: &Formula) {
        if self.script.has(Hook::CountsMisfires) && self.holds_plainly(a) == self.holds_plainly(b) {
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
        if let Some(protects) = self.part_of(guard, |ability| ability.protects) {
            let plain = self.registering(Registration::Plain);
            if protects(&plain, guard, victim, cause).may_be_true != protected {
                self.misfire(guard);
            }
        }
    }

    /// A player is about to be attacked: whatever would have prevented that misfired.
    pub(crate) fn note_vain_protections(&mut self, victim: Seat, cause: Cause) {
        if !self.script.has(Hook::CountsMisfires) {
            return;
        }
        let in_vain = self.misfires.vain_wards.into_iter().flatten();
        let failed = in_vain.filter(|ward| ward.on == victim && ward.reminder.wards_off(cause));
        let guards: Seats = failed.map(|ward| ward.by).collect();
        guards.iter().for_each(|guard| self.misfire(guard));
        let is_attack = matches!(cause, Cause::Demon { .. });
        let is_safe = |character: &Character| {
            cast::of(*character).is_safe_from_demon && self.is_hindered(victim, *character)
        };
        if is_attack && self.abilities(victim).any(|character| is_safe(&character)) {
            self.misfire(victim);
        }
        for guard in self.sleeping_guards(victim, cause).iter() {
            self.misfire(guard);
        }
        self.each_ability(self.holders(), Hook::Protects, |play, guard, character, ability| {
            if let Some(protects) = ability.protects
                && play.is_hindered(guard, character)
            {
                let verdict = protects(&play.if_it_worked(guard, character), guard, victim, cause);
                play.misfire_if(guard, verdict);
            }
        });
    }

    /// Somebody is about to die: a side would have lost by that.
    pub(crate) fn note_vain_loss(&mut self, victim: Seat, cause: Cause) {
        if !self.script.has(Hook::CountsMisfires) {
            return;
        }
        self.each_ability(Seats::only(victim), Hook::LosesByDeath, |play, victim, character, ability| {
            if let Some(loses) = ability.loses_by_death
                && play.is_hindered(victim, character)
                && loses(&play.if_it_worked(victim, character), victim, cause).is_some()
            {
                play.misfire(victim);
            }
        });
    }

    /// Somebody is about to be executed: a side would have lost by that.
    pub(crate) fn note_vain_execution(&mut self, executed: Seat) {
        if !self.script.has(Hook::CountsMisfires) {
            return;
        }
        self.each_ability(self.holders(), Hook::LosesByExecution, |play, seat, character, ability| {
            if let Some(loses) = ability.loses_by_execution
                && !play.works_as(seat, character)
                && loses(&play.if_it_worked(seat, character), seat, executed).is_some()
            {
                play.misfire(seat);
            }
        });
    }

    /// Dusk is over and nobody has won: somebody would have.
    pub(crate) fn note_vain_dusk(&mut self) {
        if !self.script.has(Hook::CountsMisfires) {
            return;
        }
        self.each_ability(self.holders(), Hook::AtDusk, |play, seat, character, ability| {
            if let Some(at_dusk) = ability.at_dusk
                && play.is_hindered(seat, character)
                && at_dusk(&play.if_it_worked(seat, character), seat).is_some()
            {
                play.misfire(seat);
            }
        });
    }

    /// Carries out attacks that were chosen but not yet made.
    fn attack_all(&mut self) {
        while self.has_nothing_pending() && self.attack_next() {}
    }
}
