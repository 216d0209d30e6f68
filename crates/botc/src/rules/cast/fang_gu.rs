//! The Fang Gu kills each night but the first. The first Outsider it kills becomes an evil Fang Gu, and it
//! dies instead.

use super::{Ability, Bearing, SetupEffect, TurnsSides};
use crate::characters::{Character, Team};
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::mutator::Mutator;
use crate::rules::ruling::Answer;
use crate::rules::state::{Cause, Side};
use gaslamp_core::Seat;

pub(crate) const ID: Character = Character::with_id("fanggu");

const MARKS: &[Kind] = &[
    Kind::token("dead", Lasts::Dawn),
    // Its one jump has been made.
    Kind::token("once", Lasts::Long),
];
const DEAD: Reminder = Reminder::declared(ID, MARKS, "dead");
const ONCE: Reminder = Reminder::declared(ID, MARKS, "once");

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("chooses a player, who dies; the first Outsider chosen becomes the Demon instead, and the old one dies"),
    replaces_kill: Some(jumps),
    ruled: |play, ruling, answer| {
        if answer == Answer::Yes {
            jump(play, ruling.by, ruling.about);
        } else {
            play.die(ruling.about, Cause::Demon { by: ruling.by });
        }
    },
    setup: SetupEffect::outsiders(&[1]),
    turns_sides: TurnsSides::Of(Team::Outsider),
    ..Ability::killer(DEAD, MARKS, Bearing::Neighbours)
};

/// Whether this attack makes the Fang Gu jump, or the Storyteller decides. It jumps once per game.
fn jumps(play: &mut Mutator<'_>, by: Seat, victim: Seat) -> bool {
    let is_able = play.is_active(by, ID) && by != victim && play.marks.seats(ONCE).is_empty();
    if !is_able {
        return false;
    }
    let outsider = play.judge_team(victim, Team::Outsider);
    if play.registers_to(ID, by, victim, Team::Outsider) {
        jump(play, by, victim);
    }
    outsider.may_be_true
}

/// The victim becomes an evil Fang Gu, and the old one dies.
fn jump(play: &mut Mutator<'_>, by: Seat, victim: Seat) {
    play.become_character(victim, ID);
    play.turn(victim, Side::Evil);
    play.mark(ONCE, victim, by);
    play.acted = play.acted.with(victim);
    play.tell_character(victim);
    play.die(by, Cause::Demon { by });
}
