//! The Slayer shoots a player by day, once per game; a Demon dies.

use super::{Ability, Bearing, Trigger};
use crate::characters::{Character, Team};
use crate::rules::day::{DayAbility, DayVerb, Often, OpenTo, Use};
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::mutator::Mutator;
use crate::rules::ruling::Answer;
use crate::rules::state::Cause;
use gaslamp_core::Seat;

pub(crate) const ID: Character = Character::with_id("slayer");

const MARKS: &[Kind] = &[Kind::token("no_ability", Lasts::Long).spent()];
const NO_ABILITY: Reminder = Reminder::declared(ID, MARKS, "no_ability");

pub(crate) const ABILITY: Ability = Ability {
    day: Some(&SHOT),
    ruled: |play, ruling, answer| {
        if answer == Answer::Yes {
            play.threaten(ruling.about, Cause::Ability { by: ruling.by });
        }
    },
    marks: MARKS,
    ..Ability::with(Bearing::Until(Trigger::Shoots))
};

const SHOT: DayAbility = DayAbility {
    verb: DayVerb::Shoot,
    open_to: OpenTo::Everybody,
    often: Often::OnceAGame,
    is_open: |_, _| true,
    acts: |play, by, what| {
        if let Use::Shoot(target) = what {
            shoot(play, by, target);
        }
    },
};

/// A real Slayer's shot is spent even when drunk or poisoned.
fn shoot(play: &mut Mutator<'_>, by: Seat, target: Seat) {
    let is_spent = play.marks.is_placed_by(NO_ABILITY, by);
    if is_spent || !play.is_alive(by) {
        return;
    }
    if play.has(by, ID) {
        play.mark(NO_ABILITY, by, by);
    }
    play.use_ability(by, ID, |play| {
        if play.is_alive(target) && play.registers_to(ID, by, target, Team::Demon) {
            play.threaten(target, Cause::Ability { by });
        }
    });
}
