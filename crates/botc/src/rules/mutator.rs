//! A state in play and where its events go: the small steps that all rules consist of.

use std::ops::{Deref, DerefMut};

use gaslamp_core::trace::Phase;
use gaslamp_core::{Seat, Seats};

use super::action::Action;
use super::cast;
use super::event::{Event, Phrase};
use super::hooks::Hook;
use super::marks::{Lasts, Mark, Reminder};
use super::ruling::{Question, Ruling};
use super::state::{Side, Stage, State};
use crate::characters::{Character, Team};

/// A state being changed and a listener, if there is one.
pub(crate) struct Mutator<'a> {
    pub(crate) state: &'a mut State,
    pub(crate) emit: Option<&'a mut (dyn FnMut(Phase, Event) + 'a)>,
}

impl Deref for Mutator<'_> {
    type Target = State;

    fn deref(&self) -> &State {
        self.state
    }
}

impl DerefMut for Mutator<'_> {
    fn deref_mut(&mut self) -> &mut State {
        self.state
    }
}

impl Mutator<'_> {
    pub(crate) fn say(&mut self, phrase: Phrase, by: Option<Seat>, audience: Seats) {
        let phase = self.state.phase_now();
        if let Some(emit) = &mut self.emit {
            emit(phase, Event { phrase, by, audience });
        }
    }

    /// Something that everyone sees.
    pub(crate) fn say_to_all(&mut self, phrase: Phrase, by: Option<Seat>) {
        let all = self.all_seats();
        self.say(phrase, by, all);
    }

    /// Something that one player is told.
    pub(crate) fn say_to(&mut self, seat: Seat, phrase: Phrase) {
        self.say(phrase, Some(seat), Seats::only(seat));
    }

    /// Something that only the Storyteller knows.
    pub(crate) fn say_to_nobody(&mut self, phrase: Phrase, by: Option<Seat>) {
        self.say(phrase, by, Seats::NONE);
    }

    /// A player's action that everyone sees. By far the most common event, so it is built only for a
    /// listener.
    pub(crate) fn say_action(&mut self, by: Seat, action: Action) {
        if self.emit.is_some() {
            self.say_to_all(Phrase::Act(action), Some(by));
        }
    }

    /// A player's action that only they know.
    pub(crate) fn say_own(&mut self, seat: Seat, action: Action) {
        if self.emit.is_some() {
            self.say_to(seat, Phrase::Act(action));
        }
    }

    /// Places a token.
    pub(crate) fn mark(&mut self, reminder: Reminder, on: Seat, by: Seat) {
        self.mark_about(reminder, on, by, reminder.owner());
    }

    /// Places a token that is about a character.
    pub(crate) fn mark_about(&mut self, reminder: Reminder, on: Seat, by: Seat, character: Character) {
        let mark = Mark { reminder, on, by, character };
        if !self.marks.add(mark) {
            return;
        }
        if reminder.name().is_some() {
            self.say_to_nobody(Phrase::Placed(mark), None);
        }
        if reminder.impairs() || self.script.has(Hook::Impairs) {
            self.look_around();
        }
    }

    /// Removes all tokens that `is_gone` selects.
    pub(crate) fn unmark(&mut self, is_gone: impl Fn(&Mark) -> bool) {
        while let Some(mark) = self.marks.take(&is_gone) {
            if mark.reminder.name().is_some() {
                self.say_to_nobody(Phrase::Removed(mark), None);
            }
            if mark.reminder.impairs() || self.script.has(Hook::Impairs) {
                self.look_around();
            }
            if mark.reminder.gives_ability() {
                self.lose_given_ability(mark);
            }
            // Whoever was allowed to keep an ability when dying loses it now.
            if mark.reminder.keeps_ability() && !self.is_holder(mark.on) {
                self.lose_ability(mark.on);
            }
        }
    }

    /// Removes the tokens of this kind that the player placed.
    pub(crate) fn unmark_own(&mut self, reminder: Reminder, by: Seat) {
        self.unmark(|mark| mark.reminder == reminder && mark.by == by);
    }

    /// Removes the tokens that last until now.
    pub(crate) fn unmark_lasting(&mut self, until: Lasts) {
        self.unmark(|mark| mark.reminder.lasts() == until);
        self.forget_vain_wards(until);
    }

    /// Ends the effects that a player's ability does not outlast.
    pub(crate) fn lose_ability(&mut self, seat: Seat) {
        self.unmark(|mark| mark.by == seat && mark.reminder.needs_source());
    }

    /// Ends the effects that an ability does not outlast that a player was given and loses now.
    fn lose_given_ability(&mut self, given: Mark) {
        let is_of_it = |mark: &Mark| {
            mark.by == given.on
                && mark.reminder.owner() == given.character
                && (mark.reminder.needs_source() || mark.reminder.goes_with_character())
        };
        if !self.seems(given.on, given.character) {
            self.unmark(is_of_it);
        }
    }

    /// A player becomes another character. The side stays.
    pub(crate) fn become_character(&mut self, seat: Seat, character: Character) {
        self.lose_ability(seat);
        self.unmark(|mark| mark.by == seat && mark.reminder.goes_with_character());
        self.unmark(|mark| mark.on == seat && mark.reminder.stays_on_character());
        self.roles[seat.index()] = character;
        self.gain_ability(seat, character);
        self.say_to_nobody(Phrase::Became(character), Some(seat));
        self.look_around();
        self.tell_of_change(seat);
    }

    /// Remembers the number of Outsiders of the set-up, if a character may depend on it.
    pub(crate) fn count_outsiders(&mut self) {
        if self.script.has(Hook::FreesOutsiders) {
            self.dealt_outsiders = self.of_team(Team::Outsider).len() as u8;
        }
    }

    /// A player becomes another character by an ability and is told so; whoever does not know their character
    /// is shown a token that the Storyteller picks.
    pub(crate) fn transform(&mut self, ability: Character, by: Seat, seat: Seat, character: Character) {
        self.become_character(seat, character);
        if self.false_identity_of(character).is_some() {
            self.ask_ruling(Ruling { ability, by, about: seat, question: Question::Shown, cause: None });
        } else {
            self.tell_character(seat);
        }
    }

    /// Every character that reacts to changes is notified.
    fn tell_of_change(&mut self, changed: Seat) {
        if !self.script.has(Hook::HearsOfChange) {
            return;
        }
        for seat in self.all_seats().without(changed).iter() {
            if let Some(hears) = cast::of(self.role(seat)).hears_of_change {
                hears(self, seat, changed);
            }
        }
    }

    /// A player has another ability from now on, and has not used it, whatever he or she did before.
    pub(crate) fn gain_ability(&mut self, seat: Seat, character: Character) {
        let size = self.size();
        self.ability.set(seat, character, size);
        self.freshen(seat, character);
    }

    /// A player has not used this ability yet.
    pub(crate) fn freshen(&mut self, seat: Seat, character: Character) {
        if let Some(day) = cast::of(character).day {
            let used = &mut self.state.used[day.verb as usize];
            *used = used.without(seat);
        }
        self.fresh = self.fresh.with(seat);
        self.unprepared = self.unprepared.with(seat);
    }

    /// A player changes sides, unless they are already on that side.
    pub(crate) fn turn(&mut self, seat: Seat, side: Side) {
        if self.side(seat) != side {
            self.evil = if side == Side::Evil { self.evil.with(seat) } else { self.evil.without(seat) };
            self.say_to_nobody(Phrase::Turned(side), Some(seat));
        }
    }

    /// Whether nothing keeps a player from joining this side by their own ability.
    pub(crate) fn may_turn_itself(&self, seat: Seat, side: Side) -> bool {
        let is_kept_evil = self.marks.iter().any(|mark| mark.on == seat && mark.reminder.keeps_evil());
        side == Side::Evil || !is_kept_evil
    }

    /// A player is told what they are: at once at night, or in the coming night by day.
    pub(crate) fn tell_character(&mut self, seat: Seat) {
        if self.stage != Stage::Night {
            self.untold = self.untold.with(seat);
            return;
        }
        self.untold = self.untold.without(seat);
        let (role, side) = (self.role(seat), self.side(seat));
        self.shown_characters[seat.index()] = role;
        self.tell_token(seat, role, side);
    }

    /// A player is told at night that they have changed sides; one who does not know their character learns no more (M8).
    pub(crate) fn tell_side(&mut self, seat: Seat) {
        if self.is_deluded(seat) {
            self.tell_token(seat, self.shown_characters[seat.index()], self.side(seat));
        } else {
            self.tell_character(seat);
        }
    }

    /// A player is told that they are this, true or not.
    pub(crate) fn tell_token(&mut self, seat: Seat, token: Character, side: Side) {
        self.shown_characters[seat.index()] = token;
        let told = self.told_evil;
        self.told_evil = if side == Side::Evil { told.with(seat) } else { told.without(seat) };
        self.say_to(seat, Phrase::YouAre(token, side));
    }
}
