//! The Pukka poisons a player each night; the player poisoned before dies, then is healthy again.

use super::{Ability, Bearing, When};
use crate::characters::Character;
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::choice_shape::{ChoiceShape, Pick};
use crate::rules::mutator::Mutator;
use crate::rules::state::Cause;
use gaslamp_core::Seat;

pub(crate) const ID: Character = Character::with_id("pukka");

const MARKS: &[Kind] = &[
    Kind::token("poisoned", Lasts::Long).needing_source().impairing(),
    // About to die of the poison, which lasts until the death and ends as the night goes on.
    Kind::note("dying", Lasts::Step).impairing(),
    Kind::token("dead", Lasts::Dawn),
];
const POISONED: Reminder = Reminder::declared(ID, MARKS, "poisoned");
const DYING: Reminder = Reminder::declared(ID, MARKS, "dying");
const DEAD: Reminder = Reminder::declared(ID, MARKS, "dead");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("chooses a player, who is poisoned; the player poisoned before dies"),
    when: When::EveryNight,
    choice: ChoiceShape::One,
    asks: |state, _| Pick::One(state.all_seats()),
    acts: |play, seat| {
        let Some(chosen) = play.chosen_seat() else { return };
        let dying = let_die(play, seat);
        if !play.is_safe_from_demon(chosen) {
            play.mark(POISONED, chosen, seat);
        }
        finish(play, seat, dying);
    },
    // Not woken, it poisons nobody new.
    while_asleep: Some(|play, seat| {
        let dying = let_die(play, seat);
        finish(play, seat, dying);
    }),
    marks: MARKS,
    dead: Some(DEAD),
    ..Ability::with(Bearing::Neighbours)
};

/// The player poisoned before is about to die, and not healthy for a moment until then.
fn let_die(play: &mut Mutator<'_>, seat: Seat) -> Option<Seat> {
    let dying = play.marks.placed_by(POISONED, seat)?;
    play.mark(DYING, dying, seat);
    play.unmark_own(POISONED, seat);
    Some(dying)
}

/// The player poisoned before dies of it.
fn finish(play: &mut Mutator<'_>, seat: Seat, dying: Option<Seat>) {
    if let Some(dying) = dying {
        play.threaten(dying, Cause::Demon { by: seat });
    }
}
