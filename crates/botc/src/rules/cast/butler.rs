//! The Butler chooses a master each night; their vote counts only if the master votes too.

use super::{Ability, Bearing, Reach, When, others};
use crate::characters::Character;
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::choice_shape::{ChoiceShape, Pick};

pub(crate) const ID: Character = Character::with_id("butler");

const MARKS: &[Kind] = &[Kind::token("master", Lasts::Long).needing_source()];
const MASTER: Reminder = Reminder::declared(ID, MARKS, "master");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("chooses another player, whose vote decides whether theirs counts"),
    when: When::EveryNight,
    choice: ChoiceShape::One,
    asks: |state, seat| Pick::One(others(state, seat)),
    notes: |play, seat| {
        if let Some(master) = play.chosen_seat() {
            play.unmark_own(MASTER, seat);
            play.mark(MASTER, master, seat);
        }
    },
    vote_counts: Some(|state, seat| {
        let master = state.marks.placed_by(MASTER, seat);
        let is_bound = state.is_active(seat, ID);
        !is_bound || master.is_some_and(|master| state.hands.contains(master))
    }),
    reach: Reach::Votes,
    marks: MARKS,
    ..Ability::with(Bearing::Nothing)
};
