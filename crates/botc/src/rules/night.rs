//! The night: who wakes when, what they choose, what they are told; and dawn.

use gaslamp_core::{Seat, Seats};

use super::action::Action;
use super::cast::{self, Ability, lunatic};
use super::event::Phrase;
use super::marks::{Lasts, Reminder};
use super::play::Play;
use super::script::Step;
use super::state::{Ask, Ruling, Side, Stage, State, Topic};
use super::statement::{Shape, Statement};
use crate::characters::{Character, Team};

impl State {
    /// Who acts next at this place of the order.
    fn next_to_wake(&self, step: Step) -> Option<Seat> {
        let rest = self.seats_set().minus(self.acted);
        match step {
            Step::Character(character) => {
                rest.iter().find(|&seat| self.seems(seat, character) && self.wakes(seat))
            }
            Step::DemonInfo | Step::MinionInfo if !self.has_evil_info() => None,
            Step::DemonInfo => rest.and(self.demons()).lowest(),
            Step::MinionInfo => rest.and(self.minions()).lowest(),
        }
    }
}

impl State {
    /// Who has died and who lives again since dusk.
    pub(crate) fn news_of_the_night(&self) -> Phrase {
        let (before, now) = (self.living_at_dusk, self.living);
        Phrase::Dawn { died: before.minus(now), revived: now.minus(before) }
    }
}

impl Play<'_> {
    /// Dusk is over and the night begins.
    pub(crate) fn begin_night(&mut self) {
        self.number = self.number.saturating_add(1);
        self.stage = Stage::Night;
        self.step = 0;
        self.acted = Seats::NONE;
        self.died_tonight = Seats::NONE;
        self.living_at_dusk = self.living;
        for seat in self.untold.iter() {
            self.tell_character(seat);
        }
    }

    /// Goes on until somebody is asked something, or to the next place of the order.
    pub(crate) fn night_on(&mut self) {
        if let Some(seat) = self.unprepared.lowest() {
            self.prepare(seat);
        } else if let Some(victim) = self.attacks.lowest() {
            self.attacks = self.attacks.without(victim);
            let by = self.attacker;
            self.attack(by, victim);
        } else {
            self.unmark(|mark| mark.reminder == Reminder::PukkaDying);
            self.wake_next();
        }
    }

    /// The Storyteller puts down the token that a new ability begins with.
    fn prepare(&mut self, seat: Seat) {
        let candidates = (self.ability_of(seat).prepares)(self, seat);
        if candidates.is_empty() || self.is_fake(seat) {
            self.unprepared = self.unprepared.without(seat);
        } else {
            self.ask = Ask::Prepare(seat);
        }
    }

    fn wake_next(&mut self) {
        let Some(step) = self.sheet.step(self.is_first_night(), self.step) else {
            self.dawn();
            return;
        };
        let Some(seat) = self.next_to_wake(step) else {
            self.step += 1;
            self.acted = Seats::NONE;
            return;
        };
        self.acted = self.acted.with(seat);
        match step {
            Step::MinionInfo => {
                let (demons, minions) = (self.demons(), self.minions().without(seat));
                self.say_to(seat, Phrase::MinionInfo { demons, minions });
            }
            Step::DemonInfo => self.ask = Ask::Telling(seat, Topic::Evil),
            Step::Character(_) => {
                self.chosen = Action::Pass;
                if self.pick_of(seat).is_possible() {
                    self.ask = Ask::Choice(seat);
                } else {
                    let ability = self.ability_of(seat);
                    self.after_choice(seat, ability);
                }
            }
        }
    }

    /// A player has chosen for the own ability.
    pub(crate) fn choose(&mut self, seat: Seat, action: Action) {
        self.say_own(seat, action);
        self.chosen = action;
        let ability = self.ability_of(seat);
        (ability.notes)(self, seat);
        if self.works(seat) {
            (ability.acts)(self, seat);
        }
        if self.ask == Ask::Nothing {
            self.after_choice(seat, ability);
        }
    }

    /// The Storyteller tells what there is to tell. The ability is the one with which the player woke: a
    /// Philosopher may have another by now, whose own time will come.
    fn after_choice(&mut self, seat: Seat, ability: &Ability) {
        if (ability.tells)(self, seat) != Shape::Silent {
            if self.can_be_told(seat, Topic::Ability) {
                self.ask = Ask::Telling(seat, Topic::Ability);
            }
        } else if let Some(rules) = ability.storyteller_rules.filter(|_| self.works(seat)) {
            rules(self, seat);
        }
    }

    /// Somebody is told something.
    pub(crate) fn tell(&mut self, seat: Seat, topic: Topic, statement: Statement) {
        let ability = self.ability[seat.index()];
        match (topic, statement) {
            (_, Statement::Team(team)) => self.say_to(seat, Phrase::DemonInfo(team)),
            _ => self.say_to(seat, Phrase::Told(ability, statement)),
        }
        if statement == Statement::Grimoire && self.emit.is_some() {
            let grimoire = self.grimoire();
            self.say_to(seat, Phrase::Shown(Box::new(grimoire)));
        }
        match topic {
            Topic::Ability => (cast::of(ability).reminds)(self, seat, statement),
            Topic::Evil => self.tell_of_lunatics(seat),
        }
    }

    /// A Demon learns who only thinks to be one, as in every night in which that one chooses.
    fn tell_of_lunatics(&mut self, demon: Seat) {
        let lunatics: Seats =
            self.seats_set().iter().filter(|&seat| self.role(seat) == lunatic::ID).collect();
        for seat in lunatics.iter() {
            self.say_to(demon, Phrase::LunaticIs(seat));
        }
    }

    /// The night is over, unless the Storyteller still lets people die.
    fn dawn(&mut self) {
        let maker = self.marks.iter().find(|mark| mark.reminder == Reminder::PitHagDemonMade);
        if let Some(by) = maker.map(|mark| mark.by) {
            self.ask = Ask::Ruling(Ruling::Deaths { by });
            return;
        }
        self.unmark_lasting(Lasts::Dawn);
        // Equal tables are equal values, whatever was chosen in vain.
        self.chosen = Action::Pass;
        let news = self.news_of_the_night();
        self.stage = Stage::Talk;
        self.begin_day();
        // Who lives again will have a last vote again.
        self.ghost_votes = self.ghost_votes.or(self.living);
        self.say_to_all(news, None);
    }

    /// A player, Lunatic or so, is shown a token.
    pub(crate) fn show_token(&mut self, seat: Seat, token: Character) {
        let is_demon = token.team() == Team::Demon;
        let side = if is_demon { Side::Evil } else { Side::Good };
        if self.role(seat) != lunatic::ID {
            self.gain_ability(seat, token);
        }
        self.tell_token(seat, token, side);
    }
}
