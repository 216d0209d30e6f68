//! The Po may kill each night but the first; after choosing nobody, it chooses three players the next time.

use super::{Ability, Bearing, When};
use crate::characters::Character;
use crate::rules::action::Action;
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::choice_shape::{ChoiceShape, Pick};
use crate::rules::state::Cause;

pub(crate) const ID: Character = Character::with_id("po");

const MARKS: &[Kind] = &[
    Kind::token("dead", Lasts::Dawn),
    // Chose nobody last time and will choose three.
    Kind::token("3_attacks", Lasts::Long).needing_source(),
];
const DEAD: Reminder = Reminder::declared(ID, MARKS, "dead");
const THREE_ATTACKS: Reminder = Reminder::declared(ID, MARKS, "3_attacks");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("may choose a player, who dies; after a night without a choice, chooses three"),
    when: When::OtherNights,
    choice: ChoiceShape::OneOrThree,
    asks: |state, seat| {
        let is_hungry = state.marks.is_placed_by(THREE_ATTACKS, seat);
        if is_hungry && state.size() >= 3 {
            Pick::ThreeInOrder(state.all_seats())
        } else {
            Pick::OneOrPass(state.all_seats())
        }
    },
    notes: |play, seat| {
        play.unmark_own(THREE_ATTACKS, seat);
        if play.chosen == Action::Pass {
            play.mark(THREE_ATTACKS, seat, seat);
        }
    },
    acts: |play, seat| {
        play.attack_chosen(seat);
    },
    kills: Some(|by| Cause::Demon { by }),
    marks: MARKS,
    dead: Some(DEAD),
    ..Ability::with(Bearing::Neighbours)
};
