//! The abilities that a player has: their own, and those that they are given (rule book of the cast, M7).
//!
//! A player's own ability is that of their character, of the character they think they are, or one that they
//! have gained instead. A given one is a mark of its giver, whose state counts; whoever has several at once by
//! their own character has them by their own state.

use std::ops::Index;

use gaslamp_core::{Seat, Seats};

use super::cast::{self, Ability};
use super::hooks::{Hook, Hooks};
use super::marks::Mark;
use super::mutator::Mutator;
use super::state::{SEATS, State};
use crate::characters::Character;

/// The character whose ability everyone has, or thinks they have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OwnAbilities {
    /// Seats beyond the table hold the first character.
    characters: [Character; SEATS],
    /// What these abilities have together.
    hooks: Hooks,
}

impl OwnAbilities {
    /// Those of a table before the deal.
    pub(crate) const NONE: Self = Self { characters: [Character::FIRST; SEATS], hooks: Hooks::NONE };

    /// A player at a table of this size has the ability of this character from now on.
    pub(crate) fn set(&mut self, seat: Seat, character: Character, size: usize) {
        self.characters[seat.index()] = character;
        let own = self.characters[..size].iter();
        self.hooks = own.map(|character| cast::hooks(*character)).fold(Hooks::NONE, Hooks::or);
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Character> {
        self.characters.iter()
    }
}

impl Index<usize> for OwnAbilities {
    type Output = Character;

    #[inline]
    fn index(&self, seat: usize) -> &Character {
        &self.characters[seat]
    }
}

impl State {
    /// The abilities that a player has, or thinks they have; their own comes first.
    #[inline]
    pub(crate) fn abilities(&self, seat: Seat) -> impl Iterator<Item = Character> + '_ {
        std::iter::once(self.ability[seat.index()]).chain(self.further_abilities(seat))
    }

