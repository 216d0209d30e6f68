//! The Barber: if he died today or tonight, the Demon may choose two players, who swap characters.

use super::{Ability, Bearing, Due, When};
use crate::characters::Character;
use crate::rules::action::Action;
use crate::rules::choice_shape::{ChoiceShape, Pick};
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::mutator::Mutator;
use crate::rules::state::{Pending, State};
use gaslamp_core::{Seat, Seats};

pub(crate) const ID: Character = Character::with_id("barber");

const MARKS: &[Kind] = &[Kind::token("haircuts_tonight", Lasts::Dawn).of_character()];
const HAIRCUTS_TONIGHT: Reminder = Reminder::declared(ID, MARKS, "haircuts_tonight");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("if he has died today or tonight, the Demon may choose two players, who swap characters"),
    when: When::OtherNights,
    due: Due::If(|state, barber| state.marks.is_placed_by(HAIRCUTS_TONIGHT, barber)),
    wakes_dead: true,
    choice: ChoiceShape::TwoOrPass,
    // Whether the Barber was sober when he died does not matter, only whether he is tonight.
    choosers: Some(|state, _| state.demons().and(state.alive())),
    asks: |state, _| Pick::TwoOrPass(state.all_seats().minus(other_demons(state))),
    acts: |play, barber| {
        if let Action::ChooseTwo(a, b) = play.chosen {
            swap(play, barber, a, b);
        }
    },
    hears_of_death: Some(|play, barber, death| {
        if death.victim == barber && play.has(barber, ID) {
            play.mark(HAIRCUTS_TONIGHT, barber, barber);
        }
    }),
    swaps_characters: true,
    marks: MARKS,
    ..Ability::with(Bearing::Neighbours)
};

/// The Demons but the one who chooses.
fn other_demons(state: &State) -> Seats {
    match state.pending {
        Pending::Choice(demon) => state.demons().without(demon),
        _ => Seats::NONE,
    }
}

/// The two swap characters; their sides stay.
fn swap(play: &mut Mutator<'_>, barber: Seat, a: Seat, b: Seat) {
    let (of_a, of_b) = (play.role(a), play.role(b));
    if [of_a, of_b].iter().all(|&role| play.can_become(role)) {
        play.transform(ID, barber, a, of_b);
        play.transform(ID, barber, b, of_a);
        play.look_for_end(None);
    }
}
