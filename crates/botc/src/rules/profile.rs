//! What anybody may know of a character before a game: when it wakes, what it chooses and is told, what it can change.
//!
//! Accepts a [`Character`], emits facts of its file in the cast. Who reasons about a game asks here instead of
//! knowing characters by name.

use super::cast::{
    self, Ability, Bearing, Due, FalseIdentity, Reach, SetupEffect, Subject, Trigger, TurnsSides, When,
};
use super::choice_shape::ChoiceShape;
use super::day::{DayVerb, OpenTo};
use super::statement::Shape;
use crate::characters::{Character, CharacterSet, Team};

/// What anybody may know of a character that can be played.
#[derive(Clone, Copy)]
pub struct Profile {
    character: Character,
    ability: &'static Ability,
}

impl Profile {
    /// The profile of a character, if it can be played here.
    #[must_use]
    pub fn of(character: Character) -> Option<Self> {
        cast::ability(character).map(|ability| Self { character, ability })
    }

    /// Whether somebody who is this character may take themselves for that one; also of characters that cannot be played yet.
    #[must_use]
    pub fn may_believe(character: Character, believed: Character) -> bool {
        cast::false_identity_of(character).is_some_and(|identity| identity.shows(believed.team()))
    }

    /// The characters of a set of which something holds.
    pub fn select(characters: CharacterSet, holds: impl Fn(&Self) -> bool) -> CharacterSet {
        characters
            .iter()
            .filter(|&character| Self::of(character).is_some_and(|profile| holds(&profile)))
            .collect()
    }

    /// Whose profile it is.
    #[must_use]
    pub const fn character(&self) -> Character {
        self.character
    }

    /// The nights on which it wakes.
    #[must_use]
    pub const fn when(&self) -> When {
        self.ability.when
    }

    /// Whether it may wake on the first night.
    #[must_use]
    pub const fn wakes_first_night(&self) -> bool {
        matches!(self.ability.when, When::FirstNight | When::EveryNight)
    }

    /// Whether it may wake on other nights, without having become the character then.
    #[must_use]
    pub const fn wakes_other_nights(&self) -> bool {
        matches!(self.ability.when, When::OtherNights | When::EveryNight)
    }

    /// Whether it may wake in the night of this number, without having become the character then.
    #[must_use]
    pub const fn wakes_in(&self, night: u16) -> bool {
        if night > 1 { self.wakes_other_nights() } else { self.wakes_first_night() }
    }

    /// Whether it wakes only if its player has died tonight.
    #[must_use]
    pub const fn wakes_when_dying(&self) -> bool {
        matches!(self.ability.due, Due::DiedTonight)
    }

    /// Whether it wakes only if somebody died by execution since the last night.
    #[must_use]
    pub const fn wakes_after_execution(&self) -> bool {
        matches!(self.ability.due, Due::ExecutionKilled)
    }

    /// What kind of choice it has at night.
    #[must_use]
    pub const fn choice(&self) -> ChoiceShape {
        self.ability.choice
    }

    /// How much of that matters to anybody else.
    #[must_use]
    pub const fn reach(&self) -> Reach {
        self.ability.reach
    }

    /// What kind of thing it is told.
    #[must_use]
    pub const fn telling(&self) -> Shape {
        self.ability.tells
    }

    /// Whom that is about.
    #[must_use]
    pub const fn subject(&self) -> Subject {
        self.ability.about
    }

    /// The team that it looks for: a yes says that somebody of that team is among those it is about.
    #[must_use]
    pub const fn seeks(&self) -> Option<Team> {
        self.ability.seeks
    }

    /// What it does by day.
    #[must_use]
    pub fn day_verb(&self) -> Option<DayVerb> {
        self.ability.day.map(|day| day.verb)
    }

    /// Whether everybody may do by day what it does, and so pretend to be it.
    #[must_use]
    pub fn is_day_verb_open(&self) -> bool {
        self.ability.day.is_some_and(|day| day.open_to == OpenTo::Everybody)
    }

    /// As whom it may register, on either side.
    #[must_use]
    pub const fn registers_as(&self) -> Option<CharacterSet> {
        self.ability.registers_as
    }

    /// What it takes itself for, if it does not know what it is.
    #[must_use]
    pub const fn false_identity(&self) -> Option<FalseIdentity> {
        self.ability.false_identity
    }

    /// Whether what a Demon does to it does nothing.
    #[must_use]
    pub const fn is_safe_from_demon(&self) -> bool {
        self.ability.is_safe_from_demon
    }

    /// Whether another may die in its place.
    #[must_use]
    pub const fn may_divert_death(&self) -> bool {
        self.ability.replaces_own_death.is_some()
    }

    /// Whether it protects others whom it chooses from the Demon.
    #[must_use]
    pub fn guards_others(&self) -> bool {
        cast::marks_of(self.character).iter().any(|kind| kind.traits().keeps_safe())
    }

    /// Whether death need not be the end of it.
    #[must_use]
    pub const fn may_survive_death(&self) -> bool {
        self.ability.survives.is_some()
    }

    /// Whether its side loses when it is executed.
    #[must_use]
    pub const fn loses_by_execution(&self) -> bool {
        self.ability.loses_by_death.is_some()
    }

    /// Whether it may win, or let somebody win, at dusk.
    #[must_use]
    pub const fn may_win_at_dusk(&self) -> bool {
        self.ability.at_dusk.is_some()
    }

    /// Whether it does something to whoever nominates it.
    #[must_use]
    pub const fn answers_nomination(&self) -> bool {
        self.ability.nominated.is_some()
    }

    /// Whether it kills, so that a token lies at whom it has killed.
    #[must_use]
    pub const fn kills(&self) -> bool {
        self.ability.dead.is_some()
    }

    /// Whether it, a Demon, lets another become the Demon by killing itself.
    #[must_use]
    pub const fn passes_on(&self) -> bool {
        self.ability.passes_on.is_some()
    }

    /// Whose side it may change in mid-game.
    #[must_use]
    pub const fn turns_sides(&self) -> TurnsSides {
        self.ability.turns_sides
    }

    /// Whether its player may gain the ability of another character.
    #[must_use]
    pub const fn gains_abilities(&self) -> bool {
        self.ability.gains_abilities
    }

    /// Whether it may bring the dead back.
    #[must_use]
    pub const fn may_revive(&self) -> bool {
        self.ability.revives
    }

    /// Whether it counts whose abilities went wrong.
    #[must_use]
    pub const fn counts_misfires(&self) -> bool {
        self.ability.counts_misfires
    }

    /// How it changes the bag.
    #[must_use]
    pub const fn setup(&self) -> SetupEffect {
        self.ability.setup
    }

    /// Whether all that it does is done when the bag is filled.
    #[must_use]
    pub const fn is_setup_only(&self) -> bool {
        self.ability.is_setup_only
    }

    /// How much depends on it for everybody else.
    #[must_use]
    pub const fn bearing(&self) -> Bearing {
        self.ability.bearing
    }

    /// Whether it has a say only when this happens to it.
    #[must_use]
    pub fn waits_for(&self, trigger: Trigger) -> bool {
        self.ability.bearing == Bearing::Until(trigger)
    }
}
