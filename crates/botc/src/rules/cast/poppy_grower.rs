//! The Poppy Grower keeps Minions and Demons from knowing each other; when they die, the evil players learn it
//! that night.

use super::{Ability, Bearing, Due, When};
use crate::characters::Character;
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::state::Stage;

pub(crate) const ID: Character = Character::with_id("poppygrower");

const MARKS: &[Kind] = &[Kind::token("evil_wakes", Lasts::Dawn).of_character()];
const EVIL_WAKES: Reminder = Reminder::declared(ID, MARKS, "evil_wakes");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("if she died today, Minions and Demon are told of each other"),
    when: When::OtherNights,
    // Of a death at night they are told at once.
    due: Due::If(|state, seat| {
        state.marks.is_placed_by(EVIL_WAKES, seat) && !state.died_tonight.contains(seat)
    }),
    wakes_dead: true,
    without_waking: Some(|play, _| play.reveal_evil()),
    hides_evil: true,
    // Only how she died matters, not how she is at her point of the night.
    hears_of_death: Some(|play, seat, death| {
        if death.victim == seat {
            play.use_ability(seat, ID, |play| {
                play.mark(EVIL_WAKES, seat, seat);
                if play.stage == Stage::Night {
                    play.reveal_evil();
                }
            });
        }
    }),
    unbuilt_jinxes: &[Character::with_id("lilmonsta"), Character::with_id("summoner")],
    marks: MARKS,
    ..Ability::with(Bearing::Neighbours)
};
