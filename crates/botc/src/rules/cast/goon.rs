//! The Goon: each night, the first player who chooses the Goon is drunk, and the Goon joins that player's side.

use super::{Ability, Bearing, TurnsSides};
use crate::characters::Character;
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::mutator::Mutator;
use gaslamp_core::Seat;

pub(crate) const ID: Character = Character::with_id("goon");

const MARKS: &[Kind] = &[
    Kind::token("drunk", Lasts::Dusk).needing_source().impairing(),
    // Has been chosen tonight.
    Kind::note("chosen", Lasts::Dawn).of_character(),
];
const DRUNK: Reminder = Reminder::declared(ID, MARKS, "drunk");
const CHOSEN: Reminder = Reminder::declared(ID, MARKS, "chosen");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("whoever chooses the Goon first is drunk, and the Goon joins their side"),
    reacts: Some(|play, goon, chooser| {
        if !play.marks.is_placed_by(CHOSEN, goon) {
            play.mark(CHOSEN, goon, goon);
            play.mark(DRUNK, chooser, goon);
            join(play, goon, chooser);
        }
    }),
    turns_sides: TurnsSides::Own,
    marks: MARKS,
    ..Ability::with(Bearing::Neighbours)
};

/// The Goon joins the side of that player, and is told if it is another one.
fn join(play: &mut Mutator<'_>, goon: Seat, chooser: Seat) {
    let side = play.side(chooser);
    if play.side(goon) != side && play.may_turn_itself(goon, side) {
        play.turn(goon, side);
        play.tell_side(goon);
        // A Goon who is told so has woken because of the own ability (rule book of the cast, M12).
        play.woken = play.woken.with(goon);
    }
}
