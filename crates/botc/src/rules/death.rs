//! Attacks, protections, deaths, who becomes the Demon then, and the end of the game.

use gaslamp_core::{Seat, Seats};

use super::cast::{fang_gu, imp, mayor, saint, scarlet_woman, undertaker};
use super::event::Phrase;
use super::marks::Reminder;
use super::play::Play;
use super::registration::Verdict;
use super::state::{Ask, Cause, Ruling, Side, Stage, State};
use crate::characters::Team;

/// With fewer alive before the Demon's death nobody takes over by day or night.
pub(crate) const LIVING_FOR_HEIRESS: usize = 5;

impl State {
    /// Whether something keeps this player alive.
    fn protection(&self, victim: Seat, cause: Cause) -> Verdict {
        let guards = self.alive().iter().map(|guard| {
            let protects = self.ability_of(guard).protects;
            protects.map_or(Verdict::certainly(false), |protects| protects(self, guard, victim, cause))
        });
        let is_safe = matches!(cause, Cause::Demon { .. }) && self.is_safe_from_demon(victim);
        guards.fold(Verdict::certainly(is_safe), Verdict::or)
    }

    /// Whether what a Demon does to this player does nothing: a Monk's ward, or one who is safe by nature.
    pub(crate) fn is_safe_from_demon(&self, seat: Seat) -> bool {
        let is_ward = self.marks.seats(Reminder::MonkSafe).contains(seat);
        is_ward || self.ability_of(seat).is_safe_from_demon && self.works(seat)
    }

    /// A Scarlet Woman who takes over when the Demon dies of so many alive.
    fn heiress(&self, alive_before: usize) -> Option<Seat> {
        let is_heiress = |seat: &Seat| self.is_active(*seat, scarlet_woman::ID);
        self.alive().iter().find(is_heiress).filter(|_| alive_before >= LIVING_FOR_HEIRESS)
    }

    /// Who may become the Demon when an Imp has killed itself, and whether it may be nobody.
    pub(crate) fn heirs(&self) -> (Seats, bool) {
        let minions = self.minions().and(self.alive());
        let may_be = |seat: &Seat| self.judge_team(*seat, Team::Minion).may_be_true;
        (self.alive().iter().filter(may_be).collect::<Seats>().or(minions), minions.is_empty())
    }
}

