//! What anyone may know about a character before a game: when it wakes, what it chooses and is told, what it
//! can change.
//!
//! Accepts a [`Character`], emits facts from its file in the cast. Code that reasons about games asks here
//! instead of naming characters.

use gaslamp_core::{Game as _, Seat};

use super::cast::{
    self, Ability, Bearing, Dealing, Due, FalseIdentity, MinionChange, Reach, Revives, SetupEffect, Subject,
    Trigger, TurnsSides, When,
};
use super::choice_shape::{ChoiceShape, Pick};
use super::day::{DayVerb, OpenTo};
use super::marks::Kind;
use super::setup::Setup;
use super::state::{INFO_PLAYERS, State};
use super::statement::Shape;
use crate::characters::{Character, CharacterSet, Team};

/// What anyone may know about a playable character.
#[derive(Clone, Copy)]
pub struct Profile {
    character: Character,
    ability: &'static Ability,
}

impl Profile {
    /// The profile of a character, if it can be played.
    #[must_use]
    pub fn of(character: Character) -> Option<Self> {
        cast::ability(character).map(|ability| Self { character, ability })
    }

    /// Whether a player with this character may think they are that one; known even for characters that
    /// cannot be played yet.
    #[must_use]
    pub fn may_believe(character: Character, believed: Character) -> bool {
        cast::false_identity_of(character).is_some_and(|identity| identity.shows(believed.team()))
    }

    /// What a player of this character thinks they are, if they do not know it; it may come with an ability that
    /// the character unites with those of others of this set.
    #[must_use]
    pub fn identity_on(character: Character, script: CharacterSet) -> Option<FalseIdentity> {
        cast::identity_on(character, script)
    }

    /// The characters of a set whose abilities a player of this character has all at once.
    #[must_use]
    pub fn united_by(character: Character, script: CharacterSet) -> CharacterSet {
        cast::united_by(character, script)
    }

    /// The characters of a set for which something holds.
    pub fn select(characters: CharacterSet, holds: impl Fn(&Self) -> bool) -> CharacterSet {
        characters
            .iter()
            .filter(|&character| Self::of(character).is_some_and(|profile| holds(&profile)))
            .collect()
    }

    /// The character.
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

    /// Whether it may wake on other nights without having become the character then.
    #[must_use]
    pub const fn wakes_other_nights(&self) -> bool {
        matches!(self.ability.when, When::OtherNights | When::EveryNight)
    }

    /// Whether it may wake in the night with this number without having become the character then.
    #[must_use]
    pub const fn wakes_in(&self, night: u16) -> bool {
        if night > 1 { self.wakes_other_nights() } else { self.wakes_first_night() }
    }

    /// Whether it wakes only if its player died tonight.
    #[must_use]
    pub const fn wakes_when_dying(&self) -> bool {
        matches!(self.ability.due, Due::DiedTonight | Due::DiedTonightAnd(_))
    }

    /// Whether it wakes only if a player was executed and died since the last night.
    #[must_use]
    pub const fn wakes_after_execution(&self) -> bool {
        matches!(self.ability.due, Due::ExecutionKilled)
    }

