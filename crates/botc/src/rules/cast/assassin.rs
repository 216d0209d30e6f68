//! The Assassin chooses a player at night, once per game, who dies despite any protection.

use super::{Ability, Bearing, Due, When};
use crate::characters::Character;
use crate::rules::choice_shape::{ChoiceShape, Pick};
use crate::rules::marks::{Kind, Lasts, Reminder};

pub(crate) const ID: Character = Character::with_id("assassin");

const MARKS: &[Kind] =
    &[Kind::token("dead", Lasts::Dawn), Kind::token("no_ability", Lasts::Long).spent()];
const DEAD: Reminder = Reminder::declared(ID, MARKS, "dead");
const NO_ABILITY: Reminder = Reminder::declared(ID, MARKS, "no_ability");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("once in the game, may choose a player, who dies whatever protects them"),
    when: When::OtherNights,
    due: Due::If(|state, seat| !state.marks.is_placed_by(NO_ABILITY, seat)),
    choice: ChoiceShape::OneOrPass,
    asks: |state, _| Pick::OneOrPass(state.all_seats()),
    notes: |play, seat| {
        if play.chosen_seat().is_some() {
            play.mark(NO_ABILITY, seat, seat);
        }
    },
    acts: |play, by| {
        if let Some(victim) = play.chosen_seat() {
            play.slay(by, victim);
        }
    },
    acts_despite_reaction: true,
    marks: MARKS,
    dead: Some(DEAD),
    ..Ability::with(Bearing::Neighbours)
};