impl Play<'_> {
    /// A Demon attacks.
    pub(crate) fn attack(&mut self, by: Seat, victim: Seat) {
        if self.marks.seats(Reminder::PitHagDemonMade).is_empty() {
            self.threaten(victim, Cause::Demon { by });
        }
    }

    /// Somebody dies unless dead or protected.
    pub(crate) fn threaten(&mut self, victim: Seat, cause: Cause) {
        if !self.is_alive(victim) {
            return;
        }
        let protection = self.protection(victim, cause);
        if protection.is_certain() {
            return;
        }
        if protection.may_be_true {
            self.ask = Ask::Ruling(Ruling::Protected { victim, cause });
        } else {
            self.strike(victim, cause);
        }
    }

    /// Somebody without protection dies, or another instead.
    pub(crate) fn strike(&mut self, victim: Seat, cause: Cause) {
        if self.stage == Stage::Night && self.is_active(victim, mayor::ID) {
            self.ask = Ask::Ruling(Ruling::Bounce { mayor: victim, cause });
            return;
        }
        self.fall(victim, cause);
    }

    /// Somebody dies, or a Fang Gu does instead.
    pub(crate) fn fall(&mut self, victim: Seat, cause: Cause) {
        if let Cause::Demon { by } = cause {
            let jumps = fang_gu::jumps(self, by, victim);
            if jumps.is_certain() {
                return fang_gu::jump(self, by, victim);
            }
            if jumps.may_be_true {
                self.ask = Ask::Ruling(Ruling::Outsider { by, victim });
                return;
            }
        }
        self.die(victim, cause);
    }

    /// Somebody dies.
    pub(crate) fn die(&mut self, victim: Seat, cause: Cause) {
        let alive_before = self.alive().len();
        let loser = (cause == Cause::Execution && self.has(victim, saint::ID) && self.works(victim))
            .then(|| self.side(victim));
        let survives = self.ability_of(victim).survives.is_some_and(|survives| survives(self, victim));
        self.living = self.living.without(victim);
        self.undead = if survives { self.undead.with(victim) } else { self.undead.without(victim) };
        self.note_death(victim, cause);
        if !survives {
            self.lose_ability(victim);
            if self.role(victim).team() == Team::Demon {
                self.find_heir(victim, alive_before, cause);
            } else {
                self.deceive_heiress(victim, alive_before);
            }
        }
        if self.ask == Ask::Nothing {
            self.check_end(loser);
        }
    }

    fn note_death(&mut self, victim: Seat, cause: Cause) {
        match self.stage {
            Stage::Night => {
                self.died_tonight = self.died_tonight.with(victim);
                self.say_to_nobody(Phrase::Died, Some(victim));
            }
            _ => {
                self.somebody_died_today = true;
                self.say_to_all(Phrase::Died, Some(victim));
            }
        }
        match cause {
            Cause::Demon { by } | Cause::Ability { by } => {
                if let Some(reminder) = self.ability_of(by).dead {
                    self.mark(reminder, victim, by);
                }
            }
            Cause::Execution => {
                self.execution_killed = true;
                let reader = self.alive().iter().find(|&seat| self.seems(seat, undertaker::ID));
                if let Some(reader) = reader {
                    self.mark(Reminder::UndertakerDiedToday, victim, reader);
                }
            }
            Cause::Shot => {}
        }
    }

    /// A Demon has died: perhaps somebody becomes it.
    fn find_heir(&mut self, dead: Seat, alive_before: usize, cause: Cause) {
        let is_passed_on = imp::has_killed_itself(self, dead, cause);
        let is_last = self.demons().and(self.alive()).is_empty();
        if !is_last && !is_passed_on {
            return;
        }
        if let Some(heiress) = self.heiress(alive_before) {
            self.inherit(heiress, dead);
            self.mark(Reminder::ScarletWomanIsTheDemon, heiress, heiress);
            return;
        }
        if !is_passed_on {
            return;
        }
        let (heirs, or_nobody) = self.heirs();
        match heirs.lowest() {
            None => {}
            Some(heir) if heirs.len() == 1 && !or_nobody => self.inherit(heir, dead),
            Some(_) => self.ask = Ask::Ruling(Ruling::Heir { of: dead }),
        }
    }

    /// Somebody has died who may register as the Demon, and a Scarlet Woman may be deceived by it.
    fn deceive_heiress(&mut self, dead: Seat, alive_before: usize) {
        if let Some(heiress) = self.heiress(alive_before)
            && self.judge_team(dead, Team::Demon).may_be_true
        {
            self.ask = Ask::Ruling(Ruling::Deceived { heiress, dead });
        }
    }

    /// A deceived Scarlet Woman becomes what the living Demon is.
    pub(crate) fn succeed_living(&mut self, heiress: Seat) {
        if let Some(demon) = self.demons().and(self.alive()).lowest() {
            self.inherit(heiress, demon);
            self.mark(Reminder::ScarletWomanIsTheDemon, heiress, heiress);
        }
    }

    /// Somebody becomes the Demon who has died, and does not act again tonight.
    pub(crate) fn inherit(&mut self, heir: Seat, dead: Seat) {
        let demon = self.role(dead);
        self.become_character(heir, demon);
        self.acted = self.acted.with(heir);
        self.tell_character(heir);
    }

    /// Somebody is executed, dead or alive.
    pub(crate) fn execute(&mut self, seat: Seat) {
        self.executed = Some(seat);
        self.say_to_all(Phrase::Executed, Some(seat));
        self.threaten(seat, Cause::Execution);
    }

    /// The end, in the order of the rule book; `loser` is the side whose Saint was executed.
    pub(crate) fn check_end(&mut self, loser: Option<Side>) {
        let has_demon = !self.demons().and(self.alive()).is_empty();
        let winner = if !has_demon {
            Some(Side::Good)
        } else if let Some(loser) = loser {
            Some(loser.other())
        } else if self.alive().len() <= 2 {
            Some(Side::Evil)
        } else {
            None
        };
        if let Some(winner) = winner {
            self.win(winner);
        }
    }

    /// The game is over. A night that ends it has no dawn, so its dead are announced now.
    pub(crate) fn win(&mut self, side: Side) {
        if self.winner.is_some() {
            return;
        }
        self.winner = Some(side);
        if self.stage == Stage::Night {
            let news = self.news_of_the_night();
            self.say_to_all(news, None);
        }
        self.say_to_all(Phrase::Won(side), None);
    }
}
