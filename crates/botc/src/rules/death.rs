//! Attacks, protection, deaths, succession of the Demon, and the end of the game.
//!
//! A player is attacked, perhaps protected, perhaps replaced by another victim, and dies; abilities can
//! interfere at each step (rule book of the cast, M4).

use gaslamp_core::{Seat, Seats};

use super::action::Action;
use super::cast::{self, Ability};
use super::event::Phrase;
use super::hooks::Hook;
use super::marks::{Mark, Reminder};
use super::mutator::Mutator;
use super::registration::Verdict;
use super::ruling::{Question, Ruling};
use super::state::{Cause, MOST_ATTACKS, Side, Stage, State};
use crate::characters::{Character, Team};

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
    pub(super) fn protection(&self, victim: Seat, cause: Cause) -> (Verdict, Option<(Seat, Character)>) {
        let is_safe = matches!(cause, Cause::Demon { .. }) && self.is_safe_from_demon(victim);
        let is_warded = self.has_ward(victim, |reminder| reminder.wards_off(cause));
        let is_stormcaught =
            self.script.house.stormcaught == Some(self.role(victim)) && cause != Cause::Execution;
        let mut protection = (Verdict::certainly(is_safe || is_warded || is_stormcaught), None);
        for guard in self.holders_with(Hook::Protects).iter() {
            for character in self.abilities(guard) {
                let ability = cast::of(character);
                let protects = ability.protects.map(|protects| protects(self, guard, victim, cause));
                let spares = ability.may_spare.filter(|spares| spares(self, guard, victim, cause));
                let verdicts = protects.into_iter().chain(spares.map(|_| Verdict::EITHER));
                for verdict in verdicts {
                    let asks = verdict.may_be_true && verdict.may_be_false;
                    let first = protection.1.or(asks.then_some((guard, character)));
                    protection = (protection.0.or(verdict), first);
                }
            }
        }
        protection
    }

    /// Whether a Demon's ability has no effect on this player: protected by another player, or by their own
    /// ability.
    pub(crate) fn is_safe_from_demon(&self, seat: Seat) -> bool {
        self.has_ward(seat, Reminder::keeps_safe)
            || self.working_part_of(seat, |ability| ability.is_safe_from_demon.then_some(())).is_some()
    }

    /// Whether a player has such a token, which has no effect while its placer is impaired.
    fn has_ward(&self, seat: Seat, is_ward: impl Fn(Reminder) -> bool) -> bool {
        let wards = |mark: &Mark| mark.on == seat && is_ward(mark.reminder) && self.mark_works(mark);
        self.marks.iter().any(wards)
    }

    /// The ability with which a player kills: at night the one that acts, if it is theirs.
    fn killing_ability(&self, by: Seat) -> &'static Ability {
        let is_acting = self.stage == Stage::Night && self.acting == by && self.seems(by, self.acting_as);
        if is_acting { cast::of(self.acting_as) } else { self.ability_of(by) }
    }

    /// Whether the Storyteller decides this night's deaths.
    pub(crate) fn are_deaths_arbitrary(&self) -> bool {
        self.stage == Stage::Night && self.marks.iter().any(|mark| mark.reminder.makes_deaths_arbitrary())
    }

    /// The side that loses because this player is executed.
    fn who_loses_by_execution(&self, executed: Seat) -> Option<Side> {
        if self.extra_day == self.number {
            return Some(self.side(executed));
        }
        let loses = |seat: Seat| {
            let loses = self.working_part_of(seat, |ability| ability.loses_by_execution);
            loses.and_then(|loses| loses(self, seat, executed))
        };
        self.holders_with(Hook::LosesByExecution).iter().find_map(loses)
    }

    /// Whether nothing keeps this side from winning at the moment.
    pub(crate) fn may_win(&self, side: Side) -> bool {
        let keeps = |seat: Seat| {
            let keeps = self.working_part_of(seat, |ability| ability.keeps_good_from_winning);
            keeps.is_some_and(|keeps| keeps(self, seat))
        };
        side == Side::Evil || !self.holders_with(Hook::KeepsGoodFromWinning).iter().any(keeps)
    }

    /// Whether the game goes on for a day, though the last Demon was executed just now.
    fn is_day_added(&self) -> bool {
        let is_demon_executed =
            self.execution_killed && self.executed.is_some_and(|seat| self.role(seat).team() == Team::Demon);
        let adds = |seat: Seat| {
            let adds = self.working_part_of(seat, |ability| ability.adds_day);
            adds.is_some_and(|adds| adds(self, seat))
        };
        is_demon_executed
            && self.stage == Stage::Evening
            && self.extra_day == 0
            && self.may_win(Side::Good)
            && self.with_hook(self.all_seats(), Hook::AddsDay).iter().any(adds)
    }
}

