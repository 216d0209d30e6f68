//! The Virgin: the first player to nominate them is executed at once if they are a Townsfolk.

use super::{Ability, Bearing, Trigger};
use crate::characters::{Character, Team};
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::mutator::Mutator;
use crate::rules::ruling::Answer;
use gaslamp_core::Seat;

pub(crate) const ID: Character = Character::with_id("virgin");

const MARKS: &[Kind] = &[Kind::token("no_ability", Lasts::Long).spent()];
const NO_ABILITY: Reminder = Reminder::declared(ID, MARKS, "no_ability");

pub(crate) const ABILITY: Ability = Ability {
    nominated: Some(nominated),
    ruled: |play, _, answer| {
        if answer == Answer::Yes {
            play.execute_nominator();
        }
    },
    marks: MARKS,
    ..Ability::with(Bearing::Until(Trigger::Nominated))
};

/// The first nomination spends the ability, whether it works or not.
fn nominated(play: &mut Mutator<'_>, virgin: Seat) {
    let is_spent = play.marks.is_placed_by(NO_ABILITY, virgin);
    if is_spent || !play.is_alive(virgin) {
        return;
    }
    if play.has(virgin, ID) {
        play.mark(NO_ABILITY, virgin, virgin);
    }
    play.use_ability(virgin, ID, |play| {
        let nominator = play.nominator;
        if play.registers_to(ID, virgin, nominator, Team::Townsfolk) {
            play.execute_nominator();
        }
    });
}
