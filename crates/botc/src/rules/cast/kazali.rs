//! The Kazali names, in the first night, which players are which Minions, and then kills one player each night.
//! There are no Minions in the bag, and any number of Outsiders.

use super::{Ability, Bearing, MinionChange, Seating, SetupEffect, When};
use crate::characters::{Character, CharacterSet, Team};
use crate::rules::action::Action;
use crate::rules::choice_shape::{ChoiceShape, Pick};
use crate::rules::marks::{Kind, Lasts, Mark, Reminder};
use crate::rules::mutator::Mutator;
use crate::rules::state::{Cause, Side, State};
use gaslamp_core::{Seat, Seats};

pub(crate) const ID: Character = Character::with_id("kazali");

const MARKS: &[Kind] = &[
    Kind::token("dead", Lasts::Dawn),
    // Named, by somebody who is the Kazali or only thinks so; the mark's character is the Minion.
    Kind::note("named", Lasts::Dawn),
];
const DEAD: Reminder = Reminder::declared(ID, MARKS, "dead");
const NAMED: Reminder = Reminder::declared(ID, MARKS, "named");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("in the first night, names the players who are Minions, and which; later chooses a player, who dies"),
    when: When::EveryNight,
    asks: |state, seat| if state.is_first_night() { names(state, seat) } else { Pick::One(state.all_seats()) },
    choice: ChoiceShape::One,
    // Where the deal has its Minions already, she has been woken to name them all the same (M12).
    informs: Some(|_, _| {}),
    // It is a part of the set-up, so being drunk or poisoned does not matter.
    notes: |play, seat| {
        if let Action::Name(target, character) = play.chosen {
            name(play, seat, target, character);
        }
    },
    acts: |play, seat| {
        if let Action::Choose(victim) = play.chosen {
            play.attack(seat, victim);
        }
    },
    kills: Some(|by| Cause::Demon { by }),
    setup: SetupEffect { frees_outsiders: true, minions: MinionChange::NoneInBag, ..SetupEffect::NONE },
    marks: MARKS,
    dead: Some(DEAD),
    // Nobody changes sides after the set-up: whom she names has been a Minion from the start.
    ..Ability::with(Bearing::Neighbours)
};

/// One more player and Minion, until there are as many as the table has. Somebody who only thinks they are
/// the Kazali names as many; and a deal that has its Minions already needs no more.
fn names(state: &State, seat: Seat) -> Pick {
    let is_own = |mark: &&Mark| mark.reminder == NAMED && mark.by == seat;
    let named: Seats = state.marks.iter().filter(is_own).map(|mark| mark.on).collect();
    let taken: CharacterSet = state.marks.iter().filter(is_own).map(|mark| mark.character).collect();
    let there = if state.has(seat, ID) { state.minions() } else { named };
    let characters = state.script.characters.and(CharacterSet::team(Team::Minion)).minus(taken);
    if there.len() >= state.base_counts()[2] || characters.is_empty() {
        return Pick::Nothing;
    }
    // A Minion who must sit beside the Demon must do so here as well (a jinx).
    let is_bound = |character: &Character| super::of(*character).setup.seating == Seating::BesideDemon;
    let bound = characters.iter().filter(is_bound).collect();
    let seats = state.all_seats().without(seat).minus(named);
    Pick::NamingBound { seats, characters, bound, to: state.beside(seat) }
}

fn name(play: &mut Mutator<'_>, by: Seat, target: Seat, character: Character) {
    play.mark_about(NAMED, target, by, character);
    if play.has(by, ID) {
        make(play, target, character);
        play.count_outsiders();
    }
    if names(play, by).is_possible() {
        play.let_choose(by, by);
    }
}

/// A player becomes an evil Minion and is told so; one that does not know what it is keeps the token, and
/// nothing is told.
fn make(play: &mut Mutator<'_>, target: Seat, character: Character) {
    let token = play.shown_characters[target.index()];
    play.become_character(target, character);
    play.turn(target, Side::Evil);
    if super::of(character).false_identity.is_some() {
        play.gain_ability(target, token);
    } else {
        play.tell_character(target);
    }
}
