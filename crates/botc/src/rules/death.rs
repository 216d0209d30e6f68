//! Attacks, protection, deaths, succession of the Demon, and the end of the game.
//!
//! A player is attacked, perhaps protected, perhaps replaced by another victim, and dies; abilities can
//! interfere at each step (rule book of the cast, M4).

use gaslamp_core::Seat;

use super::cast;
use super::event::Phrase;
use super::mutator::Mutator;
use super::registration::Verdict;
use super::ruling::{Question, Ruling};
use super::state::{Cause, Pending, Side, Stage, State};
use crate::characters::Team;

/// A player has died.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Death {
    pub(crate) victim: Seat,
    pub(crate) cause: Cause,
    /// The number of players alive before.
    pub(crate) alive_before: usize,
}

impl State {
    /// Whether something keeps this player alive, and whose ability that depends on.
    fn protection(&self, victim: Seat, cause: Cause) -> (Verdict, Option<Seat>) {
        let is_safe = matches!(cause, Cause::Demon { .. }) && self.is_safe_from_demon(victim);
        let mut protection = (Verdict::certainly(is_safe), None);
        for guard in self.alive().iter() {
            if let Some(protects) = self.ability_of(guard).protects {
                let verdict = protects(self, guard, victim, cause);
                let asks = verdict.may_be_true && verdict.may_be_false;
                let first = protection.1.or(asks.then_some(guard));
                protection = (protection.0.or(verdict), first);
            }
        }
        protection
    }

    /// Whether a Demon's ability has no effect on this player: protected by another player, or by their own
    /// ability.
    pub(crate) fn is_safe_from_demon(&self, seat: Seat) -> bool {
        let is_ward = self.marks.iter().any(|mark| mark.on == seat && mark.reminder.keeps_safe());
        is_ward || self.ability_of(seat).is_safe_from_demon && self.works(seat)
    }
}

