//! Abilities that had another result than they would have had without someone else's: false information, an
//! attack on a protected player, a choice made while poisoned (rule book of the cast, M13).
//!
//! Every effect of an ability passes through [`Mutator::use_ability`] and all information through
//! [`Mutator::note_telling`], so that misfires are known to whoever counts them. If no character of the
//! script does, nothing is recorded.

use gaslamp_core::{Seat, Seats};

use super::cast::Reach;
use super::event::Phrase;
use super::formula::Formula;
use super::marks::Mark;
use super::mutator::Mutator;
use super::state::{Cause, Pending, State};
use super::statement::Statement;

/// The players whose ability has misfired since the last dawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Misfires {
    /// Definitely.
    pub(crate) certain: Seats,
    /// Possibly, as the Storyteller decides.
    pub(crate) perhaps: Seats,
    /// Who chose in vain to protect whom; it misfires when that player is attacked.
    vain_wards: [Option<(Seat, Seat)>; 2],
}

impl Misfires {
    pub(crate) const NONE: Self = Self { certain: Seats::NONE, perhaps: Seats::NONE, vain_wards: [None; 2] };
}

/// What an ability would have done.
enum Lost {
    Nothing,
    /// It would have protected this player.
    Ward(Seat),
    /// It would have made a player drunk or poisoned for a while.
    Impairment,
    /// Something visible.
    Effect,
}

impl State {
    /// The same table if a player were sober and healthy.
    fn if_sober(&self, seat: Seat) -> Self {
        let mut sober = Self { deemed_sober: Seats::only(seat), ..*self };
        sober.script.counts_misfires = false;
        sober
    }

    /// Whether a player's ability has no effect only because of drunkenness or poison.
    fn is_in_vain(&self, seat: Seat) -> bool {
        !self.works(seat) && !self.is_fake(seat)
    }

    /// What is new at this table, compared with the one before.
    fn lost_since(&self, before: &Self) -> Lost {
        let is_same = self.living == before.living
            && self.undead == before.undead
            && self.roles == before.roles
            && self.evil == before.evil
            && self.pending == before.pending;
        let is_new = |mark: &&Mark| before.marks.iter().all(|known| known != *mark);
        match self.marks.iter().find(is_new) {
            _ if !is_same => Lost::Effect,
            None => Lost::Nothing,
            Some(mark) if mark.reminder.keeps_safe() => Lost::Ward(mark.on),
            Some(mark) if mark.reminder.impairs() => Lost::Impairment,
            Some(_) => Lost::Effect,
        }
    }
}

impl Mutator<'_> {
    /// Runs the effect of a player's ability, if it works. If not, what it would have done is recorded.
    pub(crate) fn use_ability(&mut self, seat: Seat, act: impl Fn(&mut Mutator<'_>)) {
        if self.works(seat) {
            act(self);
        } else if self.script.counts_misfires && self.is_in_vain(seat) {
            let mut would = self.if_sober(seat);
            let mut mutator = Mutator { state: &mut would, emit: None };
            act(&mut mutator);
            mutator.attack_all();
            match would.lost_since(self) {
                Lost::Nothing => {}
                Lost::Ward(ward) => self.note_vain_ward(seat, ward),
                Lost::Impairment if self.ability_of(seat).reach == Reach::ImpairsUntilDusk => {
                    self.misfires.perhaps = self.misfires.perhaps.with(seat);
                }
                Lost::Impairment | Lost::Effect => self.misfire(seat),
            }
        }
    }

    fn note_vain_ward(&mut self, guard: Seat, ward: Seat) {
        if let Some(place) = self.misfires.vain_wards.iter_mut().find(|place| place.is_none()) {
            *place = Some((guard, ward));
        }
    }

    /// A player's ability misfired.
    pub(crate) fn misfire(&mut self, seat: Seat) {
        let is_counted = self.script.counts_misfires && !self.is_fake(seat) && !self.is_deluded(seat);
        if !is_counted || self.misfires.certain.contains(seat) {
            return;
        }
        self.misfires.certain = self.misfires.certain.with(seat);
        self.say_to_nobody(Phrase::Misfired, Some(seat));
        for listener in self.all_seats().iter() {
            if let Some(hears) = self.ability_of(listener).hears_of_misfire {
                hears(self, listener, seat);
            }
        }
    }

    /// A player has been told something: a misfire if it is false in fact.
    pub(crate) fn note_telling(&mut self, seat: Seat, statement: Statement) {
        if self.script.counts_misfires && self.is_false_in_fact(seat, statement) {
            self.misfire(seat);
        }
    }

    /// A player has been told two statements, of which one should be true.
    pub(crate) fn note_things(&mut self, seat: Seat, a: &Formula, b: &Formula) {
        if self.script.counts_misfires && self.holds_plainly(a) == self.holds_plainly(b) {
            self.misfire(seat);
        }
    }

    /// An attack, or another ability that kills, had no effect because the player is protected.
    pub(crate) fn note_protection(&mut self, cause: Cause) {
        if let Cause::Demon { by } | Cause::Ability { by } = cause {
            self.misfire(by);
        }
    }

    /// A player is about to be attacked: whatever would have prevented that misfired.
    pub(crate) fn note_vain_protections(&mut self, victim: Seat, cause: Cause) {
        if !self.script.counts_misfires {
            return;
        }
        if matches!(cause, Cause::Demon { .. }) {
            for (guard, _) in
                self.misfires.vain_wards.into_iter().flatten().filter(|(_, ward)| *ward == victim)
            {
                self.misfire(guard);
            }
            if self.ability_of(victim).is_safe_from_demon && self.is_in_vain(victim) {
                self.misfire(victim);
            }
        }
        for guard in self.alive().iter() {
            if let Some(protects) = self.ability_of(guard).protects
                && self.is_in_vain(guard)
                && protects(&self.if_sober(guard), guard, victim, cause).may_be_true
            {
                self.misfire(guard);
            }
        }
    }

    /// Carries out attacks that were chosen but not yet made.
    fn attack_all(&mut self) {
        while let Some(victim) = self.attacks.lowest().filter(|_| self.pending == Pending::Nothing) {
            self.attacks = self.attacks.without(victim);
            let by = self.attacker;
            self.attack(by, victim);
        }
    }
}