    /// Those beside the own; on most scripts nobody has any.
    #[inline]
    fn further_abilities(&self, seat: Seat) -> impl Iterator<Item = Character> + '_ {
        let further = || (0..).map_while(move |nth| self.further_ability(seat, nth));
        self.script.has(Hook::GivesAbilities).then(further).into_iter().flatten()
    }

    fn further_ability(&self, seat: Seat, nth: usize) -> Option<Character> {
        let united = if self.unites(seat) { self.script.united.len() } else { 0 };
        match nth.checked_sub(united) {
            None => self.script.united.iter().nth(nth),
            Some(nth) => self.given(seat).nth(nth).map(|mark| mark.character),
        }
    }

    /// Whether a player has, or thinks they have, the abilities of all others of a team.
    fn unites(&self, seat: Seat) -> bool {
        [self.role(seat), self.ability[seat.index()]]
            .iter()
            .any(|character| cast::of(*character).unites.is_some())
    }

    /// The marks that give this player an ability.
    fn given(&self, seat: Seat) -> impl Iterator<Item = &Mark> {
        self.marks.iter().filter(move |mark| mark.on == seat && mark.reminder.gives_ability())
    }

    /// The first of a player's abilities that has such a part.
    #[inline]
    pub(crate) fn part_of<T>(&self, seat: Seat, part: impl Fn(&'static Ability) -> Option<T>) -> Option<T> {
        let own = part(self.ability_of(seat));
        if own.is_some() || !self.script.has(Hook::GivesAbilities) {
            return own;
        }
        self.further_abilities(seat).find_map(|character| part(cast::of(character)))
    }

    /// The same, of the abilities that work.
    #[inline]
    pub(crate) fn working_part_of<T>(
        &self,
        seat: Seat,
        part: impl Fn(&'static Ability) -> Option<T>,
    ) -> Option<T> {
        self.abilities(seat)
            .find_map(|character| part(cast::of(character)).filter(|_| self.works_as(seat, character)))
    }

    /// Whether any ability at the table may have this hook.
    #[inline]
    fn may_have_hook(&self, hook: Hook) -> bool {
        let given = self.script.has(Hook::GivesAbilities) && self.script.has(hook);
        given || self.ability.hooks.contains(hook)
    }

    /// Those of these players whose abilities have this hook.
    #[inline]
    pub(crate) fn with_hook(&self, seats: Seats, hook: Hook) -> Seats {
        if self.may_have_hook(hook) { self.having(seats, hook) } else { Seats::NONE }
    }

    #[inline(never)]
    fn having(&self, seats: Seats, hook: Hook) -> Seats {
        seats.iter().filter(|&seat| self.has_hook(seat, hook)).collect()
    }

    /// Whether an ability of this player has this hook.
    #[inline]
    pub(crate) fn has_hook(&self, seat: Seat, hook: Hook) -> bool {
        let has = |character: Character| cast::hooks(character).contains(hook);
        has(self.ability[seat.index()])
            || self.script.has(Hook::GivesAbilities) && self.further_abilities(seat).any(has)
    }

    /// Those who have an ability with this hook as the living do.
    #[inline]
    pub(crate) fn holders_with(&self, hook: Hook) -> Seats {
        if self.may_have_hook(hook) { self.holders_having(hook) } else { Seats::NONE }
    }

    #[inline(never)]
    fn holders_having(&self, hook: Hook) -> Seats {
        self.having(self.all_seats(), hook).iter().filter(|&seat| self.is_holder(seat)).collect()
    }

    /// The player's own ability, or the one they think they have.
    #[inline]
    pub(crate) fn ability_of(&self, seat: Seat) -> &'static Ability {
        cast::of(self.ability[seat.index()])
    }

    /// Whether a player has the ability of this character, or thinks they do.
    #[inline]
    pub(crate) fn seems(&self, seat: Seat, character: Character) -> bool {
        self.ability[seat.index()] == character
            || self.script.has(Hook::GivesAbilities) && self.abilities(seat).any(|known| known == character)
    }

    /// Whether a player has the ability of this character, drunk or sober, dead or alive.
    #[inline]
    pub(crate) fn has(&self, seat: Seat, character: Character) -> bool {
        self.seems(seat, character) && !self.is_fake_as(seat, character)
    }

    /// Whether a player only thinks they have their own ability.
    #[inline]
    pub(crate) fn is_fake(&self, seat: Seat) -> bool {
        self.ability[seat.index()] != self.role(seat)
            && (self.is_deluded(seat) || self.has_gained_in_vain(seat))
    }

    fn has_gained_in_vain(&self, seat: Seat) -> bool {
        self.marks.iter().any(|mark| mark.by == seat && mark.reminder.is_in_vain())
    }

    /// Whether a player only thinks they have the ability of this character.
    pub(crate) fn is_fake_as(&self, seat: Seat, character: Character) -> bool {
        match self.giver(seat, character) {
            Giver::Own => self.is_fake(seat),
            Giver::OwnCharacter => false,
            Giver::Player(_) => self.has_gained_in_vain(seat),
        }
    }

    /// Whether a player is sober and healthy and really has their own ability; dead or alive.
    #[inline]
    pub(crate) fn works(&self, seat: Seat) -> bool {
        !self.impaired().contains(seat) && !self.is_fake(seat)
    }

    /// Whether the ability of this character works that a player has, or thinks they have; dead or alive.
    #[inline]
    pub(crate) fn works_as(&self, seat: Seat, character: Character) -> bool {
        match self.giver(seat, character) {
            Giver::Own => self.works(seat),
            Giver::OwnCharacter => !self.impaired().contains(seat),
            Giver::Player(giver) => {
                self.is_holder(giver) && !self.impaired().contains(giver) && !self.has_gained_in_vain(seat)
            }
        }
    }

    /// Whether the ability works whose mark this is.
    pub(crate) fn mark_works(&self, mark: &Mark) -> bool {
        self.works_as(mark.by, mark.reminder.owner())
    }

    /// Whether a living, sober and healthy player here has the ability of this character.
    pub(crate) fn is_active(&self, seat: Seat, character: Character) -> bool {
        self.seems(seat, character) && self.is_holder(seat) && self.works_as(seat, character)
    }

    /// Who is to be sober for this ability of a player to work.
    pub(crate) fn responsible_for(&self, seat: Seat, character: Character) -> Seat {
        match self.giver(seat, character) {
            Giver::Own | Giver::OwnCharacter => seat,
            Giver::Player(giver) => giver,
        }
    }

    /// By whom a player has the ability of this character, or had it until they exchanged it for another.
    #[inline]
    fn giver(&self, seat: Seat, character: Character) -> Giver {
        let is_own = |own: Character| own == character;
        if !self.script.has(Hook::GivesAbilities)
            || is_own(self.ability[seat.index()])
            || is_own(self.role(seat))
        {
            return Giver::Own;
        }
        if self.script.united.contains(character) && cast::of(self.role(seat)).unites.is_some() {
            return Giver::OwnCharacter;
        }
        let is_it = |mark: &&Mark| mark.character == character;
        let given = self.given(seat).find(is_it).or(self.given(seat).next());
        given.map_or(Giver::Own, |mark| Giver::Player(mark.by))
    }

    /// Whether a player does not know their own character.
    pub(crate) fn is_deluded(&self, seat: Seat) -> bool {
        self.false_identity_of(self.role(seat)).is_some()
    }
}

/// By whom a player has an ability.
#[derive(Clone, Copy)]
enum Giver {
    /// It is the player's own.
    Own,
    /// It comes with the player's character, beside the own.
    OwnCharacter,
    /// Another player's ability gives it.
    Player(Seat),
}

impl Mutator<'_> {
    /// Does something for every ability of these players that has this hook, as it is when its turn comes.
    pub(crate) fn each_ability(
        &mut self,
        seats: Seats,
        hook: Hook,
        mut act: impl FnMut(&mut Self, Seat, Character, &'static Ability),
    ) {
        // Whoever gains such an ability while others are asked is asked as well.
        if !self.script.has(hook) {
            return;
        }
        let mut ask = |play: &mut Self, seat, character| {
            if cast::hooks(character).contains(hook) {
                act(play, seat, character, cast::of(character));
            }
        };
        for seat in seats.iter() {
            ask(self, seat, self.ability[seat.index()]);
            let mut nth = 0;
            while self.script.has(Hook::GivesAbilities)
                && let Some(character) = self.further_ability(seat, nth)
            {
                ask(self, seat, character);
                nth += 1;
            }
        }
    }

    /// A player has the ability of another character instead of this one from now on.
    pub(crate) fn exchange_ability(&mut self, seat: Seat, from: Character, to: Character) {
        if let Giver::Player(_) = self.giver(seat, from) {
            let is_it =
                |mark: &Mark| mark.on == seat && mark.reminder.gives_ability() && mark.character == from;
            if let Some(mark) = self.marks.take(is_it) {
                self.mark_about(mark.reminder, seat, mark.by, to);
                self.freshen(seat, to);
            }
        } else {
            self.gain_ability(seat, to);
        }
    }
}