impl Mutator<'_> {
    /// A Demon attacks; without effect where deaths are arbitrary.
    pub(crate) fn attack(&mut self, by: Seat, victim: Seat) {
        if self.marks.iter().any(|mark| mark.reminder.makes_deaths_arbitrary()) {
            self.misfire(by);
        } else {
            self.threaten(victim, Cause::Demon { by });
        }
    }

    /// A player dies unless already dead or protected.
    pub(crate) fn threaten(&mut self, victim: Seat, cause: Cause) {
        if !self.is_alive(victim) {
            return;
        }
        match self.protection(victim, cause) {
            (protection, _) if protection.is_certain() => self.note_thwarted(cause),
            (protection, Some(by)) if protection.may_be_true => {
                let ability = self.ability_at(by);
                let question = Question::Protects;
                self.ask_ruling(Ruling { ability, by, about: victim, question, cause: Some(cause) });
            }
            _ => {
                self.note_vain_protections(victim, cause);
                self.strike(victim, cause);
            }
        }
    }

    /// An unprotected player dies, or something happens instead.
    pub(crate) fn strike(&mut self, victim: Seat, cause: Cause) {
        let replaces = self.ability_of(victim).replaces_own_death;
        if !replaces.is_some_and(|replaces| replaces(self, victim, cause)) {
            self.fall(victim, cause);
        }
    }

    /// A player dies, unless the killing Demon does something else instead.
    pub(crate) fn fall(&mut self, victim: Seat, cause: Cause) {
        if let Cause::Demon { by } = cause
            && let Some(replaces) = self.ability_of(by).replaces_kill
            && replaces(self, by, victim)
        {
            return;
        }
        self.die(victim, cause);
    }

    /// A player dies.
    pub(crate) fn die(&mut self, victim: Seat, cause: Cause) {
        let death = Death { victim, cause, alive_before: self.alive().len() };
        let ability = self.ability_of(victim);
        let loser = ability.loses_by_death.and_then(|loses| loses(self, victim, cause));
        self.note_vain_loss(victim, cause);
        let is_slain = matches!(cause, Cause::Slaying { .. });
        let survives = !is_slain && ability.survives.is_some_and(|survives| survives(self, victim));
        self.living = self.living.without(victim);
        self.undead = if survives { self.undead.with(victim) } else { self.undead.without(victim) };
        self.look_around();
        self.note_death(victim, cause);
        self.tell_of_death(&death);
        if !survives {
            self.lose_ability(victim);
            self.find_heir(&death);
        }
        self.look_for_end(loser);
    }

    /// The end is looked for, at once or when the Storyteller has decided what is to be decided.
    pub(crate) fn look_for_end(&mut self, loser: Option<Side>) {
        if self.pending == Pending::Nothing {
            self.check_end(loser);
        } else {
            self.is_end_open = true;
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
            Cause::Demon { by } | Cause::Ability { by } | Cause::Slaying { by } => {
                if let Some(reminder) = self.ability_of(by).dead {
                    self.mark(reminder, victim, by);
                }
            }
            Cause::Execution => self.execution_killed = true,
        }
    }

    /// Every ability that reacts to deaths is notified.
    fn tell_of_death(&mut self, death: &Death) {
        for seat in self.all_seats().iter() {
            if let Some(hears) = self.ability_of(seat).hears_of_death {
                hears(self, seat, death);
            }
        }
    }

    /// Perhaps a player takes over from the Demon who has died, or thinks they have reason to.
    fn find_heir(&mut self, death: &Death) {
        let dead = death.victim;
        let is_demon = self.role(dead).team() == Team::Demon;
        let ability = self.ability_of(dead);
        let is_passed_on =
            is_demon && ability.passes_on.is_some_and(|passes| passes(self, dead, death.cause));
        let is_last = self.demons().and(self.alive()).is_empty();
        if is_demon && !is_last && !is_passed_on {
            return;
        }
        for seat in self.alive().iter() {
            let Some(succeeds) = self.ability_of(seat).succeeds else { continue };
            if !self.works(seat) {
                self.use_ability(seat, |play| {
                    succeeds(play, seat, death);
                });
            } else if succeeds(self, seat, death) {
                return;
            }
        }
        if is_passed_on {
            self.pass_on(dead);
        }
    }

    /// The Storyteller picks who becomes the Demon that has died, if there is a choice.
    fn pass_on(&mut self, dead: Seat) {
        let ability = self.ability_at(dead);
        let question = Question::Pick(super::ruling::Purpose::Heir);
        let ruling = Ruling { ability, by: dead, about: dead, question, cause: None };
        let heirs = (cast::of(ability).candidates)(self, ruling);
        match heirs.seats.lowest() {
            None => {}
            Some(heir) if heirs.seats.len() == 1 && !heirs.or_nobody => self.inherit(heir, dead),
            Some(_) => self.ask_ruling(ruling),
        }
    }

    /// A player becomes the Demon that has died, and does not act again tonight.
    pub(crate) fn inherit(&mut self, heir: Seat, dead: Seat) {
        let demon = self.role(dead);
        self.become_character(heir, demon);
        self.acted = self.acted.with(heir);
        self.tell_character(heir);
    }

    /// A dead player comes back to life: a once-per-game ability can be used again, and one that starts
    /// knowing something learns it tonight.
    pub(crate) fn revive(&mut self, seat: Seat) {
        self.living = self.living.with(seat);
        self.died_tonight = self.died_tonight.without(seat);
        self.look_around();
        self.unmark(|mark| mark.by == seat && mark.reminder.is_spent_ability());
        for used in &mut self.state.used {
            *used = used.without(seat);
        }
        self.fresh = self.fresh.with(seat);
    }

    /// A player is executed, dead or alive.
    pub(crate) fn execute(&mut self, seat: Seat) {
        self.executed = Some(seat);
        self.say_to_all(Phrase::Executed, Some(seat));
        self.threaten(seat, Cause::Execution);
    }

    /// Checks for the end of the game, in the order of the rule book; `loser` is the side that loses by the
    /// last death.
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
