//! The Lord of Typhon kills one player each night. All evil characters sit in one line with him inside it, there
//! is one Minion more, and any number of Outsiders.

use super::{Ability, Bearing, MinionChange, Seating, SetupEffect};
use crate::characters::Character;
use crate::rules::marks::{Kind, Lasts, Reminder};

pub(crate) const ID: Character = Character::with_id("lordoftyphon");

const MARKS: &[Kind] = &[Kind::token("dead", Lasts::Dawn)];
const DEAD: Reminder = Reminder::declared(ID, MARKS, "dead");

// The players beside him are dealt the Minions that they are made, so nobody needs to be told more.
pub(crate) const ABILITY: Ability = Ability {
    setup: SetupEffect {
        frees_outsiders: true,
        minions: MinionChange::More(1),
        seating: Seating::InsideEvilLine,
        ..SetupEffect::NONE
    },
    ..Ability::killer(DEAD, MARKS, Bearing::Neighbours)
};
