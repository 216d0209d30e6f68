//! The Zombuul kills when nobody died by day; the first time it dies, it lives on and seems dead.

use super::Ability;
use crate::characters::Character;
use crate::rules::marks::Reminder;

pub(crate) const ID: Character = Character::with_id("zombuul");

pub(crate) static ABILITY: Ability = Ability {
    is_due: |state, _| !state.somebody_died_today,
    survives: Some(|play, seat| {
        let lives_on = play.works(seat) && !play.marks.is_placed_by(Reminder::ZombuulUndead, seat);
        if lives_on {
            play.mark(Reminder::ZombuulUndead, seat, seat);
        }
        lives_on
    }),
    ..Ability::killer(Reminder::ZombuulDead)
};
