//! The Zombuul kills if nobody died by day; the first time it dies, it stays alive but appears dead.

use super::{Ability, Bearing, Due};
use crate::characters::Character;
use crate::rules::marks::{Kind, Lasts, Reminder};

pub(crate) const ID: Character = Character::with_id("zombuul");

const MARKS: &[Kind] = &[
    Kind::token("dead", Lasts::Dawn),
    // Has died once, but is alive.
    Kind::note("undead", Lasts::Long),
];
const DEAD: Reminder = Reminder::declared(ID, MARKS, "dead");
const UNDEAD: Reminder = Reminder::declared(ID, MARKS, "undead");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("if nobody died today, chooses a player, who dies"),
    due: Due::If(|state, _| !state.somebody_died_today),
    survives: Some(|play, seat| {
        let is_first = !play.marks.is_placed_by(UNDEAD, seat);
        if is_first {
            play.use_ability(seat, ID, |play| play.mark(UNDEAD, seat, seat));
        }
        is_first && play.works_as(seat, ID)
    }),
    ..Ability::killer(DEAD, MARKS, Bearing::Neighbours)
};