    /// What happens when its turn comes at night, in our own words, where its choice and its information do
    /// not say so by themselves.
    #[must_use]
    pub const fn at_night(&self) -> Option<&'static str> {
        self.ability.at_night
    }

    /// The kind of choice it has at night.
    #[must_use]
    pub const fn choice(&self) -> ChoiceShape {
        self.ability.choice
    }

    /// Whether it chooses several players one after the other.
    #[must_use]
    pub const fn chooses_in_order(&self) -> bool {
        matches!(self.ability.choice, ChoiceShape::TwoInOrder | ChoiceShape::OneOrThree)
    }

    /// Whether it chooses any one player but its own: asked of its rule at a fresh table.
    #[must_use]
    pub fn chooses_only_others(&self) -> bool {
        let own = Seat::new(0);
        State::start(&Setup::trouble_brewing(INFO_PLAYERS)).is_ok_and(|table| {
            let others = table.all_seats().without(own);
            (self.ability.asks)(&table, own) == Pick::One(others)
        })
    }

    /// How much that choice matters to others.
    #[must_use]
    pub const fn reach(&self) -> Reach {
        self.ability.reach
    }

    /// The kind of information it is told.
    #[must_use]
    pub const fn telling(&self) -> Shape {
        self.ability.tells
    }

    /// Whether it is told such information in the night with this number, if it wakes then and has been the
    /// character from the beginning: asked of its rule at a fresh table.
    #[must_use]
    pub fn is_told_in(&self, night: u16) -> bool {
        self.ability.tells != Shape::Silent
            && State::start(&Setup::trouble_brewing(INFO_PLAYERS)).is_ok_and(|mut table| {
                table.number = night;
                (self.ability.is_told)(&table, Seat::new(0))
            })
    }

    /// Whom that information is about.
    #[must_use]
    pub const fn subject(&self) -> Subject {
        self.ability.about
    }

    /// Whether a yes says that the chosen players are of the same side.
    #[must_use]
    pub fn compares_sides(&self) -> bool {
        self.ability.about == Subject::SidesOfChosen
    }

    /// The team it looks for: a yes says that somebody of that team is among those it is about.
    #[must_use]
    pub const fn seeks(&self) -> Option<Team> {
        self.ability.seeks
    }

    /// What it does by day.
    #[must_use]
    pub fn day_verb(&self) -> Option<DayVerb> {
        self.ability.day.map(|day| day.verb)
    }

    /// Whether everyone may do by day what it does, and so pretend to be it.
    #[must_use]
    pub fn is_day_verb_open(&self) -> bool {
        self.ability.day.is_some_and(|day| day.open_to == OpenTo::Everybody)
    }

    /// What it may register as, on either side.
    #[must_use]
    pub const fn registers_as(&self) -> Option<CharacterSet> {
        self.ability.registers_as
    }

    /// What its player thinks they are, if they do not know their character.
    #[must_use]
    pub const fn false_identity(&self) -> Option<FalseIdentity> {
        self.ability.false_identity
    }

    /// Whether a Demon's ability has no effect on it.
    #[must_use]
    pub const fn is_safe_from_demon(&self) -> bool {
        self.ability.is_safe_from_demon
    }

    /// Whether another player may die in its place.
    #[must_use]
    pub const fn may_divert_death(&self) -> bool {
        self.ability.replaces_own_death.is_some()
    }

    /// Whether it protects players it chooses from the Demon.
    #[must_use]
    pub fn guards_others(&self) -> bool {
        cast::marks_of(self.character).iter().any(|kind| kind.traits().keeps_safe())
    }

    /// Whether its player may survive a death.
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

    /// Whether it affects players who nominate it.
    #[must_use]
    pub const fn answers_nomination(&self) -> bool {
        self.ability.nominated.is_some()
    }

    /// Whether it kills and marks its victims with a token.
    #[must_use]
    pub const fn kills(&self) -> bool {
        self.ability.dead.is_some()
    }

    /// Whether it, a Demon, lets another become the Demon by killing itself.
    #[must_use]
    pub const fn passes_on(&self) -> bool {
        self.ability.passes_on.is_some()
    }

    /// Whether it may take over from a Demon who has died.
    #[must_use]
    pub const fn may_succeed_demon(&self) -> bool {
        self.ability.succeeds.is_some()
    }

    /// Whose side it may change during the game.
    #[must_use]
    pub const fn turns_sides(&self) -> TurnsSides {
        self.ability.turns_sides
    }

    /// Whether its player may gain the ability of another character.
    #[must_use]
    pub const fn gains_abilities(&self) -> bool {
        self.ability.gains_abilities
    }

    /// Whether it gives another player the ability of a good character.
    #[must_use]
    pub const fn gives_abilities(&self) -> bool {
        self.ability.may_give.is_some()
    }

    /// Whether it may turn players into characters that were not in play.
    #[must_use]
    pub const fn makes_characters(&self) -> bool {
        self.ability.makes_characters
    }

    /// Whether what its player may be told depends on what they were told before.
    #[must_use]
    pub const fn remembers_telling(&self) -> bool {
        self.ability.remembers_telling
    }

    /// Whether it may make two players swap characters, and sides if it changes those.
    #[must_use]
    pub const fn swaps_characters(&self) -> bool {
        self.ability.swaps_characters
    }

    /// Whether a Minion may become another character because of it.
    #[must_use]
    pub const fn may_change_minions(&self) -> bool {
        self.ability.makes_characters || self.ability.swaps_characters || self.ability.promotes_minions
    }

    /// How many more Minions there are because of it; a Demon that picks its own Minions has as many as usual.
    #[must_use]
    pub const fn more_minions(&self) -> usize {
        match self.ability.setup.minions {
            MinionChange::More(more) => more,
            MinionChange::NoneInBag => 0,
        }
    }

    /// Whether a good player of this character need not tell the truth in a puzzle.
    #[must_use]
    pub const fn may_lie(&self) -> bool {
        self.ability.may_claim.is_some()
    }

    /// Whether it may make other players mad.
    #[must_use]
    pub fn maddens(&self) -> bool {
        self.ability.marks.iter().any(Kind::maddens)
    }

    /// Whether it matters what its player says when nominated.
    #[must_use]
    pub const fn speaks_when_nominated(&self) -> bool {
        self.ability.lets_nominees_speak
    }

    /// Whether its player chooses somebody publicly when they learn of their own death.
    #[must_use]
    pub const fn chooses_at_death(&self) -> bool {
        self.ability.last_choice.is_some()
    }

    /// Whether it learns who voted: what it is told means nothing where that is not known.
    #[must_use]
    pub const fn learns_of_votes(&self) -> bool {
        self.ability.notes_vote.is_some()
    }

    /// Whether it learns who nominated.
    #[must_use]
    pub const fn learns_of_nominations(&self) -> bool {
        self.ability.notes_nomination.is_some()
    }

    /// Whether what it tells others is for evil players alone.
    #[must_use]
    pub const fn confides_in_evil(&self) -> bool {
        self.ability.confides_in_evil
    }

    /// Whether it may bring the dead back.
    #[must_use]
    pub const fn may_revive(&self) -> bool {
        !matches!(self.ability.revives, Revives::Nobody)
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

    /// Whether nobody is ever dealt it: in a puzzle, the game has no rules if somebody is it.
    #[must_use]
    pub fn is_never_dealt(&self) -> bool {
        self.ability.setup.dealing == Dealing::Never
    }

    /// Whether it is dealt to most players or to none.
    #[must_use]
    pub fn is_dealt_to_most(&self) -> bool {
        self.ability.setup.dealing == Dealing::ToMost
    }

    /// Whether it has no effect after the set-up.
    #[must_use]
    pub const fn is_setup_only(&self) -> bool {
        self.ability.is_setup_only
    }

    /// How much its presence matters to everyone else.
    #[must_use]
    pub const fn bearing(&self) -> Bearing {
        self.ability.bearing
    }

    /// Whether it matters only once this happens to it.
    #[must_use]
    pub fn waits_for(&self, trigger: Trigger) -> bool {
        self.ability.bearing == Bearing::Until(trigger)
    }
}
