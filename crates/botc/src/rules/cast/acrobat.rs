//! The Acrobat chooses a player each night but the first and dies if that player is drunk or poisoned, or becomes
//! so before dawn.

use super::{Ability, Bearing, When};
use crate::characters::Character;
use crate::rules::choice_shape::{ChoiceShape, Pick};
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::mutator::Mutator;
use crate::rules::state::Cause;
use gaslamp_core::Seat;

pub(crate) const ID: Character = Character::with_id("acrobat");

const MARKS: &[Kind] = &[
    Kind::token("dead", Lasts::Dawn),
    Kind::token("chosen", Lasts::Dawn).of_character(),
    // Chosen in vain: what would have happened counts as gone wrong.
    Kind::note("chosen_in_vain", Lasts::Dawn).of_character(),
];
const DEAD: Reminder = Reminder::declared(ID, MARKS, "dead");
const CHOSEN: Reminder = Reminder::declared(ID, MARKS, "chosen");
const CHOSEN_IN_VAIN: Reminder = Reminder::declared(ID, MARKS, "chosen_in_vain");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("chooses a player; dies if that player is drunk or poisoned or becomes so tonight"),
    when: When::OtherNights,
    choice: ChoiceShape::One,
    asks: |state, _| Pick::One(state.all_seats()),
    notes: |play, seat| {
        if let Some(chosen) = play.chosen_seat() {
            play.mark(if play.works_as(seat, ID) { CHOSEN } else { CHOSEN_IN_VAIN }, chosen, seat);
        }
    },
    watches: Some(|play, seat| {
        for token in [CHOSEN, CHOSEN_IN_VAIN] {
            if let Some(chosen) = play.marks.placed_by(token, seat)
                && is_unsteady(play, seat, chosen)
            {
                // It happens once, whether or not something keeps the Acrobat alive.
                play.unmark_own(token, seat);
                fall(play, seat, token == CHOSEN);
            }
        }
    }),
    heeds_impairment: true,
    dead: Some(DEAD),
    marks: MARKS,
    ..Ability::with(Bearing::Neighbours)
};

/// Whether the chosen player is drunk or poisoned: the Drunk always, others who do not know their character not
/// for that alone.
fn is_unsteady(play: &Mutator<'_>, seat: Seat, chosen: Seat) -> bool {
    chosen != seat && play.is_drunk_or_poisoned(chosen)
}

fn fall(play: &mut Mutator<'_>, seat: Seat, is_chosen: bool) {
    if is_chosen && play.works_as(seat, ID) {
        play.threaten(seat, Cause::Ability { by: seat });
    } else {
        play.misfire(seat);
    }
}
