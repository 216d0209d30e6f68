//! The Witch curses a player each night, who dies when nominating the next day; not while three or fewer are alive.

use super::{Ability, Bearing, Due, Reach, When};
use crate::characters::Character;
use crate::rules::choice_shape::{ChoiceShape, Pick};
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::mutator::Mutator;
use crate::rules::state::{Cause, State};
use gaslamp_core::Seat;

pub(crate) const ID: Character = Character::with_id("witch");

const MARKS: &[Kind] = &[
    Kind::token("cursed", Lasts::Dusk).needing_source(),
    // Cursed in vain, by a Witch who was impaired.
    Kind::note("spared", Lasts::Dusk).needing_source(),
];
const CURSED: Reminder = Reminder::declared(ID, MARKS, "cursed");
const SPARED: Reminder = Reminder::declared(ID, MARKS, "spared");

/// With no more players alive nobody is cursed.
const FEW: usize = 3;

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("chooses a player, who dies when nominating tomorrow"),
    when: When::EveryNight,
    due: Due::If(|state, _| has_power(state)),
    choice: ChoiceShape::One,
    asks: |state, _| Pick::One(state.all_seats()),
    reach: Reach::Nominators,
    // A curse that is in vain goes wrong only when the player nominates, so it is noted.
    notes: |play, witch| {
        if let Some(target) = play.chosen_seat() {
            play.mark(if play.works_as(witch, ID) { CURSED } else { SPARED }, target, witch);
        }
    },
    hears_of_nomination: Some(|play, witch, nominator, _| {
        if play.is_holder(witch) && has_power(play) {
            strike(play, witch, nominator);
        }
    }),
    marks: MARKS,
    ..Ability::with(Bearing::Neighbours)
};

fn has_power(state: &State) -> bool {
    state.alive().len() > FEW
}

/// Whoever nominates dies of the curse.
fn strike(play: &mut Mutator<'_>, witch: Seat, nominator: Seat) {
    if play.marks.placed_by(SPARED, witch) == Some(nominator) {
        play.misfire(witch);
    } else if play.marks.placed_by(CURSED, witch) == Some(nominator) {
        play.use_ability(witch, ID, |play| play.threaten(nominator, Cause::Ability { by: witch }));
    }
}
