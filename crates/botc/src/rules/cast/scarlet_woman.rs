//! The Scarlet Woman becomes the Demon if the Demon dies while five or more players are alive.

use super::{Ability, Bearing};
use crate::characters::{Character, Team};
use crate::rules::death::Death;
use crate::rules::marks::{Kind, Lasts, Reminder};
use crate::rules::mutator::Mutator;
use crate::rules::ruling::Answer;
use gaslamp_core::Seat;

pub(crate) const ID: Character = Character::with_id("scarletwoman");

const MARKS: &[Kind] = &[Kind::token("is_the_demon", Lasts::Long)];
const IS_THE_DEMON: Reminder = Reminder::declared(ID, MARKS, "is_the_demon");

/// With fewer alive before the death, the Scarlet Woman does not take over.
const LIVING: usize = 5;

pub(crate) const ABILITY: Ability = Ability {
    at_night: Some("if she has become the Demon, is told so"),
    succeeds: Some(succeeds),
    ruled: |play, ruling, answer| {
        // Deceived by a death, the Scarlet Woman becomes the character of the living Demon.
        let demon = play.demons().and(play.alive()).lowest();
        if let (Answer::Yes, Some(demon)) = (answer, demon) {
            take_over(play, ruling.by, demon);
        }
    },
    marks: MARKS,
    ..Ability::with(Bearing::LaterItsSeat)
};

/// The Scarlet Woman takes over from a Demon, and may be deceived by a player who registers as one.
fn succeeds(play: &mut Mutator<'_>, heiress: Seat, death: &Death) -> bool {
    if death.alive_before < LIVING || !play.is_active(heiress, ID) {
        return false;
    }
    if play.role(death.victim).team() == Team::Demon {
        take_over(play, heiress, death.victim);
        return true;
    }
    play.registers_to(ID, heiress, death.victim, Team::Demon);
    play.judge_team(death.victim, Team::Demon).may_be_true
}

fn take_over(play: &mut Mutator<'_>, heiress: Seat, demon: Seat) {
    play.inherit(heiress, demon);
    // She is told so at night because of her own ability.
    play.woken = play.woken.with(heiress);
    play.mark(IS_THE_DEMON, heiress, heiress);
}