impl Mutator<'_> {
    /// Makes the next attack that was chosen; returns whether there was one. A Demon who has lost the ability since
    /// does nothing more.
    pub(crate) fn attack_next(&mut self) -> bool {
        let Some(victim) = self.attacks[0] else { return false };
        self.attacks.rotate_left(1);
        self.attacks[MOST_ATTACKS - 1] = None;
        let by = self.attacker;
        self.react(by, victim);
        if self.is_holder(by) {
            let character = self.ability_at(by);
            self.use_ability(by, character, |play| play.attack(by, victim));
        }
        true
    }

    /// A Demon begins to attack whom it has chosen, in the order chosen.
    pub(crate) fn attack_chosen(&mut self, by: Seat) {
        self.attacker = by;
        self.attacks = match self.chosen {
            Action::Choose(a) => [Some(a), None, None],
            Action::AttackTwo(a, b) => [Some(a), Some(b), None],
            Action::AttackThree(a, b, c) => [Some(a), Some(b), Some(c)],
            _ => [None; MOST_ATTACKS],
        };
    }

    /// A Demon attacks.
    pub(crate) fn attack(&mut self, by: Seat, victim: Seat) {
        self.threaten(victim, Cause::Demon { by });
    }

    /// An ability kills a player, whatever protects them.
    pub(crate) fn slay(&mut self, by: Seat, victim: Seat) {
        if self.is_alive(victim) && !self.are_deaths_arbitrary() {
            self.die(victim, Cause::Slaying { by });
        }
    }

    /// A player dies unless already dead or protected, or while the Storyteller decides deaths.
    pub(crate) fn threaten(&mut self, victim: Seat, cause: Cause) {
        if !self.is_alive(victim) {
            return;
        }
        if self.are_deaths_arbitrary() {
            self.note_thwarted(cause);
            return;
        }
        match self.protection(victim, cause) {
            (protection, _) if protection.is_certain() => self.note_thwarted(cause),
            (protection, Some((by, ability))) if protection.may_be_true => {
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
        let replaces = self.part_of(victim, |ability| ability.replaces_own_death);
        if !replaces.is_some_and(|replaces| replaces(self, victim, cause)) {
            self.fall(victim, cause);
        }
    }

    /// A player dies, unless the killing Demon does something else instead, or the player escapes.
    pub(crate) fn fall(&mut self, victim: Seat, cause: Cause) {
        if let Cause::Demon { by } = cause
            && let Some(replaces) = self.ability_of(by).replaces_kill
            && replaces(self, by, victim)
        {
            return;
        }
        self.die_at_last(victim, cause);
    }

    /// A player whom nothing has kept from death so far dies, or escapes.
    pub(crate) fn die_at_last(&mut self, victim: Seat, cause: Cause) {
        if self.does_escape(victim, cause) {
            self.note_thwarted(cause);
        } else {
            self.die(victim, cause);
        }
    }

    /// Whether an ability lets this player, who would really die now, escape.
    fn does_escape(&mut self, victim: Seat, cause: Cause) -> bool {
        let mut has_escaped = false;
        self.each_ability(Seats::only(victim), Hook::Escapes, |play, victim, _, ability| {
            has_escaped |=
                !has_escaped && ability.escapes.is_some_and(|escapes| escapes(play, victim, cause));
        });
        has_escaped
    }

    /// A player dies.
    pub(crate) fn die(&mut self, victim: Seat, cause: Cause) {
        let death = Death { victim, cause, alive_before: self.alive().len() };
        let loses_by_death = self.part_of(victim, |ability| ability.loses_by_death);
        let loser = loses_by_death.and_then(|loses| loses(self, victim, cause));
        self.note_vain_loss(victim, cause);
        let is_slain = matches!(cause, Cause::Slaying { .. });
        let may_survive = self.part_of(victim, |ability| ability.survives);
        let survives = !is_slain && may_survive.is_some_and(|survives| survives(self, victim));
        self.living = self.living.without(victim);
        self.undead = if survives { self.undead.with(victim) } else { self.undead.without(victim) };
        self.note_death(victim, cause);
        if !survives {
            self.lose_by_death(victim, cause);
            self.find_heir(&death);
            self.owe_last_choice(victim);
        }
        self.tell_of_death(&death);
        self.look_for_end(loser);
    }

    /// Ends what a player's ability does not outlast, unless a Demon lets those it kills keep theirs.
    fn lose_by_death(&mut self, victim: Seat, cause: Cause) {
        if let Cause::Demon { by } = cause
            && let Some(on_kill) = self.ability_of(by).on_kill
            && self.works(by)
        {
            on_kill(self, by, victim);
        }
        if !self.keeps_ability(victim) {
            self.lose_ability(victim);
        }
        self.look_around();
    }

    /// Whoever dies by day learns of it at once, and may have to choose somebody.
    fn owe_last_choice(&mut self, dead: Seat) {
        let owes = self.part_of(dead, |ability| ability.last_choice).is_some();
        if self.stage != Stage::Night && owes {
            self.last_choices = self.last_choices.with(dead);
        }
    }

    /// The end is looked for, at once or when the Storyteller has decided what is to be decided and the dead have
    /// chosen who must.
    pub(crate) fn look_for_end(&mut self, loser: Option<Side>) {
        if self.has_nothing_pending() && self.may_end() {
            self.check_end(loser);
        } else {
            self.is_end_open = true;
            self.loser = self.loser.or(loser);
        }
    }

    /// Nobody has yet to choose, and no token that an ability begins with is missing: a new Evil Twin has a twin by then.
    pub(crate) fn may_end(&self) -> bool {
        let is_missing = |seat| self.ability_to_prepare(seat).is_some();
        self.last_choices.is_empty()
            && (self.stage != Stage::Night || !self.unprepared.iter().any(is_missing))
    }

    fn note_death(&mut self, victim: Seat, cause: Cause) {
        match self.stage {
            Stage::Night => {
                self.died_tonight = self.died_tonight.with(victim);
                if self.impaired().contains(victim) {
                    self.died_impaired = self.died_impaired.with(victim);
                }
                self.say_to_nobody(Phrase::Died, Some(victim));
            }
            _ => {
                self.somebody_died_today = true;
                self.say_to_all(Phrase::Died, Some(victim));
            }
        }
        match cause {
            Cause::Demon { by } | Cause::Ability { by } | Cause::Slaying { by } => {
                if let Some(reminder) = self.killing_ability(by).dead {
                    self.mark(reminder, victim, by);
                }
            }
            Cause::Execution => self.execution_killed = true,
        }
    }

    /// Every ability that reacts to deaths is notified.
    fn tell_of_death(&mut self, death: &Death) {
        self.each_ability(self.all_seats(), Hook::HearsOfDeath, |play, seat, _, ability| {
            if let Some(hears) = ability.hears_of_death {
                hears(play, seat, death);
            }
        });
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
        for seat in self.holders_with(Hook::Succeeds).iter() {
            let character = self.ability_at(seat);
            let Some(succeeds) = cast::of(character).succeeds else { continue };
            if !self.works(seat) {
                self.use_ability(seat, character, |play| {
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
        self.died_impaired = self.died_impaired.without(seat);
        self.look_around();
        self.unmark(|mark| mark.by == seat && mark.reminder.is_spent_ability());
        for used in &mut self.state.used {
            *used = used.without(seat);
        }
        self.fresh = self.fresh.with(seat);
        self.say_to_nobody(Phrase::Revived, Some(seat));
    }

    /// Deaths of this night so far are taken back: the Storyteller will decide them.
    pub(crate) fn take_back_deaths(&mut self) {
        let died = std::mem::replace(&mut self.died_tonight, Seats::NONE).minus(self.living);
        self.died_impaired = Seats::NONE;
        self.living = self.living.or(died.and(self.living_at_dusk));
        self.unmark(|mark| {
            died.contains(mark.on) && cast::of(mark.reminder.owner()).dead == Some(mark.reminder)
        });
        self.look_around();
    }

    /// A player is executed, dead or alive.
    pub(crate) fn execute(&mut self, seat: Seat) {
        self.executed = Some(seat);
        self.say_to_all(Phrase::Executed, Some(seat));
        let loser = self.who_loses_by_execution(seat);
        self.loser_by_execution = loser.filter(|loser| self.may_win(loser.other()));
        self.note_vain_execution(seat);
        self.threaten(seat, Cause::Execution);
        self.look_for_end(None);
    }

    /// A player is executed at once, which ends the day.
    pub(crate) fn execute_at_once(&mut self, seat: Seat) {
        self.nominee = None;
        self.is_nominee_speaking = false;
        self.is_day_over = true;
        self.stage = Stage::Evening;
        self.execute(seat);
    }

    /// Checks for the end of the game, in the order of the rule book (M15); `loser` is the side that loses by the
    /// last death.
    pub(crate) fn check_end(&mut self, loser: Option<Side>) {
        if self.are_deaths_arbitrary() {
            return;
        }
        let has_demon = !self.demons().and(self.alive()).is_empty();
        if !has_demon && self.is_day_added() {
            self.extra_day = self.number + 1;
        }
        let is_put_off = self.extra_day >= self.number && self.extra_day > 0;
        let loser = loser.filter(|&loser| self.may_win(loser.other()));
        let winner = if let Some(loser) = self.loser_by_execution {
            Some(loser.other())
        } else if !has_demon && !is_put_off && self.may_win(Side::Good) {
            Some(Side::Good)
        } else if let Some(loser) = loser {
            Some(loser.other())
        } else if self.alive().len() <= 2 && !is_put_off {
            Some(Side::Evil)
        } else {
            self.holders_with(Hook::WinsWhen).iter().find_map(|seat| {
                let wins_when = self.working_part_of(seat, |ability| ability.wins_when);
                wins_when.and_then(|wins_when| wins_when(self, seat))
            })
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
